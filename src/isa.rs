//! The choice of an instruction set.

use crate::arch::InstructionSet;
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// An instruction set that this CPU supports.
///
/// A value exists only where the CPU has the instructions, so it is the proof that they may be used.
/// Every verb of the crate is a method; the free functions are those of [`Isa::best`]. Results do not
/// depend on the choice.
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
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Isa(InstructionSet);

/// A bit for each instruction set that this CPU supports, by its number; zero until it is known.
static SUPPORTED: AtomicU8 = AtomicU8::new(0);

/// The bits of [`SUPPORTED`].
#[inline(always)]
fn supported() -> u8 {
    match SUPPORTED.load(Ordering::Relaxed) {
        0 => detect(),
        known => known,
    }
}

/// Asks the CPU once: that takes up to 180 microseconds in a virtual machine.
#[cold]
fn detect() -> u8 {
    let sets = InstructionSet::ALL.iter().filter(|set| set.detect());
    let supported = sets.fold(0, |bits, &set| bits | 1 << set as u8);
    SUPPORTED.store(supported, Ordering::Relaxed);
    supported
}

impl Isa {
    /// The instruction set that the free functions use: the fastest that this CPU supports.
    #[inline]
    pub fn best() -> Isa {
        let best = InstructionSet::ALL.iter().find(|&&set| Isa::supports(set));
        Isa(best.copied().unwrap_or(InstructionSet::Scalar))
    }

    /// All instruction sets that this CPU supports, best first; the last is `scalar`.
    pub fn available() -> impl Iterator<Item = Isa> {
        let all = InstructionSet::ALL.iter();
        all.filter(|&&set| Isa::supports(set)).map(|&set| Isa(set))
    }

    /// The instruction set called `name` (`scalar`, `sse41`, `avx2`, `avx512`, `neon`), if this CPU
    /// supports it.
    #[inline]
    pub fn named(name: &str) -> Option<Isa> {
        let set = *InstructionSet::ALL.iter().find(|set| set.name() == name)?;
        Isa::supports(set).then_some(Isa(set))
    }

    /// The name that [`Isa::named`] knows it by.
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    #[inline(always)]
    fn supports(set: InstructionSet) -> bool {
        supported() >> set as u8 & 1 == 1
    }

    /// Whether this is more than scalar code.
    #[inline(always)]
    pub(crate) fn has_vectors(self) -> bool {
        self.0 != InstructionSet::Scalar
    }

    #[inline(always)]
    pub(crate) fn set(self) -> InstructionSet {
        self.0
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Isa").field(&self.name()).finish()
    }
}
