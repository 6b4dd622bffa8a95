//! Validates UTF-8 and converts between UTF-8, UTF-16, UTF-32, Latin-1, code pages and legacy
//! multi-byte encodings, in bulk, with SIMD.
//!
//! **An encoding is a type, and an operation is a generic function over encodings.** Validation
//! works with every [encoding](Encoding), and conversion with every pair of encodings.
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
//! The library chooses an instruction set at run time ([`Isa`]). Results do not depend on it. No
//! function reads outside its input slice or writes outside its output slice, whatever the input
//! contains.
//!
//! # Which function?
//!
//! | to | use |
//! |---|---|
//! | check text | [`validate()`], [`is_valid`], [`from_utf8`], [`from_utf8_vec`], [`utf8_chunks`] |
//! | convert to a `String` or `str` | [`transcode_to_string`], [`transcode_to_cow`], [`from_utf8_or`] |
//! | convert to a `Vec` of another encoding | [`transcode_to_vec`], [`transcode_append`], [`utf16!`] |
//! | convert into a buffer of fixed length | [`transcode()`], [`transcode_lossy`] |
//! | compute lengths | [`transcoded_len`], [`lossy_len`], [`max_len`], [`char_count`], [`measure()`] |
//! | map positions | [`converted_index`], [`original_index`] |
//! | process a stream in chunks | [`stream::Validator`], [`stream::Utf8Pieces`], [`stream::TextDecoder`], [`stream::Transcoder`] |
//! | wrap a reader or writer | [`io::Reader`], [`io::Writer`] |
//! | process columns of a table | [`validate_rows`], [`transcode_rows`], [`rows`] |
//! | choose encodings by name | [`Charset`], [`Pair`], [`stream::AnyTranscoder`] |
//! | find out the encoding of text | [`Bom::sniff`], [`detect()`]; `detect_any` with the feature `detect-legacy` |
//! | undo a wrong conversion | [`repair_mojibake`] |
//! | choose an instruction set | [`Isa`], [`block`] |
//!
//! # Errors
//!
//! A strict conversion stops at the first character that it cannot convert. Its error,
//! [`TranscodeError`], gives the position and the reason. Everything written before it is complete
//! characters, so you can resume the conversion there. For malformed text, the format `{:#}` of
//! an error also prints the rule that the text breaks, and the malformed bytes.
//!
//! A lossy conversion writes one U+FFFD for each maximal subpart of a malformed sequence, as the
//! WHATWG Encoding Standard and the standard library do. If the target cannot represent U+FFFD, it
//! writes `?`.
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
//! `std` and `full` are on by default. Without any feature, the library validates UTF-8.
//!
//! - `std`: detects CPU features through the standard library, and adds the module `io` if
//!   `charset` is on. Implies `alloc`.
//! - `alloc`: functions that return a `Vec`, a `String` or a `Cow`.
//! - `convert`: UTF-16, UTF-32, Latin-1 and ASCII; conversions, lengths, positions and literals.
//! - `charset`: encodings that are chosen at run time, through [`Charset`] and [`Pair`].
//! - `code-pages`: the legacy single-byte encodings in [`code_page`].
//! - `more-code-pages`: 41 rare code pages, such as EBCDIC of more countries. Not part of `full`.
//! - `variants`: variants of UTF-8, UTF-16 and UTF-32, such as WTF-8 and CESU-8.
//! - `rows`: columns of text.
//! - `detect`: [`detect()`] and [`repair_mojibake`].
//! - `detect-legacy`: `detect_any`, which also detects legacy encodings. Its tables add 43 KiB.
//! - `utf-32`: SIMD kernels for UTF-32. Without it, UTF-32 is converted one character at a time.
//! - `full`: `convert`, `charset`, `code-pages`, `variants`, `rows`, `detect` and `utf-32`.
//! - `parallel`: functions that use several threads. Depends on
//!   [rayon](https://docs.rs/rayon).
//! - `multibyte`: the legacy multi-byte encodings `ShiftJis`, `EucJp`, `EucKr`, `Gbk`, `Gb18030`
//!   and `Big5`; with `charset`, also the [`Charset`] ISO-2022-JP.
//! - `more-charsets`: UTF-7, HZ, ISO-2022-KR, UCS-2 and other encodings as values of [`Charset`].
//!   Implies `charset`, `code-pages` and `multibyte`.
//! - `tokio`, `futures`: readers for asynchronous programs, in [`io`].
//!
//! The library also chooses an instruction set at run time without `std`.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// With fewer features, the documentation names items that do not exist.
#![cfg_attr(
    not(all(feature = "std", feature = "full")),
    allow(rustdoc::broken_intra_doc_links)
)]
// On other targets or with fewer features, some vector operations and tables are unused. This
// configuration uses all of them, so it reports dead code.
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
mod convert;
#[cfg(feature = "detect")]
mod detect;
mod encoding;
mod error;
#[cfg(all(feature = "std", feature = "charset"))]
pub mod io;
mod kernels;
#[cfg(feature = "convert")]
#[doc(hidden)]
pub mod literal;
mod memory;
#[cfg(feature = "rows")]
pub mod rows;
mod simd;
pub mod stream;
mod text;

// The package `utflane-proofs` compiles this library with one more module. It runs the algorithms
// over symbolic terms and proves properties of their results.
#[cfg(feature = "proofs")]
#[path = "../proofs/src/lib.rs"]
pub mod proofs;

#[cfg(feature = "charset")]
pub use convert::Pair;
#[cfg(feature = "parallel")]
pub use convert::parallel::{par_transcode_to_vec, par_validate};
pub use convert::verbs::*;
#[cfg(feature = "detect-legacy")]
pub use detect::legacy::{AnyDetection, Mixed, detect_any};
#[cfg(all(feature = "detect", feature = "alloc"))]
pub use detect::mojibake::{MojibakeRepair, mojibake_repairs, repair_mojibake};
#[cfg(feature = "detect")]
#[doc(hidden)]
pub use detect::text_bits as __text_bits;
#[cfg(feature = "detect")]
pub use detect::{Certainty, Detection, detect};
#[cfg(feature = "charset")]
pub use encoding::UnknownCharset;
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
pub use encoding::{Charset, Encoding, Utf8};
#[cfg(feature = "convert")]
pub use error::TranscodeError;
pub use error::{DecodeError, ErrorKind, Reason};
#[cfg(feature = "convert")]
pub use memory::{unit_bytes, unit_bytes_mut};
#[cfg(all(feature = "rows", feature = "alloc"))]
pub use rows::column::transcode_rows_to_vec;
#[cfg(feature = "rows")]
pub use rows::column::{
    ColumnError, ColumnReason, Offset, malformed_rows, transcode_rows, validate_rows,
};
pub use simd::isa::Isa;
#[cfg(all(feature = "charset", feature = "alloc"))]
pub use stream::fallback::from_utf8_or;
#[cfg(all(feature = "variants", feature = "alloc"))]
pub use text::variants;
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

/// Runs the examples in the README and in `docs/` as tests.
#[cfg(all(doctest, feature = "std"))]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/tour.md")]
    struct Tour;

    #[doc = include_str!("../docs/encodings.md")]
    struct Encodings;

    #[doc = include_str!("../docs/migration.md")]
    struct Migration;

    #[cfg(feature = "tokio")]
    #[doc = include_str!("../docs/recipes.md")]
    struct Recipes;
}
