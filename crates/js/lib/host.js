// What Node.js has and other engines have not, and how the WebAssembly is loaded there.
import * as buffer from "node:buffer";
import { readFileSync } from "node:fs";
import { attach } from "./engine.js";
import { expectVectors } from "./start.js";

/** Text by a Buffer, which makes it faster than a TextDecoder does, lone surrogates included. */
function host(input, output, units) {
  const [from, to] = [input, output].map((part) =>
    buffer.Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  const put = buffer.Buffer.from(units.buffer);
  return {
    ascii: (length) => from.toString("latin1", 0, length),
    utf16: (length) => to.toString("utf16le", 0, length),
    putUnits: (text) => put.write(text, "utf16le"),
    putsUnitsFast: true,
    // Not every release has them.
    isAscii: buffer.isAscii,
    isUtf8: buffer.isUtf8,
  };
}

/** Makes everything ready, with the WebAssembly of a file. At once, and not by `await`: so
 * `require` can load it, too. */
export function load(file) {
  expectVectors();
  const module = new WebAssembly.Module(readFileSync(file));
  attach(new WebAssembly.Instance(module), host);
}
