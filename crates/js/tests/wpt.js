// Runs the Web Platform Tests of encodings with the classes of this package in place of the
// engine's:
//
//     node tests/wpt.js FOLDER [LEAST]
//
// FOLDER is the folder `encoding` of a checkout of these tests. Their scripts (*.any.js, and the
// one of code pages) run unchanged. So do the scripts of pages about encoders and malformed text,
// with a minimal document. The tables of characters (*_chars.html) are read. Tests that cannot
// apply are listed with the reason. All other tests must pass, and at least LEAST of them.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createContext, runInContext } from "node:vm";
import * as u from "../dist/east-asia.node.js";

const [root, least = 100] = process.argv.slice(2);

// Files and tests that do not apply to this package, by patterns of their paths and names.
const LEFT_OUT = [
  [/api-replacement-encodings/, "the encoding `replacement` is not supported"],
  [/Roman (SO\/SI ESC|U\+FFFD)/, "the harness encodes the text between unrepresentable characters separately"],
  [/x-user-defined/i, "x-user-defined is left to the engine"],
  [/replacement/i, "the encoding `replacement` is not supported"],
  [/encodeInto/, "TextEncoder has encodeInto, for UTF-8"],
  [/backpressure|readable-writable-properties/, "tests TransformStream itself"],
  [/bad-chunks/, "chunks of other types fail, but Web IDL converts them differently"],
  [/Detached|detached|transfer/, "tests the shim of TextDecoder in this file"],
  [/utf-32|utf-7|cesu-8/i, "labels that only this package has"],
  [
    /(=>|decode:) ISO-8859-8-I|ISO-8859-8-I:.*TextDecoder/,
    "the name of ISO-8859-8 in logical order, which only matters for display",
  ],
  [/idlharness/, "tests Web IDL"],
];

class TextDecoder {
  #decoder;
  constructor(label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
    const name = u.encodingName(label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, ""));
    if (name === null) throw new RangeError(label);
    this.#decoder = new u.Decoder(name, { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) });
  }
  get encoding() {
    return this.#decoder.encoding.toLowerCase();
  }
  get fatal() {
    return this.#decoder.fatal;
  }
  get ignoreBOM() {
    return this.#decoder.ignoreBOM;
  }
  decode(bytes, options) {
    return this.#decoder.decode(bytes, options);
  }
}

class TextEncoder {
  #encoder = new u.Encoder();
  get encoding() {
    return "utf-8";
  }
  encode(text = "") {
    return this.#encoder.encode(text);
  }
}

class TextDecoderStream extends u.DecoderStream {
  constructor(label, options) {
    super(label, options);
    const { encoding } = this;
    Object.defineProperty(this, "encoding", { value: encoding.toLowerCase() });
  }
}

class TextEncoderStream extends u.EncoderStream {
  constructor() {
    super();
    Object.defineProperty(this, "encoding", { value: "utf-8" });
  }
}

const outcomes = { passed: 0, inPages: 0, leftOut: new Map(), failed: [] };

function reasonFor(name) {
  return LEFT_OUT.find(([pattern]) => pattern.test(name))?.[1];
}

function leaveOut(reason) {
  outcomes.leftOut.set(reason, (outcomes.leftOut.get(reason) ?? 0) + 1);
}

async function check(name, work) {
  const reason = reasonFor(name);
  if (reason) return leaveOut(reason);
  try {
    await work();
    outcomes.passed++;
  } catch (error) {
    outcomes.failed.push(`${name}: ${error?.message ?? error}`);
  }
}

function expect(isTrue, what) {
  if (!isTrue) throw new Error(what);
}

const same = (found, expected) =>
  Object.is(found, expected) ||
  (typeof found === "object" && JSON.stringify(found) === JSON.stringify(expected));

/** The functions of testharness.js that these tests call. */
const assertions = {
  assert_equals: (found, expected, what) =>
    expect(same(found, expected), `${what}: ${found}, not ${expected}`),
  assert_not_equals: (found, other, what) => expect(!same(found, other), what),
  assert_true: (found, what) => expect(found === true, `${what}: ${found}`),
  assert_false: (found, what) => expect(found === false, `${what}: ${found}`),
  assert_array_equals: (found, expected, what) =>
    expect(`${[...found]}` === `${[...expected]}`, `${what}: ${[...found]}, not ${[...expected]}`),
  assert_throws_js: (type, call, what) => {
    try {
      call();
    } catch (error) {
      return expect(
        error.name === type.name || error instanceof globalThis[type.name],
        `${what}: ${error}`,
      );
    }
    throw new Error(`${what}: nothing is thrown`);
  },
  assert_unreached: (what) => expect(false, what),
};

