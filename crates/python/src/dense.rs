//! Converts text in which errors are near each other, for the error handlers that CPython's codecs
//! do not call, such as `ignore` and `replace`.
//!
//! Everything is in local variables, and a character takes no longer than in CPython's codecs. The
//! functions stop at anything that is not simple, such as the end of the bytes to decode.

mod decode;
mod encode;

pub(crate) use decode::decode;
pub(crate) use encode::{Simple, encode, filter};

/// Why a function stops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The output is full.
    Full,
    /// There were no errors for a while, so that the kernels should continue.
    Streak,
    /// The next character is not simple.
    Other,
}

/// Number of units that are written at a time, and for single-byte encodings.
const CHUNK: usize = 1 << 9;
const LONG_CHUNK: usize = 1 << 16;

/// When the kernels should continue.
#[derive(Clone, Copy)]
pub(crate) struct Streak {
    /// Number of bytes or characters in a row without an error after which they continue.
    longest: usize,
    /// Number of these before the next one.
    before: usize,
}

impl Streak {
    /// The kernels convert the text around a few errors.
    pub(crate) const FEW_ERRORS: Streak = Streak {
        longest: 48,
        before: 0,
    };

    /// Calling the kernels again costs more than converting the characters one by one.
    const MANY_ERRORS: Streak = Streak {
        longest: 512,
        before: 0,
    };

    /// Returns the next value after the kernels stopped at an error after this number of bytes or
    /// characters.
    pub(crate) fn after(len: usize, is_near: usize) -> Streak {
        match len < is_near {
            true => Streak::MANY_ERRORS,
            false => Streak::FEW_ERRORS,
        }
    }
}
