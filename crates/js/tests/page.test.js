// Tests the page in a headless browser: its reports on files, and that files it saves equal those
// that the command-line program converts. Requires `node page/build.mjs`, and the program at the
// path in the environment variable UTFLANE.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { encode } from "../dist/east-asia.node.js";
import { launched, served } from "./page.js";

const program =
  process.env.UTFLANE ?? fileURLToPath(new URL("../../../target/debug/utflane", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "utflane-page-"));
let server;
let browser;

before(async () => {
  server = await served();
  browser = await launched();
});

after(async () => {
  await browser?.close();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Opens the page with these files, given as names and bytes. */
async function opened(files, options = {}) {
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 }, ...options });
  const errors = [];
  page.on("pageerror", (error) => errors.push(`${error}`));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(server.address);
  const paths = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  await page.setInputFiles("#files", paths);
  for (const name of Object.keys(files)) {
    const report = `article[aria-label="${name}"]`;
    await page.waitForSelector(`${report}[data-state="done"], ${report}[data-state="refused"]`, {
      timeout: 60_000,
    });
  }
  return { page, errors };
}

const article = (page, name) => page.locator(`article[aria-label="${name}"]`);

async function choose(page, report, encoding) {
  await report.locator(".encoding").selectOption(encoding);
  await page.waitForFunction(() => !document.querySelector('[data-state="reading"]'));
}

// The name of the file that was saved last.
let savedName;

/** Returns the bytes that the page saves. */
async function saved(page, name, target, prepare = async () => {}) {
  const form = article(page, name).locator(".save");
  await form.locator(".target").selectOption(target);
  await prepare(form);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    form.locator("button").click(),
  ]);
  savedName = download.suggestedFilename();
  return readFileSync(await download.path());
}

function byProgram(name, ...options) {
  return execFileSync(program, ["convert", ...options, join(folder, name)], {
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 28,
  });
}

/** Takes a picture if the environment variable PICTURES names a folder. */
async function picture(page, name, options = {}) {
  if (process.env.PICTURES)
    await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), ...options });
}

const RUSSIAN = "Съешь ещё этих мягких французских булок, да выпей чаю — №1.\r\n".repeat(40_000);
const JAPANESE = "すべて人は、教育を受ける権利を有する。①ソ表\n".repeat(50_000);

test("files in windows-1251 and Shift_JIS are converted as by the program", async () => {
  const files = {
    "russian.txt": encode(RUSSIAN, "windows-1251", { fatal: true }),
    "japanese.txt": encode(JAPANESE, "shift_jis", { fatal: true }),
    "marked.txt": encode("\ufeffGröße", "utf-16be"),
  };
  const { page, errors } = await opened(files);
  for (const [name, from, ends] of [
    ["russian.txt", "windows-1251", /^CR LF \(40,000\)$/],
    ["japanese.txt", "Shift_JIS", /^LF \(50,000\)$/],
  ]) {
    const report = article(page, name);
    equal(await report.locator(".encoding").inputValue(), from, name);
    match(await report.locator(".certainty").textContent(), /guess|likely/);
    match(await report.locator(".ends").textContent(), ends);
    match(await report.locator(".status").textContent(), /^Well-formed/);
    for (const target of ["UTF-8", "UTF-16LE", "GB18030"]) {
      const made = await saved(page, name, target);
      ok(made.equals(byProgram(name, "--from", from, "--to", target)), `${name} to ${target}`);
    }
  }
  ok((await saved(page, "marked.txt", "UTF-8")).equals(Buffer.from("\ufeffGröße")), "a mark stays");
  ok(
    (await saved(page, "marked.txt", "windows-1252")).equals(Buffer.from("Größe", "latin1")),
    "not there",
  );
  const unix = await saved(page, "russian.txt", "UTF-8", async (form) => {
    await form.locator(".newline").selectOption("\n");
    await form.locator(".mark").check();
  });
  ok(unix.equals(Buffer.from(`\ufeff${RUSSIAN.replaceAll("\r\n", "\n")}`)), "line ends and a mark");
  deepEqual(errors, []);
});

