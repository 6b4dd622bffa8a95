// Shows results as text and tables.

const RULES = {
  UnexpectedContinuation: "a continuation byte without a lead byte",
  InvalidByte: "a byte that this encoding never has",
  Overlong: "an overlong sequence",
  Surrogate: "a surrogate",
  TooLarge: "a code point above U+10FFFF",
  MissingContinuation: "a missing continuation byte",
  UnpairedSurrogate: "an unpaired surrogate",
  FourBytes: "a 4-byte sequence, which this encoding does not have",
  Nul: "a NUL byte",
  Unassigned: "bytes without a character",
  Incomplete: "the file ends within a character",
  Other: "not well-formed in this encoding",
};

export const hex = (bytes) =>
  [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");

// Symbols for control characters, which every font has.
const ARROWS = { "\t": "→", "\n": "↓", "\r": "←" };

/** Returns text on one line, in which each control character is replaced by a symbol of one code
 * unit. */
export function visible(text) {
  return text.replace(/[\x00-\x1f\x7f]/g, (control) => ARROWS[control] ?? "·");
}

export function sizeOf(bytes) {
  const units = ["bytes", "KB", "MB", "GB"];
  let [size, unit] = [bytes, 0];
  for (; size >= 1000 && unit < 3; unit++) size /= 1000;
  return `${unit === 0 ? size : size.toPrecision(3)} ${units[unit]}`;
}

export function showEnds(element, { crlf, lf, cr }) {
  const parts = Object.entries({ "CR LF": crlf, LF: lf, CR: cr }).filter(([, count]) => count > 0);
  const all = parts.map(([name, count]) => `${name} (${count.toLocaleString("en")})`).join(", ");
  element.textContent = all || "no line ends";
}

function cell(content, name = "") {
  const element = document.createElement("td");
  element.className = name;
  element.append(...[content].flat());
  return element;
}

function marked(text, name = "") {
  const element = document.createElement("mark");
  element.textContent = text;
  element.className = name;
  return element;
}

/** Fills a section with rows, or hides it. */
function fill(section, count, title, rows) {
  section.hidden = count === 0;
  section.querySelector("h3").textContent = title;
  section.querySelector(".scroll").setAttribute("aria-label", title);
  section.querySelector("tbody").replaceChildren(
    ...rows.map((cells) => {
      const row = document.createElement("tr");
      row.append(...cells);
      return row;
    }),
  );
}

const titled = (count, shown, what) =>
  `${count.toLocaleString("en")} ${what}${count > shown ? ` (first ${shown} shown)` : ""}`;

export function showFaults(section, { faults, faultCount }, show) {
  const rows = faults.map((fault) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Show";
    const context = [visible(fault.before), marked("\ufffd"), visible(fault.after.slice(1))];
    button.setAttribute("aria-label", `Show line ${fault.line}, column ${fault.column}`);
    button.addEventListener("click", () => show(fault));
    return [
      cell(fault.line.toLocaleString("en"), "number"),
      cell(fault.column.toLocaleString("en"), "number"),
      cell(fault.position.toLocaleString("en"), "number"),
      cell(hex(fault.bytes), "number"),
      cell(RULES[fault.kind]),
      cell([...context, " ", button], "text"),
    ];
  });
  fill(
    section,
    faultCount,
    titled(faultCount, faults.length, faultCount === 1 ? "error" : "errors"),
    rows,
  );
}

export function showMojibake(section, { mojibake, mojibakeCount }) {
  const rows = mojibake.map(({ line, before, after }) => [
    cell(line.toLocaleString("en"), "number"),
    cell(visible(before), "text"),
    cell(visible(after), "text"),
  ]);
  const what = mojibakeCount === 1 ? "line" : "lines";
  fill(
    section,
    mojibakeCount,
    titled(mojibakeCount, mojibake.length, `${what} with mojibake`),
    rows,
  );
}
