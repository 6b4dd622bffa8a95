// Tests of `utflane/detect`. Its results are checked with the functions of `utflane/east-asia`.
import { equal, isTrue, sameBytes, throws } from "./assert.js";
import { bytes, utf8 } from "./texts.js";

const TEXTS = {
  "windows-1251": "Принимая во внимание, что признание достоинства",
  "KOI8-U": "Беручи до уваги, що визнання гідності, яка властива",
  IBM866: "Съешь ещё этих мягких французских булок, да выпей чаю",
  "windows-1252": "Toute personne a droit à l’éducation, où qu’elle soit née",
  "windows-1253": "Επειδή η αναγνώριση της αξιοπρέπειας",
  Shift_JIS: "すべて人は、教育を受ける権利を有する。",
  "EUC-JP": "すべて人は、教育を受ける権利を有する。",
  GBK: "人人都有受教育的权利，教育应当免费",
  Big5: "人人都有受教育的權利，教育應當免費",
  "EUC-KR": "모든 사람은 교육을 받을 권리를 가진다.",
};

const found = ({ encoding, certainty, exact }) => `${encoding} ${certainty} ${exact}`;

export const detection = {
  "code pages and legacy multi-byte encodings are detected"({ detect }, u) {
    for (const [label, text] of Object.entries(TEXTS)) {
      const source = u.encode(text, label, { fatal: true });
      const { encoding, certainty, exact } = detect(source);
      equal(u.decode(source, encoding), text, `${label}: ${encoding}`);
      equal(u.encodingName(encoding), encoding, label);
      isTrue(["guess", "likely"].includes(certainty), label);
      equal(exact, /^(win|KOI|IBM)/.test(label), label);
      // Also after much ASCII.
      const late = u.encode("plain ".repeat(300_000) + text, label);
      equal(detect(late).encoding, encoding, `${label}, late`);
    }
    const japanese = bytes(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42);
    equal(detect(japanese).encoding, "ISO-2022-JP", "stateful");
    const russian = `${TEXTS["windows-1251"]}. `.repeat(20);
    equal(found(detect(u.encode(russian, "windows-1251"))), "windows-1251 likely true", "long");
    equal(detect(u.encode(`${russian}\0`, "windows-1251")).encoding, null, "a NUL");
  },

  "the language, the runner-up and a second encoding are reported"({ detect }, u) {
    const russian = u.encode(`${TEXTS["windows-1251"]}. `.repeat(4), "windows-1251");
    const { encoding, language, runnerUp, mixed } = detect(russian);
    equal(language, "ru", "language");
    isTrue(u.encodingName(runnerUp) === runnerUp && runnerUp !== encoding, `${runnerUp}`);
    equal(mixed, null, "one encoding");
    const lines = ["Größe, Änderung und Übermut\n", "Füße und Hände, Köpfe\n"];
    const other = Uint8Array.from([
      ...[0, 1, 2, 3].flatMap(() => [...utf8.encode(lines[0])]),
      ...u.encode(lines[1], "windows-1252"),
    ]);
    const found = detect(other);
    equal(found.encoding, "UTF-8", "UTF-8");
    equal(found.mixed?.encoding, "windows-1252", "another encoding");
    const start = other.length - lines[1].length;
    isTrue(found.mixed.offset >= start && found.mixed.offset < other.length, "its offset");
    const unknown = detect(bytes(0, 1, 2, 0xff, 0, 0xfe, 3));
    equal(`${unknown.language} ${unknown.runnerUp} ${unknown.mixed}`, "null null null", "no text");
  },

  "Unicode encodings are detected"({ detect }, u) {
    equal(found(detect(bytes())), "US-ASCII certain true", "nothing");
    equal(found(detect(utf8.encode("plain"))), "US-ASCII certain true", "ASCII");
    equal(found(detect(utf8.encode("Grüße aus München"))), "UTF-8 certain true", "UTF-8");
    equal(found(detect(bytes(0xfe, 0xff, 0, 0x61))), "UTF-16BE certain true", "a mark");
    equal(found(detect(u.encode("где? ".repeat(40), "utf-32be"))), "UTF-32BE certain true", "");
    equal(found(detect(bytes(0, 1, 2, 0xff, 0, 0xfe, 3))), "null unknown false", "no text");
    throws(() => detect("text"), TypeError, {}, "no bytes");
    const long = utf8.encode("где ты? ".repeat(300_000));
    sameBytes(long.slice(0, 9), utf8.encode("где т"), "untouched");
    equal(found(detect(long)), "UTF-8 certain true", "long");
  },

  "mojibake is repaired"({ repair }) {
    equal(repair("cafÃ© â€“ naÃ¯ve, GrÃ¶ÃŸe"), "café – naïve, Größe", "windows-1252");
    equal(repair("caf├⌐"), "café", "CP437");
    equal(repair("Größe, déjà vu, où ?"), "Größe, déjà vu, où ?", "correct text");
    equal(repair(""), "", "nothing");
    equal(repair("\ufeffplain"), "\ufeffplain", "a mark");
    equal(repair("\ufeffcafÃ©"), "\ufeffcafé", "a mark");
    equal(repair("a\ud800\ncafÃ©\n\udc00cafÃ©\n"), "a\ud800\ncafé\n\udc00cafÃ©\n", "halves");
    const long = "plain text, and cafÃ© in it\r\n".repeat(50_000);
    isTrue(repair(long) === long.replaceAll("Ã©", "é"), "a long text");
    const cut = `${"a ".repeat(131_070)}cafÃ©\n`;
    isTrue(repair(cut) === cut.replace("Ã©", "é"), "a line across the border of pieces");
    const line = `${"a".repeat(600_000)} cafÃ©`;
    isTrue(repair(line) === line.replace("Ã©", "é"), "a long line");
  },
};
