//! Converts the errors of a cluster to readable messages with the job, the stage and the cause.
//!
//! Ballista formats errors by their debug output, which may contain other errors. A message
//! consists of the strings in this output. If there are none, the output is unchanged.

use ballista_core::error::BallistaError;
use datafusion::common::DataFusionError;

/// Returns the error of a statement with a readable message.
pub(crate) fn readable(error: DataFusionError) -> DataFusionError {
    let message = match &error {
        DataFusionError::Execution(text) => of_job(text).or_else(|| texts_of(text)),
        DataFusionError::External(inner) if inner.is::<BallistaError>() => {
            Some(cause(&inner.to_string()))
        }
        _ => None,
    };
    message.map_or(error, DataFusionError::Execution)
}

/// Returns the message of a failed job.
fn of_job(text: &str) -> Option<String> {
    let (job, reasons) = text.strip_prefix("Job ")?.split_once(" failed: ")?;
    let mut messages: Vec<String> = reasons.lines().map(of_stage).collect();
    messages.dedup();
    Some(format!("job {job} failed: {}", messages.join("; ")))
}

fn of_stage(reason: &str) -> String {
    let stage = reason.strip_prefix("Job failed due to stage ");
    match stage.and_then(|stage| stage.split_once(" failed: ")) {
        Some((stage, reason)) => format!("stage {stage}: {}", cause(reason)),
        None => cause(reason),
    }
}

/// Extracts the cause from a text, which may contain the debug output of an error.
fn cause(text: &str) -> String {
    let kinds = [
        "Task failed due to runtime execution error: ",
        "Task failed due to IO error: ",
    ];
    if let Some(dump) = kinds.iter().find_map(|kind| text.strip_prefix(kind)) {
        return texts_of(dump).unwrap_or_else(|| dump.to_owned());
    }
    let separators = [
        ", fail the stage, most recent failure reason: ",
        ", most recent failure reason: ",
    ];
    if let Some((words, last)) = separators.iter().find_map(|words| text.split_once(words)) {
        return format!("{words}, the last time: {}", cause(last));
    }
    let planning = text.strip_prefix("Error planning job ");
    if let Some((_, reason)) = planning.and_then(|text| text.split_once(": ")) {
        return format!("planning failed: {}", cause(reason));
    }
    texts_of(text).unwrap_or_else(|| text.to_owned())
}

/// Returns the strings in the debug output of a value, each once. Returns `None` if `dump` is not
/// debug output, or has no strings.
fn texts_of(dump: &str) -> Option<String> {
    let mut reader = Dump {
        rest: dump.trim_end(),
        texts: Vec::new(),
        depth: 64,
    };
    reader.value(true)?;
    if !reader.rest.is_empty() {
        return None;
    }
    let mut message = String::new();
    for text in reader.texts.iter().map(|text| cause(text)) {
        if !message.contains(&text) {
            message = match message.is_empty() {
                true => text,
                false => message + ": " + &text,
            };
        }
    }
    (!message.is_empty()).then_some(message)
}

/// Fields whose strings are messages. Strings in other fields are names.
const MESSAGES: [&str; 5] = ["path", "message", "error", "reason", "source"];

/// A parser for the debug output of a value.
struct Dump<'a> {
    rest: &'a str,
    texts: Vec<String>,
    /// The maximum number of brackets that may still be opened.
    depth: usize,
}

