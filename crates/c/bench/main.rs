//! Compares calls of the shared library with calls of the Rust library: the minimum time per call
//! in nanoseconds over many alternating rounds, and the overhead of C.

use core::ffi::c_void;
use core_utflane::{
    DecodeError, Encoding, Latin1, TranscodeError, Utf8, Utf16, transcode, validate,
};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::time::Instant;

#[link(name = "utflane", kind = "dylib")]
unsafe extern "C" {
    fn utflane_validate(encoding: u32, src: *const c_void, len: usize, result: *mut Outcome)
    -> u32;
    fn utflane_transcode(
        from: u32,
        to: u32,
        mode: u32,
        src: *const c_void,
        len: usize,
        dst: *mut c_void,
        capacity: usize,
        result: *mut Outcome,
    ) -> u32;
}

/// The result of a conversion.
type Transcoded = Result<usize, TranscodeError>;

/// A struct of the size of `utflane_result`, with the fields that are used here.
#[repr(C)]
struct Outcome {
    read: usize,
    written: usize,
    rest: [u64; 5],
}

/// Returns the minimum time per call of two functions, in nanoseconds, over many rounds in which
/// they alternate.
fn time<U>(
    dst: &mut [U],
    one: impl Fn(&mut [U]) -> usize,
    other: impl Fn(&mut [U]) -> usize,
    calls: u32,
) -> [f64; 2] {
    assert_eq!(one(dst), other(dst), "both have the same answer");
    let mut best = [f64::MAX; 2];
    for _ in 0..400 {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(one(black_box(dst)));
        }
        let middle = Instant::now();
        for _ in 0..calls {
            black_box(other(black_box(dst)));
        }
        let times = [middle - start, middle.elapsed()];
        for (best, time) in best.iter_mut().zip(times) {
            *best = best.min(time.as_secs_f64() * 1e9 / f64::from(calls));
        }
    }
    best
}

fn print(what: &str, len: usize, [rust, c]: [f64; 2], worst: &mut f64) {
    println!(
        "{what:24} {len:6}  {rust:9.1} {c:9.1} {:+7.1}  {:5.2}",
        c - rust,
        c / rust
    );
    if len <= 64 {
        *worst = worst.max(c - rust);
    }
}

/// Times a conversion of the first `len` units of a text.
fn pair<S: Encoding, D: Encoding>(
    numbers: [u32; 2],
    text: &[S::Unit],
    len: usize,
    worst: &mut f64,
) {
    let src = &text[..len];
    let mut dst = vec![D::Unit::default(); 3 * len];
    let call = black_box(transcode::<S, D> as fn(&[S::Unit], &mut [D::Unit]) -> Transcoded);
    let rust = |dst: &mut [D::Unit]| call(black_box(src), dst).unwrap_or(usize::MAX);
    let c = |dst: &mut [D::Unit]| {
        let mut result = MaybeUninit::<Outcome>::uninit();
        // SAFETY: pointers and lengths come from slices, and `Outcome` has the size of
        // `utflane_result`.
        let status = unsafe {
            utflane_transcode(
                numbers[0],
                numbers[1],
                0,
                black_box(src).as_ptr().cast(),
                src.len(),
                dst.as_mut_ptr().cast(),
                dst.len(),
                result.as_mut_ptr(),
            )
        };
        if status != 0 {
            return usize::MAX;
        }
        // SAFETY: the function has written the result.
        unsafe { result.assume_init() }.written
    };
    let times = time(&mut dst, rust, c, (200_000 / (len + 40)) as u32 + 1);
    print(&format!("{} to {}", S::NAME, D::NAME), len, times, worst);
}

fn check(text: &[u8], len: usize, worst: &mut f64) {
    let src = &text[..len];
    let call = black_box(validate::<Utf8> as fn(&[u8]) -> Result<(), DecodeError>);
    let rust = |_: &mut [u8]| usize::from(call(black_box(src)).is_ok());
    let c = |_: &mut [u8]| {
        let mut result = MaybeUninit::<Outcome>::uninit();
        let src = black_box(src);
        // SAFETY: pointer and length come from a slice, and `Outcome` has the size of
        // `utflane_result`.
        usize::from(
            unsafe { utflane_validate(1, src.as_ptr().cast(), len, result.as_mut_ptr()) } == 0,
        )
    };
    let times = time(&mut [], rust, c, (200_000 / (len + 40)) as u32 + 1);
    print("validate UTF-8", len, times, worst);
}

fn main() {
    let text = "Ein längerer Text über Ähnliches, und noch etwas 日本 dazu. ".repeat(3000);
    let units: Vec<u16> = text.encode_utf16().collect();
    let latin1 = vec![b'x'; 1 << 17];
    println!(
        "{:24} {:>6}  {:>9} {:>9} {:>7}  {:>5}",
        "ns a call", "units", "Rust", "C", "more", "ratio"
    );
    let mut worst = f64::MIN;
    for len in [0, 4, 16, 64, 1023, 1 << 16] {
        let utf8_len = (0..=len)
            .rfind(|&at| text.is_char_boundary(at))
            .unwrap_or(0);
        check(text.as_bytes(), utf8_len, &mut worst);
        pair::<Utf8, Utf16>([1, 2], text.as_bytes(), utf8_len, &mut worst);
        pair::<Utf16, Utf8>([2, 1], &units, len, &mut worst);
        pair::<Latin1, Utf8>([8, 1], &latin1, len, &mut worst);
    }
    println!("a short call from C costs at most {worst:.1} ns more");
}
