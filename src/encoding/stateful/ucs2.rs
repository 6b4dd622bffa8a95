//! UCS-2: two bytes per character, up to U+FFFF and without surrogates.

use super::{Bytes, Item, Shift};
use crate::CodePoint;
use crate::encoding::endian::Endian;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::scheme::{Encoded, encode_bytes};
use crate::memory::output::Output;

/// The only state, which has the byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(Endian);

impl State {
    pub(super) const LITTLE: State = State(Endian::Little);
    pub(super) const BIG: State = State(Endian::Big);
}

impl Shift for State {
    fn decode(self, src: &[u8], _: bool) -> (Item, State) {
        let item = match src {
            [first, second, ..] => match self.0.unit_16([*first, *second]) {
                0xD800..=0xDFFF => Item::malformed(ErrorKind::Surrogate, 2),
                unit => Item::Character(CodePoint(unit.into()), 2),
            },
            _ => Item::Incomplete,
        };
        (item, self)
    }

    fn encode(self, CodePoint(code_point): CodePoint, dst: &mut Output) -> (Encoded, State) {
        let encoded = match u16::try_from(code_point) {
            Ok(0xD800..=0xDFFF) | Err(_) => Encoded::Unrepresentable,
            Ok(unit) => encode_bytes(self.0.bytes_16(unit), dst),
        };
        (encoded, self)
    }

    fn end(self) -> Bytes {
        Bytes::default()
    }

    fn restarted(self) -> State {
        self
    }

    fn is_ascii(self, _: u8) -> bool {
        false
    }

    fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        match self.0.unit_16([lead, trail]) {
            0xD800..=0xDFFF => 0,
            unit => unit,
        }
    }
}
