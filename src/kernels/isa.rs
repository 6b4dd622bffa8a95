//! The choice of an instruction set.
#![forbid(unsafe_code)]

use crate::kernels::arch::InstructionSet;
use core::sync::atomic::{AtomicU16, Ordering};

/// An instruction set that this CPU supports.
///
/// A value exists only if the CPU has the instructions, so it proves that they may be used. Every
/// verb of the crate is a method; the free functions are the methods of [`Isa::best`]. Results do
/// not depend on the choice.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa(InstructionSet);

/// What this CPU supports: a bit for each instruction set, by its number, and in the upper byte the
/// number of the best one. Zero until it is known.
static KNOWN: AtomicU16 = AtomicU16::new(0);

/// The content of [`KNOWN`].
#[inline(always)]
fn known() -> u16 {
    match KNOWN.load(Ordering::Relaxed) {
        0 => detect(),
        known => known,
    }
}

/// Asks the CPU once: that takes up to 180 microseconds in a virtual machine.
#[cold]
fn detect() -> u16 {
    let sets = InstructionSet::ALL.iter().filter(|set| set.detect());
    let supported = sets.fold(0u8, |bits, &set| bits | 1 << set as u8);
    let known = u16::from_le_bytes([supported, supported.trailing_zeros() as u8]);
    KNOWN.store(known, Ordering::Relaxed);
    known
}

impl Isa {
    /// The instruction set that the free functions use: the fastest that this CPU supports.
    #[inline]
    pub fn best() -> Isa {
        let [_, best] = known().to_le_bytes();
        Isa(InstructionSet::numbered(best))
    }

    /// All instruction sets that this CPU supports, best first; the last is `scalar`.
    ///
    /// On x86 some may have been left out when the library was compiled: those below what the
    /// program is compiled for, all but `avx2` and `scalar` without optimisation, and `avx512` by a
    /// compiler before Rust 1.89.
    pub fn available() -> impl Iterator<Item = Isa> {
        let all = InstructionSet::ALL.iter();
        all.filter(|&&set| Isa::supports(set)).map(|&set| Isa(set))
    }

    /// The instruction set called `name` (`scalar`, `sse41`, `avx2`, `avx512`, `neon`, `simd128`),
    /// if this CPU supports it, and it is not [left out](Isa::available).
    #[inline]
    pub fn named(name: &str) -> Option<Isa> {
        let set = *InstructionSet::ALL.iter().find(|set| set.name() == name)?;
        Isa::supports(set).then_some(Isa(set))
    }

    /// The name, as [`Isa::named`] takes it.
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    #[inline(always)]
    fn supports(set: InstructionSet) -> bool {
        known() >> set as u8 & 1 == 1
    }

    /// Whether this is more than scalar code.
    #[inline(always)]
    pub(crate) fn has_vectors(self) -> bool {
        self.0 != InstructionSet::Scalar
    }

    /// Bytes of a vector.
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
