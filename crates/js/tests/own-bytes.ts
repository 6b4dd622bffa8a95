// Since TypeScript 5.7 arrays say what their buffer is.
import { encode } from "utflane";

export const bytes: Uint8Array<ArrayBuffer> = encode("text");
