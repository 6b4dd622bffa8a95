// The tests of `utflane/detect` in Node.js, as it is there and as it is elsewhere.
import { describe, test } from "node:test";
import * as eastAsia from "../lib/entry/east-asia.node.js";
import { detection } from "./detection.js";

for (const host of ["node", "inline"]) {
  const detect = await import(`../lib/entry/detect.${host}.js`);
  describe(`detect.${host}.js`, () => {
    for (const [name, check] of Object.entries(detection))
      test(name, () => check(detect, eastAsia));
  });
}
