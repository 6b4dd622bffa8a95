// Texts for the tests.

export const utf8 = new TextEncoder();

export const bytes = (...values) => Uint8Array.from(values);

/** A letter of each length in UTF-8, and the characters at the borders of these lengths. */
export const CHARACTERS =
  "a\u007f\u0080é\u07ff\u0800汉\ud7ff\ue000\ufffd\uffff\u{10000}😀\u{10ffff}";

/** Sequences that break one rule each, and prefixes of well-formed sequences. */
const FRAGMENTS = [
  [0x80],
  [0xbf, 0xbf],
  [0xc0, 0x80],
  [0xc3],
  [0xe0, 0x80, 0x80],
  [0xe2, 0x82],
  [0xed, 0xa0, 0x80],
  [0xef, 0xbb, 0xbf],
  [0xf0, 0x80, 0x80, 0x80],
  [0xf0, 0x9f],
  [0xf0, 0x9f, 0x98],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf5],
  [0xff],
];

/** Returns `length` parts of UTF-8. About one part in `rate` is malformed. */
export function damagedUtf8(random, length, rate) {
  const characters = [...CHARACTERS];
  const parts = [];
  for (let part = 0; part < length; part++) {
    if (random(rate) === 0) parts.push(...FRAGMENTS[random(FRAGMENTS.length)]);
    else if (random(3) === 0) parts.push(...utf8.encode(characters[random(characters.length)]));
    else parts.push(...utf8.encode("abcdefghijklmnopqrst".slice(0, random(20))));
  }
  return Uint8Array.from(parts);
}

/** Returns `length` characters. About one in `rate` is an unpaired surrogate. */
export function textWithHalves(random, length, rate) {
  const characters = [...CHARACTERS];
  let text = "";
  for (let at = 0; at < length; at++) {
    if (random(rate) === 0) text += String.fromCharCode(0xd800 + random(0x800));
    else text += characters[random(characters.length)];
  }
  return text;
}

export function joined(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
