//! The encoding schemes: what an encoding is in terms of bytes, and which kernel converts each pair.
//!
//! A scheme knows how to decode and to encode one character: everything that is exact (ends, errors, lossy text) is
//! built on that. For bulk work it names the kernel: [`Scheme::convert`] asks the source, which asks the target
//! (`from_utf8`, `from_utf16`, ...), so that each pair finds its kernel at compile time. Schemes that differ in no more
//! than a [`Form`] share it.

mod single_byte;
mod utf16;
mod utf32;
mod utf8;

pub(crate) use single_byte::{Ascii, Latin1};
pub(crate) use utf8::Utf8;
pub(crate) use utf16::{Utf16, bytes16, count_lossy_utf16};
pub(crate) use utf32::{Utf32, bytes32};

use crate::error::ErrorKind;
use crate::kernels::{Form, Kernels, Mode, Progress};
use core::mem::MaybeUninit;

/// The malformed sequence at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    pub(crate) kind: ErrorKind,
    /// In bytes; `None` if it is a beginning that the end of the input cuts off.
    pub(crate) len: Option<u8>,
}

/// What became of encoding a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// So many bytes were written.
    Written(usize),
    /// It does not fit; nothing was written.
    Full,
    /// The encoding does not have it; nothing was written.
    Unrepresentable,
}

/// Bytes of output, possibly not yet initialised.
pub(crate) type Output = [MaybeUninit<u8>];

/// Least significant byte first.
pub(crate) const LITTLE: bool = false;
/// Most significant byte first.
pub(crate) const BIG: bool = true;

/// An encoding scheme.
pub trait Scheme: Copy + 'static {
    /// Bytes of a code unit.
    const WIDTH: usize;
    /// The row or column of this scheme in the tables of kernels.
    const INDEX: usize;
    /// The scheme that stands for those that share its kernels.
    type Family: Scheme;
    /// What tells the scheme from others of its family.
    const FORM: Form;
    /// Which of the lengths of a text counts its units in this scheme.
    const LENGTH: Length;
    /// Whether the scheme has every Unicode character.
    const UNIVERSAL: bool;
    /// What lossy conversion writes for what it cannot convert.
    const REPLACEMENT: char = if Self::UNIVERSAL {
        char::REPLACEMENT_CHARACTER
    } else {
        '?'
    };

    /// The first character of `src`, which is not empty, and its length in bytes.
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed>;

    /// Writes `character` to the beginning of `dst`.
    fn put(character: char, dst: &mut Output) -> Put;

    /// The first 8 characters of `src` if they are there and all are ASCII.
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]>;

    /// Writes a few ASCII characters if there is room.
    fn put_ascii<const N: usize>(block: [u8; N], dst: &mut Output) -> Option<usize>;

    /// Bytes of the incomplete character at the end of `src`.
    fn incomplete_tail(src: &[u8]) -> usize;

    /// Bytes of well-formed text at the start of `src`, in the form `form`.
    fn validate<K: Kernels>(kernels: K, src: &[u8], form: Form) -> usize;

    /// What the code unit with the bytes `unit` adds to the length of the text.
    fn count_unit(unit: &[u8], length: Length) -> usize;

    /// Units of the conversion of a part of `src`, in the form `form`, to a scheme with the length `D::LENGTH`.
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8], form: Form) -> Progress;

    /// Converts from the form `from` to the form `to` of `D`.
    fn convert<K: Kernels, D: Scheme>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: Form,
        to: Form,
    ) -> Progress;

    /// Converts from UTF-8 to the form `to`.
    fn from_utf8<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        mode: Mode,
        to: Form,
    ) -> Progress;

    /// Converts from UTF-16 in the byte order `from` to the form `to`.
    fn from_utf16<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress;

    /// Converts from UTF-32 in the byte order `from` to the form `to`.
    fn from_utf32<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress;

    /// Converts from single bytes, up to and including `limit`, to the form `to`.
    fn from_single_byte<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        limit: u8,
        to: Form,
    ) -> Progress;
}

/// The ways to count the units of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16.
    Utf16,
    /// Characters: units of UTF-32, Latin-1 and ASCII.
    Characters,
}

/// Writes `bytes` to the beginning of `dst`.
#[inline(always)]
pub(crate) fn put_bytes<const N: usize>(bytes: [u8; N], dst: &mut Output) -> Put {
    match dst.first_chunk_mut::<N>() {
        Some(room) => {
            *room = bytes.map(MaybeUninit::new);
            Put::Written(N)
        }
        None => Put::Full,
    }
}

impl Malformed {
    /// A malformed sequence of `len` bytes.
    #[inline(always)]
    fn new(kind: ErrorKind, len: u8) -> Self {
        Malformed {
            kind,
            len: Some(len),
        }
    }

    const INCOMPLETE: Malformed = Malformed {
        kind: ErrorKind::Incomplete,
        len: None,
    };
}

/// Whether `byte` is a continuation byte of UTF-8 (80..BF).
#[inline(always)]
pub(crate) const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
