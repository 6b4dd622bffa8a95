//! The choice of an instruction set, and the call into it.

use crate::arch;
use crate::kernels::{Progress, Table};
use crate::scheme::{Length, Output, Scheme, Utf8};
use core::fmt;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

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
#[derive(Clone, Copy)]
pub struct Isa(&'static Table);

/// The table of the best instruction set, once it is known.
static BEST: AtomicPtr<Table> = AtomicPtr::new(ptr::null_mut());

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
        arch::ALL
            .iter()
            .filter(|(_, detected)| detected())
            .map(|(table, _)| Isa(table))
    }

    /// The instruction set called `name` (`scalar`, `sse41`, `avx2`, `avx512`, `neon`), if this CPU supports it.
    #[inline]
    pub fn named(name: &str) -> Option<Isa> {
        let (table, detected) = arch::ALL.iter().find(|(table, _)| table.name == name)?;
        detected().then_some(Isa(table))
    }

    /// The name that [`Isa::named`] knows it by.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Bytes of well-formed text at the start of `src`.
    #[inline(always)]
    pub(crate) fn valid_bytes<S: Scheme>(self, src: &[u8]) -> usize {
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        unsafe { (self.0.validate[S::INDEX])(src) }
    }

    /// How far a strict conversion gets.
    #[inline(always)]
    pub(crate) fn convert<S: Scheme, D: Scheme>(self, src: &[u8], dst: &mut Output) -> Progress {
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        unsafe { (self.0.convert[S::INDEX][D::INDEX])(src, dst) }
    }

    /// How far the conversion of well-formed text gets.
    #[inline(always)]
    pub(crate) fn convert_unchecked<S: Scheme, D: Scheme>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        match D::UNCHECKED {
            Some(place) if S::INDEX == Utf8::INDEX => {
                // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
                unsafe { (self.0.convert_unchecked[place])(src, dst) }
            }
            _ => self.convert::<S, D>(src, dst),
        }
    }

    /// Units of the conversion of `src` to a scheme with the length `length`.
    #[inline(always)]
    pub(crate) fn count<S: Scheme>(self, src: &[u8], length: Length) -> usize {
        // SAFETY: an `Isa` exists only where the CPU supports its table's functions.
        unsafe { (self.0.count[S::INDEX][length as usize])(src) }
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
