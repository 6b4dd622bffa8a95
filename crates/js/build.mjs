// Builds the package into dist/: the WebAssembly of each entry, and from the modules in lib/ its
// JavaScript for each kind of host, CommonJS modules, folders for resolvers without support for
// `exports`, and licenses. Requires cargo, rustup's target wasm32-unknown-unknown, and `npm ci`.
//
// Each entry is complete: it shares no module with another one. So an entry contains only what it
// needs, and a module that bundlers put into a chunk of its own never imports another chunk, which
// would be a deadlock with `await import("utflane/east-asia")` at the top level.
//
// The library is compiled for small code (`utflane_small`): it converts between two encodings
// through UTF-16, unless one of them is UTF-16. README.md has the sizes, and `.ci/js` their limits.
//
// The two smallest modules have no vector code, which would double their size. The others use
// simd128, which engines have supported since 2021 (Chrome, Firefox, Node.js) and 2023 (Safari).
// Without LLVM's loop strength reduction (LSR), which moves the offsets out of loads and stores, the
// code is 1 % smaller, and validation is 3 to 8 % faster. With less unrolling of loops it is 3 %
// smaller (gzip), and conversions are as fast. The tests pass with half of this stack size. If the
// stack is too small, the WebAssembly traps.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { buildSync, transformSync } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const dist = join(here, "dist");
const common = join(dist, "cjs");
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "js");

// The entries: the crate and the features of the WebAssembly, the module with the exports, and the
// module that has the function `provide`.
const parts = [
  {
    name: "utf",
    crate: "utflane-js",
    file: "utflane",
    isScalar: true,
    from: "utf",
    engine: "engine",
  },
  {
    name: "code-pages",
    crate: "utflane-js",
    file: "utflane",
    features: "code-pages",
    isScalar: true,
    from: "utf",
    engine: "engine",
  },
  {
    name: "utflane",
    crate: "utflane-js",
    file: "utflane",
    features: "detect,variants",
    from: "all",
    engine: "engine",
  },
  {
    name: "east-asia",
    crate: "utflane-js",
    file: "utflane",
    features: "detect,multibyte,variants",
    from: "all",
    engine: "engine",
  },
  {
    name: "detect",
    crate: "utflane-js-detect",
    file: "detect",
    from: "detect",
    engine: "detection",
  },
];

const flags = [
  "--cfg=utflane_small",
  "-Cllvm-args=-disable-lsr",
  "-Cllvm-args=-unroll-threshold=100",
  "-Clink-arg=-zstack-size=131072",
  // The messages of panics contain paths, which would be those of this machine.
  `--remap-path-prefix=${resolve(root)}=.`,
];
const vectors = "-Ctarget-feature=+simd128";

/** Compiles the WebAssembly of an entry. */
function compile({ name, crate, file, features = "", isScalar = false }) {
  const platform = "wasm32-unknown-unknown";
  const options = ["--quiet", "--release", "--locked", "--target", platform, "--package", crate];
  const folder = join(target, name);
  const encoded = [...flags, ...(isScalar ? [] : [vectors])].join("\x1f");
  execFileSync("cargo", ["build", ...options, "--features", features], {
    cwd: here,
    stdio: "inherit",
    env: { ...process.env, CARGO_TARGET_DIR: folder, CARGO_ENCODED_RUSTFLAGS: encoded },
  });
  copyFileSync(join(folder, platform, `release/${file}.wasm`), join(dist, `${name}.wasm`));
}

function write(path, lines) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[lines].flat().join("\n")}\n`);
}

/** Writes a module with everything that it imports, as an ECMAScript module. */
function bundle(file, lines, { banner = "", isScalar = false } = {}) {
  buildSync({
    stdin: { contents: lines.join("\n"), resolveDir: here },
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    banner: { js: banner },
    define: { "globalThis.UTFLANE_SCALAR": `${isScalar}` },
    outfile: join(dist, file),
  });
}

/** Writes the modules of an entry: its functions, the WebAssembly as text, and a module for each
 * kind of host. One reads the file, one contains the WebAssembly, and one is for workerd, the only
 * host that imports it as a module. */
function writeEntry({ name, from, engine, isScalar = false }) {
  const lines = [
    `import { provide } from "./lib/${engine}.js";`,
    'import { instantiate } from "./lib/load.js";',
    `export * from "./lib/${from}.js";`,
    "export default (source, buffer) => provide(() => instantiate(source()), buffer);",
  ];
  bundle(`${name}.core.js`, lines, { isScalar });
  const packed = deflateRawSync(readFileSync(join(dist, `${name}.wasm`)), { level: 9 });
  bundle(
    `${name}.data.js`,
    [
      'import { inflateSync } from "fflate";',
      'import { fromBase64 } from "./lib/load.js";',
      `export default () => inflateSync(fromBase64("${packed.toString("base64")}"));`,
    ],
    { banner: `// ${name}.wasm, compressed, in Base64, and code of fflate: see LICENSE-FFLATE.` },
  );
  const entry = (host, imports, source) =>
    write(join(dist, `${name}.${host}.js`), [
      ...imports,
      `import provide from "./${name}.core.js";`,
      "",
      `export * from "./${name}.core.js";`,
      "",
      source,
    ]);
  entry(
    "node",
    ['import * as buffer from "node:buffer";', 'import { readFileSync } from "node:fs";'],
    `provide(() => readFileSync(new URL("./${name}.wasm", import.meta.url)), buffer);`,
  );
  entry("inline", [`import bytes from "./${name}.data.js";`], "provide(bytes);");
  entry("workerd", [`import module from "./${name}.wasm";`], "provide(() => module);");
}

// Replaces `import.meta.url` in a module of cjs/: the URL that the module in dist/ would have.
const HERE =
  'const here = require("node:url").pathToFileURL(require("node:path").dirname(__dirname) + "/x");';

/** Writes the modules for `require`, as CommonJS: those that Node.js can use. */
function writeCommon() {
  for (const file of readdirSync(dist).filter((file) => /\.(core|node)\.js$/.test(file))) {
    const { code } = transformSync(readFileSync(join(dist, file), "utf8"), {
      format: "cjs",
      target: "node18",
      minify: true,
      define: { "import.meta.url": "here" },
      banner: file.endsWith("node.js") ? HERE : "",
    });
    write(join(common, file), code.trimEnd());
  }
  for (const file of readdirSync(join(here, "lib")).filter((file) => file.endsWith(".d.ts"))) {
    for (const folder of [dist, common]) copyFileSync(join(here, "lib", file), join(folder, file));
  }
  write(join(common, "package.json"), '{ "type": "commonjs" }');
}

/** Writes folders by which resolvers without support for `exports` find an entry. */
function writeFolders() {
  const { exports } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  for (const [path, conditions] of Object.entries(exports)) {
    if (!/^\.\/[a-z-]+$/.test(path)) continue;
    const { types, require: main, module, default: other } = conditions;
    const from = (file) => `../${file.slice(2)}`;
    const fields = {
      main: from(main),
      module: from(module ?? other),
      types: from(types.require),
    };
    write(join(here, path, "package.json"), JSON.stringify(fields, null, 2));
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const part of parts) {
  compile(part);
  writeEntry(part);
}
bundle("start.core.js", ['export * from "./lib/start.js";']);
writeCommon();
writeFolders();
for (const license of ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-WHATWG"]) {
  copyFileSync(join(root, license), join(here, license));
}
const fflate = createRequire(import.meta.url).resolve("fflate/package.json");
copyFileSync(join(dirname(fflate), "LICENSE"), join(here, "LICENSE-FFLATE"));