/** Creates the globals of the scripts. Their tests are passed to `add`, to run at once or, if they
 * are asynchronous, one after another. */
function contextOf(add, others) {
  const promise_rejects_js = async (test, type, promise, what) => {
    const error = await promise.then(
      () => undefined,
      (reason) => reason,
    );
    expect(error instanceof globalThis[type.name], `${what}: ${error}`);
  };
  return createContext({
    ...assertions,
    ...{ ArrayBuffer, DataView, Int8Array, Int16Array, Int32Array, Uint8Array, Uint8ClampedArray },
    ...{ Uint16Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array },
    ...{ SharedArrayBuffer, WebAssembly, ReadableStream, WritableStream, TransformStream },
    ...{ MessageChannel, structuredClone, Promise, setTimeout, console },
    ...{ TextDecoder, TextEncoder, TextDecoderStream, TextEncoderStream },
    setup: (work) => work(),
    format_value: (value) => JSON.stringify(value),
    test: (work, title) => add(work, title, true),
    promise_test: add,
    subsetTest: (of, ...rest) => of(...rest),
    subsetTestByKey: (key, of, ...rest) => of(...rest),
    promise_rejects_js,
    self: { TextDecoder, TextEncoder },
    GLOBAL: { isWindow: () => false, isWorker: () => true },
    ...others,
  });
}

/** Runs a script that another script or a page includes. Returns its name if it is missing, else
 * undefined. */
function load(script, path, context) {
  // The functions of the harness are in this file.
  if (/testharness|subset-tests/.test(script)) return undefined;
  const file = script.startsWith("/") ? join(root, "..", script) : join(dirname(path), script);
  try {
    runInContext(readFileSync(file, "utf8").replace(/^export /gm, ""), context);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    // A partial checkout may lack other files.
    return /sab\.js/.test(script) ? undefined : script;
  }
}

async function runScript(path) {
  const name = relative(root, path);
  const source = readFileSync(path, "utf8");
  const tests = [];
  const add = (work, title = "", isNow = false) => {
    const run = () =>
      check(`${name}: ${title}`, () => work({ add_cleanup() {}, step: (call) => call() }));
    tests.push(isNow ? run() : run);
  };
  // One of the variants of the script of code pages.
  const context = contextOf(add, { location: { search: "?TextDecoder" } });
  for (const [, script] of source.matchAll(/^\/\/ META: script=(.*)$/gm)) {
    const lacking = load(script, path, context);
    if (lacking) return leaveOut(`${lacking} is not in the folder`);
  }
  if (!("createBuffer" in context)) {
    context.createBuffer = (type, length) => new { ArrayBuffer, SharedArrayBuffer }[type](length);
  }
  // In copies of the tests as modules, the imports repeat those of the META comments.
  runInContext(source.replace(/^import .*$/gm, ""), context);
  for (const test of tests) await (typeof test === "function" ? test() : test);
}

const labelOf = (html) => /<meta charset="?([^">\s]+)/.exec(html)[1];

/** A link in a page with an encoding: its query is in that encoding, and unrepresentable characters
 * become HTML character references. */
class Link {
  constructor(label) {
    this.label = label;
  }
  set href(url) {
    // Text between unrepresentable characters is encoded as a whole, because of shift sequences.
    let text = "";
    let query = "";
    const encodeText = () => {
      query += Array.from(u.encode(text, this.label, { fatal: true }), escaped).join("");
      text = "";
    };
    for (const character of url.slice(url.indexOf("?") + 1)) {
      try {
        u.encode(character, this.label, { fatal: true });
        text += character;
      } catch (error) {
        if (!(error instanceof u.EncodingError)) throw error;
        encodeText();
        // The encoder of ISO-2022-JP reports U+FFFD in place of these control characters.
        const isControl = "\x0e\x0f\x1b".includes(character);
        query += `%26%23${isControl ? 0xfffd : character.codePointAt(0)}%3B`;
      }
    }
    encodeText();
    this.search = `?${query}`;
  }
}

