//! `transcode`, plus conversion from and to one legacy multi-byte encoding.
use utflane::{ShiftJis, Utf8, Utf16, transcode};

fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    let mut units = vec![0; text.len()];
    println!("{:?}", transcode::<Utf8, Utf16>(&text, &mut units));
    println!("{:?}", transcode::<ShiftJis, Utf16>(&text, &mut units));
    let mut bytes = vec![0; 2 * units.len()];
    println!("{:?}", transcode::<Utf16, ShiftJis>(&units, &mut bytes));
}
