//! The types of the interface, as the header has them.
#![allow(non_camel_case_types, reason = "names of C")]

/// An encoding. The values are part of the interface: none ever changes, new ones follow.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_encoding {
    /// No encoding: the answer where none is known.
    UTFLANE_NONE = 0,
    /// UTF-8.
    UTFLANE_UTF8 = 1,
    /// UTF-16 in the byte order of the machine, in units of 2 bytes.
    UTFLANE_UTF16 = 2,
    /// UTF-16, little-endian, in bytes.
    UTFLANE_UTF16LE = 3,
    /// UTF-16, big-endian, in bytes.
    UTFLANE_UTF16BE = 4,
    /// UTF-32 in the byte order of the machine, in units of 4 bytes.
    UTFLANE_UTF32 = 5,
    /// UTF-32, little-endian, in bytes.
    UTFLANE_UTF32LE = 6,
    /// UTF-32, big-endian, in bytes.
    UTFLANE_UTF32BE = 7,
    /// ISO-8859-1, which is not windows-1252.
    UTFLANE_LATIN1 = 8,
    /// US-ASCII.
    UTFLANE_ASCII = 9,
    /// WTF-8: UTF-8 with lone surrogates.
    UTFLANE_WTF8 = 10,
    /// WTF-16: any units of 2 bytes, as in strings of Windows, Java and JavaScript.
    UTFLANE_WTF16 = 11,
    /// CESU-8: characters above U+FFFF as two surrogates of 3 bytes.
    UTFLANE_CESU8 = 12,
    /// MUTF-8: the JVM's modified UTF-8.
    UTFLANE_MUTF8 = 13,
    /// UTF-8 of RFC 2279: up to 6 bytes, U+0000 to U+7FFFFFFF.
    UTFLANE_RFC2279 = 14,
    /// UCS-4: its values in units of 4 bytes.
    UTFLANE_UCS4 = 15,
    /// UTF-8 whose malformed sequences are those of Java.
    UTFLANE_JDK_UTF8 = 16,
    /// KOI8-R.
    UTFLANE_KOI8_R = 32,
    /// KOI8-U.
    UTFLANE_KOI8_U = 33,
    /// macintosh.
    UTFLANE_MACINTOSH = 34,
    /// windows-874.
    UTFLANE_WINDOWS_874 = 35,
    /// windows-1250.
    UTFLANE_WINDOWS_1250 = 36,
    /// windows-1251.
    UTFLANE_WINDOWS_1251 = 37,
    /// windows-1252.
    UTFLANE_WINDOWS_1252 = 38,
    /// windows-1253.
    UTFLANE_WINDOWS_1253 = 39,
    /// windows-1254.
    UTFLANE_WINDOWS_1254 = 40,
    /// windows-1255.
    UTFLANE_WINDOWS_1255 = 41,
    /// windows-1256.
    UTFLANE_WINDOWS_1256 = 42,
    /// windows-1257.
    UTFLANE_WINDOWS_1257 = 43,
    /// windows-1258.
    UTFLANE_WINDOWS_1258 = 44,
    /// x-mac-cyrillic.
    UTFLANE_X_MAC_CYRILLIC = 45,
    /// ISO-8859-2.
    UTFLANE_ISO_8859_2 = 46,
    /// ISO-8859-3.
    UTFLANE_ISO_8859_3 = 47,
    /// ISO-8859-4.
    UTFLANE_ISO_8859_4 = 48,
    /// ISO-8859-5.
    UTFLANE_ISO_8859_5 = 49,
    /// ISO-8859-6.
    UTFLANE_ISO_8859_6 = 50,
    /// ISO-8859-7.
    UTFLANE_ISO_8859_7 = 51,
    /// ISO-8859-8.
    UTFLANE_ISO_8859_8 = 52,
    /// ISO-8859-9.
    UTFLANE_ISO_8859_9 = 53,
    /// ISO-8859-10.
    UTFLANE_ISO_8859_10 = 54,
    /// ISO-8859-11.
    UTFLANE_ISO_8859_11 = 55,
    /// ISO-8859-13.
    UTFLANE_ISO_8859_13 = 56,
    /// ISO-8859-14.
    UTFLANE_ISO_8859_14 = 57,
    /// ISO-8859-15.
    UTFLANE_ISO_8859_15 = 58,
    /// ISO-8859-16.
    UTFLANE_ISO_8859_16 = 59,
    /// IBM866.
    UTFLANE_IBM866 = 60,
    /// IBM437.
    UTFLANE_CP437 = 61,
    /// IBM850.
    UTFLANE_CP850 = 62,
    /// IBM852.
    UTFLANE_CP852 = 63,
    /// IBM855.
    UTFLANE_CP855 = 64,
    /// IBM857.
    UTFLANE_CP857 = 65,
    /// IBM00858.
    UTFLANE_CP858 = 66,
    /// IBM860.
    UTFLANE_CP860 = 67,
    /// IBM861.
    UTFLANE_CP861 = 68,
    /// IBM862.
    UTFLANE_CP862 = 69,
    /// IBM863.
    UTFLANE_CP863 = 70,
    /// IBM864.
    UTFLANE_CP864 = 71,
    /// IBM865.
    UTFLANE_CP865 = 72,
    /// IBM869.
    UTFLANE_CP869 = 73,
    /// IBM037.
    UTFLANE_CP037 = 74,
    /// IBM273.
    UTFLANE_CP273 = 75,
    /// IBM500.
    UTFLANE_CP500 = 76,
    /// IBM1047.
    UTFLANE_CP1047 = 77,
    /// IBM01140.
    UTFLANE_CP1140 = 78,
}

