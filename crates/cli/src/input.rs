//! Reads a file or standard input of any size in constant memory.
//!
//! An [`Input`] is a window on the input that moves forward by one read at a time. It keeps the
//! last bytes of the previous read, so that a character across two reads is contiguous:
//!
//! ```text
//!   bytes of the input   ...............|---------------------------|........
//!   window                   | kept     | read last                 |
//!                                       ^ fresh                     ^ end
//! ```
//!
//! The first bytes of an input are read on demand. If there are more, a thread may read the rest
//! ahead, so that reading and processing overlap. A short file is not worth a thread.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::{Context, bail};

use crate::files::explained;
use crate::name::{Name, name_of};
use crate::progress::Progress;
use crate::shared::SharedFile;
use crate::standard;

/// Size of a read in bytes: large enough that the cost of system calls is negligible, and small
/// enough to fit in the L2 cache together with its conversion.
const CAPACITY: usize = 128 * 1024;

/// Minimum size of a read, for short files. Clearing a larger buffer would take longer than
/// checking the file.
const LEAST: usize = 4 * 1024;

/// Number of bytes that are kept from the previous read: more than the longest character, and a
/// multiple of the units in which memory is copied.
const KEPT: usize = 64;

/// Number of buffers that circulate between the reading and the processing thread: enough that
/// neither has to sleep for each buffer.
const BUFFERS: usize = 8;

/// Maximum length of a line in bytes, if an input is read by lines.
const LONGEST_LINE: usize = 16 << 20;

struct Reader {
    inner: Box<dyn Read + Send>,
    /// The bytes after the last line that was read, if each read ends with a line.
    partial: Option<Vec<u8>>,
}

impl Reader {
    fn new(inner: Box<dyn Read + Send>) -> Reader {
        Reader {
            inner,
            partial: None,
        }
    }

    fn empty() -> Reader {
        Reader::new(Box::new(io::empty()))
    }

    /// Reads once. The result is 0 only at the end of the input.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.inner.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

pub(crate) struct Input {
    name: Name,
    /// The file, if the input can be read again.
    file: Option<SharedFile>,
    source: Source,
    /// Whether to start a thread for a long input.
    ahead: bool,
    window: Window,
    /// Offset of the end of the window in the input.
    end: u64,
    at_end: bool,
    progress: Progress,
}

/// The source of the next bytes.
enum Source {
    Here(Reader),
    /// A thread that reads ahead.
    Ahead(Ahead),
}

/// A buffer: [`KEPT`] bytes of the previous read, then the bytes of the last read.
struct Window {
    buffer: Box<[u8]>,
    end: usize,
}

impl Window {
    /// Creates a window for reads of `capacity` bytes.
    fn new(capacity: usize) -> Window {
        Window {
            buffer: vec![0; KEPT + capacity].into_boxed_slice(),
            end: KEPT,
        }
    }

    /// Reads once, or until a line ends if `reader` reads lines. The result is empty only at the end
    /// of the input.
    fn read(&mut self, reader: &mut Reader) -> io::Result<()> {
        match reader.partial.take() {
            Some(partial) => self.read_lines(reader, partial),
            None => {
                self.end = KEPT + reader.read(&mut self.buffer[KEPT..])?;
                Ok(())
            }
        }
    }

    /// Reads until a line ends, after the bytes of `partial`. The bytes after this line, or after
    /// more lines if they were read with it, become the next `partial`.
    fn read_lines(&mut self, reader: &mut Reader, mut partial: Vec<u8>) -> io::Result<()> {
        let mut end = KEPT + partial.len();
        self.reserve(end);
        self.buffer[KEPT..end].copy_from_slice(&partial);
        loop {
            let start = end;
            end += reader.read(&mut self.buffer[start..])?;
            let new = &self.buffer[start..end];
            let line_feed = new.iter().rposition(|byte| *byte == b'\n');
            if let Some(line_feed) = line_feed {
                self.end = start + line_feed + 1;
                break;
            }
            self.end = end;
            if start == end {
                break;
            }
            if end - KEPT > LONGEST_LINE {
                return Err(io::Error::other(format!(
                    "a line is longer than {} MiB, the maximum with --per-line",
                    LONGEST_LINE >> 20
                )));
            }
            self.reserve(end);
        }
        partial.clear();
        partial.extend_from_slice(&self.buffer[self.end..end]);
        reader.partial = Some(partial);
        Ok(())
    }

