export * from "./utflane.js";

/** Initialises the package; before that, all functions throw. `source` is the module or its bytes:
 * `utflane/utflane.wasm`, or `utflane/east-asia.wasm` with the legacy multi-byte encodings. */
export function start(source: WebAssembly.Module | BufferSource): Promise<void>;

/** As `start`, but synchronous. Browsers allow that in workers, and newer ones also in pages. */
export function startSync(source: WebAssembly.Module | BufferSource): void;
