// Decodes a part of a file character by character.
import { Decoder, encodingsOf, isByLine, isStateful, transcodeInto, validate } from "./utflane.js";

/** Number of bytes that are shown at a time. */
const WINDOW = 4096;
// Upper limit of the length of a character: 6 bytes in CESU-8, at most 4 in other encodings.
const LONGEST = 8;
const LF = 0x0a;

const bytesOf = async (file, start, end) =>
  new Uint8Array(await file.slice(start, end).arrayBuffer());

/** Returns the characters of a file from a position on, at which a character must begin: text,
 * position and bytes of each. */
export async function charactersAt(file, encoding, position) {
  if (isStateful(encoding)) return afterStart(file, encoding, position);
  const bytes = await bytesOf(file, position, position + WINDOW + LONGEST);
  const isEnd = position + bytes.length >= file.size;
  const most = isEnd ? bytes.length : WINDOW;
  const before = await bytesOf(file, Math.max(0, position - WINDOW), position);
  const encodings = lineEncodings(encoding, before.subarray(before.lastIndexOf(LF) + 1), bytes);
  const characters = [];
  const units = new Uint8Array(8);
  let at = 0;
  while (at < most) {
    // The output has capacity for one character, or for the two that some Big5 sequences decode to.
    const capacity = 4;
    const rest = bytes.subarray(at, at + LONGEST);
    const from = encodings(at);
    let { read, written } = convert(rest, from, units.subarray(0, capacity));
    if (read === 0) ({ read, written } = convert(rest, from, units));
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

/** Returns a function that returns the encoding of the line at an index. `before` is the start of
 * the first line. */
function lineEncodings(encoding, before, bytes) {
  if (!isByLine(encoding)) return () => encoding;
  const all = encodingsOf(encoding);
  const fitting = (line) => all.find((one) => validate(line, one) === null) ?? all.at(-1);
  let end = -1;
  let current;
  return (at) => {
    if (at > end) {
      const next = bytes.indexOf(LF, at);
      end = next < 0 ? bytes.length : next;
      const line = bytes.subarray(at, end);
      current = fitting(at === 0 ? new Uint8Array([...before, ...line]) : line);
    }
    return current;
  };
}

/** Returns characters as `charactersAt` does, in a stateful encoding. Decodes all of the text before
 * them. The bytes of a character include the shift sequence before it. */
async function afterStart(file, encoding, position) {
  const decoder = new Decoder(encoding);
  for (let at = 0; at < position; at += 1 << 20) {
    decoder.decode(await bytesOf(file, at, Math.min(at + (1 << 20), position)), { stream: true });
  }
  const bytes = await bytesOf(file, position, position + WINDOW + LONGEST);
  const isEnd = position + bytes.length >= file.size;
  const characters = [];
  let start = 0;
  for (let at = 0; at < bytes.length && start < WINDOW; at++) {
    const isLast = isEnd && at + 1 === bytes.length;
    const text = decoder.decode(bytes.subarray(at, at + 1), { stream: !isLast });
    if (text === "") continue;
    characters.push({ text, position: position + start, bytes: bytes.slice(start, at + 1) });
    start = at + 1;
  }
  return { characters, next: isEnd ? file.size : position + start };
}
