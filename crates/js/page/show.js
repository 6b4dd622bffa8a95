// What is found, in words and tables.

const RULES = {
  UnexpectedContinuation: "a continuation byte without a first one",
  InvalidByte: "a byte that never occurs",
  Overlong: "longer than it has to be",
  Surrogate: "half of a surrogate pair",
  TooLarge: "beyond U+10FFFF",
  MissingContinuation: "a character that breaks off",
  UnpairedSurrogate: "half of a surrogate pair",
  FourBytes: "a character of four bytes, which this encoding splits",
  Nul: "a NUL byte",
  Unassigned: "no character has these bytes",
  Incomplete: "the file ends within a character",
  Other: "not this encoding",
};

export const hex = (bytes) =>
  [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");

// What control characters do, in characters that every font has.
const ARROWS = { "\t": "→", "\n": "↓", "\r": "←" };

/** Text on one line, with what is not seen in pictures, of one code unit each. */
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
  element.textContent = all || "nothing: it is one line";
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
  `${count.toLocaleString("en")} ${what}${count > shown ? `, the first ${shown} of them` : ""}`;

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
    titled(faultCount, faults.length, faultCount === 1 ? "fault" : "faults"),
    rows,
  );
}

export function showMojibake(section, { mojibake, mojibakeCount }) {
  const rows = mojibake.map(({ line, before, after }) => [
    cell(line.toLocaleString("en"), "number"),
    cell(visible(before), "text"),
    cell(visible(after), "text"),
  ]);
  const what = mojibakeCount === 1 ? "line was" : "lines were";
  fill(
    section,
    mojibakeCount,
    titled(mojibakeCount, mojibake.length, `${what} read in a wrong encoding`),
    rows,
  );
}
