//! Functions of the library that its crate links but does not declare, under the names that C++
//! compilers other than Microsoft's give them.

use simdutf::Result;

unsafe extern "C" {
    #[link_name = "_ZN7simdutf20to_well_formed_utf16EPKDsmPDs"]
    pub(super) fn to_well_formed_utf16(source: *const u16, length: usize, target: *mut u16);

    #[link_name = "_ZN7simdutf22to_well_formed_utf16leEPKDsmPDs"]
    pub(super) fn to_well_formed_utf16le(source: *const u16, length: usize, target: *mut u16);

    #[link_name = "_ZN7simdutf22to_well_formed_utf16beEPKDsmPDs"]
    pub(super) fn to_well_formed_utf16be(source: *const u16, length: usize, target: *mut u16);

    #[link_name = "_ZN7simdutf39utf8_length_from_utf16_with_replacementEPKDsm"]
    pub(super) fn utf8_length_from_utf16_with_replacement(
        source: *const u16,
        length: usize,
    ) -> Result;

    #[link_name = "_ZN7simdutf35convert_utf32_to_latin1_with_errorsEPKDimPc"]
    pub(super) fn convert_utf32_to_latin1_with_errors(
        source: *const u32,
        length: usize,
        target: *mut u8,
    ) -> Result;

    #[link_name = "_ZN7simdutf29convert_valid_utf32_to_latin1EPKDimPc"]
    pub(super) fn convert_valid_utf32_to_latin1(
        source: *const u32,
        length: usize,
        target: *mut u8,
    ) -> usize;
}
