// The WebAssembly, the memory that it shares with this side, and what can be asked about encodings.
//
// The memory has a fixed size and nothing in it outlives a call: what a stream must remember is
// kept on this side. No code of a caller runs between the first and the last step of a call.

// Where things are in an answer of the WebAssembly.
export const READ = 0;
export const WRITTEN = 1;
export const LENGTH = 2;
export const KIND = 3;
export const CODE_POINT = 4;

export let wasm;
export let input;
export let output;
export let answer;
/** What makes text of the input, if it is ASCII, and of the output, if it is UTF-16, and puts text
 * into `units`. An engine that has more than others also tells what all of some bytes are. */
export let host;
let outputUnits;

/** Numbers of encodings that are asked for often. */
export let UTF_8;
export let UTF_16LE;
export let UTF_16BE;

export const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
let utf16;

/** Code units of a text, on the way to the input. */
export const units = new Uint16Array(1 << 15);

/** What every engine has. */
const everywhere = {
  // Browsers decode Unicode as fast as a copy to the WebAssembly and back lets anybody.
  decodesUnicode: true,
  ascii: (length) => utf8.decode(input.subarray(0, length)),
  putUnits(text) {
    for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  },
  utf16(length) {
    try {
      utf16 ??= new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true });
      return utf16.decode(output.subarray(0, length));
    } catch {
      return ofUnits(length / 2);
    }
  },
};

// Lone surrogates, which a TextDecoder does not let pass. Arguments of a call must not be too many.
function ofUnits(length) {
  let made = "";
  for (let at = 0; at < length; at += 4096) {
    made += String.fromCharCode.apply(null, outputUnits.subarray(at, Math.min(at + 4096, length)));
  }
  return made;
}

/** Makes an instance the one that does the work, unless there is one with more encodings: which
 * comes first is not known where both are loaded. An engine may have a host of its own. */
export function attach(instance, own) {
  if (wasm !== undefined && countOf(wasm) > countOf(instance.exports)) return;
  wasm = instance.exports;
  numbers.clear();
  const { buffer } = wasm.memory;
  const address = wasm.buffers();
  const [inputSize, outputSize] = [wasm.input_size(), wasm.output_size()];
  input = new Uint8Array(buffer, address, inputSize);
  output = new Uint8Array(buffer, address + inputSize, outputSize);
  outputUnits = new Uint16Array(buffer, address + inputSize, outputSize / 2);
  answer = new Uint32Array(buffer, address + inputSize + outputSize, 5);
  host = own ? own(input, output, units) : everywhere;
  [UTF_8, UTF_16LE, UTF_16BE] = ["utf-8", "utf-16le", "utf-16be"].map(numberOf);
}

function countOf(exports) {
  let count = 0;
  while (exports.at(count) !== 0) count++;
  return count;
}

// Encodings are numbers to the WebAssembly, 0 is none. Labels are few, unless somebody makes them up.
const numbers = new Map();
const MOST_LABELS = 256;
const LONGEST_LABEL = 64;
const encoder = new TextEncoder();

function look(label) {
  if (wasm === undefined) throw new Error("utflane is not ready: await start(module) comes first");
  if (label.length > LONGEST_LABEL) return 0;
  return wasm.find(encoder.encodeInto(label, input).written);
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

/** The number of the encoding that a label names. */
export function numberOf(label) {
  const number = find(label);
  if (number === 0) throw new RangeError(`"${label}" names no encoding of utflane`);
  return number;
}

/** The name of the encoding of a number, empty if there is none. */
export function nameOf(number) {
  return utf8.decode(output.subarray(0, wasm.name(number)));
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
export const asUnits = remembered((number) =>
  hasSurrogates(number) ? numberOf("wtf-16") : UTF_16LE,
);

/** Whether in an encoding the bytes below 80, and only these, are ASCII. */
export const isLikeAscii = remembered((number) => {
  for (let byte = 0; byte < 0x80; byte++) input[byte] = byte;
  wasm.convert(number, UTF_16LE, 0, 0x80, 1, 1);
  const converted = outputUnits.subarray(0, 0x80);
  return answer[WRITTEN] === 0x100 && converted.every((unit, index) => unit === index);
});

function remembered(ask) {
  const answers = new Map();
  return (number) => {
    let known = answers.get(number);
    if (known === undefined) answers.set(number, (known = ask(number)));
    return known;
  };
}

/** The bytes of a buffer or of any view of one. */
export function bytesOf(source) {
  if (ArrayBuffer.isView(source)) {
    // A view of a detached buffer, or of one that has shrunk, has no bytes either: every method of
    // a typed array throws then. (A DataView has thrown already.)
    if (source.byteLength === 0) source.keys?.();
    if (source instanceof Uint8Array) return source;
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  switch (Object.prototype.toString.call(source)) {
    case "[object ArrayBuffer]":
    case "[object SharedArrayBuffer]":
      return new Uint8Array(source);
    default:
      throw new TypeError("no Uint8Array, nor another view of a buffer, nor a buffer");
  }
}

/** Copies bytes from an offset on to the input; returns how many. */
export function fill(bytes, from, at) {
  const size = Math.min(bytes.length - from, input.length - at);
  // Not `subarray`, of which a class derived from Uint8Array may have its own.
  const whole = size === bytes.length;
  input.set(whole ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset + from, size), at);
  return size;
}
