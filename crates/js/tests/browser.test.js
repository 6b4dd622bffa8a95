// Runs the tests in a browser. The page loads the modules directly, without a bundler.
import { ok } from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "./browser.js";
import { calls } from "./calls.js";
import { chunks } from "./chunks.js";
import { eastAsia } from "./east-asia.js";
import { stateful } from "./stateful.js";
import { whole } from "./whole.js";

for (const [what, page, checks] of [
  ["in a browser", "/tests/page.html", { ...whole, ...chunks, ...calls }],
  ["in a browser, with East Asia", "/tests/page.html?east-asia", { ...eastAsia, ...stateful, ...calls }],
]) {
  test(what, async (t) => {
    const found = await inBrowser(page, 120);
    for (const { name, error } of found) await t.test(name, () => ok(error === undefined, error));
    const names = new Set(found.map(({ name }) => name));
    for (const name of Object.keys(checks)) ok(names.has(name), `not run: ${name}`);
  });
}
