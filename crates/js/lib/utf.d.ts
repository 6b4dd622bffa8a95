/** A buffer, or a view of one: Uint8Array, Buffer, DataView or any other. */
export type Bytes = ArrayBufferView | ArrayBufferLike;

/** A `Uint8Array` with a buffer of its own, in a type that TypeScript before 5.7 also supports.
 * Since 5.7 it is `Uint8Array<ArrayBuffer>`. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;

/** `"malformed"`: the bytes break a rule of the encoding. `"incomplete"`: the text ends within a
 * character. `"unrepresentable"`: the target encoding lacks the character. */
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

/** The error for text that cannot be converted, with its position. */
export class EncodingError extends TypeError {
  private constructor();
  readonly name: "EncodingError";
  readonly reason: Reason;
  /** The index of the error: the text before it is well-formed and can be represented. Counts bytes
   * from the start of the text or stream; in `encode` and `EncoderStream`, code units (like
   * `text.length`). */
  readonly position: number;
  /** Length of the malformed sequence or of the character, in the same unit. The following text
   * begins at `position + length`. */
  readonly length: number;
  /** The encoding in which the text is malformed, or which lacks the character. */
  readonly encoding: string;
  /** The rule that is broken; undefined for `"unrepresentable"`. */
  readonly kind?: Kind;
  /** The character; only defined for `"unrepresentable"`. */
  readonly codePoint?: number;
  /** Number of bytes written to the target, for the text before `position`; only for
   * `transcodeInto`. */
  readonly written?: number;
}

/** A malformed sequence, with the properties of an `EncodingError`. */
export interface Fault {
  /** The index of its first byte. */
  readonly position: number;
  readonly length: number;
  readonly reason: "malformed" | "incomplete";
  readonly kind: Kind;
}

export interface DecodeOptions {
  /** Throw an `EncodingError` at the first malformed sequence instead of replacing it with U+FFFD.
   * @defaultValue false */
  fatal?: boolean;
  /** Keep a byte order mark at the start as U+FEFF.
   * @defaultValue false */
  ignoreBOM?: boolean;
}

export interface EncodeOptions {
  /** Throw an `EncodingError` at the first unpaired surrogate or character that the encoding lacks,
   * instead of replacing it with U+FFFD, or with `?` if the encoding lacks that as well.
   * @defaultValue false */
  fatal?: boolean;
  /** Called for each replacement, in order, after the text or chunk has been converted. Not called
   * with `fatal`. */
  onLoss?: (loss: Loss) => void;
}

/** An unpaired surrogate, or a character that the encoding lacks. */
export interface Loss {
  /** Its index in code units (like `text.length`), from the start of the text or stream. */
  readonly position: number;
  /** 1, or 2 for a surrogate pair. */
  readonly length: number;
  readonly codePoint: number;
}

export interface TranscodeOptions {
  /** Replace malformed sequences and unrepresentable characters with U+FFFD or `?`, instead of
   * throwing an `EncodingError` at the first.
   * @defaultValue false */
  lossy?: boolean;
}

/** Whether bytes are well-formed UTF-8.
 * @throws TypeError if `bytes` is no buffer or its buffer is detached, as in all functions here. */
export function isValidUtf8(bytes: Bytes): boolean;

/** Returns the first error of bytes in an encoding (default: UTF-8), or null.
 * @throws RangeError for an unknown label, as in all functions here. */
export function validate(bytes: Bytes, encoding?: string): EncodingError | null;

/** Iterates over all malformed sequences of bytes in an encoding (default: UTF-8), in order. */
export function faults(bytes: Bytes, encoding?: string): IterableIterator<Fault>;

/** Converts bytes in an encoding (default: UTF-8) to text, as `TextDecoder` does.
 * @throws EncodingError with `fatal` */
export function decode(bytes: Bytes, encoding?: string, options?: DecodeOptions | null): string;

/** Converts text to bytes in an encoding (default: UTF-8).
 * @throws EncodingError with `fatal` */
export function encode(text: string, encoding?: string, options?: EncodeOptions | null): OwnBytes;

/** Converts bytes from one encoding to another. Byte order marks are converted like any character.
 * @throws EncodingError without `lossy` */
export function transcode(
  bytes: Bytes,
  from: string,
  to: string,
  options?: TranscodeOptions | null,
): OwnBytes;

/** As `transcode`, into existing bytes. It stops if the next character does not fit: then `read` is
 * less than the length of `bytes`, and another call can convert the rest. Input and output must
 * not overlap. If one of the encodings is stateful, the target must be large enough for the whole
 * text.
 * @throws EncodingError without `lossy`, with the property `written`
 * @throws RangeError if the target is too small for a text in a stateful encoding */
export function transcodeInto(
  bytes: Bytes,
  from: string,
  to: string,
  target: Bytes,
  options?: TranscodeOptions | null,
): { read: number; written: number };

/** Memory of a WebAssembly instance that belongs to the caller, to avoid two copies of a short
 * text: 64 KiB for the text and twice as much for the result. Its views stay valid. It is freed
 * when nothing refers to it any more. */
export interface Loan {
  /** Memory for the text. */
  readonly input: OwnBytes;
  /** The result of the last conversion. */
  readonly output: OwnBytes;
  /** As `transcodeInto`, from the first `length` bytes of `input` to `output`.
   * @throws RangeError if `length` exceeds the input.
   * @throws EncodingError without `lossy` */
  transcode(
    length: number,
    from: string,
    to: string,
    options?: TranscodeOptions | null,
  ): { read: number; written: number };
}

/** Lends memory for conversions, about 450 KiB in all. Keep it for many texts. */
export function lend(): Loan;

/** Returns the name of the encoding with this label, or null if this package does not have it. */
export function encodingName(label: string): string | null;

/** Returns the names of all encodings. */
export function encodingNames(): string[];

/** `decode` for a text in chunks that may be cut anywhere, with one call per chunk, as in
 * `TextDecoder`: set `stream` if more follows. Positions of errors count from the start of the
 * text. After its end, or after an error, a new text begins. */
export class Decoder {
  constructor(encoding?: string, options?: DecodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: Bytes, options?: { stream?: boolean } | null): string;
}

/** `encode` for a text in chunks that may be cut anywhere, with one call per chunk: set `stream` if
 * more follows. */
export class Encoder {
  constructor(encoding?: string, options?: EncodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
  encode(text?: string, options?: { stream?: boolean } | null): OwnBytes;
}

/** `decode` as a stream, like `TextDecoderStream`. Chunks may be cut anywhere. */
export class DecoderStream extends TransformStream<Bytes, string> {
  constructor(encoding?: string, options?: DecodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
}

/** `encode` as a stream. Chunks may be cut anywhere, even between surrogates. */
export class EncoderStream extends TransformStream<string, OwnBytes> {
  constructor(encoding?: string, options?: EncodeOptions | null);
  readonly encoding: string;
  readonly fatal: boolean;
}

/** `transcode` as a stream. Chunks may be cut anywhere. */
export class TranscoderStream extends TransformStream<Bytes, OwnBytes> {
  constructor(from: string, to: string, options?: TranscodeOptions | null);
  readonly from: string;
  readonly to: string;
  readonly lossy: boolean;
}

/** Passes chunks on unchanged, and fails with an `EncodingError` instead of passing the chunk with
 * the first malformed sequence. If a chunk ends within a character, the next one decides. */
export class ValidatorStream<Chunk extends Bytes = Bytes> extends TransformStream<Chunk, Chunk> {
  constructor(encoding?: string);
  readonly encoding: string;
}
