// Converts arguments of callers to bytes.

/** Returns the bytes of a buffer or of any view of a buffer. */
export function bytesOf(source) {
  // This check comes first because it is fast.
  if (source instanceof Uint8Array && source.length > 0) return source;
  if (ArrayBuffer.isView(source)) {
    // A view of a detached buffer, or of one that has shrunk, also has no bytes. Every method of a
    // typed array throws then. (A DataView has thrown already.)
    if (source.byteLength === 0) source.keys?.();
    if (source instanceof Uint8Array) return source;
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  switch (Object.prototype.toString.call(source)) {
    case "[object ArrayBuffer]":
    case "[object SharedArrayBuffer]":
      return new Uint8Array(source);
    default:
      throw new TypeError("expected a Uint8Array, another view of a buffer, or a buffer");
  }
}

/** Returns the bytes from `start` to `end`. It does not call `subarray`, which a class derived from
 * Uint8Array may override. */
export function part(bytes, start, end) {
  if (start === 0 && end === bytes.length) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}
