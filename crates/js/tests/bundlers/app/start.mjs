// Passes the WebAssembly to `start`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { decode, lend, start, startSync } from "utflane/start";

const file = readFileSync(createRequire(import.meta.url).resolve("utflane/utflane.wasm"));
await start(file);
lend();
await start(new WebAssembly.Module(file));
lend();
startSync(new WebAssembly.Module(file));
if (decode(Uint8Array.of(0xe9), "latin1") !== "é") throw new Error("start");
