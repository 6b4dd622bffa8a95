//! No function accesses memory outside of its slices, and each handles outputs of any length.

mod guard_pages;
mod output_len;
mod preserve_tail;
mod slices;
