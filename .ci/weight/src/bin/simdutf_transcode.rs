//! A program that only converts UTF-8 to UTF-16, by simdutf.
fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    let mut units = vec![0u16; text.len()];
    // SAFETY: a text has at most as many units of UTF-16 as bytes of UTF-8.
    let written =
        unsafe { simdutf::convert_utf8_to_utf16(text.as_ptr(), text.len(), units.as_mut_ptr()) };
    println!("{written:?}");
}
