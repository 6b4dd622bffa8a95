// Web classes that every host has, but not every test environment: Jest's jsdom has none of them,
// although Node.js, in which it runs, has all.
const node = (name) => globalThis.process?.getBuiltinModule?.(name);

export const TextDecoder = globalThis.TextDecoder ?? node("node:util")?.TextDecoder;
export const TextEncoder = globalThis.TextEncoder ?? node("node:util")?.TextEncoder;
export const TransformStream =
  globalThis.TransformStream ?? node("node:stream/web")?.TransformStream;
