// Converts texts piece by piece in the memory of the WebAssembly.
import { part } from "./buffers.js";
import * as engine from "./engine.js";
import { EncodingError, RULES } from "./error.js";
import { TextEncoder } from "./globals.js";

const { READ, WRITTEN, LENGTH, KIND, CODE_POINT } = engine;
const { DONE, FULL, MALFORMED, UNREPRESENTABLE } = engine;

const NOTHING = new Uint8Array(0);

/** A text of any length, perhaps in chunks, which may be cut anywhere. */
class Passage {
  /** Number of bytes of the text that were processed. */
  position = 0;
  // The bytes of an incomplete character at the end of the last chunk.
  #tail = NOTHING;

  constructor(from) {
    this.from = from;
  }

  /** Copies a chunk to the input piece by piece, and calls `step` with the start and end of each
   * piece in the input. `step` returns a status. */
  pass(bytes, last, step) {
    const { input, answer } = engine;
    let kept = this.#tail.length;
    input.set(this.#tail);
    this.#tail = NOTHING;
    let at = 0;
    do {
      const size = engine.fill(bytes, at, kept);
      at += size;
      const end = kept + size;
      const isLast = last && at === bytes.length;
      let start = 0;
      let status = DONE;
      do {
        status = step(start, end, isLast);
        start += answer[READ];
        if (status > FULL) throw this.failure(status, this.position + start);
      } while (status === FULL);
      this.position += start;
      kept = end - start;
      input.copyWithin(0, start, end);
    } while (at < bytes.length);
    this.#tail = kept > 0 ? input.slice(0, kept) : NOTHING;
  }

  failure(status, position) {
    const { [LENGTH]: length, [KIND]: kind, [CODE_POINT]: codePoint } = engine.answer;
    switch (status) {
      case MALFORMED:
        return EncodingError.malformed(engine.nameOf(this.from), position, length, kind);
      case UNREPRESENTABLE:
        return this.unrepresentable(engine.nameOf(this.to), position, length, codePoint);
      default:
        return new Error("utflane: an argument out of range, which is a bug of this package");
    }
  }

  unrepresentable(...fault) {
    return EncodingError.unrepresentable(...fault);
  }
}

/** Validates a text. */
export class Check extends Passage {
  push(bytes, last) {
    const { wasm } = engine;
    this.pass(bytes, last, (start, end, isLast) => wasm.validate(this.from, start, end, isLast));
  }
}

// Number of values of an error in the output: position, length, and number of the kind.
const ERROR_VALUES = 3;

/** Validates a text and continues after errors. */
export class Faults extends Passage {
  /** Returns all errors of a chunk. */
  push(bytes, last) {
    const { wasm, answer, output } = engine;
    const faults = [];
    this.pass(bytes, last, (start, end, isLast) => {
      const status = wasm.faults(this.from, start, end, isLast);
      const values = new Uint32Array(output.buffer, output.byteOffset, answer[WRITTEN] / 4);
      // The values are positions in the input; the text before `start` was processed.
      const before = this.position;
      for (let at = 0; at < values.length; at += ERROR_VALUES) {
        const { kind, reason } = RULES[values[at + 2]];
        faults.push({ position: before + values[at], length: values[at + 1], reason, kind });
      }
      return status;
    });
    return faults;
  }
}

/** Converts a text to bytes. */
export class ToBytes extends Passage {
  constructor(from, to, lossy) {
    super(from);
    this.to = to;
    this.lossy = lossy;
  }

  push(bytes, last) {
    const parts = [];
    this.pass(bytes, last, (start, end, isLast) => {
      const status = convert(this, start, end, isLast);
      keepOutput(parts);
      return status;
    });
    return joined(parts);
  }

