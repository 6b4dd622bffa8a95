// Serves the built page, and launches a headless browser.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const dist = fileURLToPath(new URL("../page/dist", import.meta.url));
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

/** Serves the page. Returns its address, the requested URLs, and a function that stops the server.
 * */
export async function served() {
  const asked = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    const path = join(dist, url === "/" ? "index.html" : url);
    response.writeHead(200, { "Content-Type": types[extname(path)] });
    response.end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, asked, close };
}

/** Launches a browser, with a profile in `folder` if given. */
export async function launched(folder) {
  const options = {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
    ],
  };
  return folder ? chromium.launchPersistentContext(folder, options) : chromium.launch(options);
}
