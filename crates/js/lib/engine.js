// The WebAssembly, the memory that it shares with JavaScript, and information about encodings.
//
// The WebAssembly starts when a function first needs it. Its memory has a fixed size, and nothing in
// it outlives a call: the state of a stream is kept in JavaScript. No code of a caller runs between
// the first and the last step of a call.
import { part } from "./buffers.js";
import { TextDecoder } from "./globals.js";
import { byBuffer, everywhere } from "./host.js";
import { moduleOf } from "./load.js";

// Indices of the values in the answer of the WebAssembly.
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

// Numbers of encodings that are used often. The numbers of encodings never change.
export const UTF_8 = 1;
export const UTF_16LE = 3;
export const UTF_16BE = 4;
export const LATIN_1 = 8;
export const US_ASCII = 9;
const WTF_16 = 11;

export let wasm;
/** The module of the instance. */
export let compiled;
export let input;
export let output;
export let answer;
/** The input as code units. */
export let inputUnits;
/** The number of the encoding of strings: WTF-16, or UTF-16LE if the WebAssembly lacks that. */
export let stringEncoding;
/** Host-specific functions: they create text from the input (ASCII or Latin-1), from the output
 * (UTF-16) and from the code units of a table, and copy text to `units`. Some hosts also have fast
 * checks for ASCII and UTF-8, and Buffers. */
export let host;
let outputUnits;

/** Code units of a text, before they are copied to the input. */
export const units = new Uint16Array(1 << 15);

let create;

/** Sets the function that creates the instance when it is first needed. `buffer` is the module
 * `buffer` of Node.js, or null to do without. */
export function provide(instance, buffer = globalThis.process?.getBuiltinModule?.("node:buffer")) {
  host = buffer ? byBuffer(units, buffer) : everywhere(units);
  create = instance;
}

/** Sets the instance that does the work. */
export function attach(instance, buffer = undefined) {
  provide(() => instance, buffer);
  use(instance);
}

function use(instance) {
  ({ wasm, input, output, answer } = partsOf(instance));
  compiled = moduleOf(instance);
  numbers.clear();
  last = undefined;
  inputUnits = new Uint16Array(input.buffer, input.byteOffset, input.length / 2);
  outputUnits = new Uint16Array(output.buffer, output.byteOffset, output.length / 2);
  host.useMemory(input, output);
  stringEncoding = nameOf(WTF_16) === "" ? UTF_16LE : WTF_16;
}

/** Starts the WebAssembly if it has not started. Throws if there is none. */
export function ready() {
  if (wasm !== undefined) return;
  if (create === undefined) {
    throw new Error("utflane is not ready: await start(module) first");
  }
  use(create());
}

/** Returns the exports of an instance, and views of the memory that its functions read and write.
 * */
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

// The WebAssembly refers to encodings by number; 0 is none. There are few labels, unless somebody
// generates them, so the cache is limited.
const numbers = new Map();
const MOST_LABELS = 256;
const LONGEST_LABEL = 64;

// Encodings that JavaScript can convert without the WebAssembly.
const known = new Map([
  ["utf-8", UTF_8],
  ["utf8", UTF_8],
  ["utf-16le", UTF_16LE],
]);

function lookUp(label) {
  ready();
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
  let number = known.get(label) ?? numbers.get(label);
  if (number === undefined) {
    number = lookUp(label);
    if (numbers.size < MOST_LABELS) numbers.set(label, number);
  }
  return number;
}

// The last label that was looked up, which is usually also the next one.
let last;
let lastNumber;

/** Returns the number of the encoding with this label. */
export function numberOf(label) {
  if (label === last) return lastNumber;
  if (host === undefined) ready();
  const number = find(label);
  if (number === 0) throw new RangeError(`unknown encoding "${label}"`);
  if (typeof label === "string") [last, lastNumber] = [label, number];
  return number;
}

/** Returns the name of the encoding with this number, or an empty string. */
export function nameOf(number) {
  ready();
  return String.fromCharCode(...output.subarray(0, wasm.name(number)));
}

/** Returns the name of the encoding with this label, or null. */
export function encodingName(label) {
  const number = find(label);
  return number === 0 ? null : nameOf(number);
}

