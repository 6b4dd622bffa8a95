// Decodes short texts in code pages with a lookup table. Engines need fewer bounds checks for
// arrays that are module constants, in a function that does nothing else. So the table in use and
// the text are copied to such arrays.

/** Maximum length of a text in bytes. */
export const LONGEST = 1024;

const bytes = new Uint8Array(LONGEST);
const words = new Int32Array(bytes.buffer);
/** The code units of the text. */
export const units = new Uint16Array(LONGEST);
const pairs = new Int32Array(units.buffer);

// The code unit of each byte as the first of a pair, and as the second one.
const first = new Int32Array(256);
const second = new Int32Array(256);
let current;

// Up to this number of bytes, creating a string from its code units is faster than with a buffer.
const FEW_UNITS = 16;
/** Up to this number of bytes or units, loops are faster than functions of the engine. */
export const FEW = 8;

/** Decodes bytes with a table of code units. `make` creates a string from the first elements of
 * `units`. */
export function translate(source, length, page, make) {
  if (current !== page) {
    first.set(page);
    for (let byte = 0; byte < 256; byte++) second[byte] = page[byte] << 16;
    current = page;
  }
  if (length <= FEW_UNITS) {
    for (let at = 0; at < length; at++) units[at] = first[source[at]];
    const text = ofFew();
    return length === FEW_UNITS ? text : text.slice(0, length);
  }
  bytes.set(source);
  lookUp((length + 3) >> 2);
  return make(length);
}

/** Decodes up to `FEW` bytes if they are ASCII. Returns undefined otherwise. */
export function ascii(source, length) {
  let all = 0;
  for (let at = 0; at < length; at++) {
    const byte = source[at];
    all |= byte;
    units[at] = byte;
  }
  if (all >= 0x80) return undefined;
  return ofFew().slice(0, length);
}

/** Looks up four bytes at a time. */
function lookUp(count) {
  for (let at = 0; at < count; at++) {
    const word = words[at];
    pairs[2 * at] = first[word & 0xff] | second[(word >>> 8) & 0xff];
    pairs[2 * at + 1] = first[(word >>> 16) & 0xff] | second[word >>> 24];
  }
}

// The arguments are separate because an array of them would have to be allocated first.
function ofFew() {
  return String.fromCharCode(
    units[0], units[1], units[2], units[3], units[4], units[5], units[6], units[7],
    units[8], units[9], units[10], units[11], units[12], units[13], units[14], units[15],
  );
}
