//! The tables of the hostile folder that are broken or unusual, most of them in UTF-8.

use super::Fate::{self, Failed, Loaded, Skipped};
use super::{HEADER, encoded};
use utflane::Charset;

/// Returns tables with a path, their bytes, and what becomes of them.
pub(crate) fn tables() -> Vec<(&'static str, Vec<u8>, Fate)> {
    let with_header = |rows: &str| [HEADER, rows].concat().into_bytes();
    let wide = [b"id,".repeat(1 << 19), b"id\n1\n".to_vec()].concat();
    let odd = |text: &str| [b"\xFF\xFE".to_vec(), encoded(text, Charset::Utf16Le)].concat();
    let text = HEADER.to_owned();
    vec![
        // Only this file has integers as names and amounts.
        (
            "000 first.csv",
            with_header("1,17,2,2024-01-01\n2,18,3,2024-01-02\n"),
            Loaded(2, 0),
        ),
        ("a.csv", with_header("10,a,1.5,2024-01-01\n"), Loaded(1, 0)),
        (
            "b/a.csv",
            with_header("11,a in b,1.5,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "b/c/a.csv",
            with_header("12,a in c,1.5,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "A.CSV",
            with_header("13,capital,1.5,2024-01-01\n"),
            Loaded(1, 0),
        ),
        ("empty.csv", Vec::new(), Failed("there is no header")),
        (
            "blank.csv",
            b"\n\r\n\n".to_vec(),
            Failed("there is no header"),
        ),
        (
            "mark.csv",
            b"\xEF\xBB\xBF".to_vec(),
            Failed("there is no header"),
        ),
        (
            "header open.csv",
            b"\"id,name\n1,x\n".to_vec(),
            Failed("a quote that is not closed"),
        ),
        ("header wide.csv", wide, Failed("the header does not end")),
        ("header only.csv", text.trim_end().into(), Loaded(0, 0)),
        (
            "header late.csv",
            format!("\n\n{HEADER}20,late,1,2024-01-01").into(),
            Loaded(1, 0),
        ),
        (
            "header none.csv",
            b"21,x,1.5,2024-01-01\n22,y,1,2024-01-02\n".to_vec(),
            Failed("other columns"),
        ),
        (
            "header twice.csv",
            b"id,name,id,day\n1,x,1,2024-01-01\n".to_vec(),
            Failed("two columns \"id\""),
        ),
        (
            "columns order.csv",
            b"day,amount,id,name\n2024-01-01,1.5,30,order\n".to_vec(),
            Loaded(1, 0),
        ),
        (
            "columns fewer.csv",
            b"id,name,amount\n1,x,1\n".to_vec(),
            Failed("without [\"day\"]"),
        ),
        (
            "columns more.csv",
            b"id,name,amount,day,x\n1,x,1,2024-01-01,y\n".to_vec(),
            Failed("with [\"x\"]"),
        ),
        (
            "columns unnamed.csv",
            b"id,,amount,day\n1,x,1,2024-01-01\n".to_vec(),
            Failed("with [\"column_2\"]"),
        ),
        (
            "lines crlf.csv",
            with_header("40,x,1,2024-01-01\n41,y,,\n").replace_all(b"\n", b"\r\n"),
            Loaded(2, 0),
        ),
        (
            "lines cr.csv",
            with_header("42,x,1,2024-01-01\n43,,1,\n").replace_all(b"\n", b"\r"),
            Loaded(2, 0),
        ),
        (
            "rows ragged.csv",
            with_header("50,x,1\n51,x,1,2024-01-01\n52,x,1,2024-01-01,y\n"),
            Loaded(1, 2),
        ),
        (
            "rows open.csv",
            with_header("53,\"x,1,2024-01-01\n54,y,1,2024-01-01\n"),
            Loaded(1, 1),
        ),
        (
            "rows quoted.csv",
            with_header("55,\"a\nb\r\n\"\"c\"\", d\",1,2024-01-01\n56,\"e\",\"1\",2024-01-01\n"),
            Loaded(2, 0),
        ),
        (
            "rows nul.csv",
            with_header("57,a\0b,1,2024-01-01\n58,ab,1,2024-01-01\n"),
            Loaded(1, 1),
        ),
        (
            "rows malformed.csv",
            [
                b"\xEF\xBB\xBF".to_vec(),
                with_header("59,é,1,2024-01-01\n"),
                b"60,\xC3\x28,1,2024-01-01\n61,\xFF,1,2024-01-01\n62,z,1,2024-01-01\n".to_vec(),
            ]
            .concat(),
            Loaded(2, 2),
        ),
        (
            "rows odd byte.csv",
            [
                odd(&format!("{HEADER}63,ü,1,2024-01-01\n64,ö,1,2024-01-01")),
                b"x".to_vec(),
            ]
            .concat(),
            Loaded(1, 1),
        ),
        (
            "rows surrogate.csv",
            [
                odd(&format!("{HEADER}65,")),
                b"\x00\xD8".to_vec(),
                encoded(",1,2024-01-01\n66,ö,1,2024-01-01\n", Charset::Utf16Le),
            ]
            .concat(),
            Loaded(1, 1),
        ),
        (
            "unsure moscow.csv",
            encoded(
                &format!("{HEADER}70,Москва,1,2024-01-01\n"),
                Charset::Windows1251,
            ),
            Failed("name its charset with --charset-for"),
        ),
        (
            "unsure mixed.csv",
            b"id,name,amount,day\n71,Zo\xC3\xAB,1,2024-01-01\n72,Zo\xEB,1,2024-01-01\n".to_vec(),
            Failed("name its charset with --charset-for"),
        ),
        (
            "tabs.tsv",
            with_header("80,\"tab\",1,2024-01-01\n").replace_all(b",", b"\t"),
            Loaded(1, 0),
        ),
        (
            "tabs.txt",
            with_header("81,tab,1,2024-01-01\n").replace_all(b",", b"\t"),
            Loaded(1, 0),
        ),
        (
            "commas.txt",
            with_header("82,comma,1,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "no gzip.csv.gz",
            with_header("83,x,1,2024-01-01\n"),
            Failed("cannot decompress"),
        ),
        (
            "line\nfeed 'é'.csv",
            with_header("84,x,1,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "semicolons.csv",
            b"id;name;amount;day\n86;a, b;1;2024-01-01\n87;\"c;d\";1;2024-01-01\n".to_vec(),
            Loaded(2, 0),
        ),
        (
            "pipes.txt",
            b"id|name|amount|day\n88|a;b,c|1|2024-01-01\n".to_vec(),
            Loaded(1, 0),
        ),
        (
            "tabs.csv",
            b"id\tname\tamount\tday\n89\ta;b,c\t1\t2024-01-01\n".to_vec(),
            Loaded(1, 0),
        ),
        (
            "100%41 % done.csv",
            with_header("92,percent,1,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "stars *[a]{b}?.csv",
            with_header("93,wildcards,1,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "\"double\" & `single' #1.csv",
            with_header("94,quotes,1,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "back\\slash.csv",
            with_header("95,backslash,1,2024-01-01\n"),
            Loaded(1, 0),
        ),
        (
            "notes.md",
            b"# Notes\n".to_vec(),
            Skipped("its extension is not"),
        ),
        (
            "sheet.csv",
            b"PK\x03\x04\x14\0\x06\0".to_vec(),
            Failed("a zip archive or a spreadsheet such as .xlsx, not text"),
        ),
        (
            "table.xlsx",
            b"PK\x03\x04".to_vec(),
            Skipped("its extension is not"),
        ),
        (
            "noextension",
            with_header("85,x,1,2024-01-01\n"),
            Skipped("its extension is not"),
        ),
    ]
}

trait ReplaceAll {
    fn replace_all(self, from: &[u8; 1], to: &[u8]) -> Vec<u8>;
}

impl ReplaceAll for Vec<u8> {
    fn replace_all(self, from: &[u8; 1], to: &[u8]) -> Vec<u8> {
        self.split(|byte| *byte == from[0])
            .collect::<Vec<_>>()
            .join(to)
    }
}
