//! The verbs for large slices on several threads (feature `parallel`).
//!
//! The source is split into pieces that fit into a core's cache. A split that would fall within a
//! character moves back to the start of that character, by the length of the incomplete sequence
//! before the split.
//!
//! In well-formed text, every split is therefore at a character boundary. In malformed text, a
//! split may fall elsewhere, but only after the first error: the sequence that moved the split
//! begins with a lead byte, and a lead byte cannot complete an earlier character. So the first
//! piece that fails contains the first error of the source. The serial verb then finds the position
//! and kind of the error, starting at that piece.
#![deny(unsafe_code)]

use crate::convert::codec::{Codec, Typed};
use crate::convert::plan;
use crate::convert::verbs::{decode_error, incomplete_tail};
use crate::encoding::unit_size;
use crate::memory;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{DecodeError, Encoding, Isa, TranscodeError};
use core::mem;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::vec;
use std::vec::Vec;

/// Size of a piece in bytes. With its output it fits into a second-level cache.
const PIECE: usize = 1 << 17;

/// Bytes of source below which validation on one thread is faster.
const VALIDATE_THRESHOLD: usize = 1 << 21;
/// Bytes of source below which conversion on one thread is faster.
const TRANSCODE_THRESHOLD: usize = 1 << 19;

/// A source, split into pieces of about [`PIECE`] bytes.
struct Pieces<'s, E: Encoding> {
    src: &'s [E::Unit],
    /// The index of the first unit of each piece, and of the end.
    starts: Vec<usize>,
}

impl<'s, E: Encoding> Pieces<'s, E> {
    /// Splits `src` into pieces. Returns `None` if it is shorter than `least` bytes or if there is
    /// only one thread.
    fn split(src: &'s [E::Unit], least: usize) -> Option<Self> {
        if size_of_val(src) < least || rayon::current_num_threads() == 1 {
            return None;
        }
        let mut start = 0;
        let cuts = (0..src.len()).step_by(PIECE / unit_size::<E>());
        let starts = cuts.map(|cut| {
            // We examine only the piece before the cut. It begins at a character boundary. So the
            // work is linear even in encodings that are not self-synchronizing.
            start = cut - incomplete_tail::<E>(&src[start..cut]);
            start
        });
        let starts = starts.chain([src.len()]).collect();
        Some(Pieces { src, starts })
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn start(&self, index: usize) -> usize {
        self.starts[index]
    }

    fn get(&self, index: usize) -> &'s [E::Unit] {
        &self.src[self.start(index)..self.start(index + 1)]
    }
}

/// Runs `work` on all `jobs`, in order, on all threads of the pool. The calling thread also works,
/// because waking another thread takes about ten microseconds.
fn run_on_all_threads<J: Send>(
    jobs: impl ExactSizeIterator<Item = J> + Send,
    work: impl Fn(J) + Sync,
) {
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

/// The index in place of that of a failed piece if none failed.
const NONE: usize = usize::MAX;

/// Checks that `src` is well-formed like [`validate`](crate::validate()), on several threads
/// (feature `parallel`).
///
/// The function uses the threads of the current [rayon] pool. It returns the same result as
/// `validate`. If `src` is shorter than 2 MiB or the pool has one thread, the calling thread does
/// all the work.
///
/// # Errors
///
/// Returns the first malformed sequence. Its position counts units of `E`.
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
    let isa = Isa::best();
    let Some(pieces) = Pieces::<E>::split(src, VALIDATE_THRESHOLD) else {
        return isa.validate::<E>(src);
    };
    let first_failed = AtomicUsize::new(NONE);
    run_on_all_threads(0..pieces.len(), |index| {
        if first_failed.load(Relaxed) >= index && !isa.is_valid::<E>(pieces.get(index)) {
            first_failed.fetch_min(index, Relaxed);
        }
    });
    let failed = first_failed.into_inner();
    if failed == NONE {
        return Ok(());
    }
    let start = pieces.start(failed);
    let Err(error) = isa.validate::<E>(&src[start..]) else {
        return Ok(());
    };
    // The error with its position counted from the start of the source.
    let at = (start + error.valid_up_to()) * unit_size::<E>();
    decode_error::<E>(memory::bytes(src), at)
}

/// Converts `src` like [`transcode_to_vec`](crate::transcode_to_vec()), on several threads (feature
/// `parallel`).
///
/// The function uses the threads of the current [rayon] pool. It returns the same result as
/// `transcode_to_vec`. If `src` is shorter than 512 KiB or the pool has one thread, the calling
/// thread does all the work.
///
/// # Errors
///
/// Returns the errors of [`transcode`](crate::transcode()), except
/// [`OutputFull`](crate::Reason::OutputFull).
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
    let isa = Isa::best();
    let Some(pieces) = Pieces::<S>::split(src, TRANSCODE_THRESHOLD) else {
        return isa.transcode_to_vec::<S, D>(src);
    };
    let mut lens = vec![0; pieces.len()];
    run_on_all_threads(lens.iter_mut().enumerate(), |(index, len)| {
        *len = isa.transcoded_len::<S, D>(pieces.get(index));
    });
    let first_failed = AtomicUsize::new(NONE);
    let convert = |(index, dst): (usize, &mut Output)| {
        if first_failed.load(Relaxed) >= index {
            let (src, capacity) = (memory::bytes(pieces.get(index)), dst.len());
            let at = plan::convert(isa, S::SCHEME, D::SCHEME, src, dst);
            if at.read < src.len() || at.written < capacity {
                first_failed.fetch_min(index, Relaxed);
            }
        }
    };
    // If the sum overflows, `with_capacity` panics as it does for every impossible capacity.
    let total = lens.iter().copied().fold(0, usize::saturating_add);
    let mut vec = Vec::with_capacity(total);
    let convert_all = |mut rest: &mut Output| {
        let outputs = lens.iter().map(|len| {
            let (dst, after) = mem::take(&mut rest).split_at_mut(len * unit_size::<D>());
            rest = after;
            dst
        });
        run_on_all_threads(outputs.enumerate(), convert);
        Progress {
            read: size_of_val(src),
            written: match first_failed.load(Relaxed) {
                NONE => total * unit_size::<D>(),
                _ => 0,
            },
        }
    };
    #[allow(
        unsafe_code,
        reason = "the written part of the spare capacity becomes part of the `Vec`"
    )]
    // SAFETY: unless a job failed, each conversion has written all of its part of the output.
    // If one failed, no output is counted.
    unsafe {
        memory::append(&mut vec, convert_all)
    };
    let failed = first_failed.into_inner();
    if failed == NONE {
        return Ok(vec);
    }
    // The computed length of a malformed piece may be too small for the text before its error,
    // so its conversion may have stopped early. Measure the text to find the error.
    let read = pieces.start(failed);
    let written: usize = lens[..failed].iter().sum();
    let Err(stop) = isa.measure::<S, D>(&src[read..]) else {
        return isa.transcode_to_vec::<S, D>(src);
    };
    let read = (read + stop.read()) * unit_size::<S>();
    let written = written + stop.written();
    Err(Typed::<S, D>::NEW.explain(memory::bytes(src), read, written))
}
