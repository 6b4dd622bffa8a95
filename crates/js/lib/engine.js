// The WebAssembly, the memory that it shares with this side, and what can be asked about encodings.
//
// The memory has a fixed size and nothing in it outlives a call: what a stream must remember is
// kept on this side. No code of a caller runs between the first and the last step of a call.
import { part } from "./buffers.js";
import { TextDecoder } from "./globals.js";
import { byBuffer, everywhere } from "./host.js";
import { moduleOf } from "./load.js";

// Where things are in an answer of the WebAssembly.
export const READ = 0;
export const WRITTEN = 1;
export const LENGTH = 2;
export const KIND = 3;
export const CODE_POINT = 4;

// The status of a step.
export const DONE = 0;
export const FULL = 1;
export const MALFORMED = 2;
export const UNREPRESENTABLE = 3;

export let wasm;
/** The module that it is an instance of. */
export let compiled;
export let input;
export let output;
export let answer;
/** The input as code units. */
export let inputUnits;
/** What makes text of the input, if it is ASCII or Latin-1, of the output, if it is UTF-16, and of
 * the code units of a table, and puts text into `units`. An engine that has more than others also tells what all of some bytes
 * are. */
export let host;
let outputUnits;

/** Numbers of encodings that are asked for often. */
export let UTF_8;
export let UTF_16LE;
export let UTF_16BE;
export let WTF_16;

/** Code units of a text, on the way to the input. */
export const units = new Uint16Array(1 << 15);

/** Makes an instance the one that does the work, unless there is one with more encodings: which
 * comes first is not known where both are loaded. Where there is the module `buffer` of Node.js,
 * that is used, too. */
export function attach(instance, buffer = globalThis.process?.getBuiltinModule?.("node:buffer")) {
  if (wasm !== undefined && countOf(wasm) > countOf(instance.exports)) return;
  ({ wasm, input, output, answer } = partsOf(instance));
  compiled = moduleOf(instance);
  numbers.clear();
  inputUnits = new Uint16Array(input.buffer, input.byteOffset, input.length / 2);
  outputUnits = new Uint16Array(output.buffer, output.byteOffset, output.length / 2);
  const parts = { input, output, units };
  host = buffer ? byBuffer(parts, buffer) : everywhere(parts);
  [UTF_8, UTF_16LE, UTF_16BE, WTF_16] = ["utf-8", "utf-16le", "utf-16be", "wtf-16"].map(numberOf);
}

/** The exports of an instance, and where its functions read and write. */
export function partsOf({ exports: wasm }) {
  const { buffer } = wasm.memory;
  const address = wasm.buffers();
  const [inputSize, outputSize] = [wasm.input_size(), wasm.output_size()];
  return {
    wasm,
    input: new Uint8Array(buffer, address, inputSize),
    output: new Uint8Array(buffer, address + inputSize, outputSize),
    answer: new Uint32Array(buffer, address + inputSize + outputSize, 5),
  };
}

function countOf(exports) {
  let count = 0;
  while (exports.at(count) !== 0) count++;
  return count;
}

// Encodings are numbers to the WebAssembly, 0 is none. Labels are few, unless somebody makes them
// up.
const numbers = new Map();
const MOST_LABELS = 256;
const LONGEST_LABEL = 64;

/** Throws before there is a WebAssembly. */
export function expectReady() {
  if (wasm === undefined) throw new Error("utflane is not ready: await start(module) comes first");
}

function look(label) {
  expectReady();
  if (label.length > LONGEST_LABEL) return 0;
  for (let at = 0; at < label.length; at++) {
    const unit = label.charCodeAt(at);
    // All labels are ASCII.
    if (unit >= 0x80) return 0;
    input[at] = unit;
  }
  return wasm.find(label.length);
}

function find(label) {
  label = `${label}`;
  let number = numbers.get(label);
  if (number === undefined) {
    number = look(label);
    if (numbers.size < MOST_LABELS) numbers.set(label, number);
  }
  return number;
}

// The last label that was asked for, mostly the next one, too.
let last;
let lastNumber;

