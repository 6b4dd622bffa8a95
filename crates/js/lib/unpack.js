// Unpacks the WebAssembly that entries contain as compressed text.
import { inflateSync } from "./entry/inflate.js";
import { fromBase64 } from "./load.js";

export const unpack = (text) => inflateSync(fromBase64(text));
