//! A pool of threads that read blocks.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use utflane::Charset;
use utflane_arrow::files::{BadInput, Block, CsvOptions};

/// A block to read.
pub(crate) struct Job {
    pub(crate) options: CsvOptions,
    pub(crate) bytes: Vec<u8>,
    pub(crate) charset: Charset,
    pub(crate) bad: BadInput,
}

impl Job {
    fn run(self) -> Block {
        self.options.read_block(&self.bytes, self.charset, self.bad)
    }
}

/// A block that is being read, or its result.
pub(crate) enum Pending {
    Done(Block),
    Running(Receiver<Block>),
}

impl Pending {
    /// Waits for the block. Returns `None` if the thread that reads it has panicked.
    pub(crate) fn wait(self) -> Option<Block> {
        match self {
            Pending::Done(block) => Some(block),
            Pending::Running(block) => block.recv().ok(),
        }
    }
}

type Task = (Job, Sender<Block>);

pub(crate) struct Pool {
    tasks: Option<Sender<Task>>,
    pub(crate) threads: usize,
}

impl Pool {
    /// Starts threads that end with the pool. If none can be started, blocks are read in the
    /// calling thread.
    pub(crate) fn new(threads: usize) -> Pool {
        if threads < 2 {
            return Pool {
                tasks: None,
                threads: 0,
            };
        }
        let (tasks, received) = channel::<Task>();
        let received = Arc::new(Mutex::new(received));
        let mut started = 0;
        for number in 0..threads {
            let received = received.clone();
            let work = move || {
                loop {
                    let task = match received.lock() {
                        Ok(received) => received.recv(),
                        Err(_) => return,
                    };
                    let Ok((job, block)) = task else { return };
                    // Sending fails if the reader was dropped; then nobody needs the block.
                    let _ = block.send(job.run());
                }
            };
            let builder = std::thread::Builder::new().name(format!("utflane-{number}"));
            started += usize::from(builder.spawn(work).is_ok());
        }
        Pool {
            tasks: (started > 0).then_some(tasks),
            threads: started,
        }
    }

    pub(crate) fn start(&self, job: Job) -> Pending {
        let Some(tasks) = &self.tasks else {
            return Pending::Done(job.run());
        };
        let (sender, block) = channel();
        match tasks.send((job, sender)) {
            Ok(()) => Pending::Running(block),
            Err(unsent) => Pending::Done(unsent.0.0.run()),
        }
    }
}
