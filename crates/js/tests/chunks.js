// Tests of streams, of long texts, and of the kinds of buffers that hold them.
import { equal, isTrue, randomNumbers, rejects, sameBytes, throws } from "./assert.js";
import { bytes, damagedUtf8, joined, textWithHalves, utf8 } from "./texts.js";

/** Returns the output of a stream for chunks. */
async function through(stream, chunks) {
  const writer = stream.writable.getWriter();
  // The reader reports the error as well.
  const written = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })().catch(() => {});
  const reader = stream.readable.getReader();
  const made = [];
  for (let part; !(part = await reader.read()).done;) made.push(part.value);
  await written;
  return made;
}

function cutAt(source, ...places) {
  const ends = [...places, source.length];
  return ends.map((end, index) => source.slice(ends[index - 1] ?? 0, end));
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

export const chunks = {
  async "a stream returns the whole text, regardless of cuts"(u) {
    const text = "\ufeffaé汉😀\u0000z";
    for (const label of u.encodingNames()) {
      const source = u.encode(text, label);
      const whole = u.decode(source, label);
      const there = u.transcode(source, label, "cesu-8", { lossy: true });
      for (let at = 0; at <= source.length; at++) {
        const parts = cutAt(source, at, Math.min(at + 1, source.length));
        const what = `${label} at ${at}`;
        equal((await through(new u.DecoderStream(label), parts)).join(""), whole, what);
        const transcoder = new u.TranscoderStream(label, "cesu-8", { lossy: true });
        sameBytes(joined(await through(transcoder, parts)), there, what);
      }
    }
  },

  async "a long stream returns the whole text, with random cuts"(u) {
    const random = randomNumbers(7);
    for (const label of ["utf-8", "utf-16be", "utf-32le", "cesu-8", "wtf-8", "windows-1252"]) {
      const source = damagedUtf8(random, 20_000, 20);
      const parts = [];
      for (let at = 0; at < source.length; at += parts.at(-1).length) {
        parts.push(source.slice(at, at + random([0, 1, 5, 100, 100_000][random(5)] + 1)));
      }
      const whole = u.decode(source, label);
      equal((await through(new u.DecoderStream(label), parts)).join(""), whole, label);
      const there = u.transcode(source, label, "utf-32be", { lossy: true });
      const transcoder = new u.TranscoderStream(label, "utf-32be", { lossy: true });
      sameBytes(joined(await through(transcoder, parts)), there, label);
      const { position } = u.validate(source, label) ?? { position: null };
      if (position === null) continue;
      await rejects(
        through(new u.ValidatorStream(label), parts),
        u.EncodingError,
        { position },
        label,
      );
    }
  },

  async "an error has the same position in a stream, regardless of cuts"(u) {
    const sources = [
      ["utf-8", "61 C3 A9 E2 82 61"],
      ["utf-8", "61 F0 9F 98"],
      ["utf-8", "61 F0 9F 98 80 ED A0 80"],
      ["utf-16le", "3D D8 00 DE 61 00 00 DC"],
      ["utf-16be", "00 61 D8 3D 00"],
      ["utf-32be", "00 00 00 61 00 11 00 00"],
      ["cesu-8", "61 ED A0 BD ED B8 80 ED A0 BD 61"],
      ["mutf-8", "ED A0 BD 61 00"],
      ["wtf-8", "61 ED A0 BD ED B8 80"],
    ];
    for (const [label, digits] of sources) {
      const source = Uint8Array.from(digits.split(" "), (byte) => parseInt(byte, 16));
      const error = u.validate(source, label);
      isTrue(error !== null, `${label} ${digits} is malformed`);
      const { reason, position, length, kind } = error;
      const properties = { reason, position, length, kind, encoding: u.encodingName(label) };
      for (let at = 0; at <= source.length; at++) {
        const parts = cutAt(source, at, Math.min(at + 1, source.length));
        const streams = [
          new u.DecoderStream(label, { fatal: true }),
          new u.TranscoderStream(label, "wtf-16"),
          new u.ValidatorStream(label),
        ];
        for (const stream of streams) {
          const what = `${label} ${digits} at ${at}`;
          await rejects(through(stream, parts), u.EncodingError, properties, what);
        }
      }
    }
  },

  async "a stream of text may be cut between surrogates"(u) {
    const text = "a😀é\ud83d\ud83d😀\ude00汉\ud83d";
    for (const label of ["utf-8", "utf-16be", "wtf-8", "windows-1252", "cesu-8"]) {
      const whole = u.encode(text, label);
      for (let at = 0; at <= text.length; at++) {
        const parts = cutAt(text, at, Math.min(at + 1, text.length));
        const made = await through(new u.EncoderStream(label), parts);
        sameBytes(joined(made), whole, `${label} at ${at}`);
        const fatal = through(new u.EncoderStream("utf-8", { fatal: true }), parts);
        await rejects(fatal, u.EncodingError, { position: 4, codePoint: 0xd83d }, `at ${at}`);
      }
    }
  },

  async "a stream that checks passes the chunks on"(u) {
    const parts = cutAt(utf8.encode("Grüße 😀"), 3, 9);
    const made = await through(new u.ValidatorStream(), parts);
    isTrue(
      made.every((part, index) => part === parts[index]),
      "the same chunks",
    );
    equal(made.length, parts.length, "all chunks");
  },

  async "streams have properties, and require bytes"(u) {
    const decoder = new u.DecoderStream("latin1", { fatal: true });
    equal(
      `${decoder.encoding} ${decoder.fatal} ${decoder.ignoreBOM}`,
      "windows-1252 true false",
      "",
    );
    const kept = new u.DecoderStream("utf-8", { ignoreBOM: true });
    const mark = await through(kept, [bytes(0xef), bytes(0xbb, 0xbf, 0x61)]);
    equal(mark.join(""), "\ufeffa", "a mark that is kept");
    const dropped = await through(new u.DecoderStream(), [bytes(0xef), bytes(0xbb, 0xbf, 0x61)]);
    equal(dropped.join(""), "a", "a mark");
    throws(() => new u.DecoderStream("none"), RangeError, {}, "a label");
    throws(() => new u.TranscoderStream("utf-8", "none"), RangeError, {}, "a label");
    await rejects(through(new u.DecoderStream(), ["text"]), TypeError, {}, "text");
    isTrue(new u.EncoderStream() instanceof TransformStream, "for pipeThrough");
  },

  "long texts are converted, and the memory does not grow"(u, memory) {
    const before = memory();
    const random = randomNumbers(5);
    const piece = damagedUtf8(random, 3000, 50);
    const source = new Uint8Array(3_000_001);
    for (let at = 0; at < source.length; at += piece.length) {
      source.set(piece.subarray(0, source.length - at), at);
    }
    equal(u.decode(source), new TextDecoder().decode(source), "UTF-8");
    const wide = u.transcode(source, "utf-8", "utf-32le", { lossy: true });
    const back = u.decode(wide, "utf-32le", { fatal: true, ignoreBOM: true });
    equal(back, new TextDecoder("utf-8", { ignoreBOM: true }).decode(source), "UTF-32");
    const text = textWithHalves(random, 500_000, 1000);
    sameBytes(u.encode(text), utf8.encode(text), "to UTF-8");
    equal(u.decode(u.encode(text, "wtf-8"), "wtf-8", { ignoreBOM: true }), text, "WTF-8");
    // Each length near that of a piece, with a character across the cut.
    for (let length = 65530; length < 65542; length++) {
      const cut = utf8.encode(`${"a".repeat(length)}😀é汉`);
      equal(u.decode(cut), new TextDecoder().decode(cut), `${length}`);
      equal(u.isValidUtf8(cut), true, `${length}`);
      equal(u.isValidUtf8(cut.subarray(0, length + 2)), false, `${length}`);
      const bad = Uint8Array.of(...cut.subarray(0, length), 0xe2, 0x82, 0x61);
      equal(u.validate(bad).position, length, `${length}`);
    }
    equal(memory(), before, "bytes of memory");
  },

  "errors do not leak memory"(u, memory) {
    const before = memory();
    const bad = bytes(0x61, 0xe2, 0x82);
    for (let round = 0; round < 20000; round++) {
      const { position } = u.validate(bad);
      equal(position, 1, "its place");
      equal(u.decode(bytes(0x62)), "b", "the next text");
    }
    equal(memory(), before, "bytes of memory");
  },

  "bytes may be in any kind of buffer"(u) {
    const source = utf8.encode("__Grüße 😀__");
    const part = source.subarray(2, -2);
    const holders = {
      subarray: part,
      buffer: part.slice().buffer,
      DataView: new DataView(source.buffer, 2, part.length),
      Int8Array: new Int8Array(source.buffer, 2, part.length),
      Uint16Array: new Uint16Array(source.slice(2, -2).buffer, 0, part.length >> 1),
    };
    if (typeof Buffer === "function") holders.Buffer = Buffer.from(part);
    if (typeof SharedArrayBuffer === "function") {
      const shared = new Uint8Array(new SharedArrayBuffer(part.length));
      shared.set(part);
      Object.assign(holders, { shared, SharedArrayBuffer: shared.buffer });
    }
    for (const [what, holder] of Object.entries(holders)) {
      equal(u.decode(holder), "Grüße 😀", what);
      equal(u.isValidUtf8(holder), true, what);
      sameBytes(u.transcode(holder, "utf-8", "wtf-8"), part, what);
      equal(u.detect(holder).encoding, "UTF-8", what);
    }
  },

  "a derived class does not change what is read"(u) {
    class Odd extends Uint8Array {
      static get [Symbol.species]() {
        return Uint16Array;
      }
      subarray() {
        return new Uint8Array(1e6);
      }
      slice() {
        throw new Error("slice");
      }
    }
    const odd = new Odd(200_000).fill(0x61);
    equal(u.decode(odd), "a".repeat(200_000), "text");
    equal(u.detect(odd).encoding, "US-ASCII", "detected");
  },

  "detached and shrunk buffers are errors"(u) {
    const verbs = [u.decode, u.isValidUtf8, u.validate, u.detect];
    for (const make of [
      (b) => b,
      (b) => new Uint8Array(b),
      (b) => new DataView(b),
      (b) => new Int8Array(b),
    ]) {
      const buffer = new ArrayBuffer(8);
      const view = make(buffer);
      structuredClone(buffer, { transfer: [buffer] });
      for (const verb of verbs) throws(() => verb(view), TypeError, {}, `${make}, ${verb.name}`);
    }
    if (!ArrayBuffer.prototype.resize) return;
    const buffer = new ArrayBuffer(8, { maxByteLength: 1 << 20 });
    const views = [
      new Uint8Array(buffer, 4, 4),
      new DataView(buffer, 4, 4),
      new Int8Array(buffer, 4, 4),
    ];
    const tracking = new Uint8Array(buffer);
    buffer.resize(6);
    for (const view of views) {
      for (const verb of verbs) throws(() => verb(view), TypeError, {}, `shrunk, ${verb.name}`);
    }
    equal(u.decode(tracking).length, 6, "a view that follows");
    buffer.resize(1 << 20);
    equal(u.decode(tracking).length, 1 << 20, "a view that follows");
    equal(u.decode(buffer).length, 1 << 20, "the buffer");
  },

  async "nested calls do not interfere"(u) {
    const inner = () => u.decode(utf8.encode("x".repeat(1000) + "é"));
    const label = {
      toString() {
        inner();
        return "utf-8";
      },
    };
    const options = {
      get fatal() {
        inner();
        return false;
      },
    };
    const source = bytes(0x61, 0xc3, 0xa9, 0x80);
    equal(u.decode(source, label, options), "aé\ufffd", "decode");
    const text = { toString: () => `${inner().slice(-1)}€` };
    sameBytes(u.encode(text, label, options), utf8.encode("é€"), "encode");
    // A stream calls `size` for each chunk that it passes on.
    const decoder = new u.DecoderStream("utf-8");
    const counted = new TransformStream(
      { transform: (chunk, controller) => (inner(), controller.enqueue(chunk)) },
      { highWaterMark: 1, size: () => (inner(), 1) },
      { highWaterMark: 1, size: () => (inner(), 1) },
    );
    const parts = [bytes(0x61, 0xe2), bytes(0x82), bytes(0xac, 0xf0)];
    const piped = new ReadableStream({
      async pull(controller) {
        await pause();
        inner();
        if (parts.length === 0) controller.close();
        else controller.enqueue(parts.shift());
      },
    });
    const reader = piped.pipeThrough(decoder).pipeThrough(counted).getReader();
    let made = "";
    for (let part; !(part = await reader.read()).done;) made += part.value;
    equal(made, "a€\ufffd", "a stream");
  },

  "any bytes become text or an EncodingError"(u) {
    const random = randomNumbers(6);
    const names = u.encodingNames();
    for (const from of names) {
      for (const to of names) {
        const length = random(random(4) === 0 ? 1000 : 40);
        const source = Uint8Array.from({ length }, () => random(256) >> random(8));
        const lossy = u.transcode(source, from, to, { lossy: true });
        const error = u.validate(source, from);
        try {
          sameBytes(u.transcode(source, from, to), lossy, `${from} to ${to}`);
          equal(error, null, `${from} to ${to}`);
        } catch (stop) {
          isTrue(stop instanceof u.EncodingError, `${from} to ${to}: ${stop.stack}`);
          const good = u.transcode(source.subarray(0, stop.position), from, to);
          sameBytes(lossy.subarray(0, good.length), good, `${from} to ${to} up to the error`);
          if (error) isTrue(stop.position <= error.position, `${from} to ${to}: first`);
        }
      }
    }
  },
};
