//! A program that only validates UTF-8, by encoding_rs.
fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    println!("{:?}", encoding_rs::Encoding::utf8_valid_up_to(&text));
}
