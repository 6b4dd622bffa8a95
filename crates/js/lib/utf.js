// The exports of `utflane/utf`: those of the other entries, except for the detection of encodings.
export { encodingName, encodingNames } from "./engine.js";
export { EncodingError } from "./error.js";
export { decode, encode, faults, isValidUtf8, transcode, transcodeInto, validate } from "./text.js";
export { lend } from "./loan.js";
export { Decoder, Encoder } from "./incremental.js";
export { DecoderStream, EncoderStream, TranscoderStream, ValidatorStream } from "./streams.js";
