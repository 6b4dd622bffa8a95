//! The choice of an instruction set, and the call into it.

use crate::arch;
use crate::generic::{utf8::last_boundary, validate_utf8::MEASURED_FROM};
use crate::kernels::{Convert, Form, Mode, Progress, Table};
use crate::scalar;
use crate::scheme::{Latin1, Length, Output, Scheme, Utf8};
use core::fmt;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// An instruction set that this CPU supports.
///
/// A value exists only where the CPU has the instructions, so it is the proof that they may be used. Every verb of
/// the crate is a method; the free functions are those of [`Isa::best`]. Results do not depend on the choice.
///
/// ```
/// use utflane::{Isa, Utf8};
///
/// for isa in Isa::available() {
///     println!("{}", isa.name());
///     assert!(isa.is_valid::<Utf8>("日本語".as_bytes()));
/// }
/// assert_eq!(Isa::named("scalar").map(|isa| isa.name()), Some("scalar"));
/// ```
///
/// # Kernels
///
/// What runs on vectors, and where: with the algorithm that instruction sets share, over their own operations, or with
/// one of its own. Each of them takes UTF-16 and UTF-32 in both byte orders, and single bytes as Latin-1 and as ASCII, of
/// which UTF-8 is a copy; `scalar` has plain code for everything.
///
#[doc = include_str!("kernels.md")]
#[derive(Clone, Copy)]
pub struct Isa(&'static Table);

/// The table of the best instruction set, once it is known.
static BEST: AtomicPtr<Table> = AtomicPtr::new(ptr::null_mut());

/// A bit for each instruction set of `arch::ALL`, in its order, that this CPU supports, once that is
/// known; 0 before. To ask the CPU takes up to a tenth of a millisecond in a virtual machine.
static DETECTED: AtomicUsize = AtomicUsize::new(0);

/// The bits of [`DETECTED`].
#[inline]
fn detected() -> usize {
    match DETECTED.load(Ordering::Relaxed) {
        0 => detect(),
        known => known,
    }
}

#[cold]
fn detect() -> usize {
    let found = arch::ALL.iter().enumerate();
    let bits = found.map(|(index, (.., detected))| usize::from(detected()) << index);
    let bits = bits.fold(0, |bits, bit| bits | bit);
    DETECTED.store(bits, Ordering::Relaxed);
    bits
}

impl Isa {
    /// The instruction set that the free functions use: the fastest that this CPU supports.
    #[inline]
    pub fn best() -> Isa {
        let known = BEST.load(Ordering::Relaxed);
        // SAFETY: the pointer is null or was made from a `&'static Table` in `choose`; tables are never changed.
        match unsafe { known.as_ref() } {
            Some(table) => Isa(table),
            None => Isa::choose(),
        }
    }

    #[cold]
    fn choose() -> Isa {
        let best = Isa::available().next().unwrap_or(Isa(arch::SCALAR));
        BEST.store(ptr::from_ref(best.0).cast_mut(), Ordering::Relaxed);
        best
    }

    /// All instruction sets that this CPU supports, best first; the last is `scalar`, plain code.
    pub fn available() -> impl Iterator<Item = Isa> {
        let detected = detected();
        let all = arch::ALL.iter().enumerate();
        all.filter(move |(index, _)| detected >> index & 1 == 1)
            .map(|(_, (_, table, _))| Isa(table))
    }

    /// The instruction set called `name` (`scalar`, `sse41`, `avx2`, `avx512`, `neon`), if this CPU supports it.
    #[inline]
    pub fn named(name: &str) -> Option<Isa> {
        let mut all = arch::ALL.iter().enumerate();
        let (index, (_, table, _)) = all.find(|(_, (known, ..))| *known == name)?;
        (detected() >> index & 1 == 1).then_some(Isa(table))
    }

    /// The name that [`Isa::named`] knows it by.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Bytes of well-formed text at the start of `src`.
    #[inline(always)]
    pub(crate) fn valid_bytes<S: Scheme>(self, src: &[u8]) -> usize {
        let few = if S::INDEX == Utf8::INDEX { FEW } else { TINY };
        if src.len() < few {
            return scalar::validate::<S>(src, 0);
        }
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        let valid = unsafe { (self.0.validate[S::INDEX])(src, S::FORM) };
        if valid == src.len() {
            return valid;
        }
        scalar::validate::<S>(src, valid)
    }

    /// How far a strict conversion gets.
    #[inline(always)]
    pub(crate) fn convert<S: Scheme, D: Scheme>(self, src: &[u8], dst: &mut Output) -> Progress {
        if src.len() > FEW && scalar::begins_with_fault::<S>(src) {
            return Progress::START;
        }
        self.convert_form::<S, D>(src, dst, S::FORM)
    }

    /// How far a conversion gets that may replace what is malformed. (From UTF-8; the other kernels stop there.)
    #[inline(always)]
    pub(crate) fn convert_replacing<S: Scheme, D: Scheme>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let form = if S::INDEX == Utf8::INDEX {
            Form::in_mode(Mode::Lossy)
        } else {
            S::FORM
        };
        self.convert_form::<S, D>(src, dst, form)
    }

    /// How far a conversion gets from the form `from`.
    #[inline(always)]
    fn convert_form<S: Scheme, D: Scheme>(
        self,
        src: &[u8],
        dst: &mut Output,
        from: Form,
    ) -> Progress {
        if S::INDEX == Latin1::INDEX && D::LENGTH == Length::Utf16 && src.len() <= WIDENED {
            return scalar::widen::<2>(D::FORM.order(), src, dst);
        }
        if S::INDEX == Latin1::INDEX && D::WIDTH == 4 && src.len() <= WIDENED / 2 {
            return scalar::widen::<4>(D::FORM.order(), src, dst);
        }
        if S::INDEX == Utf8::INDEX && src.len() <= FEW {
            return scalar::convert_few::<S, D>(src, dst);
        }
        if (D::WIDTH > 1 || D::UNIVERSAL) && src.len() <= SHORT * S::WIDTH {
            return scalar::convert::<S, D>(src, dst, Progress::START);
        }
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        let at = unsafe { (self.0.convert[S::INDEX][D::INDEX])(src, dst, from, D::FORM) };
        if at.read == src.len() {
            return at;
        }
        self.convert_rest::<S, D>(src, dst, at)
    }

    /// Goes on where a kernel stopped.
    #[inline(never)]
    fn convert_rest<S: Scheme, D: Scheme>(
        self,
        src: &[u8],
        dst: &mut Output,
        mut at: Progress,
    ) -> Progress {
        if dst.len() - at.written < AMPLE {
            let kernel = self.0.convert[S::INDEX][D::INDEX];
            at = go_on(kernel, [S::FORM, D::FORM], src, dst, at);
        }
        if scalar::begins_with_fault::<S>(&src[at.read..]) {
            return at;
        }
        scalar::convert::<S, D>(src, dst, at)
    }

    /// How far the conversion of well-formed text gets.
    #[inline(always)]
    pub(crate) fn convert_unchecked<S: Scheme, D: Scheme>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        if S::INDEX == Utf8::INDEX {
            return self.convert_form::<S, D>(src, dst, Form::in_mode(Mode::Unchecked));
        }
        let swaps =
            S::LENGTH == Length::Utf16 && D::LENGTH == Length::Utf16 && S::INDEX != D::INDEX;
        // With less room, what counts as converted ends with a character.
        if !swaps || dst.len() < src.len() {
            return self.convert::<S, D>(src, dst);
        }
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        let at = unsafe { (self.0.swap_16)(src, dst, S::FORM, D::FORM) };
        if at.read == src.len() {
            return at;
        }
        scalar::convert::<S, D>(src, dst, at)
    }

    /// Converts from UTF-16 to UTF-16 with replacement, up to near the end of the text or the room.
    #[inline(always)]
    pub(crate) fn replace_16<S: Scheme, D: Scheme>(self, src: &[u8], dst: &mut Output) -> Progress {
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        unsafe { (self.0.replace_16)(src, dst, S::FORM, D::FORM) }
    }

    /// Whether this is more than plain code.
    #[inline(always)]
    pub(crate) fn has_vectors(self) -> bool {
        !ptr::eq(self.0, arch::SCALAR)
    }

    /// Units of the conversion of `src` to a scheme with the length `length`.
    #[inline(always)]
    pub(crate) fn count<S: Scheme>(self, src: &[u8], length: Length) -> usize {
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        let at = unsafe { (self.0.count[S::INDEX][length as usize])(src, S::FORM) };
        if at.read == src.len() {
            return at.written;
        }
        scalar::count::<S>(src, at, length)
    }

    /// How far a conversion of UTF-8 to a scheme with the length `length` would get with all the room it needs, in units of
    /// that. It may stop earlier, but gets somewhere.
    pub(crate) fn measure_utf8(self, src: &[u8], length: Length) -> Progress {
        if length == Length::Utf8 {
            let read = self.valid_bytes::<Utf8>(src);
            return Progress {
                read,
                written: read,
            };
        }
        // Enough to see that errors are rare, up to where what follows is aligned.
        let few = MEASURED - src.as_ptr().addr() % MEASURED_FROM;
        let (part, rest) = src.split_at(few.min(src.len()));
        let read = self.valid_bytes::<Utf8>(part);
        if rest.is_empty() || read + 3 < few || read + Utf8::incomplete_tail(part) < few {
            let written = self.count::<Utf8>(&part[..read], length);
            return Progress { read, written };
        }
        let from = few - MEASURED_FROM;
        let form = Form::units(length == Length::Utf16);
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        let step = unsafe { (self.0.measure_utf8)(&src[from..], form) };
        let end = few.max(from + step.read);
        let read = last_boundary(src, end);
        // What goes on behind the end is counted there.
        let tail = src[read..end].iter();
        let tail: usize = tail.map(|byte| Utf8::count_unit(&[*byte], length)).sum();
        let written = self.count::<Utf8>(part, length) + step.written - tail;
        Progress { read, written }
    }

    /// Units of the lossy conversion of a part of `src`, of which nothing is incomplete, to a scheme with the length
    /// `length`; nothing of it where there is no kernel for that.
    #[inline]
    pub(crate) fn count_lossy<S: Scheme>(self, src: &[u8], length: Length) -> Progress {
        if S::LENGTH != Length::Utf16 {
            return Progress::START;
        }
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        unsafe { (self.0.count_lossy[length as usize])(src, S::FORM) }
    }
}

