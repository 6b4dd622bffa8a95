// The WebAssembly from the text that entries have which are one with it.
import { inflateSync } from "./entry/inflate.js";
import { fromBase64 } from "./load.js";

export const unpack = (text) => inflateSync(fromBase64(text));
