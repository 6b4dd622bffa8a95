// The exports of `utflane/detect`.
export { detect, repair } from "./detection.js";
