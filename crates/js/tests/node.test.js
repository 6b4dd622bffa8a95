// Runs the tests in Node.js, with the functions of Node.js and without them, as on other hosts.
import { strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as utflane from "../dist/utflane.node.js";
import * as codePages from "../dist/code-pages.node.js";
import * as utf from "../dist/utf.node.js";
import * as modules from "../lib/all.js";
import { attach, wasm } from "../lib/engine.js";
import { instantiate } from "../lib/load.js";
import { calls } from "./calls.js";
import { chunks } from "./chunks.js";
import { small } from "./small.js";
import { whole } from "./whole.js";

function all(name, u, checks, prepare, memory = () => 0) {
  describe(name, { concurrency: 1 }, () => {
    for (const [what, check] of Object.entries(checks)) {
      test(what, () => {
        prepare?.();
        return check(u, memory);
      });
    }
  });
}

const checks = { ...whole, ...chunks, ...calls };
all("as Node.js loads it", utflane, checks);
all("utflane/utf", utf, small);

test("utflane/code-pages converts code pages as utflane does", () => {
  const pages = codePages.encodingNames().slice(7);
  strictEqual(pages.length, 47);
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = "aé€Жα漢😀\ud800─".repeat(100);
  for (const name of pages) {
    strictEqual(codePages.decode(all, name), utflane.decode(all, name), name);
    const [found, expected] = [codePages, utflane].map((u) => String(u.encode(text, name)));
    strictEqual(found, expected, name);
    const errors = [codePages, utflane].map((u) => String(u.validate(all, name)));
    strictEqual(errors[0], errors[1], name);
  }
  strictEqual(codePages.encodingName("latin1"), "windows-1252");
});

// The functions that only Node.js has are not used here.
const instance = (name) =>
  instantiate(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
const elsewhere = instance("utflane");
const memory = () => wasm.memory.buffer.byteLength;
all("as elsewhere", modules, checks, () => attach(elsewhere, null), memory);
const smaller = instance("utf");
all("utflane/utf, as elsewhere", modules, small, () => attach(smaller, null));

test("errors of one entry are instances of all", () => {
  const error = utf.validate(Uint8Array.of(0xff));
  strictEqual(error instanceof utflane.EncodingError, true);
  strictEqual(error instanceof TypeError, true);
  strictEqual({} instanceof utflane.EncodingError, false);
});
