//! Validation of UTF-8 and conversion between UTF-8, UTF-16, UTF-32 and Latin-1, in bulk, with
//! SIMD.
//!
//! One idea carries the whole interface: **an encoding is a type, a verb is a generic function**.
//! Every pair of [encodings](Encoding) gets every verb.
//!
//! ```
//! use utflane::{Utf8, Utf16, transcode, validate};
//!
//! validate::<Utf8>("snowman: ☃".as_bytes())?;
//!
//! let mut units = [0u16; 16];
//! let written = transcode::<Utf8, Utf16>("snowman: ☃".as_bytes(), &mut units)?;
//! assert_eq!(units[..written], "snowman: ☃".encode_utf16().collect::<Vec<_>>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The instruction set is chosen at run time ([`Isa`]); results never depend on it. No function
//! reads outside its input slice or writes outside its output slice, whatever the input.
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | a check | [`validate()`], [`is_valid`], [`from_utf8`], [`from_utf8_vec`], [`utf8_chunks`] |
//! | text of other encodings | [`transcode_to_string`], [`transcode_to_cow`], [`from_utf8_or`] |
//! | bytes or units for others | [`transcode_to_vec`], [`transcode_append`], [`utf16!`] |
//! | a buffer of a fixed length | [`transcode()`], [`transcode_lossy`] |
//! | lengths | [`transcoded_len`], [`lossy_len`], [`max_len`], [`char_count`], [`measure()`] |
//! | positions | [`converted_index`], [`original_index`] |
//! | chunks | [`stream::Validator`], [`stream::Utf8Pieces`], [`stream::TextDecoder`], [`stream::Transcoder`] |
//! | readers and writers | [`io::Reader`], [`io::Writer`] |
//! | columns | [`validate_column`], [`transcode_rows`], [`rows`] |
//! | encodings by name | [`Charset`], [`Pair`], [`stream::AnyTranscoder`] |
//! | what a text is in | [`Bom::sniff`], [`detect()`], [`repair_mojibake`] |
//! | the CPU | [`Isa`], [`block`] |
//!
//! # Errors
//!
//! A strict conversion stops at the first character that it cannot convert, says where and why
//! ([`TranscodeError`]), and what it has written is whole characters: it can be resumed. A lossy
//! one writes U+FFFD once for each maximal part of a malformed sequence, as the WHATWG Encoding
//! Standard and the standard library do, or `?` where the target does not have it.
//!
//! ```
//! use utflane::{Latin1, Reason, Utf8, transcode_lossy_to_vec, transcode_to_vec};
//!
//! let error = transcode_to_vec::<Utf8, Latin1>("10 €".as_bytes()).unwrap_err();
//! assert_eq!((error.read(), error.reason()), (3, Reason::Unrepresentable('€'.into())));
//! assert_eq!(transcode_lossy_to_vec::<Utf8, Latin1>("10 €".as_bytes()), b"10 ?");
//! ```
//!
//! # Features
//!
//! All but the last three lines are on by default. Without any there is validation of UTF-8.
//!
//! - `std`: detection of CPU features through the standard library, and with `charset` the module
//!   `io`; implies `alloc`.
//! - `alloc`: the verbs that return a `Vec` and the helpers that return owned text.
//! - `convert`: UTF-16, UTF-32, Latin-1 and ASCII; conversion, lengths, positions and literals.
//! - `charset`: encodings that are chosen at run time, [`Pair`] and the verbs of [`Charset`].
//! - `code-pages`, `variants`: the encodings of [`code_page`], and those that are variants of UTF-8,
//!   UTF-16 and UTF-32.
//! - `rows`, `detect`: columns of text; [`detect()`] and [`repair_mojibake`].
//! - `utf-32`: the kernels of UTF-32, whose text is otherwise converted a character at a time.
//! - `full`: `charset` and all after it, for `default-features = false`.
//! - `parallel`: the verbs that use several threads; depends on [rayon](https://docs.rs/rayon).
//! - `multibyte`: [`ShiftJis`], [`EucJp`], [`EucKr`], [`Gbk`], [`Gb18030`] and [`Big5`], and as a
//!   [`Charset`] ISO-2022-JP. (`legacy` is an older name for it and `charset`.)
//! - `tokio`, `futures`: readers for asynchronous programs, in [`io`].
//!
//! Without `std` the instruction set is still chosen at run time.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Other targets and features need fewer vector operations and tables, or none; these show what
// nobody needs.
#![cfg_attr(
    not(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        feature = "full",
        feature = "multibyte"
    )),
    allow(unused, unreachable_pub)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod block;
