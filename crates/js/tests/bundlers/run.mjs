// Installs the packed package together with bundlers, engines and compilers, and checks that it
// works with each:
//
//     node run.mjs TARBALL FOLDER [PART...]
//
// The file tools.json lists the releases. Each part has its own folder in FOLDER. Prints a row for
// each check.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { built, closeBrowser, inBrowser, withServer } from "./browser.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const [tarball, work] = process.argv.slice(2, 4).map((path) => resolve(path));
const tools = JSON.parse(readFileSync(join(here, "tools.json"), "utf8"));
let failures = 0;

/** Returns the result of `work`, or its error with the last lines that it printed. */
async function attempt(work) {
  try {
    return (await work()) ?? "fine";
  } catch (error) {
    const said = `${error.stdout ?? ""}${error.stderr ?? ""}`.trim().split("\n").slice(-12);
    return `${error.message.split("\n")[0]}\n${said.join("\n")}`;
  }
}

/** Prints the result of a piece of work. */
async function row(name, work) {
  const found = await attempt(work);
  if (found !== "fine") failures++;
  console.log(`| ${name} | ${found === "fine" ? "yes" : `NO: ${found}`} |`);
}

function run(folder, program, ...args) {
  const env = { ...process.env, NO_COLOR: "1", CI: "1", PARCEL_WORKERS: "1" };
  return execFileSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env,
    stdio: "pipe",
    timeout: 480_000,
  });
}

const node = (folder, ...args) => run(folder, process.execPath, ...args);

/** Creates a project with the package, the tools of a part, and a program that uses the package. */
function project(part) {
  const folder = join(work, part);
  mkdirSync(folder, { recursive: true });
  const dependencies = { ...tools[part], utflane: `file:${tarball}` };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  // Remove everything of an older tarball.
  for (const old of ["package-lock.json", "node_modules/utflane"])
    rmSync(join(folder, old), { recursive: true, force: true });
  const quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  run(folder, "npm", "install", ...quiet);
  cpSync(join(here, "app"), folder, { recursive: true });
  const code = readFileSync(join(folder, "check.js"), "utf8").replace(
    "export function",
    "exports.check = function",
  );
  writeFileSync(join(folder, "check.cjs"), code);
  return folder;
}

