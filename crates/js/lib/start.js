// The entry for programs that pass the WebAssembly themselves.
import { attach } from "./engine.js";
import { expectVectors, instantiate, withModule } from "./load.js";

export * from "./all.js";

/** Initialises the package. `source` is the module, or its bytes. */
export async function start(source) {
  expectVectors();
  const started = await WebAssembly.instantiate(source, {});
  attach(withModule(started.instance ?? started, started.module ?? source));
}

/** As `start`, but synchronous. */
export function startSync(source) {
  attach(instantiate(source));
}
