//! What to check, read from the bytes of a fuzzer: the first ones choose the encodings, how the
//! rest becomes an input, and how much room or which chunks; the rest is the input.

use super::{
    Model, Plan, Verb, check_chunks, check_encoding, check_pair, check_resumption, check_room,
    for_each_encoding, isas, reencoded, spoilt,
};

/// The first bytes, and what is left.
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

    /// A number from 0 to `most`.
    fn number(&self, most: usize) -> usize {
        usize::from(u16::from_be_bytes([self.numbers[2], self.numbers[3]])) % (most + 1)
    }

    /// The rest as it is, as text, or as text with one unit spoilt.
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

/// Validation, counting and the incomplete tail of one encoding.
pub(crate) fn choose_encoding(data: &[u8]) {
    let Some(choice) = Choice::new(data) else {
        return;
    };
    for_each_encoding!(chosen choice.source(), E => check_encoding::<E>(&isas(), &choice.input::<E>()));
}

/// Every verb of one pair, with room to spare.
pub(crate) fn choose_pair(data: &[u8]) {
    let Some(choice) = Choice::new(data) else {
        return;
    };
    for_each_encoding!(chosen choice.source(), S => {
        let src = choice.input::<S>();
        for_each_encoding!(chosen choice.target(), D => check_pair::<S, D>(&isas(), &src));
    });
}

/// The verbs of one pair that write, with any room up to one unit more than needed.
pub(crate) fn choose_room(data: &[u8]) {
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
                check_room::<S, D>(isa, &src, &strict, &lossy, room);
            }
        });
    });
}

/// One pair in several calls: with room that must be emptied again and again, and with the input in
/// chunks.
pub(crate) fn choose_portions(data: &[u8]) {
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
