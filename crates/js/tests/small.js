// Tests of `utflane/utf`, which has only the encodings of Unicode, Latin-1 and US-ASCII.
import { equal, randomNumbers, sameBytes, throws } from "./assert.js";
import { bytes, damagedUtf8, textWithHalves, utf8 } from "./texts.js";
import { whole } from "./whole.js";

const NAMES = [
  "UTF-8",
  "UTF-16LE",
  "UTF-16BE",
  "UTF-32LE",
  "UTF-32BE",
  "x-iso-8859-1",
  "x-us-ascii",
];

/** Tests that need no other encodings. */
const COMMON = [
  "UTF-8 is decoded as by the engine",
  "UTF-16 is decoded as by the engine",
  "positions are those of the first error",
];

/** Returns the bytes of a text, by a loop over its characters. */
function byLoop(text, name) {
  const made = [];
  for (const character of text.replace(/\p{Surrogate}/gu, "\ufffd")) {
    const point = character.codePointAt(0);
    const unit = (value, size) => {
      const all = Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff);
      made.push(...(name.endsWith("BE") ? all.reverse() : all));
    };
    if (name === "UTF-8") made.push(...utf8.encode(character));
    else if (name.startsWith("UTF-16")) {
      for (let at = 0; at < character.length; at++) unit(character.charCodeAt(at), 2);
    } else if (name.startsWith("UTF-32")) unit(point, 4);
    else made.push(point < (name === "x-us-ascii" ? 0x80 : 0x100) ? point : 0x3f);
  }
  return made;
}

export const small = {
  ...Object.fromEntries(COMMON.map((name) => [name, whole[name]])),

  "its encodings are those that it names"(u) {
    equal(u.encodingNames().join(), NAMES.join(), "names");
    for (const name of NAMES) equal(u.encodingName(name), name, name);
    const labels = { utf8: "UTF-8", unicode: "UTF-16LE", "utf-32": "UTF-32LE" };
    for (const [label, name] of Object.entries(labels)) equal(u.encodingName(label), name, label);
    // These are labels of windows-1252, which this entry lacks.
    for (const label of ["latin1", "iso-8859-1", "ascii", "us-ascii", "windows-1252", "wtf-16"]) {
      equal(u.encodingName(label), null, label);
      throws(() => u.decode(bytes(), label), RangeError, {}, label);
    }
  },

  "all pairs of encodings are converted"(u) {
    const random = randomNumbers(31);
    for (let round = 0; round < 60; round++) {
      const length = round % 10 === 0 ? 5000 : random(40);
      let text = textWithHalves(random, length, 1 + random(60));
      if (round % 3 === 0) text = text.replace(/[^\x00-\xff]/gu, "é");
      for (const from of NAMES) {
        const source = Uint8Array.from(byLoop(text, from));
        sameBytes(u.encode(text, from), source, `encode to ${from}`);
        const own = u.decode(source, from, { ignoreBOM: true });
        for (const to of NAMES) {
          const what = `${from} to ${to}, round ${round}`;
          const expected = byLoop(own, to);
          sameBytes(u.transcode(source, from, to, { lossy: true }), expected, what);
        }
      }
    }
  },

  "errors of all pairs have the same position"(u) {
    const random = randomNumbers(32);
    for (let round = 0; round < 100; round++) {
      const source = damagedUtf8(random, 1 + random(400), 1 + random(200));
      const fault = u.validate(source);
      const own = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
      for (const to of NAMES) {
        const what = `UTF-8 to ${to}, round ${round}`;
        sameBytes(u.transcode(source, "utf-8", to, { lossy: true }), byLoop(own, to), what);
        if (fault === null || !to.startsWith("UTF")) continue;
        const { position, length, kind } = fault;
        const call = () => u.transcode(source, "utf-8", to);
        throws(call, u.EncodingError, { position, length, kind }, what);
      }
    }
    const lacking = { reason: "unrepresentable", position: 70_001, length: 2, codePoint: 0x1f600 };
    const text = `${"é".repeat(70_001)}😀`;
    throws(() => u.encode(text, "x-iso-8859-1", { fatal: true }), u.EncodingError, lacking, "");
    const half = { reason: "unrepresentable", position: 70_001, length: 1, codePoint: 0xd800 };
    for (const to of NAMES.slice(0, 6)) {
      const broken = `${"é".repeat(70_001)}\ud800é`;
      throws(() => u.encode(broken, to, { fatal: true }), u.EncodingError, half, to);
    }
    for (const [from, source, position] of [
      ["UTF-16BE", bytes(0, 0x61, 0xdc, 0, 0, 0x61), 2],
      ["UTF-32LE", bytes(0x61, 0, 0, 0, 0, 0xd8, 0, 0), 4],
      ["x-us-ascii", bytes(0x61, 0x62, 0x80), 2],
    ]) {
      for (const to of NAMES) {
        if (to === from) continue;
        throws(() => u.transcode(source, from, to), u.EncodingError, { position }, `${from} ${to}`);
      }
    }
  },

  async "streams convert chunks that are cut anywhere"(u) {
    const text = "aé汉😀z".repeat(30_000);
    for (const from of NAMES.slice(0, 5)) {
      const source = Uint8Array.from(byLoop(text, from));
      const chunks = new ReadableStream({
        start(controller) {
          for (let at = 0; at < source.length; at += 65_521) {
            controller.enqueue(source.slice(at, at + 65_521));
          }
          controller.close();
        },
      });
      const there = chunks.pipeThrough(new u.TranscoderStream(from, "utf-8"));
      equal(await new Response(there).text(), text, from);
    }
    const decoder = new u.Decoder("utf-16be");
    const cut = Uint8Array.from(byLoop("a😀", "UTF-16BE"));
    equal(decoder.decode(cut.subarray(0, 3), { stream: true }), "a", "the start");
    equal(decoder.decode(cut.subarray(3)), "😀", "the end");
  },

  "lent memory is converted"(u) {
    const loan = u.lend();
    loan.input.set(utf8.encode("é"));
    equal(loan.transcode(2, "utf-8", "x-iso-8859-1").written, 1, "a byte");
    equal(loan.output[0], 0xe9, "the byte");
  },
};