    /// Grows the buffer if fewer than [`LEAST`] bytes follow its first `len` bytes.
    fn reserve(&mut self, len: usize) {
        if self.buffer.len() < len + LEAST {
            let mut buffer = std::mem::take(&mut self.buffer).into_vec();
            buffer.resize(2 * (len + LEAST), 0);
            self.buffer = buffer.into_boxed_slice();
        }
    }
}

impl Source {
    /// Starts a thread that reads ahead, if possible.
    fn read_ahead(&mut self) {
        let Source::Here(reader) = self else {
            return;
        };
        let reader = std::mem::replace(reader, Reader::empty());
        *self = match Ahead::start(reader) {
            Ok(ahead) => Source::Ahead(ahead),
            Err(reader) => Source::Here(reader),
        };
    }
}

/// The processing thread's end of a thread that reads ahead.
struct Ahead {
    empty: Sender<Window>,
    filled: Receiver<io::Result<Window>>,
}

impl Ahead {
    /// Starts a thread that continues to read from `reader`; returns `reader` if no thread can be
    /// started.
    fn start(reader: Reader) -> Result<Ahead, Reader> {
        let (hand_over, take_over) = channel::<Reader>();
        let (empty, to_fill) = channel::<Window>();
        let (to_work, filled) = channel();
        let read = move || {
            let Ok(mut reader) = take_over.recv() else {
                return;
            };
            while let Ok(mut window) = to_fill.recv() {
                let result = window.read(&mut reader);
                let last = result.is_err() || window.end == KEPT;
                if to_work.send(result.map(|()| window)).is_err() || last {
                    return;
                }
            }
        };
        // The thread is never joined: it may be blocked in a read from a pipe whose data are no
        // longer needed.
        if thread::Builder::new().spawn(read).is_err() {
            return Err(reader);
        }
        for _ in 1..BUFFERS {
            let _ = empty.send(Window::new(CAPACITY));
        }
        hand_over
            .send(reader)
            .map(|()| Ahead { empty, filled })
            .map_err(|refused| refused.0)
    }
}

impl Input {
    /// Opens a file, or standard input for `-`. Bytes that are read count as progress. If `ahead`,
    /// a thread may be started to read ahead.
    pub(crate) fn open(path: &Path, progress: &Progress, ahead: bool) -> anyhow::Result<Input> {
        let name = name_of(path);
        if path.as_os_str() == "-" {
            standard::check_stdin().with_context(|| name.clone())?;
            let reader = Box::new(io::stdin());
            let progress = progress.clone();
            return Ok(Input::new(name, reader, progress, ahead, CAPACITY));
        }
        match open_file(path).with_context(|| name.clone())? {
            (file, Some(len)) => {
                let file = SharedFile::new(file, len);
                Ok(Input::of_file(name, file, progress, ahead))
            }
            (file, None) => {
                let reader = Box::new(file);
                Ok(Input::new(name, reader, progress.clone(), ahead, CAPACITY))
            }
        }
    }

    /// Reads a regular file that is open already.
    pub(crate) fn of_file(name: Name, file: SharedFile, progress: &Progress, ahead: bool) -> Input {
        // One more read finds the end. A file that grows needs a few more.
        let capacity = usize::try_from(file.len()).unwrap_or(CAPACITY);
        let capacity = capacity.clamp(LEAST, CAPACITY);
        let reader = Box::new(file.again());
        let mut input = Input::new(name, reader, progress.clone(), ahead, capacity);
        input.file = Some(file);
        input
    }

    pub(crate) fn can_be_read_again(&self) -> bool {
        self.file.is_some()
    }

    /// Whether the window still contains all bytes read so far.
    pub(crate) fn is_at_start(&self) -> bool {
        self.end <= self.window.end as u64
    }

    /// Reads the input again from its start. These bytes do not count as progress.
    pub(crate) fn reopen(&self) -> anyhow::Result<Input> {
        let Some(file) = self.file.clone() else {
            bail!("{}: it cannot be read a second time", self.name);
        };
        Ok(Input::of_file(
            self.name.clone(),
            file,
            &Progress::NONE,
            false,
        ))
    }

