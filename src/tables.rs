//! The tables that `build.rs` generates.
