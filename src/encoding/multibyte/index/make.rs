//! Makes the tables of the encodings of several bytes, from the indexes beside this file: a part of
//! `build.rs`.
//!
//! A table is a file in the folder that cargo names, with the name of an encoding or index, and in
//! it an array:
//!
//! ```text
//! .units           units of UTF-16 by pointer, as in `Decoder`
//! .pages .blocks   which code points an encoding has, as in `Encoder`
//! .cells           their bytes
//! .plain           trails of characters of three bytes of UTF-8, as in `Decoder`
//! .plane2          pairs of a pointer and the lower 16 bits of a code point
//! ```
//!
//! What is not in the indexes is in the sections of the Encoding Standard on each decoder and
//! encoder: <https://encoding.spec.whatwg.org>.

use std::fmt::Debug;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder of the indexes.
const FOLDER: &str = "src/encoding/multibyte/index";

/// The code points by pointer, 0 where there is none.
type Index = Vec<u32>;

/// The bytes by unit of UTF-16 as a number, 0 where there are none.
type Bytes = Vec<u16>;

/// The pointers of Shift_JIS for private use, which index jis0208 does not have, and the code point
/// of the first.
const PRIVATE: Range<usize> = 8836..10716;
const FIRST_PRIVATE: u32 = 0xE000;

/// NEC's copies of IBM's characters, which Shift_JIS does not write.
const COPIES: Range<usize> = 8272..PRIVATE.start;

/// Pointers of EUC, in rows of 94: those of two bytes from A1 on.
const EUC: Range<usize> = 0..94 * 94;

/// The first pointers that are in the tables: those before have no characters.
const JIS0212_START: usize = 108;
const BIG5_START: usize = 942;

/// The first pointer that Big5 writes.
const BIG5_WRITTEN: usize = (0xA1 - 0x81) * 157;

/// The code points whose last pointer Big5 writes; of others it is the first.
const LAST: [u32; 6] = [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345];

/// Code points for private use that were at these bytes before GB18030-2022, and are still written
/// so: of each run the first, its bytes, and how many there are.
const OVERRIDES: [(usize, u16, u16); 10] = [
    (0xE78D, 0xA6D9, 7),
    (0xE794, 0xA6EC, 2),
    (0xE796, 0xA6F3, 1),
    (0xE81E, 0xFE59, 1),
    (0xE826, 0xFE61, 1),
    (0xE82B, 0xFE66, 2),
    (0xE832, 0xFE6D, 1),
    (0xE843, 0xFE7E, 1),
    (0xE854, 0xFE90, 1),
    (0xE864, 0xFEA0, 1),
];

/// The euro sign, the one character that GBK and GB18030 write in different ways.
const EURO: u16 = 0x20AC;

/// Writes all tables to `folder`.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={FOLDER}");
    fs::create_dir_all(folder)?;
    let tables = Tables(folder.into());
    japanese(&tables)?;
    korean(&tables)?;
    chinese(&tables)?;
    taiwanese(&tables)
}

fn japanese(tables: &Tables) -> io::Result<()> {
    let mut index = read("jis0208")?;
    let mut shift_jis = bytes(&index, |pointer| {
        let lead = pointer / 188;
        let lead = lead + if lead < 0x1F { 0x81 } else { 0xC1 };
        (!COPIES.contains(&pointer)).then(|| pair(lead, pointer % 188, [0x40, 0x41]))
    });
    let mut euc = bytes(&index, |pointer| {
        let bytes = || pair(pointer / 94 + 0xA1, pointer % 94, [0xA1; 2]);
        EUC.contains(&pointer).then(bytes)
    });
    for bytes in [&mut shift_jis, &mut euc] {
        bytes[0xA5] = b'\\'.into();
        bytes[0x203E] = b'~'.into();
        bytes[0x2212] = bytes[0xFF0D];
    }
    shift_jis[0x80] = 0x80;
    for byte in 0xA1..=0xDF {
        let unit = usize::from(byte - 0xA1) + 0xFF61;
        shift_jis[unit] = byte;
        euc[unit] = 0x8E00 | byte;
    }
    tables.encoder("jis", &[("shift_jis", &shift_jis), ("euc_jp", &euc)])?;
    for (pointer, code_point) in PRIVATE.zip(FIRST_PRIVATE..) {
        index[pointer] = code_point;
    }
    tables.plain("shift_jis", &index, 0x7F..0x80, |pointer| {
        let lead = pointer / 188;
        let lead = lead + if lead < 0x1F { 0x81 } else { 0xC1 };
        Some(pair(lead, pointer % 188, [0x40, 0x41]))
    })?;
    tables.plain("euc_jp", &index, 0x7F..0x80, |pointer| {
        let bytes = || pair(pointer / 94 + 0xA1, pointer % 94, [0xA1; 2]);
        EUC.contains(&pointer).then(bytes)
    })?;
    tables.units("jis0208.units", &index)?;
    tables.units("jis0212.units", &read("jis0212")?[JIS0212_START..])
}

