// Checks that each entry returns the expected results. Returns the failures, or "fine".

const text = "Где 日本?";
const cyrillic = Uint8Array.of(0xc3, 0xe4, 0xe5, 0x3f);

export function check({ eastAsia, detection, utf, ...both }) {
  const faults = [];
  const equal = (found, expected, what) => {
    if (`${found}` !== expected) faults.push(`${what}: ${found}, not ${expected}`);
  };
  for (const [name, u] of Object.entries(both)) {
    equal(u.decode(cyrillic, "windows-1251"), "Где?", `${name}, decode`);
    equal(u.encode("Где?", "windows-1251"), `${cyrillic}`, `${name}, encode`);
    equal(u.validate(cyrillic).position, "0", `${name}, validate`);
    equal(u.decode(u.encode(text, "utf-16be"), "utf-16be"), text, `${name}, UTF-16`);
    equal([...u.faults(cyrillic)].length, "3", `${name}, faults`);
    const loan = u.lend();
    loan.input.set(cyrillic);
    equal(loan.transcode(4, "windows-1251", "utf-8").written, "7", `${name}, lend`);
  }
  equal(utf.transcode(utf.encode(text, "utf-32be"), "utf-32be", "utf-8").length, "14", "utf");
  equal(eastAsia.encode("日本", "shift_jis"), "147,250,150,123", "Shift_JIS");
  equal(eastAsia.decode(Uint8Array.of(0x93, 0xfa), "shift_jis"), "日", "Shift_JIS");
  const russian = both.utflane.encode("Съешь ещё этих мягких французских булок", "windows-1251");
  equal(detection.detect(russian).encoding, "windows-1251", "detect");
  equal(detection.repair("cafÃ©"), "café", "repair");
  return faults.join("; ") || "fine";
}
