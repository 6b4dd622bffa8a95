// The library for the runner of the Web Platform Tests, built on this package as WebAssembly. The
// environment variable UTFLANE_WASM_MODULE has the path of its file.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.env.UTFLANE_WASM_MODULE));
const wasm = new WebAssembly.Instance(module).exports;

// Skipped tests, which do not test decoders and encoders.
export const LEFT_OUT = [
  [/encodeInto/, "of JavaScript's strings"],
  [/backpressure|readable-writable-properties/, "of TransformStream itself"],
  [/bad-chunks/, "of Web IDL"],
  [/[Dd]etached|transfer/, "of JavaScript's buffers"],
  [/idlharness/, "of Web IDL"],
  [/^(unsupported|replacement)-encodings/, "of XMLHttpRequest"],
  [/iso2022jp-encode-href|iso-2022-jp-encoder/, "the runner encodes each character of a link as a text"],
];

export class EncodingError extends Error {}

/** Copies bytes or code units into the memory. Returns their number. */
function put(view) {
  const place = wasm.input(view.byteLength);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  new Uint8Array(wasm.memory.buffer, place, view.byteLength).set(bytes);
  return view.length;
}

/** Copies the result of a call from the memory, or returns undefined if the call failed. */
function taken(Type, outcome) {
  if (BigInt.asUintN(64, outcome) === 0xffff_ffff_ffff_ffffn) return undefined;
  const [place, length] = [Number(BigInt.asUintN(32, outcome >> 32n)), Number(outcome & 0xffff_ffffn)];
  return new Type(wasm.memory.buffer, place, length).slice();
}

const ascii = (text) => Uint8Array.from(text, (character) => Math.min(character.charCodeAt(0), 255));
const units = (text) => Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

function text(units) {
  let all = "";
  for (let at = 0; at < units.length; at += 4096) {
    all += String.fromCharCode(...units.subarray(at, at + 4096));
  }
  return all;
}

const numberOf = (label) => wasm.encoding(put(ascii(label)));

export function encodingName(label) {
  const number = numberOf(label);
  return number < 0 ? null : String.fromCharCode(...taken(Uint8Array, wasm.name(number)));
}

function viewOf(source) {
  if (source === undefined) return new Uint8Array();
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

export class Decoder {
  #number;
  #decoder;
  constructor(label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
    this.#number = numberOf(label);
    if (this.#number < 0) throw new RangeError(label);
    Object.assign(this, { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) });
    this.encoding = encodingName(label);
  }
  decode(source, { stream = false } = {}) {
    this.#decoder ??= wasm.decoder(this.#number, this.ignoreBOM);
    const outcome = wasm.decode(this.#decoder, put(viewOf(source)), this.fatal, !stream);
    const decoded = taken(Uint16Array, outcome);
    if (!stream || !decoded) this.#decoder = undefined;
    if (!decoded) throw new TypeError("malformed");
    return text(decoded);
  }
}

export const decode = (bytes, label, options) => new Decoder(label, options).decode(bytes);

export function encode(text, label = "utf-8") {
  const bytes = taken(Uint8Array, wasm.encode(numberOf(label), put(units(text))));
  if (!bytes) throw new EncodingError(text);
  return bytes;
}

export class Encoder {
  encode(text = "") {
    return encode(String(text));
  }
}

export class DecoderStream extends TransformStream {
  constructor(label, options) {
    const decoder = new Decoder(label, options);
    const enqueue = (text, controller) => text !== "" && controller.enqueue(text);
    super({
      transform(chunk, controller) {
        enqueue(decoder.decode(chunk, { stream: true }), controller);
      },
      flush(controller) {
        enqueue(decoder.decode(), controller);
      },
    });
    const { encoding, fatal, ignoreBOM } = decoder;
    Object.assign(this, { encoding, fatal, ignoreBOM });
  }
}

export class EncoderStream extends TransformStream {
  constructor() {
    let pending = "";
    super({
      transform(chunk, controller) {
        const text = pending + String(chunk);
        const isCut = /[\uD800-\uDBFF]$/.test(text);
        pending = isCut ? text.slice(-1) : "";
        const whole = isCut ? text.slice(0, -1) : text;
        if (whole !== "") controller.enqueue(encode(whole));
      },
      flush(controller) {
        if (pending !== "") controller.enqueue(encode(pending));
      },
    });
    this.encoding = "utf-8";
  }
}