/** The number of the encoding that a label names. */
export function numberOf(label) {
  if (label === last) return lastNumber;
  const number = find(label);
  if (number === 0) throw new RangeError(`"${label}" names no encoding of utflane`);
  if (typeof label === "string") [last, lastNumber] = [label, number];
  return number;
}

/** The name of the encoding of a number, empty if there is none. */
export function nameOf(number) {
  return String.fromCharCode(...output.subarray(0, wasm.name(number)));
}

/** The name of the encoding that a label names, or null. */
export function encodingName(label) {
  const number = find(label);
  return number === 0 ? null : nameOf(number);
}

/** The names of all encodings. */
export function encodingNames() {
  numberOf("utf-8");
  const names = [];
  for (let number; (number = wasm.at(names.length)) !== 0;) names.push(nameOf(number));
  return names;
}

const SURROGATES_PASS = new Set(["WTF-8", "WTF-16", "MUTF-8"]);

/** Whether an encoding has lone surrogates, as strings have. */
export const hasSurrogates = remembered((number) => SURROGATES_PASS.has(nameOf(number)));

/** The number of what strings are in when they are made of text in an encoding. */
export const asUnits = remembered((number) => (hasSurrogates(number) ? WTF_16 : UTF_16LE));

/** Whether in an encoding the bytes below 80, and only these, are ASCII. */
export const isLikeAscii = remembered((number) => {
  for (let byte = 0; byte < 0x80; byte++) input[byte] = byte;
  wasm.convert(number, UTF_16LE, 0, 0x80, 1, 1, output.length);
  const converted = outputUnits.subarray(0, 0x80);
  return answer[WRITTEN] === 0x100 && converted.every((unit, index) => unit === index);
});

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** The characters of the bytes of a code page, U+FFFD for a byte that has none; null for other
 * encodings. */
const pageOf = remembered((number) => {
  input.set(ALL_BYTES);
  wasm.convert(number, UTF_16LE, 0, 256, 1, 1, output.length);
  const text = answer[WRITTEN] === 512 ? host.utf16(512) : "";
  // UTF-8 and its like have no characters of one byte from 80 on.
  return /^\ufffd*$/.test(text.slice(128)) ? null : text;
});

/** The code unit of each byte in a code page; null for other encodings. */
export const unitsOfBytes = remembered((number) => {
  const text = pageOf(number);
  return text && Uint16Array.from(text, (character) => character.charCodeAt(0));
});

/** The byte of each code unit in a code page, 0 for none; null for other encodings. */
export const bytesOfUnits = remembered((number) => {
  const text = pageOf(number);
  if (text === null) return null;
  const table = new Uint8Array(1 << 16);
  for (let at = 0; at < 256; at++) inputUnits[at] = text.charCodeAt(at);
  wasm.convert(UTF_16LE, number, 0, 512, 1, 1, output.length);
  for (let at = 0; at < 256; at++) if (text[at] !== "\ufffd") table[inputUnits[at]] = output[at];
  return table;
});

/** What the engine's own decoders make of a code page, one with replacement and one without, if the
 * engine has it and is right about each byte, which Node.js is not in all; else null. */
export const pageDecoders = remembered((number) => {
  const text = pageOf(number);
  if (text === null) return null;
  try {
    const [lossy, strict] = [false, true].map(
      (fatal) => new TextDecoder(nameOf(number), { fatal, ignoreBOM: true }),
    );
    const isRight = (byte) =>
      isRefused(strict, ALL_BYTES.subarray(byte, byte + 1)) === (text[byte] === "\ufffd");
    return lossy.decode(ALL_BYTES) === text && ALL_BYTES.every(isRight) ? [lossy, strict] : null;
  } catch {
    return null;
  }
});

function isRefused(decoder, bytes) {
  try {
    decoder.decode(bytes);
    return false;
  } catch {
    return true;
  }
}

function remembered(ask) {
  // Numbers of encodings are small.
  const answers = [];
  return (number) => {
    let known = answers[number];
    if (known === undefined) answers[number] = known = ask(number) ?? null;
    return known;
  };
}

/** Copies bytes from an offset on to the input; returns how many. */
export function fill(bytes, from, at) {
  const size = Math.min(bytes.length - from, input.length - at);
  input.set(part(bytes, from, from + size), at);
  return size;
}
