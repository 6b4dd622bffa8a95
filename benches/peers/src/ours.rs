//! Contenders of `utflane`: each operation on each pair of encodings, on one instruction set.

use bytemuck::Pod;
use utflane::rows::{BadRow, Column};
use utflane::{Encoding as Kind, Isa, Reason, TranscodeError};

use crate::contender::{Case, Contender, Role};
use utflane_test_support::corpora::{Encoding, Outcome, Verb};

/// Runs `$body` with `$Type` as the library's type of an encoding.
macro_rules! with_type {
    ($encoding:expr, $Type:ident => $body:expr) => {
        with_type!($encoding, $Type => $body;
            Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1 Ascii)
    };
    ($encoding:expr, $Type:ident => $body:expr; $($name:ident)*) => {
        match $encoding {
            $(Encoding::$name => {
                type $Type = utflane::$name;
                $body
            })*
        }
    };
}

/// Returns ours for a column.
pub(crate) fn of_column(case: &Case, isa: Isa) -> Contender<'_> {
    with_type!(case.work.source, Source => {
        match case.work.verb {
            Verb::Validate => column::<Source>(case, isa),
            _ => with_type!(case.work.target, Target => {
                converted_column::<Source, Target>(case, isa)
            }),
        }
    })
}

fn column<E: Kind<Unit: Pod>>(case: &Case, isa: Isa) -> Contender<'_> {
    let call = move |values: &[E::Unit], offsets: &[u32], _: &mut [u8], _: &mut [u32]| match isa
        .validate_rows::<E>(&Column::new(values, offsets))
    {
        Ok(()) => Ok(0),
        Err(error) => Err(error.position()),
    };
    Contender::of_column("utflane", Role::Ours, case, call)
}

fn converted_column<S, D>(case: &Case, isa: Isa) -> Contender<'_>
where
    S: Kind<Unit: Pod>,
    D: Kind<Unit: Pod>,
{
    let call = move |values: &[S::Unit], offsets: &[u32], out: &mut [D::Unit], ends: &mut [u32]| {
        let rows = Column::new(values, offsets);
        isa.transcode_rows::<S, D>(&rows, out, ends, |_| BadRow::Stop)
            .map_err(|error| error.position())
    };
    Contender::of_column("utflane", Role::Ours, case, call)
}

/// Returns ours, with a long target or with one of exactly the needed length.
pub(crate) fn contender(case: &Case, isa: Isa, exact: bool) -> Contender<'_> {
    let role = match exact && case.work.verb.writes() && case.is_clean() {
        true => Role::OursExact,
        false => Role::Ours,
    };
    with_type!(case.work.source, Source => {
        match case.work.verb {
            Verb::Validate | Verb::IsValid | Verb::CharCount => {
                looking::<Source>(case, isa, role)
            }
            _ => with_type!(case.work.target, Target => {
                going::<Source, Target>(case, isa, role)
            }),
        }
    })
}

/// The operations on one encoding.
fn looking<E: Kind<Unit: Pod>>(case: &Case, isa: Isa, role: Role) -> Contender<'_> {
    let name = "utflane";
    match case.work.verb {
        Verb::Validate => Contender::new(name, role, case, move |source, _: &mut [u8]| {
            match isa.validate::<E>(source) {
                Ok(()) => Ok(0),
                Err(error) => Err(error.valid_up_to()),
            }
        }),
        Verb::IsValid => Contender::new(name, role, case, move |source, _: &mut [u8]| {
            Ok(usize::from(isa.is_valid::<E>(source)))
        }),
        _ => Contender::new(name, role, case, move |source, _: &mut [u8]| {
            Ok(isa.char_count::<E>(source))
        }),
    }
}

/// The operations on a pair of encodings.
fn going<S, D>(case: &Case, isa: Isa, role: Role) -> Contender<'_>
where
    S: Kind<Unit: Pod>,
    D: Kind<Unit: Pod>,
{
    let name = "utflane";
    match case.work.verb {
        Verb::Transcode => {
            Contender::new(name, role, case, move |source, target: &mut [D::Unit]| {
                outcome(isa.transcode::<S, D>(source, target))
            })
        }
        Verb::Lossy => Contender::new(name, role, case, move |source, target: &mut [D::Unit]| {
            outcome(isa.transcode_lossy::<S, D>(source, target))
        }),
        Verb::Unchecked => {
            Contender::new(name, role, case, move |source, target: &mut [D::Unit]| {
                // SAFETY: rows of this operation exist only if `Case::is_clean`, so each string of
                // the sample is well-formed and representable.
                outcome(unsafe { isa.transcode_unchecked::<S, D>(source, target) })
            })
        }
        Verb::Measure => Contender::new(name, role, case, move |source, _: &mut [D::Unit]| {
            outcome(isa.measure::<S, D>(source))
        }),
        Verb::TranscodedLen => {
            Contender::new(name, role, case, move |source, _: &mut [D::Unit]| {
                Ok(isa.transcoded_len::<S, D>(source))
            })
        }
        _ => Contender::new(name, role, case, move |source, _: &mut [D::Unit]| {
            Ok(isa.lossy_len::<S, D>(source))
        }),
    }
}

#[inline(always)]
fn outcome(result: Result<usize, TranscodeError>) -> Outcome {
    match result {
        Ok(written) => Ok(written),
        Err(error) => {
            assert_ne!(
                error.reason(),
                Reason::OutputFull,
                "the target must be long enough"
            );
            Err(error.read())
        }
    }
}