test("errors are shown with line, column, bytes and context", async () => {
  const bytes = Buffer.concat([
    Buffer.from("Grüße\nzwei "),
    Buffer.from([0xff]),
    Buffer.from(" drei 😀 "),
    Buffer.from([0xe2, 0x82]),
    Buffer.from("!\r\n".repeat(400_000)),
    Buffer.from([0xc3]),
  ]);
  const { page, errors } = await opened({ "faults.txt": bytes });
  const report = article(page, "faults.txt");
  // With few letters and many errors, another encoding was detected.
  await choose(page, report, "UTF-8");
  match(await report.locator(".status").textContent(), /^Malformed UTF-8: 3 errors/);
  const rows = await report
    .locator(".faults tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  deepEqual(
    rows.map((row) => row.slice(0, 4)),
    [
      ["2", "6", "13", "FF"],
      ["2", "15", "25", "E2 82"],
      ["400,002", "1", "1,200,027", "C3"],
    ],
  );
  match(rows[0][5], /Grüße↓zwei � drei 😀/);
  await report.locator(".faults button").first().click();
  await page.waitForFunction(
    () => document.querySelector("[aria-current] td").textContent === "\ufffd",
  );
  const current = () =>
    report
      .locator("[aria-current]")
      .evaluate((row) => [...row.cells].map((cell) => cell.textContent));
  deepEqual(await current(), ["\ufffd", "U+FFFD", "13", "FF", "EF BF BD"]);
  equal((await report.locator("textarea").inputValue()).slice(0, 12), "Grüße\nzwei \ufffd");
  for (const key of ["ArrowRight", "ArrowRight"]) await report.locator("textarea").press(key);
  await page.waitForFunction(() => document.querySelector("[aria-current] td").textContent === "d");
  deepEqual(await current(), ["d", "U+0064", "15", "64", "64"]);
  await picture(page, "faults");
  const lossy = await saved(page, "faults.txt", "ISO-8859-15");
  equal(lossy.subarray(0, 24).toString("latin1"), "Gr\xfc\xdfe\nzwei ? drei ? ?!\r\n");
  match(await report.locator(".saved").textContent(), /3 malformed sequences became U\+FFFD\. ISO-8859-15 lacks 4 characters/);
  deepEqual(errors, []);
});

test("line ends count once, including across pieces", async () => {
  const text = `${"a".repeat((1 << 20) - 1)}\r\nb\rc\nd\r`;
  const { page, errors } = await opened({ "ends.txt": Buffer.from(text) });
  const ends = await article(page, "ends.txt").locator(".ends").textContent();
  equal(ends, "CR LF (1), LF (1), CR (2)");
  const made = await saved(page, "ends.txt", "UTF-8", (form) =>
    form.locator(".newline").selectOption("\r\n"),
  );
  equal(made.subarray(-12).toString(), "a\r\nb\r\nc\r\nd\r\n".slice(-12));
  equal(made.length, text.length + 3);
  deepEqual(errors, []);
});

