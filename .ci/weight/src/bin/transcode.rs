//! A program that calls only `transcode`, for one pair of encodings.
use utflane::{Utf8, Utf16};

fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    let mut units = vec![0; text.len()];
    println!("{:?}", utflane::transcode::<Utf8, Utf16>(&text, &mut units));
}
