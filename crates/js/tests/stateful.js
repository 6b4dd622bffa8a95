// Tests of stateful encodings, which `utflane/east-asia` has.
import { equal, isTrue, sameBytes, throws } from "./assert.js";
import { bytes, joined } from "./texts.js";

const MORE = { stream: true };
const ascii = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const TEXTS = {
  "ISO-2022-JP": ["日本 abc カナ\n漢", "\x1b$BF|K\\\x1b(B abc \x1b$B%+%J\x1b(B\n\x1b$B4A\x1b(B"],
  "UTF-7": ["Hi Mom -☺-!", "Hi Mom -+Jjo--!"],
  "HZ-GB-2312": ["中文 a~b", "~{VPND~} a~~b"],
};

export const stateful = {
  "texts in stateful encodings are converted"(u) {
    for (const [name, [text, expected]] of Object.entries(TEXTS)) {
      equal(u.encodingName(name.toLowerCase()), name, name);
      equal(u.decode(ascii(expected), name, { fatal: true }), text, name);
      sameBytes(u.transcode(ascii(expected), name, "utf-8"), new TextEncoder().encode(text), name);
      equal(u.decode(u.encode(text, name, { fatal: true }), name), text, name);
      equal(u.validate(ascii(expected), name), null, name);
      equal([...u.faults(ascii(expected), name)].length, 0, name);
    }
    const [text, japanese] = TEXTS["ISO-2022-JP"];
    sameBytes(u.encode(text, "iso-2022-jp"), ascii(japanese), "ISO-2022-JP");
    const long = `${text} `.repeat(20_000);
    for (const name of ["ISO-2022-JP", "CP50221"]) {
      const there = u.encode(long, name, { fatal: true });
      isTrue(u.decode(there, name, { fatal: true }) === long, name);
      const back = u.transcode(u.transcode(there, name, "euc-jp"), "euc-jp", name);
      sameBytes(back, there, name);
    }
  },

  "other stateful encodings are converted back"(u) {
    for (const [name, text] of [
      ["ISO-2022-KR", "한국어 abc\n한"],
      ["UTF-7-IMAP", "Entwürfe & mehr"],
      ["ISO-2022-UTF-8", "aé汉😀"],
      ["UTF-1", "aé汉😀"],
      ["UCS-2LE", "aé汉"],
      ["UCS-2BE", "aé汉"],
      ["JOHAB", "한국어 abc"],
      ["x-ms-cp932", "日本語\ue000①"],
      ["eucJP-ms", "日本語\ue000"],
      ["CP950", "中文\ue000€"],
      ["EUC-CN", "中文"],
      ["UTF-8+CESU-8", "aé汉😀"],
      ["windows-1258-nfc", "Tiếng Việt"],
    ]) {
      const there = u.encode(text, name, { fatal: true });
      equal(u.decode(there, name, { fatal: true, ignoreBOM: true }), text, name);
    }
  },

  "texts in stateful encodings may be cut anywhere, with others in between"(u) {
    for (const [name, [text, expected]] of Object.entries(TEXTS)) {
      const source = ascii(expected);
      const whole = u.encode(text, name);
      for (let at = 0; at <= source.length; at++) {
        const decoders = [0, 1].map(() => new u.Decoder(name));
        let made = decoders[0].decode(source.subarray(0, at), MORE);
        decoders[1].decode(source.subarray(0, source.length - at), MORE);
        made += decoders[0].decode(source.subarray(at));
        equal(made, text, `${name} at ${at}`);
      }
      for (let at = 0; at <= text.length; at++) {
        const encoder = new u.Encoder(name);
        const other = new u.Encoder(name);
        const parts = [encoder.encode(text.slice(0, at), MORE)];
        other.encode(text, MORE);
        parts.push(encoder.encode(text.slice(at)));
        sameBytes(joined(parts), whole, `${name} at ${at}`);
      }
    }
  },

  "errors in stateful encodings have a position"(u) {
    const source = ascii("ab\x1b$B!!\x80!\x1b(Bc");
    const fault = u.validate(source, "iso-2022-jp");
    equal(fault.position, 7, "position");
    const [first] = u.faults(source, "iso-2022-jp");
    equal(first.position, 7, "the first");
    equal(first.kind, fault.kind, "kind");
    isTrue(u.decode(source, "iso-2022-jp").includes("\ufffd"), "replaced");
    const decoder = new u.Decoder("iso-2022-jp", { fatal: true });
    decoder.decode(source.subarray(0, 4), MORE);
    const rest = () => decoder.decode(source.subarray(4));
    throws(rest, u.EncodingError, { position: 7 }, "in a stream");
    equal(decoder.decode(ascii("c")), "c", "another text");
    const lacking = { position: 2, length: 2, codePoint: 0x1f600, encoding: "ISO-2022-JP" };
    throws(
      () => u.encode("日a😀", "iso-2022-jp", { fatal: true }),
      u.EncodingError,
      lacking,
      "a character that ISO-2022-JP lacks",
    );
    const half = { position: 1, length: 1, codePoint: 0xd800 };
    throws(
      () => u.encode("日\ud800a", "iso-2022-jp", { fatal: true }),
      u.EncodingError,
      half,
      "an unpaired surrogate",
    );
    equal(u.decode(u.encode("日a😀b", "iso-2022-jp"), "iso-2022-jp"), "日a?b", "its replacement");
    const small = new Uint8Array(4);
    throws(
      () => u.transcodeInto(ascii(TEXTS["ISO-2022-JP"][1]), "iso-2022-jp", "utf-8", small),
      RangeError,
      {},
      "a small target",
    );
  },

  "replacements in a stateful encoding are reported"(u) {
    const losses = [];
    const onLoss = ({ position, length, codePoint }) => losses.push([position, length, codePoint]);
    const text = `日${"😀é".repeat(3000)}`;
    const made = u.encode(text, "iso-2022-jp", { onLoss });
    sameBytes(made, u.encode(text, "iso-2022-jp"), "the same bytes");
    equal(losses.length, 6000, "replacements");
    equal(`${losses[0]} ${losses[1]} ${losses[5999]}`, `1,2,${0x1f600} 3,1,233 9000,1,233`, "");
    losses.length = 0;
    const encoder = new u.Encoder("iso-2022-jp", { onLoss });
    encoder.encode("日a\ud83d", MORE);
    encoder.encode("\ude00é");
    equal(`${losses}`, `2,2,${0x1f600},4,1,233`, "in chunks");
  },

  "the state is kept per text"(u) {
    sameBytes(u.encode("", "iso-2022-jp"), bytes(), "nothing");
    const encoder = new u.Encoder("iso-2022-jp");
    for (let round = 0; round < 2; round++) {
      const parts = [encoder.encode("日", MORE), encoder.encode("本")];
      sameBytes(joined(parts), ascii("\x1b$BF|K\\\x1b(B"), `round ${round}`);
    }
  },
};
