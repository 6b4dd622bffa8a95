// Scans a file piece by piece, and keeps only the results that are shown.
import { decoderOf, faultsIn } from "./utflane.js";
import { detect, repair } from "../dist/detect.inline.js";

/** Size of a piece in bytes. */
const PIECE = 1 << 20;
// Number of bytes for detection.
const SAMPLE = 1 << 20;
// Maximum number of errors and repaired lines that are shown. Others are counted.
const SHOWN = 200;
// Number of code units that are shown around an error, and of a line.
const CONTEXT = 40;
const LINE = 160;

const MORE = { stream: true };

/** Iterates over the pieces of a file. */
export async function* piecesOf(file) {
  for (let at = 0; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
  }
}

/** Detects the encoding of a file from its start, and from later text if that is ASCII. */
export async function detectIn(file) {
  const parts = [];
  let length = 0;
  for await (const piece of piecesOf(file)) {
    if (length > 0 && detect(piece).encoding === "US-ASCII") continue;
    parts.push(piece);
    length += piece.length;
    if (length > SAMPLE) break;
  }
  return detect(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

/** Collects lines and their ends, errors, and mojibake of a text that comes in pieces. */
export class Scan {
  ends = { crlf: 0, lf: 0, cr: 0 };
  faults = [];
  faultCount = 0;
  mojibake = [];
  mojibakeCount = 0;

  #line = 1;
  #column = 1;
  #hasReturn = false;
  // The last characters so far, and the errors whose following context is incomplete.
  #before = "";
  #waiting = [];
  // The start of an incomplete line, and its number.
  #open = "";
  #openLine = 1;

  constructor(encoding) {
    this.check = faultsIn(encoding);
    this.decoder = decoderOf(encoding);
    this.position = 0;
  }

  push(bytes, last) {
    const start = this.position;
    this.position += bytes.length;
    let done = 0;
    for (const fault of this.check.push(bytes, last)) {
      this.faultCount++;
      if (this.faults.length >= SHOWN) continue;
      // The error may begin in an earlier piece, whose text was added already.
      const at = Math.max(0, fault.position - start);
      this.#text(this.decoder.decode(bytes.subarray(done, at), MORE));
      const end = Math.max(at, fault.position + fault.length - start);
      this.#fault({ ...fault, line: this.#line, column: this.#column });
      this.#text(this.decoder.decode(bytes.subarray(at, end), MORE));
      done = end;
    }
    this.#text(this.decoder.decode(bytes.subarray(done), last ? undefined : MORE));
    if (last) this.#end();
  }

  /** The number of lines in each encoding, if they are in different ones. */
  get lines() {
    return this.decoder.lines;
  }

  #fault(fault) {
    const entry = { ...fault, before: this.#before, after: "" };
    this.faults.push(entry);
    this.#waiting.push(entry);
  }

  #text(text) {
    if (text === "") return;
    for (const fault of this.#waiting)
      fault.after += text.slice(0, CONTEXT + 1 - fault.after.length);
    this.#waiting = this.#waiting.filter(({ after }) => after.length <= CONTEXT);
    this.#before = (this.#before + text.slice(-CONTEXT)).slice(-CONTEXT);
    this.#lookForMojibake(text);
    this.#countLines(text);
  }

  #countLines(text) {
    const { ends } = this;
    let start = 0;
    if (this.#hasReturn) {
      if (text[0] === "\n") {
        ends.crlf++;
        start = 1;
      } else ends.cr++;
      this.#line++;
      this.#column = 1;
      this.#hasReturn = false;
    }
    let lineStart = start;
    let feed = text.indexOf("\n", start);
    let back = text.indexOf("\r", start);
    while (feed >= 0 || back >= 0) {
      if (back < 0 || (feed >= 0 && feed < back)) {
        ends.lf++;
        lineStart = feed + 1;
        feed = text.indexOf("\n", lineStart);
      } else if (back === text.length - 1) {
        // The next character decides which line end it is.
        this.#hasReturn = true;
        break;
      } else {
        const isPair = feed === back + 1;
        if (isPair) ends.crlf++;
        else ends.cr++;
        lineStart = back + (isPair ? 2 : 1);
        if (isPair) feed = text.indexOf("\n", lineStart);
        back = text.indexOf("\r", lineStart);
      }
      this.#line++;
      this.#column = 1;
    }
    // The column counts code points. Characters above U+FFFF have two units.
    const rest = text.slice(lineStart);
    this.#column += rest.length - (rest.match(/[\ud800-\udbff]/g)?.length ?? 0);
  }

  /** Looks for mojibake, in whole lines. */
  #lookForMojibake(text) {
    const all = this.#open + text;
    const end = all.lastIndexOf("\n") + 1;
    const lines = all.slice(0, end);
    const rest = all.slice(end);
    // Longer lines are not checked.
    this.#open = rest.length > PIECE ? "" : rest;
    this.#repair(lines);
  }

  #repair(lines) {
    const first = this.#openLine;
    if (!/[\u00c2-\u00f4\u0393\u2500-\u256c]/.test(lines)) {
      this.#openLine += countOf(lines);
      return;
    }
    const repaired = repair(lines);
    this.#openLine += countOf(lines);
    if (repaired === lines) return;
    const [before, after] = [lines, repaired].map((part) => part.split("\n"));
    before.forEach((line, index) => {
      if (line === after[index]) return;
      this.mojibakeCount++;
      if (this.mojibake.length >= SHOWN) return;
      this.mojibake.push({ line: first + index, ...around(line, after[index]) });
    });
  }

  #end() {
    if (this.#hasReturn) this.ends.cr++;
    this.#repair(this.#open);
    this.#waiting = [];
  }
}

function countOf(lines) {
  let count = 0;
  for (let at = -1; (at = lines.indexOf("\n", at + 1)) >= 0;) count++;
  return count;
}

/** Returns parts of two lines around the first difference. */
function around(before, after) {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const start = Math.max(0, same - CONTEXT);
  return { before: before.slice(start, start + LINE), after: after.slice(start, start + LINE) };
}
