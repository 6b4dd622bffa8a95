// Runs the tests of `utflane/east-asia` in Node.js.
import { strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { attach } from "../lib/engine.js";
import * as utflane from "../lib/entry/east-asia.node.js";
import { instantiate } from "../lib/load.js";
import { calls } from "./calls.js";
import { eastAsia } from "./east-asia.js";

function all(name, prepare) {
  describe(name, { concurrency: 1 }, () => {
    for (const [what, check] of Object.entries({ ...eastAsia, ...calls })) {
      test(what, () => {
        prepare?.();
        return check(utflane);
      });
    }
  });
}

const instance = (name) =>
  instantiate(readFileSync(new URL(`../lib/${name}.wasm`, import.meta.url)));

all("as Node.js loads it");
const elsewhere = instance("east-asia");
all("as elsewhere", () => attach(elsewhere, null));

test("the smaller WebAssembly does not replace it", async () => {
  attach(instance("utflane"));
  const { encodingName } = await import("../lib/entry/utflane.node.js");
  strictEqual(encodingName("gbk"), "GBK");
});
