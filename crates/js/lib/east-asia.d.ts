/** The same functions as `utflane`, with a larger WebAssembly that also has the legacy multi-byte
 * encodings (Shift_JIS, EUC-JP, EUC-KR, GBK, GB18030, Big5) and stateful ones (ISO-2022-JP, UTF-7,
 * HZ, ISO-2022-KR and others). */
export * from "./utflane.js";
