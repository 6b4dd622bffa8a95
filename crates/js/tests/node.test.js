// Runs the tests in Node.js, with the functions of Node.js and without them, as on other hosts.
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { attach, wasm } from "../lib/engine.js";
import * as utflane from "../lib/entry/utflane.node.js";
import { instantiate } from "../lib/load.js";
import { calls } from "./calls.js";
import { chunks } from "./chunks.js";
import { whole } from "./whole.js";

const memory = () => wasm.memory.buffer.byteLength;

function all(name, prepare) {
  describe(name, { concurrency: 1 }, () => {
    for (const [what, check] of Object.entries({ ...whole, ...chunks, ...calls })) {
      test(what, () => {
        prepare?.();
        return check(utflane, memory);
      });
    }
  });
}

all("as Node.js loads it");

// The functions that only Node.js has are not used here.
const file = new URL("../lib/utflane.wasm", import.meta.url);
const instance = instantiate(readFileSync(file));
all("as elsewhere", () => attach(instance, null));
