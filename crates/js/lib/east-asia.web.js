// The package with the encodings of East Asia, in browsers, and wherever else there is `fetch`.
import { start } from "./start.js";

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

// Bundlers know this form, and take the file along.
const response = await fetch(new URL("./east-asia.wasm", import.meta.url));
if (!response.ok) throw new Error(`utflane: ${response.url}: status ${response.status}`);
await start(await response.arrayBuffer());
