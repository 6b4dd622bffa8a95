//! [`Isa`]: an instruction set that this CPU supports, and the choice of the best one.
#![forbid(unsafe_code)]

use crate::simd::InstructionSet;
use core::sync::atomic::{AtomicU16, Ordering};

/// An instruction set that this CPU supports.
///
/// A value exists only if the CPU has the instructions, so it proves that they may be used. The
/// methods validate and convert on this instruction set. All other functions use [`Isa::best`],
/// unless you pass an instruction set to a function such as `Pair::with_isa`. Results do not depend
/// on the choice.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isa(InstructionSet);

/// The instruction sets that this CPU supports. The lower byte has a bit for each number of an
/// instruction set, and the upper byte is the number of the best one. Zero before detection.
static KNOWN: AtomicU16 = AtomicU16::new(0);

/// Returns the content of [`KNOWN`], after detection.
#[inline(always)]
fn known() -> u16 {
    match KNOWN.load(Ordering::Relaxed) {
        0 => detect(),
        known => known,
    }
}

/// Detects the instruction sets and stores them, because detection takes up to 180 microseconds in
/// a virtual machine.
#[cold]
fn detect() -> u16 {
    let sets = InstructionSet::ALL.iter().filter(|set| set.detect());
    let supported = sets.fold(0u8, |bits, &set| bits | 1 << set as u8);
    let known = u16::from_le_bytes([supported, supported.trailing_zeros() as u8]);
    KNOWN.store(known, Ordering::Relaxed);
    known
}

impl Isa {
    /// Returns the fastest instruction set that this CPU supports. It is the default of all
    /// functions.
    ///
    /// ```
    /// use utflane::Isa;
    ///
    /// assert_eq!(Isa::available().next(), Some(Isa::best()));
    /// ```
    #[inline]
    pub fn best() -> Isa {
        let [_, best] = known().to_le_bytes();
        Isa(InstructionSet::numbered(best))
    }

    /// Returns all instruction sets that this CPU supports, best first. The last is `scalar`.
    ///
    /// On x86, a build can leave out some instruction sets:
    ///
    /// - those below the baseline that the program is compiled for,
    /// - all except `avx2` and `scalar`, without optimisation,
    /// - `avx512`, with a compiler before Rust 1.89.
    ///
    /// ```
    /// use utflane::Isa;
    ///
    /// let names: Vec<_> = Isa::available().map(Isa::name).collect();
    /// assert_eq!(names.last(), Some(&"scalar"));
    /// ```
    pub fn available() -> impl Iterator<Item = Isa> {
        let all = InstructionSet::ALL.iter();
        all.filter(|&&set| Isa::supports(set)).map(|&set| Isa(set))
    }

    /// Returns the instruction set called `name` (`scalar`, `sse41`, `avx2`, `avx512`, `neon`,
    /// `simd128`), if this CPU supports it and the build does not [leave it out](Isa::available).
    ///
    /// ```
    /// use utflane::{Isa, Utf8};
    ///
    /// let isa = Isa::named("avx2").unwrap_or(Isa::best());
    /// assert!(isa.is_valid::<Utf8>("日本語".as_bytes()));
    /// assert_eq!(Isa::named("mmx"), None);
    /// ```
    #[inline]
    pub fn named(name: &str) -> Option<Isa> {
        let set = *InstructionSet::ALL.iter().find(|set| set.name() == name)?;
        Isa::supports(set).then_some(Isa(set))
    }

    /// Returns the name, which [`Isa::named`] accepts.
    ///
    /// ```
    /// use utflane::Isa;
    ///
    /// let isa = Isa::best();
    /// assert_eq!(Isa::named(isa.name()), Some(isa));
    /// ```
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    #[inline(always)]
    fn supports(set: InstructionSet) -> bool {
        known() >> set as u8 & 1 == 1
    }

    /// Returns whether the instruction set has vectors.
    #[inline(always)]
    pub(crate) fn has_vectors(self) -> bool {
        self.0 != InstructionSet::Scalar
    }

    /// Returns whether masked loads and stores are cheap, so that no text is too short for a
    /// kernel. This is true for AVX-512.
    #[inline(always)]
    pub(crate) fn has_cheap_masked_access(self) -> bool {
        self.0.lanes() == 64
    }

    /// Returns the number of bytes in a vector.
    #[cfg(feature = "charset")]
    #[inline(always)]
    pub(crate) fn lanes(self) -> usize {
        self.0.lanes()
    }

    #[inline(always)]
    pub(crate) fn set(self) -> InstructionSet {
        self.0
    }
}
