//! What `repair` changes, shows and leaves alone.

use crate::{folder, run, run_in};
use std::fs;

#[test]
fn misread_text_is_repaired_and_other_text_is_not() {
    let repaired = run(&["repair"], "cafÃ© â€“ Größe\n".as_bytes());
    assert_eq!((repaired.status, repaired.text()), (0, "café – Größe\n"));
    let top = folder(&[
        ("bad", "one\ncafÃ©\n".as_bytes()),
        ("good", "déjà vu\n".as_bytes()),
        ("broken", b"\xC3\x83\xFF"),
    ]);
    let shown = run_in(top.path(), &["repair", "-n", "bad", "good"], b"");
    assert_eq!(
        (shown.status, shown.text()),
        (0, "bad:2: - cafÃ©\nbad:2: + café\n")
    );
    assert_eq!(
        fs::read_to_string(top.path().join("bad")).unwrap(),
        "one\ncafÃ©\n"
    );

    let done = run_in(top.path(), &["repair", "-i", "bad", "good", "broken"], b"");
    assert_eq!(done.status, 1);
    let message = "utflane: broken: invalid utf-8 sequence of 1 bytes from index 2\n";
    assert_eq!(done.stderr, message);
    assert_eq!(
        fs::read_to_string(top.path().join("bad")).unwrap(),
        "one\ncafé\n"
    );
    assert_eq!(
        fs::read_to_string(top.path().join("good")).unwrap(),
        "déjà vu\n"
    );
    assert_eq!(
        fs::read(top.path().join("broken")).unwrap(),
        b"\xC3\x83\xFF"
    );
    assert_eq!(
        run_in(top.path(), &["repair", "bad", "good"], b"").status,
        2
    );
}
