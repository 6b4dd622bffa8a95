// Processes files in a worker, so that the page stays responsive.
import { decode, encode, encodingName, encodingNames, encodingsOf } from "./utflane.js";
import { Conversion } from "./convert.js";
import { Scan, detectIn, piecesOf } from "./scan.js";
import { charactersAt } from "./view.js";

// The number of the current scan of each file. A newer scan ends an older one.
const current = new Map();
const PAUSE = 100;

function progress(id, kind, done, size) {
  postMessage({ id, type: "progress", kind, share: size === 0 ? 1 : done / size });
}

/** Calls `use` with each piece of a file and whether it is the last, and reports progress to the
 * page. */
async function through(id, kind, file, isCurrent, use) {
  let [done, told] = [0, 0];
  for await (const piece of piecesOf(file)) {
    if (!isCurrent()) return false;
    done += piece.length;
    await use(piece, done === file.size);
    if (performance.now() - told > PAUSE) {
      progress(id, kind, done, file.size);
      told = performance.now();
    }
  }
  if (file.size === 0) await use(new Uint8Array(0), true);
  progress(id, kind, 1, 1);
  return true;
}

const work = {
  async names() {
    return encodingNames();
  },

  async detect(id, { file }) {
    const found = await detectIn(file);
    // ISO-2022-CN is not supported.
    const known = found.encoding === null || encodingName(found.encoding) !== null;
    return { ...found, known };
  },

  async scan(id, { file, encoding }) {
    const number = (current.get(id) ?? 0) + 1;
    current.set(id, number);
    const scan = new Scan(encoding);
    const isCurrent = () => current.get(id) === number;
    if (!(await through(id, "scan", file, isCurrent, (piece, last) => scan.push(piece, last))))
      return null;
    const { ends, faults, faultCount, mojibake, mojibakeCount } = scan;
    for (const fault of faults) {
      const { position, length } = fault;
      fault.bytes = await bytesOf(file, position, position + length);
      fault.start = await startOf(file, encoding, fault);
    }
    const [first] = encodingsOf(encoding);
    const start = decode(await bytesOf(file, 0, 4), first, { ignoreBOM: true });
    const hasMark = start.startsWith("\ufeff");
    return { ends, hasMark, faults, faultCount, mojibake, mojibakeCount, lines: scan.lines };
  },

  view: (id, { file, encoding, position }) => charactersAt(file, encoding, position),

  async save(id, { file, from, to, options }) {
    const conversion = new Conversion(from, to, options);
    const sink = await newSink(id);
    await through(
      id,
      "save",
      file,
      () => true,
      async (piece, last) => {
        sink.write(conversion.push(piece, last));
      },
    );
    return { result: await sink.end(), lost: conversion.lost };
  },

  /** Ends the scan of a file that has been removed from the page, and removes its conversion. */
  async forget(id) {
    current.set(id, NaN);
    const folder = await navigator.storage.getDirectory();
    await folder.removeEntry(nameOf(id)).catch(() => {});
  },
};

const bytesOf = async (file, start, end) =>
  new Uint8Array(await file.slice(start, end).arrayBuffer());

/** Returns the position of a character before an error, to show some of the text before it. */
async function startOf(file, encoding, { position, before }) {
  const text = before.slice(before.lastIndexOf("\ufffd") + 1);
  const start = position - encode(text, encoding).length;
  const isThere = start >= 0 && decode(await bytesOf(file, start, position), encoding) === text;
  return isThere ? start : position;
}

// Other windows may show this page as well.
const session = crypto.randomUUID?.() ?? `${Math.random()}`;
const nameOf = (id) => `${session}-${id}`;
const DAY = 24 * 3600 * 1000;

/** Creates a sink for a converted file: on disk if the browser supports that, otherwise in memory.
 * */
async function newSink(id) {
  try {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(nameOf(id), { create: true });
    const access = await handle.createSyncAccessHandle();
    access.truncate(0);
    return {
      write: (bytes) => access.write(bytes),
      async end() {
        access.close();
        return handle.getFile();
      },
    };
  } catch {
    const parts = [];
    return { write: (bytes) => parts.push(new Blob([bytes])), end: async () => new Blob(parts) };
  }
}

/** Removes converted files that are older than a day. */
async function clean() {
  const folder = await navigator.storage.getDirectory();
  for await (const [name, handle] of folder.entries()) {
    const age = Date.now() - (await handle.getFile()).lastModified;
    if (age > DAY) await folder.removeEntry(name);
  }
}
// Without such storage there is nothing to remove.
clean().catch(() => {});

self.onmessage = async ({ data: { call, id, type, ...rest } }) => {
  try {
    postMessage({ type: "answer", call, value: await work[type](id, rest) });
  } catch (error) {
    postMessage({ type: "answer", call, error: `${error.message}` });
  }
};
