//! Encodings of several bytes from before Unicode (feature `legacy`), by the crate `encoding_rs`.
//!
//! They are the ones of the WHATWG Encoding Standard, and exist only as values of
//! [`Charset`]: most are no table of characters by bytes, but a small machine.
//! [`Decoder`] and [`Encoder`] take texts in pieces of whole characters, to and from UTF-8; the
//! kernels do the rest of the way, see `stream/legacy.rs`.
#![forbid(unsafe_code)]

#[cfg(feature = "legacy")]
mod decoder;
#[cfg(feature = "legacy")]
mod encoder;
#[cfg(feature = "legacy")]
mod shift;

#[cfg(feature = "legacy")]
pub(crate) use {
    decoder::{CHARACTER, Decoder, First},
    encoder::{ENCODED, Encoder},
};

use crate::Charset;

/// What such a charset is known by.
pub(crate) struct Legacy {
    pub(crate) charset: Charset,
    /// Its name in IANA's spelling.
    pub(crate) name: &'static str,
    /// Its names, in lower case and without punctuation, between spaces.
    pub(crate) names: &'static str,
    /// Its labels in the WHATWG Encoding Standard, between spaces.
    pub(crate) labels: &'static str,
    #[cfg(feature = "legacy")]
    pub(crate) encoding: &'static encoding_rs::Encoding,
}

/// Number of these charsets.
pub(crate) const COUNT: usize = if cfg!(feature = "legacy") { 7 } else { 0 };

#[cfg(not(feature = "legacy"))]
static ROWS: [Legacy; COUNT] = [];

/// All of them, in the order of the variants of [`Charset`].
#[cfg(feature = "legacy")]
#[rustfmt::skip]
static ROWS: [Legacy; COUNT] = [
    Legacy {
        charset: Charset::Gbk,
        name: "GBK",
        names: "gbk cp936 ms936 windows936 csgbk xgbk",
        labels: "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
        encoding: &encoding_rs::GBK_INIT,
    },
    Legacy {
        charset: Charset::Gb18030,
        name: "GB18030",
        names: "gb18030 csgb18030",
        labels: "gb18030",
        encoding: &encoding_rs::GB18030_INIT,
    },
    Legacy {
        charset: Charset::Big5,
        name: "Big5",
        names: "big5 csbig5 cnbig5 xxbig5",
        labels: "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
        encoding: &encoding_rs::BIG5_INIT,
    },
    Legacy {
        charset: Charset::ShiftJis,
        name: "Shift_JIS",
        names: "shiftjis mskanji csshiftjis sjis xsjis windows31j cswindows31j ms932 cp932 windows932",
        labels: "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
        encoding: &encoding_rs::SHIFT_JIS_INIT,
    },
    Legacy {
        charset: Charset::EucJp,
        name: "EUC-JP",
        names: "eucjp extendedunixcodepackedformatforjapanese cseucpkdfmtjapanese xeucjp cp51932",
        labels: "cseucpkdfmtjapanese euc-jp x-euc-jp",
        encoding: &encoding_rs::EUC_JP_INIT,
    },
    Legacy {
        charset: Charset::EucKr,
        name: "EUC-KR",
        names: "euckr cseuckr windows949 cp949 ms949 uhc",
        labels: "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 \
            ksc5601 ksc_5601 windows-949",
        encoding: &encoding_rs::EUC_KR_INIT,
    },
    Legacy {
        charset: Charset::Iso2022Jp,
        name: "ISO-2022-JP",
        names: "iso2022jp csiso2022jp",
        labels: "csiso2022jp iso-2022-jp",
        encoding: &encoding_rs::ISO_2022_JP_INIT,
    },
];

/// The number of the first.
const FIRST: usize = 96;

const _: () = {
    let mut index = 0;
    while index < ROWS.len() {
        assert!(ROWS[index].charset as usize == FIRST + index);
        index += 1;
    }
};

impl Charset {
    /// What is known of it, if it is a legacy encoding.
    pub(crate) const fn legacy(self) -> Option<&'static Legacy> {
        match ROWS.split_at_checked((self as usize).wrapping_sub(FIRST)) {
            Some((_, [row, ..])) => Some(row),
            _ => None,
        }
    }
}
