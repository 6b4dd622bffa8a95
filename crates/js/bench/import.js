// Measures the time of an import, with and without a first call, in new processes that alternate:
// `node bench/import.js`. Requires `npm install --no-save iconv-lite`. Prints the minimum in
// milliseconds.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 15;
const KOI8 = '.decode(Uint8Array.of(0xe9), "koi8-r")';
const iconv = 'const { default: u } = await import("iconv-lite"); ';
const imported = (name) => `const u = await import("./dist/${name}.node.js"); `;
const programs = {
  "utflane/utf": imported("utf"),
  utflane: imported("utflane"),
  "iconv-lite": iconv,
  "utflane/utf and a call": `${imported("utf")}u.validate(Uint8Array.of(0xff));`,
  "utflane and a call": `${imported("utflane")}u${KOI8};`,
  "utflane/east-asia and a call": `${imported("east-asia")}u.decode(Uint8Array.of(0x93), "sjis");`,
  "iconv-lite and a call": `${iconv}u${KOI8.replace("Uint8Array.of(0xe9)", "Buffer.from([0xe9])")};`,
};
const least = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, code] of Object.entries(programs)) {
    const program = `const start = performance.now(); ${code} console.log(performance.now() - start);`;
    const options = { cwd: here, encoding: "utf8" };
    const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], options);
    least[name] = Math.min(least[name] ?? Infinity, Number(said));
  }
}
for (const [name, time] of Object.entries(least)) console.log(`${name}: ${time.toFixed(1)} ms`);