  /** Converts as much of a whole text as fits into `target`. Returns the numbers of bytes read and
   * written. */
  into(bytes, target) {
    const { wasm, output, answer } = engine;
    let [read, written] = [0, 0];
    let status;
    do {
      const end = engine.fill(bytes, read, 0);
      const isLast = read + end === bytes.length;
      let start = 0;
      do {
        const capacity = Math.min(target.length - written, output.length);
        status = wasm.convert(this.from, this.to, start, end, this.lossy, isLast, capacity);
        start += answer[READ];
        target.set(part(output, 0, answer[WRITTEN]), written);
        written += answer[WRITTEN];
        if (status > FULL) throw Object.assign(this.failure(status, read + start), { written });
        // If nothing more fits into the output, nothing more fits into the target.
      } while (status === FULL && answer[WRITTEN] > 0);
      read += start;
    } while (status !== FULL && read < bytes.length);
    return { read, written };
  }
}

/** Converts a piece of a text to the output. */
function convert({ from, to, lossy }, start, end, isLast) {
  return engine.wasm.convert(from, to, start, end, lossy, isLast, engine.output.length);
}

/** Converts bytes that fit into one piece to the first `capacity` bytes of the output. Returns false if
 * they do not fit, or have an error. Returns true even if the output is too small for all of them.
 * */
function convertPiece(bytes, from, to, lossy, capacity) {
  const { wasm, input } = engine;
  if (bytes.length > input.length) return false;
  input.set(bytes);
  return wasm.convert(from, to, 0, bytes.length, lossy, 1, capacity) <= FULL;
}

/** Converts bytes to another encoding without the overhead of a `Passage`, if they are one piece
 * without an error. Otherwise returns undefined. */
export function transcodePiece(bytes, from, to, lossy) {
  const { output, answer } = engine;
  if (!convertPiece(bytes, from, to, lossy, output.length)) return undefined;
  return answer[READ] === bytes.length ? output.slice(0, answer[WRITTEN]) : undefined;
}

// Up to this number of bytes, copying them one by one is faster.
const FEW = 32;

/** As `transcodePiece`, into `target`. Returns the numbers of bytes read and written. */
export function transcodePieceInto(bytes, from, to, lossy, target) {
  const { output, answer } = engine;
  if (!convertPiece(bytes, from, to, lossy, Math.min(target.length, output.length)))
    return undefined;
  const read = answer[READ];
  const written = answer[WRITTEN];
  if (read < bytes.length && target.length > output.length) return undefined;
  if (written <= FEW) for (let at = 0; at < written; at++) target[at] = output[at];
  else target.set(part(output, 0, written));
  return { read, written };
}

/** Converts a text to a string. */
export class ToText extends Passage {
  constructor(from, lossy) {
    super(from);
    this.to = engine.asUnits(from);
    this.lossy = lossy;
    // This call uses the input, so it must come before the input is filled.
    engine.isLikeAscii(from);
  }

  push(bytes, last) {
    const { wasm, answer, host } = engine;
    let made = "";
    this.pass(bytes, last, (start, end, isLast) => {
      const narrow = start === 0 ? narrowText(this.from, end) : undefined;
      if (narrow !== undefined) {
        made += narrow;
        answer[READ] = end;
        return DONE;
      }
      const status = convert(this, start, end, isLast);
      if (answer[WRITTEN] > 0) made += host.utf16(answer[WRITTEN]);
      return status;
    });
    return made;
  }
}

/** Creates a string from the first bytes of the input if all of them are ASCII or Latin-1: this is
 * faster, and the engine needs half of the memory. Otherwise returns undefined. */
function narrowText(from, length) {
  const { wasm, host } = engine;
  if (engine.isLikeAscii(from) && wasm.is_ascii(length)) return host.ascii(length);
  return host.latin1 && wasm.is_latin1(from, length) ? host.latin1(length) : undefined;
}

/** Creates a string from bytes that are one piece without an error. Otherwise returns undefined. */
export function decodePiece(bytes, from, lossy) {
  const { input, answer, host } = engine;
  const { length } = bytes;
  if (length > input.length) return undefined;
  // These calls use the input, so they must come before the input is filled.
  engine.isLikeAscii(from);
  const to = engine.asUnits(from);
  input.set(bytes);
  const narrow = narrowText(from, length);
  if (narrow !== undefined) return narrow;
  const status = convert({ from, to, lossy }, 0, length, 1);
  return status === DONE ? host.utf16(answer[WRITTEN]) : undefined;
}

/** Converts the code units of a string. Positions count code units. */
class OfUnits extends ToBytes {
  constructor(to, lossy, start) {
    super(engine.WTF_16, to, lossy);
    this.start = start;
  }