    fn new(
        name: Name,
        reader: Box<dyn Read + Send>,
        progress: Progress,
        ahead: bool,
        capacity: usize,
    ) -> Input {
        Input {
            name,
            file: None,
            source: Source::Here(Reader::new(reader)),
            ahead,
            window: Window::new(capacity),
            end: 0,
            at_end: false,
            progress,
        }
    }

    pub(crate) fn name(&self) -> &Name {
        &self.name
    }

    /// Returns the bytes from `offset` to the end of the window, after reading at least one if
    /// possible. They are empty only at the end of the input. Offsets must ascend and must not
    /// exceed the end of the bytes returned before.
    pub(crate) fn from(&mut self, offset: u64) -> anyhow::Result<&[u8]> {
        self.peek(offset, 1)
    }

    /// Returns the bytes from `offset` to the end of the window: at least `count` unless the input
    /// ends before. `count` is at most [`KEPT`].
    pub(crate) fn peek(&mut self, offset: u64, count: u64) -> anyhow::Result<&[u8]> {
        while self.end < offset + count && !self.at_end {
            self.read()?;
        }
        Ok(self.slice(offset..self.end))
    }

    /// Returns the first `count` bytes of an input whose window has not moved yet, or all if there
    /// are fewer. They are buffered and will be read again.
    pub(crate) fn look_ahead(&mut self, count: usize) -> anyhow::Result<Vec<u8>> {
        let mut start = self.slice(0..self.end).to_vec();
        let seen = start.len();
        // At the end, another read from a terminal would wait for more input.
        if let Source::Here(reader) = &mut self.source
            && !self.at_end
        {
            let wanted = count.saturating_sub(seen) as u64;
            let result = reader.inner.by_ref().take(wanted).read_to_end(&mut start);
            result.with_context(|| self.name.clone())?;
            let rest = std::mem::replace(&mut reader.inner, Box::new(io::empty()));
            reader.inner = Box::new(io::Cursor::new(start[seen..].to_vec()).chain(rest));
        }
        Ok(start)
    }

    /// Whether [`from`](Self::from) would read at this offset.
    pub(crate) fn is_used_up(&self, offset: u64) -> bool {
        offset >= self.end && !self.at_end
    }

    /// Lets each read end with a line, or with the input. Call it before the first read.
    pub(crate) fn read_by_lines(&mut self) {
        if let Source::Here(reader) = &mut self.source {
            reader.partial = Some(Vec::new());
        }
    }

    /// Prevents the start of a thread. If processing is faster than reading, passing the bytes from
    /// one CPU to another costs more than the thread saves, and the system reads ahead from a disk
    /// anyway.
    pub(crate) fn read_in_this_thread(&mut self) {
        self.ahead = false;
    }

    /// Returns the bytes at these offsets, which must lie in the window.
    pub(crate) fn slice(&self, offsets: Range<u64>) -> &[u8] {
        let index = |offset| self.window.end - (self.end - offset) as usize;
        &self.window.buffer[index(offsets.start)..index(offsets.end)]
    }

    /// Whether the input starts with these bytes.
    pub(crate) fn starts_with(&mut self, bytes: &[u8]) -> anyhow::Result<bool> {
        let start = self.peek(0, bytes.len() as u64)?;
        Ok(start.starts_with(bytes))
    }

    /// Moves the window forward by one read.
    fn read(&mut self) -> anyhow::Result<()> {
        let Window { buffer, end } = &self.window;
        let mut kept = [0; KEPT];
        kept.copy_from_slice(&buffer[end - KEPT..*end]);
        self.next_window().with_context(|| self.name.clone())?;
        self.window.buffer[..KEPT].copy_from_slice(&kept);
        let count = self.window.end - KEPT;
        self.end += count as u64;
        self.at_end = count == 0;
        self.progress.add(count as u64);
        Ok(())
    }

