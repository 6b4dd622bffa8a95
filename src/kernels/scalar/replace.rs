//! Conversion with replacement, one character at a time: the loop that all conversions with
//! replacement share, for encodings given by types, by values, or with a state.

use crate::CodePoint;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, Scheme, encode_decoded};
use crate::memory::output::Output;
use crate::memory::progress::Progress;

/// A pair of encodings, which decodes and encodes one character at a time.
pub(crate) trait CharacterCodec {
    /// See [`Scheme::decode`].
    fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed>;
    /// See [`Scheme::malformed`].
    fn malformed(&self, src: &[u8]) -> Option<Malformed> {
        self.decode(src).err()
    }
    /// See [`Scheme::decode_chunk`].
    fn decode_chunk(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.decode(src)
    }
    /// See [`Scheme::encode`]. If `code_point` holds two code points, this encodes both.
    fn encode(&self, code_point: CodePoint, dst: &mut Output) -> Encoded;
}

impl<S: Scheme, D: Scheme> CharacterCodec for (S, D) {
    #[inline(always)]
    fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.0.decode(src)
    }

    #[inline(always)]
    fn malformed(&self, src: &[u8]) -> Option<Malformed> {
        self.0.malformed(src)
    }

    #[inline(always)]
    fn decode_chunk(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.0.decode_chunk(src)
    }

    #[inline(always)]
    fn encode(&self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        encode_decoded::<S, D>(self.1, code_point, dst)
    }
}

/// The outcome of converting the first character of a text with replacement.
pub(crate) enum CharacterOutcome {
    Converted(Progress),
    /// The text began with an error, and its replacement is written.
    Replaced(Progress),
    /// The character or its replacement does not fit.
    Full,
    /// The text ends within a character, and more may follow.
    Incomplete,
}

/// The reason why a conversion with replacement has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// At least `clean_run` bytes in a row had no error, so a vector kernel can take over.
    CleanRun,
    /// The next character, or its replacement, does not fit.
    Full,
    /// The text ends within a character, and more may follow.
    Incomplete,
    /// The whole input is converted.
    Done,
}

/// Number of bytes in a row without an error after which a kernel takes over again, if errors come
/// in groups.
pub(crate) const CLEAN_RUN: usize = 64;

/// Returns the `clean_run` for [`replace_errors`] after a kernel has read `read` bytes up to an
/// error. After a long run without an error, the error is assumed to be isolated.
#[inline]
pub(crate) const fn clean_run_after(read: usize) -> usize {
    if read < CLEAN_RUN { CLEAN_RUN } else { 1 }
}

/// Converts with replacement from `at` on, one character at a time by `step`, until `clean_run`
/// bytes in a row had no error. This avoids a kernel call for each error in text with many errors.
#[inline(always)]
pub(crate) fn replace_errors(
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
    mut step: impl FnMut(&[u8], &mut Output) -> CharacterOutcome,
) -> StopReason {
    let mut error_end = at.read;
    while at.read < src.len() {
        match step(&src[at.read..], &mut dst[at.written..]) {
            CharacterOutcome::Converted(progress) => *at += progress,
            CharacterOutcome::Replaced(progress) => {
                *at += progress;
                error_end = at.read;
            }
            CharacterOutcome::Full => return StopReason::Full,
            CharacterOutcome::Incomplete => return StopReason::Incomplete,
        }
        if at.read - error_end >= clean_run {
            return StopReason::CleanRun;
        }
    }
    StopReason::Done
}

/// Converts the first character of `src`, or replaces the error there: a malformed sequence, such
/// as an unpaired surrogate, or an unrepresentable character. If `more`, more text may follow.
#[inline(always)]
pub(crate) fn replace_first(
    codec: &(impl CharacterCodec + ?Sized),
    replacement: char,
    src: &[u8],
    dst: &mut Output,
    more: bool,
) -> CharacterOutcome {
    let decoded = if more {
        codec.decode_chunk(src)
    } else {
        codec.decode(src)
    };
    let (encoded, read) = match decoded {
        Ok((code_point, read)) => (codec.encode(code_point, dst), read),
        Err(malformed) => match malformed.len {
            Some(len) => (Encoded::Unrepresentable, len.into()),
            None if more => return CharacterOutcome::Incomplete,
            None => (Encoded::Unrepresentable, src.len()),
        },
    };
    match encoded {
        Encoded::Written(written) => CharacterOutcome::Converted(Progress { read, written }),
        Encoded::Full => CharacterOutcome::Full,
        Encoded::Unrepresentable => match codec.encode(replacement.into(), dst) {
            Encoded::Written(written) => CharacterOutcome::Replaced(Progress { read, written }),
            _ => CharacterOutcome::Full,
        },
    }
}

/// Converts a whole text with replacement from `at` on, like [`replace_errors`].
#[inline(never)]
pub(crate) fn convert_lossy_dyn(
    codec: &dyn CharacterCodec,
    replacement: char,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
) -> StopReason {
    replace_errors(src, dst, at, clean_run, |src, dst| {
        replace_first(codec, replacement, src, dst, false)
    })
}

/// Converts like [`convert_lossy_dyn`], for two encodings given by types.
pub(crate) fn convert_lossy<S: Scheme, D: Scheme>(
    (from, to): (S, D),
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
) -> StopReason {
    if S::IS_VARIANT || D::IS_VARIANT {
        return convert_lossy_dyn(&(from, to), to.replacement(), src, dst, at, clean_run);
    }
    replace_errors(src, dst, at, clean_run, |src, dst| {
        replace_first(&(from, to), to.replacement(), src, dst, false)
    })
}
