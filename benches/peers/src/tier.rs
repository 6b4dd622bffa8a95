//! A tier restricts all libraries to one instruction set, for a fair comparison.

use anyhow::{Context, Result};
use clap::ValueEnum;
use utflane::Isa;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tier {
    /// The best instruction set that each library has for this CPU.
    Best,
    Avx512,
    Avx2,
    Sse41,
    Neon,
    /// No vector code, except for loops that the compiler vectorises.
    Scalar,
}

impl Tier {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Tier::Best => "best",
            Tier::Avx512 => "avx512",
            Tier::Avx2 => "avx2",
            Tier::Sse41 => "sse41",
            Tier::Neon => "neon",
            Tier::Scalar => "scalar",
        }
    }

    /// Returns the instruction set of `utflane`.
    pub(crate) fn isa(self) -> Result<Isa> {
        if self == Tier::Best {
            return Ok(Isa::best());
        }
        Isa::named(self.name()).with_context(|| {
            let names: Vec<_> = Isa::available().map(Isa::name).collect();
            format!(
                "this CPU or build of utflane has no {}, only {}",
                self.name(),
                names.join(", ")
            )
        })
    }

    /// Tells simdutf which implementation to use. Must be called before other threads run and
    /// before the first use of simdutf, which chooses once.
    pub(crate) fn force_simdutf(self) {
        let name = match self {
            Tier::Best => return,
            Tier::Avx512 => "icelake",
            Tier::Avx2 => "haswell",
            Tier::Sse41 => "westmere",
            Tier::Neon => "arm64",
            Tier::Scalar => "fallback",
        };
        // SAFETY: this is the only thread.
        unsafe { std::env::set_var("SIMDUTF_FORCE_IMPLEMENTATION", name) };
    }
}
