// Prints the speed relative to the engine's own functions, by length of the text: `node
// bench/bench.js`, and with `--browser` in Chromium. After `npm install --no-save iconv-lite`, it
// also compares with that.
import * as buffer from "node:buffer";
import { createRequire } from "node:module";
import { inBrowser } from "../tests/browser.js";
import * as utflane from "../dist/utflane.node.js";
import { speed, table } from "./speed.js";

function optional(name) {
  try {
    return createRequire(import.meta.url)(name);
  } catch {
    return undefined;
  }
}

if (process.argv.includes("--browser")) {
  console.log(table(await inBrowser("/bench/page.html", 600)));
} else {
  console.log(`Node.js ${process.version}`);
  console.log(table(speed(utflane, { ...buffer, iconv: optional("iconv-lite") })));
}
