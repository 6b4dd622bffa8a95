import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** Prints a line for each charset: for each byte, the character in hexadecimal, or a dot. */
class Pages {
    public static void main(String[] names) {
        for (String name : names) {
            StringBuilder line = new StringBuilder();
            for (int b = 0; b < 256; b++) {
                try {
                    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {(byte) b});
                    line.append(Integer.toHexString(Charset.forName(name).newDecoder().decode(bytes).get(0)));
                } catch (CharacterCodingException e) {
                    line.append('.');
                }
                line.append(' ');
            }
            System.out.println(line);
        }
    }
}
