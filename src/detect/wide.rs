//! Detection of UTF-16 and UTF-32, by the plausibility of the first characters.

use super::plausibility::{plausibility_of_utf16, plausibility_of_utf32};
use super::{
    CERTAIN_WIDE, Certainty, Detection, LIKELY_WIDE, PIECE, endian, found, has_nul, is_text_in,
    margin,
};
use crate::{Charset, Utf16Be, Utf16Le, incomplete_tail};

/// Returns UTF-16 or UTF-32 if the text is plausible in that encoding. The text must be
/// well-formed, or malformed only after an unambiguous beginning. `is_utf8` is true if it is also
/// well-formed UTF-8.
pub(super) fn detect_wide(bytes: &[u8], sample: &[u8], is_utf8: bool) -> Option<Detection> {
    // If scores are equal, the candidate with the higher rank is chosen. UTF-32 ranks above UTF-16,
    // because text that is plausible as both contains zeros, which are rare in UTF-16.
    let mut candidates = [
        (0, Charset::Utf16Be),
        (1, Charset::Utf16Le),
        (2, Charset::Utf32Be),
        (3, Charset::Utf32Le),
    ]
    .map(|(rank, charset)| {
        let sample = whole_units(charset, sample);
        let text = without_cut_pair(charset, sample);
        let plausibility = match charset {
            _ if !is_text_in(charset, sample) => return None,
            Charset::Utf32Le | Charset::Utf32Be => plausibility_of_utf32(text, endian(charset)),
            _ => {
                let tail = match charset {
                    Charset::Utf16Le => incomplete_tail::<Utf16Le>(text),
                    _ => incomplete_tail::<Utf16Be>(text),
                };
                let text = &text[..text.len() - tail];
                plausibility_of_utf16(text, endian(charset), is_utf8)
            }
        };
        plausibility
            .is_text()
            .then_some((rank, charset, plausibility))
    });
    candidates.sort_unstable_by_key(|found| {
        found.map(|(rank, _, plausibility)| (plausibility.score, rank))
    });
    let best = || candidates.iter().rev().flatten();
    let is_whole = |charset| whole_units(charset, bytes).len() == bytes.len();
    // For almost all texts, validation of the first candidate is enough.
    let intact = best().find(|(_, charset, _)| is_whole(*charset) && is_text_in(*charset, bytes));
    let (_, charset, plausibility) = *intact.or_else(|| best().next())?;
    let certainty = match margin(charset, whole_units(charset, sample), bytes.len() >= PIECE) {
        CERTAIN_WIDE.. if intact.is_some() && plausibility.units >= PIECE / 4 => Certainty::Certain,
        LIKELY_WIDE.. if intact.is_some() => Certainty::Likely,
        CERTAIN_WIDE.. => Certainty::Likely,
        _ => return None,
    };
    let is_cut = without_cut_pair(charset, bytes).len() < bytes.len();
    let exact = intact.is_some() && !is_cut && !has_nul(charset, bytes);
    Some(found(charset, certainty, exact))
}

/// Returns `bytes` without an incomplete unit at the end.
fn whole_units(charset: Charset, bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() - bytes.len() % charset.width()]
}

/// Returns `bytes` without a low surrogate at the start, if they may be a piece of UTF-16.
pub(super) fn without_cut_pair(charset: Charset, bytes: &[u8]) -> &[u8] {
    let high_byte = match charset {
        Charset::Utf16Le => bytes.get(1),
        Charset::Utf16Be => bytes.first(),
        _ => None,
    };
    match high_byte {
        Some(0xDC..=0xDF) if bytes.len() >= PIECE => &bytes[2..],
        _ => bytes,
    }
}
