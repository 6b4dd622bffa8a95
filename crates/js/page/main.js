// The page: shows the results of the worker.
import { showFaults, showMojibake, showEnds, sizeOf } from "./show.js";
import { Look } from "./look.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const calls = new Map();
const reports = new Map();
let lastCall = 0;

/** Sends a request to the worker, and returns its result. */
function ask(type, id, more) {
  const call = ++lastCall;
  worker.postMessage({ call, id, type, ...more });
  return new Promise((resolve, reject) => calls.set(call, { resolve, reject }));
}

worker.onmessage = ({ data }) => {
  if (data.type === "progress") return reports.get(data.id)?.progress(data.share);
  const { resolve, reject } = calls.get(data.call);
  calls.delete(data.call);
  if (data.error === undefined) resolve(data.value);
  else reject(new Error(data.error));
};

const failure = document.querySelector("#failure");
function fail(why) {
  failure.textContent = why;
  failure.hidden = false;
}
worker.onerror = (event) => fail(`This browser cannot run the page: ${event.message}`);

const names = ask("names", 0);

const CERTAINTY = {
  certain: "certain",
  likely: "likely",
  guess: "a guess: check the text",
  unknown: "",
};
// The encoding that is assumed if detection finds none.
const FALLBACK = "windows-1252";

function option(name) {
  const element = document.createElement("option");
  element.textContent = name;
  element.value = name;
  return element;
}

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
      this.find(".certainty").textContent = "chosen";
      this.isGuess = this.isBinary = false;
      this.attempt(() => this.scan());
    });
    this.find(".save").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    this.look = new Look(this.find(".look"), (position) =>
      ask("view", id, { file, encoding: this.encoding, position }),
    );
    document.querySelector("#reports").prepend(this.root);
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  get encoding() {
    return this.find(".encoding").value;
  }

  progress(share) {
    this.find(".progress").hidden = share === 1;
    this.find(".progress").value = share;
  }

  status(text, kind = "") {
    this.find(".status").textContent = text;
    this.find(".status").className = `status ${kind}`;
  }

  /** Runs work that reads the file, which may have been deleted. */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      this.progress(1);
      this.status(`The file cannot be read: ${error.message}`, "bad");
    }
  }

  async start() {
    this.status("Detecting the encoding …");
    const all = await names;
    this.find(".encoding").append(...all.map(option));
    this.find(".target").append(...all.map(option));
    this.find(".target").value = "UTF-8";
    const found = await ask("detect", this.id, { file: this.file });
    if (!found.known) {
      this.progress(1);
      return this.status(`This is ${found.encoding}, which this page does not support.`, "bad");
    }
    // ASCII is also UTF-8, and any later text is likely to be UTF-8.
    const isAscii = found.encoding === "US-ASCII";
    this.find(".encoding").value = isAscii ? "UTF-8" : (found.encoding ?? FALLBACK);
    this.find(".certainty").textContent = isAscii
      ? "the whole file is ASCII"
      : CERTAINTY[found.certainty];
    this.isBinary = found.encoding === null;
    this.isGuess = found.certainty === "guess";
    await this.scan();
    // Only a reader can tell whether a guess is right.
    if (this.isGuess) this.look.open();
  }

  async scan() {
    this.status("Reading …");
    this.root.dataset.state = "reading";
    const { file, encoding } = this;
    const found = await ask("scan", this.id, { file, encoding });
    // Another encoding has been chosen meanwhile.
    if (found === null) return;
    showEnds(this.find(".ends"), found.ends);
    showFaults(this.find(".faults"), found, (fault) => this.look.show(fault));
    showMojibake(this.find(".mojibake"), found);
    this.find(".repairs").hidden = found.mojibakeCount === 0;
    this.find(".mark").checked = found.hasMark;
    this.faultCount = found.faultCount;
    this.look.reset();
    const count = found.faultCount;
    if (this.isBinary) this.status("This does not look like text.", "bad");
    else if (count > 0)
      this.status(
        `Not well-formed ${encoding}: ${count.toLocaleString("en")} ${count === 1 ? "error" : "errors"}.`,
        "bad",
      );
    else if (found.mojibakeCount > 0)
      this.status(`Well-formed ${encoding}, but contains mojibake.`, "bad");
    else if (this.isGuess)
      this.status(`Well-formed, if it is ${encoding}: check the text below.`);
    else this.status(`Well-formed ${encoding}.`, "good");
    this.root.dataset.state = "done";
  }

  async save() {
    const saved = this.find(".saved");
    const to = this.find(".target").value;
    const options = {
      newline: this.find(".newline").value,
      mark: this.find(".mark").checked,
      repair: this.find(".repair").checked,
    };
    saved.textContent = "Converting …";
    try {
      const { result, lost, hasMore } = await ask("save", this.id, {
        file: this.file,
        from: this.encoding,
        to,
        options,
      });
      const link = document.createElement("a");
      if (this.url) URL.revokeObjectURL(this.url);
      link.href = this.url = URL.createObjectURL(result);
      link.download = this.file.name.replace(/(\.[^.]*)?$/, (end) => `.${to.toLowerCase()}${end}`);
      link.textContent = `${link.download} (${sizeOf(result.size)})`;
      const characters = `${lost.toLocaleString("en")}${hasMore ? " or more" : ""}`;
      const loss = lost > 0 ? ` ${to} lacks ${characters} of the characters; they became “?”.` : "";
      const faults = this.faultCount > 0 ? " Each malformed sequence became U+FFFD." : "";
      saved.replaceChildren("Saved as ", link, `.${faults}${loss}`);
      link.click();
    } catch (error) {
      saved.textContent = `The file cannot be converted: ${error.message}`;
    }
  }
}

let lastId = 0;

async function open(files) {
  failure.hidden = true;
  for (const file of files) {
    const report = new Report(file, ++lastId);
    reports.set(report.id, report);
    report.attempt(() => report.start());
  }
}

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
