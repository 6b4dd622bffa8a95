//! What is wrong with an input: where it stands, what it is, and the words for it.

use std::fmt;

use anyhow::bail;
use serde::{Serialize, Serializer};
use utflane::stream::StreamError;
use utflane::{Charset, ErrorKind};

use crate::input::Input;
use crate::position::Position;

/// A malformed sequence, or a character that is not to be there.
pub(crate) struct Fault {
    position: Position,
    kind: Kind,
    /// The bytes to show: the sequence itself, and for a lead byte that no continuation can save,
    /// the one after it.
    bytes: Vec<u8>,
}

enum Kind {
    Malformed(ErrorKind),
    Nul,
    /// A character that the target encoding lacks.
    Unrepresentable(char, Charset),
}

impl Kind {
    /// A name for programs.
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
            Kind::Unrepresentable(character, to) => write!(
                f,
                "{} cannot express U+{:04X} {character:?}",
                to.name(),
                u32::from(*character),
            ),
        }
    }
}

impl Fault {
    /// A NUL character, which takes so many bytes.
    pub(crate) fn nul(position: Position, bytes: usize) -> Fault {
        Fault {
            position,
            kind: Kind::Nul,
            bytes: vec![0; bytes],
        }
    }

    /// A character, these bytes, that `to` lacks.
    pub(crate) fn unrepresentable(
        position: Position,
        character: char,
        to: Charset,
        bytes: &[u8],
    ) -> Fault {
        Fault {
            position,
            kind: Kind::Unrepresentable(character, to),
            bytes: bytes.to_vec(),
        }
    }

    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// What it is, without the place.
    pub(crate) fn words(&self) -> String {
        match self.kind {
            Kind::Unrepresentable(..) => self.kind.to_string(),
            Kind::Malformed(_) | Kind::Nul => {
                format!("{} ({})", self.kind, hexadecimal(&self.bytes))
            }
        }
    }

    pub(crate) fn is_nul(&self) -> bool {
        matches!(self.kind, Kind::Nul)
    }

    /// Looks at what stands at `position`, where a stream in some encoding has found an error.
    pub(crate) fn look(
        input: &mut Input,
        position: Position,
        error: &StreamError,
    ) -> anyhow::Result<Fault> {
        let Some(malformed) = error.malformed() else {
            bail!("{}: {error}", input.name());
        };
        let kind = malformed.kind();
        let length = malformed.error_len();
        // The lead of a sequence of bytes is an error by itself. What it announces shows in the
        // byte behind it.
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

/// Bytes in hexadecimal, as in `C0 80`.
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
