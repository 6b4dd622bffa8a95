//! Checks UTF-8 sequences with the results of the standard library and every WHATWG decoder.

use utflane::{ErrorKind, Isa, Utf8, Utf16};
use utflane_test_support::oracle::*;

/// Well-formed sequences.
const VALID: &str = "- 00 41 7F C280 DFBF E0A080 ED9FBF EE8080 EFBFBD EFBFBE EFBFBF EFB790 EFBBBF F0908080 F48FBFBF \
    C2A9 E289A0 E282AC F09D849E F0A38EB4 F0909080";

/// Malformed sequences: kind, then bytes, `valid_up_to`, `error_len` (`-` for none) and the number
/// of U+FFFD.
const MALFORMED: &str = "\
    unexpected_continuation 80,0,1,1 BF,0,1,1 418042,1,1,1 8080,0,1,2 C28080,2,1,1
    overlong C080,0,1,2 C1BF,0,1,2 C0,0,1,1 C1,0,1,1 C041,0,1,1 E080,0,1,2 E08080,0,1,3 E09FBF,0,1,3 F080,0,1,2 \
        F08080,0,1,3 F0808080,0,1,4 F08FBFBF,0,1,4 F0808182,0,1,4
    incomplete C2,0,-,1 DF,0,-,1 E0,0,-,1 E0A0,0,-,1 E1,0,-,1 E180,0,-,1 ED,0,-,1 EF,0,-,1 EFBF,0,-,1 F0,0,-,1 \
        F090,0,-,1 F09080,0,-,1 F180,0,-,1 F18080,0,-,1 F3BFBF,0,-,1 F4,0,-,1 F48F,0,-,1 F09090,0,-,1 41C3,1,-,1 \
        E4BDA0E5A5,3,-,1
    missing_continuation C241,0,1,1 C2C2,0,1,2 DFDF80,0,1,1 E0A041,0,2,1 E0A0C2,0,2,2 E18041,0,2,1 E1C0,0,1,2 \
        F0908041,0,3,1 F09041,0,2,1 F041,0,1,1 F18080C0,0,3,2 F1808041,0,3,1 E282E282AC,0,2,1 \
        61F1808080E180C262806380,5,2,4
    surrogate EDA0,0,1,2 EDA080,0,1,3 EDA08C,0,1,3 EDBEB4,0,1,3 EDA18CEDBEB4,0,1,6 EDA081EDB080,0,1,6 EDBFBF,0,1,3
    too_large F490,0,1,2 F4908080,0,1,4 F5,0,1,1 F541,0,1,1 F5808080,0,1,4 F7BFBFBF,0,1,4 C3A4F6,2,1,1 48F66865,1,1,1
    invalid_byte F8,0,1,1 F888808080,0,1,5 FBBFBFBFBF,0,1,5 FC8480808080,0,1,6 FDBFBFBFBFBF,0,1,6 FE,0,1,1 FF,0,1,1 \
        FEFF,0,1,2 FFFE,0,1,2";

struct Vector {
    bytes: Vec<u8>,
    fault: Option<Fault>,
    replacements: usize,
}

fn kind(name: &str) -> ErrorKind {
    match name {
        "unexpected_continuation" => ErrorKind::UnexpectedContinuation,
        "overlong" => ErrorKind::Overlong,
        "incomplete" => ErrorKind::Incomplete,
        "missing_continuation" => ErrorKind::MissingContinuation,
        "surrogate" => ErrorKind::Surrogate,
        "too_large" => ErrorKind::TooLarge,
        "invalid_byte" => ErrorKind::InvalidByte,
        other => panic!("unknown kind {other}"),
    }
}

fn vectors() -> Vec<Vector> {
    let valid = VALID.split_whitespace().map(|digits| Vector {
        bytes: hex(digits),
        fault: None,
        replacements: 0,
    });
    let malformed = MALFORMED.lines().flat_map(|line| {
        let mut words = line.split_whitespace();
        let kind = kind(words.next().unwrap());
        words.map(move |word| {
            let fields: Vec<_> = word.split(',').collect();
            Vector {
                bytes: hex(fields[0]),
                fault: Some(Fault {
                    valid_up_to: fields[1].parse().unwrap(),
                    error_len: fields[2].parse().ok(),
                    kind,
                }),
                replacements: fields[3].parse().unwrap(),
            }
        })
    });
    valid.chain(malformed).collect()
}

/// Compares a row with the oracle, and every instruction set with the row.
fn check(vector: &Vector) {
    let Vector {
        bytes,
        fault,
        replacements,
    } = vector;
    let text = String::from_utf8_lossy(bytes);
    let present = bytes
        .windows(3)
        .filter(|window| window == b"\xEF\xBF\xBD")
        .count();
    assert_eq!(Fault::first(&Utf8::items(bytes)), *fault, "{bytes:02X?}");
    assert_eq!(
        text.matches('\u{FFFD}').count() - present,
        *replacements,
        "{bytes:02X?}"
    );
    for isa in Isa::available() {
        check_validate::<Utf8>(isa, bytes, *fault);
        assert_eq!(
            isa.transcode_lossy_to_vec::<Utf8, Utf8>(bytes),
            text.as_bytes()
        );
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(isa.transcode_lossy_to_vec::<Utf8, Utf16>(bytes), units);
    }
    check_source::<Utf8>(&isas(), bytes);
}

/// Moves a row to a position after some ASCII.
fn behind_ascii(vector: Vector) -> Vector {
    let before = *b"further on";
    let further = |fault: Fault| Fault {
        valid_up_to: fault.valid_up_to + before.len(),
        ..fault
    };
    Vector {
        bytes: [&before[..], &vector.bytes].concat(),
        fault: vector.fault.map(further),
        ..vector
    }
}

#[test]
fn restated_vectors() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 98);
    vectors.iter().for_each(check);
    // Most rows are shorter than the minimum length for vector code.
    vectors
        .into_iter()
        .map(behind_ascii)
        .for_each(|vector| check(&vector));
}

/// Compares the rows with the file that they come from, if a checkout has it.
#[test]
fn vector_file() {
    let Some(file) = read_vectors() else {
        return println!("no vector file: only the rows in this file were checked");
    };
    let known: Vec<Vec<u8>> = vectors().into_iter().map(|vector| vector.bytes).collect();
    for fields in vector_rows(&file) {
        let vector = Vector {
            bytes: hex(fields[0]),
            fault: (fields[1] != "ok").then(|| Fault {
                valid_up_to: fields[1].parse().unwrap(),
                error_len: fields[2].parse().ok(),
                kind: kind(fields[3]),
            }),
            replacements: fields[4].parse().unwrap(),
        };
        assert_eq!(
            String::from_utf8_lossy(&vector.bytes).as_bytes(),
            hex(fields[5])
        );
        assert!(known.contains(&vector.bytes), "{fields:?}");
        check(&vector);
    }
}
