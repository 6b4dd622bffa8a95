// The functions for whole texts.
import { bytesOf, part } from "./buffers.js";
import * as engine from "./engine.js";
import { EncodingError } from "./error.js";
import { TextDecoder, TextEncoder } from "./globals.js";
import {
  Check,
  Faults,
  ToBytes,
  ToText,
  decodePiece,
  encodeByUtf8,
  encodeShort,
  encodeUnits,
  transcodePiece,
  transcodePieceInto,
} from "./passage.js";
import { LONGEST, translate } from "./table.js";

const CERTAINTIES = ["unknown", "likely", "certain"];

/** Returns the first error, or null. */
export function validate(bytes, encoding = "utf-8") {
  const check = new Check(engine.numberOf(encoding));
  const source = bytesOf(bytes);
  try {
    check.push(source, true);
    return null;
  } catch (error) {
    if (error instanceof EncodingError) return error;
    throw error;
  }
}

/** Iterates over all errors. Bytes are validated on demand. */
export function* faults(bytes, encoding = "utf-8") {
  const check = new Faults(engine.numberOf(encoding));
  const source = bytesOf(bytes);
  let at = 0;
  do {
    const end = Math.min(at + engine.input.length, source.length);
    const piece = part(source, at, end);
    yield* check.push(piece, end === source.length);
    at = end;
  } while (at < source.length);
}

/** Whether bytes are well-formed UTF-8. */
export function isValidUtf8(bytes) {
  const source = bytesOf(bytes);
  const { wasm, input, host } = engine;
  if (host.isUtf8) return host.isUtf8(source);
  if (source.length > input.length) return validate(source) === null;
  return wasm.validate(engine.UTF_8, 0, engine.fill(source, 0, 0), 1) === engine.DONE;
}

// Up to this number of bytes, the engine's decoder is faster than a call of the WebAssembly.
const SHORT_UTF_8 = 128;
const SHORT_UTF_16 = 512;

// Up to this number of bytes, a table decodes a code page as fast as the engine's decoder, if that
// exists.
const SHORT_PAGE = 256;

// The engine's decoders of each encoding, with replacement and without.
const [utf8, utf16le, utf16be] = ["utf-8", "utf-16le", "utf-16be"].map((label) =>
  [false, true].map((fatal) => new TextDecoder(label, { fatal, ignoreBOM: true })),
);

/** Returns the engine's decoders if they are faster for these bytes. */
function faster(source, from) {
  const { host } = engine;
  const { length } = source;
  switch (from) {
    case engine.UTF_8:
      if (host.decodesUnicode || length <= SHORT_UTF_8 || host.isAscii?.(source)) return utf8;
      break;
    case engine.UTF_16LE:
      if (host.decodesUnicode || length <= SHORT_UTF_16) return utf16le;
      break;
    case engine.UTF_16BE:
      if (host.decodesUnicode || length <= SHORT_UTF_16) return utf16be;
      break;
    default:
      // Bytes below 80 are also UTF-8.
      if (seemsAscii(source) && host.isAscii?.(source) && engine.isLikeAscii(from)) return utf8;
      if (length > SHORT_PAGE) return engine.pageDecoders(from);
  }
  return undefined;
}

/** Whether a check for ASCII is worthwhile: the text is not short, and a few sampled bytes are
 * ASCII. */
function seemsAscii(source) {
  return (
    source.length > 64 && (source[0] | source[5] | source[17] | source[30] | source[62]) < 0x80
  );
}

/** Decodes a short text in a code page. Returns undefined for other texts, and if there may be an
 * error to report. */
function decodeByTable(source, most, from, fatal) {
  const { length } = source;
  const page = length <= most && engine.unitsOfBytes(from);
  if (!page) return undefined;
  const text = translate(source, length, page, engine.host.tabled);
  return fatal && text.includes("\ufffd") ? undefined : text;
}

export function decode(bytes, encoding = "utf-8", options = undefined) {
  const { fatal = false, ignoreBOM = false } = options ?? {};
  const from = engine.numberOf(encoding);
  const source = bytesOf(bytes);
  const text =
    (seemsAscii(source) ? undefined : decodeByTable(source, SHORT_PAGE, from, fatal)) ??
    decodeByEngine(source, from, fatal) ??
    decodeByTable(source, LONGEST, from, fatal) ??
    decodePiece(source, from, !fatal) ??
    new ToText(from, !fatal).push(source, true);
  return ignoreBOM ? text : withoutMark(text);
}

/** Decodes with the engine's own decoder if that is faster. Returns undefined otherwise, and if it
 * fails. */
function decodeByEngine(source, from, fatal) {
  try {
    return faster(source, from)?.[fatal ? 1 : 0].decode(source);
  } catch {
    // The text is malformed, or it is in shared memory, which some decoders refuse.
    return undefined;
  }
}

/** Removes a byte order mark at the start. */
export function withoutMark(text) {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export function encode(text, encoding = "utf-8", options = undefined) {
  const { fatal = false } = options ?? {};
  return encodeFrom(`${text}`, engine.numberOf(encoding), fatal, 0);
}

// Up to this number of code units, a loop over them is fastest.
const SHORT_TEXT = 256;

const encoder = new TextEncoder();
const LONE_SURROGATE = /\p{Surrogate}/u;

function isWellFormed(text) {
  return text.isWellFormed ? text.isWellFormed() : !LONE_SURROGATE.test(text);
}

/** Encodes a part of a text that starts at code unit `start` of the text. */
export function encodeFrom(text, to, fatal, start) {
  const isByUtf8 = to === engine.UTF_8 || !engine.host.putsUnitsFast;
  if (to !== engine.UTF_8 && text.length <= SHORT_TEXT) {
    const bytes = encodeShort(text, to, !fatal);
    if (bytes !== undefined) return bytes;
  }
  if (!isByUtf8 || ((fatal || engine.hasSurrogates(to)) && !isWellFormed(text))) {
    return encodeUnits(text, to, !fatal, start);
  }
  if (to === engine.UTF_8) return encoder.encode(text);
  // Only a conversion of units can report the position of an error in units.
  return encodeByUtf8(text, to, !fatal) ?? encodeUnits(text, to, false, start);
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

export function detect(bytes) {
  const ascii = engine.numberOf("x-us-ascii");
  const source = bytesOf(bytes);
  const { wasm } = engine;
  // Examine the first piece, or if that is ASCII, the first one that is not.
  let at = 0;
  let number;
  let found;
  do {
    const size = engine.fill(source, at, 0);
    found = wasm.detect(size);
    number = found & 0xffff;
    at += size;
  } while (at < source.length && number === ascii);
  let exact = (found & 0x10000) !== 0;
  let certainty = found >> 17;
  if (exact && at < source.length) {
    exact = isTextIn(number, source);
    if (!exact) certainty = Math.min(certainty, 1);
  }
  // ASCII is the same in all encodings of the Web, so it gets the name that everyone knows.
  const name = number === ascii ? "US-ASCII" : engine.nameOf(number);
  return { encoding: number === 0 ? null : name, certainty: CERTAINTIES[certainty], exact };
}

/** Whether bytes are well-formed, except for a character at the end that may be cut. */
function isTextIn(number, source) {
  try {
    new Check(number).push(source, false);
    return true;
  } catch (error) {
    if (error instanceof EncodingError) return false;
    throw error;
  }
}
