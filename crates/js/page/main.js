// The page: shows the results of the workers.
import { Look } from "./look.js";
import { Workers } from "./workers.js";
import { isFolderPossible, saveInFolder, saveZip } from "./save.js";
import { showEnds, showFaults, showMojibake, sizeOf } from "./show.js";

const reports = new Map();
const failure = document.querySelector("#failure");

function fail(why) {
  failure.textContent = why;
  failure.hidden = false;
}

const workers = new Workers(
  (id, share) => reports.get(id)?.progress(share),
  (why) => fail(`This browser cannot run the page: ${why}`),
);

/** The options of a menu of encodings, when the workers have sent their names. */
const options = workers.ask("names", 0).then((names) => {
  const all = document.createDocumentFragment();
  for (const name of names) all.append(option(name));
  return all;
});

function option(name, text = name) {
  const element = document.createElement("option");
  element.textContent = text;
  element.value = name;
  return element;
}

/** Describes how an encoding was found. */
function describe({ encoding, certainty, runnerUp, mixed }) {
  if (encoding === "US-ASCII") return "certain: all bytes are ASCII, which is also UTF-8";
  const how = certainty === "guess" ? "a guess" : certainty;
  if (mixed) return `${how}, a part may be in ${mixed.encoding}`;
  return runnerUp ? `${how}, next best: ${runnerUp}` : how;
}

