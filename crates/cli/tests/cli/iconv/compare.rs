//! Compares how utflane and glibc's iconv decode and encode all characters of an encoding.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::ptr::null_mut;

use utflane::Charset;
use utflane::stream::{AnyTranscoder, Status};

/// A conversion by iconv.
pub(super) struct Iconv(libc::iconv_t);

impl Iconv {
    pub(super) fn open(to: &str, from: &str) -> Option<Iconv> {
        let [to, from] = [to, from].map(|name| CString::new(name).unwrap());
        // SAFETY: both strings are null-terminated.
        let handle = unsafe { libc::iconv_open(to.as_ptr(), from.as_ptr()) };
        (handle as isize != -1).then_some(Iconv(handle))
    }

    /// Converts a piece, or ends the text. Returns whether it succeeds, the number of bytes
    /// written, and the number of bytes not read.
    fn call(&mut self, piece: Option<&[u8]>, out: &mut [u8]) -> (bool, usize, usize) {
        let mut source = piece.map_or(null_mut(), |piece| piece.as_ptr().cast_mut().cast());
        let mut left = piece.map_or(0, <[u8]>::len);
        let (mut target, mut capacity) = (out.as_mut_ptr().cast(), out.len());
        // SAFETY: the conversion is open, and the source (or null) and the output are valid for
        // their lengths.
        let result =
            unsafe { libc::iconv(self.0, &mut source, &mut left, &mut target, &mut capacity) };
        (result != usize::MAX, out.len() - capacity, left)
    }

    /// Converts a whole text. Returns `None` if it is malformed or cannot be represented.
    pub(super) fn convert(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let mut out = [0; 64];
        // Resets the state after the last text.
        self.call(None, &mut out);
        let (true, written, 0) = self.call(Some(text), &mut out) else {
            return None;
        };
        let (true, end, _) = self.call(None, &mut out[written..]) else {
            return None;
        };
        Some(out[..written + end].to_vec())
    }

    /// Whether the conversion writes anything for a text. The target's name must end with
    /// `//IGNORE`.
    fn writes_any(&mut self, mut text: &[u8]) -> bool {
        let mut out = [0; 64];
        while !text.is_empty() {
            let (_, written, left) = self.call(Some(text), &mut out);
            if written > 0 || left == text.len() {
                return true;
            }
            text = &text[text.len() - left..];
        }
        false
    }
}

impl Drop for Iconv {
    fn drop(&mut self) {
        // SAFETY: the conversion is open and not used again.
        unsafe { libc::iconv_close(self.0) };
    }
}

fn ours(from: Charset, to: Charset, text: &[u8]) -> Option<Vec<u8>> {
    let mut out = [0; 64];
    let mut transcoder = AnyTranscoder::new(from, to);
    let step = transcoder.transcode(text, &mut out);
    let end = transcoder.finish_into(&mut out[step.written..]);
    let is_fine = |status| !matches!(status, Status::Stopped(_));
    (is_fine(step.status) && is_fine(end.status))
        .then(|| out[..step.written + end.written].to_vec())
}

/// For each sequence or code point, the bytes that utflane and iconv return.
pub(super) type Results = BTreeMap<Vec<u8>, [Option<Vec<u8>>; 2]>;

