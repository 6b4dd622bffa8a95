//! Checks columns of views.

use super::*;

/// Views that begin and end anywhere in a buffer. Most are in order and at character boundaries,
/// with gaps or overlaps between them, and sometimes a malformed byte.
fn check_views_with_gaps(rounds: usize) {
    let mut random = Random(33);
    let mut checked = 0;
    for charset in encodings().filter(|charset| !charset.is_code_page()) {
        let characters = characters(charset);
        for round in 0..rounds {
            let mut buffer = vec![0x61; random.below(4)];
            let mut boundaries = vec![buffer.len()];
            while buffer.len() < [200, 3000, 20_000][round % 3] {
                buffer.extend(&characters[random.below(characters.len().min(9 + round))]);
                boundaries.push(buffer.len());
            }
            for _ in 0..random.below(3) {
                let at = random.below(buffer.len());
                buffer[at] = [0xD8, 0x81, 0xFF, 0x30][random.below(4)];
            }
            let (mut views, mut rows) = (Vec::new(), Vec::new());
            let mut at = 0;
            while at + 20 < boundaries.len() && rows.len() < 700 {
                let jitter = |random: &mut Random| usize::from(random.below(40) == 0);
                let start = boundaries[at] + jitter(&mut random);
                let end = boundaries[at + random.below(20)] + jitter(&mut random);
                let Some(row) = buffer.get(start..end) else {
                    continue;
                };
                let mut view = [0; 16];
                view[..4].copy_from_slice(&(row.len() as u32).to_le_bytes());
                if row.len() <= 12 {
                    view[4..][..row.len()].copy_from_slice(row);
                } else {
                    view[12..].copy_from_slice(&(start as u32).to_le_bytes());
                }
                views.push(view);
                rows.push(row.to_vec());
                at += random.below(12);
                at -= at.min(random.below(4));
            }
            let layout = Views::new(&views, std::slice::from_ref(&buffer));
            check_malformed(charset, &layout, &rows);
            let target = if charset == Charset::Utf8 {
                Charset::Utf16
            } else {
                Charset::Utf8
            };
            let pair = Pair::new(charset, target).unwrap();
            for isa in Isa::available() {
                check(pair.with_isa(isa), &layout, &rows);
            }
            checked += rows.len();
        }
    }
    assert!(checked > 150 * rounds);
}

sample_and_all! {
    check_views_with_gaps: views_with_gaps(9),
    views_with_gaps_all(60) = "long: more rounds"
}
