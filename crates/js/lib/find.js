// Detection of Unicode encodings.
import { bytesOf } from "./buffers.js";
import * as engine from "./engine.js";
import { EncodingError } from "./error.js";
import { Validation } from "./conversion.js";

const CERTAINTIES = ["unknown", "likely", "certain"];

/** Detects whether bytes are in ASCII, UTF-8, UTF-16 or UTF-32. */
export function detect(bytes) {
  const ascii = engine.US_ASCII;
  const source = bytesOf(bytes);
  engine.ready();
  const { wasm } = engine;
  if (!wasm.detect) throw new Error("utflane: utf.wasm does not detect encodings");
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
    new Validation(number).push(source, false);
    return true;
  } catch (error) {
    if (error instanceof EncodingError) return false;
    throw error;
  }
}
