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

/** Returns rows: function, text, length in bytes, and the nanoseconds of our call and of the
 * engine's. */
export function speed(u, { isUtf8, Buffer } = {}) {
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
      const row = (what, ours, engine) => {
        const made = [ours(), engine()].map((value) => String(value));
        if (made[0] !== made[1]) throw new Error(`${what} of ${name}: results differ`);
        rows.push([
          what.replace(/windows-125./, "windows-125x"),
          name,
          length,
          ...nanoseconds([ours, engine]),
        ]);
      };
      row(
        "decode UTF-8",
        () => u.decode(utf8),
        () => decoder.decode(utf8),
      );
      const strictly = () => strict.decode(utf8);
      row("decode UTF-8 with fatal", () => u.decode(utf8, "utf-8", fatal), strictly);
      row(
        "isValidUtf8, TextDecoder",
        () => u.isValidUtf8(utf8),
        () => (strictly(), true),
      );
      if (isUtf8)
        row(
          "isValidUtf8, isUtf8",
          () => u.isValidUtf8(utf8),
          () => isUtf8(utf8),
        );
      for (const label of ["utf-16le", "utf-16be", PAGES[name]]) {
        if (label === undefined) continue;
        const source = u.encode(text, label);
        const theirs = new TextDecoder(label);
        row(
          `decode ${label}`,
          () => u.decode(source, label),
          () => theirs.decode(source),
        );
      }
      row(
        "encode UTF-8",
        () => u.encode(text),
        () => encoder.encode(text),
      );
      if (Buffer) {
        const byBuffer = () => new Uint8Array(Buffer.from(text, "utf16le"));
        row("encode utf-16le, Buffer", () => u.encode(text, "utf-16le"), byBuffer);
      }
    }
  }
  return rows;
}

/** Formats the rows as a Markdown table: speed relative to the engine, by bytes of UTF-8. */
export function table(rows) {
  const lines = new Map();
  for (const [what, name, , ours, engine] of rows) {
    const key = `| ${what.padEnd(25)} | ${name.padEnd(7)} |`;
    const times = engine / ours;
    const cell = times.toFixed(times < 10 ? 1 : 0).padStart(7);
    lines.set(key, `${lines.get(key) ?? ""}${cell} |`);
  }
  const lengths = LENGTHS.map((length) => ` ${String(length).padStart(6)} |`).join("");
  const head = [
    `| ${"".padEnd(25)} | text    |${lengths}`,
    `|---|---|${"--:|".repeat(LENGTHS.length)}`,
  ];
  return [...head, ...[...lines].map(([key, cells]) => `${key}${cells}`)].join("\n");
}
