// Compares the functions with those of the engine, in alternating calls. Times are the minimum of
// many rounds.

const TEXTS = {
  ASCII: "Hello world, plain text. ",
  Latin: "Grüße aus München, très café. ",
  Russian: "Съешь ещё этих мягких булок. ",
  Chinese: "汉字文本转换的速度测量。",
};
// Code pages that all engines decode as the standard requires, including Node.js.
const PAGES = { ASCII: "windows-1250", Latin: "windows-1250", Russian: "windows-1251" };
const LENGTHS = [16, 64, 256, 4096, 65536, 1 << 20];
const ROUNDS = 25;
const LEAST_MS = 1.5;

let used = 0;

/** Uses the result of a call, so that it is not optimised away and strings are flattened. */
function use(made) {
  if (typeof made === "string") used += made.charCodeAt(made.length >> 1);
  else used += Number(made.length ?? made);
}

function nanoseconds(calls) {
  let repeats = 1;
  const run = (call) => {
    const start = performance.now();
    for (let repeat = 0; repeat < repeats; repeat++) use(call());
    return performance.now() - start;
  };
  while (Math.min(...calls.map(run)) < LEAST_MS) repeats *= 2;
  const least = calls.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    calls.forEach((call, index) => (least[index] = Math.min(least[index], run(call))));
  }
  return least.map((time) => (time * 1e6) / repeats);
}

/** Returns the result of a call as text, or the name of its error. */
function outcome(call) {
  try {
    return String(call());
  } catch (error) {
    return error.constructor.name === "Error" ? "Error" : "TypeError";
  }
}

/** Returns rows: function, text, length in bytes, and the nanoseconds of our call and of another
 * one: of the engine, of Buffer in Node.js, or of iconv-lite. */
export function speed(u, { isUtf8, Buffer, iconv } = {}) {
  const rows = [];
  const fatal = { fatal: true };
  const decoder = new TextDecoder();
  const strict = new TextDecoder("utf-8", fatal);
  const encoder = new TextEncoder();
  for (const [name, sentence] of Object.entries(TEXTS)) {
    for (const length of LENGTHS) {
      const bytes = encoder.encode(sentence.repeat(Math.ceil(length / sentence.length)));
      let end = length;
      while ((bytes[end] & 0xc0) === 0x80) end--;
      const utf8 = bytes.slice(0, end);
      const text = decoder.decode(utf8);
      /** Adds a row for each other library that exists. */
      const row = (what, ours, others) => {
        const existing = Object.entries(others).filter(([, call]) => call);
        if (existing.length === 0) return;
        const expected = outcome(ours);
        for (const [other, call] of existing) {
          if (outcome(call) !== expected) throw new Error(`${what}, ${other}: results differ`);
        }
        const times = nanoseconds([ours, ...existing.map(([, call]) => call)]);
        existing.forEach(([other], index) => {
          const title = `${what.replace(/windows-125./, "windows-125x")} vs. ${other}`;
          rows.push([title, name, length, times[0], times[index + 1]]);
        });
      };
      const asBuffer = Buffer && ((source) => Buffer.from(source.buffer, 0, source.length));
      row("decode UTF-8", () => u.decode(utf8), {
        TextDecoder: () => decoder.decode(utf8),
        Buffer: Buffer && (() => asBuffer(utf8).toString()),
      });
      const strictly = () => strict.decode(utf8);
      row("decode UTF-8, fatal,", () => u.decode(utf8, "utf-8", fatal), { TextDecoder: strictly });
      const broken = utf8.slice();
      broken[broken.length - 1] = 0xff;
      const attempt = (call) => {
        try {
          return call();
        } catch {
          return "error";
        }
      };
      row("an error at the end", () => attempt(() => u.decode(broken, "utf-8", fatal)), {
        TextDecoder: () => attempt(() => strict.decode(broken)),
      });
      row("isValidUtf8", () => u.isValidUtf8(utf8), {
        TextDecoder: () => (strictly(), true),
        "buffer.isUtf8": isUtf8 && (() => isUtf8(utf8)),
      });
      for (const label of ["utf-16le", "utf-16be", PAGES[name]]) {
        if (label === undefined) continue;
        const source = u.encode(text, label);
        const theirs = new TextDecoder(label);
        row(`decode ${label}`, () => u.decode(source, label), {
          TextDecoder: () => theirs.decode(source),
          Buffer:
            Buffer && label === "utf-16le" && (() => asBuffer(source).toString("utf16le")),
          "iconv-lite": iconv && (() => iconv.decode(asBuffer(source), label)),
        });
        row(`encode ${label}`, () => u.encode(text, label), {
          Buffer:
            Buffer &&
            label === "utf-16le" &&
            (() => new Uint8Array(Buffer.from(text, "utf16le"))),
          "iconv-lite": iconv && (() => new Uint8Array(iconv.encode(text, label))),
        });
      }
      row("encode UTF-8", () => u.encode(text), {
        TextEncoder: () => encoder.encode(text),
        Buffer: Buffer && (() => new Uint8Array(Buffer.from(text))),
      });
      if (name !== "ASCII" && name !== "Latin") {
        row("encode latin1, all lost,", () => u.encode(text, "latin1"), {
          "iconv-lite": iconv && (() => new Uint8Array(iconv.encode(text, "latin1"))),
        });
      }
    }
  }
  return rows;
}

/** Formats the rows as a Markdown table: speed relative to the engine, by bytes of UTF-8. */
export function table(rows) {
  const lines = new Map();
  for (const [what, name, , ours, engine] of rows) {
    const key = `| ${what.padEnd(36)} | ${name.padEnd(7)} |`;
    const times = engine / ours;
    const cell = times.toFixed(times < 10 ? 1 : 0).padStart(7);
    lines.set(key, `${lines.get(key) ?? ""}${cell} |`);
  }
  const lengths = LENGTHS.map((length) => ` ${String(length).padStart(6)} |`).join("");
  const head = [
    `| ${"".padEnd(36)} | text    |${lengths}`,
    `|---|---|${"--:|".repeat(LENGTHS.length)}`,
  ];
  return [...head, ...[...lines].map(([key, cells]) => `${key}${cells}`)].join("\n");
}
