// Functions that create strings and check bytes, for each kind of host.
import { TextDecoder } from "./globals.js";
import { units as tableUnits } from "./table.js";

/** Functions that every engine supports, with decoders of their own. */
export function everywhere({ input, output, units }) {
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const utf16 = new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true });
  const outputUnits = new Uint16Array(output.buffer, output.byteOffset, output.length >> 1);
  return {
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
  let made = "";
  for (let at = 0; at < length; at += 4096) {
    made += String.fromCharCode.apply(null, units.subarray(at, Math.min(at + 4096, length)));
  }
  return made;
}

/** Functions for Node.js: a Buffer creates text faster than a TextDecoder, including unpaired
 * surrogates. */
export function byBuffer({ input, output, units }, { Buffer, isAscii, isUtf8 }) {
  const [from, to, put, table] = [input, output, units, tableUnits].map((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  return {
    ascii: (length) => from.toString("latin1", 0, length),
    latin1: (length) => from.toString("latin1", 0, length),
    utf16: (length) => to.toString("utf16le", 0, length),
    // `toString` calls this function, which takes a tenth of the time for short texts.
    tabled: table.ucs2Slice
      ? (length) => table.ucs2Slice(0, 2 * length)
      : (length) => table.toString("utf16le", 0, 2 * length),
    putUnits: (text) => put.write(text, "utf16le"),
    putsUnitsFast: true,
    // Some releases of Node.js lack these.
    isAscii,
    isUtf8,
  };
}
