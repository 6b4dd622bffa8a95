// Tests of decoders and encoders call by call, of `faults`, of conversion into existing bytes, and
// of short texts, which have fast paths of their own.
import { equal, isError, isTrue, randomNumbers, sameBytes, throws } from "./assert.js";
import { bytes, damagedUtf8, joined, textWithHalves, utf8 } from "./texts.js";

const MORE = { stream: true };

/** Returns the errors of bytes by repeated calls of `validate`. */
function oneByOne(u, source, label) {
  const faults = [];
  for (let start = 0; ;) {
    const error = u.validate(source.subarray(start), label);
    if (error === null) return faults;
    const { position, length, reason, kind } = error;
    faults.push({ position: start + position, length, reason, kind });
    start += position + length;
  }
}

const shown = (faults) =>
  faults
    .map(({ position, length, reason, kind }) => `${position}+${length} ${reason} ${kind}`)
    .join();

export const calls = {
  "all errors are found"(u) {
    const random = randomNumbers(11);
    for (let round = 0; round < 300; round++) {
      const source = damagedUtf8(random, random(60), 1 + random(10));
      for (const label of [
        "utf-8",
        "utf-16be",
        "utf-32le",
        "cesu-8",
        "windows-1253",
        "x-us-ascii",
      ]) {
        const found = shown([...u.faults(source, label)]);
        equal(found, shown(oneByOne(u, source, label)), `${label}, round ${round}`);
      }
    }
    equal(shown([...u.faults(bytes(0x61, 0xe2, 0x82))]), "1+2 incomplete Incomplete", "at the end");
    equal([...u.faults(bytes())].length, 0, "nothing");
    throws(() => [...u.faults("text")], TypeError, {}, "no bytes");
  },

  "errors are found in long texts, even with other calls in between"(u) {
    const random = randomNumbers(12);
    // More errors than fit into the output at a time, and characters across the borders of pieces.
    for (const source of [new Uint8Array(300_001).fill(0xff), damagedUtf8(random, 40_000, 6)]) {
      let [count, end] = [0, 0];
      for (const { position, length } of u.faults(source)) {
        if (position < end) throw new Error(`an error at ${position}, before ${end}`);
        // The text between errors is well-formed.
        if (!u.isValidUtf8(source.subarray(end, position)))
          throw new Error(`no error before ${position}`);
        [count, end] = [count + 1, position + length];
      }
      isTrue(u.isValidUtf8(source.subarray(end)), "the rest");
      const replaced = new TextDecoder().decode(source).split("\ufffd").length - 1;
      const own = utf8.encode("\ufffd").join();
      let intended = 0;
      for (let at = 0; at + 2 < source.length; at++) {
        if (source.subarray(at, at + 3).join() === own) intended++;
      }
      equal(count, replaced - intended, "as many as a decoder replaces");
    }
    for (const length of [65533, 65534, 65535, 65536, 65537]) {
      const source = joined([new Uint8Array(length).fill(0x61), utf8.encode("😀"), bytes(0xff)]);
      equal(shown([...u.faults(source)]), `${length + 4}+1 malformed InvalidByte`, `${length}`);
    }
  },

  "conversion into bytes stops if the output is full, and can be resumed"(u) {
    const text = "aé汉😀z";
    for (const [from, to] of [
      ["utf-8", "utf-16le"],
      ["utf-16be", "utf-8"],
      ["utf-8", "utf-8"],
      ["utf-32le", "cesu-8"],
    ]) {
      const source = u.encode(text, from);
      const whole = u.transcode(source, from, to);
      for (let room = 0; room <= whole.length + 3; room++) {
        const target = new Uint8Array(room + 8).fill(0xaa);
        const what = `${from} to ${to}, ${room}`;
        const { read, written } = u.transcodeInto(source, from, to, target.subarray(0, room));
        sameBytes(target.slice(0, written), whole.subarray(0, written), what);
        isTrue(
          target.subarray(room).every((byte) => byte === 0xaa),
          `${what}: nothing after the capacity`,
        );
        sameBytes(u.transcode(source.subarray(0, read), from, to), target.slice(0, written), what);
        isTrue(room >= whole.length || whole.length - written > 0, what);
        if (room >= whole.length) equal(read, source.length, what);
        else isTrue(room - written < 6, `${what}: as much as fits`);
        const rest = new Uint8Array(whole.length);
        const next = u.transcodeInto(source.subarray(read), from, to, rest);
        sameBytes(joined([target.slice(0, written), rest.slice(0, next.written)]), whole, what);
      }
    }
    const long = utf8.encode("aé汉".repeat(50_000));
    const target = new Uint8Array(2 * long.length);
    const { read, written } = u.transcodeInto(long, "utf-8", "utf-16be", target);
    equal(read, long.length, "a long text");
    sameBytes(target.slice(0, written), u.transcode(long, "utf-8", "utf-16be"), "a long text");
    const small = new Uint8Array(100_001);
    equal(u.transcodeInto(long, "utf-8", "utf-16be", small).written, 100_000, "a part of it");
  },

  "conversion into bytes reports its progress"(u) {
    const target = new Uint8Array(9);
    const source = bytes(0x61, 0xc3, 0xa9, 0xff, 0x62);
    const error = throws(
      () => u.transcodeInto(source, "utf-8", "latin1", target),
      u.EncodingError,
      { position: 3, length: 1, kind: "InvalidByte", written: 2 },
      "malformed",
    );
    isTrue(error.message.includes("index 3"), error.message);
    sameBytes(target.slice(0, 3), bytes(0x61, 0xe9, 0), "what it has written");
    const { read, written } = u.transcodeInto(source, "utf-8", "latin1", target, { lossy: true });
    equal(`${read} ${written}`, "5 4", "lossy");
    throws(() => u.transcodeInto(source, "utf-8", "latin1", "text"), TypeError, {}, "no target");
  },

  "lent memory belongs to the caller"(u) {
    const loans = [u.lend(), u.lend()];
    const texts = ["aé汉😀z", "где ты? ".repeat(900)];
    for (const [from, to] of [
      ["utf-8", "utf-16le"],
      ["utf-16be", "utf-8"],
      ["cesu-8", "windows-1251"],
    ]) {
      const sources = texts.map((text) => u.encode(text, from));
      sources.forEach((source, index) => loans[index].input.set(source));
      // Other calls in between must not change the memory.
      u.decode(u.encode("x".repeat(200_000), "cp437"), "cp437");
      u.transcode(utf8.encode("汉".repeat(70_000)), "utf-8", "utf-32be");
      sources.forEach((source, index) => {
        const { input, output } = loans[index];
        const options = { lossy: true };
        const { read, written } = loans[index].transcode(source.length, from, to, options);
        equal(read, source.length, `${from} to ${to}`);
        sameBytes(output.slice(0, written), u.transcode(source, from, to, options), `to ${to}`);
        sameBytes(input.slice(0, read), source, "what was written there");
      });
    }
    const [loan] = loans;
    const { buffer } = loan.input;
    equal(loan.output.buffer, buffer, "one memory");
    isTrue(loans[1].input.buffer !== buffer, "another memory");
    try {
      structuredClone(buffer, { transfer: [buffer] });
    } catch {
      // Some engines refuse to transfer it, others copy it.
    }
    equal(loan.input.length, 1 << 16, "the view stays");
    loan.input.fill(0x61);
    const part = loan.transcode(loan.input.length, "utf-8", "utf-32le");
    isTrue(part.read < loan.input.length && part.written === 4 * part.read, "as much as fits");
    isTrue(loan.output.length - part.written < 4, "as much as fits");
    loan.input[7] = 0xff;
    throws(
      () => loan.transcode(9, "utf-8", "utf-16le"),
      u.EncodingError,
      { position: 7, length: 1, kind: "InvalidByte", written: 14 },
      "malformed",
    );
    for (const wrong of [-1, 0.5, NaN, Infinity, "9", undefined, loan.input.length + 1]) {
      throws(() => loan.transcode(wrong, "utf-8", "utf-16le"), RangeError, {}, `${wrong} bytes`);
    }
    equal(loan.transcode(0, "utf-8", "latin1").written, 0, "nothing");
  },

  "a decoder returns the whole text, regardless of cuts"(u) {
    const text = "\ufeffaé汉😀\u0000z";
    for (const label of u.encodingNames()) {
      const source = u.encode(text, label);
      const whole = u.decode(source, label);
      const kept = u.decode(source, label, { ignoreBOM: true });
      const decoder = new u.Decoder(label);
      const keeper = new u.Decoder(label, { ignoreBOM: true });
      for (let at = 0; at <= source.length; at++) {
        for (const [one, expected] of [
          [decoder, whole],
          [keeper, kept],
        ]) {
          const made = one.decode(source.subarray(0, at), MORE) + one.decode(source.subarray(at));
          equal(made, expected, `${label} at ${at}`);
        }
      }
      equal(decoder.encoding, u.encodingName(label), label);
    }
  },

  "a decoder continues after errors like the engine's"(u) {
    const random = randomNumbers(13);
    const theirs = new TextDecoder();
    const ours = new u.Decoder();
    for (let round = 0; round < 300; round++) {
      const source = damagedUtf8(random, random(60), 1 + random(10));
      let [made, expected] = ["", ""];
      for (let at = 0; at < source.length;) {
        const part = source.subarray(at, (at += 1 + random(9)));
        made += ours.decode(part, MORE);
        expected += theirs.decode(part, MORE);
      }
      equal(made + ours.decode(), expected + theirs.decode(), `round ${round}`);
    }
  },

  "a decoder restarts after an error"(u) {
    const decoder = new u.Decoder("utf-8", { fatal: true });
    equal(decoder.decode(bytes(0xef, 0xbb, 0xbf, 0x61, 0xc3), MORE), "a", "the beginning");
    const wrong = () => decoder.decode(bytes(0x61), MORE);
    throws(wrong, u.EncodingError, { position: 4, kind: "MissingContinuation" }, "an error");
    equal(decoder.decode(bytes(0xef, 0xbb, 0xbf, 0x62)), "b", "another text");
    decoder.decode(bytes(0xe2), MORE);
    throws(
      () => decoder.decode(),
      u.EncodingError,
      { reason: "incomplete", position: 0 },
      "an end",
    );
    equal(decoder.decode(), "", "nothing");
    throws(() => decoder.decode("text"), TypeError, {}, "no bytes");
    throws(() => new u.Decoder("none"), RangeError, {}, "no encoding");
  },

  "text for an encoder may be cut between surrogates"(u) {
    const text = "a😀é\ud83d\ud83d😀\ude00汉\ud83d";
    for (const label of ["utf-8", "utf-16be", "utf-16le", "wtf-8", "windows-1252", "cesu-8"]) {
      const whole = u.encode(text, label);
      const encoder = new u.Encoder(label);
      for (let at = 0; at <= text.length; at++) {
        const parts = [encoder.encode(text.slice(0, at), MORE), encoder.encode(text.slice(at))];
        sameBytes(joined(parts), whole, `${label} at ${at}`);
      }
    }
    const strict = new u.Encoder("windows-1252", { fatal: true });
    strict.encode("é", MORE);
    const wrong = () => strict.encode("b汉", MORE);
    throws(wrong, u.EncodingError, { position: 2, codePoint: 0x6c49 }, "counted from the start");
    sameBytes(strict.encode("é"), bytes(0xe9), "another text");
  },

  "each line is decoded in its own encoding"(u) {
    const parts = [
      utf8.encode("\ufeffplain\nGrüße\n\n"),
      u.encode("Füße\r\nund Hände\n", "windows-1252"),
      utf8.encode("汉字\n"),
      u.encode("Ende: ö", "windows-1252"),
    ];
    const source = joined(parts);
    const text = "plain\nGrüße\n\nFüße\r\nund Hände\n汉字\nEnde: ö";
    const decoder = new u.LineDecoder(["utf8", "latin1"]);
    equal(`${decoder.encodings}`, "UTF-8,windows-1252", "encodings");
    for (let at = 0; at <= source.length; at++) {
      const made = decoder.decode(source.subarray(0, at), MORE);
      equal(made + decoder.decode(source.subarray(at)), text, `cut at ${at}`);
      const { "UTF-8": unicode, "windows-1252": western, none } = decoder.lines;
      equal(`${unicode} ${western} ${none}`, "4 3 0", `lines, cut at ${at}`);
    }
    equal(decoder.decode(), "", "nothing");
    const broken = joined([utf8.encode("é\n"), bytes(0x61, 0xff, 0x0a, 0x62)]);
    const strict = new u.LineDecoder(["utf-8", "x-us-ascii"], { fatal: true });
    const fault = { position: 4, length: 1, encoding: "x-us-ascii" };
    throws(() => strict.decode(broken), u.EncodingError, fault, "no encoding fits");
    equal(strict.decode(bytes(0x62)), "b", "another text");
    const lossy = new u.LineDecoder(["utf-8", "x-us-ascii"]);
    equal(lossy.decode(broken), "é\na\ufffd\nb", "replacement");
    equal(lossy.lines.none, 1, "lines in none");
    for (const wrong of [["utf-16le"], ["utf-8", "ibm037"], [], ["none"]]) {
      throws(() => new u.LineDecoder(wrong), RangeError, {}, `${wrong}`);
    }
    const long = joined(Array.from({ length: 9000 }, (_, index) => parts[index % 3]));
    const made = decoder.decode(long);
    equal(made.split("\n").length, 18_001, "a long text");
  },

  "replacements are reported, with their positions"(u) {
    const random = randomNumbers(15);
    const reported = (text, label, report) => {
      const losses = [];
      const bytes = u.encode(text, label, { onLoss: (loss) => losses.push(loss) });
      report?.(bytes);
      return losses
        .map(({ position, length, codePoint }) => `${position}+${length} ${codePoint}`)
        .join();
    };
    /** Finds the same by one error at a time. */
    const oneByOne = (text, label) => {
      const losses = [];
      for (let at = 0; ;) {
        try {
          u.encode(text.slice(at), label, { fatal: true });
          return losses.join();
        } catch (error) {
          const { position, length, codePoint } = error;
          losses.push(`${at + position}+${length} ${codePoint}`);
          at += position + length;
        }
      }
    };
    for (const label of ["utf-8", "utf-16be", "x-iso-8859-1", "windows-1252", "x-us-ascii"]) {
      for (let round = 0; round < 40; round++) {
        const text = textWithHalves(random, random(round === 0 ? 2000 : 40), 1 + random(30));
        const found = reported(text, label, (bytes) =>
          sameBytes(bytes, u.encode(text, label), `bytes in ${label}, round ${round}`),
        );
        equal(found, oneByOne(text, label), `${label}, round ${round}`);
      }
    }
    // More than fit into the memory of the WebAssembly at a time.
    const many = "é汉😀".repeat(40_000);
    let count = 0;
    const onLoss = ({ position }) => (count += Number(many.charCodeAt(position) !== 0xe9));
    sameBytes(u.encode(many, "latin1", { onLoss }), u.encode(many, "latin1"), "many");
    equal(count, 80_000, "many");
    count = 0;
    const encoder = new u.Encoder("latin1", { onLoss: ({ position }) => (count += position) });
    encoder.encode("a汉", MORE);
    encoder.encode("b汉");
    equal(count, 1 + 3, "positions count from the start");
    const never = () => {
      throw new Error("called");
    };
    const fatal = () => u.encode("汉", "latin1", { fatal: true, onLoss: never });
    throws(fatal, u.EncodingError, { position: 0 }, "an error instead");
  },

  "short texts are encoded like parts of long ones"(u) {
    const random = randomNumbers(14);
    const filler = "a".repeat(1000);
    // Texts in the others end with a shift sequence.
    const labels = u.encodingNames().filter((name) => !/^(ISO-2022|CP5|HZ|UTF-7)/.test(name));
    for (const label of labels) {
      const fillerLength = u.encode(filler, label).length;
      for (let round = 0; round < 40; round++) {
        let text = textWithHalves(random, random(12), 1 + random(30));
        // Letters that many code pages have.
        for (const letter of "\u0000aéßЖкαŁ€─░") if (random(3) === 0) text += letter;
        const long = u.encode(text + filler, label);
        const what = `${JSON.stringify(text)} in ${label}`;
        sameBytes(u.encode(text, label), long.slice(0, long.length - fillerLength), what);
        const outcome = (call) => {
          try {
            return String(call());
          } catch (error) {
            isError(error, u.EncodingError, {}, what);
            return `${error.position}+${error.length} ${error.codePoint}`;
          }
        };
        const short = outcome(() => u.encode(text, label, { fatal: true }));
        const strict = outcome(() =>
          u.encode(text + filler, label, { fatal: true }).slice(0, long.length - fillerLength),
        );
        equal(short, strict, what);
      }
    }
  },
};
