// Saves many files: in one archive, or in a folder.
import { Zip, ZipPassThrough } from "fflate";

/** Whether the browser lets a page write to a folder. */
export const isFolderPossible = () => typeof window.showDirectoryPicker === "function";

/** Returns a function that makes names different: `a.txt`, `a-2.txt`. */
function differentNames() {
  const used = new Set();
  return (name) => {
    const end = /[^.](\.[^.]+)$/.exec(name)?.[1] ?? "";
    const start = name.slice(0, name.length - end.length);
    let free = name;
    for (let number = 2; used.has(free.toLowerCase()); number++) free = `${start}-${number}${end}`;
    used.add(free.toLowerCase());
    return free;
  };
}

/** Writes files to an archive, and saves it. Returns a link to it. */
export async function saveZip(files) {
  const parts = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    // The browser may keep blobs on disk.
    parts.push(new Blob([part]));
  });
  const different = differentNames();
  for await (const { name, result } of files) {
    const entry = new ZipPassThrough(different(name));
    zip.add(entry);
    const reader = result.stream().getReader();
    for (let part; !(part = await reader.read()).done;) entry.push(part.value);
    entry.push(new Uint8Array(0), true);
  }
  zip.end();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "application/zip" }));
  link.download = link.textContent = "converted.zip";
  link.click();
  const where = document.createElement("span");
  where.append("in ", link);
  return where;
}

/** Writes files to a folder that the reader chooses. A file that exists there is not replaced. */
export async function saveInFolder(files) {
  const folder = await window.showDirectoryPicker({ mode: "readwrite" });
  const different = differentNames();
  const existing = new Set();
  for await (const name of folder.keys()) existing.add(name.toLowerCase());
  for await (const { name, result } of files) {
    let free = different(name);
    while (existing.has(free.toLowerCase())) free = different(name);
    const file = await folder.getFileHandle(free, { create: true });
    await result.stream().pipeTo(await file.createWritable());
  }
  return `in the folder ${folder.name}`;
}
