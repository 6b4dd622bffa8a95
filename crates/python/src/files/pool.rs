//! Threads that read blocks.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use utflane::Charset;
use utflane_arrow::files::{BadInput, Block, CsvOptions};

/// A block to be read, and where it goes.
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

/// A block that is being read.
pub(crate) enum Pending {
    Done(Block),
    Running(Receiver<Block>),
}

impl Pending {
    /// The block; `None` if the thread that reads it has ended, by a panic.
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
    /// Threads that end with the pool. If none can be had, blocks are read where they are asked for.
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
                    // Nobody waits for it if the reader was dropped.
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
