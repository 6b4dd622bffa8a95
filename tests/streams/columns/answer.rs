//! The expected results of row conversions, and the checks of a layout.

use super::Wrong;
use utflane::rows::{BadRow, Rows};
use utflane::*;
use utflane_test_support::oracle::*;

/// A row as the oracle describes it: its text and start, or the error in its offsets and the
/// position.
pub(crate) type Text<U> = Result<(Vec<U>, usize), (ColumnReason, usize)>;

/// The result of a conversion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer<U> {
    pub(crate) values: Vec<U>,
    pub(crate) offsets: Vec<usize>,
    /// Row, position and error.
    pub(crate) stop: Option<(usize, usize, Stopped)>,
    /// The rows that `bad` was called with.
    asked: Vec<usize>,
}

/// An error, without the library's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    Wrong(Wrong),
    Unrepresentable(CodePoint),
    OutputFull,
    OffsetOverflow,
}

impl From<ColumnReason> for Stopped {
    fn from(reason: ColumnReason) -> Self {
        match reason {
            ColumnReason::OutOfRange => Stopped::Wrong(Wrong::OutOfRange),
            ColumnReason::Descending => Stopped::Wrong(Wrong::Descending),
            ColumnReason::Malformed(error) => Stopped::Wrong(Wrong::Malformed(error.into())),
            ColumnReason::Unrepresentable(code_point) => Stopped::Unrepresentable(code_point),
            ColumnReason::OutputFull => Stopped::OutputFull,
            ColumnReason::OffsetOverflow => Stopped::OffsetOverflow,
            reason => panic!("{reason:?}"),
        }
    }
}

/// The policy for bad rows: lossy conversion of all, one reaction to all errors, or one that
/// depends on the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    Lossy,
    All(BadRow),
    /// Depends on the number of the row.
    Mixed,
}

impl Policy {
    const ALL: [Policy; 5] = [
        Policy::Lossy,
        Policy::All(BadRow::Stop),
        Policy::All(BadRow::Empty),
        Policy::All(BadRow::Replace),
        Policy::Mixed,
    ];

    fn of(self, row: usize) -> BadRow {
        match self {
            Policy::Lossy => BadRow::Replace,
            Policy::All(same) => same,
            Policy::Mixed if row % 2 == 0 => BadRow::Empty,
            Policy::Mixed => BadRow::Replace,
        }
    }
}

/// Returns the expected result for rows of these texts, with an output of `room` units.
pub(crate) fn expected<S: Model, D: Model>(
    texts: &[Text<S::Unit>],
    policy: Policy,
    room: usize,
) -> Answer<D::Unit> {
    let mut answer = Answer {
        values: Vec::new(),
        offsets: vec![0],
        stop: None,
        asked: Vec::new(),
    };
    for (row, text) in texts.iter().enumerate() {
        let left = room - answer.values.len();
        let stop = match text {
            Err((reason, position)) => {
                if policy != Policy::Lossy {
                    answer.asked.push(row);
                }
                let empty = policy.of(row) == BadRow::Empty;
                (!empty).then(|| (*position, (*reason).into()))
            }
            Ok((text, start)) => {
                let items = S::items(text);
                let strict = Plan::<D::Unit>::strict::<D>(&items);
                let lossy = Plan::<D::Unit>::lossy::<D>(&items);
                // A row that cannot be converted is reported even if the output is full.
                let all = strict.at(usize::MAX);
                let (units, at) = match all.stop {
                    _ if policy == Policy::Lossy => (&lossy.units[..], lossy.at(left)),
                    None => (&strict.units[..], strict.at(left)),
                    Some(_) => {
                        answer.asked.push(row);
                        match policy.of(row) {
                            BadRow::Stop => (&strict.units[..], all),
                            BadRow::Empty => (&[][..], Plan::strict::<D>(&[]).at(0)),
                            BadRow::Replace => (&lossy.units[..], lossy.at(left)),
                        }
                    }
                };
                if at.stop.is_none() {
                    answer.values.extend(units);
                }
                at.stop.map(|(_, why)| {
                    let what = match why {
                        Why::OutputFull => Stopped::OutputFull,
                        Why::Malformed(fault) => Stopped::Wrong(Wrong::Malformed(fault)),
                        Why::Unrepresentable(code_point) => Stopped::Unrepresentable(code_point),
                    };
                    (start + at.read, what)
                })
            }
        };
        if let Some((position, what)) = stop {
            answer.stop = Some((row, position, what));
            return answer;
        }
        answer.offsets.push(answer.values.len());
    }
    answer
}

