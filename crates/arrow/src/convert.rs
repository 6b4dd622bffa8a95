//! Converts rows of bytes from one encoding to another, with new values and offsets.
#![forbid(unsafe_code)]

use crate::rows::{Bytes, with_rows};
use crate::{Error, Policy, RowError};
use arrow_array::OffsetSizeTrait;
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use utflane::rows::BadRow;
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Charset, ColumnError, Offset, Pair, Reason};

/// Values end to end in one buffer, their offsets, and the null rows.
pub(crate) struct Converted<O: OffsetSizeTrait> {
    pub(crate) offsets: OffsetBuffer<O>,
    pub(crate) values: Buffer,
    pub(crate) nulls: Option<NullBuffer>,
}

/// Converts rows. Null rows become empty, whatever their bytes are.
pub(crate) fn convert<O: OffsetSizeTrait + Offset>(
    bytes: &Bytes<'_>,
    [source, target]: [Charset; 2],
    policy: Policy,
) -> Result<Converted<O>, Error> {
    let (values, offsets, became_null) = match Codec::new(source, target, policy) {
        Codec::Pair(pair) => convert_pair::<O>(bytes, pair, policy)?,
        stream => convert_each::<O>(bytes, &stream, target, policy)?,
    };
    Ok(Converted {
        nulls: with_more_nulls(bytes.nulls, bytes.len(), &became_null),
        offsets: OffsetBuffer::new(ScalarBuffer::from(offsets)),
        values: Buffer::from_vec(values),
    })
}

/// Values, offsets, and the indices of the rows that became null.
type Rows<O> = (Vec<u8>, Vec<O>, Vec<usize>);

fn convert_pair<O: Offset>(
    bytes: &Bytes<'_>,
    pair: Pair,
    policy: Policy,
) -> Result<Rows<O>, Error> {
    let mut became_null = Vec::new();
    let bad = |error: &ColumnError| match policy {
        Policy::Fail => BadRow::Stop,
        Policy::Replace | Policy::ReplaceAsJdk => BadRow::Replace,
        Policy::Null => {
            became_null.push(error.row());
            BadRow::Empty
        }
    };
    let result = with_rows!(bytes, nullable rows => {
        pair.transcode_rows_to_vec::<O>(&rows, bad)
    });
    let row = match result {
        Ok((values, offsets)) => return Ok((values, offsets, became_null)),
        Err(error) => error.row(),
    };
    // Convert the row again to find the position in it.
    Err(match pair.measure(bytes.row(row)) {
        Err(error) => Error::Row(RowError {
            row,
            position: error.read(),
            reason: error.reason(),
            target: pair.target().name(),
        }),
        Ok(_) => too_long(bytes),
    })
}

/// Returns the error for a result that is too long for the type of its offsets.
fn too_long(bytes: &Bytes<'_>) -> Error {
    Error::Arrow(ArrowError::OffsetOverflowError(bytes.len()))
}

/// Converts row by row, for encodings that have no [`Pair`].
fn convert_each<O: OffsetSizeTrait>(
    bytes: &Bytes<'_>,
    codec: &Codec,
    target: Charset,
    policy: Policy,
) -> Result<Rows<O>, Error> {
    let mut values = Vec::new();
    let mut offsets = Vec::with_capacity(bytes.len() + 1);
    offsets.push(O::zero());
    let mut became_null = Vec::new();
    let lossy = matches!(policy, Policy::Replace | Policy::ReplaceAsJdk);
    for row in 0..bytes.len() {
        if bytes.nulls.is_none_or(|nulls| nulls.is_valid(row)) {
            let before = values.len();
            if let Err((position, reason)) = codec.append(bytes.row(row), lossy, &mut values) {
                if policy == Policy::Fail {
                    let target = target.name();
                    return Err(Error::Row(RowError {
                        row,
                        position,
                        reason,
                        target,
                    }));
                }
                values.truncate(before);
                became_null.push(row);
            }
        }
        offsets.push(O::from_usize(values.len()).ok_or_else(|| too_long(bytes))?);
    }
    Ok((values, offsets, became_null))
}

/// Returns the nulls together with the rows in `more`.
pub(crate) fn with_more_nulls(
    nulls: Option<&NullBuffer>,
    len: usize,
    more: &[usize],
) -> Option<NullBuffer> {
    if more.is_empty() {
        return nulls.cloned();
    }
    let mut valid = arrow_buffer::BooleanBufferBuilder::new(len);
    match nulls {
        Some(nulls) => valid.append_buffer(nulls.inner()),
        None => valid.append_n(len, true),
    }
    for row in more {
        valid.set_bit(*row, false);
    }
    Some(NullBuffer::new(valid.finish()))
}

/// A converter of single texts: a [`Pair`], or a stream for encodings that have none.
pub(crate) enum Codec {
    Pair(Pair),
    Stream(Charset, Charset),
}

impl Codec {
    pub(crate) fn new(source: Charset, target: Charset, policy: Policy) -> Codec {
        let as_jdk = policy == Policy::ReplaceAsJdk && source == Charset::Utf8;
        let source = if as_jdk { Charset::JdkUtf8 } else { source };
        match Pair::new(source, target) {
            Some(pair) => Codec::Pair(pair),
            None => Codec::Stream(source, target),
        }
    }

    /// Appends the conversion of a text. Returns the position and the reason if it fails.
    pub(crate) fn append(
        &self,
        text: &[u8],
        lossy: bool,
        values: &mut Vec<u8>,
    ) -> Result<(), (usize, Reason)> {
        match self {
            Codec::Pair(pair) => append_pair(*pair, text, lossy, values),
            Codec::Stream(source, target) => {
                append_stream(AnyTranscoder::new(*source, *target), text, lossy, values)
            }
        }
    }
}

fn append_pair(
    pair: Pair,
    text: &[u8],
    lossy: bool,
    values: &mut Vec<u8>,
) -> Result<(), (usize, Reason)> {
    let start = values.len();
    let units = text.len().div_ceil(pair.source().unit_size());
    let unit = pair.target().unit_size();
    let capacity = pair
        .max_len(units)
        .and_then(|units| units.checked_mul(unit));
    values.resize(start + capacity.expect("a length in memory"), 0);
    let dst = &mut values[start..];
    let result = if lossy {
        pair.transcode_lossy(text, dst)
    } else {
        pair.transcode(text, dst)
    };
    let written = result.map_err(|error| (error.read(), error.reason()))?;
    values.truncate(start + written * unit);
    Ok(())
}

fn append_stream(
    mut transcoder: AnyTranscoder,
    mut text: &[u8],
    lossy: bool,
    values: &mut Vec<u8>,
) -> Result<(), (usize, Reason)> {
    let mut is_end = false;
    loop {
        let start = values.len();
        values.resize(start + 2 * text.len() + 16, 0);
        let dst = &mut values[start..];
        let step = match (is_end, lossy) {
            (false, false) => transcoder.transcode(text, dst),
            (false, true) => transcoder.transcode_lossy(text, dst),
            (true, false) => transcoder.finish_into(dst),
            (true, true) => transcoder.finish_lossy(dst),
        };
        values.truncate(start + step.written);
        text = &text[step.read..];
        match step.status {
            Status::InputEmpty if is_end => return Ok(()),
            Status::InputEmpty => is_end = true,
            Status::Stopped(error) => return Err((error.position() as usize, error.reason())),
            _ => {}
        }
    }
}
