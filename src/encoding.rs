//! The encodings as types.
//!
//! The Unicode Standard (section 3.9 and 3.10) tells an encoding *form*, a sequence of code units
//! in native order, from an encoding *scheme*, a sequence of bytes. In memory a form is its scheme
//! in the byte order of the machine, so every encoding names the [`Scheme`] whose kernels do its
//! work.
#![forbid(unsafe_code)]

use crate::Charset;
use crate::endian::{Big, Little, Native};
use crate::scheme::{self, Form, Scheme, Utf8Family};
use core::fmt::Debug;

/// A character encoding: a zero-sized type that the verbs take as a parameter.
///
/// The trait is sealed. `S: Encoding, D: Encoding` are the only bounds that a verb needs:
///
/// ```
/// use utflane::{Encoding, Latin1, TranscodeError, Utf8, transcode_to_vec};
///
/// fn convert<S: Encoding, D: Encoding>(src: &[S::Unit]) -> Result<Vec<D::Unit>, TranscodeError> {
///     transcode_to_vec::<S, D>(src)
/// }
/// assert_eq!(convert::<Latin1, Utf8>(b"caf\xe9").unwrap(), "café".as_bytes());
/// assert_eq!(Utf8::NAME, "UTF-8");
/// ```
pub trait Encoding: sealed::Sealed + Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// The code unit: `u8`, `u16` or `u32`. Lengths and positions of this encoding count these.
    type Unit: sealed::Unit + Copy + Default + Eq + Debug + Send + Sync + 'static;

    /// The name in the field's usual spelling (IANA's for the encoding schemes).
    const NAME: &'static str;
}

pub(crate) mod sealed {
    use crate::scheme::Scheme;

    /// The private part of an encoding.
    pub trait Sealed {
        /// The encoding scheme of the text as bytes.
        type Scheme: Scheme;
        /// That scheme as a value, which says what the type alone does not.
        const SCHEME: Self::Scheme;
        /// The encoding as a value, for errors.
        const ID: super::EncodingId;
    }

    /// Integers without padding, any bytes of which make a value: `u8`, `u16` and `u32`.
    pub trait Unit {}
    impl Unit for u8 {}
    impl Unit for u16 {}
    impl Unit for u32 {}
}

/// The name of a code page or a legacy encoding as error texts spell it.
const fn charset_name(charset: Charset) -> &'static str {
    match (charset.page(), charset.legacy()) {
        (Some(page), _) => page.lower_name,
        (None, Some(legacy)) => legacy.lower_name,
        (None, None) => charset.name(),
    }
}

macro_rules! encoding_ids {
    ($($name:ident: $unit:ty, $text:literal, $lower:literal;)*) => {
        /// An encoding as a value, which an error contains to name it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EncodingId {
            $(#[doc = $text] $name,)*
            /// A code page or a legacy encoding.
            Charset(Charset),
        }

        impl EncodingId {
            /// The name as error texts spell it.
            pub(crate) const fn lower_name(self) -> &'static str {
                match self {
                    $(EncodingId::$name => $lower,)*
                    EncodingId::Charset(charset) => charset_name(charset),
                }
            }

            /// Whether its units are wider than bytes.
            pub(crate) const fn is_form(self) -> bool {
                match self {
                    $(EncodingId::$name => size_of::<$unit>() > 1,)*
                    EncodingId::Charset(_) => false,
                }
            }
        }
    };
}

macro_rules! encodings {
    ($(
        $(#[$doc:meta])*
        $name:ident: $unit:ty, $scheme:ty = $value:expr, $text:literal, $lower:literal;
    )*) => {
        encoding_ids! { $($name: $unit, $text, $lower;)* }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name;

            impl sealed::Sealed for $name {
                type Scheme = $scheme;
                const SCHEME: $scheme = $value;
                const ID: EncodingId = EncodingId::$name;
            }

            impl Encoding for $name {
                type Unit = $unit;
                const NAME: &'static str = $text;
            }

            const _: () = {
                let unit = size_of::<$unit>();
                assert!(unit == 1 || unit == <$scheme>::WIDTH);
            };
        )*
    };
}

