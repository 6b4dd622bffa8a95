//! The decision whether to repair a run.

use super::literal::Plausibility;
use super::run::{Misdecoding, Run};
use super::script::Script;
use super::{box_drawing, literal};

/// The characters around a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// The character before `before`.
    pub(super) before_before: Option<char>,
    pub(super) before: Option<char>,
    pub(super) after: Option<char>,
    /// Whether no letter or digit precedes the run in its line.
    pub(super) is_first: bool,
}

/// The confidence that a run is mojibake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The run is correct and stays unchanged.
    Correct,
    /// The run counts as mojibake only if its whole line could be mojibake, and another part of the
    /// line is certainly mojibake.
    Unsure(Script),
    /// The run counts as mojibake if its whole line could be mojibake.
    Likely(Script),
    Mojibake(Script),
}

/// Returns the confidence that a run is mojibake, by its decoded text and the characters around it.
pub(super) fn judge(run: &Run, context: Context) -> Verdict {
    let decoded = run.decoded();
    let Some(script) = Script::of_text(&decoded) else {
        return Verdict::Correct;
    };
    let is_single = run.sequences.len() == 1;
    let first = &run.sequences[0];
    if is_single && first.decoded.is_control() && !first.literal()[1].is_control() {
        return Verdict::Correct;
    }
    // A combining mark must follow a letter.
    let is_mark = matches!(
        first.decoded,
        '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{65F}'
    );
    if is_mark && !context.before.is_some_and(char::is_alphabetic) {
        return Verdict::Correct;
    }
    let is_latin_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() && c < '\u{250}');
    let is_latin = script.is_latin();
    let adjoins_latin = is_latin
        || matches!(
            script,
            Script::Greek | Script::EastAsian | Script::Symbols | Script::Punctuation
        );
    if run.is_cut || is_single && !adjoins_latin && is_latin_letter(context.after) {
        return Verdict::Correct;
    }
    let plausibility = plausibility(run, context);
    if plausibility == Plausibility::Impossible {
        return if is_quoted(run, script, context) {
            Verdict::Unsure(script)
        } else {
            Verdict::Mojibake(script)
        };
    }
    let fits_neighbours = if is_latin {
        fits_in_case(run, context)
    } else {
        // Greek letters may precede Latin letters, as in `μm`.
        let joins = is_latin_letter(context.before)
            || script != Script::Greek && is_latin_letter(context.after);
        !is_single || script == Script::Symbols || !joins
    };
    match plausibility {
        Plausibility::Odd if is_quoted(run, script, context) => Verdict::Unsure(script),
        Plausibility::Odd if fits_neighbours || is_latin => Verdict::Mojibake(script),
        Plausibility::Doubtful if fits_neighbours => Verdict::Likely(script),
        Plausibility::Plausible if fits_neighbours => Verdict::Unsure(script),
        _ => Verdict::Correct,
    }
}

/// Returns the plausibility of the least plausible sequence of a run.
fn plausibility(run: &Run, context: Context) -> Plausibility {
    let mut before = context.before;
    let mut sequences = run.sequences.iter().peekable();
    let mut least = Plausibility::Plausible;
    while let Some(sequence) = sequences.next() {
        let characters = sequence.literal();
        let after = sequences.peek().map(|next| next.literal()[0]);
        let context = Context {
            before,
            after: after.or(context.after),
            ..context
        };
        least = least.min(match run.misdecoding {
            Misdecoding::Windows => literal::plausibility(characters, context),
            Misdecoding::Dos => box_drawing::plausibility(characters, context),
        });
        // Two consecutive sequences do not occur by chance, except in box drawings and as pairs of
        // a capital letter and a mark.
        let is_strong_evidence = match run.misdecoding {
            Misdecoding::Windows => characters.len() > 2,
            Misdecoding::Dos => !characters[1..]
                .iter()
                .all(|c| box_drawing::is_box_drawing(*c)),
        };
        if is_strong_evidence && run.sequences.len() > 1 {
            least = least.min(Plausibility::Doubtful);
        }
        before = characters.last().copied();
    }
    least
}

/// Returns whether a run decodes to a single letter in quotation marks, as in a text about this
/// letter.
fn is_quoted(run: &Run, script: Script, context: Context) -> bool {
    let is_single = run.sequences.len() == 1;
    let is_letter = is_single && run.sequences[0].decoded.is_alphabetic() && script.is_latin();
    let marks = [
        ('`', '`'),
        ('"', '"'),
        ('\'', '\''),
        ('“', '”'),
        ('‘', '’'),
        ('«', '»'),
    ];
    is_letter
        && context
            .before
            .zip(context.after)
            .is_some_and(|pair| marks.contains(&pair))
}

/// Returns whether the case of the letters of a run fits the letters around them.
fn fits_in_case(run: &Run, context: Context) -> bool {
    let [mut before_before, mut before] = [context.before_before, context.before];
    let mut sequences = run.sequences.iter().peekable();
    while let Some(sequence) = sequences.next() {
        let letter = sequence.decoded;
        let next = sequences.peek().map(|next| next.decoded).or(context.after);
        let matches = |character: Option<char>, test: fn(char) -> bool| character.is_some_and(test);
        let in_capitals = matches(before, char::is_uppercase)
            && (matches(next, char::is_uppercase)
                || !matches(next, char::is_alphabetic)
                    && matches(before_before, char::is_uppercase));
        if letter.is_lowercase() && in_capitals
            || letter.is_uppercase() && matches(before, char::is_lowercase)
        {
            return false;
        }
        (before_before, before) = (before, Some(letter));
    }
    true
}
