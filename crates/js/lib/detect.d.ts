import type { Bytes } from "./utflane.js";

export interface Detection {
  /** The encoding's name, as in `TextDecoder` and this package, or null if it is unknown. This
   * package does not convert ISO-2022-JP; use `TextDecoder`. */
  encoding: string | null;
  /** `"certain"` and `"likely"` are for Unicode encodings. `"guess"` means that the letters are
   * most frequent in that encoding; a guess may be wrong. */
  certainty: "unknown" | "guess" | "likely" | "certain";
  /** Whether all of the examined text is well-formed in that encoding and has no NUL character.
   * False for a guess. */
  exact: boolean;
}

/** Detects the encoding of bytes: a Unicode encoding or, as a guess, a legacy encoding. Examines up
 * to 1 MiB that is not ASCII. */
export function detect(bytes: Bytes): Detection;

/** Undoes UTF-8 that was decoded as windows-1252, Latin-1 or CP437 (`cafÃ©` for `café`), line by
 * line. Text that is, or may be, correct is not changed. */
export function repair(text: string): string;
