//! Compares code pages and legacy multi-byte encodings with `encoding_rs` and the `iconv` of the C
//! library.
//!
//! The texts for code pages are repeated sentences. Those for multi-byte encodings are the files
//! `*-ja.utf8.txt`, `*-ko.*` and `*-zh_cn.*` of a folder, megabytes of each. All other texts, in
//! all encodings, are read before a text is read again, so branch predictors do not remember it.
//! The libraries run alternately, and the best round of each counts. Rows are lines of 20 to 60
//! bytes, each converted by itself. Results are compared before anything is timed.
//!
//! Prints a line for each text, encoding and operation, in GB/s of input. Then prints the rows of a
//! table: our speed relative to `encoding_rs`, worst and mean.

#[cfg(target_os = "linux")]
mod iconv;
mod jobs;
mod report;

use encoding_rs::Encoding as Peer;
use jobs::{Contender, Operation, Text};
use report::Report;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use utflane::Charset;

/// Sentences in code pages.
const SENTENCES: [(&str, Charset, &str); 6] = [
    (
        "French",
        Charset::Windows1252,
        "Toute personne a droit à l'éducation. L'éducation doit être gratuite, au moins \
         en ce qui concerne l'enseignement élémentaire et fondamental. ",
    ),
    (
        "French, dense",
        Charset::Windows1252,
        "Dès Noël, où un zéphyr haï me vêt de glaçons würmiens, je dîne d'exquis \
         rôtis de bœuf au kir, à l'aÿ d'âge mûr, et cætera. ",
    ),
    (
        "German",
        Charset::Iso8859_15,
        "Franz jagt im komplett verwahrlosten Taxi quer durch Bayern, und zwölf \
         Boxkämpfer jagen Viktor quer über den großen Sylter Deich. Das kostet 5 €, mehr nicht. ",
    ),
    ("Russian", Charset::Windows1251, RUSSIAN),
    ("Russian", Charset::Koi8R, RUSSIAN),
    (
        "Greek",
        Charset::Windows1253,
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, και τα λοιπά, όπως λένε. ",
    ),
];
const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. ";

/// Bytes of the text that consists of a sentence, in UTF-8.
const LEN: usize = 1 << 20;

/// Returns the encodings of a language.
fn charsets(language: &str) -> &'static [Charset] {
    match language {
        "ja" => &[Charset::ShiftJis, Charset::EucJp],
        "ko" => &[Charset::EucKr],
        "zh_cn" => &[Charset::Gbk, Charset::Gb18030],
        "zh_tw" => &[Charset::Big5],
        _ => &[],
    }
}

/// Returns the texts of a folder in their encodings, without the characters that these lack. Big5
/// has about half of a text in simplified Chinese, where the missing characters are omitted with
/// their neighbours.
fn texts(folder: &Path) -> Result<Vec<Text>, Box<dyn Error>> {
    let mut texts = Vec::new();
    let mut paths: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    paths.sort_by_key(fs::DirEntry::path);
    for entry in paths {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".utf8.txt") else {
            continue;
        };
        let language = name.rsplit('-').next().unwrap_or_default();
        let charsets: &[Charset] = match language {
            "zh_cn" => &[Charset::Gbk, Charset::Gb18030, Charset::Big5],
            other => charsets(other),
        };
        if charsets.is_empty() {
            continue;
        }
        let text = fs::read_to_string(entry.path())?;
        for &charset in charsets {
            texts.push(Text::new(name, charset, &text));
        }
    }
    Ok(texts)
}

/// Measures the multi-byte encodings with the texts of a folder, or code pages if there is none.
pub(crate) fn run(arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let sentence = |(name, charset, text): (_, _, &str)| {
        let text = text.repeat(LEN / text.len());
        Text::new(name, charset, &text)
    };
    let texts = match arguments.first() {
        Some(folder) => texts(Path::new(folder))?,
        None => SENTENCES.map(sentence).into(),
    };
    if texts.is_empty() {
        return Err("the folder has no Chinese, Japanese or Korean text".into());
    }
    let rounds: usize = arguments.get(1).map_or(Ok(5), |rounds| rounds.parse())?;
    let wanted = arguments.get(2);
    let is_wanted = |job: &Operation| wanted.is_none_or(|name| *name == format!("{job:?}"));
    let jobs: Vec<Operation> = Operation::ALL.into_iter().filter(is_wanted).collect();
    let contenders = Contender::all();
    for text in &texts {
        for &job in &jobs {
            text.check(job, &contenders);
        }
    }
    let mut best = vec![vec![vec![Duration::MAX; contenders.len()]; jobs.len()]; texts.len()];
    for _ in 0..rounds {
        for (which, &contender) in contenders.iter().enumerate() {
            for (number, &job) in jobs.iter().enumerate() {
                for (index, text) in texts.iter().enumerate() {
                    let start = Instant::now();
                    if text.run(job, contender).is_some() {
                        let least = &mut best[index][number][which];
                        *least = (*least).min(start.elapsed());
                    }
                }
            }
        }
    }
    let mut report = Report::new(&contenders);
    for (text, best) in texts.iter().zip(&best) {
        for (job, best) in jobs.iter().zip(best) {
            report.add(text, *job, best);
        }
    }
    report.print();
    Ok(())
}

/// Returns the encoding of the WHATWG standard.
fn peer(charset: Charset) -> &'static Peer {
    Peer::for_label(charset.name().as_bytes()).expect("an encoding of the standard")
}
