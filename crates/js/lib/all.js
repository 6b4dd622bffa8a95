// The exports of every entry.
export { encodingName, encodingNames } from "./engine.js";
export { EncodingError } from "./error.js";
export {
  decode,
  detect,
  encode,
  faults,
  isValidUtf8,
  transcode,
  transcodeInto,
  validate,
} from "./text.js";
export { lend } from "./loan.js";
export { Decoder, Encoder } from "./incremental.js";
export { DecoderStream, EncoderStream, TranscoderStream, ValidatorStream } from "./streams.js";
