// Imports an entry at the top level of a module that also imports another one. If their chunks
// imported each other, this would wait forever.
import { decode } from "utflane";

const { encode } = await import("utflane/east-asia");
const isRight = `${encode("日本", "shift_jis")} ${decode(Uint8Array.of(0xe9), "latin1")}`;
const found = isRight === "147,250,150,123 é" ? "fine" : isRight;
globalThis.results = { page: found, worker: "fine" };
