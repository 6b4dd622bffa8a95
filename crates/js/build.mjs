// Builds the WebAssembly, and generates the other files of the package from the modules in lib/:
// entries for each kind of host, the WebAssembly as text, CommonJS modules, folders for resolvers
// without support for `exports`, and licenses. Requires cargo, rustup's target
// wasm32-unknown-unknown, and `npm ci`.
//
// The WebAssembly uses simd128, which engines have supported since 2021 (Chrome, Firefox, Node.js)
// and 2023 (Safari). A second file without it would make the package half as large again: 43 KB on
// top of 100 KB (gzip). The smallest file that wasm-opt produces is 3 % smaller (gzip) and no
// faster; opt-level "s" is 3 % smaller and a fifth slower. Without LLVM's loop strength reduction
// (LSR), which moves the offsets out of loads and stores, it is 1 % smaller, and validation is 3 to
// 8 % faster. With less unrolling of loops it is 3 % smaller (gzip), and conversions are as fast.
// The tests pass with half of this stack size, and a program whose stack is too small traps.
//
// The tables of the legacy multi-byte encodings would make the download four times as large: 400 KB
// instead of 100 KB (gzip). So they are in a second file, which also has all other encodings. The
// detection of legacy encodings is in a third.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { buildSync, transformSync } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const lib = join(here, "lib");
const entries = join(lib, "entry");
const common = join(lib, "cjs");
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "js");

// The WebAssembly files: the crate of each, and the modules that attach it and export its
// functions.
const parts = [
  { name: "utflane", crate: "utflane-js", file: "utflane", attach: "engine", all: "all" },
  {
    name: "east-asia",
    crate: "utflane-js",
    file: "utflane",
    features: ["--features", "multibyte"],
    folder: "east-asia",
    attach: "engine",
    all: "all",
  },
  {
    name: "detect",
    crate: "utflane-js-detect",
    file: "detect",
    attach: "detection",
    all: "detect",
  },
];

const flags = [
  "-Ctarget-feature=+simd128",
  "-Cllvm-args=-disable-lsr",
  "-Cllvm-args=-unroll-threshold=100",
  "-Clink-arg=-zstack-size=131072",
  // The messages of panics contain paths, which would be those of this machine.
  `--remap-path-prefix=${resolve(root)}=.`,
].join("\x1f");

function compile({ name, crate, file, features = [], folder = "" }) {
  const platform = "wasm32-unknown-unknown";
  const options = ["--quiet", "--release", "--locked", "--target", platform, "--package", crate];
  execFileSync("cargo", ["build", ...options, ...features], {
    cwd: here,
    stdio: "inherit",
    env: { ...process.env, CARGO_TARGET_DIR: join(target, folder), CARGO_ENCODED_RUSTFLAGS: flags },
  });
  copyFileSync(join(target, folder, platform, `release/${file}.wasm`), join(lib, `${name}.wasm`));
}

function write(path, lines) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[lines].flat().join("\n")}\n`);
}

/** Writes the entries of a part: one that reads the file, one that contains the WebAssembly, and
 * one for workerd, the only host that imports it as a module. */
function writeEntries({ name, attach, all }) {
  const packed = deflateRawSync(readFileSync(join(lib, `${name}.wasm`)), { level: 9 });
  write(join(entries, `${name}.data.js`), [
    `// ${name}.wasm, compressed, in Base64.`,
    `export default "${packed.toString("base64")}";`,
  ]);
  const load = 'import { instantiate } from "../load.js";';
  const entry = (host, imports, source) =>
    write(join(entries, `${name}.${host}.js`), [
      ...imports,
      `import { attach } from "../${attach}.js";`,
      "",
      `export * from "../${all}.js";`,
      "",
      source,
    ]);
  entry(
    "node",
    ['import * as buffer from "node:buffer";', 'import { readFileSync } from "node:fs";', load],
    `attach(instantiate(readFileSync(new URL("../${name}.wasm", import.meta.url))), buffer);`,
  );
  entry(
    "inline",
    [`import data from "./${name}.data.js";`, 'import { unpack } from "../unpack.js";', load],
    "attach(instantiate(unpack(data)));",
  );
  entry("workerd", [`import module from "../${name}.wasm";`, load], "attach(instantiate(module));");
}

// Replaces `import.meta.url` in a module of cjs/entry: the URL that the module in entry would have.
const HERE =
  'const here = require("node:url").pathToFileURL(require("node:path").dirname(__dirname) + "/");';

/** Writes the modules as CommonJS, for `require`. */
function writeCommon() {
  const modules = [lib, entries].flatMap((folder) =>
    readdirSync(folder).map((file) => relative(lib, join(folder, file))),
  );
  // Modules that are not needed with `require` are left out: those of workerd, and embedded
  // WebAssembly for hosts without a file system.
  const left = /workerd|^entry\/(east-asia|detect)\.(data|inline)/;
  for (const file of modules.filter((file) => file.endsWith(".js") && !left.test(file))) {
    const { code } = transformSync(readFileSync(join(lib, file), "utf8"), {
      format: "cjs",
      target: "node18",
      define: { "import.meta.url": "here" },
      banner: file.endsWith("node.js") ? HERE : "",
    });
    write(join(common, file), code.trimEnd());
  }
  for (const file of modules.filter((file) => file.endsWith(".d.ts"))) {
    write(join(common, file), readFileSync(join(lib, file), "utf8").trimEnd());
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

for (const folder of [entries, common]) rmSync(folder, { recursive: true, force: true });
for (const part of parts) {
  compile(part);
  writeEntries(part);
}
buildSync({
  stdin: { contents: 'export { inflateSync } from "fflate";', resolveDir: here },
  bundle: true,
  format: "esm",
  minifySyntax: true,
  banner: { js: "// From fflate, see LICENSE-FFLATE." },
  outfile: join(entries, "inflate.js"),
});
writeCommon();
writeFolders();
for (const license of ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-WHATWG"]) {
  copyFileSync(join(root, license), join(here, license));
}
const fflate = createRequire(import.meta.url).resolve("fflate/package.json");
copyFileSync(join(dirname(fflate), "LICENSE"), join(here, "LICENSE-FFLATE"));
