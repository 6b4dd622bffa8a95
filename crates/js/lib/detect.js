// What `utflane/detect` has.
export { detect, repair } from "./detection.js";
