// The functions of `utflane/east-asia`, and one that the package does not export.
import bytes from "../dist/east-asia.data.js";
import { isStateful as isStatefulNumber, numberOf, provide } from "../lib/engine.js";
import { instantiate } from "../lib/load.js";
import { Decoder, LineDecoder } from "../lib/all.js";
import { Faults } from "../lib/conversion.js";

export * from "../lib/all.js";

provide(() => instantiate(bytes()));

const NO_FAULTS = { push: () => [] };

/** Creates an object that finds all errors of a text, which comes in pieces. Lines that are in
 * different encodings have no errors. */
export const faultsIn = (encoding) =>
  isByLine(encoding) ? NO_FAULTS : new Faults(numberOf(encoding));

/** Returns the encodings of a text. Their names are separated by a bar if each line has its own. */
export const encodingsOf = (encoding) => encoding.split("|");

export const isByLine = (encoding) => encoding.includes("|");

/** Creates a decoder for a text in one encoding, or in several by line. */
export const decoderOf = (encoding) =>
  isByLine(encoding) ? new LineDecoder(encodingsOf(encoding)) : new Decoder(encoding);

export const isStateful = (encoding) =>
  !isByLine(encoding) && isStatefulNumber(numberOf(encoding));
