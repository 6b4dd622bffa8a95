// The exports of `utflane` and `utflane/east-asia`.
export * from "./utf.js";
export { detect } from "./find.js";
export { LineDecoder } from "./lines.js";
