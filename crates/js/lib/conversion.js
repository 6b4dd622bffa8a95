// Converts texts piece by piece in the memory of the WebAssembly.
import { part } from "./buffers.js";
import * as engine from "./engine.js";
import { EncodingError, RULES } from "./error.js";
import { TextEncoder } from "./globals.js";

const { READ, WRITTEN, LENGTH, KIND, CODE_POINT } = engine;
const { DONE, FULL, MALFORMED, UNREPRESENTABLE } = engine;

const NOTHING = new Uint8Array(0);

/** A text of any length, perhaps in chunks, which may be cut anywhere. */
class Conversion {
  /** Number of bytes of the text that were processed. */
  position = 0;
  // The bytes of an incomplete character at the end of the last chunk.
  #tail = NOTHING;

  constructor(from, to, lossy) {
    engine.ready();
    Object.assign(this, { from, to, lossy });
    this.state = engine.stateOf(from, to);
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
        if (status > FULL) throw this.failure(status, this.errorPosition(start));
      } while (status === FULL);
      this.position += start;
      kept = end - start;
      input.copyWithin(0, start, end);
    } while (at < bytes.length);
    this.#tail = kept > 0 ? input.slice(0, kept) : NOTHING;
  }

  /** Returns the position of an error in the text, after a step that read the input up to `at`. */
  errorPosition(at) {
    return this.state ? engine.wasm.position() - engine.answer[LENGTH] : this.position + at;
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

/** Validates a text. Texts in stateful encodings are converted for that. */
export class Validation extends Conversion {
  constructor(from) {
    super(from, engine.UTF_16LE, false);
  }

  push(bytes, last) {
    const { wasm } = engine;
    this.pass(bytes, last, (start, end, isLast) =>
      this.state
        ? convert(this, start, end, isLast)
        : wasm.validate(this.from, start, end, isLast),
    );
  }
}

// Number of values of an error in the output: position, length, and number of the kind.
const ERROR_VALUES = 3;

/** Validates a text and continues after errors. */
export class Faults extends Conversion {
  constructor(from) {
    super(from, engine.UTF_16LE, false);
  }

  /** Returns all errors of a chunk. */
  push(bytes, last) {
    const { wasm, answer, output } = engine;
    const faults = [];
    this.pass(bytes, last, (start, end, isLast) => {
      if (this.state) {
        const status = convert(this, start, end, isLast);
        if (status !== MALFORMED) return status;
        const length = answer[LENGTH];
        faults.push({ position: this.errorPosition(), length, ...RULES[answer[KIND]] });
        // The next call resumes after the error.
        return FULL;
      }
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
export class ToBytes extends Conversion {
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
    const { output, answer } = engine;
    let [read, written] = [0, 0];
    let status;
    do {
      const end = engine.fill(bytes, read, 0);
      const isLast = read + end === bytes.length;
      let start = 0;
      do {
        const capacity = Math.min(target.length - written, output.length);
        status = convert(this, start, end, isLast, capacity);
        start += answer[READ];
        target.set(part(output, 0, answer[WRITTEN]), written);
        written += answer[WRITTEN];
        if (status > FULL) {
          const position = this.state ? this.errorPosition() : read + start;
          throw Object.assign(this.failure(status, position), { written });
        }
        // If nothing more fits into the output, nothing more fits into the target.
      } while (status === FULL && answer[WRITTEN] > 0);
      read += start;
    } while (status !== FULL && read < bytes.length);
    if (status === FULL && this.state) {
      // Another call could not continue, because it would not have the state.
      throw new RangeError("the target is too small for the text, which is in a stateful encoding");
    }
    return { read, written };
  }
}

/** Converts a piece of a text to the output. */
function convert(conversion, start, end, isLast, capacity = engine.output.length) {
  const { from, to, lossy, state } = conversion;
  if (!state) return engine.wasm.convert(from, to, start, end, lossy, isLast, capacity);
  const transcoder = engine.transcoder();
  transcoder.set(state);
  const status = engine.wasm.push(start, end, lossy, isLast, capacity);
  state.set(transcoder);
  return status;
}

/** Converts bytes that fit into one piece to the first `capacity` bytes of the output. Returns false
 * if they do not fit, or have an error. Returns true even if the output is too small for all of
 * them. */
function convertPiece(bytes, from, to, lossy, capacity) {
  const { wasm, input } = engine;
  if (bytes.length > input.length || engine.isStateful(from) || engine.isStateful(to)) return false;
  input.set(bytes);
  return wasm.convert(from, to, 0, bytes.length, lossy, 1, capacity) <= FULL;
}

/** Converts bytes to another encoding without the overhead of a `Conversion`, if they are one piece
 * without an error. Otherwise returns undefined. */
export function transcodePiece(bytes, from, to, lossy) {
  engine.ready();
  const { output, answer } = engine;
  if (!convertPiece(bytes, from, to, lossy, output.length)) return undefined;
  return answer[READ] === bytes.length ? output.slice(0, answer[WRITTEN]) : undefined;
}

// Up to this number of bytes, copying them one by one is faster.
const FEW = 32;

/** Converts like `transcodePiece`, into `target`. Returns the numbers of bytes read and written. */
export function transcodePieceInto(bytes, from, to, lossy, target) {
  engine.ready();
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
export class ToText extends Conversion {
  constructor(from, lossy) {
    super(from, engine.asUnits(from), lossy);
    // This call uses the input, so it must come before the input is filled.
    engine.isLikeAscii(from);
  }

  push(bytes, last) {
    const { wasm, answer, host } = engine;
    let text = "";
    this.pass(bytes, last, (start, end, isLast) => {
      const narrow = start === 0 ? narrowText(this.from, end) : undefined;
      if (narrow !== undefined) {
        text += narrow;
        answer[READ] = end;
        return DONE;
      }
      const status = convert(this, start, end, isLast);
      if (answer[WRITTEN] > 0) text += host.utf16(answer[WRITTEN]);
      return status;
    });
    return text;
  }
}

/** Creates a string from the first bytes of the input if all of them are ASCII or Latin-1: this is
 * faster, and the engine needs half of the memory. Otherwise returns undefined. */
function narrowText(from, length) {
  const { wasm, host } = engine;
  if (engine.isLikeAscii(from) && wasm.is_ascii(length)) return host.ascii(length);
  return host.latin1 && wasm.is_latin1(from, length) ? host.latin1(length) : undefined;
}

/** Creates a string from bytes that are one piece, with replacement. Returns undefined if they are
 * longer, or in a stateful encoding. */
export function decodePiece(bytes, from) {
  engine.ready();
  const { input, answer, host } = engine;
  const { length } = bytes;
  if (length > input.length || engine.isStateful(from)) return undefined;
  // These calls use the input, so they must come before the input is filled.
  engine.isLikeAscii(from);
  const to = engine.asUnits(from);
  input.set(bytes);
  const narrow = narrowText(from, length);
  if (narrow !== undefined) return narrow;
  const status = convert({ from, to, lossy: true }, 0, length, 1);
  return status === DONE ? host.utf16(answer[WRITTEN]) : undefined;
}

// Size of a replacement in the report of the WebAssembly in bytes: position, length, character.
const REPORT_BYTES = 12;
// Number of code units that fit into the report of a stateful encoding even if all are replaced.
const MOST_REPORTED = 1024;
// The value of `lossy` for a report.
const REPORTING = 2;

/** Converts the code units of a string, which may come in chunks. Positions count code units. */
export class FromUnits extends ToBytes {
  // The piece of the string that was passed last, its position, and the unit before it.
  #piece = "";
  #pieceStart = 0;
  #unitBefore = 0;

  constructor(to, lossy, start = 0) {
    // Of the encodings that can represent unpaired surrogates, none is stateful.
    super(engine.isStateful(to) ? engine.UTF_16LE : engine.stringEncoding, to, lossy);
    this.start = start;
  }

  /** Converts a chunk of the string. If there is `report`, each replacement is added to it. */
  encode(text, last, report = undefined) {
    const { units, host } = engine;
    const most = report && this.state ? MOST_REPORTED : units.length;
    const parts = [];
    let at = 0;
    do {
      const isLast = last && text.length - at <= most;
      const piece = at === 0 && isLast ? text : text.slice(at, at + most);
      this.#unitBefore = this.#piece.charCodeAt(this.#piece.length - 1);
      this.#pieceStart += this.#piece.length;
      this.#piece = piece;
      host.putUnits(piece);
      const bytes = new Uint8Array(units.buffer, 0, 2 * piece.length);
      parts.push(report ? this.#pushReporting(bytes, isLast, report) : this.push(bytes, isLast));
      at += most;
    } while (at < text.length);
    return joined(parts);
  }

  /** Converts a chunk with replacement. Adds the position, length and character of each replacement
   * to `report`. */
  #pushReporting(bytes, last, report) {
    const { wasm, answer, output, input } = engine;
    const parts = [];
    this.pass(bytes, last, (start, end, isLast) => {
      const { from, to, state } = this;
      const status = state
        ? convert({ from, to, state, lossy: REPORTING }, start, end, isLast)
        : wasm.convert_reporting(from, to, start, end, isLast);
      keepOutput(parts);
      const count = state ? wasm.reported() : answer[LENGTH] / REPORT_BYTES;
      const at = state ? wasm.report() : output.byteOffset + input.length;
      const values = new Uint32Array(output.buffer, at, 3 * count);
      const before = state ? wasm.report_start() : this.position;
      for (let index = 0; index < values.length; index += 3) {
        const position = before + values[index];
        report.push({
          position: this.start + position / 2,
          length: values[index + 1] / 2,
          codePoint: values[index + 2] || this.#unitAt(position / 2),
        });
      }
      return status;
    });
    return joined(parts);
  }

  /** Returns the unpaired surrogate at a position of the string. It is in the piece that was passed
   * last, or before it, because a high surrogate at the end of a piece waits for the next one. */
  #unitAt(position) {
    const index = position - this.#pieceStart;
    return index < 0 ? this.#unitBefore : this.#piece.charCodeAt(index);
  }

  failure(status, position) {
    if (status !== MALFORMED) return super.failure(status, position);
    // An unpaired surrogate, in a string that is converted as UTF-16.
    engine.answer[CODE_POINT] = this.#unitAt(position / 2);
    return super.failure(UNREPRESENTABLE, position);
  }

  unrepresentable(encoding, position, length, codePoint) {
    return super.unrepresentable(encoding, this.start + position / 2, length / 2, codePoint);
  }
}

/** Converts a string, including unpaired surrogates. `start` is added to the positions of errors.
 * */
export function encodeUnits(text, to, lossy, start, report = undefined) {
  return new FromUnits(to, lossy, start).encode(text, true, report);
}

/** Converts a short string. Returns undefined if it has, or may have, an error. */
export function encodeShort(text, to, lossy) {
  const { length } = text;
  if (to === engine.UTF_16LE) return utf16Of(text);
  if (engine.isStateful(to)) return undefined;
  // This call uses the input, so it must come before the input is filled.
  const table = engine.bytesOfUnits(to);
  if (table === null) {
    const { inputUnits, output, answer } = engine;
    for (let at = 0; at < length; at++) inputUnits[at] = text.charCodeAt(at);
    const status = convert({ from: engine.stringEncoding, to, lossy }, 0, 2 * length, 1);
    return status === DONE ? output.slice(0, answer[WRITTEN]) : undefined;
  }
  const bytes = new Uint8Array(length);
  const replacement = table[QUESTION_MARK];
  let written = 0;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    let byte = table[unit];
    if (byte === 0 && unit !== 0) {
      if (!lossy || replacement === 0) return undefined;
      byte = replacement;
      // A surrogate pair is one character.
      if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
    }
    bytes[written++] = byte;
  }
  return written === length ? bytes : bytes.slice(0, written);
}

const QUESTION_MARK = 0x3f;

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
  engine.ready();
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

/** Joins the parts of a result. */
export function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
