//! The vocabulary of the vector algorithms.

/// The proof that an instruction set may be used, and its operations on vectors of bytes.
pub trait Simd: Copy {}
