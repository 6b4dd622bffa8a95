// Runs the tests of `utflane/detect` in Node.js, with the entry for Node.js and the one for other
// hosts.
import { describe, test } from "node:test";
import * as eastAsia from "../dist/east-asia.node.js";
import { detection } from "./detection.js";

for (const host of ["node", "inline"]) {
  const detect = await import(`../dist/detect.${host}.js`);
  describe(`detect.${host}.js`, () => {
    for (const [name, check] of Object.entries(detection))
      test(name, () => check(detect, eastAsia));
  });
}
