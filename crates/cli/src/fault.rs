//! An error in an input: its position, its kind, and the message for it.

use std::fmt;

use anyhow::bail;
use serde::{Serialize, Serializer};
use utflane::stream::StreamError;
use utflane::{Charset, CodePoint, ErrorKind, Reason};

use crate::input::Input;
use crate::position::Position;

/// A malformed sequence, an unrepresentable character, or an unexpected NUL character.
pub(crate) struct Fault {
    position: Position,
    kind: Kind,
    /// The bytes to show: the malformed sequence. If a lead byte is an error because of the byte
    /// after it, that byte is also shown.
    bytes: Vec<u8>,
}

enum Kind {
    Malformed(ErrorKind),
    Nul,
    /// A character that the target encoding cannot represent.
    Unrepresentable(CodePoint, Charset),
}

impl Kind {
    /// The name of the kind in JSON.
    fn name(&self) -> String {
        match self {
            Kind::Malformed(kind) => format!("{kind:?}"),
            Kind::Nul => "Nul".into(),
            Kind::Unrepresentable(..) => "Unrepresentable".into(),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Malformed(kind) => kind.fmt(f),
            Kind::Nul => f.write_str("NUL character"),
            Kind::Unrepresentable(code_point, to) => {
                write!(f, "{} cannot represent {code_point}", to.name())?;
                match code_point.to_char() {
                    Some(character) => write!(f, " {character:?}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Fault {
    /// A NUL character with these bytes.
    pub(crate) fn nul(position: Position, bytes: &[u8]) -> Fault {
        Fault {
            position,
            kind: Kind::Nul,
            bytes: bytes.to_vec(),
        }
    }

    /// A character with these bytes that `to` cannot represent.
    pub(crate) fn unrepresentable(
        position: Position,
        code_point: CodePoint,
        to: Charset,
        bytes: &[u8],
    ) -> Fault {
        Fault {
            position,
            kind: Kind::Unrepresentable(code_point, to),
            bytes: bytes.to_vec(),
        }
    }

    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// The message without the position.
    pub(crate) fn words(&self) -> String {
        match self.kind {
            Kind::Unrepresentable(..) => self.kind.to_string(),
            Kind::Malformed(_) | Kind::Nul => {
                format!("{} ({})", self.kind, hexadecimal(&self.bytes))
            }
        }
    }

    /// Returns the kind of a malformed sequence, `None` for other errors.
    pub(crate) fn malformed(&self) -> Option<ErrorKind> {
        match self.kind {
            Kind::Malformed(kind) => Some(kind),
            Kind::Nul | Kind::Unrepresentable(..) => None,
        }
    }

    /// Creates the error at `position`, from an error of the library's streams.
    pub(crate) fn at(
        input: &mut Input,
        position: Position,
        error: &StreamError,
    ) -> anyhow::Result<Fault> {
        let Reason::Malformed(malformed) = error.reason() else {
            bail!("{}: {error}", input.name());
        };
        let kind = malformed.kind();
        let length = malformed.error_len();
        // The malformed sequence is one lead byte. The byte after it shows which rule is broken.
        let wanted = match (kind, length) {
            (ErrorKind::Overlong | ErrorKind::Surrogate | ErrorKind::TooLarge, Some(1)) => 2,
            _ => length.unwrap_or(4),
        };
        let mut bytes = input.peek(position.offset, wanted as u64)?;
        bytes = &bytes[..bytes.len().min(wanted)];
        if let ([first, second], Some(1)) = (bytes, length)
            && second >> 6 != 0b10
        {
            bytes = std::slice::from_ref(first);
        }
        Ok(Fault {
            position,
            kind: Kind::Malformed(kind),
            bytes: bytes.to_vec(),
        })
    }
}

/// Formats bytes in hexadecimal, such as `C0 80`.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|b| format!("{b:02X}")).collect();
    bytes.join(" ")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.words())
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
            kind: self.kind.name(),
            message: self.kind.to_string(),
            bytes: hexadecimal(&self.bytes),
        }
        .serialize(serializer)
    }
}
