// Shows a window of the text of a file, and the bytes at the cursor.
import { hex, visible } from "./show.js";

const utf8 = new TextEncoder();

export class Look {
  #root;
  #read;
  #characters = [];
  // The index of each character in the text that is shown.
  #starts = [];
  #next = 0;
  // The number of the last requested window, or 0.
  #asked = 0;

  /** `read` returns the characters from a position on. */
  constructor(root, read) {
    this.#root = root;
    this.#read = read;
    this.text = root.querySelector("textarea");
    root.addEventListener("toggle", () => {
      if (root.open && this.#asked === 0) this.#go(0, 0);
    });
    root.querySelector(".first").addEventListener("click", () => this.#go(0, 0));
    root.querySelector(".next").addEventListener("click", () => this.#go(this.#next, this.#next));
    // Browsers show no cursor in read-only text, so we prevent input instead.
    this.text.addEventListener("beforeinput", (event) => event.preventDefault());
    for (const event of ["select", "keyup", "pointerup", "focus"]) {
      this.text.addEventListener(event, () => this.#point(this.text.selectionStart));
    }
  }

  /** Reloads the text after a change of the encoding. */
  reset() {
    this.#asked = 0;
    if (this.#root.open) this.#go(0, 0);
  }

  /** Shows the start. */
  open() {
    this.#root.open = true;
  }

  /** Shows an error. */
  async show({ start, position }) {
    this.#root.open = true;
    await this.#go(start, position);
    this.#root.scrollIntoView({ block: "nearest" });
    this.text.focus();
  }

  /** Shows the text from a position on, with the cursor at another position. */
  async #go(position, cursor) {
    const number = ++this.#asked;
    const { characters, next } = await this.#read(position);
    if (number !== this.#asked) return;
    this.#characters = characters;
    this.#next = next;
    this.#starts = [];
    let text = "";
    for (const character of characters) {
      this.#starts.push(text.length);
      // A text area turns CR LF into one line end, which would shift positions.
      text += character.text === "\n" ? "\n" : visible(character.text);
    }
    this.text.value = text;
    const index = characters.findIndex((character) => character.position === cursor);
    const at = this.#starts[Math.max(index, 0)] ?? 0;
    this.text.setSelectionRange(at, at);
    this.#root.querySelector(".window").textContent =
      `bytes ${position.toLocaleString("en")} to ${next.toLocaleString("en")}`;
    this.#point(at);
  }

  /** Shows the bytes of the characters from an index in the text on. */
  #point(at) {
    let index = this.#starts.findLastIndex((start) => start <= at);
    index = Math.max(index, 0);
    const rows = this.#characters.slice(index, index + 4).map(({ text, position, bytes }, row) => {
      const points = [...text].map((one) =>
        one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"),
      );
      const cells = [
        visible(text),
        points.map((point) => `U+${point}`).join(" "),
        position.toLocaleString("en"),
        hex(bytes),
        hex(utf8.encode(text)),
      ];
      const element = document.createElement("tr");
      if (row === 0) element.setAttribute("aria-current", "true");
      element.append(
        ...cells.map((content) => {
          const cell = document.createElement("td");
          cell.textContent = content;
          return cell;
        }),
      );
      return element;
    });
    this.#root.querySelector(".bytes tbody").replaceChildren(...rows);
  }
}
