//! Conversion of pairs with a variant of UTF-8, UTF-16 or UTF-32, of pairs with UTF-32 in builds
//! without its kernels, and of pairs without native UTF-16 in builds for small code
//! (`--cfg utflane_small`, for WebAssembly). [`crate::convert::variants`] does the same for
//! encodings given as types. The code here is compiled once for all pairs.

use super::Pair;
use crate::convert::codec::Codec;
use crate::convert::plan;
use crate::convert::plan::{Units, encode_through_utf16};
use crate::convert::variants::{
    BUFFER, MOST_PER_BYTE, convert_rest, convert_through, cut_at_boundary,
};
use crate::encoding::Class;
use crate::kernels;
use crate::memory;
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;
use crate::{Charset, Isa};

impl Pair {
    /// Converts if one of the two encodings is a variant or has no kernels. The conversion is
    /// strict, or with replacement if the target is a code page. It is composed of conversions
    /// between other encodings, like
    /// [`convert_variant`](crate::convert::variants::convert_variant), but compiled once for all
    /// pairs.
    pub(super) fn convert_variant(
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
            return plan::convert_from_multibyte_by(isa, multibyte, &encode, src, dst);
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
        let is_utf32 = |class| matches!(class, Class::Utf32Le | Class::Utf32Be);
        if !cfg!(feature = "utf-32") && (is_utf32(from.class()) || is_utf32(to.class())) {
            return Progress::START;
        }
        let convert = |from, to, src: &[u8], dst: &mut _| {
            Pair::from_charsets(from, to).convert(isa, src, dst)
        };
        let tail = |part: &[u8]| from.incomplete_bytes(part);
        match (from.utf8_form(), to.utf8_form()) {
            (Some(from), Some(to)) if from.has_pairs() || to.has_pairs() => {
                kernels::utf8_variants(isa, src, dst, [from, to])
            }
            (Some(form), None) if form.has_pairs() => convert_through(
                &|src, dst| convert(from, Charset::Utf8, cut_at_boundary(src, BUFFER, tail), dst),
                &|src, dst| convert(Charset::Utf8, to.base(), src, dst),
                src,
                dst,
            ),
            (None, Some(form)) if form.has_pairs() => convert_through(
                &|src, dst| {
                    convert(
                        from.base(),
                        Charset::Utf8,
                        cut_at_boundary(src, BUFFER / MOST_PER_BYTE, tail),
                        dst,
                    )
                },
                &|src, dst| convert(Charset::Utf8, to, src, dst),
                src,
                dst,
            ),
            _ if cfg!(utflane_small)
                && ![from, to]
                    .iter()
                    .any(|one| one.base().class() == Charset::Utf16.class()) =>
            {
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
