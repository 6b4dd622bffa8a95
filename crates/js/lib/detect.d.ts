import type { Bytes } from "./utflane.js";

export interface Detection {
  /** The encoding's name, or null if it is unknown. This package does not convert ISO-2022-JP; use
   * `TextDecoder`. Neither converts UTF-7, HZ-GB-2312, ISO-2022-KR, ISO-2022-CN and JOHAB. */
  encoding: string | null;
  /** `"certain"` is only for Unicode encodings, ASCII and ISO-2022. `"likely"` means that the text
   * is much less plausible in other encodings. `"guess"` means that it is nearly as plausible in
   * another encoding, so the guess may be wrong. */
  certainty: "unknown" | "guess" | "likely" | "certain";
  /** Whether all of the examined text is well-formed in that encoding and has no NUL character.
   * Always false for legacy multi-byte encodings. */
  exact: boolean;
}

/** Detects the encoding of bytes: a Unicode encoding or a legacy encoding. Examines up to 1 MiB that
 * is not ASCII. */
export function detect(bytes: Bytes): Detection;

/** Undoes UTF-8 that was decoded as windows-1252, Latin-1 or CP437 (`cafÃ©` for `café`), line by
 * line. Text that is, or may be, correct is not changed. */
export function repair(text: string): string;
