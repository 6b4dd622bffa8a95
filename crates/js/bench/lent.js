// Measures conversions of short texts in lent memory, with copies into existing bytes, and into new
// bytes: `node bench/lent.js` prints the minimum time in nanoseconds over many alternating rounds.
import { encode, lend, transcode, transcodeInto } from "../dist/utflane.node.js";

const TEXT = "Съешь ещё этих мягких булок. ";
const ROUNDS = 100;
const loan = lend();

console.log(`Node.js ${process.version}`);
for (const [from, to] of [
  ["utf-8", "utf-16le"],
  ["windows-1251", "utf-8"],
]) {
  for (const length of [16, 64, 256, 4096]) {
    const units = from === "utf-8" ? length / 2 : length;
    const source = encode(TEXT.repeat(200).slice(0, units), from);
    const target = new Uint8Array(4 * length);
    loan.input.set(source);
    const ways = {
      lent: () => loan.transcode(source.length, from, to),
      copied: () => transcodeInto(source, from, to, target),
      made: () => transcode(source, from, to),
    };
    const expected = String(transcode(source, from, to));
    for (const [bytes, call] of [
      [loan.output, ways.lent],
      [target, ways.copied],
    ]) {
      const { written } = call();
      if (String(bytes.subarray(0, written)) !== expected) throw new Error("results differ");
    }
    const repeats = Math.ceil(300_000 / (length + 100));
    const least = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [way, call] of Object.entries(ways)) {
        const start = performance.now();
        for (let repeat = 0; repeat < repeats; repeat++) call();
        const time = ((performance.now() - start) * 1e6) / repeats;
        least[way] = Math.min(least[way] ?? Infinity, time);
      }
    }
    const times = Object.entries(least).map(([way, time]) => `${way} ${time.toFixed(0)}`);
    console.log(`${from} to ${to}, ${source.length} bytes: ${times.join(", ")}`);
  }
}