/// The rows of EUC-KR have 190 pointers each, but from lead C7 on only the last 94 have characters.
/// These are in the first part of the table, the others in the second, in rows of 94, too; of their
/// trails those that have none (5B to 60, 7B to 80) are left out.
fn korean(tables: &Tables) -> io::Result<()> {
    const FIRST_PART: usize = 126 * 94;
    let index = read("euckr")?;
    let encoded = |pointer| Some(pair(pointer / 190 + 0x81, pointer % 190, [0x41; 2]));
    tables.encoder("euc_kr", &[("euc_kr", &bytes(&index, encoded))])?;
    tables.plain("euc_kr", &index, 0x7B..0x81, encoded)?;
    let mut parts = vec![0; 2 * FIRST_PART];
    for (pointer, code_point) in index.into_iter().enumerate().filter(|place| place.1 != 0) {
        let column = match pointer % 190 + 0x41 {
            trail @ 0xA1.. => trail - 0xA1,
            trail @ 0x81.. => FIRST_PART + 52 + trail - 0x81,
            trail @ 0x61..=0x7A => FIRST_PART + 26 + trail - 0x61,
            trail => FIRST_PART + trail - 0x41,
        };
        let place = &mut parts[pointer / 190 * 94 + column];
        assert_eq!(*place, 0, "two characters in one place");
        *place = code_point;
    }
    let end = parts.iter().rposition(|code_point| *code_point != 0);
    parts.truncate(end.map_or(0, |last| last + 1));
    tables.units("euc_kr.units", &parts)
}

fn chinese(tables: &Tables) -> io::Result<()> {
    let index = read("gb18030")?;
    let encoded = |pointer| Some(pair(pointer / 190 + 0x81, pointer % 190, [0x40, 0x41]));
    tables.plain("gb18030", &index, 0x7F..0x80, encoded)?;
    let mut bytes = bytes(&index, encoded);
    for (first, start, count) in OVERRIDES {
        for (unit, pair) in (first..).zip(start..start + count) {
            assert_eq!(bytes[unit], 0, "an override of what is in the index");
            bytes[unit] = pair;
        }
    }
    tables.units("gb18030.units", &index)?;

    // GBK has a page of its own, for the euro sign's.
    let [mut pages, mut blocks, mut cells] = encoder(&[&bytes]);
    let page = pages[usize::from(EURO >> 8)] as usize * 8;
    let mut own = blocks[page..page + 8].to_vec();
    let block = usize::from(EURO as u8 >> 5);
    assert_eq!(own[block] as u32, 1 << (EURO % 32), "others in the block");
    own[block] = own[block] as u32 as u64 | (cells.len() as u64) << 32;
    cells.push(0x80);
    tables.write("gb18030.pages", pages.iter().copied())?;
    pages[usize::from(EURO >> 8)] = blocks.len() as u64 / 8;
    tables.write("gbk.pages", pages)?;
    blocks.extend(own);
    tables.blocks("gb18030.blocks", &blocks)?;
    tables.write("gb18030.cells", cells)
}

fn taiwanese(tables: &Tables) -> io::Result<()> {
    let index = read("big5")?;
    let pair = |pointer: usize| pair(pointer / 157 + 0x81, pointer % 157, [0x40, 0x62]);
    let encoded = |pointer| (pointer >= BIG5_WRITTEN).then(|| pair(pointer));
    let mut bytes = bytes(&index, encoded);
    for (pointer, code_point) in index.iter().enumerate() {
        if LAST.contains(code_point) {
            bytes[*code_point as usize] = pair(pointer);
        }
    }
    tables.encoder("big5", &[("big5", &bytes)])?;
    tables.plain("big5", &index, 0x7F..0xA1, |pointer| Some(pair(pointer)))?;
    tables.units("big5.units", &index[BIG5_START..])?;
    let beyond = index.iter().enumerate().filter(|place| *place.1 > 0xFFFF);
    let pairs = beyond.map(|(pointer, code_point)| [pointer as u16, *code_point as u16]);
    tables.write_rows("big5.plane2", pairs)
}

/// Reads an index.
fn read(name: &str) -> io::Result<Index> {
    let bytes = fs::read(Path::new(FOLDER).join(name).with_extension("bin"))?;
    let numbers = bytes.chunks_exact(2);
    let mut numbers = numbers.map(|number| u16::from_le_bytes([number[0], number[1]]));
    let mut index = Vec::new();
    while let (Some(pointer), Some(count)) = (numbers.next(), numbers.next()) {
        let plane = u32::from(count >> 15) * 0x2_0000;
        index.resize(pointer.into(), 0);
        let run = numbers.by_ref().take((count & 0x7FFF).into());
        index.extend(run.map(|low| plane | u32::from(low)));
    }
    Ok(index)
}

/// Two bytes: a lead, and the trail in this column, counted from `low` up to column 62, and from
/// `high` in the others.
fn pair(lead: usize, column: usize, [low, high]: [usize; 2]) -> u16 {
    let trail = column + if column < 0x3F { low } else { high };
    (lead << 8 | trail).try_into().expect("two bytes")
}

