// Functions that create strings and check bytes, for each kind of host.
import { TextDecoder } from "./globals.js";
import { units as tableUnits } from "./table.js";

/** Functions that every engine supports, with decoders of their own. */
export function everywhere(units) {
  let utf8;
  let utf16;
  let input;
  let output;
  let outputUnits;
  return {
    useMemory(newInput, newOutput) {
      [input, output] = [newInput, newOutput];
      outputUnits = new Uint16Array(output.buffer, output.byteOffset, output.length >> 1);
      utf8 ??= new TextDecoder("utf-8", { ignoreBOM: true });
      utf16 ??= new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true });
    },
    // In browsers, TextDecoder is as fast for Unicode as copying to the WebAssembly and back.
    decodesUnicode: true,
    ascii: (length) => utf8.decode(input.subarray(0, length)),
    // Code pages have no surrogates.
    tabled: (length) => utf16.decode(tableUnits.subarray(0, length)),
    putUnits(text) {
      for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
    },
    utf16(length) {
      try {
        return utf16.decode(output.subarray(0, length));
      } catch {
        return ofUnits(outputUnits, length / 2);
      }
    },
  };
}

// Creates strings with unpaired surrogates, which a TextDecoder would replace. The number of
// arguments of a call is limited.
function ofUnits(units, length) {
  let text = "";
  for (let at = 0; at < length; at += 4096) {
    text += String.fromCharCode.apply(null, units.subarray(at, Math.min(at + 4096, length)));
  }
  return text;
}

const OTHERS = /[^\x00-\xff]/;

/** Functions for Node.js: a Buffer creates text faster than a TextDecoder, including unpaired
 * surrogates. */
export function byBuffer(units, { Buffer, isAscii, isUtf8 }) {
  const { latin1Slice, ucs2Slice, latin1Write, ucs2Write } = Buffer.prototype;
  const asBuffer = (part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const [put, table] = [units, tableUnits].map(asBuffer);
  let from;
  let to;
  return {
    useMemory(input, output) {
      [from, to] = [input, output].map(asBuffer);
    },
    ascii: (length) => from.toString("latin1", 0, length),
    latin1: (length) => from.toString("latin1", 0, length),
    utf16: (length) => to.toString("utf16le", 0, length),
    // `toString` calls this function, which takes a tenth of the time for short texts.
    tabled: table.ucs2Slice
      ? (length) => table.ucs2Slice(0, 2 * length)
      : (length) => table.toString("utf16le", 0, 2 * length),
    putUnits: (text) => put.write(text, "utf16le"),
    putsUnitsFast: true,
    Buffer,
    latin1Of: latin1Slice
      ? (bytes) => latin1Slice.call(bytes, 0, bytes.length)
      : (bytes) => asBuffer(bytes).toString("latin1"),
    /** Creates a text from its code units, as bytes. */
    utf16Of: ucs2Slice
      ? (bytes) => ucs2Slice.call(bytes, 0, bytes.length)
      : (bytes) => asBuffer(bytes).toString("utf16le"),
    /** Returns the code units of a text as bytes. */
    unitsOf(text) {
      const bytes = new Uint8Array(2 * text.length);
      if (ucs2Write) ucs2Write.call(bytes, text, 0, bytes.length);
      else asBuffer(bytes).write(text, "utf16le");
      return bytes;
    },
    /** Encodes a text in Latin-1, or returns undefined if it has other characters. */
    encodeLatin1(text) {
      if (OTHERS.test(text)) return undefined;
      const bytes = new Uint8Array(text.length);
      if (latin1Write) latin1Write.call(bytes, text, 0, bytes.length);
      else asBuffer(bytes).write(text, "latin1");
      return bytes;
    },
    // Some releases of Node.js lack these.
    isAscii,
    isUtf8,
  };
}
