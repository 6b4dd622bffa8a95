// The functions for whole texts.
import { bytesOf, part } from "./buffers.js";
import * as engine from "./engine.js";
import { EncodingError } from "./error.js";
import { TextDecoder, TextEncoder } from "./globals.js";
import {
  Validation,
  Faults,
  ToBytes,
  ToText,
  decodePiece,
  encodeByUtf8,
  encodeShort,
  encodeUnits,
  transcodePiece,
  transcodePieceInto,
} from "./conversion.js";
import { FEW, LONGEST, ascii, translate } from "./table.js";

/** Returns the first error, or null. */
export function validate(bytes, encoding = "utf-8") {
  const check = new Validation(engine.numberOf(encoding));
  const source = bytesOf(bytes);
  try {
    check.push(source, true);
    return null;
  } catch (error) {
    if (error instanceof EncodingError) return error;
    throw error;
  }
}

// Number of bytes that are validated at a time.
const PIECE = 1 << 16;

/** Iterates over all errors. Bytes are validated on demand. */
export function* faults(bytes, encoding = "utf-8") {
  const check = new Faults(engine.numberOf(encoding));
  const source = bytesOf(bytes);
  let at = 0;
  do {
    const end = Math.min(at + PIECE, source.length);
    const piece = part(source, at, end);
    yield* check.push(piece, end === source.length);
    at = end;
  } while (at < source.length);
}

/** Whether bytes are well-formed UTF-8. */
export function isValidUtf8(bytes) {
  const source = bytesOf(bytes);
  if (engine.host === undefined) engine.ready();
  if (engine.host.isUtf8) return engine.host.isUtf8(source);
  engine.ready();
  const { wasm, input } = engine;
  if (source.length > input.length) return validate(source) === null;
  return wasm.validate(engine.UTF_8, 0, engine.fill(source, 0, 0), 1) === engine.DONE;
}

// Up to this number of bytes, the engine's decoder is faster than a call of the WebAssembly.
const SHORT_UTF_8 = 128;
const SHORT_ASCII = 256;
const SHORT_UTF_16 = 512;

// Up to this number of bytes, a table decodes a code page as fast as the engine's decoder, if that
// exists.
const SHORT_PAGE = 64;

// From this number of bytes on, the WebAssembly validates UTF-16 faster than the engine.
const LONG_UTF_16 = 4096;

// The engine's decoders of Unicode encodings, when they are needed.
const decoders = [];

const decoderOf = (number, label) =>
  (decoders[number] ??= new TextDecoder(label, { ignoreBOM: true }));

/** Returns the engine's decoder if it is faster for these bytes. */
function faster(source, from) {
  const { host } = engine;
  const { length } = source;
  switch (from) {
    case engine.UTF_8:
      if (
        host.decodesUnicode ||
        length <= SHORT_UTF_8 ||
        (length <= SHORT_ASCII && seemsAscii(source))
      )
        return decoderOf(from, "utf-8");
      break;
    case engine.UTF_16LE:
      if (host.decodesUnicode || length <= SHORT_UTF_16) return decoderOf(from, "utf-16le");
      break;
    case engine.UTF_16BE:
      if (host.decodesUnicode || length <= SHORT_UTF_16) return decoderOf(from, "utf-16be");
      break;
    default:
      if (length > SHORT_PAGE) return engine.pageDecoder(from);
  }
  return undefined;
}

/** Decodes UTF-16LE with a Buffer. Returns undefined if it has errors, which a Buffer ignores. */
function decodeUtf16(source) {
  const { host } = engine;
  const { length } = source;
  if (!host.utf16Of || length & 1) return undefined;
  if (length >= LONG_UTF_16) {
    return isTextIn(engine.UTF_16LE, source) ? host.utf16Of(source) : undefined;
  }
  const text = host.utf16Of(source);
  return text.isWellFormed?.() ? text : undefined;
}

/** Whether bytes are well-formed in an encoding. */
function isTextIn(number, source) {
  try {
    new Validation(number).push(source, true);
    return true;
  } catch (error) {
    if (error instanceof EncodingError) return false;
    throw error;
  }
}

/** Decodes with a Buffer or a loop if the result is the same as that of `TextDecoder`. Returns
 * undefined otherwise. */
function decodeSimply(source, from) {
  const { host } = engine;
  const { length } = source;
  if (from === engine.UTF_16LE) return decodeUtf16(source);
  if (from === engine.LATIN_1 && host.latin1Of) return host.latin1Of(source);
  // Bytes below 80 are also UTF-8.
  if (from !== engine.UTF_8 && !engine.isLikeAscii(from)) return undefined;
  if (length <= FEW) return ascii(source, length);
  const isAscii = length > SHORT_ASCII && seemsAscii(source) && host.isAscii?.(source);
  return isAscii ? host.latin1Of(source) : undefined;
}

/** Whether a check for ASCII is worthwhile, in bytes after the first few: some sampled bytes are
 * ASCII. */
function seemsAscii(source) {
  const { length } = source;
  return (source[0] | source[5] | source[length >> 1] | source[length - 1]) < 0x80;
}

const isUnicode = (number) => number <= engine.UTF_16BE;

