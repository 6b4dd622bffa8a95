// Tests of `utflane/east-asia`. In browsers, the engine's decoders provide the expected results,
// because they all follow the standard. Node.js uses ICU, whose tables follow it only for GB18030.
import { equal, isTrue, randomNumbers, rejects, sameBytes, throws } from "./assert.js";
import { bytes } from "./texts.js";

const LABELS = ["shift_jis", "euc-jp", "euc-kr", "gbk", "gb18030", "big5"];
const isInNode = typeof process !== "undefined";

/** Returns all lines of a lead byte and any second byte, each followed by a space. */
function lines(lead) {
  const all = [];
  for (let trail = 0; trail < 0x100; trail++) all.push(lead, trail, 0x20, 0x0a);
  return Uint8Array.from(all);
}

/** Returns the sequences of one or two bytes of each character. */
function sequences(u, label) {
  const table = new Map();
  const add = (...sequence) => {
    const source = Uint8Array.from(sequence);
    if (u.validate(source, label)) return;
    const text = u.decode(source, label, { ignoreBOM: true });
    // The bytes are two characters, or a letter and a combining mark.
    if ([...text].length > 1) return;
    if (!table.has(text)) table.set(text, []);
    table.get(text).push(source);
  };
  for (let lead = 0; lead < 0x100; lead++) {
    add(lead);
    for (let trail = 0; trail < 0x100; trail++) add(lead, trail);
  }
  return table;
}

/** Private-use code points of old editions of GB18030, and the bytes that are written for them:
 * bytes that decode to characters of the 2022 edition. */
// prettier-ignore
const OF_OLD_EDITIONS = [
  0xe78d, 0xa6d9, 0xe78e, 0xa6da, 0xe78f, 0xa6db, 0xe790, 0xa6dc, 0xe791, 0xa6dd, 0xe792, 0xa6de,
  0xe793, 0xa6df, 0xe794, 0xa6ec, 0xe795, 0xa6ed, 0xe796, 0xa6f3, 0xe81e, 0xfe59, 0xe826, 0xfe61,
  0xe82b, 0xfe66, 0xe82c, 0xfe67, 0xe832, 0xfe6d, 0xe843, 0xfe7e, 0xe854, 0xfe90, 0xe864, 0xfea0,
];
const old = {};
for (let at = 0; at < OF_OLD_EDITIONS.length; at += 2) {
  const [unit, pair] = OF_OLD_EDITIONS.slice(at, at + 2);
  old[String.fromCharCode(unit)] = [pair >> 8, pair & 0xff];
}

/** Characters that can be encoded although no bytes decode to them. */
const WRITTEN = {
  gbk: old,
  gb18030: old,
  shift_jis: { "\u00a5": [0x5c], "\u203e": [0x7e], "\u2212": [0x81, 0x7c] },
  "euc-jp": { "\u00a5": [0x5c], "\u203e": [0x7e], "\u2212": [0xa1, 0xdd] },
};

/** Whether a sequence can only be decoded: in Big5 those of Hong Kong, in Shift_JIS the private
 * ones. */
function isOnlyRead(label, [lead]) {
  if (label === "big5") return lead >= 0x80 && lead < 0xa1;
  return label === "shift_jis" && lead >= 0xf0 && lead < 0xfa;
}

