// Short texts in code pages, by a table of characters. Engines check accesses to arrays less that
// are constants of a module, in a function that has nothing else: so the table in use is copied to
// such an array, and so is the text.

/** The most bytes of a text. */
export const LONGEST = 1024;

const bytes = new Uint8Array(LONGEST);
const words = new Int32Array(bytes.buffer);
/** The code units of the text. */
export const units = new Uint16Array(LONGEST);
const pairs = new Int32Array(units.buffer);

// The code unit of each byte, and where it is the second one of a pair.
const first = new Int32Array(256);
const second = new Int32Array(256);
let current;

// Bytes up to which a string is sooner made of its code units than by a buffer.
const FEW = 16;

/** Text of bytes by the code units of each byte; `make` makes it of the first ones of `units`. */
export function translate(source, length, page, make) {
  if (current !== page) {
    first.set(page);
    for (let byte = 0; byte < 256; byte++) second[byte] = page[byte] << 16;
    current = page;
  }
  if (length <= FEW) {
    for (let at = 0; at < length; at++) units[at] = first[source[at]];
    const text = ofFew();
    return length === FEW ? text : text.slice(0, length);
  }
  bytes.set(source);
  look((length + 3) >> 2);
  return make(length);
}

/** Looks up words of four bytes. */
function look(count) {
  for (let at = 0; at < count; at++) {
    const word = words[at];
    pairs[2 * at] = first[word & 0xff] | second[(word >>> 8) & 0xff];
    pairs[2 * at + 1] = first[(word >>> 16) & 0xff] | second[word >>> 24];
  }
}

// All arguments one by one: an array of them would have to be made first.
// prettier-ignore
function ofFew() {
  return String.fromCharCode(
    units[0], units[1], units[2], units[3], units[4], units[5], units[6], units[7],
    units[8], units[9], units[10], units[11], units[12], units[13], units[14], units[15],
  );
}
