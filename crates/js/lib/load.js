// How a WebAssembly is started at once, without `await`, which modules that are bundled, required
// or run in a worker cannot have.

// A function that returns a vector.
const VECTORS = "AGFzbQEAAAABBQFgAAF7AwIBAAoIAQYAQQD9Dws=";

/** The bytes that a text in Base64 stands for. */
export function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Throws if the engine does not take vectors, which no other error would say clearly. */
export function expectVectors() {
  if (!WebAssembly.validate(fromBase64(VECTORS))) {
    throw new Error("utflane: the WebAssembly of this engine has no SIMD");
  }
}

// The modules of instances, from which there may be more instances.
const modules = new WeakMap();

/** The module of an instance that has come from here. */
export function moduleOf(instance) {
  return modules.get(instance);
}

/** Remembers the module of an instance. */
export function withModule(instance, module) {
  modules.set(instance, module);
  return instance;
}

/** An instance of a module, or of its bytes. */
export function instantiate(source) {
  // Not by `instanceof`: a module that a host has imported may have another constructor.
  const isModule = Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
  if (!isModule) expectVectors();
  const module = isModule ? source : new WebAssembly.Module(source);
  return withModule(new WebAssembly.Instance(module), module);
}