/** Returns the names of all encodings. */
export function encodingNames() {
  ready();
  const names = [];
  for (let number; (number = wasm.at(names.length)) !== 0;) names.push(nameOf(number));
  return names;
}

const SURROGATES_PASS = new Set(["WTF-8", "WTF-16", "MUTF-8"]);

/** Whether an encoding can represent unpaired surrogates, as strings can. */
export const hasSurrogates = remembered(
  (number) => number !== UTF_8 && SURROGATES_PASS.has(nameOf(number)),
);

/** The number of the encoding of strings that are created from text in an encoding. */
export const asUnits = remembered((number) => (hasSurrogates(number) ? WTF_16 : UTF_16LE));

/** Whether the meaning of a byte in an encoding depends on the bytes before it. */
export const isStateful = remembered((number) => {
  ready();
  return Boolean(wasm.is_stateful?.(number));
});

/** Whether the bytes below 80, and only these, are ASCII in an encoding. */
export const isLikeAscii = remembered((number) => {
  if (isStateful(number)) return false;
  for (let byte = 0; byte < 0x80; byte++) input[byte] = byte;
  wasm.convert(number, UTF_16LE, 0, 0x80, 1, 1, output.length);
  const converted = outputUnits.subarray(0, 0x80);
  return answer[WRITTEN] === 0x100 && converted.every((unit, index) => unit === index);
});

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Returns the characters of the 256 bytes in a code page, with U+FFFD for unassigned bytes, or
 * null for other encodings. */
const pageOf = remembered((number) => {
  if (isStateful(number)) return null;
  input.set(ALL_BYTES);
  wasm.convert(number, UTF_16LE, 0, 256, 1, 1, output.length);
  const text = answer[WRITTEN] === 512 ? host.utf16(512) : "";
  // UTF-8 and its variants have no single-byte characters from 80 on.
  return /^\ufffd*$/.test(text.slice(128)) ? null : text;
});

/** Returns the code unit of each byte in a code page, or null for other encodings. */
export const unitsOfBytes = remembered((number) => {
  const text = pageOf(number);
  return text && Uint16Array.from(text, (character) => character.charCodeAt(0));
});

/** Returns the byte of each code unit in a code page (0 for none), or null for other encodings. */
export const bytesOfUnits = remembered((number) => {
  const text = pageOf(number);
  if (text === null) return null;
  const table = new Uint8Array(1 << 16);
  for (let at = 0; at < 256; at++) inputUnits[at] = text.charCodeAt(at);
  wasm.convert(UTF_16LE, number, 0, 512, 1, 1, output.length);
  for (let at = 0; at < 256; at++) if (text[at] !== "\ufffd") table[inputUnits[at]] = output[at];
  return table;
});

/** Returns the engine's own decoder of a code page if the engine has it and decodes each byte
 * correctly. Otherwise returns null; Node.js is wrong about some code pages. */
export const pageDecoder = remembered((number) => {
  const text = pageOf(number);
  if (text === null) return null;
  try {
    const decoder = new TextDecoder(nameOf(number), { ignoreBOM: true });
    return decoder.decode(ALL_BYTES) === text ? decoder : null;
  } catch {
    return null;
  }
});

function remembered(ask) {
  // Numbers of encodings are small.
  const answers = [];
  return (number) => {
    let known = answers[number];
    if (known === undefined) answers[number] = known = ask(number) ?? null;
    return known;
  };
}

/** Returns the state of a conversion at the start of a text, or undefined if both encodings are
 * stateless. It is a copy of the transcoder of the WebAssembly. */
export function stateOf(from, to) {
  if (!isStateful(from) && !isStateful(to)) return undefined;
  wasm.begin(from, to);
  return transcoder().slice();
}

/** Returns the transcoder in the memory of the WebAssembly. */
export const transcoder = () =>
  new Uint8Array(wasm.memory.buffer, wasm.transcoder(), wasm.transcoder_size());

/** Copies bytes from an offset on to the input. Returns the number of bytes copied. */
export function fill(bytes, from, at) {
  const size = Math.min(bytes.length - from, input.length - at);
  input.set(part(bytes, from, from + size), at);
  return size;
}