/// What a conversion does with malformed sequences and unrepresentable characters.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_mode {
    /// It stops at the first one.
    UTFLANE_STRICT = 0,
    /// It writes U+FFFD for each, or `?` in Latin-1, ASCII and code pages.
    UTFLANE_LOSSY = 1,
}

/// How a function has ended: in success, at a place in the text, or because of an argument.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_status {
    /// All of the input is done.
    UTFLANE_OK = 0,
    /// The next character does not fit into the rest of the output.
    UTFLANE_OUTPUT_FULL = 1,
    /// The input is malformed.
    UTFLANE_MALFORMED = 2,
    /// The target encoding does not have a character.
    UTFLANE_UNREPRESENTABLE = 3,
    /// An argument is no encoding or mode of this library.
    UTFLANE_BAD_ENCODING = 16,
    /// A pointer is NULL though its length is not 0, or a result is to be written to NULL.
    UTFLANE_BAD_POINTER = 17,
    /// A length is of more than PTRDIFF_MAX bytes.
    UTFLANE_BAD_LENGTH = 18,
    /// Input and output overlap.
    UTFLANE_OVERLAP = 19,
    /// There is no memory.
    UTFLANE_NO_MEMORY = 20,
    /// The name is unknown, or that of an instruction set that this CPU lacks.
    UTFLANE_UNKNOWN_NAME = 21,
}

/// The rule that a malformed sequence breaks.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_kind {
    /// Nothing is malformed.
    UTFLANE_NO_KIND = 0,
    /// A continuation byte where a character must start.
    UTFLANE_UNEXPECTED_CONTINUATION = 1,
    /// A byte that no character contains.
    UTFLANE_INVALID_BYTE = 2,
    /// A sequence longer than the character needs.
    UTFLANE_OVERLONG = 3,
    /// A surrogate where there must be none.
    UTFLANE_SURROGATE = 4,
    /// A value above the greatest one.
    UTFLANE_TOO_LARGE = 5,
    /// A byte that does not continue the sequence before it.
    UTFLANE_MISSING_CONTINUATION = 6,
    /// A high surrogate without a low one after it, or a low one without a high one before it.
    UTFLANE_UNPAIRED_SURROGATE = 7,
    /// CESU-8 and MUTF-8: a sequence of four bytes.
    UTFLANE_FOUR_BYTES = 8,
    /// MUTF-8: a byte 00.
    UTFLANE_NUL = 9,
    /// Code pages: a byte without a character.
    UTFLANE_UNASSIGNED = 10,
    /// The input ends within a character.
    UTFLANE_INCOMPLETE = 11,
    /// A kind that this version of the header does not know.
    UTFLANE_OTHER_KIND = 255,
}

/// How much speaks for a detected encoding.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utflane_certainty {
    /// Nothing.
    UTFLANE_UNKNOWN = 0,
    /// Most of what was looked at, but that was little or is damaged.
    UTFLANE_LIKELY = 1,
    /// A byte order mark, or text that hardly ever looks so in another encoding.
    UTFLANE_CERTAIN = 2,
}

/// How far a function has got, and why it stopped there.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_result {
    /// Units of the input that are done: whole characters. A stream also counts a malformed
    /// sequence or unrepresentable character that it stops after.
    pub read: usize,
    /// Units written to the output, of whole characters. Of a validation 0, of a measurement those
    /// that a conversion would write.
    pub written: usize,
    /// Where it stopped, in units of the text or of all of the stream: at the malformed sequence or
    /// unrepresentable character, if there is one.
    pub position: u64,
    /// What the function returned.
    pub status: utflane_status,
    /// The rule that the malformed sequence breaks.
    pub kind: utflane_kind,
    /// Units of the malformed sequence, 0 if the input ends within a character.
    pub error_len: u32,
    /// Units of input after those read to skip in order to go on after an error: 0 if the output is
    /// full, and in a stream, which skips by itself.
    pub skip: u32,
    /// The unrepresentable character.
    pub code_point: u32,
}

impl utflane_result {
    /// A result of nothing but a status.
    pub(crate) const fn of(status: utflane_status) -> utflane_result {
        utflane_result {
            read: 0,
            written: 0,
            position: 0,
            status,
            kind: utflane_kind::UTFLANE_NO_KIND,
            error_len: 0,
            skip: 0,
            code_point: 0,
        }
    }
}

/// The encoding that a text seems to be in.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_detection {
    /// The encoding; UTFLANE_NONE for text that is in none of Unicode's.
    pub encoding: utflane_encoding,
    /// How much speaks for it.
    pub certainty: utflane_certainty,
    /// Whether all of the text is well-formed in it, but for a character cut off at the end.
    pub exact: bool,
}
