// What an engine makes strings with, and what it knows about bytes.
import { TextDecoder } from "./globals.js";
import { units as tableUnits } from "./table.js";

/** What every engine has, with decoders of its own. */
export function everywhere({ input, output, units }) {
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const utf16 = new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true });
  const outputUnits = new Uint16Array(output.buffer, output.byteOffset, output.length >> 1);
  return {
    // Browsers decode Unicode as fast as a copy to the WebAssembly and back lets anybody.
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

// Lone surrogates, which a TextDecoder does not let pass. Arguments of a call must not be too many.
function ofUnits(units, length) {
  let made = "";
  for (let at = 0; at < length; at += 4096) {
    made += String.fromCharCode.apply(null, units.subarray(at, Math.min(at + 4096, length)));
  }
  return made;
}

/** What Node.js has: a Buffer makes text faster than a TextDecoder, lone surrogates included. */
export function byBuffer({ input, output, units }, { Buffer, isAscii, isUtf8 }) {
  const [from, to, put, table] = [input, output, units, tableUnits].map((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  return {
    ascii: (length) => from.toString("latin1", 0, length),
    latin1: (length) => from.toString("latin1", 0, length),
    utf16: (length) => to.toString("utf16le", 0, length),
    // What `toString` calls, which takes a tenth of the time for short texts.
    tabled: table.ucs2Slice
      ? (length) => table.ucs2Slice(0, 2 * length)
      : (length) => table.toString("utf16le", 0, 2 * length),
    putUnits: (text) => put.write(text, "utf16le"),
    putsUnitsFast: true,
    // Not every release has them.
    isAscii,
    isUtf8,
  };
}