const version = (folder, name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;

const parts = {
  async vite(folder) {
    for (const name of ["vite5", "vite6", "vite7", "vite8"]) {
      const cli = join(folder, "node_modules", name, "bin/vite.js");
      const title = `Vite ${version(folder, name)}`;
      // The default configuration of projects. Workers are modules in the page that starts them.
      writeFileSync(
        join(folder, "vite.config.js"),
        `export default { cacheDir: ".cache-${name}" };`,
      );
      const output = `dist-${name}`;
      await row(`${title}, build: page and worker`, async () => {
        node(folder, cli, "build", "--outDir", output);
        return built(folder, output);
      });
      await row(`${title}, dev: page and worker`, () =>
        withServer(
          folder,
          [cli, "--host", "127.0.0.1", "--port", "0"],
          /http:\/\/127\.0\.0\.1:\d+\//,
          (address) => inBrowser(folder, address),
        ),
      );
    }
    writeFileSync(join(folder, "vite.config.js"), "export default {};");
    writeFileSync(
      join(folder, "lazy/vite.config.js"),
      'export default { build: { target: "es2022", emptyOutDir: true } };',
    );
    for (const name of ["vite5", "vite6", "vite7", "vite8"]) {
      const cli = join(folder, "node_modules", name, "bin/vite.js");
      const output = `dist-lazy-${name}`;
      await row(`Vite ${version(folder, name)}, build: top-level await import()`, () => {
        node(folder, cli, "build", "lazy", "--outDir", `../${output}`);
        return built(folder, output);
      });
    }
    writeFileSync(
      join(folder, "some.test.js"),
      'import { expect, test } from "vitest";\nimport { found } from "./all.js";\ntest("utflane", () => expect(found).toBe("fine"));\n',
    );
    await row(`Vitest ${version(folder, "vitest")}`, () => {
      node(folder, join(folder, "node_modules/vitest/vitest.mjs"), "run", "some.test.js");
    });
  },

  async bundlers(folder) {
    const load = (name) => import(createRequire(join(folder, "x.js")).resolve(name));
    const page = (output) => {
      mkdirSync(join(folder, output), { recursive: true });
      copyFileSync(join(folder, "index.html"), join(folder, output, "index.html"));
    };
    await row(`esbuild ${version(folder, "esbuild")}: page and worker`, async () => {
      const esbuild = await load("esbuild");
      page("esbuild");
      const entryPoints = ["main.js", "worker.js"];
      await esbuild.build({
        absWorkingDir: folder,
        entryPoints,
        bundle: true,
        format: "esm",
        outdir: "esbuild",
        minify: true,
      });
      return built(folder, "esbuild");
    });
    for (const [platform, format, file] of [
      ["node", "esm", "one.mjs"],
      ["node", "cjs", "one.cjs"],
    ]) {
      await row(`esbuild, one file for Node.js, ${format}`, async () => {
        const esbuild = await load("esbuild");
        mkdirSync(join(folder, "one"), { recursive: true });
        const stdin = {
          contents: 'import { found } from "./all.js"; console.log(found);',
          resolveDir: folder,
        };
        await esbuild.build({
          absWorkingDir: folder,
          stdin,
          bundle: true,
          platform,
          format,
          outfile: `one/${file}`,
        });
        return node(join(folder, "one"), file).trim();
      });
    }
    await row(`Rollup ${version(folder, "rollup")}: page and worker`, async () => {
      const [{ rollup }, { nodeResolve }] = [
        await load("rollup"),
        await import(createRequire(join(folder, "x.js")).resolve("@rollup/plugin-node-resolve")),
      ];
      page("rollup");
      const input = [join(folder, "main.js"), join(folder, "worker.js")];
      const bundle = await rollup({ input, plugins: [nodeResolve({ browser: true })] });
      await bundle.write({ dir: join(folder, "rollup"), format: "es" });
      return built(folder, "rollup");
    });
    await row(`webpack ${version(folder, "webpack")}: page and worker`, async () => {
      const { default: webpack } = await load("webpack");
      page("webpack");
      const output = { path: join(folder, "webpack"), filename: "main.js" };
      const stats = await new Promise((done, fail) =>
        webpack(
          {
            context: folder,
            mode: "production",
            entry: "./main.js",
            output,
            performance: { hints: false },
          },
          (error, stats) => (error ? fail(error) : done(stats)),
        ),
      );
      if (stats.hasErrors()) return stats.toString("errors-only");
      return built(folder, "webpack");
    });
    await row(`Parcel ${version(folder, "parcel")}: page and worker`, () => {
      node(
        folder,
        join(folder, "node_modules/parcel/lib/bin.js"),
        "build",
        "index.html",
        "--dist-dir",
        "parcel",
        "--no-cache",
        "--no-source-maps",
      );
      return built(folder, "parcel");
    });
    const jest = join(folder, "node_modules/jest/bin/jest.js");
    for (const environment of ["node", "jsdom"]) {
      writeFileSync(
        join(folder, `${environment}.test.cjs`),
        'test("utflane", () => expect(require("./all.cjs").found).toBe("fine"));\n',
      );
      await row(`Jest ${version(folder, "jest")}, ${environment}`, () => {
        node(
          folder,
          jest,
          "--testEnvironment",
          environment,
          "--testMatch",
          `**/${environment}.test.cjs`,
          "--testPathIgnorePatterns",
          "none",
        );
      });
    }
  },

  async engines(folder) {
    writeFileSync(
      join(folder, "say.mjs"),
      'import { found } from "./all.js";\nimport "./start.mjs";\nconsole.log(found);\n',
    );
    writeFileSync(join(folder, "say.cjs"), 'console.log(require("./all.cjs").found);\n');
    const says = (title, program, ...args) =>
      row(title, () => run(folder, program, ...args).trim());
    for (const name of ["node18", "node20", "node22", "node24"]) {
      const program = join(folder, "node_modules", name, "bin/node");
      await says(`Node.js ${version(folder, name)}, import`, program, "say.mjs");
      await says(`Node.js ${version(folder, name)}, require`, program, "say.cjs");
    }
    const deno = join(folder, "node_modules/@deno/linux-x64-glibc/deno");
    writeFileSync(
      join(folder, "deno.mjs"),
      'import { found } from "./all.js";\nconsole.log(found);\n',
    );
    await says(
      `Deno ${version(folder, "deno")}, import, without permissions`,
      deno,
      "run",
      "--no-prompt",
      "deno.mjs",
    );
    const bun = join(folder, "node_modules/@oven/bun-linux-x64/bin/bun");
    await says(`Bun ${version(folder, "bun")}, import`, bun, "say.mjs");
    await says(`Bun ${version(folder, "bun")}, require`, bun, "say.cjs");
    await row(`workerd ${version(folder, "workerd")}`, async () => {
      const require = createRequire(join(folder, "x.js"));
      await require("esbuild").build({
        absWorkingDir: folder,
        entryPoints: ["workerd.js"],
        bundle: true,
        format: "esm",
        conditions: ["workerd", "worker", "browser"],
        loader: { ".wasm": "copy" },
        outdir: "workerd",
      });
      const { Miniflare } = require("miniflare");
      const output = join(folder, "workerd");
      const modules = readdirSync(output).map((path) => ({
        type: path.endsWith(".wasm") ? "CompiledWasm" : "ESModule",
        path,
        contents: readFileSync(join(output, path)),
      }));
      // The first module is the one that runs.
      modules.sort((one, other) => (one.type < other.type ? 1 : -1));
      const miniflare = new Miniflare({ modules, compatibilityDate: "2025-01-01" });
      try {
        return await (await miniflare.dispatchFetch("http://localhost/")).text();
      } finally {
        await miniflare.dispose();
      }
    });
  },

  async types(folder) {
    copyFileSync(join(here, "../types.ts"), join(folder, "types.mts"));
    writeFileSync(
      join(folder, "common.cts"),
      'import utflane = require("utflane");\nimport { detect } from "utflane/detect";\nexport const text: string = utflane.decode(new Uint8Array(1));\nexport const { encoding } = detect(new Uint8Array(1));\n',
    );
    writeFileSync(join(folder, "old.ts"), oldTypes);
    const strict = ["--strict", "--noEmit", "--target", "esnext", "--lib", "esnext,dom"];
    const ways = {
      nodenext: ["--module", "nodenext", "types.mts", "common.cts"],
      bundler: ["--module", "esnext", "--moduleResolution", "bundler", "types.mts"],
      node10: ["--module", "esnext", "--moduleResolution", "node", "old.ts"],
    };
    for (const name of ["ts54", "ts55", "ts56", "ts57", "ts58", "ts59"]) {
      const tsc = join(folder, "node_modules", name, "bin/tsc");
      for (const [way, options] of Object.entries(ways)) {
        // Module resolution is the same in all releases, so we test only the oldest and the newest.
        if (way !== "nodenext" && name !== "ts54" && name !== "ts59") continue;
        await row(`TypeScript ${version(folder, name)}, ${way}`, () => {
          node(folder, tsc, ...strict, ...options);
        });
      }
    }
    await row(`publint ${version(folder, "publint")}`, () => {
      const said = node(
        folder,
        join(folder, "node_modules/publint/src/cli.js"),
        "run",
        tarball,
        "--strict",
      );
      if (/^(Errors|Warnings|Suggestions)/m.test(said)) return said;
    });
    await row(`attw ${version(folder, "@arethetypeswrong/cli")}`, () => {
      const attw = join(folder, "node_modules/@arethetypeswrong/cli/dist/index.js");
      node(
        folder,
        attw,
        tarball,
        "--no-emoji",
        "--exclude-entrypoints",
        "./utf.wasm",
        "./code-pages.wasm",
        "./utflane.wasm",
        "./east-asia.wasm",
      );
    });
  },
};

// For a resolver without support for `exports`.
const oldTypes = `import { decode } from "utflane";
import { detect } from "utflane/detect";
import { encode } from "utflane/east-asia";
import { start } from "utflane/start";
export const text: string = decode(encode("text", detect(new Uint8Array(1)).encoding ?? undefined));
void start;
`;

console.log("| with | works |\n|---|---|");
const wanted = process.argv.length > 4 ? process.argv.slice(4) : Object.keys(parts);
for (const part of wanted) {
  await parts[part](project(part));
}
await closeBrowser();
process.exit(failures > 0 ? 1 : 0);