/// Returns the sequences that the two decode differently, leaving out those that begin with a
/// shorter sequence that either side decodes.
pub(super) fn read(charset: Charset, name: &str) -> Option<Results> {
    let mut theirs = Iconv::open("UTF-8", name)?;
    let mut differences = Results::new();
    // Compares the results for a sequence, with `rest` to complete the text.
    let mut compare = |sequence: &[u8], rest: &[u8]| {
        let text = [sequence, rest].concat();
        let results = [ours(charset, Charset::Utf8, &text), theirs.convert(&text)];
        let is_character = results.iter().any(Option::is_some);
        if results[0] != results[1] {
            differences.insert(sequence.to_vec(), results);
        }
        is_character
    };
    let bytes = || 0..=u8::MAX;
    let leads: Vec<u8> = bytes().filter(|byte| !compare(&[*byte], b"")).collect();
    if charset == Charset::Iso2022Jp {
        for last in 0x30..=0x7E {
            for middle in 0x20..=0x2F {
                compare(&[0x1B, middle, last], b"!!\x1B(B");
                compare(&[0x1B, b'$', middle, last], b"!!\x1B(B");
            }
        }
        for one in 0x21..=0x7E {
            compare(&[0x1B, b'(', b'J', one], b"\x1B(B");
            compare(&[0x1B, b'(', b'I', one], b"\x1B(B");
            for two in 0x21..=0x7E {
                compare(&[0x1B, b'$', b'B', one, two], b"\x1B(B");
            }
        }
    } else if charset.is_multibyte() {
        for lead in leads {
            for trail in bytes() {
                let is_lead = !compare(&[lead, trail], b"");
                let is_euc_jp = matches!(charset, Charset::EucJp | Charset::EucJpMs);
                if is_lead && is_euc_jp && lead == 0x8F {
                    bytes().for_each(|third| _ = compare(&[lead, trail, third], b""));
                }
            }
        }
    }
    if charset == Charset::Gb18030 {
        // All of the first plane, and a sample of the others.
        let all = 126 * 10 * 126 * 10;
        for number in (0..50_000).chain((50_000..all).step_by(97)) {
            let digits = [
                number / 12_600,
                number / 1_260 % 10,
                number / 10 % 126,
                number % 10,
            ];
            let base = [0x81, 0x30, 0x81, 0x30];
            let sequence: [u8; 4] = std::array::from_fn(|index| base[index] + digits[index] as u8);
            compare(&sequence, b"");
        }
    }
    Some(differences)
}

/// Returns the byte pairs of a code page that iconv combines into one character.
pub(super) fn composed(name: &str) -> Vec<[u8; 2]> {
    let mut theirs = Iconv::open("UTF-8", name).unwrap();
    let alone: Vec<_> = (0..=u8::MAX).map(|byte| theirs.convert(&[byte])).collect();
    let mut pairs = Vec::new();
    for one in 0..=u8::MAX {
        for two in 0x80..=u8::MAX {
            if let (Some(one_alone), Some(two_alone)) = (&alone[one as usize], &alone[two as usize])
                && theirs.convert(&[one, two]) != Some([&one_alone[..], two_alone].concat())
            {
                pairs.push([one, two]);
            }
        }
    }
    pairs
}

/// Returns the code points that the two encode differently. Characters that the encoding lacks,
/// except for private use, are encoded with its variant.
pub(super) fn write(charset: Charset, variant: Option<Charset>, name: &str) -> Results {
    let mut theirs = Iconv::open(name, "UTF-32LE").unwrap();
    let mut differences = Results::new();
    let mut compare = |code: u32| {
        let text = code.to_le_bytes();
        let by_variant = || match variant? {
            Charset::EucJpMs if (0xE000..0xF900).contains(&code) => None,
            variant => ours(Charset::Utf32Le, variant, &text),
        };
        let results = [
            ours(Charset::Utf32Le, charset, &text).or_else(by_variant),
            theirs.convert(&text),
        ];
        if results[0] != results[1] {
            differences.insert(code.to_be_bytes().to_vec(), results);
        }
    };
    (0..0xD800).chain(0xE000..0x1_0000).for_each(&mut compare);
    (0xE_0000..0xE_0080).for_each(&mut compare);
    let others = (0x1_0000..0xE_0000).chain(0xE_0080..0x11_0000);
    let all: Vec<u8> = others.clone().flat_map(u32::to_le_bytes).collect();
    let mut ignoring = Iconv::open(&format!("{name}//IGNORE"), "UTF-32LE").unwrap();
    // Most encodings have no characters outside the first plane.
    if charset.is_multibyte() || ignoring.writes_any(&all) {
        others.for_each(&mut compare);
    }
    differences
}

/// Whether `write` returned an invisible character that iconv drops.
pub(super) fn is_tag(code: &[u8]) -> bool {
    code[..3] == [0, 0x0E, 0]
}
