export * from "./utflane.js";

/** Makes everything ready: before that all functions throw. `source` is the module, or its bytes:
 * `utflane/utflane.wasm`, or `utflane/east-asia.wasm` with the encodings of East Asia. */
export function start(source: WebAssembly.Module | BufferSource): Promise<void>;

/** The same at once, which browsers allow in workers, and newer ones in pages. */
export function startSync(source: WebAssembly.Module | BufferSource): void;