/// Bytes of UTF-8 up to which plain code converts quicker than a call of any other, and below which it validates quicker.
const FEW: usize = 8;

/// The same for the validation of other encodings.
const TINY: usize = 4;

/// Units of other encodings up to which it is quicker to convert them with plain code.
const SHORT: usize = 2;

/// Bytes of Latin-1 that are units of UTF-16 before a kernel would be called; half as many are units of UTF-32.
const WIDENED: usize = 64;

/// Bytes of UTF-8 that are validated and then counted, before there is a kernel for both.
const MEASURED: usize = 512;

/// Bytes of a text for which [`Isa::measure_utf8`] is worth it.
pub(crate) const LONG: usize = 1 << 12;

/// Bytes of output that are ample for a kernel. With less it may convert a block and stop.
const AMPLE: usize = 512;

/// Calls a kernel of the CPU's until it stops for good.
#[inline(never)]
fn go_on(
    kernel: Convert,
    [from, to]: [Form; 2],
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    loop {
        // SAFETY: the kernel is one of the table of an `Isa`.
        let step = unsafe { kernel(&src[at.read..], &mut dst[at.written..], from, to) };
        at += step;
        if step.read == 0 || at.read == src.len() {
            return at;
        }
    }
}

impl PartialEq for Isa {
    fn eq(&self, other: &Isa) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Isa {}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Isa").field(&self.name()).finish()
    }
}
