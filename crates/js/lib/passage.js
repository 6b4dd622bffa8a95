// Texts that go through the memory of the WebAssembly piece by piece.
import * as engine from "./engine.js";
import { EncodingError } from "./error.js";

const { READ, WRITTEN, LENGTH, KIND, CODE_POINT } = engine;

// The status of a step.
export const DONE = 0;
const FULL = 1;
const MALFORMED = 2;
const UNREPRESENTABLE = 3;

const NOTHING = new Uint8Array(0);

/** A text of any length that may come in chunks, which may be cut anywhere. */
class Passage {
  /** Bytes of the text that are done. */
  position = 0;
  // The bytes of an incomplete character at the end of the last chunk.
  #tail = NOTHING;

  constructor(from) {
    this.from = from;
  }

  /** Calls `step` with the ends of each piece of a chunk in the input. It returns a status. */
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
        if (status > FULL) throw this.#failure(status, this.position + start);
      } while (status === FULL);
      this.position += start;
      kept = end - start;
      input.copyWithin(0, start, end);
    } while (at < bytes.length);
    this.#tail = kept > 0 ? input.slice(0, kept) : NOTHING;
  }

  #failure(status, position) {
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

/** A check. */
export class Check extends Passage {
  push(bytes, last) {
    const { wasm } = engine;
    this.pass(bytes, last, (start, end, isLast) => wasm.validate(this.from, start, end, isLast));
  }
}

/** A conversion to bytes. */
export class ToBytes extends Passage {
  constructor(from, to, lossy) {
    super(from);
    this.to = to;
    this.lossy = lossy;
  }

  push(bytes, last) {
    const parts = [];
    this.pass(bytes, last, (start, end, isLast) => {
      const status = engine.wasm.convert(this.from, this.to, start, end, this.lossy, isLast);
      keepOutput(parts);
      return status;
    });
    return joined(parts);
  }
}

/** A conversion to text. */
export class ToText extends Passage {
  constructor(from, lossy) {
    super(from);
    this.to = engine.asUnits(from);
    this.lossy = lossy;
    this.isLikeAscii = engine.isLikeAscii(from);
  }

  push(bytes, last) {
    const { wasm, answer, host } = engine;
    let made = "";
    this.pass(bytes, last, (start, end, isLast) => {
      // Text of ASCII is quicker made, and takes an engine half of the memory.
      if (start === 0 && this.isLikeAscii && wasm.is_ascii(end)) {
        if (end > 0) made += host.ascii(end);
        answer[READ] = end;
        return DONE;
      }
      const status = wasm.convert(this.from, this.to, start, end, this.lossy, isLast);
      if (answer[WRITTEN] > 0) made += host.utf16(answer[WRITTEN]);
      return status;
    });
    return made;
  }
}

/** Text from bytes that are one piece and have no error; undefined from others. */
export function decodePiece(bytes, from, lossy) {
  const { wasm, input, answer, host } = engine;
  const { length } = bytes;
  if (length > input.length) return undefined;
  // What is asked about encodings goes by the input, too, so it is asked first.
  const isLikeAscii = engine.isLikeAscii(from);
  const to = engine.asUnits(from);
  input.set(bytes);
  if (isLikeAscii && wasm.is_ascii(length)) return host.ascii(length);
  const status = wasm.convert(from, to, 0, length, lossy, 1);
  return status === DONE ? host.utf16(answer[WRITTEN]) : undefined;
}

/** A conversion of a text's code units, in which its positions count. */
class OfUnits extends ToBytes {
  constructor(to, lossy, start) {
    super(engine.numberOf("wtf-16"), to, lossy);
    this.start = start;
  }

  unrepresentable(encoding, position, length, codePoint) {
    return super.unrepresentable(encoding, this.start + position / 2, length / 2, codePoint);
  }
}

/** Converts a text, also where it has lone surrogates; it starts at a position that errors add. */
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

const encoder = new TextEncoder();

/**
 * Converts a text by way of UTF-8, which has U+FFFD for each of its lone surrogates. Undefined if a
 * strict conversion fails.
 */
export function encodeByUtf8(text, to, lossy) {
  const { wasm, input, answer } = engine;
  const from = engine.UTF_8;
  const parts = [];
  for (let at = 0; at < text.length;) {
    // A unit has up to three bytes. Pieces are short, since some engines copy a slice before they
    // encode what fits of it.
    const piece = withoutHighSurrogate(text, at, at + Math.floor(input.length / 3));
    at += piece.length;
    const { written } = encoder.encodeInto(piece, input);
    let start = 0;
    let status = DONE;
    do {
      status = wasm.convert(from, to, start, written, lossy, 1);
      if (status > FULL) return undefined;
      keepOutput(parts);
      start += answer[READ];
    } while (status === FULL);
  }
  return joined(parts);
}

/** The code units from `start` to `end`; if more follow, without a high surrogate at their end. */
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
