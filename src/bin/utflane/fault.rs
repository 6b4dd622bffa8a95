//! A malformed sequence of an input: what it is, where it stands, and the words for it.

use std::fmt;

use serde::{Serialize, Serializer};
use utflane::ErrorKind;

use crate::input::Input;
use crate::position::Position;
use crate::scheme::Scheme;

/// The first malformed sequence in an input's unread bytes.
pub(crate) struct Fault {
    position: Position,
    kind: ErrorKind,
    /// The bytes to show: the sequence itself, and for a lead byte that no continuation can save, the one after it.
    bytes: Vec<u8>,
    /// Bytes up to where reading goes on.
    pub(crate) length: usize,
}

impl Fault {
    /// Looks at the malformed sequence with which the unread bytes of `input` start, and consumes it.
    ///
    /// What the sequence is depends on the bytes after it, which may not have been read when it was found: `E1` at the
    /// end of the text read so far looks incomplete, and lacks a continuation when `41` turns up.
    pub(crate) fn take(
        input: &mut Input,
        scheme: Scheme,
        position: Position,
    ) -> anyhow::Result<Fault> {
        let start = input.peek()?;
        let error = scheme
            .validate(start)
            .expect_err("a malformed sequence is malformed with what follows it, too");
        let length = error.error_len().unwrap_or(start.len());
        let continued = scheme == Scheme::Utf8 && start.get(1).is_some_and(|b| b >> 6 == 0b10);
        let shown = match error.kind() {
            ErrorKind::Overlong | ErrorKind::Surrogate | ErrorKind::TooLarge if continued => 2,
            _ => length,
        };
        let fault = Fault {
            position,
            kind: error.kind(),
            bytes: start[..shown].to_vec(),
            length,
        };
        input.consume(length);
        Ok(fault)
    }

    /// The bytes in hexadecimal, as in `C0 80`.
    fn hexadecimal(&self) -> String {
        let bytes: Vec<String> = self.bytes.iter().map(|b| format!("{b:02X}")).collect();
        bytes.join(" ")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} ({})",
            self.position,
            self.kind,
            self.hexadecimal()
        )
    }
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Record {
            line: u64,
            column: u64,
            offset: u64,
            kind: String,
            message: String,
            bytes: String,
        }
        Record {
            line: self.position.line,
            column: self.position.column,
            offset: self.position.offset,
            kind: format!("{:?}", self.kind),
            message: self.kind.to_string(),
            bytes: self.hexadecimal(),
        }
        .serialize(serializer)
    }
}