mod buffer;
mod convert;
#[cfg(feature = "detect")]
mod detect;
mod encoding;
mod error;
#[cfg(all(feature = "std", feature = "charset"))]
pub mod io;
mod kernels;
#[cfg(feature = "convert")]
pub mod literal;
#[cfg(feature = "rows")]
pub mod rows;
pub mod stream;
mod text;

// The package `utflane-proofs` is this library with one more module: it runs these algorithms over
// terms, and proves what becomes of them.
#[cfg(feature = "proofs")]
#[path = "../proofs/src/lib.rs"]
pub mod proofs;

#[cfg(feature = "convert")]
pub use buffer::memory::{unit_bytes, unit_bytes_mut};
#[cfg(feature = "charset")]
pub use convert::Pair;
#[cfg(feature = "parallel")]
pub use convert::parallel::{par_transcode_to_vec, par_validate};
pub use convert::verbs::*;
#[cfg(all(feature = "detect", feature = "alloc"))]
pub use detect::mojibake::repair_mojibake;
#[cfg(feature = "detect")]
pub use detect::{Certainty, Detection, detect};
#[cfg(feature = "convert")]
pub use encoding::bom::Bom;
#[cfg(feature = "code-pages")]
pub use encoding::code_page;
pub use encoding::code_point::CodePoint;
#[cfg(feature = "multibyte")]
pub use encoding::multibyte::{Big5, EucJp, EucKr, Gb18030, Gbk, ShiftJis};
#[cfg(feature = "convert")]
pub use encoding::{Ascii, Latin1, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
#[cfg(feature = "variants")]
pub use encoding::{Cesu8, JdkUtf8, Mutf8, Rfc2279, Ucs4, Wtf8, Wtf16};
pub use encoding::{Charset, Encoding, UnknownCharset, Utf8};
pub use error::{DecodeError, ErrorKind, Reason, TranscodeError};
pub use kernels::isa::Isa;
#[cfg(all(feature = "rows", feature = "alloc"))]
pub use rows::column::transcode_rows_to_vec;
#[cfg(feature = "rows")]
pub use rows::column::{
    ColumnError, ColumnReason, Offset, malformed_rows, transcode_rows, validate_column,
    validate_rows,
};
#[cfg(all(feature = "charset", feature = "alloc"))]
pub use stream::fallback::from_utf8_or;
#[cfg(feature = "alloc")]
pub use text::{FromUtf8Error, from_utf8_vec};
pub use text::{Utf8Chunk, Utf8Chunks, from_utf8, from_utf8_mut, utf8_chunks};
#[cfg(feature = "convert")]
pub use text::{cmp_code_points, first_noncharacter, make_well_formed_utf16};
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use text::{
    encode_utf16, from_latin1, from_utf8_lossy, from_utf16, from_utf16_lossy, from_utf16be,
    from_utf16be_lossy, from_utf16le, from_utf16le_lossy, transcode_lossy_to_cow, transcode_to_cow,
};
#[cfg(all(feature = "variants", feature = "alloc"))]
pub use text::{
    from_cesu8, from_cesu8_lossy, from_mutf8, from_mutf8_lossy, from_wtf8, from_wtf8_lossy,
    to_cesu8, to_mutf8, to_wtf8,
};

/// The examples of the README and of the documents, as tests.
#[cfg(doctest)]
mod documents {
    #[cfg(feature = "std")]
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[cfg(feature = "std")]
    #[doc = include_str!("../docs/tour.md")]
    struct Tour;

    #[cfg(feature = "std")]
    #[doc = include_str!("../docs/encodings.md")]
    struct Encodings;

    #[cfg(feature = "std")]
    #[doc = include_str!("../docs/migration.md")]
    struct Migration;

    #[cfg(all(feature = "tokio", feature = "std"))]
    #[doc = include_str!("../docs/recipes.md")]
    struct Recipes;
}
