//! The labels of the Encoding Standard, and a hash table that finds them.

use crate::*;

/// Returns the encoding with a label. Ignores letter case, but not white space.
pub(crate) fn find(label: &[u8]) -> Option<&'static Encoding> {
    let bucket = bucket(label);
    let ends = [BUCKETS.ends[bucket], BUCKETS.ends[bucket + 1]].map(usize::from);
    let indices = BUCKETS.indices.get(ends[0]..ends[1])?;
    let labels = indices.iter().map(|&index| &LABELS[usize::from(index)]);
    let mut same = labels.filter(|(known, _)| known.as_bytes().eq_ignore_ascii_case(label));
    same.next().map(|(_, encoding)| *encoding)
}

const COUNT: usize = 256;

/// Returns the bucket of a label, which does not depend on letter case.
const fn bucket(label: &[u8]) -> usize {
    // Labels with the same length differ in these bytes, except a few.
    let len = label.len();
    let mut hash = len as u32;
    let mut distance = 1;
    while distance <= 3 && distance <= len {
        // The bit is the only difference between upper and lower case.
        hash = hash.wrapping_mul(33) ^ (label[len - distance] | 0x20) as u32;
        distance += 1;
    }
    if len > 0 {
        hash = hash.wrapping_mul(33) ^ (label[len / 2] | 0x20) as u32;
        hash = hash.wrapping_mul(33) ^ (label[0] | 0x20) as u32;
    }
    (hash.wrapping_mul(0x9E37_79B1) >> 24) as usize
}

/// The labels of each bucket.
struct Buckets {
    /// Indices of labels, ordered by bucket.
    indices: [u8; 228],
    /// The end of the indices of the bucket before each one.
    ends: [u8; COUNT + 1],
}

static BUCKETS: Buckets = {
    let mut buckets = Buckets {
        indices: [0; 228],
        ends: [0; COUNT + 1],
    };
    let (mut current, mut end) = (0, 0);
    while current < COUNT {
        let mut index = 0;
        while index < LABELS.len() {
            if bucket(LABELS[index].0.as_bytes()) == current {
                buckets.indices[end] = index as u8;
                end += 1;
            }
            index += 1;
        }
        current += 1;
        buckets.ends[current] = end as u8;
    }
    buckets
};