impl Dump<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads a value, and collects its strings if they are messages.
    fn value(&mut self, is_message: bool) -> Option<()> {
        if self.eat("\"") {
            let text = self.text()?;
            if is_message {
                self.texts.push(text);
            }
            return Some(());
        }
        let before = self.rest.len();
        self.name();
        for (open, close) in [("(", ")"), (" {", "}"), ("{", "}"), ("[", "]")] {
            if self.eat(open) {
                self.depth = self.depth.checked_sub(1)?;
                self.items(close, is_message)?;
                self.depth += 1;
                return Some(());
            }
        }
        (self.rest.len() < before).then_some(())
    }

    /// Skips a name or a number.
    fn name(&mut self) {
        let ends = |(at, char): &(usize, char)| {
            ",()[]{}\" ".contains(*char) || self.rest[*at..].starts_with(": ")
        };
        let end = self.rest.char_indices().find(ends);
        self.rest = &self.rest[end.map_or(self.rest.len(), |(at, _)| at)..];
    }

    /// Reads items with or without names, up to the closing bracket.
    fn items(&mut self, close: &str, is_message: bool) -> Option<()> {
        loop {
            self.eat(" ");
            if self.eat(close) {
                return Some(());
            }
            let (start, texts) = (self.rest, self.texts.len());
            self.value(is_message)?;
            if self.eat(": ") {
                let name = &start[..start.len() - self.rest.len() - 2];
                self.texts.truncate(texts);
                self.value(is_message && MESSAGES.contains(&name))?;
            }
            self.eat(" ");
            self.eat(",");
        }
    }

    /// Reads the rest of a quoted string.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.chars();
        loop {
            text.push(match chars.next()? {
                '"' => break,
                '\\' => match chars.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    '0' => '\0',
                    'u' => {
                        let (code, rest) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                        chars = rest.chars();
                        char::from_u32(u32::from_str_radix(code, 16).ok()?)?
                    }
                    char => char,
                },
                char => char,
            });
        }
        self.rest = chars.as_str();
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::error::ArrowError;
    use std::io;

    fn message(text: &str) -> String {
        match readable(DataFusionError::Execution(text.to_owned())) {
            DataFusionError::Execution(message) => message,
            other => panic!("{other}"),
        }
    }

    /// Formats the error of a task as a scheduler does.
    fn of_task(error: DataFusionError) -> String {
        let error = BallistaError::from(error);
        let failed = ballista_core::serde::protobuf::FailedTask::from(error).error;
        format!("Job j1 failed: Job failed due to stage 2 failed: {failed}\n")
    }

    #[test]
    fn the_causes_of_jobs() {
        let text = || "task 3: a \"b\" \u{301}\0\\\t\r\nc (d)".to_owned();
        let io = || io::Error::other(text());
        let expected = format!("job j1 failed: stage 2: {}", text());
        for error in [
            DataFusionError::Execution(text()),
            DataFusionError::Internal(text()),
            DataFusionError::IoError(io()),
            DataFusionError::External(Box::new(io())),
            DataFusionError::External(text().into()),
            ArrowError::CsvError(text()).into(),
            ArrowError::IoError(text(), io()).into(),
            BallistaError::General(text()).into_datafusion(),
            BallistaError::GrpcActionError(format!("{:?}", DataFusionError::Plan(text())))
                .into_datafusion(),
        ] {
            assert_eq!(message(&of_task(error)), expected);
        }
        // Each string once, from the outermost to the innermost error.
        let nested = DataFusionError::Execution("c".into())
            .context("b")
            .context("a");
        let nested = message(&of_task(nested));
        assert_eq!(nested, "job j1 failed: stage 2: a: b: c");
        let again = format!(
            "Job j1 failed: Job failed due to stage 2 failed: Task 0 in Stage 2 failed 4 times, \
             fail the stage, most recent failure reason: {:?}\n",
            format!(
                "Task failed due to IO error: {:?}",
                BallistaError::IoError(io())
            )
        );
        let expected = format!(
            "job j1 failed: stage 2: Task 0 in Stage 2 failed 4 times, the last time: {}",
            text()
        );
        assert_eq!(message(&again), expected);
        let planning = BallistaError::from(DataFusionError::Plan(text()));
        let planning = format!("Job j1 failed: Error planning job j1: {planning:?}");
        let expected = format!("job j1 failed: planning failed: {}", text());
        assert_eq!(message(&planning), expected);
    }

    #[test]
    fn other_errors() {
        for (text, expected) in [
            (
                "Status { code: Internal, message: \"no \\\"plan\\\"\", metadata: MetadataMap { \
                 headers: {\"content-type\": \"application/grpc\", \"n\": \"1\"} }, source: None }",
                "no \"plan\"",
            ),
            (
                "tonic::transport::Error(Transport, ConnectError(\"tcp connect error\", \
                 127.0.0.1:50050, Os { code: 111, kind: ConnectionRefused, message: \
                 \"Connection refused\" }))",
                "tcp connect error: Connection refused",
            ),
            (
                "ObjectStore(NotFound { path: \"a/b\", source: Os { code: 2, message: \"no file\" } })",
                "a/b: no file",
            ),
            ("Job j1 failed: Cancelled", "job j1 failed: Cancelled"),
            (
                "Job j1 failed: all (\"lost\")",
                "job j1 failed: all (\"lost\")",
            ),
        ] {
            assert_eq!(message(text), expected);
        }
        // Text that is not debug output or has no strings is unchanged.
        for text in [
            "unknown charset \"x\"",
            "no result in 3 seconds",
            "Cancelled",
            "SchemaError(FieldNotFound { name: \"x\" }, None)",
            "Broken(\"never ends",
            "Broken(\"\\u{110000}\")",
            "((((",
            "",
        ] {
            assert_eq!(message(text), text);
        }
        let deep = "(".repeat(1 << 20);
        assert_eq!(message(&deep), deep);
        let deep = format!("{:?}", DataFusionError::Execution(deep));
        assert_eq!(message(&deep), "(".repeat(1 << 20));
        let missing = DataFusionError::Plan("x(\"y\")".into());
        assert_eq!(
            readable(missing).to_string(),
            "Error during planning: x(\"y\")"
        );
    }
}
