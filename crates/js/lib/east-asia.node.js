// The package with the encodings of East Asia, in Node.js.
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

load(new URL("./east-asia.wasm", import.meta.url));
