// Runs built or served pages in a headless browser.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves a folder, and calls `use` with its address. */
async function served(folder, use) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(folder, pathname === "/" ? "index.html" : pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(path)] ?? "text/plain" });
    response.end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

let browser;

/** Returns the results of a page and its worker. */
export async function inBrowser(folder, address) {
  const { chromium: driver } = createRequire(join(folder, "x.js"))("playwright-core");
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
  ];
  browser ??= await driver.launch({ executablePath: chromium, args });
  const page = await browser.newPage();
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(`${error}`));
  try {
    await page.goto(address);
    const results = await page.waitForFunction(() => globalThis.results, null, { timeout: 60_000 });
    const { page: inPage, worker } = await results.jsonValue();
    if (inPage !== "fine") return `page: ${inPage}`;
    return worker === "fine" ? "fine" : `worker: ${worker}`;
  } catch (error) {
    return `${error.message.split("\n")[0]} ${said.join(" ")}`;
  } finally {
    await page.close();
  }
}

/** Returns the results of a page that was built into a folder. */
export const built = (folder, output) =>
  served(join(folder, output), (address) => inBrowser(folder, address));

/** Starts a server, calls `use` with its address, and returns the result. */
export async function withServer(folder, args, pattern, use) {
  const server = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let said = "";
  try {
    const address = await new Promise((found, fail) => {
      const hear = (part) => {
        said += part;
        const match = pattern.exec(said);
        if (match) found(match[0]);
      };
      server.stdout.on("data", hear);
      server.stderr.on("data", hear);
      server.on("close", () => fail(new Error(`the server exited: ${said}`)));
      setTimeout(() => fail(new Error(`no address: ${said}`)), 30_000).unref();
    });
    return await use(address);
  } finally {
    server.kill();
  }
}

/** Closes the browser. */
export const closeBrowser = () => browser?.close();
