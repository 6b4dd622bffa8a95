// Builds the WebAssembly and copies the licenses: all that the package has and the repository has
// not. Wants cargo and rustup's target wasm32-unknown-unknown.
//
// With simd128, which engines have had since 2021 (Chrome, Firefox, Node.js) and 2023 (Safari). A
// second file without it would make the package half as large again: 43 KB beside 100 KB, by
// gzip. The least that wasm-opt makes of the file is 3 % smaller by gzip and no faster; opt-level
// "s" is 3 % smaller and a fifth slower. Without LLVM's loop strength reduction (LSR), which takes the
// offsets out of loads and stores, it is 1 % smaller, and validation 3 to 8 % faster. The tests pass
// on half of this stack, and what has one too small traps.
//
// The tables of the encodings of East Asia would make the file four times as large to download: 400 KB
// beside 100 KB, by gzip. So these have a file of their own, with all other encodings, too.
import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "js");

const flags = [
  "-Ctarget-feature=+simd128",
  "-Cllvm-args=-disable-lsr",
  "-Clink-arg=-zstack-size=131072",
].join(" ");
for (const [name, folder, features] of [
  ["utflane", target, []],
  ["east-asia", join(target, "east-asia"), ["--features", "multibyte"]],
]) {
  execFileSync(
    "cargo",
    ["build", "--quiet", "--release", "--locked", "--target", "wasm32-unknown-unknown", ...features],
    {
      cwd: here,
      stdio: "inherit",
      env: { ...process.env, CARGO_TARGET_DIR: folder, RUSTFLAGS: flags },
    },
  );
  copyFileSync(
    join(folder, "wasm32-unknown-unknown/release/utflane.wasm"),
    join(here, `lib/${name}.wasm`),
  );
}
for (const license of ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-WHATWG"]) {
  copyFileSync(join(root, license), join(here, license));
}
