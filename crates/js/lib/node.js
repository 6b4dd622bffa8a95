// The package in Node.js, and where its modules are: Deno and Bun.
import { load } from "./host.js";

export {
  DecoderStream,
  EncoderStream,
  EncodingError,
  TranscoderStream,
  ValidatorStream,
  decode,
  detect,
  encode,
  encodingName,
  encodingNames,
  isValidUtf8,
  transcode,
  validate,
} from "./start.js";

load(new URL("./utflane.wasm", import.meta.url));
