// Instantiates WebAssembly synchronously, because modules that are bundled, required or run in a
// worker cannot use top-level `await`.

// A module with a function that returns a SIMD vector.
const VECTORS = "AGFzbQEAAAABBQFgAAF7AwIBAAoIAQYAQQD9Dws=";

/** Decodes Base64. */
export function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Throws if the engine does not support SIMD, because its own error would not be clear. */
export function expectVectors() {
  if (!WebAssembly.validate(fromBase64(VECTORS))) {
    throw new Error("utflane: this engine does not support WebAssembly SIMD");
  }
}

// The modules of instances, to create more instances of them.
const modules = new WeakMap();

/** Returns the module of an instance that was created here. */
export function moduleOf(instance) {
  return modules.get(instance);
}

/** Remembers the module of an instance. */
export function withModule(instance, module) {
  modules.set(instance, module);
  return instance;
}

/** Creates an instance of a module, or of its bytes. */
export function instantiate(source) {
  // We do not use `instanceof`, because a module that a host has imported may have another
  // constructor.
  const isModule = Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
  // Builds of entries without vectors define this.
  if (!isModule && !globalThis.UTFLANE_SCALAR) expectVectors();
  const module = isModule ? source : new WebAssembly.Module(source);
  return withModule(new WebAssembly.Instance(module), module);
}
