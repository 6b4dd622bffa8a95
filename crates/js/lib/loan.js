// Memory that is lent: an instance of the WebAssembly whose memory is the caller's alone. So no call
// of anybody else writes to it, and since it has a fixed size, its views stay what they are.
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
      throw new RangeError(`${length} bytes: there are ${input.length}`);
    }
    const status = this.#wasm.convert(source, target, 0, length, lossy, 1, output.length);
    // With an error it is done once more, by what says where that is.
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

/** Lends memory to write a text to, to be converted there. */
export function lend() {
  engine.expectReady();
  return new Loan(engine.partsOf(instantiate(engine.compiled)));
}
