//! The public interface, and functions that need no enumeration of inputs.

mod any;
mod blocks;
mod contract;
mod literals;
mod positions;
mod tails;
mod text;
