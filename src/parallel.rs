//! The verbs for large slices on several threads (feature `parallel`).
//!
//! The source is cut into pieces that stay in a core's cache. Where a cut would fall into a
//! character, or what looks like the beginning of one, it is moved to before that. If the text up
//! to a cut is well-formed, the cut is thus at a character boundary. If it is not, the error lies
//! in one of the pieces up to there: what a cut was moved for starts with the lead of a character,
//! and that completes nothing. So the first piece that fails has the first error of the whole. Its
//! place and kind are found by the serial verb, from the start of that piece on.
#![forbid(unsafe_code)]

use crate::encoding::unit_size;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::Scheme;
use crate::{DecodeError, Encoding, Isa, TranscodeError, memory};
use core::mem;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::vec;
use std::vec::Vec;

/// Bytes of a piece: with its output it fits a second-level cache.
const PIECE: usize = 1 << 17;

/// Below so many bytes one thread is faster.
const VALIDATE: usize = 1 << 21;
const TRANSCODE: usize = 1 << 19;

/// A source and its pieces.
struct Pieces<'s, E: Encoding> {
    isa: Isa,
    src: &'s [E::Unit],
}

impl<'s, E: Encoding> Pieces<'s, E> {
    /// The pieces of `src`, unless one thread is faster for less than `least` bytes, or is all
    /// there is.
    fn of(isa: Isa, src: &'s [E::Unit], least: usize) -> Option<Self> {
        let large = size_of_val(src) >= least && rayon::current_num_threads() > 1;
        large.then_some(Pieces { isa, src })
    }

    fn len(&self) -> usize {
        size_of_val(self.src).div_ceil(PIECE)
    }

    /// Where piece `index` starts; what would be behind the last one starts at the end.
    fn start(&self, index: usize) -> usize {
        let nominal = index * (PIECE / unit_size::<E>());
        if nominal >= self.src.len() {
            return self.src.len();
        }
        nominal - self.isa.incomplete_tail::<E>(&self.src[..nominal])
    }

    fn get(&self, index: usize) -> &'s [E::Unit] {
        &self.src[self.start(index)..self.start(index + 1)]
    }
}

/// Does `jobs` in order, as many at a time as there are threads. The caller's is one of them: it
/// need not wait for another to wake up, which takes some ten microseconds.
fn share<J: Send>(jobs: impl ExactSizeIterator<Item = J> + Send, work: impl Fn(J) + Sync) {
    let others = rayon::current_num_threads()
        .min(jobs.len())
        .saturating_sub(1);
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let take = || {
        while let Some(job) = next() {
            work(job);
        }
    };
    rayon::in_place_scope(|scope| {
        for _ in 0..others {
            scope.spawn(|_| take());
        }
        take();
    });
}

/// The first of the jobs that have failed.
struct First(AtomicUsize);

impl First {
    const fn none() -> First {
        First(AtomicUsize::new(usize::MAX))
    }

    fn is_before(&self, index: usize) -> bool {
        self.0.load(Ordering::Relaxed) < index
    }

    fn add(&self, index: usize) {
        self.0.fetch_min(index, Ordering::Relaxed);
    }

    fn get(&self) -> Option<usize> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&index| index != usize::MAX)
    }
}

impl Isa {
    /// See [`par_validate`](crate::par_validate()).
    pub fn par_validate<E: Encoding>(self, src: &[E::Unit]) -> Result<(), DecodeError> {
        let Some(pieces) = Pieces::<E>::of(self, src, VALIDATE) else {
            return self.validate::<E>(src);
        };
        let failed = First::none();
        share(0..pieces.len(), |index| {
            if !failed.is_before(index) && !self.is_valid::<E>(pieces.get(index)) {
                failed.add(index);
            }
        });
        let Some(failed) = failed.get() else {
            return Ok(());
        };
        let start = pieces.start(failed);
        let Err(error) = self.validate::<E>(&src[start..]) else {
            return Ok(());
        };
        // The same error, counted from the start of the source.
        let at = (start + error.valid_up_to()) * unit_size::<E>();
        match E::Scheme::decode(&memory::bytes(src)[at..]) {
            Err(malformed) => Err(DecodeError::new::<E>(at, malformed)),
            Ok(_) => Ok(()),
        }
    }

