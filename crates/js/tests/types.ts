// Checks what the types allow and what they reject; never run.
import {
  DecoderStream,
  EncoderStream,
  EncodingError,
  TranscoderStream,
  ValidatorStream,
  decode,
  detect,
  encode,
  encodingName,
  encodingNames,
  isValidUtf8,
  transcode,
  validate,
  type Kind,
  type OwnBytes,
} from "utflane";
import { encode as eastAsian } from "utflane/east-asia";
import { detect as guess, repair } from "utflane/detect";
import { encode as encodeUtf } from "utflane/utf";
import { LineDecoder } from "utflane";
import { Decoder, faults, lend, transcodeInto, type Loan } from "utflane/inline";
import { start, startSync, decode as sameDecode } from "utflane/start";
import wasm from "utflane/utflane.wasm";

const bytes = new Uint8Array(4);
const valid: boolean = isValidUtf8(bytes);
const text: string = decode(bytes, "latin1", { fatal: true, ignoreBOM: true });
const there: OwnBytes = encode(text, "utf-16le", { fatal: true });
const back: Uint8Array = transcode(there, "utf-16le", "utf-8", { lossy: true });
for (const held of [bytes.buffer, new SharedArrayBuffer(1), new DataView(bytes.buffer)])
  decode(held);
const error: EncodingError | null = validate(back, "utf-8");
if (error) {
  const { position, length, encoding, reason }: EncodingError = error;
  const kind: Kind | undefined = error.kind;
  const codePoint: number | undefined = error.codePoint;
  const base: TypeError = error;
  const message = `${position + length} ${encoding} ${kind} ${codePoint} ${base.message}`;
  if (reason === "incomplete") throw new Error(message);
  // @ts-expect-error: not a reason
  if (reason === "other") throw error;
}
const { encoding, certainty, exact } = detect(bytes);
const name: string | null = encodingName(encoding ?? encodingNames()[0]!);
const sure: boolean = certainty === "certain" && exact && name !== null && valid;

const blob = new Blob([there]);
const streamed: ReadableStream<string> = blob.stream().pipeThrough(new DecoderStream("utf-16le"));
const written: ReadableStream<Uint8Array> = streamed.pipeThrough(new EncoderStream("koi8-r"));
const other: ReadableStream<Uint8Array> = blob
  .stream()
  .pipeThrough(new ValidatorStream<OwnBytes>())
  .pipeThrough(new TranscoderStream("utf-8", "utf-16be", { lossy: sure }));
await start(await (await fetch("utflane.wasm")).arrayBuffer());
sameDecode(bytes, undefined, null);
const japanese: OwnBytes = eastAsian("日本", "shift_jis", { fatal: true });
await start(wasm);
startSync(new Uint8Array(8));
const likely: "unknown" | "guess" | "likely" | "certain" = guess(bytes).certainty;
const parts: string = new Decoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
for (const { position, kind } of faults(bytes)) void [position + 1, kind];
const { read }: { read: number } = transcodeInto(bytes, "utf-8", "latin1", back);
const lossy = encodeUtf("text", "x-us-ascii", { onLoss: ({ position }) => void (position + 1) });
const { lines, encodings } = new LineDecoder(["utf-8", "latin1"], { fatal: true });
const { runnerUp, mixed }: { runnerUp: string | null; mixed: { offset: number } | null } =
  guess(bytes);
void [lossy, lines["UTF-8"], encodings[0], runnerUp, mixed?.offset];
void [written, other, japanese, likely, parts, read, repair("text").length];

// @ts-expect-error: a string instead of bytes
decode("text");
// @ts-expect-error: bytes instead of a string
encode(bytes);
// @ts-expect-error: two encodings are required
transcode(bytes, "utf-8");
// @ts-expect-error: an option of another function
transcode(bytes, "utf-8", "utf-16", { fatal: true });
// @ts-expect-error: a callback is required
encode("text", "latin1", { onLoss: true });
// @ts-expect-error: read only
error!.position = 1;
// @ts-expect-error: the constructor is private
new EncodingError();
const loan: Loan = lend();
loan.input[0] = 0x61;
const lent: Uint8Array = loan.output.subarray(0, loan.transcode(1, "utf-8", "latin1").written);
// @ts-expect-error: the view is read-only
loan.input = lent;
