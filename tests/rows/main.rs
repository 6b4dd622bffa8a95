//! Columns of rows, and blocks of 64 bytes.

mod blocks;
mod columns;
