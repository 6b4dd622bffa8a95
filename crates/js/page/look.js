// A window on the text of a file, and the bytes under the cursor.
import { hex, visible } from "./show.js";

const utf8 = new TextEncoder();

export class Look {
  #root;
  #read;
  #characters = [];
  // Where each character begins in the text that is shown.
  #starts = [];
  #next = 0;
  // The number of the window that was asked for last, 0 for none.
  #asked = 0;

  /** `read` gets the characters from a position on. */
  constructor(root, read) {
    this.#root = root;
    this.#read = read;
    this.text = root.querySelector("textarea");
    root.addEventListener("toggle", () => {
      if (root.open && this.#asked === 0) this.#go(0, 0);
    });
    root.querySelector(".first").addEventListener("click", () => this.#go(0, 0));
    root.querySelector(".next").addEventListener("click", () => this.#go(this.#next, this.#next));
    // Browsers give text that is only to be read no cursor.
    this.text.addEventListener("beforeinput", (event) => event.preventDefault());
    for (const event of ["select", "keyup", "pointerup", "focus"]) {
      this.text.addEventListener(event, () => this.#point(this.text.selectionStart));
    }
  }

  /** Another encoding: what was shown is no longer true. */
  reset() {
    this.#asked = 0;
    if (this.#root.open) this.#go(0, 0);
  }

  /** Shows the start. */
  open() {
    this.#root.open = true;
  }

  /** Shows a fault. */
  async show({ start, position }) {
    this.#root.open = true;
    await this.#go(start, position);
    this.#root.scrollIntoView({ block: "nearest" });
    this.text.focus();
  }

  /** Shows the text from one position on, with the cursor at another. */
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
      // A text area makes one line end of CR LF, and positions would differ then.
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

  /** Shows the bytes of the characters from a place in the text on. */
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
