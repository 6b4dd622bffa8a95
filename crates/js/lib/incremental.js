// Decoder and encoder for texts in chunks, which may be cut anywhere.
import { bytesOf } from "./buffers.js";
import * as engine from "./engine.js";
import { FromUnits, ToText } from "./conversion.js";
import { encodeFrom, withoutMark } from "./text.js";

const NOTHING = new Uint8Array(0);

/** Like `TextDecoder`, but for all encodings and with exact errors. */
export class Decoder {
  #from;
  #conversion;
  #isStart;

  constructor(encoding = "utf-8", options = undefined) {
    const { fatal = false, ignoreBOM = false } = options ?? {};
    this.#from = engine.numberOf(encoding);
    this.encoding = engine.nameOf(this.#from);
    this.fatal = Boolean(fatal);
    this.ignoreBOM = Boolean(ignoreBOM);
    this.#begin();
  }

  #begin() {
    this.#conversion = new ToText(this.#from, !this.fatal);
    this.#isStart = !this.ignoreBOM;
  }

  decode(bytes = NOTHING, options = undefined) {
    const { stream = false } = options ?? {};
    const source = bytesOf(bytes);
    let continues = false;
    try {
      let text = this.#conversion.push(source, !stream);
      if (this.#isStart && text !== "") {
        text = withoutMark(text);
        this.#isStart = false;
      }
      continues = stream;
      return text;
    } finally {
      // After the end of a text, or after an error, a new text begins.
      if (!continues) this.#begin();
    }
  }
}

/** The inverse of `Decoder`. */
export class Encoder {
  #to;
  // A high surrogate at the end of a chunk, which the next chunk may complete to a pair.
  #high = "";
  #position = 0;
  // The conversion to a stateful encoding, in the middle of a text.
  #conversion;
  #onLoss;

  constructor(encoding = "utf-8", options = undefined) {
    const { fatal = false, onLoss } = options ?? {};
    this.#to = engine.numberOf(encoding);
    this.#onLoss = onLoss;
    this.encoding = engine.nameOf(this.#to);
    this.fatal = Boolean(fatal);
  }

  encode(text = "", options = undefined) {
    const { stream = false } = options ?? {};
    const all = `${this.#high}${text}`;
    const isCut = stream && (all.charCodeAt(all.length - 1) & 0xfc00) === 0xd800;
    const now = isCut ? all.slice(0, -1) : all;
    const position = this.#position;
    // Unless more of the text follows, a new text begins.
    [this.#high, this.#position] = ["", 0];
    const bytes = engine.isStateful(this.#to)
      ? this.#encodeStateful(now, !stream)
      : encodeFrom(now, this.#to, this.fatal, position, this.#onLoss);
    if (stream) [this.#high, this.#position] = [isCut ? all.at(-1) : "", position + now.length];
    return bytes;
  }

  #encodeStateful(text, last) {
    const conversion = this.#conversion ?? new FromUnits(this.#to, !this.fatal);
    // After an error, a new text begins.
    this.#conversion = undefined;
    const losses = this.#onLoss && !this.fatal ? [] : undefined;
    const bytes = conversion.encode(text, last, losses);
    if (!last) this.#conversion = conversion;
    losses?.forEach((loss) => this.#onLoss(loss));
    return bytes;
  }
}
