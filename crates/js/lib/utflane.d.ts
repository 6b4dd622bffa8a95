/** A buffer, or a view of one: Uint8Array, Buffer, DataView or any other. */
export type Bytes = ArrayBufferView | ArrayBufferLike;

/** Bytes of their own, in a type that TypeScript before 5.7 knows, too: since then it is
 * `Uint8Array<ArrayBuffer>`. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;

/** `"malformed"`: the bytes break a rule of the encoding. `"incomplete"`: the text ends within a
 * character. `"unrepresentable"`: the target encoding does not have the character. */
export type Reason = "malformed" | "incomplete" | "unrepresentable";

/** The rule that a malformed sequence breaks. */
export type Kind =
  | "UnexpectedContinuation"
  | "InvalidByte"
  | "Overlong"
  | "Surrogate"
  | "TooLarge"
  | "MissingContinuation"
  | "UnpairedSurrogate"
  | "FourBytes"
  | "Nul"
  | "Unassigned"
  | "Incomplete"
  | "Other";

/** Text that cannot be converted, and where. */
export class EncodingError extends TypeError {
  private constructor();
  readonly name: "EncodingError";
  readonly reason: Reason;
  /** What comes before this index is well-formed and has a place in the target. It counts bytes
   * from the start of the text or the stream; code units (as `text.length` does) in `encode` and
   * `EncoderStream`. */
  readonly position: number;
  /** Length of the malformed sequence or of the character, in the same unit: what follows begins at
   * `position + length`. */
  readonly length: number;
  /** The encoding that the text is not well-formed in, or that does not have the character. */
  readonly encoding: string;
  /** The rule that is broken; undefined for `"unrepresentable"`. */
  readonly kind?: Kind;
  /** The character; undefined for others than `"unrepresentable"`. */
  readonly codePoint?: number;
  /** Bytes in the target, of `transcodeInto` alone: all that comes before `position`. */
  readonly written?: number;
}

/** A malformed sequence: what an `EncodingError` says of it. */
export interface Fault {
  /** The index of its first byte. */
  readonly position: number;
  readonly length: number;
  readonly reason: "malformed" | "incomplete";
  readonly kind: Kind;
}

export interface DecodeOptions {
  /** Throw an `EncodingError` at the first malformed sequence, instead of putting U+FFFD there.
   * @defaultValue false */
  fatal?: boolean;
  /** Keep a byte order mark at the start as U+FEFF.
   * @defaultValue false */
  ignoreBOM?: boolean;
}

export interface EncodeOptions {
  /** Throw an `EncodingError` at the first lone surrogate or character that the encoding does not
   * have, instead of putting U+FFFD there, or `?` where that is not to be had either.
   * @defaultValue false */
  fatal?: boolean;
}

export interface TranscodeOptions {
  /** Put U+FFFD or `?` for malformed sequences and unrepresentable characters, instead of throwing
   * an `EncodingError` at the first.
   * @defaultValue false */
  lossy?: boolean;
}

export interface Detection {
  /** The encoding: `"US-ASCII"`, or UTF-8, UTF-16 or UTF-32; null if it is none of Unicode's. */
  encoding: string | null;
  certainty: "unknown" | "likely" | "certain";
  /** Whether all of the text is well-formed in it, but for a character cut off at the end. */
  exact: boolean;
}

/** Whether bytes are well-formed UTF-8.
 * @throws TypeError if `bytes` is no buffer or its buffer is detached, as in all functions here. */
export function isValidUtf8(bytes: Bytes): boolean;

/** What is wrong first with bytes in an encoding (UTF-8), null if nothing is.
 * @throws RangeError for an unknown label, as in all functions here. */
export function validate(bytes: Bytes, encoding?: string): EncodingError | null;

/** All malformed sequences of bytes in an encoding (UTF-8), in their order. */
export function faults(bytes: Bytes, encoding?: string): IterableIterator<Fault>;

