// Detection of any encoding, and repair: the functions of a WebAssembly of their own.
import { bytesOf, part } from "./buffers.js";
import { TextDecoder, TextEncoder } from "./globals.js";

// Bytes that are looked at, beside any ASCII in between.
const SAMPLE = 1 << 20;
// Bytes at the start that are looked at even if they are ASCII.
const START = 1 << 12;
// Bytes that are left out as a whole if they are ASCII: an even number.
const PIECE = 1 << 16;
// By the numbers of the WebAssembly.
const CERTAINTIES = ["unknown", "guess", "likely", "certain"];

let wasm;

/** Makes an instance the one that does the work. */
export function attach(instance) {
  wasm = instance.exports;
}

/** Lets the WebAssembly work on bytes in its memory, which is given back then. */
function withBytes(bytes, work) {
  const put = wasm.reserve(bytes.length);
  new Uint8Array(wasm.memory.buffer, put, bytes.length).set(bytes);
  try {
    return work();
  } finally {
    wasm.reserve(0);
  }
}

/** The bytes that it has left there. */
function left() {
  return new Uint8Array(wasm.memory.buffer, wasm.content(), wasm.len());
}

/** The encoding of a text, as far as it shows. */
export function detect(bytes) {
  const [sample, isWhole] = sampleOf(bytesOf(bytes));
  return withBytes(sample, () => {
    const found = wasm.find(isWhole);
    const name = String.fromCharCode(...left());
    return {
      encoding: name === "" ? null : name,
      certainty: CERTAINTIES[found >> 1],
      exact: (found & 1) !== 0,
    };
  });
}

/** The bytes that tell most, and whether they are the whole text. */
function sampleOf(source) {
  if (source.length <= START) return [source, true];
  const pieces = [];
  let length = 0;
  let at = 0;
  for (; at < source.length && length < SAMPLE; at += PIECE) {
    const piece = part(source, at, Math.min(at + PIECE, source.length));
    if (length >= START && isAscii(piece)) continue;
    pieces.push(piece);
    length += piece.length;
  }
  if (length === source.length) return [source, true];
  const sample = new Uint8Array(length);
  pieces.reduce((end, piece) => (sample.set(piece, end), end + piece.length), 0);
  return [sample, at >= source.length];
}

function isAscii(bytes) {
  let all = 0;
  for (let at = 0; at < bytes.length; at++) all |= bytes[at];
  return all < 0x80;
}

// Code units that are repaired at a time, and more up to the end of a line: each line is judged by
// itself.
const LINES = 1 << 18;

/** Undoes what happens to UTF-8 that is read in a code page, line by line. */
export function repair(text) {
  text = `${text}`;
  let made = "";
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at + LINES) + 1 || text.length;
    const lines = text.slice(at, end);
    made += repairLines(lines);
    at = end;
  }
  return made;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function repairLines(lines) {
  // Most have nothing to repair, and UTF-8 no lone surrogates.
  if (!/[^\x00-\x7f]/.test(lines)) return lines;
  if (LONE_SURROGATE.test(lines)) {
    const each = lines.split(/(?<=\n)/);
    return each.length === 1 ? lines : each.map(repairLines).join("");
  }
  return withBytes(new TextEncoder().encode(lines), () =>
    wasm.repair() ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(left()) : lines,
  );
}
