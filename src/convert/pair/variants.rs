//! Conversion of pairs with a variant of UTF-8, UTF-16 or UTF-32, of pairs with UTF-32 in builds
//! without its kernels, and of pairs without native UTF-16 in builds for small code
//! (`--cfg utflane_small`, for WebAssembly). [`crate::convert::variants`] does the same for
//! encodings given as types. The code here is compiled once for all pairs.

use super::Pair;
use crate::convert::codec::Codec;
use crate::convert::plan;
use crate::convert::plan::{Units, encode_through_utf16};
use crate::convert::variants::{BUFFER, MOST_PER_BYTE, convert_rest, convert_through};
use crate::encoding::Class;
use crate::kernels;
use crate::memory;
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;
use crate::{Charset, Isa};

impl Pair {
    /// Converts through other encodings, like
    /// [`convert_variant`](crate::convert::variants::convert_variant). The conversion is strict, or
    /// with replacement if the target is a code page.
    pub(super) fn convert_composed(
        &self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
    ) -> Progress {
        let (from, to) = (self.source(), self.target());
        if let Some(page) = to.page() {
            // Not for legacy multi-byte sources, because of Big5: see `convert_to_code_page`.
            let replaced = replaced.filter(|_| from.multibyte().is_none());
            let decode = |src: &[u8], units: &mut [u8]| {
                Pair::from_charsets(from, Charset::Utf16).convert(isa, src, memory::output(units))
            };
            let (at, mut units) = (Progress::START, Units::new(isa, replaced.is_none()));
            return encode_through_utf16(page, src, dst, at, replaced, &mut units, &decode);
        }
        if let Some(page) = from.page() {
            let encode = |units: &[u8], dst: &mut _| {
                Pair::from_charsets(Charset::Utf16, to).convert(isa, units, dst)
            };
            return plan::decode_through_utf16_dyn(
                isa,
                page,
                src,
                dst,
                &mut Buffer::new(),
                &encode,
            );
        }
        #[cfg(feature = "multibyte")]
        if let Some(multibyte) = from.multibyte() {
            let encode = |units: &[u8], dst: &mut Output| {
                Pair::from_charsets(Charset::Utf16, to).convert(isa, units, dst)
            };
            return plan::convert_from_multibyte_by(isa, multibyte, &encode, src, dst, 0);
        }
        #[cfg(feature = "multibyte")]
        if let Some(multibyte) = to.multibyte() {
            let decode = |src: &[u8], units: &mut Output| {
                Pair::from_charsets(from, Charset::Utf16).convert(isa, src, units)
            };
            return plan::convert_to_multibyte_by(isa, multibyte, &decode, src, dst);
        }
        let bulk = |src: &[u8], dst: &mut Output| self.convert_bulk(isa, src, dst);
        let at = bulk(src, dst);
        if at.read == src.len() {
            return at;
        }
        convert_rest(self, &bulk, src, dst, at)
    }

    /// Converts with kernels, until they stop.
    fn convert_bulk(&self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        let (from, to) = (self.source(), self.target());
        let is_utf32 = |one: Charset| matches!(one.class(), Class::Utf32Le | Class::Utf32Be);
        if !cfg!(feature = "utf-32") && (is_utf32(from) || is_utf32(to)) {
            return Progress::START;
        }
        let convert = |from, to, src: &[u8], dst: &mut _| {
            Pair::from_charsets(from, to).convert(isa, src, dst)
        };
        let is_native_utf16 = |one: Charset| one.base().class() == Charset::Utf16.class();
        match (from.utf8_form(), to.utf8_form()) {
            (Some(from), Some(to)) if from.has_pairs() || to.has_pairs() => {
                kernels::utf8_variants(isa, src, dst, [from, to])
            }
            (Some(form), None) if form.has_pairs() => convert_through(
                &|src, dst| convert(from, Charset::Utf8, self.piece(src, BUFFER), dst),
                &|src, dst| convert(Charset::Utf8, to.base(), src, dst),
                src,
                dst,
            ),
            (None, Some(form)) if form.has_pairs() => convert_through(
                &|src, dst| {
                    let piece = self.piece(src, BUFFER / MOST_PER_BYTE);
                    convert(from.base(), Charset::Utf8, piece, dst)
                },
                &|src, dst| convert(Charset::Utf8, to, src, dst),
                src,
                dst,
            ),
            _ if cfg!(utflane_small) && !is_native_utf16(from) && !is_native_utf16(to) => {
                convert_through(
                    &|src, dst| convert(from.base(), Charset::Utf16, src, dst),
                    &|src, dst| convert(Charset::Utf16, to.base(), src, dst),
                    src,
                    dst,
                )
            }
            _ => convert(from.base(), to.base(), src, dst),
        }
    }
}
