import type { Bytes } from "./utflane.js";

export interface Detection {
  /** The encoding's name, as `TextDecoder` and this package know it; null if nothing speaks for
   * any. ISO-2022-JP is read by `TextDecoder` alone. */
  encoding: string | null;
  /** `"certain"` and `"likely"` are for Unicode's encodings. `"guess"`: the letters are most
   * frequent in that encoding, which may be wrong whatever speaks for it. */
  certainty: "unknown" | "guess" | "likely" | "certain";
  /** Whether it is no guess, and all that was examined is well-formed in it. */
  exact: boolean;
}

/** Which encoding bytes are in: one of Unicode's or, as a guess, one from before it. A megabyte
 * that is not ASCII is examined. */
export function detect(bytes: Bytes): Detection;

/** Undoes what happens to UTF-8 that is read as windows-1252, Latin-1 or CP437 (`cafÃ©` for
 * `café`), line by line. Text that is right stays as it is, and so does what is not sure. */
export function repair(text: string): string;
