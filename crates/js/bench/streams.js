// Measures streams that convert 32 MiB of windows-1251 to UTF-8: those of this package, of
// iconv-lite, and two of the engine. Requires `npm install --no-save iconv-lite`. Times are the
// minimum of six alternating rounds.
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { TranscoderStream, encode } from "../dist/utflane.node.js";

const iconv = createRequire(import.meta.url)("iconv-lite");
const CHUNK = 1 << 16;
const line = "Съешь ещё этих мягких французских булок, да выпей чаю. And plain text, too.\n";
const source = encode(line.repeat(450_000).slice(0, 1 << 25), "windows-1251");
const chunks = [];
for (let at = 0; at < source.length; at += CHUNK) chunks.push(source.subarray(at, at + CHUNK));

function ofChunks() {
  const rest = chunks.values();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

const buffers = chunks.map((part) => Buffer.from(part.buffer, part.byteOffset, part.length));
const ways = {
  "utflane's TranscoderStream": () =>
    ofChunks().pipeThrough(new TranscoderStream("windows-1251", "utf-8")),
  "iconv-lite's streams": () =>
    Readable.from(buffers).pipe(iconv.decodeStream("win1251")).pipe(iconv.encodeStream("utf8")),
  "the engine's streams": () =>
    ofChunks()
      .pipeThrough(new TextDecoderStream("windows-1251"))
      .pipeThrough(new TextEncoderStream()),
};
const least = {};
let expected;
for (let round = 0; round < 6; round++) {
  for (const [name, stream] of Object.entries(ways)) {
    const start = performance.now();
    let length = 0;
    for await (const part of stream()) length += part.length;
    expected ??= length;
    if (length !== expected) throw new Error(`${name}: ${length} bytes, not ${expected}`);
    least[name] = Math.min(least[name] ?? Infinity, performance.now() - start);
  }
}
for (const [name, time] of Object.entries(least)) {
  console.log(`${name}: ${Math.round(source.length / time / 1000)} MB/s`);
}
