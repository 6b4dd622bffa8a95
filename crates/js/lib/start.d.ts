export * from "./utflane.js";

/** Makes everything ready: before that all functions throw. `source` is the module, or its bytes:
 * `utflane/utflane.wasm`. */
export function start(source: WebAssembly.Module | BufferSource): Promise<void>;
