// Since TypeScript 5.7, the type of a typed array includes that of its buffer.
import { encode } from "utflane";

export const bytes: Uint8Array<ArrayBuffer> = encode("text");