export const eastAsia = {
  "labels have the meaning of the standard"(u) {
    const names = {
      sjis: "Shift_JIS",
      "windows-31j": "Shift_JIS",
      cp932: "Shift_JIS",
      "x-euc-jp": "EUC-JP",
      "ks_c_5601-1987": "EUC-KR",
      cp949: "EUC-KR",
      uhc: "EUC-KR",
      gb2312: "GBK",
      chinese: "GBK",
      cp936: "GBK",
      gb18030: "GB18030",
      "big5-hkscs": "Big5",
      latin1: "windows-1252",
    };
    for (const [label, name] of Object.entries(names)) {
      equal(u.encodingName(label), name, label);
    }
    // Another table.
    equal(u.encodingName("cp950"), "CP950", "cp950");
    equal(u.encodingName("csiso2022jp"), "ISO-2022-JP", "csiso2022jp");
    for (const name of u.encodingNames()) equal(u.encodingName(name), name, name);
    equal(u.encodingNames().length, 84, "encodings");
  },

  "two bytes are decoded as by the engine"(u) {
    for (const label of isInNode ? ["gb18030"] : LABELS) {
      for (let lead = 0x80; lead < 0x100; lead++) {
        const source = lines(lead);
        const expected = new TextDecoder(label).decode(source).split("\n");
        const found = u.decode(source, label).split("\n");
        equal(found.length, expected.length, `${label}, ${lead}`);
        found.forEach((text, line) => {
          // Chromium 156 decodes a letter and a combining mark to half of a surrogate pair.
          if (label === "big5" && [...text].length === 3 && /\p{Mark}/u.test(text)) return;
          equal(text, expected[line], `${label}, ${lead}, line ${line}`);
        });
      }
    }
    const marks = [0x62, "Ê\u0304", 0x64, "Ê\u030c", 0xa3, "ê\u0304", 0xa5, "ê\u030c"];
    for (let at = 0; at < marks.length; at += 2) {
      equal(u.decode(bytes(0x88, marks[at]), "big5", { fatal: true }), marks[at + 1], "a mark");
    }
  },

  "decoded characters are encoded"(u) {
    for (const label of LABELS) {
      const table = sequences(u, label);
      isTrue(table.size > 7000, `${label}: ${table.size} characters`);
      for (const [text, all] of table) {
        const known = all.filter((sequence) => !isOnlyRead(label, sequence));
        if (known.length === 0) {
          throws(() => u.encode(text, label, { fatal: true }), u.EncodingError, {}, text);
          continue;
        }
        const found = u.encode(text, label, { fatal: true });
        const expected = known.find((sequence) => `${sequence}` === `${found}`);
        sameBytes(found, expected ?? known[0], `${label}, ${text}`);
      }
    }
  },

  "other characters are not encoded, except a few"(u) {
    for (const label of LABELS.filter((label) => label !== "gb18030")) {
      const table = sequences(u, label);
      const others = WRITTEN[label] ?? {};
      for (let unit = 0x80; unit < 0x10000; unit++) {
        const text = String.fromCharCode(unit);
        if ((unit >= 0xd800 && unit < 0xe000) || table.has(text)) continue;
        const found = u.encode(text, label);
        const expected = others[text] ?? [0x3f];
        sameBytes(found, expected, `${label}, ${unit.toString(16)}`);
      }
    }
  },

  "GB18030 has all characters except one"(u) {
    const decoder = new TextDecoder("gb18030", { fatal: true, ignoreBOM: true });
    for (let start = 0; start < 0x110000; start += 0x400) {
      let text = "";
      for (let at = start; at < start + 0x400; at++) {
        const character = String.fromCodePoint(at);
        const isOther = (at >= 0xd800 && at < 0xe000) || at === 0xe5e5 || character in old;
        if (!isOther) text += character;
      }
      equal(decoder.decode(u.encode(text, "gb18030", { fatal: true })), text, `${start}`);
    }
    for (const [text, pair] of Object.entries(old)) {
      sameBytes(u.encode(text, "gb18030"), pair, text);
    }
    throws(() => u.encode("\ue5e5", "gb18030", { fatal: true }), u.EncodingError, {}, "U+E5E5");
  },

  "errors have a position"(u) {
    const fault = u.validate(bytes(0x61, 0x81, 0x20), "shift_jis");
    equal(fault.position, 1, "position");
    equal(fault.length, 1, "length");
    equal(fault.kind, "MissingContinuation", "kind");
    const cut = u.validate(bytes(0x61, 0x81), "gbk");
    equal(cut.reason, "incomplete", "reason");
    const lacking = { reason: "unrepresentable", position: 2, length: 2, codePoint: 0x1f600 };
    const encode = () => u.encode("日a😀", "euc-jp", { fatal: true });
    throws(encode, u.EncodingError, lacking, "a character that EUC-JP lacks");
    equal(u.decode(u.encode("日a😀", "euc-jp"), "euc-jp"), "日a?", "its replacement");
    const replaced = [0x84, 0x31, 0xa4, 0x37, 0x94, 0x39, 0xfc, 0x36];
    sameBytes(u.encode("\ud800😀", "gb18030"), replaced, "U+FFFD in GB18030");
  },

  async "streams return the whole text, regardless of cuts"(u) {
    const random = randomNumbers(7);
    const text = "漢字 abc 한국어 ﾊﾝｶｸ 中文, ".repeat(9000);
    for (const label of LABELS) {
      const source = u.encode(text, label);
      for (let damage = 0; damage < 40; damage++) source[random(source.length)] = random(0x100);
      const whole = u.decode(source, label);
      const size = 1 + random(70000);
      const chunks = new ReadableStream({
        start(controller) {
          for (let at = 0; at < source.length; at += size) {
            controller.enqueue(source.slice(at, at + size));
          }
          controller.close();
        },
      });
      const [one, two] = chunks.tee();
      const reader = one.pipeThrough(new u.DecoderStream(label)).getReader();
      let decoded = "";
      for (let part; !(part = await reader.read()).done;) decoded += part.value;
      equal(decoded, whole, label);
      const utf8 = two.pipeThrough(new u.TranscoderStream(label, "utf-8", { lossy: true }));
      equal(await new Response(utf8).text(), whole, label);
    }
    const broken = new Blob([bytes(0x61, 0x81)]).stream();
    const reader = broken.pipeThrough(new u.ValidatorStream("big5")).getReader();
    await reader.read();
    await rejects(reader.read(), u.EncodingError, { position: 1 }, "a lead byte alone");
  },
};