  unrepresentable(encoding, position, length, codePoint) {
    return super.unrepresentable(encoding, this.start + position / 2, length / 2, codePoint);
  }
}

/** Converts a string, including unpaired surrogates. `start` is added to the positions of errors.
 * */
export function encodeUnits(text, to, lossy, start) {
  const { units, host } = engine;
  const conversion = new OfUnits(to, lossy, start);
  const parts = [];
  for (let at = 0; at < text.length; at += units.length) {
    const isLast = text.length - at <= units.length;
    const piece = at === 0 && isLast ? text : text.slice(at, at + units.length);
    host.putUnits(piece);
    parts.push(conversion.push(new Uint8Array(units.buffer, 0, 2 * piece.length), isLast));
  }
  return joined(parts);
}

/** Converts a short string. Returns undefined if it has, or may have, an error. */
export function encodeShort(text, to, lossy) {
  const { length } = text;
  if (to === engine.UTF_16LE) return utf16Of(text);
  // This call uses the input, so it must come before the input is filled.
  const table = engine.bytesOfUnits(to);
  if (table === null) {
    const { inputUnits, output, answer } = engine;
    for (let at = 0; at < length; at++) inputUnits[at] = text.charCodeAt(at);
    const status = convert({ from: engine.WTF_16, to, lossy }, 0, 2 * length, 1);
    return status === DONE ? output.slice(0, answer[WRITTEN]) : undefined;
  }
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    const byte = table[unit];
    if (byte === 0 && unit !== 0) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

/** Converts a string without surrogates to UTF-16LE. Otherwise returns undefined. */
function utf16Of(text) {
  const { length } = text;
  const bytes = new Uint8Array(2 * length);
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if ((unit & 0xf800) === 0xd800) return undefined;
    bytes[2 * at] = unit;
    bytes[2 * at + 1] = unit >> 8;
  }
  return bytes;
}

const encoder = new TextEncoder();

/** Converts a string by way of UTF-8, in which each unpaired surrogate is U+FFFD. Returns undefined
 * if a strict conversion fails. */
export function encodeByUtf8(text, to, lossy) {
  const { input, answer } = engine;
  const conversion = { from: engine.UTF_8, to, lossy };
  const parts = [];
  for (let at = 0; at < text.length;) {
    // A unit has up to three bytes. Pieces are short because some engines copy a slice before they
    // encode as much of it as fits.
    const piece = withoutHighSurrogate(text, at, at + Math.floor(input.length / 3));
    at += piece.length;
    const { written } = encoder.encodeInto(piece, input);
    let start = 0;
    let status = DONE;
    do {
      status = convert(conversion, start, written, 1);
      if (status > FULL) return undefined;
      keepOutput(parts);
      start += answer[READ];
    } while (status === FULL);
  }
  return joined(parts);
}

/** Returns the code units from `start` to `end`, without a high surrogate at the end if more units
 * follow. */
function withoutHighSurrogate(text, start, end) {
  if (start === 0 && text.length <= end) return text;
  const isCut = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(start, isCut ? end - 1 : end);
}

function keepOutput(parts) {
  const written = engine.answer[WRITTEN];
  if (written > 0) parts.push(engine.output.slice(0, written));
}

function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
