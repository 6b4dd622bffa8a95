//! The tables that `build.rs` generates.
//!
//! `SQUEEZE_8X8` and `SQUEEZE_8X16`, 2 and 4 KiB: for each 8-bit mask the byte shuffle that moves those of 8 bytes, or
//! of 8 units of 16 bits, whose bit is set to the front, in order, and fills the rest with zero. With mask
//! `0b0000_0101`:
//!
//! ```text
//! positions      0     1     2     3     4 ...
//! row of 8X8     0     2     zero  zero  zero ...
//! row of 8X16    0 1   4 5   zero  zero  zero ...
//! ```

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    /// What a byte shuffle with the indices `row` makes of the bytes 0, 1, 2, ...; `None` is a zero.
    fn shuffled(row: &[u8]) -> impl Iterator<Item = Option<u8>> {
        row.iter().map(|&index| (index < 0x80).then_some(index))
    }

    #[test]
    fn rows_follow_from_their_masks() {
        for mask in 0..256usize {
            let kept = (0..8).filter(|position| mask & (1 << position) != 0);
            let bytes = kept.clone().map(Some).chain(std::iter::repeat(None));
            assert!(
                shuffled(&SQUEEZE_8X8[mask]).eq(bytes.take(8)),
                "mask {mask:08b}"
            );
            let units = kept.flat_map(|position| [Some(2 * position), Some(2 * position + 1)]);
            let units = units.chain(std::iter::repeat(None));
            assert!(
                shuffled(&SQUEEZE_8X16[mask]).eq(units.take(16)),
                "mask {mask:08b}"
            );
        }
    }
}
