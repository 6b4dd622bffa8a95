//! The instruction sets. This is the only place that names an architecture or a CPU feature.

mod plain;

use crate::kernels::Table;

/// Every instruction set of this architecture, best first, and whether this CPU has it.
pub(crate) static ALL: &[(&Table, fn() -> bool)] = &[(SCALAR, plain::detected)];

/// The instruction set that every CPU has.
pub(crate) static SCALAR: &Table = &plain::TABLE;