/// Converts into slices. Checks that the output after `room` units is untouched.
fn converted<S: Model, D: Model>(
    isa: Isa,
    rows: &impl Rows<Unit = S::Unit>,
    count: usize,
    policy: Policy,
    room: usize,
) -> Answer<D::Unit> {
    let mut values = vec![D::Unit::CANARY; room + 70];
    let mut offsets = vec![77u64; count + 3];
    let mut asked = Vec::new();
    let (out, places) = (&mut values[..room], &mut offsets[..count + 1]);
    let answer = match policy {
        // Only one layout has a lossy function of its own.
        Policy::Lossy => isa.transcode_rows::<S, D>(rows, out, places, |_| BadRow::Replace),
        _ => isa.transcode_rows::<S, D>(rows, out, places, |error| {
            asked.push(error.row());
            policy.of(error.row())
        }),
    };
    assert!(values[room..].iter().all(|&unit| unit == D::Unit::CANARY));
    assert_eq!(offsets[count + 1..], [77, 77]);
    let stop = answer
        .err()
        .map(|error| (error.row(), error.position(), error.reason().into()));
    let rows = stop.map_or(count, |(row, ..)| row);
    let offsets: Vec<usize> = offsets[..=rows].iter().map(|&end| end as usize).collect();
    assert_eq!(answer.unwrap_or(offsets[rows]), offsets[rows]);
    values.truncate(offsets[rows]);
    Answer {
        values,
        offsets,
        stop,
        asked,
    }
}

/// Checks a layout with rows of these texts, with several output lengths.
pub(crate) fn check_rows<S: Model, D: Model>(
    isas: &[Isa],
    rows: &impl Rows<Unit = S::Unit>,
    texts: &[Text<S::Unit>],
) {
    let count = texts.len();
    check_validation::<S>(isas, rows, texts);
    for policy in Policy::ALL {
        let whole = expected::<S, D>(texts, policy, usize::MAX);
        let need = whole.values.len();
        for room in [need + 300, need, need.saturating_sub(1), need / 2] {
            let expected = expected::<S, D>(texts, policy, room);
            for &isa in isas {
                let got = converted::<S, D>(isa, rows, count, policy, room);
                let (from, to, isa) = (S::NAME, D::NAME, isa.name());
                assert_eq!(got, expected, "{from} to {to} on {isa}, {policy:?}, {room}");
            }
        }
        let mut asked = Vec::new();
        let got = transcode_rows_to_vec::<S, D, u64>(rows, |error| {
            asked.push(error.row());
            policy.of(error.row())
        });
        assert_eq!(asked, whole_asked::<S, D>(texts, policy), "{policy:?}");
        match got {
            Ok((values, offsets)) => {
                assert!(whole.stop.is_none());
                assert_eq!(values, whole.values);
                let offsets: Vec<usize> = offsets.iter().map(|&end| end as usize).collect();
                assert_eq!(offsets, whole.offsets);
            }
            Err(error) => {
                let stop = (error.row(), error.position(), error.reason().into());
                assert_eq!(Some(stop), whole.stop);
            }
        }
    }
}

/// Checks which rows of a layout are reported as malformed.
fn check_validation<S: Model>(
    isas: &[Isa],
    rows: &impl Rows<Unit = S::Unit>,
    texts: &[Text<S::Unit>],
) {
    let wrong = texts
        .iter()
        .enumerate()
        .filter_map(|(row, text)| match text {
            Err((reason, position)) => Some((row, *position, (*reason).into())),
            Ok((text, start)) => {
                let fault = Fault::first(&S::items(text))?;
                let position = start + fault.valid_up_to;
                Some((row, position, Stopped::Wrong(Wrong::Malformed(fault))))
            }
        });
    let expected: Vec<_> = wrong.collect();
    let told = |error: ColumnError| (error.row(), error.position(), error.reason().into());
    let mut got = Vec::new();
    malformed_rows::<S>(rows, |error| got.push(told(error)));
    assert_eq!(got, expected, "{}", S::NAME);
    for &isa in isas {
        let first = isa.validate_rows::<S>(rows).err().map(told);
        assert_eq!(
            first,
            expected.first().copied(),
            "{} on {}",
            S::NAME,
            isa.name()
        );
    }
}

/// Returns the rows for which the callback is called if the output is large enough.
fn whole_asked<S: Model, D: Model>(texts: &[Text<S::Unit>], policy: Policy) -> Vec<usize> {
    let policy = match policy {
        Policy::Lossy => Policy::All(BadRow::Replace),
        policy => policy,
    };
    expected::<S, D>(texts, policy, usize::MAX).asked
}
