// Lent memory: an instance of the WebAssembly whose memory belongs to the caller. No other call
// writes to it, and its views stay valid because its size is fixed.
import * as engine from "./engine.js";
import { instantiate } from "./load.js";
import { transcodeInto } from "./text.js";

const { READ, WRITTEN } = engine;

class Loan {
  #wasm;
  #answer;

  constructor({ wasm, input, output, answer }) {
    this.#wasm = wasm;
    this.#answer = answer;
    Object.defineProperties(this, { input: { value: input }, output: { value: output } });
  }

  transcode(length, from, to, options = undefined) {
    const { lossy = false } = options ?? {};
    const [source, target] = [engine.numberOf(from), engine.numberOf(to)];
    const { input, output } = this;
    if (!Number.isInteger(length) || length < 0 || length > input.length) {
      throw new RangeError(`length is ${length}, but the input has ${input.length} bytes`);
    }
    const status = this.#wasm.convert(source, target, 0, length, lossy, 1, output.length);
    // On an error, we convert again with the function that reports the position.
    if (status > engine.FULL) {
      return transcodeInto(
        new Uint8Array(input.buffer, input.byteOffset, length),
        from,
        to,
        output,
        options,
      );
    }
    return { read: this.#answer[READ], written: this.#answer[WRITTEN] };
  }
}

/** Lends memory for texts to be converted in place. */
export function lend() {
  engine.ready();
  return new Loan(engine.partsOf(instantiate(engine.compiled)));
}
