//! Splits Rust sources into tokens. The checks need no syntax tree: they look for short sequences of tokens.

use std::sync::LazyLock;

use regex::Regex;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Comment,
    /// A literal of text: a string or a character.
    Text,
    /// An identifier, keyword, number or lifetime.
    Word,
    /// One character of punctuation.
    Sign,
}

#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// The index of its first byte in the source.
    pub start: usize,
}

pub fn tokens(source: &str) -> impl Iterator<Item = Token<'_>> {
    static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r####"(?xs) (?<comment> //[^\n]* | /\*.*?\*/ )
            | (?<text> b?c?r\#\#".*?"\#\# | b?c?r\#".*?"\# | [bc]?r"[^"]*" | [bc]?"(?:\\.|[^"\\])*"
                | b?'(?: \\[^']+ | \\' | [^'\\\n] )' )
            | (?<word> '?\w+ ) | \S"####,
        )
        .expect("a valid expression")
    });
    TOKEN.captures_iter(source).map(|found| {
        let kind = match (
            found.name("comment"),
            found.name("text"),
            found.name("word"),
        ) {
            (Some(_), ..) => Kind::Comment,
            (_, Some(_), _) => Kind::Text,
            (.., Some(_)) => Kind::Word,
            _ => Kind::Sign,
        };
        let whole = found.get_match();
        Token {
            kind,
            text: whole.as_str(),
            start: whole.start(),
        }
    })
}

/// The tokens of code, without comments and literals of text.
pub fn code(source: &str) -> Vec<&str> {
    tokens(source)
        .filter(|token| matches!(token.kind, Kind::Word | Kind::Sign))
        .map(|token| token.text)
        .collect()
}

/// Returns the index of the bracket that closes the one at `open`.
pub fn closing(tokens: &[&str], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}
