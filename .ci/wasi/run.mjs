// Runs a WebAssembly program in Node.js: run.mjs PROGRAM ARGS...
// The program can access the whole file system. The script exits with its status.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const preopens = { "/": "/", ".": "." };
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(args[0]));
let status = 134;
try {
  status = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
} catch (trap) {
  console.error(trap);
}
process.exit(status);
