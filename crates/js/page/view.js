// Decodes a part of a file character by character.
import { transcodeInto } from "../lib/entry/east-asia.inline.js";

/** Number of bytes that are shown at a time. */
const WINDOW = 4096;
// Upper limit of the length of a character: 6 bytes in CESU-8, at most 4 in other encodings.
const LONGEST = 8;

/** Returns the characters of a file from a position on, at which a character must begin: text,
 * position and bytes of each. */
export async function charactersAt(file, encoding, position) {
  const buffer = await file.slice(position, position + WINDOW + LONGEST).arrayBuffer();
  const bytes = new Uint8Array(buffer);
  const isEnd = position + bytes.length >= file.size;
  const most = isEnd ? bytes.length : WINDOW;
  const characters = [];
  const units = new Uint8Array(8);
  let at = 0;
  while (at < most) {
    // The output has capacity for one character, or for the two that some Big5 sequences decode to.
    let room = 4;
    const rest = bytes.subarray(at, at + LONGEST);
    let { read, written } = convert(rest, encoding, units.subarray(0, room));
    if (read === 0) ({ read, written } = convert(rest, encoding, units));
    if (read === 0) break;
    const codes = new DataView(units.buffer, 0, written);
    let text = "";
    for (let code = 0; code < written; code += 4)
      text += String.fromCodePoint(codes.getUint32(code, true));
    characters.push({ text, position: position + at, bytes: bytes.slice(at, at + read) });
    at += read;
  }
  return { characters, next: position + at };
}

const convert = (bytes, encoding, target) =>
  transcodeInto(bytes, encoding, "utf-32le", target, { lossy: true });