test("mojibake is shown and repaired", async () => {
  const text = `plain\n${"cafÃ© â€“ naÃ¯ve\n".repeat(3)}Größe\n`;
  const { page, errors } = await opened({ "mojibake.txt": Buffer.from(text) });
  const report = article(page, "mojibake.txt");
  const rows = await report
    .locator(".mojibake tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  deepEqual(rows[0], ["2", "cafÃ© â€“ naÃ¯ve", "café – naïve"]);
  equal(rows.length, 3);
  await picture(page, "mojibake");
  const made = await saved(page, "mojibake.txt", "UTF-8", (form) =>
    form.locator(".repair").check(),
  );
  equal(made.toString(), `plain\n${"café – naïve\n".repeat(3)}Größe\n`);
  deepEqual(errors, []);
});

test("another encoding may be chosen, and files may be empty or plain", async () => {
  const files = {
    "empty.txt": Buffer.alloc(0),
    "plain.txt": Buffer.from("plain"),
    "short.txt": encode("где", "koi8-r"),
  };
  const { page, errors } = await opened(files);
  match(await article(page, "plain.txt").locator(".certainty").textContent(), /ASCII/);
  equal((await saved(page, "empty.txt", "UTF-16BE")).length, 0);
  const report = article(page, "short.txt");
  await choose(page, report, "KOI8-R");
  await page.waitForFunction(
    () => document.querySelector('[aria-label="short.txt"] textarea').value !== "",
  );
  equal(await report.locator("textarea").inputValue(), "где");
  equal((await saved(page, "short.txt", "UTF-8")).toString(), "где");
  deepEqual(errors, []);
});

test("the page works on a phone, in dark mode, and with the keyboard", async () => {
  const files = {
    "a rather long name of a file, as they come.txt": Buffer.from(
      `Grüße ${"x".repeat(500)}\xff\n`,
      "latin1",
    ),
  };
  for (const [name, options] of [
    ["phone", { viewport: { width: 360, height: 740 } }],
    ["phone-dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
    ["dark", { colorScheme: "dark" }],
  ]) {
    const { page, errors } = await opened(files, options);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    ok(overflow <= 0, `${name}: ${overflow} pixels too wide`);
    await picture(page, name, { fullPage: true });
    // All controls have an accessible name.
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("select, input, textarea, button, progress, [role=region]")]
        .filter(
          (element) =>
            !element.closest("template") &&
            !element.labels?.length &&
            !element.getAttribute("aria-label") &&
            !element.textContent.trim(),
        )
        .map((element) => element.outerHTML),
    );
    deepEqual(nameless, []);
    deepEqual(await contrasts(page), []);
    deepEqual(errors, []);
    await page.close();
  }
  const { page } = await opened({ "plain.txt": Buffer.from("plain") });
  await page.keyboard.press("Tab");
  equal(await page.evaluate(() => document.activeElement.id), "files");
});

/** Returns texts with a contrast below 4.5 (WCAG). */
const contrasts = (page) =>
  page.evaluate(() => {
    const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
    const luminance = (colour) => {
      const [red, green, blue] = channels(colour).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element) => {
      const colour = getComputedStyle(element).backgroundColor;
      return channels(colour)[3] === 0 ? ground(element.parentElement) : colour;
    };
    return [...document.querySelectorAll("body *:not(template):not(option)")]
      .filter(
        (element) =>
          element.getClientRects().length > 0 &&
          [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()),
      )
      .map((element) => {
        const [one, other] = [getComputedStyle(element).color, ground(element)].map(luminance);
        return [
          (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05),
          element.outerHTML.slice(0, 80),
        ];
      })
      .filter(([ratio]) => ratio < 4.5);
  });

/** Returns the headings of the sections of a report that are visible. */
const sections = (page, name) =>
  article(page, name).evaluate((root) =>
    [...root.querySelectorAll("section, details, form")]
      .filter((element) => element.checkVisibility())
      .map((element) => element.className),
  );

test("a binary file gets one message, and can be read anyway", async () => {
  let state = 7;
  const random = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16;
  const files = {
    "picture.png": readFileSync(new URL("../page/page.png", import.meta.url)),
    "random.bin": Buffer.from(Array.from({ length: 100_000 }, () => random() & 0xff)),
    "few.dat": Buffer.from([0, 1, 2, 255, 0, 254, 3, 0, 0, 7]),
  };
  const { page, errors } = await opened(files);
  for (const name of Object.keys(files)) {
    const report = article(page, name);
    match(await report.locator(".status").textContent(), /^This does not look like text/, name);
    equal(await report.locator(".encoding").inputValue(), "", name);
    equal(await report.locator(".save button").isDisabled(), true, name);
    deepEqual(await sections(page, name), [], name);
  }
  await picture(page, "binary", { fullPage: true });
  const report = article(page, "few.dat");
  await choose(page, report, "windows-1252");
  await page.waitForSelector('[aria-label="few.dat"][data-state="done"]');
  equal((await saved(page, "few.dat", "UTF-8")).toString(), "\0\x01\x02ÿ\0þ\x03\0\0\x07");
  equal(savedName, "few-utf-8.dat");
  deepEqual(errors, []);
});

