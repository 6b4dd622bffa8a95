// All of it, for hosts that hand over the WebAssembly themselves.
import { attach } from "./engine.js";

export { encodingName, encodingNames } from "./engine.js";
export { EncodingError } from "./error.js";
export { decode, detect, encode, isValidUtf8, transcode, validate } from "./text.js";
export { DecoderStream, EncoderStream, TranscoderStream, ValidatorStream } from "./streams.js";

// A function that returns a vector.
const VECTORS = "AGFzbQEAAAABBQFgAAF7AwIBAAoIAQYAQQD9Dws=";

/** Throws if the engine does not take vectors, which no other error would say clearly. */
export function expectVectors() {
  const bytes = Uint8Array.from(atob(VECTORS), (byte) => byte.charCodeAt(0));
  if (!WebAssembly.validate(bytes)) {
    throw new Error("utflane: the WebAssembly of this engine has no SIMD");
  }
}

/** Makes everything ready; `source` is the module, or its bytes. */
export async function start(source) {
  expectVectors();
  const started = await WebAssembly.instantiate(source, {});
  attach(started.instance ?? started);
}
