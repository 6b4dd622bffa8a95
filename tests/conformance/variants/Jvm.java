import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Prints hashes (64-bit FNV-1a) of a JVM's results for modified UTF-8 and for malformed UTF-8, one per line.
 *
 * java tests/variants/Jvm.java > tests/variants/jvm.tsv
 */
class Jvm {
    static final int[] SYMBOLS = {
        0, 0x41, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0,
        0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF8, 0xFC,
    };
    static final int[] FEW = {0x41, 0x80, 0xA0, 0xB0, 0xED, 0xF0};

    static long hash;

    static void start() {
        hash = 0xCBF29CE484222325L;
    }

    static void add(int value) {
        hash = (hash ^ (value & 0xFF)) * 0x100000001B3L;
    }

    static void print(String name) {
        System.out.printf("%s\t%016x%n", name, hash);
    }

    /** Adds the output of writeUTF, and checks that readUTF reads it back. */
    static void written(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeUTF(text);
        byte[] all = bytes.toByteArray();
        for (int i = 2; i < all.length; i++) {
            add(all[i]);
        }
        if (!new DataInputStream(new ByteArrayInputStream(all)).readUTF().equals(text)) {
            throw new AssertionError(text);
        }
    }

    /** Adds the code units of the string decoded from malformed UTF-8, and a separator. */
    static void decoded(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i) & 0xFF);
            add(text.charAt(i) >> 8);
        }
        add(text.length());
    }

    /** Adds all sequences of a length. */
    static void sequences(int[] symbols, int length) {
        int[] at = new int[length];
        byte[] bytes = new byte[length];
        while (true) {
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) symbols[at[i]];
            }
            decoded(bytes);
            int last = length - 1;
            while (last >= 0 && ++at[last] == symbols.length) {
                at[last--] = 0;
            }
            if (last < 0) {
                return;
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        for (int upper = 0; upper < 256; upper++) {
            start();
            for (int lower = 0; lower < 256; lower++) {
                written(String.valueOf((char) (upper << 8 | lower)));
            }
            print(String.format("unit %02X..", upper));
        }
        for (int high = 0xD800; high < 0xDC00; high++) {
            start();
            for (int low = 0xDC00; low < 0xE000; low++) {
                written(new String(new char[] {(char) high, (char) low}));
            }
            print(String.format("pair %04X", high));
        }
        int[] bytes = new int[256];
        for (int i = 0; i < 256; i++) {
            bytes[i] = i;
        }
        start();
        sequences(bytes, 1);
        print("bytes 1");
        start();
        sequences(bytes, 2);
        print("bytes 2");
        start();
        sequences(SYMBOLS, 3);
        print("symbols 3");
        start();
        sequences(SYMBOLS, 4);
        print("symbols 4");
        start();
        sequences(FEW, 6);
        print("few 6");
    }
}
