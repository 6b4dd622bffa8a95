//! `transcode`, plus conversion from and to all legacy multi-byte encodings.
use utflane::{Big5, Encoding, EucJp, EucKr, Gb18030, Gbk, ShiftJis, Utf8, Utf16, transcode};

fn both_ways<E: Encoding<Unit = u8>>(text: &[u8], units: &mut [u16]) {
    println!("{:?}", transcode::<E, Utf16>(text, units));
    let mut bytes = vec![0; 4 * units.len()];
    println!("{:?}", transcode::<Utf16, E>(units, &mut bytes));
}

fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    let mut units = vec![0; text.len()];
    println!("{:?}", transcode::<Utf8, Utf16>(&text, &mut units));
    both_ways::<ShiftJis>(&text, &mut units);
    both_ways::<EucJp>(&text, &mut units);
    both_ways::<EucKr>(&text, &mut units);
    both_ways::<Gbk>(&text, &mut units);
    both_ways::<Gb18030>(&text, &mut units);
    both_ways::<Big5>(&text, &mut units);
}
