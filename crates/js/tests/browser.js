// Runs a page of this package in a headless browser: Chromium, or the program that the environment
// variable CHROMIUM names. The page sends its results to the server that serves it.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
// The modules may come from an installed package.
const lib = process.env.UTFLANE_PACKAGE ?? here;
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

function serve(request, response, answer) {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  if (path === "/results") {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      response.end();
      answer(JSON.parse(body));
    });
    return;
  }
  try {
    const content = readFileSync(join(path.startsWith("/dist/") ? lib : here, path));
    response.writeHead(200, {
      "Content-Type": types[extname(path)] ?? "text/plain",
      // Shared memory requires these headers.
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}

/** Returns the results of the page at a path, within some seconds. */
export async function inBrowser(path, seconds) {
  let answer;
  const results = new Promise((resolve) => (answer = resolve));
  const server = createServer((request, response) => serve(request, response, answer));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = mkdtempSync(join(tmpdir(), "utflane-"));
  const page = `http://127.0.0.1:${server.address().port}${path}`;
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${profile}`,
    page,
  ];
  const browser = spawn(process.env.CHROMIUM ?? "chromium", options, {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  browser.stderr.on("data", (part) => (said += part));
  const ended = new Promise((resolve) => browser.on("close", resolve).on("error", resolve));
  let late;
  const failure = new Promise((_, reject) => {
    const fail = (why) => reject(new Error(`${why}\n${said}`));
    ended.then((how) => fail(`The browser exited: ${how}`));
    late = setTimeout(() => fail(`No results from the page in ${seconds} s`), seconds * 1000);
  });
  try {
    return await Promise.race([results, failure]);
  } finally {
    failure.catch(() => {});
    clearTimeout(late);
    browser.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
