// The error class: the kind of an error in a text, and its position.

// Indexed by the numbers that the WebAssembly returns.
const KINDS = [
  "Other",
  "UnexpectedContinuation",
  "InvalidByte",
  "Overlong",
  "Surrogate",
  "TooLarge",
  "MissingContinuation",
  "UnpairedSurrogate",
  "FourBytes",
  "Nul",
  "Unassigned",
  "Incomplete",
];

/** The rules that malformed sequences break, by number. */
export const RULES = KINDS.map((kind) => ({
  kind,
  reason: kind === "Incomplete" ? "incomplete" : "malformed",
}));

const BRAND = Symbol.for("utflane.EncodingError");

/** The error for text that cannot be converted. It is a TypeError, like the error that the engine's
 * own TextDecoder throws. */
export class EncodingError extends TypeError {
  // Each entry of the package has a class of its own, and an error of one is an instance of all.
  static [Symbol.hasInstance](value) {
    return value?.[BRAND] === true;
  }

  constructor(message, fields) {
    super(message);
    Object.assign(this, fields);
  }

  static malformed(encoding, position, length, kindNumber) {
    const { kind, reason } = RULES[kindNumber];
    const bytes = length === 1 ? "1 byte" : `${length} bytes`;
    const message = `${reason} ${encoding} sequence of ${bytes} at index ${position}: ${kind}`;
    return new EncodingError(message, { reason, encoding, position, length, kind });
  }

  /** Returns the same error of malformed text, with a position after `before` other bytes. */
  shifted(before) {
    const { encoding, position, length, kind } = this;
    return EncodingError.malformed(encoding, before + position, length, KINDS.indexOf(kind));
  }

  static unrepresentable(encoding, position, length, codePoint) {
    const digits = codePoint.toString(16).toUpperCase().padStart(4, "0");
    const character = `U+${digits} at index ${position}`;
    const message = `character ${character} cannot be represented in ${encoding}`;
    return new EncodingError(message, {
      reason: "unrepresentable",
      encoding,
      position,
      length,
      codePoint,
    });
  }
}

EncodingError.prototype.name = "EncodingError";
EncodingError.prototype[BRAND] = true;