/** Text from bytes in an encoding (UTF-8), as `TextDecoder` makes it.
 * @throws EncodingError with `fatal` */
export function decode(bytes: Bytes, encoding?: string, options?: DecodeOptions | null): string;

/** Bytes of a text in an encoding (UTF-8).
 * @throws EncodingError with `fatal` */
export function encode(text: string, encoding?: string, options?: EncodeOptions | null): OwnBytes;

/** Bytes in one encoding from bytes in another. Byte order marks are characters like others.
 * @throws EncodingError without `lossy` */
export function transcode(
  bytes: Bytes,
  from: string,
  to: string,
  options?: TranscodeOptions | null,
): OwnBytes;

/** `transcode` into bytes that are there. It stops where the next character has no room: then
 * `read` is less than the bytes that there are, and what follows can be converted by another call.
 * The two must not overlap. @throws EncodingError without `lossy`, which has `written`, too */
export function transcodeInto(
  bytes: Bytes,
  from: string,
  to: string,
  target: Bytes,
  options?: TranscodeOptions | null,
): { read: number; written: number };

/** Memory of a WebAssembly that is the caller's alone, 64 KiB for a text and twice as much for what
 * becomes of it, for whom two copies of a short text are much. Its views stay as they are; it goes
 * when nothing refers to it any more. */
export interface Loan {
  /** To write a text to. */
  readonly input: OwnBytes;
  /** What the last conversion has written. */
  readonly output: OwnBytes;
  /** `transcodeInto` from the first `length` bytes of `input` to `output`.
   * @throws RangeError if there are not so many. @throws EncodingError without `lossy` */
  transcode(
    length: number,
    from: string,
    to: string,
    options?: TranscodeOptions | null,
  ): { read: number; written: number };
}

/** Lends such memory, some 450 KiB in all: to be kept for many texts. */
export function lend(): Loan;

/** Which of ASCII, UTF-8, UTF-16 and UTF-32 bytes are in, by the first 64 KiB that are not ASCII.
 * They may be a piece of a text. */
export function detect(bytes: Bytes): Detection;

/** The name of the encoding that a label names; null for no encoding of this package. */
export function encodingName(label: string): string | null;

/** The names of all encodings. */
export function encodingNames(): string[];

/** `decode` for a text in chunks that may be cut anywhere, one call after the other, as
 * `TextDecoder` does it: with `stream` more follows. Positions of errors count from the start of
 * the text. After its end, and after an error, another text begins. */
export class Decoder {
  constructor(encoding?: string, options?: DecodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: Bytes, options?: { stream?: boolean } | null): string;
}

/** `encode` for a text in chunks that may be cut anywhere, one call after the other: with `stream`
 * more follows. */
export class Encoder {
  constructor(encoding?: string, options?: EncodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
  encode(text?: string, options?: { stream?: boolean } | null): OwnBytes;
}

/** `decode` for a text in chunks that may be cut anywhere, as `TextDecoderStream` does it. */
export class DecoderStream extends TransformStream<Bytes, string> {
  constructor(encoding?: string, options?: DecodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
}

/** `encode` for a text in chunks that may be cut anywhere, also between surrogates. */
export class EncoderStream extends TransformStream<string, OwnBytes> {
  constructor(encoding?: string, options?: EncodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
}

/** `transcode` for bytes in chunks that may be cut anywhere. */
export class TranscoderStream extends TransformStream<Bytes, OwnBytes> {
  constructor(from: string, to: string, options?: TranscodeOptions | null);
  readonly from: string;
  readonly to: string;
  readonly lossy: boolean;
}

/** Passes chunks on as they are, and fails with an `EncodingError` instead of the chunk with the
 * first malformed sequence. A chunk may end within a character, on which the next one decides. */
export class ValidatorStream<Chunk extends Bytes = Bytes> extends TransformStream<Chunk, Chunk> {
  constructor(encoding?: string);
  readonly encoding: string;
}
