// Detection of any encoding, and repair of mojibake, with a WebAssembly of its own.
import { bytesOf, part } from "./buffers.js";
import { TextDecoder, TextEncoder } from "./globals.js";

// Number of bytes that are examined, without long runs of plain ASCII.
const SAMPLE = 1 << 20;
// Number of bytes at the start that are examined even if they are plain ASCII.
const START = 1 << 12;
// Number of bytes that are skipped as a whole if they are plain ASCII. It is even, to keep the
// alignment of UTF-16.
const PIECE = 1 << 16;
// Indexed by the numbers that the WebAssembly returns.
const CERTAINTIES = ["unknown", "guess", "likely", "certain"];

let wasm;
let create;

/** Sets the function that creates the instance when it is first needed. */
export function provide(instance) {
  create = instance;
}

/** Copies bytes to the memory of the WebAssembly, calls `work`, and frees that memory. */
function withBytes(bytes, work) {
  wasm ??= create().exports;
  const put = wasm.reserve(bytes.length);
  new Uint8Array(wasm.memory.buffer, put, bytes.length).set(bytes);
  try {
    return work();
  } finally {
    wasm.reserve(0);
  }
}

/** Returns the bytes that the WebAssembly has written. */
function left() {
  return new Uint8Array(wasm.memory.buffer, wasm.content(), wasm.len());
}

/** Detects the encoding of a text. */
export function detect(bytes) {
  return withBytes(sampleOf(bytesOf(bytes)), () => {
    const found = wasm.find();
    const values = String.fromCharCode(...left()).split("\n");
    const [encoding, runnerUp, language, second] = values.map((value) => value || null);
    return {
      encoding,
      certainty: CERTAINTIES[found >> 1],
      exact: (found & 1) !== 0,
      language,
      runnerUp,
      mixed: second && { encoding: second, offset: Number([...values[4]].reverse().join("")) },
    };
  });
}

/** Returns the bytes to examine. */
function sampleOf(source) {
  if (source.length <= START) return source;
  const pieces = [];
  let length = 0;
  for (let at = 0; at < source.length && length < SAMPLE; at += PIECE) {
    const piece = part(source, at, Math.min(at + PIECE, source.length));
    if (length >= START && isPlain(piece)) continue;
    pieces.push(piece);
    length += piece.length;
  }
  if (length === source.length) return source;
  const sample = new Uint8Array(length);
  pieces.reduce((end, piece) => (sample.set(piece, end), end + piece.length), 0);
  return sample;
}

// The bits of TAB, LF, FF and CR. Other control characters may show that the text is not ASCII.
const FORMATS = (1 << 9) | (1 << 10) | (1 << 12) | (1 << 13);

function isPlain(bytes) {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte >= 0x80 || (byte < 0x20 && !((FORMATS >> byte) & 1))) return false;
  }
  return true;
}

// Number of code units that are repaired at a time. A piece extends to the end of its last line,
// because each line is judged by itself.
const LINES = 1 << 18;

/** Undoes UTF-8 that was decoded as a code page, line by line. */
export function repair(text) {
  text = `${text}`;
  let repaired = "";
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at + LINES) + 1 || text.length;
    const lines = text.slice(at, end);
    repaired += repairLines(lines);
    at = end;
  }
  return repaired;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function repairLines(lines) {
  // Most lines have nothing to repair. Unpaired surrogates cannot be encoded as UTF-8.
  if (!/[^\x00-\x7f]/.test(lines)) return lines;
  if (LONE_SURROGATE.test(lines)) {
    const each = lines.split(/(?<=\n)/);
    return each.length === 1 ? lines : each.map(repairLines).join("");
  }
  return withBytes(new TextEncoder().encode(lines), () =>
    wasm.repair() ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(left()) : lines,
  );
}
