// Tests of the functions, compared with the engine's own TextDecoder and TextEncoder if it has
// them.
import { equal, isTrue, randomNumbers, sameBytes, throws } from "./assert.js";
import { labels, otherLabels } from "./labels.js";
import { CHARACTERS, bytes, damagedUtf8, textWithHalves, utf8 } from "./texts.js";

/** Returns the engine's decoder for a label, or undefined if it has none. */
function theirs(label, options) {
  try {
    return new TextDecoder(label, options);
  } catch {
    return undefined;
  }
}

function attempt(call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** Checks that our result equals that of the engine, strictly and with replacement. */
function sameAsEngine(u, label, source, what) {
  for (const ignoreBOM of [false, true]) {
    const expected = theirs(label, { ignoreBOM }).decode(source);
    equal(u.decode(source, label, { ignoreBOM }), expected, what);
    const strict = attempt(() => theirs(label, { fatal: true, ignoreBOM }).decode(source));
    const found = attempt(() => u.decode(source, label, { fatal: true, ignoreBOM }));
    equal(found, strict, `${what}, fatal`);
  }
  // The same with a function that never uses the engine.
  const wide = u.transcode(source, label, "utf-16le", { lossy: true });
  const kept = { ignoreBOM: true };
  equal(theirs("utf-16le", kept).decode(wide), theirs(label, kept).decode(source), what);
}

/** Encodings for which the result of Node.js (from ICU) differs from the standard. */
const ICU_DIFFERS = [
  "IBM866",
  "KOI8-U",
  "windows-874",
  "windows-1252",
  "windows-1253",
  "windows-1255",
];

export const whole = {
  "labels have the meaning of the standard"(u) {
    let compared = 0;
    for (const label of labels) {
      const name = u.encodingName(label);
      const engine = theirs(label);
      if (!engine) continue;
      // The suffix -i is about display order, which is not part of an encoding.
      equal(name.toLowerCase(), engine.encoding.replace(/-i$/, ""), label);
      equal(u.encodingName(` ${label.toUpperCase()}\n`), name, label);
      compared++;
    }
    isTrue(compared > 160, `${compared} labels are known to both`);
    const tooLong = `utf-8${" ".repeat(1e6)}x`;
    for (const label of [...otherLabels, "", "utf-88", "x", "x-", "é", tooLong]) {
      equal(u.encodingName(label), null, label.slice(0, 20));
      throws(() => u.decode(bytes(), label), RangeError, {}, label.slice(0, 20));
    }
  },

  "names are labels of their encodings"(u) {
    for (const wrong of ["", "\u0000utf-8x", "ütf-8", "utf-8é", "u\u0441-8"]) {
      equal(u.encodingName(wrong), null, wrong);
    }
    const names = u.encodingNames();
    equal(names.length, new Set(names).size, "different names");
    isTrue(names.length >= 61, `${names.length} names`);
    for (const name of names) equal(u.encodingName(name), name, name);
    const labels = {
      cp437: "IBM437",
      "ebcdic-cp-us": "IBM037",
      latin1: "windows-1252",
      ISO8859_1: "windows-1252",
      "x-latin1": "x-iso-8859-1",
      "x-ascii": "x-us-ascii",
      "x-latin5": "x-iso-8859-9",
      "utf-16": "UTF-16LE",
      "utf-32": "UTF-32LE",
      wtf8: "WTF-8",
      "wtf-16": "WTF-16",
      "utf-8 (jdk)": "UTF-8 (JDK)",
    };
    for (const [label, name] of Object.entries(labels)) equal(u.encodingName(label), name, label);
  },

  "every byte of every single-byte encoding is decoded as by the engine"(u) {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const others = typeof process === "undefined" ? [] : ICU_DIFFERS;
    let compared = 0;
    for (const label of new Set(labels.map((label) => u.encodingName(label)))) {
      if (label.startsWith("UTF") || !theirs(label) || others.includes(label)) continue;
      sameAsEngine(u, label, all, label);
      for (const byte of all) sameAsEngine(u, label, bytes(byte), `${label}, ${byte}`);
      compared++;
    }
    isTrue(compared >= 19 - others.length, `${compared} encodings are known to both`);
  },

  "short texts are decoded as by the WebAssembly, on every code path"(u) {
    const random = randomNumbers(11);
    const lengths = [0, 1, 3, 15, 16, 17, 31, 63, 64, 65, 127, 255, 256, 257, 1023, 1024, 1025];
    const capacity = new Uint8Array(new SharedArrayBuffer(2048));
    const names = u.encodingNames().filter((name) => {
      const wide = u.transcode(Uint8Array.from(capacity.keys()).subarray(0, 256), name, "utf-16le", {
        lossy: true,
      });
      return wide.length === 512;
    });
    isTrue(names.length > 40, `${names.length} code pages`);
    for (const limit of [0x80, 0x100]) {
      for (const length of lengths) {
        // The encodings alternate, so that no table is left from the last call.
        for (const name of names) {
          const at = random(5);
          const source = capacity.subarray(at, at + length);
          for (let index = 0; index < length; index++) source[index] = random(limit);
          const copy = source.slice();
          const wide = u.transcode(copy, name, "utf-16le", { lossy: true });
          let expected = "";
          for (let index = 0; index < wide.length; index += 2) {
            expected += String.fromCharCode(wide[index] | (wide[index + 1] << 8));
          }
          const what = `${length} bytes of ${name}`;
          for (const given of [source, copy]) {
            equal(u.decode(given, name), expected, what);
            const fault = u.validate(given, name);
            equal(fault !== null, expected.includes("\ufffd"), what);
            const call = () => u.decode(given, name, { fatal: true });
            if (fault === null) equal(call(), expected, what);
            else throws(call, u.EncodingError, { position: fault.position }, what);
          }
        }
      }
    }
  },

  "UTF-8 is decoded as by the engine"(u) {
    const random = randomNumbers(1);
    for (let round = 0; round < 1500; round++) {
      const source = damagedUtf8(random, random(60), 1 + random(40));
      sameAsEngine(u, "utf-8", source, `round ${round}`);
      const isValid = attempt(() => theirs("utf-8", { fatal: true }).decode(source)) !== undefined;
      equal(u.isValidUtf8(source), isValid, `round ${round}`);
      equal(u.validate(source) === null, isValid, `round ${round}`);
    }
  },

  "UTF-16 is decoded as by the engine"(u) {
    const random = randomNumbers(2);
    for (let round = 0; round < 600; round++) {
      const text = textWithHalves(random, random(40), 1 + random(40));
      for (const [label, high] of [
        ["utf-16le", 1],
        ["utf-16be", 0],
      ]) {
        const source = new Uint8Array(2 * text.length + random(2));
        for (let at = 0; at < text.length; at++) {
          source[2 * at + high] = text.charCodeAt(at) >> 8;
          source[2 * at + 1 - high] = text.charCodeAt(at) & 0xff;
        }
        sameAsEngine(u, label, source, `${label}, round ${round}`);
      }
    }
  },

  "positions are those of the first error"(u) {
    const random = randomNumbers(3);
    const strict = new TextDecoder("utf-8", { fatal: true });
    const isPrefix = (source) => attempt(() => strict.decode(source)) !== undefined;
    for (let round = 0; round < 300; round++) {
      const source = damagedUtf8(random, 1 + random(30), 1 + random(20));
      const error = u.validate(source);
      if (error === null) continue;
      const { position, length } = error;
      isTrue(isPrefix(source.subarray(0, position)), `round ${round}: text before ${position}`);
      isTrue(length >= 1 && length <= 3, `round ${round}: ${length} bytes`);
      const isCut = position + length === source.length && error.reason === "incomplete";
      equal(error.reason, isCut ? "incomplete" : "malformed", `round ${round}`);
      const replaced = new TextDecoder().decode(source.subarray(position, position + length));
      equal(replaced, "\ufffd", `round ${round}: one sequence`);
      const properties = { position, length, kind: error.kind, reason: error.reason };
      const fatal = () => u.decode(source, "utf-8", { fatal: true });
      throws(fatal, u.EncodingError, properties, `round ${round}`);
      throws(
        () => u.transcode(source, "utf-8", "utf-32be"),
        u.EncodingError,
        properties,
        "to UTF-32",
      );
    }
  },

  "errors name the rule that is broken"(u) {
    const cases = [
      ["utf-8", [0x61, 0x80], 1, 1, "UnexpectedContinuation"],
      ["utf-8", [0xff], 0, 1, "InvalidByte"],
      ["utf-8", [0x61, 0xc0, 0x80], 1, 1, "Overlong"],
      ["utf-8", [0xed, 0xa0, 0x80], 0, 1, "Surrogate"],
      ["utf-8", [0xf4, 0x90, 0x80, 0x80], 0, 1, "TooLarge"],
      ["utf-8", [0xe2, 0x82, 0x61], 0, 2, "MissingContinuation"],
      ["utf-8", [0x61, 0xf0, 0x9f, 0x98], 1, 3, "Incomplete"],
      ["utf-16le", [0x61, 0, 0, 0xdc], 2, 2, "UnpairedSurrogate"],
      ["utf-16be", [0, 0x61, 0xd8, 0, 0], 2, 3, "Incomplete"],
      ["utf-32le", [0, 0, 0x11, 0], 0, 4, "TooLarge"],
      ["ucs-4", [0x61, 0, 0, 0, 0, 0xd8, 0, 0], 4, 4, "Surrogate"],
      ["cesu-8", [0xf0, 0x9f, 0x98, 0x80], 0, 1, "FourBytes"],
      ["mutf-8", [0x61, 0], 1, 1, "Nul"],
      ["x-us-ascii", [0x61, 0xe9], 1, 1, "InvalidByte"],
      ["windows-1253", [0xaa], 0, 1, "Unassigned"],
      ["wtf-16", [0x61, 0, 0x61], 2, 1, "Incomplete"],
    ];
    for (const [label, source, position, length, kind] of cases) {
      const reason = kind === "Incomplete" ? "incomplete" : "malformed";
      const encoding = u.encodingName(label);
      const properties = { name: "EncodingError", reason, encoding, position, length, kind };
      const fatal = () => u.decode(bytes(...source), label, { fatal: true });
      const error = throws(fatal, u.EncodingError, properties, `${label} ${source}`);
      isTrue(error instanceof TypeError, "as the engine's");
      isTrue(error.message.includes(` ${position}`), error.message);
      throws(
        () => u.transcode(bytes(...source), label, "utf-8"),
        u.EncodingError,
        properties,
        label,
      );
      equal(u.validate(bytes(...source), label).kind, kind, label);
    }
  },

  "text is encoded as by the engine"(u) {
    const random = randomNumbers(4);
    for (let round = 0; round < 500; round++) {
      const text = textWithHalves(random, random(60), 1 + random(60));
      sameBytes(u.encode(text), utf8.encode(text), `round ${round}`);
      for (const label of ["utf-16le", "utf-16be"]) {
        const back = new TextDecoder(label, { ignoreBOM: true }).decode(u.encode(text, label));
        equal(back, new TextDecoder("utf-8", { ignoreBOM: true }).decode(utf8.encode(text)), label);
      }
      // Only these can represent unpaired surrogates.
      for (const label of ["wtf-16", "wtf-8", "mutf-8"]) {
        const there = u.encode(text, label, { fatal: true });
        sameBytes(u.encode(text, label), there, label);
        equal(u.decode(there, label, { fatal: true, ignoreBOM: true }), text, label);
      }
    }
  },

  "every encoding round-trips its characters"(u) {
    const characters = [...new Set(CHARACTERS + "éüÄñ€ЖяΩאبก漢\u0000%~\\|")];
    for (const label of u.encodingNames()) {
      let count = 0;
      for (const character of characters) {
        let there;
        try {
          there = u.encode(character, label, { fatal: true });
        } catch (error) {
          const codePoint = character.codePointAt(0);
          equal(error.codePoint, codePoint, `${label}: ${error}`);
          const lost = u.decode(u.encode(character, label), label);
          equal(lost, "?", `${label}, U+${codePoint.toString(16)}`);
          continue;
        }
        count++;
        const back = u.decode(there, label, { fatal: true, ignoreBOM: true });
        equal(back, character, label);
        sameBytes(u.transcode(u.encode(character, "utf-32le"), "utf-32le", label), there, label);
      }
      isTrue(count >= 6, `${label} has ${count}`);
    }
  },

  "long texts are encoded in pieces, between characters"(u) {
    // Engines may copy the text that they are given, so it must not add up to much more than the
    // text.
    let given = 0;
    const { encodeInto } = TextEncoder.prototype;
    TextEncoder.prototype.encodeInto = function (text, bytes) {
      given += text.length;
      return encodeInto.call(this, text, bytes);
    };
    try {
      for (const shift of [0, 1]) {
        const text = "x".repeat(shift) + "a👋".repeat(50_000) + "é".repeat(50_000);
        given = 0;
        sameBytes(u.encode(text, "utf-8"), utf8.encode(text), "utf-8");
        const wide = u.encode(text, "utf-32le", { fatal: true });
        equal(u.decode(wide, "utf-32le"), text, "utf-32le");
        equal(u.encode(text, "latin1").length, [...text].length, "latin1");
        isTrue(given <= 3 * (text.length + 100), `${given} units of ${text.length}`);
      }
    } finally {
      TextEncoder.prototype.encodeInto = encodeInto;
    }
  },

  "errors of encode count code units"(u) {
    const cases = [
      ["10 €", "x-iso-8859-1", 3, 1, 0x20ac],
      ["😀😀é😀", "x-us-ascii", 0, 2, 0x1f600],
      ["é汉", "windows-1252", 1, 1, 0x6c49],
      ["a😀\ud800b", "utf-8", 3, 1, 0xd800],
      ["a\udc00", "utf-16be", 1, 1, 0xdc00],
      ["汉\ud83d", "utf-32", 1, 1, 0xd83d],
      ["é\udfff€", "x-iso-8859-1", 1, 1, 0xdfff],
      ["€\udfff", "x-iso-8859-1", 0, 1, 0x20ac],
      [`${"汉".repeat(70000)}\ud800`, "utf-8", 70000, 1, 0xd800],
      [`${"é😀".repeat(50000)}`, "windows-1252", 1, 2, 0x1f600],
      [`${"éa".repeat(60000)}汉`, "windows-1252", 120000, 1, 0x6c49],
    ];
    for (const [text, label, position, length, codePoint] of cases) {
      const encoding = u.encodingName(label);
      const properties = { reason: "unrepresentable", encoding, position, length, codePoint };
      const what = `${text.slice(0, 9)} in ${label}`;
      throws(() => u.encode(text, label, { fatal: true }), u.EncodingError, properties, what);
      u.encode(text, label);
    }
  },

  "arguments of other types are errors"(u) {
    for (const wrong of [undefined, null, 1, "text", [1, 2], {}, { length: 1 }, new Map()]) {
      throws(() => u.decode(wrong), TypeError, {}, `decode(${wrong})`);
      throws(() => u.isValidUtf8(wrong), TypeError, {}, `isValidUtf8(${wrong})`);
      throws(() => u.validate(wrong), TypeError, {}, `validate(${wrong})`);
      throws(() => u.detect(wrong), TypeError, {}, `detect(${wrong})`);
      throws(() => u.transcode(wrong, "utf-8", "utf-16"), TypeError, {}, `transcode(${wrong})`);
    }
    throws(() => u.transcode(bytes(), "utf-8"), RangeError, {}, "no target");
    throws(() => u.encode(Symbol("x")), TypeError, {}, "a symbol");
    equal(u.decode(bytes(0x61), undefined, null), "a", "no options");
    equal(u.encode(12).length, 2, "a number becomes text");
  },

  "a text is detected"(u) {
    const found = (source) => Object.values(u.detect(source)).join(" ");
    equal(found(bytes()), "US-ASCII certain true", "nothing");
    equal(found(utf8.encode("plain")), "US-ASCII certain true", "ASCII");
    equal(found(utf8.encode("Grüße aus München")), "UTF-8 certain true", "UTF-8");
    equal(found(bytes(0xfe, 0xff, 0, 0x61)), "UTF-16BE certain true", "a mark");
    equal(found(u.encode("где? ".repeat(40), "utf-32be")), "UTF-32BE certain true", "UTF-32");
    equal(found(u.encode("hello world", "utf-16le")), "UTF-16LE likely true", "UTF-16");
    equal(u.detect(u.encode("café noir", "latin1")).encoding, null, "Latin-1");
    const long = "plain ".repeat(50000);
    equal(found(utf8.encode(long)), "US-ASCII certain true", "long ASCII");
    equal(found(utf8.encode(`${long}Grüße`)), "UTF-8 certain true", "UTF-8 at the end");
    equal(u.detect(u.encode(`${long}Grüße in Latin-1`, "latin1")).encoding, null, "long Latin-1");
    const russian = "где ты? ".repeat(30000);
    equal(found(utf8.encode(russian)), "UTF-8 certain true", "long UTF-8");
    equal(found(u.encode(russian, "utf-16le")), "UTF-16LE certain true", "long UTF-16");
    const damaged = utf8.encode(russian);
    damaged[damaged.length - 9] = 0xff;
    equal(found(damaged), "UTF-8 likely false", "damaged at the end");
  },
};