/** Decodes a short text in a code page. Returns undefined for other texts. */
function decodeByTable(source, most, from) {
  const { length } = source;
  const page = length <= most && !isUnicode(from) && engine.unitsOfBytes(from);
  return page ? translate(source, length, page, engine.host.tabled) : undefined;
}

export function decode(bytes, encoding = "utf-8", options = undefined) {
  const { fatal = false, ignoreBOM = false } = options ?? {};
  const from = engine.numberOf(encoding);
  const source = bytesOf(bytes);
  if (fatal && from === engine.UTF_8 && source.length > SHORT_UTF_8) {
    // This check is fast, and errors are found before the rest of the text is decoded.
    if (engine.host.isUtf8?.(source) === false) throwError(source, from);
  }
  const text =
    decodeSimply(source, from) ??
    decodeByTable(source, SHORT_PAGE, from) ??
    decodeByEngine(source, from) ??
    decodeByTable(source, LONGEST, from) ??
    decodePiece(source, from) ??
    new ToText(from, true).push(source, true);
  // Each malformed sequence has become U+FFFD.
  if (fatal && text.includes("\ufffd")) throwError(source, from);
  return ignoreBOM ? text : withoutMark(text);
}

/** Throws the first error, if there is one. */
function throwError(source, from) {
  new Validation(from).push(source, true);
}

/** Decodes with the engine's own decoder if that is faster. Returns undefined otherwise, and if it
 * fails. */
function decodeByEngine(source, from) {
  try {
    return faster(source, from)?.decode(source);
  } catch {
    // The text is in shared memory, which some decoders refuse.
    return undefined;
  }
}

/** Removes a byte order mark at the start. */
export function withoutMark(text) {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export function encode(text, encoding = "utf-8", options = undefined) {
  const { fatal = false, onLoss } = options ?? {};
  return encodeFrom(`${text}`, engine.numberOf(encoding), fatal, 0, onLoss);
}

// Up to this number of code units, a loop over them is fastest.
const SHORT_TEXT = 256;

// Up to this number of code units, a copy of a Buffer is faster than TextEncoder.
const SHORT_UTF_8_TEXT = 96;
// From this number of code units on, Buffer is faster than a loop.
const LONG_TEXT = 24;

let encoder;
const LONE_SURROGATE = /\p{Surrogate}/u;

function isWellFormed(text) {
  return text.isWellFormed ? text.isWellFormed() : !LONE_SURROGATE.test(text);
}

/** Encodes a part of a text that starts at code unit `start` of the text. `onLoss` is called for
 * each character that is replaced, after the conversion. */
export function encodeFrom(text, to, fatal, start, onLoss = undefined) {
  if (onLoss === undefined || fatal) return encodeWhole(text, to, fatal, start);
  // Most texts have no such characters.
  try {
    return encodeWhole(text, to, true, start);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
  }
  const losses = [];
  const bytes = encodeUnits(text, to, true, start, losses);
  losses.forEach((loss) => onLoss(loss));
  return bytes;
}

function encodeWhole(text, to, fatal, start) {
  const { host } = engine;
  if (to === engine.UTF_8) {
    if (fatal && !isWellFormed(text)) return encodeUnits(text, to, false, start);
    if (host.Buffer && text.length <= SHORT_UTF_8_TEXT) return new Uint8Array(host.Buffer.from(text));
    encoder ??= new TextEncoder();
    return encoder.encode(text);
  }
  if (text.length >= LONG_TEXT && host.unitsOf) {
    const bytes = encodeByBuffer(text, to);
    if (bytes !== undefined) return bytes;
  }
  if (text.length <= SHORT_TEXT) {
    const bytes = encodeShort(text, to, !fatal);
    if (bytes !== undefined) return bytes;
  }
  const isByUnits = host.putsUnitsFast || engine.isStateful(to);
  if (isByUnits || ((fatal || engine.hasSurrogates(to)) && !isWellFormed(text))) {
    return encodeUnits(text, to, !fatal, start);
  }
  // Only a conversion of units can report the position of an error in units.
  return encodeByUtf8(text, to, !fatal) ?? encodeUnits(text, to, false, start);
}

/** Encodes with a Buffer if the result is the same. Returns undefined otherwise. */
function encodeByBuffer(text, to) {
  const { host } = engine;
  if (to === engine.UTF_16LE) {
    if (text.length < LONG_UTF_16 / 2) return isWellFormed(text) ? host.unitsOf(text) : undefined;
    const bytes = host.unitsOf(text);
    return isTextIn(to, bytes) ? bytes : undefined;
  }
  if (to === engine.LATIN_1) return host.encodeLatin1(text);
  return undefined;
}

export function transcode(bytes, from, to, options = undefined) {
  const { lossy = false } = options ?? {};
  const [source, target] = [engine.numberOf(from), engine.numberOf(to)];
  const all = bytesOf(bytes);
  return (
    transcodePiece(all, source, target, lossy) ?? new ToBytes(source, target, lossy).push(all, true)
  );
}

export function transcodeInto(bytes, from, to, target, options = undefined) {
  const { lossy = false } = options ?? {};
  const [source, other] = [engine.numberOf(from), engine.numberOf(to)];
  const [all, capacity] = [bytesOf(bytes), bytesOf(target)];
  return (
    transcodePieceInto(all, source, other, lossy, capacity) ??
    new ToBytes(source, other, lossy).into(all, capacity)
  );
}
