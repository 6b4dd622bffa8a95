//! Conversion into text that is there already.

use crate::{Encoding, TranscodeError, Utf8, transcode, transcode_lossy};

/// Converts to text in place of the beginning of `dst`; returns the number of bytes written. What
/// follows them in `dst` becomes NUL characters: it stays text.
///
/// # Errors
///
/// Those of [`transcode`]. The first [`written`](TranscodeError::written) bytes are the text before
/// the error.
///
/// ```
/// use utflane::{Utf16, transcode_to_str};
///
/// let mut buffer = "........".to_owned();
/// let written = transcode_to_str::<Utf16>(&[0x68, 0xE9], &mut buffer)?;
/// assert_eq!(&buffer[..written], "hé");
/// assert_eq!(buffer, "hé\0\0\0\0\0");
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
pub fn transcode_to_str<S: Encoding>(
    src: &[S::Unit],
    dst: &mut str,
) -> Result<usize, TranscodeError> {
    overwrite(dst, |bytes| transcode::<S, Utf8>(src, bytes))
}

/// [`transcode_to_str`] with U+FFFD for what is malformed or cannot be represented.
///
/// # Errors
///
/// [`Reason::OutputFull`](crate::Reason::OutputFull) only.
///
/// ```
/// use utflane::{Utf16, transcode_lossy_to_str};
///
/// let mut buffer = "....".to_owned();
/// assert_eq!(transcode_lossy_to_str::<Utf16>(&[0x68, 0xD800], &mut buffer), Ok(4));
/// assert_eq!(buffer, "h\u{FFFD}");
/// ```
pub fn transcode_lossy_to_str<S: Encoding>(
    src: &[S::Unit],
    dst: &mut str,
) -> Result<usize, TranscodeError> {
    overwrite(dst, |bytes| transcode_lossy::<S, Utf8>(src, bytes))
}

/// Runs a conversion to UTF-8 into the bytes of `dst`.
fn overwrite(
    dst: &mut str,
    convert: impl FnOnce(&mut [u8]) -> Result<usize, TranscodeError>,
) -> Result<usize, TranscodeError> {
    /// Bytes of text, of which those that are not known to be text become NULs, also in a panic.
    struct Text<'a> {
        bytes: &'a mut [u8],
        written: usize,
    }

    impl Drop for Text<'_> {
        fn drop(&mut self) {
            let (_, rest) = self.bytes.split_at_mut(self.written);
            rest.fill(0);
        }
    }

    // SAFETY: what a conversion to UTF-8 has written is well-formed, and the rest becomes NULs.
    let bytes = unsafe { dst.as_bytes_mut() };
    let mut text = Text { bytes, written: 0 };
    let result = convert(text.bytes);
    text.written = result.unwrap_or_else(|error| error.written());
    result
}

#[cfg(all(test, feature = "std", panic = "unwind"))]
mod tests {
    use super::overwrite;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_panic_leaves_text() {
        let mut text = std::string::String::from("héllo");
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            overwrite(&mut text, |bytes| {
                bytes[..3].fill(0xFF);
                panic!("in a conversion")
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(core::str::from_utf8(text.as_bytes()), Ok("\0\0\0\0\0\0"));
    }
}
