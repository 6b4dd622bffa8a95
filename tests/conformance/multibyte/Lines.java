import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;

/** Converts standard input from one charset to another. Omits what it cannot convert. */
class Lines {
    public static void main(String[] names) throws Exception {
        var bytes = ByteBuffer.wrap(System.in.readAllBytes());
        var decoder = Charset.forName(names[0]).newDecoder();
        var encoder = Charset.forName(names[1]).newEncoder();
        CharBuffer text = decoder.onMalformedInput(CodingErrorAction.IGNORE)
            .onUnmappableCharacter(CodingErrorAction.IGNORE)
            .decode(bytes);
        ByteBuffer result = encoder.onUnmappableCharacter(CodingErrorAction.IGNORE).encode(text);
        System.out.write(result.array(), 0, result.limit());
        System.out.flush();
    }
}