const counted = (count, one, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// Number of files up to which texts are shown without being asked for.
const OPEN = 3;

/** The report on a file. */
class Report {
  constructor(file, id) {
    this.file = file;
    this.id = id;
    this.root = document.querySelector("#report").content.firstElementChild.cloneNode(true);
    this.find(".name").textContent = file.name;
    this.find(".size").textContent = sizeOf(file.size);
    const encoding = this.find(".encoding");
    encoding.id = `encoding-${id}`;
    this.find("dt label").htmlFor = encoding.id;
    this.root.setAttribute("aria-label", file.name);
    encoding.addEventListener("change", () => {
      this.find(".certainty").textContent = "chosen by you";
      this.isGuess = false;
      this.attempt(() => this.scan());
    });
    this.find(".remove").setAttribute("aria-label", `Remove ${file.name}`);
    this.find(".remove").addEventListener("click", () => remove(this));
    this.find(".save").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    this.look = new Look(this.find(".look"), (position) =>
      workers.ask("view", id, { file, encoding: this.encoding, position }),
    );
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  get encoding() {
    return this.find(".encoding").value;
  }

  /** Whether the file can be converted. */
  get isText() {
    return this.root.dataset.state === "done";
  }

  progress(share) {
    this.find(".progress").hidden = share === 1;
    this.find(".progress").value = share;
  }

  status(text, kind = "") {
    this.find(".status").textContent = text;
    this.find(".status").className = `status ${kind}`;
  }

  /** Sets the state: reading, done, or refused. A file can only be converted when it is done. */
  state(name) {
    this.root.dataset.state = name;
    for (const part of [".save", ".look", ".lines"]) this.find(part).hidden = name === "refused";
    this.find(".save button").disabled = name !== "done";
    showTogether();
  }

  /** Runs work that reads the file, which may have been deleted. */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      if (!reports.has(this.id)) return;
      this.progress(1);
      this.status(`The file cannot be read: ${error.message}`, "bad");
      this.state("refused");
    }
  }

  /** Says why the file is not converted. The reader may still choose an encoding. */
  refuse(why) {
    this.progress(1);
    const none = option("", "choose one");
    this.find(".encoding").prepend(none);
    this.find(".encoding").value = "";
    none.disabled = true;
    this.find(".certainty").textContent = "";
    this.status(why, "bad");
    this.state("refused");
  }

  async start() {
    this.status("Detecting the encoding …");
    this.state("reading");
    const all = await options;
    for (const menu of [".encoding", ".target"]) this.find(menu).append(all.cloneNode(true));
    this.find(".target").value = "UTF-8";
    const found = await workers.ask("detect", this.id, { file: this.file });
    if (found.encoding === null) {
      this.refuse("This does not look like text. To read it anyway, choose an encoding.");
      return;
    }
    if (!found.known) {
      this.refuse(`This is ${found.encoding}, which this page cannot convert.`);
      return;
    }
    this.found = found;
    // ASCII is also UTF-8, and any later text is likely to be UTF-8.
    this.find(".encoding").value = found.encoding === "US-ASCII" ? "UTF-8" : found.encoding;
    const { encoding: first, mixed } = found;
    if (first === "UTF-8" && all.querySelector(`[value="${mixed?.encoding}"]`)) {
      const both = `${first}|${mixed.encoding}`;
      // The reader chooses it, because it would hide errors of damaged lines.
      this.find(".encoding").prepend(option(both, `${first} or ${mixed.encoding}, by line`));
      this.find(".encoding").value = first;
    }
    this.find(".certainty").textContent = describe(found);
    this.isGuess = found.certainty === "guess";
    await this.scan();
    // Only a reader can tell whether a guess is right. The texts of many files would hide the files.
    if (this.isGuess && reports.size <= OPEN) this.look.open();
  }

  async scan() {
    this.status("Reading …");
    this.state("reading");
    const { file, encoding } = this;
    const found = await workers.ask("scan", this.id, { file, encoding });
    // Another encoding has been chosen meanwhile, or the file has been removed.
    if (found === null || !reports.has(this.id)) return;
    showEnds(this.find(".ends"), found.ends);
    showFaults(this.find(".faults"), found, (fault) => this.look.show(fault));
    showMojibake(this.find(".mojibake"), found);
    this.find(".repairs").hidden = found.mojibakeCount === 0;
    this.find(".mark").checked = found.hasMark;
    this.faultCount = found.faultCount;
    this.look.reset();
    this.status(...this.summary(encoding, found));
    this.state("done");
  }

  /** Returns the text of the status, and its kind. */
  summary(encoding, { faultCount, mojibakeCount, lines }) {
    if (lines) {
      const parts = Object.entries(lines).filter(([, count]) => count > 0);
      const counts = parts.map(([name, count]) => `${counted(count, "line")} in ${name}`);
      return [`${counts.join(", ")}. Check the text.`];
    }
    if (faultCount > 0) return [`Malformed ${encoding}: ${counted(faultCount, "error")}.`, "bad"];
    if (mojibakeCount > 0) return [`Well-formed ${encoding}, but it contains mojibake.`, "bad"];
    if (this.isGuess) return [`Well-formed ${encoding}. This is a guess: check the text.`];
    return [`Well-formed ${encoding}.`, "good"];
  }

  /** Converts the file. Returns the result and what was replaced. */
  async convert(to, newline) {
    const { result, lost } = await workers.ask("save", this.id, {
      file: this.file,
      from: this.encoding,
      to,
      options: {
        newline,
        mark: this.find(".mark").checked,
        repair: this.find(".repair").checked,
      },
    });
    const notes = [];
    if (this.faultCount > 0) {
      notes.push(`${counted(this.faultCount, "malformed sequence")} became U+FFFD.`);
    }
    if (lost > 0) notes.push(`${to} lacks ${counted(lost, "character")}, replaced by “?”.`);
    return { result, notes };
  }

  async save() {
    const saved = this.find(".saved");
    const to = this.find(".target").value;
    saved.textContent = "Converting …";
    try {
      const { result, notes } = await this.convert(to, this.find(".newline").value);
      const link = document.createElement("a");
      if (this.url) URL.revokeObjectURL(this.url);
      // Browsers add `.txt` to a name without an extension if they take the content for plain text.
      const content = new Blob([result], { type: "application/octet-stream" });
      link.href = this.url = URL.createObjectURL(content);
      link.download = nameFor(this.file.name, to);
      link.textContent = `${link.download} (${sizeOf(result.size)})`;
      saved.replaceChildren("Saved as ", link, ["."].concat(notes).join(" "));
      link.click();
    } catch (error) {
      saved.textContent = `The file cannot be converted: ${error.message}`;
    }
  }
}

