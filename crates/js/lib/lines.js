// Decodes texts whose lines are in different encodings.
import { bytesOf, part } from "./buffers.js";
import * as engine from "./engine.js";
import { EncodingError } from "./error.js";
import { joined } from "./conversion.js";
import { decode, faults } from "./text.js";

const LF = 0x0a;

const LEAST = 1 << 4;
const MOST = 1 << 20;

/** Decodes each line in the first of some encodings in which it is well-formed. A line ends at the
 * byte 0A. */
export class LineDecoder {
  #encodings;
  #fatal;
  // The bytes of an incomplete line, and its position.
  #rest = [];
  #position = 0;
  // Whether the next call begins a new text.
  #isEnd = false;
  // Number of bytes that are validated at a time. It doubles until there is an error, so that texts
  // with many errors are not validated again and again.
  #size = LEAST;

  constructor(encodings, options = undefined) {
    this.#encodings = [...encodings].map((label) => {
      const number = engine.numberOf(label);
      const name = engine.nameOf(number);
      if (!engine.isLikeAscii(number)) {
        throw new RangeError(`lines cannot be in ${name}, which is not a superset of ASCII`);
      }
      return name;
    });
    if (this.#encodings.length === 0) throw new RangeError("no encodings");
    this.#fatal = Boolean(options?.fatal);
    this.encodings = Object.freeze([...this.#encodings]);
    this.fatal = this.#fatal;
    this.#begin();
  }

  #begin() {
    this.#rest = [];
    this.#position = 0;
    /** Number of lines of the text so far in each encoding, and in none of them. */
    this.lines = Object.fromEntries([...this.#encodings.map((name) => [name, 0]), ["none", 0]]);
  }

  decode(bytes = new Uint8Array(0), options = undefined) {
    const { stream = false } = options ?? {};
    if (this.#isEnd) this.#begin();
    this.#isEnd = !stream;
    const source = bytesOf(bytes);
    const end = stream ? source.lastIndexOf(LF) + 1 : source.length;
    if (end === 0 && stream) {
      this.#rest.push(source.slice());
      return "";
    }
    const whole = joined([...this.#rest, part(source, 0, end)]);
    this.#rest = [part(source, end, source.length).slice()];
    try {
      return this.#decodeLines(whole);
    } catch (error) {
      this.#isEnd = true;
      throw error;
    }
  }

  #decodeLines(bytes) {
    let text = "";
    let at = 0;
    while (at < bytes.length) {
      const rest = part(bytes, at, bytes.length);
      const [length, encoding] = this.#run(rest);
      const lines = part(rest, 0, length);
      this.lines[encoding ?? "none"] += countLines(lines);
      text += this.#decodeRun(lines, encoding, this.#position + at);
      at += length;
    }
    this.#position += bytes.length;
    return text;
  }

  /** Returns the length of the first lines that are in the same encoding, and the encoding. Only
   * lines in the first encoding are taken together. */
  #run(bytes) {
    const [first, ...others] = this.#encodings;
    const most = bytes.indexOf(LF, this.#size) + 1 || bytes.length;
    const fault = firstFault(part(bytes, 0, most), first);
    if (fault === undefined) {
      this.#size = Math.min(2 * this.#size, MOST);
      return [most, first];
    }
    this.#size = LEAST;
    const start = bytes.lastIndexOf(LF, fault.position) + 1;
    if (start > 0 && start <= fault.position) return [start, first];
    const end = bytes.indexOf(LF) + 1 || bytes.length;
    const line = part(bytes, 0, end);
    return [end, others.find((encoding) => !firstFault(line, encoding))];
  }

  #decodeRun(lines, encoding, position) {
    try {
      const last = this.#encodings.at(-1);
      const fatal = encoding === undefined && this.#fatal;
      return decode(lines, encoding ?? last, { fatal, ignoreBOM: position > 0 });
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error;
      throw error.shifted(position);
    }
  }
}

/** Returns the first malformed sequence. Unlike `validate`, it does not create an error, which would
 * take most of the time. */
const firstFault = (bytes, encoding) => faults(bytes, encoding).next().value;

function countLines(bytes) {
  let count = 0;
  for (let at = 0; at < bytes.length; count++) at = bytes.indexOf(LF, at) + 1 || bytes.length;
  return count;
}
