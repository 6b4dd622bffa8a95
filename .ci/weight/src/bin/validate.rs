//! A program that calls only `validate`, for UTF-8.
fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    println!("{:?}", utflane::validate::<utflane::Utf8>(&text));
}
