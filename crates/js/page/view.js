// A part of a file, character by character.
import { transcodeInto } from "../lib/entry/east-asia.inline.js";

/** Bytes that are shown at a time. */
const WINDOW = 4096;
// The longest character is 4 bytes long in all encodings, that of CESU-8 6.
const LONGEST = 8;

/** The characters of a file from a position on, at which one begins: text, position and bytes of
 * each. */
export async function charactersAt(file, encoding, position) {
  const buffer = await file.slice(position, position + WINDOW + LONGEST).arrayBuffer();
  const bytes = new Uint8Array(buffer);
  const isEnd = position + bytes.length >= file.size;
  const most = isEnd ? bytes.length : WINDOW;
  const characters = [];
  const units = new Uint8Array(8);
  let at = 0;
  while (at < most) {
    // Room for one character, or for the two that some of Big5 are.
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
