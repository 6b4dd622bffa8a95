// A page, and a worker that receives a message before it has loaded anything.
import { found } from "./all.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => (globalThis.results = { page: found, worker: data });
worker.onerror = ({ message }) => (globalThis.results = { page: found, worker: `${message}` });
worker.postMessage("first");