/// The bytes of ASCII, and of each code point of an index those of its first pointer that has any.
fn bytes(index: &Index, of: impl Fn(usize) -> Option<u16>) -> Bytes {
    let mut bytes: Bytes = (0..0x80).collect();
    bytes.resize(0x1_0000, 0);
    for (pointer, code_point) in index.iter().enumerate() {
        let (Some(place), Some(pair)) = (bytes.get_mut(*code_point as usize), of(pointer)) else {
            continue;
        };
        if *code_point != 0 && *place == 0 {
            *place = pair;
        }
    }
    bytes
}

/// The pages, the blocks and the cells of encodings, of which each has the cells of all: 0 for what
/// another has. The first page is empty.
fn encoder(encodings: &[&Bytes]) -> [Vec<u64>; 3] {
    let has = |unit: usize| encodings.iter().any(|bytes| bytes[unit] != 0);
    let (mut pages, mut blocks, mut cells) = (vec![0; 0x100], vec![0; 8], Vec::new());
    for (page, number) in pages.iter_mut().enumerate() {
        let units = page << 8..(page + 1) << 8;
        if !units.clone().any(has) {
            continue;
        }
        *number = blocks.len() as u64 / 8;
        for block in units.step_by(32) {
            let first = cells.len() as u64 / encodings.len() as u64;
            let mut bits = 0;
            for unit in (block..block + 32).filter(|unit| has(*unit)) {
                bits |= 1 << (unit % 32);
                cells.extend(encodings.iter().map(|bytes| u64::from(bytes[unit])));
            }
            blocks.push(first << 32 | bits);
        }
    }
    [pages, blocks, cells]
}

/// The folder where tables are written.
struct Tables(PathBuf);

impl Tables {
    fn write(&self, name: &str, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        self.write_text(name, numbers.into_iter().map(|number| number.to_string()))
    }

    /// Rows of numbers.
    fn write_rows<T: Debug>(&self, name: &str, rows: impl Iterator<Item = T>) -> io::Result<()> {
        self.write_text(name, rows.map(|row| format!("{row:?}")))
    }

    fn write_text(&self, name: &str, elements: impl Iterator<Item = String>) -> io::Result<()> {
        let elements: Vec<_> = elements.collect();
        fs::write(self.0.join(name), format!("[{}]", elements.join(",\n")))
    }

    /// Code points as units of UTF-16, 0 for those of two.
    fn units(&self, name: &str, code_points: &[u32]) -> io::Result<()> {
        let unit = |code_point: &u32| u64::from(u16::try_from(*code_point).unwrap_or(0));
        self.write(name, code_points.iter().map(unit))
    }

    fn blocks(&self, name: &str, blocks: &[u64]) -> io::Result<()> {
        self.write_rows(name, blocks.chunks_exact(8))
    }

    /// For each lead, the longest run of trails of characters of three bytes of UTF-8, but for a
    /// gap in which none is a trail.
    fn plain(
        &self,
        name: &str,
        index: &Index,
        gap: Range<usize>,
        bytes: impl Fn(usize) -> Option<u16>,
    ) -> io::Result<()> {
        let mut plain = vec![[false; 0x100]; 0x80];
        for (pointer, code_point) in index.iter().enumerate() {
            if let (0x800..0x1_0000, Some(pair)) = (*code_point, bytes(pointer)) {
                plain[usize::from(pair >> 8 & 0x7F)][usize::from(pair & 0xFF)] = true;
            }
        }
        let runs: Vec<[usize; 2]> = plain
            .iter()
            .map(|trails| {
                let is_in = |trail: usize| trails[trail] || gap.contains(&trail);
                let starts = (0..0x100).filter(|trail| trails[*trail]);
                let ends = |first| (first..0x100).take_while(|trail| is_in(*trail)).last();
                let runs = starts.filter_map(|first| Some([first, ends(first)?]));
                let count = |[first, last]: &[usize; 2]| {
                    let run = *first..*last + 1;
                    run.filter(|trail| trails[*trail]).count()
                };
                runs.max_by_key(count).unwrap_or([0xFF, 0])
            })
            .collect();
        self.write_rows(
            &format!("{name}.plain"),
            [0, 1]
                .map(|end| runs.iter().map(|run| run[end]).collect::<Vec<_>>())
                .into_iter(),
        )
    }

    /// The tables of encodings that share pages and blocks.
    fn encoder(&self, name: &str, encodings: &[(&str, &Bytes)]) -> io::Result<()> {
        let bytes: Vec<_> = encodings.iter().map(|encoding| encoding.1).collect();
        let [pages, blocks, cells] = encoder(&bytes);
        self.write(&format!("{name}.pages"), pages)?;
        self.blocks(&format!("{name}.blocks"), &blocks)?;
        for (place, (name, _)) in encodings.iter().enumerate() {
            let own = cells.iter().copied().skip(place).step_by(bytes.len());
            self.write(&format!("{name}.cells"), own)?;
        }
        Ok(())
    }
}
