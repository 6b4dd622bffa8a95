//! UTF-8 in which characters above U+FFFF may also be encoded as in CESU-8: as two surrogates of
//! three bytes each. Exports of databases contain both.
//!
//! ```text
//! F0 9F 99 88    ED A0 BD ED B9 88        both are U+1F648
//! ```
//!
//! Everything else is as in UTF-8: an unpaired surrogate is malformed. The encoder writes UTF-8.

use super::{Bytes, Item, Shift};
use crate::CodePoint;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, Scheme, Utf8, Utf8Family, Utf8Form};
use crate::memory::output::Output;

/// The only state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State;

impl Shift for State {
    fn decode(self, src: &[u8], _: bool) -> (Item, State) {
        let decoded = match src {
            [] => Err(Malformed::INCOMPLETE),
            [0xED, 0xA0..=0xBF, ..] => Utf8Family(Utf8Form::Cesu8).decode(src),
            _ => Utf8::NEW.decode(src),
        };
        (Item::from_decoded(decoded), State)
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, State) {
        (Utf8::NEW.encode(code_point, dst), State)
    }

    fn end(self) -> Bytes {
        Bytes::default()
    }

    fn restarted(self) -> State {
        State
    }

    fn is_ascii(self, byte: u8) -> bool {
        byte < 0x80
    }
}
