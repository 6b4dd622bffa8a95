//! Detection of CPU features without std, by their names in `#[target_feature]`.
//!
//! Source: Intel SDM volume 2, `CPUID`, and volume 1, 13.3 (the bits of `XCR0` that the operating
//! system must have set).

#[cfg(target_arch = "x86")]
use core::arch::x86::{__cpuid_count, _xgetbv, CpuidResult};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{__cpuid_count, _xgetbv, CpuidResult};

/// The bits of `XCR0` that must be set: none, SSE and AVX, or these and the three of AVX-512.
const NONE: u64 = 0;
const AVX: u64 = 0b0000_0110;
const AVX512: u64 = 0b1110_0110;

/// Returns the `CPUID` leaf `leaf`, with subleaf 0.
#[allow(unused_unsafe, reason = "before Rust 1.94 the intrinsic is not safe")]
fn ask(leaf: u32) -> CpuidResult {
    // SAFETY: this is compiled only for CPUs with SSE2, and CPUID is older than SSE2.
    unsafe { __cpuid_count(leaf, 0) }
}

/// Returns whether the CPU has `feature` and the operating system saves its registers. Unknown
/// features return `false`.
pub(super) fn has(feature: &str) -> bool {
    const EBX: usize = 0;
    const ECX: usize = 1;
    #[cfg(test)]
    tests::ASKED.set(tests::ASKED.get() + 1);
    let (leaf, register, bit, state) = match feature {
        "sse4.1" => (1, ECX, 19, NONE),
        "popcnt" => (1, ECX, 23, NONE),
        "lzcnt" => (0x8000_0001, ECX, 5, NONE),
        "bmi1" => (7, EBX, 3, NONE),
        "bmi2" => (7, EBX, 8, NONE),
        "avx2" => (7, EBX, 5, AVX),
        "avx512f" => (7, EBX, 16, AVX512),
        "avx512bw" => (7, EBX, 30, AVX512),
        "avx512vl" => (7, EBX, 31, AVX512),
        "avx512vbmi" => (7, ECX, 1, AVX512),
        "avx512vbmi2" => (7, ECX, 6, AVX512),
        "gfni" => (7, ECX, 8, NONE),
        _ => return false,
    };
    let highest = ask(leaf & 0x8000_0000).eax;
    if highest < leaf {
        return false;
    }
    let found = ask(leaf);
    let word = [found.ebx, found.ecx][register];
    word >> bit & 1 == 1 && enabled_by_system(state)
}

/// Returns whether the operating system has enabled all registers in `state`.
fn enabled_by_system(state: u64) -> bool {
    const OSXSAVE: u32 = 1 << 27;
    if state == NONE {
        return true;
    }
    if ask(1).ecx & OSXSAVE == 0 {
        return false;
    }
    // SAFETY: OSXSAVE means that the CPU has the instruction and that it is enabled.
    let enabled = unsafe { _xgetbv(0) };
    enabled & state == state
}

#[cfg(test)]
mod tests {
    use crate::Isa;
    use core::cell::Cell;

    std::thread_local! {
        /// The number of features that this thread has tested.
        pub(super) static ASKED: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn the_cpu_is_asked_once() {
        let available: std::vec::Vec<Isa> = Isa::available().collect();
        let before = ASKED.get();
        for isa in &available {
            assert_eq!(Isa::named(isa.name()), Some(*isa));
        }
        assert!(Isa::available().eq(available));
        assert_eq!(ASKED.get(), before);
    }
}
