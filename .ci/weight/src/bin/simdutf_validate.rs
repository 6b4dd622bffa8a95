//! A program that only validates UTF-8, by simdutf.
fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    println!("{:?}", simdutf::validate_utf8(&text));
}
