// The bytes of what callers hand over.

/** The bytes of a buffer or of any view of one. */
export function bytesOf(source) {
  // This is asked first since it is quick.
  if (source instanceof Uint8Array && source.length > 0) return source;
  if (ArrayBuffer.isView(source)) {
    // A view of a detached buffer, or of one that has shrunk, has no bytes either: every method of
    // a typed array throws then. (A DataView has thrown already.)
    if (source.byteLength === 0) source.keys?.();
    if (source instanceof Uint8Array) return source;
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  switch (Object.prototype.toString.call(source)) {
    case "[object ArrayBuffer]":
    case "[object SharedArrayBuffer]":
      return new Uint8Array(source);
    default:
      throw new TypeError("no Uint8Array, nor another view of a buffer, nor a buffer");
  }
}

/** The bytes from `start` to `end`. Not by `subarray`, of which a class derived from Uint8Array may
 * have its own. */
export function part(bytes, start, end) {
  if (start === 0 && end === bytes.length) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}
