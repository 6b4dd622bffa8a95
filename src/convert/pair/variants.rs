//! Pairs with a variant of UTF-8, UTF-16 or UTF-32: what [`crate::convert::variants`] does for
//! types, there once for all values. And pairs with UTF-32 where there are no kernels for it.
#![forbid(unsafe_code)]

use super::Pair;
use crate::buffer::memory;
use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use crate::convert::dispatch::{Units, convert_to_page_by};
use crate::convert::variants::{
    BUFFER, MOST_PER_BYTE, convert_rest, convert_through_utf8, whole_part,
};
use crate::encoding::Class;
use crate::{Charset, Isa};

impl Pair {
    /// The conversion where one of the two is a variant or has no kernels, strict or, to a code
    /// page, with replacement: what [`Isa::convert_variant`] does for types, there once for all
    /// pairs. It is made of the conversions of pairs without variants.
    pub(super) fn convert_variant(
        &self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
    ) -> Progress {
        let (from, to) = (self.source(), self.target());
        if let Some(page) = to.page() {
            let decode = |src: &[u8], units: &mut [u8]| {
                Pair::of(from, Charset::Utf16).convert(isa, src, memory::output(units))
            };
            let (at, mut units) = (Progress::START, Units::new(isa, replaced.is_none()));
            return convert_to_page_by(page, src, dst, at, replaced, &mut units, &decode);
        }
        if let Some(page) = from.page() {
            let encode =
                |units: &[u8], dst: &mut _| Pair::of(Charset::Utf16, to).convert(isa, units, dst);
            return isa.convert_by_any_units(page, src, dst, &mut Buffer::new(), &encode);
        }
        #[cfg(feature = "multibyte")]
        if let Some(multibyte) = from.multibyte() {
            let encode = |units: &[u8], dst: &mut Output| {
                Pair::of(Charset::Utf16, to).convert(isa, units, dst)
            };
            return isa.convert_from_multibyte_by(multibyte, &encode, src, dst);
        }
        #[cfg(feature = "multibyte")]
        if let Some(multibyte) = to.multibyte() {
            let decode = |src: &[u8], units: &mut Output| {
                Pair::of(from, Charset::Utf16).convert(isa, src, units)
            };
            return isa.convert_to_multibyte_by(multibyte, &decode, src, dst);
        }
        let bulk = |src: &[u8], dst: &mut Output| self.convert_bulk(isa, src, dst);
        let at = bulk(src, dst);
        if at.read == src.len() {
            return at;
        }
        convert_rest(self, &bulk, src, dst, at)
    }

    /// Converts with kernels, to wherever they stop.
    fn convert_bulk(&self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        let (from, to) = (self.source(), self.target());
        let is_utf32 = |class| matches!(class, Class::Utf32Le | Class::Utf32Be);
        if !cfg!(feature = "utf-32") && (is_utf32(from.class()) || is_utf32(to.class())) {
            return Progress::START;
        }
        let convert = |from, to, src: &[u8], dst: &mut _| Pair::of(from, to).convert(isa, src, dst);
        let tail = |part: &[u8]| from.incomplete_bytes(part);
        match (from.utf8_form(), to.utf8_form()) {
            (Some(from), Some(to)) if from.has_pairs() || to.has_pairs() => {
                isa.utf8_variants(src, dst, [from, to])
            }
            (Some(form), None) if form.has_pairs() => convert_through_utf8(
                &|src, dst| convert(from, Charset::Utf8, whole_part(src, BUFFER, tail), dst),
                &|src, dst| convert(Charset::Utf8, to.base(), src, dst),
                src,
                dst,
            ),
            (None, Some(form)) if form.has_pairs() => convert_through_utf8(
                &|src, dst| {
                    convert(
                        from.base(),
                        Charset::Utf8,
                        whole_part(src, BUFFER / MOST_PER_BYTE, tail),
                        dst,
                    )
                },
                &|src, dst| convert(Charset::Utf8, to, src, dst),
                src,
                dst,
            ),
            _ => convert(from.base(), to.base(), src, dst),
        }
    }
}