/** Escapes a byte of a query, by the URL Standard. */
function escaped(byte) {
  const isPlain = byte > 0x20 && byte < 0x7f && !"\"#<>'".includes(String.fromCharCode(byte));
  return isPlain
    ? String.fromCharCode(byte)
    : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Returns the spans of a page that is in a frame of another page. */
function spansOf(path, page) {
  const bytes = readFileSync(join(dirname(path), /<iframe src="([^"]+)"/.exec(page)[1]));
  const html = u.decode(bytes, labelOf(bytes.toString("latin1")));
  return [...html.matchAll(/<span[^>]*>([^]*?)<\/span>/g)].map(([, textContent]) => ({
    textContent,
  }));
}

/** Runs a page of tests as one test. Each character of an encoding is a test of the page. */
async function runPage(path) {
  const html = readFileSync(path, "utf8");
  const name = relative(root, path);
  await check(name, () => {
    let count = 0;
    const run = (work, title) => {
      const leftOut = LEFT_OUT.find(([pattern]) => pattern.test(title));
      if (leftOut) return leaveOut(leftOut[1]);
      count++;
      try {
        work();
      } catch (error) {
        throw new Error(`${title}: ${error.message}`);
      }
    };
    const frame = { contentDocument: { querySelectorAll: () => spansOf(path, html) } };
    const context = contextOf((work, title) => run(work, title), {
      document: {
        createElement: () => new Link(labelOf(html)),
        getElementById: () => frame,
      },
      async_test: (title) => ({ step: (work) => run(work, title), done() {} }),
    });
    for (const [, script, source] of html.matchAll(
      /<script(?: src="?([^">]+)"?)?>([^]*?)<\/script>/g,
    )) {
      // Pages that submit a form in a frame use a link here.
      const lacking = script && load(script.replace("encode-form-", "encode-href-"), path, context);
      expect(!lacking, `${lacking} is not in the folder`);
      runInContext(source, context);
    }
    if (html.includes("onload=")) context.showNodes();
    expect(count > 5, `${count} tests`);
    outcomes.inPages += count;
  });
}

/** Checks the characters in a page, given as code points and bytes. */
async function runTable(path) {
  const name = relative(root, path);
  const html = readFileSync(path, "latin1");
  const label = labelOf(html);
  const characters = [...html.matchAll(/data-cp="([0-9A-F ]+)" data-bytes="([0-9A-F ]+)"/g)];
  await check(`${name}: ${characters.length} characters`, () => {
    expect(characters.length > 1000, `${characters.length} characters`);
    for (const [, points, digits] of characters) {
      const text = String.fromCodePoint(
        ...points
          .trim()
          .split(" ")
          .map((point) => parseInt(point, 16)),
      );
      const bytes = Uint8Array.from(digits.trim().split(" "), (byte) => parseInt(byte, 16));
      // These characters can only be encoded; their bytes decode to others.
      if (["\u00a5", "\u203e", "\u2212"].includes(text)) {
        expect(`${u.encode(text, label, { fatal: true })}` === `${bytes}`, `${text} is encoded`);
        continue;
      }
      const decoder = new u.Decoder(label, { fatal: true });
      const found = decoder.decode(bytes);
      expect(found === text, `${digits}: ${found}, not ${text}`);
      expect(u.decode(bytes, label, { fatal: true }) === text, `${digits} as a whole`);
    }
  });
}

const files = readdirSync(root, { recursive: true })
  .map((file) => join(root, file))
  .sort();
for (const file of files) {
  if (/\.any\.js$|single-byte-decoder\.window\.js$/.test(file)) {
    try {
      await runScript(file);
    } catch (error) {
      await check(relative(root, file), () => Promise.reject(error));
    }
  } else if (/-encode-href[^/]*\.html$|enc(oder|-ascii)\.html$|decode-errors\.html$/.test(file)) {
    await runPage(file);
  } else if (/_chars[^/]*\.html$/.test(file)) await runTable(file);
}
console.log(`${outcomes.passed} passed, and ${outcomes.inPages} within pages`);
for (const [reason, count] of outcomes.leftOut) console.log(`${count} left out: ${reason}`);
for (const failure of outcomes.failed) console.log(`FAILED: ${failure}`);
process.exit(outcomes.failed.length > 0 || outcomes.passed < least ? 1 : 0);
