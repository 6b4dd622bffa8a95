/** What `utflane` has, with a larger WebAssembly, which reads and writes Shift_JIS, EUC-JP, EUC-KR, GBK,
 * GB18030 and Big5, too. */
export * from "./utflane.js";