encodings! {
    /// UTF-8 as RFC 3629 defines it: shortest form only, no surrogates, nothing above U+10FFFF.
    Utf8: u8, scheme::Utf8 = scheme::Utf8::NEW, "UTF-8", "utf-8";
    /// UTF-16, the encoding form: `u16` units in native order.
    Utf16: u16, scheme::Utf16<Native> = scheme::Utf16::NEW, "UTF-16", "utf-16";
    /// UTF-16LE, the encoding scheme: little-endian bytes at any alignment.
    Utf16Le: u8, scheme::Utf16<Little> = scheme::Utf16::NEW, "UTF-16LE", "utf-16le";
    /// UTF-16BE, the encoding scheme: big-endian bytes at any alignment.
    Utf16Be: u8, scheme::Utf16<Big> = scheme::Utf16::NEW, "UTF-16BE", "utf-16be";
    /// UTF-32, the encoding form: `u32` units in native order.
    Utf32: u32, scheme::Utf32<Native> = scheme::Utf32::NEW, "UTF-32", "utf-32";
    /// UTF-32LE, the encoding scheme: little-endian bytes at any alignment.
    Utf32Le: u8, scheme::Utf32<Little> = scheme::Utf32::NEW, "UTF-32LE", "utf-32le";
    /// UTF-32BE, the encoding scheme: big-endian bytes at any alignment.
    Utf32Be: u8, scheme::Utf32<Big> = scheme::Utf32::NEW, "UTF-32BE", "utf-32be";
    /// ISO 8859-1: each byte is the code point of the same number. This is not windows-1252.
    Latin1: u8, scheme::Latin1 = scheme::Latin1::NEW, "ISO-8859-1", "iso-8859-1";
    /// US-ASCII: bytes below 0x80.
    Ascii: u8, scheme::Ascii = scheme::Ascii::NEW, "US-ASCII", "us-ascii";
    /// WTF-8: UTF-8 that may also hold lone surrogates, in three bytes each. A high surrogate
    /// before a low one is malformed: together they are one character of four bytes.
    Wtf8: u8, Utf8Family = Utf8Family(Form::Wtf8), "WTF-8", "wtf-8";
    /// WTF-16: any sequence of `u16` units, as in strings of Windows, Java and JavaScript; never
    /// malformed. Surrogates that are no pair are code points.
    Wtf16: u16, scheme::Wtf16 = scheme::Wtf16::NEW, "WTF-16", "wtf-16";
    /// CESU-8 (Unicode Technical Report 26): UTF-8 but for characters above U+FFFF, which are two
    /// surrogates of three bytes each.
    Cesu8: u8, Utf8Family = Utf8Family(Form::Cesu8), "CESU-8", "cesu-8";
    /// MUTF-8, the JVM's modified UTF-8, as in class files, JNI and DEX: CESU-8 in which U+0000 is
    /// `C0 80` and lone surrogates are allowed.
    Mutf8: u8, Utf8Family = Utf8Family(Form::Mutf8), "MUTF-8", "mutf-8";
    /// UTF-8 as RFC 2279 had it: up to six bytes, U+0000 to U+7FFFFFFF, without surrogates.
    Rfc2279: u8, Utf8Family = Utf8Family(Form::Rfc2279), "UTF-8 (RFC 2279)", "utf-8 (rfc 2279)";
    /// UCS-4: `u32` units in native order, up to 7FFFFFFF, without surrogates.
    Ucs4: u32, scheme::Ucs4 = scheme::Ucs4::NEW, "UCS-4", "ucs-4";
    /// UTF-8 with the malformed sequences of the JDK (`new String(bytes, UTF_8)`): a surrogate of
    /// three bytes is one, and so is what is left of it where it is cut off. The same text is
    /// well-formed as in [`Utf8`](struct@Utf8), but lossy conversion writes U+FFFD as often as Java
    /// does.
    JdkUtf8: u8, Utf8Family = Utf8Family(Form::Jdk), "UTF-8 (JDK)", "utf-8 (jdk)";
}

/// Bytes per unit of `E`: 1 for UTF-8, Latin-1, ASCII and the encoding schemes, 2 or 4 for the
/// forms.
pub(crate) const fn unit_size<E: Encoding>() -> usize {
    size_of::<E::Unit>()
}
