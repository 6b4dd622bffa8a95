import type { Bytes } from "./utf.js";

export * from "./utf.js";

export interface Detection {
  /** `"US-ASCII"`, or UTF-8, UTF-16 or UTF-32, or null if the text is in no Unicode encoding. */
  encoding: string | null;
  certainty: "unknown" | "likely" | "certain";
  /** Whether the whole text is well-formed in that encoding, except for a character cut off at the
   * end, and has no NUL character. */
  exact: boolean;
}

/** Detects whether bytes are in ASCII, UTF-8, UTF-16 or UTF-32, by the first 64 KiB that are not
 * ASCII. They may be a part of a text. */
export function detect(bytes: Bytes): Detection;

/** Decodes a text whose lines are in different encodings, for example a log in UTF-8 and
 * windows-1252. Each line is decoded in the first encoding in which it is well-formed. If there is
 * none, it is decoded in the last one, with replacement. A line ends at the byte 0A. All encodings
 * must be supersets of ASCII. */
export class LineDecoder {
  /** @throws RangeError for an unknown label, an encoding that is not a superset of ASCII, or no
   * encodings */
  constructor(encodings: Iterable<string>, options?: { fatal?: boolean } | null);
  readonly encodings: readonly string[];
  readonly fatal: boolean;
  /** Number of lines of the current text in each encoding, by its name, and in `none` of them. */
  readonly lines: Readonly<Record<string, number>>;
  /** As in `Decoder`. Incomplete lines at the end of a chunk are kept until they are complete.
   * @throws EncodingError with `fatal`, for a line that is well-formed in no encoding */
  decode(bytes?: Bytes, options?: { stream?: boolean } | null): string;
}