test("files in stateful encodings are converted, and those of unknown ones refused", async () => {
  const text = "日本語の文章。 plain ﾊﾝｶｸ\r\n".replace("ﾊﾝｶｸ", "ハンカク").repeat(30_000);
  const chinese = Buffer.from("\x1b$)A\x0eVPND\x0f\r\n".repeat(40), "latin1");
  const files = { "mail.txt": encode(text, "iso-2022-jp", { fatal: true }), "other.txt": chinese };
  const { page, errors } = await opened(files);
  const report = article(page, "mail.txt");
  equal(await report.locator(".encoding").inputValue(), "ISO-2022-JP");
  match(await report.locator(".status").textContent(), /^Well-formed ISO-2022-JP/);
  equal((await saved(page, "mail.txt", "UTF-8")).toString(), text);
  equal(savedName, "mail-utf-8.txt");
  await report.locator(".look summary").click();
  await page.waitForFunction(
    () => document.querySelector('[aria-label="mail.txt"] textarea').value !== "",
  );
  match(await report.locator("textarea").inputValue(), /^日本語の文章。 plain ハンカク/);
  const refused = article(page, "other.txt");
  equal(
    await refused.locator(".status").textContent(),
    "This is ISO-2022-CN, which this page cannot convert.",
  );
  equal(await refused.locator(".save button").isDisabled(), true);
  deepEqual(await sections(page, "other.txt"), []);
  await picture(page, "refused", { fullPage: true });
  deepEqual(errors, []);
});

test("lines in another encoding are converted by line", async () => {
  const lines = ["Größe, Änderung und Übermut\n", "Füße und Hände, Köpfe\n"];
  const bytes = Buffer.concat([
    Buffer.from(lines[0].repeat(20)),
    encode(lines[1], "windows-1252"),
    Buffer.from(lines[0]),
  ]);
  const { page, errors } = await opened({ "log.txt": bytes });
  const report = article(page, "log.txt");
  // Errors are shown unless the reader chooses both encodings.
  equal(await report.locator(".encoding").inputValue(), "UTF-8");
  match(await report.locator(".certainty").textContent(), /a part may be in windows-1252$/);
  match(await report.locator(".status").textContent(), /^Malformed UTF-8: 4 errors/);
  await choose(page, report, "UTF-8|windows-1252");
  match(
    await report.locator(".status").textContent(),
    /^21 lines in UTF-8, 1 line in windows-1252\./,
  );
  const made = await saved(page, "log.txt", "UTF-8");
  equal(made.toString(), lines[0].repeat(20) + lines[1] + lines[0]);
  await report.locator(".look summary").click();
  await page.waitForFunction(() => document.querySelector("textarea").value !== "");
  equal(await report.locator("textarea").inputValue(), made.toString());
  deepEqual(errors, []);
});

test("characters that an encoding lacks are counted", async () => {
  const text = "漢字 and é, ".repeat(3000);
  const { page, errors } = await opened({ "lost.txt": Buffer.from(text) });
  const made = await saved(page, "lost.txt", "windows-1252");
  equal(made.toString("latin1"), "?? and é, ".repeat(3000));
  match(await article(page, "lost.txt").locator(".saved").textContent(), /lacks 6,000 characters/);
  deepEqual(errors, []);
});

