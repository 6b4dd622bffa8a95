// Prints times in this engine, relative to ours: how many times as long a peer takes.
//
//     times.mjs MODULE [TEXT...]
//
// All run alternately in each of many short rounds, and the medians count. TextDecoder and
// TextEncoder work on the module's memory. A decoder creates a string of the engine, where the
// others write UTF-16. An encoder reads a string, where the others read UTF-16.
import { readFile } from "node:fs/promises";

const ROUNDS = 61;
const MILLISECONDS = 2;

const [file, ...wanted] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
const ours = instance.exports;
const bytes = (at, length) => new Uint8Array(ours.memory.buffer, at, length);
const description = new TextDecoder().decode(bytes(ours.description_at(), ours.description_len()));
const [texts, verbs, contenders] = description.split("\n").map((line) => line.split(","));

// Returns a function that runs the operation a number of times, or null, for each contender.
function runs(verb) {
  const source = bytes(ours.source_at(verb), ours.source_len(verb));
  const target = bytes(ours.destination_at(), ours.destination_len());
  const all = contenders.map((_, contender) =>
    ours.run(verb, contender, 1) < 0 ? null : (times) => ours.run(verb, contender, times));
  const repeat = (work) => (times) => { for (let i = 0; i < times; i++) work(); };
  const decoder = new TextDecoder(verb === 2 ? "utf-16le" : "utf-8", { fatal: true });
  const encoder = new TextEncoder();
  if (verb === 2) {
    const text = decoder.decode(source);
    all.push(repeat(() => encoder.encodeInto(text, target)));
  } else {
    all.push(repeat(() => decoder.decode(source)));
  }
  return all;
}

const now = () => performance.now();
const timed = (run, times) => { const start = now(); run(times); return (now() - start) / times; };
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

// Returns the median time of each run, in milliseconds.
function race(all) {
  const times = all.map((run) => {
    if (!run) return 0;
    // Long enough for the engine to optimise.
    const start = now();
    let done = 0;
    for (; now() - start < 100; done++) run(1);
    return Math.max(1, Math.round(MILLISECONDS * done / (now() - start)));
  });
  const rounds = all.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    all.forEach((run, i) => run && rounds[i].push(timed(run, times[i])));
  }
  return all.map((run, i) => (run ? median(rounds[i]) : NaN));
}

console.log(`Node.js ${process.version}, V8 ${process.versions.v8}`);
for (const [verb, name] of verbs.entries()) {
  const engine = verb === 2 ? "TextEncoder" : "TextDecoder";
  const peers = [...contenders.slice(1), engine];
  console.log(`\n${name}`);
  console.log(" ".repeat(16) + "GB/s".padStart(8) + peers.map((peer) => peer.padStart(16)).join(""));
  for (const text of wanted.length ? wanted : texts) {
    ours.take(texts.indexOf(text));
    const [mine, ...others] = race(runs(verb));
    const speed = (ours.source_len(verb) / mine / 1e6).toFixed(2).padStart(8);
    const cell = (time) => (isNaN(time) ? "-" : (time / mine).toFixed(2)).padStart(16);
    console.log(text.padEnd(16) + speed + others.map(cell).join(""));
  }
}
