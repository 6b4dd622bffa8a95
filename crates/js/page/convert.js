// Converts a file piece by piece.
import { Encoder, decoderOf, encode } from "./utflane.js";
import { repair } from "../dist/detect.inline.js";

const MORE = { stream: true };
const HIGH = /[\ud800-\udbff]$/;

function has(encoding, text) {
  try {
    encode(text, encoding, { fatal: true });
    return true;
  } catch {
    return false;
  }
}

export class Conversion {
  /** The number of characters that became `?`. */
  lost = 0;

  #decoder;
  #encoder;
  #options;
  #rest = "";
  #isStart = true;

  constructor(from, to, options) {
    this.#decoder = decoderOf(from);
    this.#encoder = new Encoder(to, { onLoss: () => this.lost++ });
    // Code pages have no byte order mark.
    this.#options = { ...options, mark: options.mark && has(to, "\ufeff") };
  }

  /** Converts a piece of the file. */
  push(bytes, last) {
    const { newline, mark } = this.#options;
    let text = this.#rest + this.#decoder.decode(bytes, last ? undefined : MORE);
    this.#rest = "";
    if (!last) {
      const end = this.#endOfWhole(text);
      this.#rest = text.slice(end);
      text = text.slice(0, end);
    }
    if (this.#options.repair) text = repair(text);
    if (newline) text = text.replace(/\r\n|\r|\n/g, newline);
    if (this.#isStart && mark && (text !== "" || last)) text = `\ufeff${text}`;
    this.#isStart &&= text === "";
    return this.#encoder.encode(text, last ? undefined : MORE);
  }

  /** Returns an index at which a text may be cut: not within a line if lines are repaired, nor
   * between CR and LF, nor between surrogates. */
  #endOfWhole(text) {
    const { length } = text;
    if (this.#options.repair) {
      const end = text.lastIndexOf("\n") + 1;
      // A line without an end is not buffered indefinitely.
      if (end > 0 || length < 1 << 22) return end;
    }
    return text.endsWith("\r") || HIGH.test(text) ? length - 1 : length;
  }
}
