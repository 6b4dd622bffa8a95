// The package for hosts that hand over the WebAssembly themselves.
import { attach } from "./engine.js";
import { expectVectors, instantiate, withModule } from "./load.js";

export * from "./all.js";

/** Makes everything ready; `source` is the module, or its bytes. */
export async function start(source) {
  expectVectors();
  const started = await WebAssembly.instantiate(source, {});
  attach(withModule(started.instance ?? started, started.module ?? source));
}

/** The same at once. */
export function startSync(source) {
  attach(instantiate(source));
}
