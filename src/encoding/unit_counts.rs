//! Bounds on the number of code units of a character, by encoding and code point.
//!
//! For some pairs of encodings, the bounds show that a conversion makes no character longer, or
//! that it makes none shorter. If such a conversion does not change the length of a text, it
//! changes the length of no character. For other pairs, the lengths of two characters can change in
//! opposite directions:
//!
//! ```text
//!               UTF-8      GB18030
//! U+4E2D  中    3 bytes    2 bytes    shorter
//! U+00DF  ß     2 bytes    4 bytes    longer
//! ```

use super::{Charset, Class};

/// The first code points of ranges. All characters of a range have the same number of units in
/// UTF-8, UTF-16, UTF-32 and their variants. (U+0000 has two bytes in MUTF-8.)
pub(crate) const RANGES: [u32; 8] = [
    0, 1, 0x80, 0x800, 0x1_0000, 0x11_0000, 0x20_0000, 0x400_0000,
];

/// The minimum and maximum number of code units of a character in each [range](RANGES).
pub(crate) struct UnitCounts {
    pub(crate) least: [u8; RANGES.len()],
    pub(crate) most: [u8; RANGES.len()],
}

impl UnitCounts {
    /// The counts of a range without characters. They make every comparison false.
    pub(super) const NONE: [u8; 2] = [u8::MAX, 0];

    /// Creates counts that are the same for all characters of a range.
    const fn of(most: [u8; RANGES.len()]) -> Self {
        UnitCounts { least: most, most }
    }

    /// Creates the counts of a multi-byte encoding, which includes ASCII: `others` is for other
    /// characters up to U+FFFF, and `supplementary` is for characters above.
    pub(super) const fn of_multibyte(others: [u8; 2], supplementary: [u8; 2]) -> Self {
        let (mut least, mut most) = ([1; RANGES.len()], [1; RANGES.len()]);
        let mut range = 2;
        while range < RANGES.len() {
            [least[range], most[range]] = match RANGES[range] {
                0..0x1_0000 => others,
                0x1_0000..0x11_0000 => supplementary,
                _ => Self::NONE,
            };
            range += 1;
        }
        UnitCounts { least, most }
    }
}

