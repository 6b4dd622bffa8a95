// Web streams for texts in chunks.
import { bytesOf } from "./buffers.js";
import * as engine from "./engine.js";
import { TransformStream } from "./globals.js";
import { Decoder, Encoder } from "./incremental.js";
import { Validation, ToBytes } from "./conversion.js";

const MORE = { stream: true };

function enqueue(controller, chunk) {
  if (chunk.length > 0) controller.enqueue(chunk);
}

/** Converts bytes to text. */
export class DecoderStream extends TransformStream {
  constructor(encoding = "utf-8", options = undefined) {
    const decoder = new Decoder(encoding, options);
    super({
      transform: (chunk, controller) => enqueue(controller, decoder.decode(chunk, MORE)),
      flush: (controller) => enqueue(controller, decoder.decode()),
    });
    Object.assign(this, decoder);
  }
}

/** Converts text to bytes. */
export class EncoderStream extends TransformStream {
  constructor(encoding = "utf-8", options = undefined) {
    const encoder = new Encoder(encoding, options);
    super({
      transform: (chunk, controller) => enqueue(controller, encoder.encode(chunk, MORE)),
      flush: (controller) => enqueue(controller, encoder.encode()),
    });
    Object.assign(this, encoder);
  }
}

/** Converts bytes to another encoding. */
export class TranscoderStream extends TransformStream {
  constructor(from, to, options = undefined) {
    const { lossy = false } = options ?? {};
    const numbers = [engine.numberOf(from), engine.numberOf(to)];
    const conversion = new ToBytes(...numbers, lossy);
    const push = (bytes, last, controller) => enqueue(controller, conversion.push(bytes, last));
    super({
      transform: (chunk, controller) => push(bytesOf(chunk), false, controller),
      flush: (controller) => push(new Uint8Array(0), true, controller),
    });
    Object.assign(this, { from: engine.nameOf(numbers[0]), to: engine.nameOf(numbers[1]) });
    this.lossy = Boolean(lossy);
  }
}

/** Passes chunks on until one has an error. */
export class ValidatorStream extends TransformStream {
  constructor(encoding = "utf-8") {
    const number = engine.numberOf(encoding);
    const validation = new Validation(number);
    super({
      transform(chunk, controller) {
        validation.push(bytesOf(chunk), false);
        controller.enqueue(chunk);
      },
      flush: () => validation.push(new Uint8Array(0), true),
    });
    this.encoding = engine.nameOf(number);
  }
}
