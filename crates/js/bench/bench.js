// Prints the speed relative to the engine's own functions, by length of the text: `node
// bench/bench.js`, and with `--browser` in Chromium.
import * as buffer from "node:buffer";
import { inBrowser } from "../tests/browser.js";
import * as utflane from "../lib/entry/utflane.node.js";
import { speed, table } from "./speed.js";

if (process.argv.includes("--browser")) {
  console.log(table(await inBrowser("/bench/page.html", 600)));
} else {
  console.log(`Node.js ${process.version}`);
  console.log(table(speed(utflane, buffer)));
}
