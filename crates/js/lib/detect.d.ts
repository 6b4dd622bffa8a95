import type { Bytes } from "./utf.js";

export interface Detection {
  /** The encoding's name, or null if it is unknown. `utflane/east-asia` converts all of these
   * encodings except ISO-2022-CN. */
  encoding: string | null;
  /** `"certain"` is only for Unicode encodings, ASCII and ISO-2022. `"likely"` means that the text
   * is much less plausible in other encodings. `"guess"` means that it is nearly as plausible in
   * another encoding, so the guess may be wrong. */
  certainty: "unknown" | "guess" | "likely" | "certain";
  /** Whether all of the examined text is well-formed in that encoding and has no NUL character.
   * Always false for legacy multi-byte encodings. */
  exact: boolean;
  /** The language, as a code of ISO 639-1, if the text is in a legacy encoding. */
  language: string | null;
  /** The next best encoding, in which the text would be different. Only for legacy encodings. */
  runnerUp: string | null;
  /** The encoding of another part of the text, and the index of its first byte in the examined
   * text: for example, lines in windows-1252 in a file that is otherwise UTF-8. */
  mixed: { encoding: string; offset: number } | null;
}

/** Detects the encoding of bytes: a Unicode encoding or a legacy encoding. Examines up to 1 MiB that
 * is not ASCII. */
export function detect(bytes: Bytes): Detection;

/** Undoes UTF-8 that was decoded as windows-1252, Latin-1 or CP437 (`cafÃ©` for `café`), line by
 * line. Text that is, or may be, correct is not changed. */
export function repair(text: string): string;
