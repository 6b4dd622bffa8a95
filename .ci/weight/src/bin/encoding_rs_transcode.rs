//! A program that only converts UTF-8 to UTF-16, by encoding_rs.
fn main() {
    let text = std::fs::read("/dev/stdin").unwrap_or_default();
    let mut units = vec![0; text.len() + 1];
    println!(
        "{:?}",
        encoding_rs::UTF_8
            .new_decoder_without_bom_handling()
            .decode_to_utf16(&text, &mut units, true)
    );
}