impl Charset {
    /// Returns the numbers of code units of the characters of this encoding. A sequence of Big5
    /// that is two code points counts as two characters of one byte.
    pub(crate) const fn unit_counts(self) -> &'static UnitCounts {
        match self.class() {
            Class::Utf8Family if self.form().has_long_nul() => {
                const { &UnitCounts::of([2, 1, 2, 3, 6, 4, 5, 6]) }
            }
            Class::Utf8Family if self.form().has_pairs() => {
                const { &UnitCounts::of([1, 1, 2, 3, 6, 4, 5, 6]) }
            }
            Class::Utf8 | Class::Utf8Family => const { &UnitCounts::of([1, 1, 2, 3, 4, 4, 5, 6]) },
            Class::Utf16Le | Class::Utf16Be | Class::Wtf16 => {
                const { &UnitCounts::of([1, 1, 1, 1, 2, 2, 2, 2]) }
            }
            Class::Multibyte => self.multibyte_counts(),
            _ => const { &UnitCounts::of([1; RANGES.len()]) },
        }
    }

    /// Returns whether a conversion to `target` makes no character longer, in code units, or makes
    /// none shorter. Returns `false` if this is unknown.
    pub(crate) const fn lengths_change_one_way(self, target: Charset) -> bool {
        let (before, after) = (self.unit_counts(), target.unit_counts());
        let (mut is_longer, mut is_shorter) = (false, false);
        let mut range = 0;
        while range < RANGES.len() {
            is_longer |= after.most[range] > before.least[range];
            is_shorter |= after.least[range] < before.most[range];
            range += 1;
        }
        !(is_longer && is_shorter)
    }
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use super::RANGES;
    use crate::encoding::scheme::Encoded;
    use crate::memory;
    use crate::{Charset, CodePoint};
    use std::prelude::v1::*;

    /// Asserts that the length of a character is within the bounds.
    fn check(charset: Charset, code_point: CodePoint, bytes: usize) {
        let range = RANGES.partition_point(|&start| start <= code_point.0) - 1;
        let units = bytes / charset.class().width();
        let counts = charset.unit_counts();
        let [least, most] = [counts.least, counts.most].map(|counts| usize::from(counts[range]));
        let is_within = (least..=most).contains(&units);
        assert!(is_within, "{charset}: {code_point} has {units}");
    }

    /// Returns code points near the borders of all ranges, and all code points up to U+20FFF.
    fn code_points() -> impl Iterator<Item = CodePoint> {
        let near = |start: u32| (start.saturating_sub(3)..start + 3).chain(start..start + 1000);
        let borders = RANGES.into_iter().chain([0x10_FF00, 0x7FFF_F000]);
        (0..0x2_1000).chain(borders.flat_map(near)).map(CodePoint)
    }

    /// Returns all sequences of the multi-byte encodings, except some of four bytes.
    fn sequences(charset: Charset) -> Vec<Vec<u8>> {
        let single = (0..=0xFF).map(|byte| vec![byte]);
        let pairs = (0x8000..=0xFFFF_u16).map(u16::to_be_bytes);
        let longer = pairs.clone().filter(|pair| pair[1] >= 0x80);
        let of_three = longer.map(|pair| [b"\x8F", &pair[..]].concat());
        let all = single
            .chain(pairs.map(|pair| pair.to_vec()))
            .chain(of_three);
        let pointers = (0..1_587_600_u32).step_by(if charset.has_four_bytes() { 1 } else { 7 });
        let of_four = pointers.map(|pointer| {
            let [lead, digit, third] = [12600, 1260, 10].map(|step| pointer / step);
            let [third, digit] = [third % 126, digit % 10];
            [0x81 + lead, 0x30 + digit, 0x81 + third, 0x30 + pointer % 10]
                .map(|byte| byte as u8)
                .to_vec()
        });
        if charset.unit_counts().most.contains(&4) {
            return all.chain(of_four).collect();
        }
        all.collect()
    }

    #[test]
    fn characters_are_within_the_bounds() {
        for charset in Charset::ALL {
            if charset.is_stateful() || charset.is_code_page() {
                continue;
            }
            for code_point in code_points() {
                let mut bytes = [0_u8; 8];
                let encoded = charset.encode(code_point, memory::output(&mut bytes));
                let Encoded::Written(len) = encoded else {
                    continue;
                };
                check(charset, code_point, len);
            }
            if charset.multibyte().is_none() {
                continue;
            }
            for bytes in sequences(charset) {
                let Ok((code_point, len)) = charset.decode(&bytes) else {
                    continue;
                };
                match code_point.two() {
                    Some(two) => two.map(|one| check(charset, one, len / 2)),
                    None => [code_point; 2].map(|one| check(charset, one, len)),
                };
            }
        }
    }

    #[test]
    fn lengths_change_both_ways_in_multi_byte_encodings_only() {
        for source in Charset::ALL {
            for target in Charset::ALL {
                let is_multibyte = source.is_multibyte() || target.is_multibyte();
                assert!(is_multibyte || source.lengths_change_one_way(target));
            }
        }
    }

    #[test]
    #[cfg(feature = "multibyte")]
    fn pairs_whose_lengths_change_both_ways() {
        use Charset::*;
        for [one, other] in [
            [Gbk, Utf8],
            [Gb18030, Utf8],
            [EucJp, Utf8],
            [Gb18030, Cesu8],
        ] {
            assert!(!one.lengths_change_one_way(other), "{one} to {other}");
            assert!(!other.lengths_change_one_way(one), "{other} to {one}");
        }
        for one in [Gbk, Gb18030, Big5, ShiftJis, EucJp, EucKr] {
            for other in [Utf16Le, Utf32Be, Latin1, Windows1252] {
                assert!(one.lengths_change_one_way(other), "{one} to {other}");
                assert!(other.lengths_change_one_way(one), "{other} to {one}");
            }
        }
        for one in [Big5, ShiftJis, EucKr] {
            assert!(one.lengths_change_one_way(Utf8) && Utf8.lengths_change_one_way(one));
        }
    }
}
