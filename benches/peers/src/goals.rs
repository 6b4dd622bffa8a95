//! The ratios that the project aims at, as a list: which work on which text, against whom.

use crate::corpora::Encoding::{self, *};
use crate::corpora::Verb::{self, *};

/// A ratio for AVX-512, AVX2 and SSE4.1; 0 where there is none.
pub(crate) type Aims = [f64; 3];

/// What a goal compares with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Against {
    /// The fastest peer that does the same work.
    BestPeer,
    /// One library.
    Library(&'static str),
    /// Ours doing another work on the same text.
    Own(Verb, Encoding, Encoding),
    /// Ours doing the same on another corpus, by the byte.
    OwnOn(&'static str),
    /// Ours doing the same with a roomy target; the goal is for an exact one.
    OwnRoomy,
}

pub(crate) struct Goal {
    pub(crate) title: &'static str,
    pub(crate) works: &'static [(Verb, Encoding, Encoding)],
    pub(crate) corpora: &'static str,
    pub(crate) lengths: &'static str,
    pub(crate) against: Against,
    pub(crate) aims: Aims,
}

const TWO_BYTE: &str = "russian,arabic,hebrew";
const THREE_BYTE: &str = "hindi,korean,chinese,japanese";
const BMP: &str = "latin,russian,arabic,hebrew,hindi,korean,chinese,japanese";
const NON_ASCII: &str = "russian,arabic,hebrew,hindi,korean,chinese,japanese,emoji";
const PAGES: &str = "page-german,page-vietnamese,page-turkish,page-korean";
const MIXED: &str = "markup,runs-1,runs-2,runs-3,runs-4,runs-6,runs-8,runs-12,runs-16,runs-24,\
    runs-32,runs-48,runs-64,runs-96,runs-128,runs-160,runs-200,runs-mixed";
const ALL_BAD: &str = "bad-lone,bad-lead,bad-never";
const ONE: &str = "corpus";
const SHORT: &str = "1..=256";
const SHORT_CORPORA: &str = "latin,russian,chinese";

const UTF8_CHECK: &[(Verb, Encoding, Encoding)] = &[(Validate, Utf8, Utf8)];
const TO_UTF16: &[(Verb, Encoding, Encoding)] = &[(Transcode, Utf8, Utf16)];
const TO_UTF32: &[(Verb, Encoding, Encoding)] = &[(Transcode, Utf8, Utf32)];
const UTF8_TO_LATIN1: &[(Verb, Encoding, Encoding)] = &[(Transcode, Utf8, Latin1)];
const UTF16_TO_UTF8: &[(Verb, Encoding, Encoding)] = &[(Transcode, Utf16, Utf8)];
const UTF32_TO_UTF8: &[(Verb, Encoding, Encoding)] = &[(Transcode, Utf32, Utf8)];
const UTF16_AND_UTF32: &[(Verb, Encoding, Encoding)] =
    &[(Transcode, Utf16, Utf32), (Transcode, Utf32, Utf16)];
const UTF16_CHECK: &[(Verb, Encoding, Encoding)] = &[(Validate, Utf16, Utf16)];

const fn goal(
    title: &'static str,
    works: &'static [(Verb, Encoding, Encoding)],
    corpora: &'static str,
    lengths: &'static str,
    against: Against,
    aims: Aims,
) -> Goal {
    Goal {
        title,
        works,
        corpora,
        lengths,
        against,
        aims,
    }
}

use Against::{BestPeer, Library, Own, OwnOn, OwnRoomy};

#[rustfmt::skip]
pub(crate) const GOALS: &[Goal] = &[
    // Validation of UTF-8.
    goal("non-ASCII", UTF8_CHECK, NON_ASCII, ONE, BestPeer, [1.6, 1.25, 1.3]),
    goal("0.7 % non-ASCII", UTF8_CHECK, "german", ONE, BestPeer, [1.35, 1.2, 1.2]),
    goal("ASCII, markup", UTF8_CHECK, "latin,markup", ONE, BestPeer, [1.0; 3]),
    goal("past the cache", UTF8_CHECK, "latin,german,russian,chinese", "64M", BestPeer, [1.0; 3]),
    goal("short", UTF8_CHECK, SHORT_CORPORA, SHORT, BestPeer, [0.95; 3]),
    goal("error at the end", UTF8_CHECK, "bad-end-russian", ONE, OwnOn("russian"), [0.95; 3]),
    goal("error at the end", UTF8_CHECK, "bad-end-latin", ONE, OwnOn("latin"), [0.95; 3]),
    goal("runs, within 1.5 of non-ASCII", UTF8_CHECK, MIXED, ONE, OwnOn("russian"), [0.667; 3]),
    goal("ASCII", &[(Validate, Ascii, Ascii)], "latin", ONE, BestPeer, [1.0; 3]),

    // From UTF-8.
    goal("2-byte scripts", TO_UTF16, TWO_BYTE, ONE, BestPeer, [2.2, 1.9, 1.4]),
    goal("hindi, korean", TO_UTF16, "hindi,korean", ONE, BestPeer, [2.5, 1.8, 1.3]),
    goal("chinese, japanese", TO_UTF16, "chinese,japanese", ONE, BestPeer, [2.5, 1.15, 1.0]),
    goal("emoji", TO_UTF16, "emoji", ONE, BestPeer, [2.5, 2.0, 1.3]),
    goal("german", TO_UTF16, "german", ONE, BestPeer, [2.3, 3.5, 2.5]),
    goal("latin", TO_UTF16, "latin", ONE, BestPeer, [1.0; 3]),
    goal("pages", TO_UTF16, PAGES, ONE, BestPeer, [2.5, 3.0, 0.0]),
    goal("mixed", TO_UTF16, MIXED, ONE, BestPeer, [1.0; 3]),
    goal("short", TO_UTF16, SHORT_CORPORA, SHORT, BestPeer, [0.95; 3]),
    goal("exact target", TO_UTF16, NON_ASCII, "64K", OwnRoomy, [0.95; 3]),
    goal("byte order is free", &[(Transcode, Utf8, Utf16Be)], NON_ASCII, ONE, Own(Transcode, Utf8, Utf16), [0.97; 3]),
    goal("2-byte scripts", TO_UTF32, TWO_BYTE, ONE, BestPeer, [2.5, 1.5, 0.0]),
    goal("hindi, korean", TO_UTF32, "hindi,korean", ONE, BestPeer, [2.2, 1.4, 0.0]),
    goal("chinese, japanese", TO_UTF32, "chinese,japanese", ONE, BestPeer, [2.2, 1.1, 0.0]),
    goal("emoji", TO_UTF32, "emoji", ONE, BestPeer, [2.0, 1.5, 0.0]),
    goal("german", TO_UTF32, "german", ONE, BestPeer, [2.0, 2.0, 0.0]),
    goal("latin", TO_UTF32, "latin", ONE, BestPeer, [1.0, 1.0, 0.0]),
    goal("mixed", TO_UTF32, MIXED, ONE, BestPeer, [1.0; 3]),
    goal("short", TO_UTF32, SHORT_CORPORA, SHORT, BestPeer, [0.95; 3]),
    goal("all of Latin-1", UTF8_TO_LATIN1, "german,latin", ONE, BestPeer, [1.0; 3]),
    goal("short", UTF8_TO_LATIN1, "latin,german", SHORT, BestPeer, [0.95; 3]),
    goal("validated copy", &[(Transcode, Utf8, Utf8)], "latin,german,russian,chinese,emoji", ONE, BestPeer, [1.2; 3]),
    goal("lossy costs no more", &[(Lossy, Utf8, Utf16)], NON_ASCII, ONE, Own(Transcode, Utf8, Utf16), [0.95; 3]),
    goal("lossy, 1 % bad", &[(Lossy, Utf8, Utf16)], "bad-1pct-latin,bad-1pct-russian,bad-1pct-chinese", ONE, Library("encoding_rs"), [3.0; 3]),
    goal("lossy, all bad", &[(Lossy, Utf8, Utf16)], ALL_BAD, ONE, Library("encoding_rs"), [1.0; 3]),

    // From UTF-16, UTF-32 and Latin-1.
    goal("latin", UTF16_TO_UTF8, "latin", ONE, BestPeer, [1.15, 1.0, 1.0]),
    goal("2-byte scripts", UTF16_TO_UTF8, TWO_BYTE, ONE, BestPeer, [1.1, 1.1, 1.0]),
    goal("3-byte scripts", UTF16_TO_UTF8, THREE_BYTE, ONE, BestPeer, [1.6, 1.2, 1.1]),
    goal("emoji", UTF16_TO_UTF8, "emoji", ONE, BestPeer, [1.5, 3.0, 2.0]),
    goal("short", UTF16_TO_UTF8, SHORT_CORPORA, SHORT, BestPeer, [0.95; 3]),
    goal("lossy costs no more", &[(Lossy, Utf16, Utf8)], NON_ASCII, ONE, Own(Transcode, Utf16, Utf8), [0.95; 3]),
    goal("lossy, non-ASCII", &[(Lossy, Utf16, Utf8)], NON_ASCII, ONE, Library("encoding_rs"), [5.0; 3]),
    goal("lossy, non-ASCII", &[(Lossy, Utf16, Utf8)], NON_ASCII, ONE, Library("simdutf"), [1.0; 3]),
    goal("2- and 3-byte scripts", UTF32_TO_UTF8, "russian,arabic,hebrew,hindi,korean,chinese,japanese", ONE, BestPeer, [1.2, 1.1, 1.1]),
    goal("emoji", UTF32_TO_UTF8, "emoji", ONE, BestPeer, [5.0, 3.0, 2.0]),
    goal("short", UTF32_TO_UTF8, SHORT_CORPORA, SHORT, BestPeer, [0.95; 3]),
    goal("BMP", UTF16_AND_UTF32, BMP, ONE, BestPeer, [1.0; 3]),
    goal("emoji", UTF16_AND_UTF32, "emoji", ONE, BestPeer, [1.3, 3.0, 2.0]),
    goal("short", UTF16_AND_UTF32, SHORT_CORPORA, SHORT, BestPeer, [0.95; 3]),
    goal("from Latin-1", &[(Transcode, Latin1, Utf8), (Transcode, Latin1, Utf16), (Transcode, Latin1, Utf32)], "latin,german", ONE, BestPeer, [1.0; 3]),
    goal("short", &[(Transcode, Latin1, Utf8), (Transcode, Latin1, Utf16)], "latin,german", SHORT, BestPeer, [0.95; 3]),
    goal("to Latin-1", &[(Transcode, Utf16, Latin1), (Transcode, Utf32, Latin1)], "latin,german", ONE, BestPeer, [1.0; 3]),
    goal("BMP", UTF16_CHECK, BMP, ONE, BestPeer, [1.0, 1.2, 1.0]),
    goal("emoji", UTF16_CHECK, "emoji", ONE, BestPeer, [2.0, 1.2, 1.0]),
    goal("short", UTF16_CHECK, SHORT_CORPORA, SHORT, BestPeer, [0.95; 3]),
    goal("all scripts", &[(Validate, Utf32, Utf32)], "latin,russian,chinese,emoji", ONE, BestPeer, [1.0; 3]),
    goal("byte swap", &[(Transcode, Utf16Le, Utf16Be), (Transcode, Utf16Be, Utf16Le), (Unchecked, Utf16Le, Utf16Be), (Unchecked, Utf32Le, Utf32Be)], "latin,russian,chinese,emoji", ONE, BestPeer, [1.0; 3]),
    goal("counts", &[(CharCount, Utf8, Utf8), (CharCount, Utf16, Utf16)], "latin,russian,chinese,emoji", ONE, BestPeer, [1.0; 3]),
    goal("lengths", &[
        (TranscodedLen, Utf8, Utf16), (TranscodedLen, Utf8, Utf32), (TranscodedLen, Utf8, Latin1),
        (TranscodedLen, Utf16, Utf8), (TranscodedLen, Utf16, Utf32),
        (TranscodedLen, Utf32, Utf8), (TranscodedLen, Utf32, Utf16), (TranscodedLen, Latin1, Utf8),
        (LossyLen, Utf16, Utf8),
    ], "latin,german,russian,chinese,emoji", ONE, BestPeer, [1.0; 3]),
    goal("as fast as validating", &[(LossyLen, Utf8, Utf16)], NON_ASCII, ONE, Own(Validate, Utf8, Utf8), [1.0; 3]),
    goal("as fast as validating", &[(LossyLen, Utf16, Utf8)], NON_ASCII, ONE, Own(Validate, Utf16, Utf16), [1.0; 3]),
];
