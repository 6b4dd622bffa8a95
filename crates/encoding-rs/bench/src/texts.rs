//! Reads the texts of the benchmark and cuts them into pieces.

use encoding_rs::Encoding;

/// Number of bytes of each text that are measured.
const MEASURED: usize = 512 << 10;

pub struct Text {
    pub name: String,
    pub text: String,
}

/// Reads the texts of a folder.
pub fn read(folder: &str) -> Vec<Text> {
    let mut texts = vec![];
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for file in files {
        let path = file.expect("an entry").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if let Some(name) = name.strip_suffix(".utf8.txt") {
            let text = std::fs::read(&path).expect("a text");
            let text = String::from_utf8_lossy(&text).into_owned();
            texts.push(Text {
                name: name.to_owned(),
                text,
            });
        }
    }
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!texts.is_empty(), "no texts in {folder}");
    texts
}

/// Returns pieces of about `length` bytes, evenly distributed over the text.
fn pieces(text: &str, length: usize) -> Vec<&str> {
    let count = (MEASURED / length).max(1).min(text.len() / length);
    let stride = text.len() / count.max(1);
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let starts = (0..count).map(|index| index * stride);
    starts
        .map(|start| &text[boundary(start)..boundary(start + length)])
        .collect()
}

/// Returns pieces of UTF-8.
pub fn utf8(text: &Text, length: usize) -> Vec<String> {
    pieces(&text.text, length)
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// Returns pieces of a text, without the characters that an encoding cannot represent. Returns none
/// if the encoding lacks more than 3% of the non-ASCII characters, or if less than 1% of the
/// characters are not ASCII.
pub fn of(text: &Text, encoding: &'static Encoding, length: usize) -> Vec<String> {
    let pieces = utf8(text, length);
    let sample: String = pieces
        .iter()
        .flat_map(|piece| piece.chars().take(400))
        .collect();
    let has = |character: &char| {
        character.is_ascii() || !encoding.encode(character.encode_utf8(&mut [0; 4])).2
    };
    let others = sample.chars().filter(|character| !character.is_ascii());
    let (all, had) = (others.clone().count(), others.filter(has).count());
    if all * 100 < sample.chars().count() || had * 100 < all * 97 {
        return vec![];
    }
    let mut known = std::collections::HashMap::new();
    let mut keep = |character: &char| *known.entry(*character).or_insert_with(|| has(character));
    pieces
        .into_iter()
        .map(|piece| piece.chars().filter(&mut keep).collect())
        .collect()
}