/** Returns the files of an archive without compression. */
function filesOf(zip) {
  const files = {};
  const size = zip.length;
  let end = size - 22;
  while (zip.readUInt32LE(end) !== 0x06054b50) end--;
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [length, name, extra, note] = [24, 28, 30, 32].map((offset, index) =>
      index === 0 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    );
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    files[zip.toString("utf8", at + 46, at + 46 + name)] = zip.subarray(data, data + length);
    at += 46 + name + extra + note;
  }
  return files;
}

test("all files are converted into a folder", async () => {
  const files = {
    "one.txt": encode("où ? Déjà vu, là-bas.", "windows-1252"),
    "two.txt": Buffer.from("zwei"),
  };
  const { page, errors } = await opened(files);
  // A folder of the page instead of one that the reader chooses.
  await page.evaluate(() => {
    const root = navigator.storage.getDirectory();
    window.showDirectoryPicker = async () =>
      (await root).getDirectoryHandle("chosen", { create: true });
  });
  for (let round = 0; round < 2; round++) {
    await page.locator("#together .folder").click();
    await page.waitForFunction(() => /in the folder chosen/.test(document.body.textContent));
    await page.evaluate(() => (document.querySelector("#together .saved").textContent = ""));
  }
  const made = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const all = {};
    for await (const [name, handle] of (await root.getDirectoryHandle("chosen")).entries()) {
      all[name] = await (await handle.getFile()).text();
    }
    return all;
  });
  const french = "où ? Déjà vu, là-bas.";
  // Existing files are not replaced.
  deepEqual(made, { "one.txt": french, "one-2.txt": french, "two.txt": "zwei", "two-2.txt": "zwei" });
  deepEqual(errors, []);
});

test("all files are converted to one archive, and removed", async () => {
  const texts = Array.from({ length: 9 }, (_, index) => `Größe ${index}, où ? `.repeat(50));
  const files = Object.fromEntries(
    texts.map((text, index) => [`text ${index}.txt`, encode(text, "windows-1252")]),
  );
  files["README"] = encode(RUSSIAN.slice(0, 2000), "windows-1251");
  files["image.bin"] = Buffer.from([0, 1, 2, 255, 0, 254, 3, 0, 0, 7]);
  const { page, errors } = await opened(files);
  const together = page.locator("#together");
  equal(
    await together.locator(".counts").textContent(),
    "10 files can be converted, 1 cannot.",
  );
  await picture(page, "many", { fullPage: true });
  const convert = async (target) => {
    await together.locator(".target").selectOption(target);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      together.locator("[type=submit]").click(),
    ]);
    equal(download.suggestedFilename(), "converted.zip");
    return filesOf(readFileSync(await download.path()));
  };
  const made = await convert("UTF-8");
  equal(Object.keys(made).length, 10);
  texts.forEach((text, index) => equal(made[`text ${index}.txt`].toString(), text));
  equal(made["README"].toString(), RUSSIAN.slice(0, 2000));
  match(await together.locator(".saved").textContent(), /^10 files converted to UTF-8, in/);
  await convert("windows-1252");
  match(await together.locator(".notes").textContent(), /^README: windows-1252 lacks [\d,]+ char/);
  await picture(page, "converted");
  equal((await saved(page, "README", "UTF-8")).toString(), RUSSIAN.slice(0, 2000));
  equal(savedName, "README-utf-8");
  await article(page, "README").locator(".remove").click();
  equal(await page.locator("article").count(), 10);
  equal(await together.locator(".counts").textContent(), "9 files can be converted, 1 cannot.");
  await together.locator(".remove").click();
  equal(await page.locator("article").count(), 0);
  equal(await together.isVisible(), false);
  deepEqual(errors, []);
});

test("the page has requested only its own files", () => {
  deepEqual([...new Set(server.asked)].sort(), ["/", "/main.js", "/style.css", "/worker.js"]);
});