    /// Replaces the bytes of the window by the next ones; by none at the end of the input.
    fn next_window(&mut self) -> io::Result<()> {
        if self.ahead && self.end >= CAPACITY as u64 {
            self.ahead = false;
            self.source.read_ahead();
        }
        match &mut self.source {
            Source::Here(reader) => self.window.read(reader)?,
            Source::Ahead(ahead) => {
                let filled = ahead.filled.recv();
                let filled = filled.map_err(|_| io::Error::other("its reader has ended"))?;
                let used = std::mem::replace(&mut self.window, filled?);
                // At the end of the input the thread has ended, and nobody receives the buffer.
                let _ = ahead.empty.send(used);
            }
        }
        Ok(())
    }
}

/// The error of reading a folder as if it were a file.
pub(crate) fn is_a_folder() -> io::Error {
    let words = "is a directory; --recursive reads the files in it";
    io::Error::new(io::ErrorKind::IsADirectory, words)
}

/// Opens a file. Returns its length if it is a regular file.
fn open_file(path: &Path) -> io::Result<(File, Option<u64>)> {
    let file = File::open(path).map_err(|error| explained(error, path))?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(is_a_folder());
    }
    Ok((file, metadata.is_file().then_some(metadata.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes per read, with an interrupted read before each.
    struct Dribble {
        bytes: Vec<u8>,
        count: usize,
        interrupted: bool,
    }

    impl Read for Dribble {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.interrupted = !self.interrupted;
            if self.interrupted {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let count = self.count.min(self.bytes.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.bytes[..count]);
            self.bytes.drain(..count);
            Ok(count)
        }
    }

    fn input(bytes: &[u8], count: usize, ahead: bool) -> Input {
        let reader = Dribble {
            bytes: bytes.to_vec(),
            count,
            interrupted: false,
        };
        Input::new(
            Name::STDIN,
            Box::new(reader),
            Progress::NONE,
            ahead,
            CAPACITY,
        )
    }

    #[test]
    fn bytes_come_in_order_with_those_before_in_sight() {
        let bytes: Vec<u8> = (0..CAPACITY * 5 / 2).map(|i| (i * 7 / 5) as u8).collect();
        for ahead in [false, true] {
            for count in [1000, CAPACITY - 1, CAPACITY, usize::MAX] {
                let mut input = input(&bytes, count, ahead);
                let mut offset = 0;
                loop {
                    let seen = input.from(offset as u64).unwrap().to_vec();
                    let expected = &bytes[offset..][..seen.len()];
                    assert!(seen == expected);
                    let start = offset - offset.min(4);
                    let shown = input.slice(start as u64..(offset + seen.len()) as u64);
                    assert!(shown == &bytes[start..offset + seen.len()]);
                    offset += seen.len();
                    if seen.is_empty() {
                        break;
                    }
                }
                assert_eq!(offset, bytes.len());
            }
        }
    }

    #[test]
    fn peek_collects_four_bytes_and_consumes_none() {
        let mut input = input(b"abcdef", 1, false);
        assert!(input.starts_with(b"ab").unwrap());
        assert!(!input.starts_with(b"b").unwrap());
        assert_eq!(input.peek(0, 4).unwrap(), b"abcd");
        assert_eq!(input.from(2).unwrap(), b"cd");
        assert_eq!(input.peek(3, 4).unwrap(), b"def");
        assert_eq!(input.from(6).unwrap(), b"");
        assert_eq!(input.peek(6, 4).unwrap(), b"");
    }

    #[test]
    fn an_error_of_a_thread_that_reads_arrives() {
        struct Breaks(usize);
        impl Read for Breaks {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let count = self.0.min(buffer.len());
                self.0 -= count;
                match count {
                    0 => Err(io::Error::other("worn out")),
                    _ => Ok(count),
                }
            }
        }
        let reader = Box::new(Breaks(4 * CAPACITY + 1));
        let mut input = Input::new(Name::STDIN, reader, Progress::NONE, true, CAPACITY);
        let mut offset = 0;
        let error = loop {
            match input.from(offset) {
                Ok(bytes) => offset += bytes.len() as u64,
                Err(error) => break error,
            }
        };
        assert_eq!(offset, 4 * CAPACITY as u64 + 1);
        assert_eq!(error.root_cause().to_string(), "worn out");
        assert!(matches!(input.source, Source::Ahead(_)));
    }
}
