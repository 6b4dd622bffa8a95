// The tests in a browser: the page loads the modules as they are, without a bundler.
import { ok } from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "./browser.js";
import { chunks } from "./chunks.js";
import { whole } from "./whole.js";

test("in a browser", async (t) => {
  const found = await inBrowser("/tests/page.html", 120);
  for (const { name, error } of found) await t.test(name, () => ok(error === undefined, error));
  const names = new Set(found.map(({ name }) => name));
  for (const name of Object.keys({ ...whole, ...chunks })) ok(names.has(name), `not run: ${name}`);
});
