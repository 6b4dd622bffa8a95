// Builds the page: `npm run page`. page/dist then contains all of it, for any server of static
// files.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const output = join(here, "dist");
rmSync(output, { recursive: true, force: true });
mkdirSync(output);
buildSync({
  absWorkingDir: here,
  entryPoints: ["main.js", "worker.js"],
  outdir: output,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome115", "firefox115", "safari16.4"],
});
for (const file of ["index.html", "style.css"]) copyFileSync(join(here, file), join(output, file));