pub(crate) static LABELS: [(&str, &Encoding); 228] = [
    ("866", &IBM866_INIT),
    ("ansi_x3.4-1968", &WINDOWS_1252_INIT),
    ("arabic", &ISO_8859_6_INIT),
    ("ascii", &WINDOWS_1252_INIT),
    ("asmo-708", &ISO_8859_6_INIT),
    ("big5", &BIG5_INIT),
    ("big5-hkscs", &BIG5_INIT),
    ("chinese", &GBK_INIT),
    ("cn-big5", &BIG5_INIT),
    ("cp1250", &WINDOWS_1250_INIT),
    ("cp1251", &WINDOWS_1251_INIT),
    ("cp1252", &WINDOWS_1252_INIT),
    ("cp1253", &WINDOWS_1253_INIT),
    ("cp1254", &WINDOWS_1254_INIT),
    ("cp1255", &WINDOWS_1255_INIT),
    ("cp1256", &WINDOWS_1256_INIT),
    ("cp1257", &WINDOWS_1257_INIT),
    ("cp1258", &WINDOWS_1258_INIT),
    ("cp819", &WINDOWS_1252_INIT),
    ("cp866", &IBM866_INIT),
    ("csbig5", &BIG5_INIT),
    ("cseuckr", &EUC_KR_INIT),
    ("cseucpkdfmtjapanese", &EUC_JP_INIT),
    ("csgb2312", &GBK_INIT),
    ("csibm866", &IBM866_INIT),
    ("csiso2022jp", &ISO_2022_JP_INIT),
    ("csiso2022kr", &REPLACEMENT_INIT),
    ("csiso58gb231280", &GBK_INIT),
    ("csiso88596e", &ISO_8859_6_INIT),
    ("csiso88596i", &ISO_8859_6_INIT),
    ("csiso88598e", &ISO_8859_8_INIT),
    ("csiso88598i", &ISO_8859_8_I_INIT),
    ("csisolatin1", &WINDOWS_1252_INIT),
    ("csisolatin2", &ISO_8859_2_INIT),
    ("csisolatin3", &ISO_8859_3_INIT),
    ("csisolatin4", &ISO_8859_4_INIT),
    ("csisolatin5", &WINDOWS_1254_INIT),
    ("csisolatin6", &ISO_8859_10_INIT),
    ("csisolatin9", &ISO_8859_15_INIT),
    ("csisolatinarabic", &ISO_8859_6_INIT),
    ("csisolatincyrillic", &ISO_8859_5_INIT),
    ("csisolatingreek", &ISO_8859_7_INIT),
    ("csisolatinhebrew", &ISO_8859_8_INIT),
    ("cskoi8r", &KOI8_R_INIT),
    ("csksc56011987", &EUC_KR_INIT),
    ("csmacintosh", &MACINTOSH_INIT),
    ("csshiftjis", &SHIFT_JIS_INIT),
    ("csunicode", &UTF_16LE_INIT),
    ("cyrillic", &ISO_8859_5_INIT),
    ("dos-874", &WINDOWS_874_INIT),
    ("ecma-114", &ISO_8859_6_INIT),
    ("ecma-118", &ISO_8859_7_INIT),
    ("elot_928", &ISO_8859_7_INIT),
    ("euc-jp", &EUC_JP_INIT),
    ("euc-kr", &EUC_KR_INIT),
    ("gb18030", &GB18030_INIT),
    ("gb2312", &GBK_INIT),
    ("gb_2312", &GBK_INIT),
    ("gb_2312-80", &GBK_INIT),
    ("gbk", &GBK_INIT),
    ("greek", &ISO_8859_7_INIT),
    ("greek8", &ISO_8859_7_INIT),
    ("hebrew", &ISO_8859_8_INIT),
    ("hz-gb-2312", &REPLACEMENT_INIT),
    ("ibm819", &WINDOWS_1252_INIT),
    ("ibm866", &IBM866_INIT),
    ("iso-10646-ucs-2", &UTF_16LE_INIT),
    ("iso-2022-cn", &REPLACEMENT_INIT),
    ("iso-2022-cn-ext", &REPLACEMENT_INIT),
    ("iso-2022-jp", &ISO_2022_JP_INIT),
    ("iso-2022-kr", &REPLACEMENT_INIT),
    ("iso-8859-1", &WINDOWS_1252_INIT),
    ("iso-8859-10", &ISO_8859_10_INIT),
    ("iso-8859-11", &WINDOWS_874_INIT),
    ("iso-8859-13", &ISO_8859_13_INIT),
    ("iso-8859-14", &ISO_8859_14_INIT),
    ("iso-8859-15", &ISO_8859_15_INIT),
    ("iso-8859-16", &ISO_8859_16_INIT),
    ("iso-8859-2", &ISO_8859_2_INIT),
    ("iso-8859-3", &ISO_8859_3_INIT),
    ("iso-8859-4", &ISO_8859_4_INIT),
    ("iso-8859-5", &ISO_8859_5_INIT),
    ("iso-8859-6", &ISO_8859_6_INIT),
    ("iso-8859-6-e", &ISO_8859_6_INIT),
    ("iso-8859-6-i", &ISO_8859_6_INIT),
    ("iso-8859-7", &ISO_8859_7_INIT),
    ("iso-8859-8", &ISO_8859_8_INIT),
    ("iso-8859-8-e", &ISO_8859_8_INIT),
    ("iso-8859-8-i", &ISO_8859_8_I_INIT),
    ("iso-8859-9", &WINDOWS_1254_INIT),
    ("iso-ir-100", &WINDOWS_1252_INIT),
    ("iso-ir-101", &ISO_8859_2_INIT),
    ("iso-ir-109", &ISO_8859_3_INIT),
    ("iso-ir-110", &ISO_8859_4_INIT),
    ("iso-ir-126", &ISO_8859_7_INIT),
    ("iso-ir-127", &ISO_8859_6_INIT),
    ("iso-ir-138", &ISO_8859_8_INIT),
    ("iso-ir-144", &ISO_8859_5_INIT),
    ("iso-ir-148", &WINDOWS_1254_INIT),
    ("iso-ir-149", &EUC_KR_INIT),
    ("iso-ir-157", &ISO_8859_10_INIT),
    ("iso-ir-58", &GBK_INIT),
    ("iso8859-1", &WINDOWS_1252_INIT),
    ("iso8859-10", &ISO_8859_10_INIT),
    ("iso8859-11", &WINDOWS_874_INIT),
    ("iso8859-13", &ISO_8859_13_INIT),
    ("iso8859-14", &ISO_8859_14_INIT),
    ("iso8859-15", &ISO_8859_15_INIT),
    ("iso8859-2", &ISO_8859_2_INIT),
    ("iso8859-3", &ISO_8859_3_INIT),
    ("iso8859-4", &ISO_8859_4_INIT),
    ("iso8859-5", &ISO_8859_5_INIT),
    ("iso8859-6", &ISO_8859_6_INIT),
    ("iso8859-7", &ISO_8859_7_INIT),
    ("iso8859-8", &ISO_8859_8_INIT),
    ("iso8859-9", &WINDOWS_1254_INIT),
    ("iso88591", &WINDOWS_1252_INIT),
    ("iso885910", &ISO_8859_10_INIT),
    ("iso885911", &WINDOWS_874_INIT),
    ("iso885913", &ISO_8859_13_INIT),
    ("iso885914", &ISO_8859_14_INIT),
    ("iso885915", &ISO_8859_15_INIT),
    ("iso88592", &ISO_8859_2_INIT),
    ("iso88593", &ISO_8859_3_INIT),
    ("iso88594", &ISO_8859_4_INIT),
    ("iso88595", &ISO_8859_5_INIT),
    ("iso88596", &ISO_8859_6_INIT),
    ("iso88597", &ISO_8859_7_INIT),
    ("iso88598", &ISO_8859_8_INIT),
    ("iso88599", &WINDOWS_1254_INIT),
    ("iso_8859-1", &WINDOWS_1252_INIT),
    ("iso_8859-15", &ISO_8859_15_INIT),
    ("iso_8859-1:1987", &WINDOWS_1252_INIT),
    ("iso_8859-2", &ISO_8859_2_INIT),
    ("iso_8859-2:1987", &ISO_8859_2_INIT),
    ("iso_8859-3", &ISO_8859_3_INIT),
    ("iso_8859-3:1988", &ISO_8859_3_INIT),
    ("iso_8859-4", &ISO_8859_4_INIT),
    ("iso_8859-4:1988", &ISO_8859_4_INIT),
    ("iso_8859-5", &ISO_8859_5_INIT),
    ("iso_8859-5:1988", &ISO_8859_5_INIT),
    ("iso_8859-6", &ISO_8859_6_INIT),
    ("iso_8859-6:1987", &ISO_8859_6_INIT),
    ("iso_8859-7", &ISO_8859_7_INIT),
    ("iso_8859-7:1987", &ISO_8859_7_INIT),
    ("iso_8859-8", &ISO_8859_8_INIT),
    ("iso_8859-8:1988", &ISO_8859_8_INIT),
    ("iso_8859-9", &WINDOWS_1254_INIT),
    ("iso_8859-9:1989", &WINDOWS_1254_INIT),
    ("koi", &KOI8_R_INIT),
    ("koi8", &KOI8_R_INIT),
    ("koi8-r", &KOI8_R_INIT),
    ("koi8-ru", &KOI8_U_INIT),
    ("koi8-u", &KOI8_U_INIT),
    ("koi8_r", &KOI8_R_INIT),
    ("korean", &EUC_KR_INIT),
    ("ks_c_5601-1987", &EUC_KR_INIT),
    ("ks_c_5601-1989", &EUC_KR_INIT),
    ("ksc5601", &EUC_KR_INIT),
    ("ksc_5601", &EUC_KR_INIT),
    ("l1", &WINDOWS_1252_INIT),
    ("l2", &ISO_8859_2_INIT),
    ("l3", &ISO_8859_3_INIT),
    ("l4", &ISO_8859_4_INIT),
    ("l5", &WINDOWS_1254_INIT),
    ("l6", &ISO_8859_10_INIT),
    ("l9", &ISO_8859_15_INIT),
    ("latin1", &WINDOWS_1252_INIT),
    ("latin2", &ISO_8859_2_INIT),
    ("latin3", &ISO_8859_3_INIT),
    ("latin4", &ISO_8859_4_INIT),
    ("latin5", &WINDOWS_1254_INIT),
    ("latin6", &ISO_8859_10_INIT),
    ("logical", &ISO_8859_8_I_INIT),
    ("mac", &MACINTOSH_INIT),
    ("macintosh", &MACINTOSH_INIT),
    ("ms932", &SHIFT_JIS_INIT),
    ("ms_kanji", &SHIFT_JIS_INIT),
    ("replacement", &REPLACEMENT_INIT),
    ("shift-jis", &SHIFT_JIS_INIT),
    ("shift_jis", &SHIFT_JIS_INIT),
    ("sjis", &SHIFT_JIS_INIT),
    ("sun_eu_greek", &ISO_8859_7_INIT),
    ("tis-620", &WINDOWS_874_INIT),
    ("ucs-2", &UTF_16LE_INIT),
    ("unicode", &UTF_16LE_INIT),
    ("unicode-1-1-utf-8", &UTF_8_INIT),
    ("unicode11utf8", &UTF_8_INIT),
    ("unicode20utf8", &UTF_8_INIT),
    ("unicodefeff", &UTF_16LE_INIT),
    ("unicodefffe", &UTF_16BE_INIT),
    ("us-ascii", &WINDOWS_1252_INIT),
    ("utf-16", &UTF_16LE_INIT),
    ("utf-16be", &UTF_16BE_INIT),
    ("utf-16le", &UTF_16LE_INIT),
    ("utf-8", &UTF_8_INIT),
    ("utf8", &UTF_8_INIT),
    ("visual", &ISO_8859_8_INIT),
    ("windows-1250", &WINDOWS_1250_INIT),
    ("windows-1251", &WINDOWS_1251_INIT),
    ("windows-1252", &WINDOWS_1252_INIT),
    ("windows-1253", &WINDOWS_1253_INIT),
    ("windows-1254", &WINDOWS_1254_INIT),
    ("windows-1255", &WINDOWS_1255_INIT),
    ("windows-1256", &WINDOWS_1256_INIT),
    ("windows-1257", &WINDOWS_1257_INIT),
    ("windows-1258", &WINDOWS_1258_INIT),
    ("windows-31j", &SHIFT_JIS_INIT),
    ("windows-874", &WINDOWS_874_INIT),
    ("windows-949", &EUC_KR_INIT),
    ("x-cp1250", &WINDOWS_1250_INIT),
    ("x-cp1251", &WINDOWS_1251_INIT),
    ("x-cp1252", &WINDOWS_1252_INIT),
    ("x-cp1253", &WINDOWS_1253_INIT),
    ("x-cp1254", &WINDOWS_1254_INIT),
    ("x-cp1255", &WINDOWS_1255_INIT),
    ("x-cp1256", &WINDOWS_1256_INIT),
    ("x-cp1257", &WINDOWS_1257_INIT),
    ("x-cp1258", &WINDOWS_1258_INIT),
    ("x-euc-jp", &EUC_JP_INIT),
    ("x-gbk", &GBK_INIT),
    ("x-mac-cyrillic", &X_MAC_CYRILLIC_INIT),
    ("x-mac-roman", &MACINTOSH_INIT),
    ("x-mac-ukrainian", &X_MAC_CYRILLIC_INIT),
    ("x-sjis", &SHIFT_JIS_INIT),
    ("x-unicode20utf8", &UTF_8_INIT),
    ("x-user-defined", &X_USER_DEFINED_INIT),
    ("x-x-big5", &BIG5_INIT),
];

#[cfg(test)]
mod tests {
    use super::{BUCKETS, LABELS, find};
    use crate::statics::ALL;

    #[test]
    fn labels_are_those_of_encoding_rs() {
        assert!(LABELS.is_sorted_by(|a, b| a.0 < b.0));
        for (label, encoding) in LABELS {
            let theirs = encoding_rs::Encoding::for_label(label.as_bytes());
            assert_eq!(
                theirs.map(|one| one.name()),
                Some(encoding.name()),
                "{label}"
            );
            assert_eq!(find(label.to_ascii_uppercase().as_bytes()), Some(encoding));
        }
        assert!(BUCKETS.ends.windows(2).all(|ends| ends[1] - ends[0] <= 4));
        for label in [
            "",
            "utf-7",
            "utf-80",
            "tf-8",
            "UTF_8",
            "gbk\u{20}",
            "\u{7}bk",
            "u\r8",
        ] {
            assert_eq!(find(label.as_bytes()), None, "{label:?}");
        }
        // The lower-case name of each encoding is a label.
        for encoding in ALL {
            let name = encoding.name().to_ascii_lowercase();
            assert!(LABELS.contains(&(&name, encoding)), "{name}");
        }
    }
}
