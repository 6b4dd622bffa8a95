/** The same functions as `utflane`, with a larger WebAssembly that also has Shift_JIS, EUC-JP,
 * EUC-KR, GBK, GB18030 and Big5. */
export * from "./utflane.js";
