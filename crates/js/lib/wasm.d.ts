/** The WebAssembly, as bundlers and hosts give it that import one as a module: for `start` of
 * `utflane/start`. */
declare const module: WebAssembly.Module;
export default module;
