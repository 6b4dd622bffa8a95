// The same for texts that come in chunks, cut anywhere, as streams of the Web.
import * as engine from "./engine.js";
import { Check, ToBytes, ToText } from "./passage.js";
import { encodeFrom, withoutMark } from "./text.js";

function enqueue(controller, chunk) {
  if (chunk.length > 0) controller.enqueue(chunk);
}

/** Bytes in, text out. */
export class DecoderStream extends TransformStream {
  constructor(encoding = "utf-8", options = undefined) {
    const { fatal = false, ignoreBOM = false } = options ?? {};
    const from = engine.numberOf(encoding);
    const conversion = new ToText(from, !fatal);
    let isStart = !ignoreBOM;
    const push = (bytes, last, controller) => {
      const text = conversion.push(bytes, last);
      if (text === "") return;
      enqueue(controller, isStart ? withoutMark(text) : text);
      isStart = false;
    };
    super({
      transform: (chunk, controller) => push(engine.bytesOf(chunk), false, controller),
      flush: (controller) => push(new Uint8Array(0), true, controller),
    });
    Object.assign(this, { encoding: engine.nameOf(from), fatal, ignoreBOM });
  }
}

/** Text in, bytes out. */
export class EncoderStream extends TransformStream {
  constructor(encoding = "utf-8", options = undefined) {
    const { fatal = false } = options ?? {};
    const to = engine.numberOf(encoding);
    let position = 0;
    // A high surrogate at the end of a chunk, which the next one may make a pair.
    let high = "";
    const push = (text, controller) => {
      const bytes = encodeFrom(text, to, fatal, position);
      position += text.length;
      enqueue(controller, bytes);
    };
    super({
      transform(chunk, controller) {
        const text = high + chunk;
        const isCut = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
        high = isCut ? text[text.length - 1] : "";
        push(isCut ? text.slice(0, -1) : text, controller);
      },
      flush: (controller) => push(high, controller),
    });
    Object.assign(this, { encoding: engine.nameOf(to), fatal });
  }
}

/** Bytes in, bytes in another encoding out. */
export class TranscoderStream extends TransformStream {
  constructor(from, to, options = undefined) {
    const { lossy = false } = options ?? {};
    const numbers = [engine.numberOf(from), engine.numberOf(to)];
    const conversion = new ToBytes(...numbers, lossy);
    const push = (bytes, last, controller) => enqueue(controller, conversion.push(bytes, last));
    super({
      transform: (chunk, controller) => push(engine.bytesOf(chunk), false, controller),
      flush: (controller) => push(new Uint8Array(0), true, controller),
    });
    Object.assign(this, { from: engine.nameOf(numbers[0]), to: engine.nameOf(numbers[1]), lossy });
  }
}

/** Bytes in, the same chunks out, until one has an error. */
export class ValidatorStream extends TransformStream {
  constructor(encoding = "utf-8") {
    const number = engine.numberOf(encoding);
    const check = new Check(number);
    super({
      transform(chunk, controller) {
        check.push(engine.bytesOf(chunk), false);
        controller.enqueue(chunk);
      },
      flush: () => check.push(new Uint8Array(0), true),
    });
    this.encoding = engine.nameOf(number);
  }
}
