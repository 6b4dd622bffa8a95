// Runs the tests of `utflane/east-asia` in Node.js.
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as utflane from "../dist/east-asia.node.js";
import * as modules from "../lib/all.js";
import { attach } from "../lib/engine.js";
import { instantiate } from "../lib/load.js";
import { calls } from "./calls.js";
import { eastAsia } from "./east-asia.js";
import { stateful } from "./stateful.js";

function all(name, u, prepare) {
  describe(name, { concurrency: 1 }, () => {
    for (const [what, check] of Object.entries({ ...eastAsia, ...stateful, ...calls })) {
      test(what, () => {
        prepare?.();
        return check(u);
      });
    }
  });
}

all("as Node.js loads it", utflane);
const file = new URL("../dist/east-asia.wasm", import.meta.url);
const instance = instantiate(readFileSync(file));
all("as elsewhere", modules, () => attach(instance, null));
