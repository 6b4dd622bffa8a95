//! A folder of more than 60 files as other people make them: in many charsets, compressed, broken,
//! and with names of all kinds. The tests and the example `hostile_files` create it.

#[path = "tables.rs"]
mod tables;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use utflane::Charset;
use utflane::stream::AnyTranscoder;

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    /// The numbers of loaded rows and of rows that are set aside.
    Loaded(u64, u64),
    /// A part of the reason.
    Failed(&'static str),
    /// A part of the reason.
    Skipped(&'static str),
}

use Fate::{Failed, Loaded, Skipped};

/// A file, with the charset that the report has, and how it was found.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    pub(crate) fate: Fate,
    pub(crate) charset: &'static str,
    pub(crate) found: &'static str,
}

/// The header of all tables.
const HEADER: &str = "id,name,amount,day\n";

/// The number of rows of a table.
const ROWS: u64 = 24;

/// Words of a language, the charsets of files in it, and how the loader finds each.
type Language = (&'static str, &'static [(Charset, &'static str)]);

const LANGUAGES: [Language; 14] = [
    (
        "Wszyscy ludzie wiedzą że pieniądze są ważne ale szczęście można znaleźć gdzie indziej",
        &[(Charset::Windows1250, "detected")],
    ),
    (
        "Všichni lidé vědí že peníze jsou důležité ale štěstí můžete najít úplně někde jinde",
        &[(Charset::Iso8859_2, "detected")],
    ),
    (
        "Все люди знают что деньги важны но счастье можно найти совсем в другом месте всегда",
        &[
            (Charset::Windows1251, "detected"),
            (Charset::Koi8R, "detected"),
            (Charset::Ibm866, "detected"),
        ],
    ),
    (
        "Tous les êtres humains naissent libres et égaux à côté de leurs frères où ça réside",
        &[
            (Charset::Windows1252, "detected"),
            (Charset::Utf8, "detected"),
        ],
    ),
    (
        "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα",
        &[(Charset::Windows1253, "detected")],
    ),
    (
        "Bütün insanlar hür haysiyet ve haklar bakımından eşit doğarlar akıl ve vicdana sahiptirler",
        &[(Charset::Windows1254, "detected")],
    ),
    (
        "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם כולם חוננו בתבונה ובמצפון",
        &[(Charset::Windows1255, "detected")],
    ),
    (
        "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا وعليهم",
        &[(Charset::Windows1256, "detected")],
    ),
    (
        "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis jiems suteiktas protas ir sąžinė",
        &[(Charset::Windows1257, "detected")],
    ),
    (
        "すべての 人間は 生まれながらに して 自由で あり かつ 尊厳と 権利とに ついて 平等で ある",
        &[
            (Charset::ShiftJis, "detected"),
            (Charset::EucJp, "detected"),
            (Charset::Iso2022Jp, "detected"),
        ],
    ),
    (
        "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다 이성과 양심을",
        &[(Charset::EucKr, "detected")],
    ),
    (
        "人人 生而自由 在尊严和权利上 一律平等 他们赋有理性 和良心 并应以兄弟关系的精神 相对待",
        &[(Charset::Gb18030, "detected")],
    ),
    (
        "人人 生而自由 在尊嚴和權利上 一律平等 他們賦有理性 和良心 並應以兄弟關係的精神 相對待",
        &[(Charset::Big5, "detected")],
    ),
    (
        "Alle Menschen sind frei und gleich an Würde und Rechten geboren für Größe und Maß",
        &[
            (Charset::Utf16Le, "mark"),
            (Charset::Utf16Be, "mark"),
            (Charset::Utf32Le, "mark"),
            (Charset::Cp037, "named"),
        ],
    ),
];

/// The options that some of the files need.
pub(crate) const OPTIONS: [&str; 2] = ["--charset-for", "*.IBM037.csv=IBM037"];

/// Encodes a text in a charset that has all of its characters.
pub(crate) fn encoded(text: &str, charset: Charset) -> Vec<u8> {
    let mut bytes = vec![0; 8 * text.len() + 16];
    let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
    let step = transcoder.transcode(text.as_bytes(), &mut bytes);
    assert_eq!(
        step.read,
        text.len(),
        "{charset:?} lacks characters of {text}"
    );
    let mut len = step.written;
    len += transcoder.finish_into(&mut bytes[len..]).written;
    bytes.truncate(len);
    bytes
}

/// Returns a table whose ids begin with `first`.
fn table(first: u64, words: &str) -> String {
    let words: Vec<_> = words.split(' ').collect();
    let word = |at: u64| words[at as usize % words.len()];
    let mut text = HEADER.to_owned();
    for row in 0..ROWS {
        let name = [word(row), word(row + 1), word(row + 2), word(row + 3)].join(" ");
        text += &format!("{},{name},{row}.5,2024-02-{:02}\n", first + row, row + 1);
    }
    text
}

fn compressed(extension: &str, bytes: &[u8]) -> io::Result<Vec<u8>> {
    match extension {
        "gz" => {
            let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            writer.write_all(bytes)?;
            writer.finish()
        }
        "bz2" => {
            let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            writer.write_all(bytes)?;
            writer.finish()
        }
        "xz" => {
            let mut writer = liblzma::write::XzEncoder::new(Vec::new(), 1);
            writer.write_all(bytes)?;
            writer.finish()
        }
        _ => zstd::encode_all(bytes, 1),
    }
}

/// Returns the files, except pipes and links.
pub(crate) fn files() -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    let mut first = 1000;
    let mut add = |path: &str, bytes: Vec<u8>, fate, charset, found| {
        let path = PathBuf::from(path);
        files.push(File {
            path,
            bytes,
            fate,
            charset,
            found,
        });
    };
    for (words, charsets) in LANGUAGES {
        for (charset, found) in charsets {
            let name = charset.name();
            let mut bytes = encoded(&table(first, words), *charset);
            if *found == "mark" {
                bytes.splice(..0, charset.bom().iter().copied());
            }
            add(
                &format!("charsets/{first}.{name}.csv"),
                bytes,
                Loaded(ROWS, 0),
                name,
                found,
            );
            first += 100;
        }
    }
    for extension in ["gz", "bz2", "xz", "zst"] {
        let text = table(first, LANGUAGES[3].0);
        let whole = compressed(extension, text.as_bytes())?;
        let cut = whole[..whole.len() - whole.len() / 4].to_vec();
        let name = format!("compressed/whole.csv.{extension}");
        add(&name, whole, Loaded(ROWS, 0), "UTF-8", "detected");
        let name = format!("compressed/cut.csv.{extension}");
        add(&name, cut, Failed("cannot decompress"), "", "");
        first += 100;
    }
    for extension in ["gz", "bz2", "xz", "zst"] {
        let [one, two] = [table(first, "one"), table(first + 100, "two")];
        let rest = two.strip_prefix(HEADER).unwrap_or_default();
        let members = [one.as_bytes(), rest.as_bytes()].map(|text| compressed(extension, text));
        let [one, two] = members;
        add(
            &format!("compressed/members.txt.{extension}"),
            [one?, two?].concat(),
            Loaded(2 * ROWS, 0),
            "UTF-8",
            "detected",
        );
        first += 200;
    }
    add(
        "compressed/unnamed.csv",
        compressed("gz", table(first, "gzip").as_bytes())?,
        Failed("the file is a gzip file, not text: add .gz to its name"),
        "",
        "",
    );
    for (path, text, fate) in tables::tables() {
        let (charset, found) = match fate {
            Failed("there is no header") | Failed("cannot decompress") => ("", ""),
            Skipped(_) | Failed(_) => ("", ""),
            Loaded(..) if text.starts_with(b"\xEF\xBB\xBF") => ("UTF-8", "mark"),
            Loaded(..) if text.starts_with(b"\xFF\xFE") => ("UTF-16LE", "mark"),
            Loaded(..) => ("UTF-8", "detected"),
        };
        add(path, text, fate, charset, found);
    }
    Ok(files)
}

/// Creates the folder. Returns what becomes of each file.
pub(crate) fn create(folder: &Path) -> io::Result<Vec<File>> {
    let mut all = files()?;
    #[cfg(unix)]
    all.extend(names_of_bytes());
    for file in &all {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, &file.bytes)?;
    }
    #[cfg(unix)]
    all.extend(links(folder)?);
    Ok(all)
}

/// Returns files whose names are not UTF-8.
#[cfg(unix)]
fn names_of_bytes() -> Vec<File> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let names: [&[u8]; 2] = [b"caf\xE8.csv", b"caf\xE9.csv"];
    let file = |(name, id): (&[u8], u64)| File {
        path: OsStr::from_bytes(name).into(),
        bytes: format!("{HEADER}{id},bytes,1,2024-01-01\n").into(),
        fate: Loaded(1, 0),
        charset: "UTF-8",
        found: "detected",
    };
    names.into_iter().zip([90, 91]).map(file).collect()
}

/// Creates links and a pipe.
#[cfg(unix)]
fn links(folder: &Path) -> io::Result<Vec<File>> {
    use std::os::unix::fs::symlink;
    symlink("..", folder.join("b/loop"))?;
    symlink("missing.csv", folder.join("broken.csv"))?;
    symlink("a.csv", folder.join("latest.csv"))?;
    symlink("a.csv", folder.join("000 link.csv"))?;
    let status = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe.csv"))
        .status()?;
    assert!(status.success());
    let fates = [
        ("b/loop", Skipped("the same folder as")),
        ("broken.csv", Failed("cannot read the file")),
        ("latest.csv", Skipped("the same file as")),
        ("000 link.csv", Skipped("the same file as")),
        ("pipe.csv", Failed("not a regular file")),
    ];
    let file = |(path, fate): (&str, Fate)| File {
        path: path.into(),
        bytes: Vec::new(),
        fate,
        charset: "",
        found: "",
    };
    Ok(fates.into_iter().map(file).collect())
}
