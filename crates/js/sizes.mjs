// Prints the size of each entry, and compares it with a limit and with the table of the README:
//
//     node sizes.mjs PACKAGE INSTALLED ENTRY:LIMIT...
//
// PACKAGE is a folder with the package. Limits are in KiB. The size of an entry is that of all its
// JavaScript for browsers, minified by esbuild, with the WebAssembly in it, compressed by gzip.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";

const [folder, installedLimit, ...limits] = process.argv.slice(2);
const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
/** Not rounded: otherwise a difference of one byte could become one of 1 KiB. */
const kib = (bytes) => bytes / 1024;
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
let failures = 0;

function expect(condition, what) {
  if (condition) return;
  failures++;
  console.log(`NOT EXPECTED: ${what}`);
}

function bundled(name) {
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, `dist/${name}.inline.js`)],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0].contents;
}

/** Compares the numbers of a row in the README. They may differ by 5 %, because each release of the
 * compiler produces slightly different code. */
function expectRow(start, sizes) {
  const row = readme.split("\n").find((line) => line.startsWith(`| ${start} |`)) ?? "";
  const numbers = row.match(/[\d,]+(?= KiB)/g)?.map((text) => Number(text.replace(",", ""))) ?? [];
  const isRight = sizes.every((size, index) => Math.abs(numbers[index] / size - 1) <= 0.05);
  expect(isRight, `the README has ${numbers} in the row of ${start}, and the sizes are ${sizes}`);
}

for (const [name, limit] of limits.map((pair) => pair.split(":"))) {
  const wasm = readFileSync(join(folder, `dist/${name}.wasm`));
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
  expect(imports.length === 0, `${name}.wasm imports something`);
  const all = gzip(bundled(name));
  const path = name === "utflane" ? "utflane" : `utflane/${name}`;
  console.log(`${path}: ${all} bytes (gzip), WebAssembly ${wasm.length}, ${gzip(wasm)} (gzip)`);
  expect(all <= limit * 1024, `the limit is ${limit} KiB`);
  expectRow(`\`${path}\``, [kib(all), kib(gzip(wasm))]);
}

const installed = readdirSync(folder, { recursive: true })
  .map((path) => statSync(join(folder, path)))
  .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
console.log(`installed: ${installed} bytes`);
expect(installed <= installedLimit * 1024, `the limit is ${installedLimit} KiB`);
expectRow("installed", [kib(installed)]);
process.exit(failures > 0 ? 1 : 0);
