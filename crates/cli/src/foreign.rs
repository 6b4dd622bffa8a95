//! Tips for users of other programs: which utflane option replaces the one they typed.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Rows of: commands, options or values that they do not have, and the tip. A command line without
/// a command has the command ``.
const TIPS: [(&str, &str, &str); 17] = [
    (
        "",
        "-f --from --from-code -t --to --to-code -c -o --output -i --in-place",
        "utflane convert converts files, as in utflane convert -f windows-1252 -t utf-8 FILE",
    ),
    ("", "-l --list", "utflane list shows the encodings"),
    (
        "convert",
        "-s -q --silent --quiet",
        "messages go to standard error: 2>/dev/null hides them",
    ),
    (
        "convert",
        "--byte-subst --unicode-subst --widechar-subst",
        "--replacement TEXT, or --lossy=escape to write the code point",
    ),
    (
        "convert",
        "--callback --from-callback --to-callback",
        "--lossy replaces, --lossy=drop leaves out, --lossy=escape writes the code point",
    ),
    ("convert", "-x", "text is not transliterated or normalised"),
    (
        "convert",
        "-e --encoding",
        "--from names the encoding of the input",
    ),
    ("convert", "--add-signature --add-bom", "--bom add"),
    ("convert", "--remove-signature --remove-bom", "--bom strip"),
    ("convert", "--keep-bom", "--bom keep, which is the default"),
    ("convert repair", "-k", "--keep-date"),
    ("convert", "--newline=mac", MAC),
    ("convert", "--newline=cr", MAC),
    (
        "check stat repair",
        "-f --from --from-code",
        "--encoding names the encoding of the files",
    ),
    (
        "check",
        "-i --invert",
        "--list-valid, or -L, lists the well-formed files",
    ),
    (
        "detect",
        "-b --brief",
        "--json prints the encoding in the field \"encoding\"",
    ),
    (
        "detect",
        "-i -I --mime --mime-encoding",
        "no option is needed: only the encoding is printed",
    ),
];

const MAC: &str = "line ends of CR alone are not supported; use --newline lf, then tr '\\n' '\\r'";

/// Adds a tip to a command-line error, if there is one for the option.
pub(crate) fn advise(error: &mut Error) {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.split(' ').next().map(str::to_owned),
        _ => None,
    };
    let mut typed = text(ContextKind::InvalidArg).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {}
        ErrorKind::InvalidValue => {
            typed = format!(
                "{typed}={}",
                text(ContextKind::InvalidValue).unwrap_or_default()
            );
        }
        _ => return,
    }
    let first = std::env::args().nth(1).unwrap_or_default();
    let command = if first.starts_with('-') { "" } else { &first };
    let is_here = |(commands, options, _): &&(&str, &str, &str)| {
        commands.split(' ').any(|other| other == command)
            && options.split(' ').any(|option| option == typed)
    };
    if let Some((.., tip)) = TIPS.iter().find(is_here) {
        error.remove(ContextKind::SuggestedArg);
        let tip = ContextValue::StyledStrs(vec![(*tip).into()]);
        error.insert(ContextKind::Suggested, tip);
    }
}
