/** The WebAssembly, for bundlers and hosts that import it as a module: pass it to `start` of
 * `utflane/start`. */
declare const module: WebAssembly.Module;
export default module;
