//! Derives a check from the bytes of a fuzzer. The first bytes choose the encodings, the
//! interpretation of the other bytes, and the length of outputs or chunks. The other bytes are the
//! input.

use super::streams::{check_transcoder, check_validator, chunks};
use super::{
    Model, Plan, Verb, check_chunks, check_encoding, check_pair, check_resumption, check_room,
    for_each_encoding, functions, isas, reencoded, spoilt,
};
use utflane::{Cesu8, JdkUtf8, Latin1, Mutf8, Rfc2279, Ucs4, Utf8, Utf16Be, Wtf8, Wtf16};

/// The first bytes, and the rest.
struct Choice<'a> {
    numbers: [u8; 4],
    bytes: &'a [u8],
}

impl<'a> Choice<'a> {
    fn new(data: &'a [u8]) -> Option<Self> {
        let (&numbers, bytes) = data.split_first_chunk()?;
        Some(Self { numbers, bytes })
    }

    fn source(&self) -> u8 {
        self.numbers[0] % 9
    }

    fn target(&self) -> u8 {
        self.numbers[0] / 9 % 9
    }

    /// Returns a number from 0 to `most`.
    fn number(&self, most: usize) -> usize {
        usize::from(u16::from_be_bytes([self.numbers[2], self.numbers[3]])) % (most + 1)
    }

    /// Returns the rest as raw units, as text, or as text with one unit changed.
    fn input<S: Model>(&self) -> Vec<S::Unit> {
        let text = || reencoded::<S>(self.bytes);
        match self.numbers[1] {
            0..=0x7F => S::sample(self.bytes),
            0x80..=0x9F => text(),
            variant => {
                let text = text();
                spoilt::<S>(&text, self.number(text.len()), variant.into())
            }
        }
    }
}

/// Checks validation, counting and the incomplete tail for one encoding.
pub fn choose_encoding(data: &[u8]) {
    let Some(choice) = Choice::new(data) else {
        return;
    };
    for_each_encoding!(chosen choice.source(), E => check_encoding::<E>(&isas(), &choice.input::<E>()));
}

/// Checks every function for one pair, with outputs that are large enough.
pub fn choose_pair(data: &[u8]) {
    let Some(choice) = Choice::new(data) else {
        return;
    };
    for_each_encoding!(chosen choice.source(), S => {
        let src = choice.input::<S>();
        for_each_encoding!(chosen choice.target(), D => check_pair::<S, D>(&isas(), &src));
    });
}

/// Checks the functions that write, for one pair, with any output length up to one unit more than
/// needed.
pub fn choose_room(data: &[u8]) {
    let Some(choice) = Choice::new(data) else {
        return;
    };
    for_each_encoding!(chosen choice.source(), S => {
        let src = choice.input::<S>();
        let items = S::items(&src);
        for_each_encoding!(chosen choice.target(), D => {
            let strict = Plan::strict::<D>(&items);
            let lossy = Plan::lossy::<D>(&items);
            let room = choice.number(lossy.units.len() + 1);
            for isa in isas() {
                check_room(&functions::<S, D>(), isa, &src, &strict, &lossy, room);
            }
        });
    });
}

/// Checks one pair in several calls: with outputs that fill up repeatedly, and with the input in
/// chunks.
pub fn choose_portions(data: &[u8]) {
    let Some(choice) = Choice::new(data) else {
        return;
    };
    let lengths = [choice.numbers[2].into(), usize::from(choice.numbers[3]) + 1];
    for_each_encoding!(chosen choice.source(), S => {
        let src = choice.input::<S>();
        for_each_encoding!(chosen choice.target(), D => {
            for isa in isas() {
                check_resumption::<S, D>(isa, &src, Verb::Strict, lengths[0]);
                check_resumption::<S, D>(isa, &src, Verb::Lossy, lengths[1]);
                check_chunks::<S, D>(isa, &src, &lengths);
            }
        });
    });
}

/// Checks the streams of one pair, with any chunks and any output length.
pub fn choose_stream(data: &[u8]) {
    let Some(choice) = Choice::new(data) else {
        return;
    };
    let [.., lengths, room] = choice.numbers;
    let lengths = [lengths % 16, lengths / 16 + 1].map(usize::from);
    for_each_encoding!(chosen choice.source(), S => {
        let src = choice.input::<S>();
        let items = S::items(&src);
        let parts = chunks(&src, &lengths);
        for isa in isas() {
            check_validator::<S>(isa, &items, &parts);
            for_each_encoding!(chosen choice.target(), D => {
                check_transcoder::<S, D>(isa, &items, &parts, room.into());
            });
        }
    });
}

/// Checks every function for one pair with a variant of UTF-8, UTF-16 or UTF-32.
pub fn choose_variant(data: &[u8]) {
    const PAIRS: [fn(&Choice<'_>); 20] = [
        check_choice::<Utf8, Cesu8>,
        check_choice::<Utf8, Mutf8>,
        check_choice::<Utf8, Wtf8>,
        check_choice::<Cesu8, Utf8>,
        check_choice::<Mutf8, Utf8>,
        check_choice::<Wtf8, Utf8>,
        check_choice::<JdkUtf8, Utf8>,
        check_choice::<Rfc2279, Utf8>,
        check_choice::<Cesu8, Mutf8>,
        check_choice::<Mutf8, Mutf8>,
        check_choice::<Wtf8, Mutf8>,
        check_choice::<Mutf8, Wtf8>,
        check_choice::<Mutf8, Wtf16>,
        check_choice::<Wtf16, Mutf8>,
        check_choice::<Wtf8, Wtf16>,
        check_choice::<Wtf16, Wtf8>,
        check_choice::<Utf16Be, Cesu8>,
        check_choice::<Cesu8, Latin1>,
        check_choice::<Rfc2279, Ucs4>,
        check_choice::<Ucs4, Rfc2279>,
    ];
    let Some(choice) = Choice::new(data) else {
        return;
    };
    PAIRS[usize::from(choice.numbers[0]) % PAIRS.len()](&choice);
}

fn check_choice<S: Model, D: Model>(choice: &Choice<'_>) {
    let src = choice.input::<S>();
    let items = S::items(&src);
    let strict = Plan::strict::<D>(&items);
    let lossy = Plan::lossy::<D>(&items);
    let room = choice.number(lossy.units.len() + 1);
    let lengths = [choice.numbers[2].into(), usize::from(choice.numbers[3]) + 1];
    check_encoding::<S>(&isas(), &src);
    check_pair::<S, D>(&isas(), &src);
    for isa in isas() {
        check_room(&functions::<S, D>(), isa, &src, &strict, &lossy, room);
        check_resumption::<S, D>(isa, &src, Verb::Strict, lengths[0]);
        check_chunks::<S, D>(isa, &src, &lengths);
    }
}
