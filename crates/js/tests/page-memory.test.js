// Opens a file of 1 GB in the page, and measures the additional memory of the browser's processes.
// Takes a minute.
import { ok } from "node:assert/strict";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launched, served } from "./page.js";

const LIMIT_MB = 200;

/** Returns the memory in MB of all processes with a folder among their arguments, and of their
 * children, without file-backed memory. */
function memoryOf(folder) {
  let sum = 0;
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${process}/cmdline`, "utf8").includes(folder)) continue;
      const usage = readFileSync(`/proc/${process}/smaps_rollup`, "utf8");
      sum += Number(/^Pss_Anon:\s+(\d+)/m.exec(usage)[1]) / 1024;
    } catch {
      // The process has ended.
    }
  }
  return sum;
}

test("a file of 1 GB takes no more than 200 MB", async () => {
  const folder = mkdtempSync(join(tmpdir(), "utflane-page-"));
  const path = join(folder, "long.txt");
  const lines = Buffer.from(
    "Съешь ещё этих мягких французских булок. And plain text.\n".repeat(20_000),
  );
  const file = openSync(path, "w");
  for (let size = 0; size < 1e9;) size += writeSync(file, lines);
  closeSync(file);
  const { address, close } = await served();
  // We use a profile on disk because a private window keeps saved files in memory.
  const context = await launched(join(folder, "profile"));
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForTimeout(1000);
    const before = memoryOf(folder);
    ok(before > 30, `${before} MB: no processes found`);
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, memoryOf(folder) - before)), 200);
    await page.setInputFiles("#files", path);
    await page.waitForSelector('[data-state="done"]', { timeout: 200_000 });
    await page.selectOption(".target", "UTF-16LE");
    await Promise.all([
      page.waitForEvent("download", { timeout: 200_000 }),
      page.click(".save button"),
    ]);
    clearInterval(timer);
    console.log(`${Math.round(most)} MB more than the ${Math.round(before)} MB before`);
    ok(most < LIMIT_MB, `${most} MB`);
  } finally {
    await context.close();
    close();
    rmSync(folder, { recursive: true, force: true });
  }
});