/** Returns the name of a converted file. It keeps the extension. */
function nameFor(name, encoding) {
  const end = /[^.](\.[^.]+)$/.exec(name)?.[1] ?? "";
  return `${name.slice(0, name.length - end.length)}-${encoding.toLowerCase()}${end}`;
}

let lastId = 0;

function open(files) {
  failure.hidden = true;
  for (const file of files) {
    const report = new Report(file, ++lastId);
    reports.set(report.id, report);
    document.querySelector("#reports").prepend(report.root);
    report.attempt(() => report.start());
  }
}

function remove(report) {
  if (report.url) URL.revokeObjectURL(report.url);
  reports.delete(report.id);
  report.root.remove();
  workers.ask("forget", report.id).catch(() => {});
  showTogether();
}

const together = document.querySelector("#together");

/** Shows the form for all files if there are several. */
function showTogether() {
  const all = [...reports.values()];
  const ready = all.filter((report) => report.isText).length;
  const reading = all.filter((report) => report.root.dataset.state === "reading").length;
  together.hidden = all.length < 2;
  const refused = all.length - ready - reading;
  const parts = [
    `${counted(ready, "file")} can be converted`,
    ...(reading > 0 ? [`${reading} being read`] : []),
    ...(refused > 0 ? [`${refused} cannot`] : []),
  ];
  together.querySelector(".counts").textContent = `${parts.join(", ")}.`;
  for (const button of together.querySelectorAll(".convert")) {
    button.disabled = ready === 0 || reading > 0 || together.dataset.state === "busy";
  }
}

options.then((all) => {
  const target = together.querySelector(".target");
  target.append(all.cloneNode(true));
  target.value = "UTF-8";
});

// Number of files that are converted at a time.
const AHEAD = 8;

/** Converts all files, writes them with `save`, and says what happened. */
async function convertAll(save) {
  const saved = together.querySelector(".saved");
  const to = together.querySelector(".target").value;
  const newline = together.querySelector(".newline").value;
  const all = [...reports.values()].filter((report) => report.isText).reverse();
  together.dataset.state = "busy";
  showTogether();
  const notes = [];
  let done = 0;
  async function* files() {
    // Several workers convert, while one result is written.
    const started = [];
    for (let next = 0; next < all.length || started.length > 0;) {
      for (; next < all.length && started.length < AHEAD; next++) {
        const report = all[next];
        const made = report.convert(to, newline).catch((error) => ({ error }));
        started.push({ name: report.file.name, made });
      }
      saved.textContent = `Converting ${next - started.length + 1} of ${all.length} …`;
      const { name, made } = started.shift();
      const { result, notes: own, error } = await made;
      if (error) {
        notes.push(`${name}: not converted: ${error.message}`);
        continue;
      }
      if (own.length > 0) notes.push(`${name}: ${own.join(" ")}`);
      yield { name, result };
      done++;
    }
  }
  try {
    const where = await save(files());
    saved.replaceChildren(`${counted(done, "file")} converted to ${to}, `, where, ".");
  } catch (error) {
    // The reader has chosen no folder.
    saved.textContent = error.name === "AbortError" ? "" : `Not converted: ${error.message}`;
  }
  const list = together.querySelector(".notes");
  list.replaceChildren(
    ...notes.map((note) => {
      const item = document.createElement("li");
      item.textContent = note;
      return item;
    }),
  );
  list.hidden = notes.length === 0;
  delete together.dataset.state;
  showTogether();
}

together.addEventListener("submit", (event) => {
  event.preventDefault();
  convertAll(saveZip);
});
const folder = together.querySelector(".folder");
folder.hidden = !isFolderPossible();
folder.addEventListener("click", () => convertAll(saveInFolder));
together.querySelector(".remove").addEventListener("click", () => {
  for (const report of [...reports.values()]) remove(report);
  together.querySelector(".saved").textContent = "";
  together.querySelector(".notes").hidden = true;
});

const drop = document.querySelector("#drop");
const input = document.querySelector("#files");
input.addEventListener("change", () => {
  open(input.files);
  input.value = "";
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
addEventListener("dragleave", () => drop.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  open(event.dataTransfer.files);
});
