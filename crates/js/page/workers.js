// The workers, which read, scan and convert the files.

// More workers would wait for the disk, and each needs about 10 MB of memory.
const MOST = 4;

/** Workers that start when there are files for them. All requests for a file go to the same one. */
export class Workers {
  #all = [];
  #calls = new Map();
  #lastCall = 0;
  #onProgress;
  #onError;

  constructor(onProgress, onError) {
    this.#onProgress = onProgress;
    this.#onError = onError;
  }

  #workerOf(id) {
    const index = id % Math.min(MOST, navigator.hardwareConcurrency || 1);
    return (this.#all[index] ??= this.#started());
  }

  #started() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.type === "progress") return this.#onProgress(data.id, data.share);
      const { resolve, reject } = this.#calls.get(data.call);
      this.#calls.delete(data.call);
      if (data.error === undefined) resolve(data.value);
      else reject(new Error(data.error));
    };
    worker.onerror = (event) => this.#onError(event.message);
    return worker;
  }

  /** Sends a request about a file, and returns the result. */
  ask(type, id, more) {
    const call = ++this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#workerOf(id).postMessage({ call, id, type, ...more });
    });
  }
}