    /// See [`par_transcode_to_vec`](crate::par_transcode_to_vec()).
    pub fn par_transcode_to_vec<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
    ) -> Result<Vec<D::Unit>, TranscodeError> {
        let Some(pieces) = Pieces::<S>::of(self, src, TRANSCODE) else {
            return self.transcode_to_vec::<S, D>(src);
        };
        let mut lens = vec![0; pieces.len()];
        share(lens.iter_mut().enumerate(), |(index, len)| {
            *len = self.transcoded_len::<S, D>(pieces.get(index));
        });
        let failed = First::none();
        let convert = |(index, dst): (usize, &mut Output)| {
            if !failed.is_before(index) {
                let (src, room) = (memory::bytes(pieces.get(index)), dst.len());
                let at = self.convert::<S::Scheme, D::Scheme>(src, dst);
                if at.read < src.len() || at.written < room {
                    failed.add(index);
                }
            }
        };
        // As many as that are too many for a `Vec`, which says so.
        let total = lens.iter().copied().fold(0, usize::saturating_add);
        let mut vec = Vec::with_capacity(total);
        memory::append(&mut vec, |mut rest: &mut Output| {
            let rooms = lens.iter().map(|len| {
                let (room, behind) = mem::take(&mut rest).split_at_mut(len * unit_size::<D>());
                rest = behind;
                room
            });
            share(rooms.enumerate(), convert);
            Progress {
                read: size_of_val(src),
                written: match failed.get() {
                    None => total * unit_size::<D>(),
                    Some(_) => 0,
                },
            }
        });
        let Some(failed) = failed.get() else {
            return Ok(vec);
        };
        // The room for a piece that is malformed may be too small for what comes before its error:
        // look again.
        let read = pieces.start(failed);
        let written: usize = lens[..failed].iter().sum();
        let Err(stop) = self.measure::<S, D>(&src[read..]) else {
            return self.transcode_to_vec::<S, D>(src);
        };
        let read = (read + stop.read()) * unit_size::<S>();
        let written = written + stop.written();
        Err(TranscodeError::explain::<S, D>(
            memory::bytes(src),
            read,
            written,
        ))
    }
}

/// [`validate`](crate::validate()) on several threads, for large slices (feature `parallel`).
///
/// The threads are those of the current [rayon] pool. The answer is that of `validate`, with the
/// same first error. Where more threads would not pay, because `src` is short or the pool has one
/// thread, none but the caller's works.
///
/// # Errors
///
/// The first malformed sequence.
///
/// ```
/// use utflane::{Utf8, par_validate};
///
/// let mut text = "много текста\n".repeat(200_000).into_bytes();
/// par_validate::<Utf8>(&text)?;
/// text[3_000_001] = b'?';
/// let error = par_validate::<Utf8>(&text).unwrap_err();
/// assert_eq!(Err(error), utflane::validate::<Utf8>(&text));
/// # Ok::<(), utflane::DecodeError>(())
/// ```
pub fn par_validate<E: Encoding>(src: &[E::Unit]) -> Result<(), DecodeError> {
    Isa::best().par_validate::<E>(src)
}

/// [`transcode_to_vec`](crate::transcode_to_vec()) on several threads, for large slices (feature
/// `parallel`).
///
/// The threads are those of the current [rayon] pool. The answer is that of `transcode_to_vec`,
/// with the same first error. Where more threads would not pay, because `src` is short or the pool
/// has one thread, none but the caller's works.
///
/// # Errors
///
/// Those of [`transcode`](crate::transcode()) but for a full output.
///
/// ```
/// use utflane::{Utf8, Utf16, par_transcode_to_vec};
///
/// let text = "много текста\n".repeat(100_000);
/// let units = par_transcode_to_vec::<Utf8, Utf16>(text.as_bytes())?;
/// assert!(text.encode_utf16().eq(units));
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
pub fn par_transcode_to_vec<S: Encoding, D: Encoding>(
    src: &[S::Unit],
) -> Result<Vec<D::Unit>, TranscodeError> {
    Isa::best().par_transcode_to_vec::<S, D>(src)
}

#[cfg(test)]
mod tests {
    use super::First;

    #[test]
    fn the_first_failure_is_the_least_whatever_came_first() {
        let failed = First::none();
        assert_eq!(failed.get(), None);
        for (index, least) in [(5, 5), (7, 5), (3, 3), (4, 3), (0, 0)] {
            failed.add(index);
            assert_eq!(failed.get(), Some(least));
            assert!(failed.is_before(least + 1) && !failed.is_before(least));
        }
    }
}
