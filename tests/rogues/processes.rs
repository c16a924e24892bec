//! Processes that have a mark among their arguments.

use std::{
    collections::HashMap,
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(10);
/// The most that the time between two looks counts: when the observer waited for a processor, so did what it observes.
const MOST: Duration = Duration::from_millis(20);

/// The processes of which an argument starts with a mark, with that argument.
pub fn of_mark(mark: &str) -> Vec<(u32, String)> {
    let numbers = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let marked = numbers.filter_map(|number: u32| {
        let command = fs::read(format!("/proc/{number}/cmdline")).ok()?;
        let argument = command.split(|&byte| byte == 0).find(|argument| argument.starts_with(mark.as_bytes()))?;
        Some((number, String::from_utf8_lossy(argument).into_owned()))
    });
    marked.collect()
}

/// Waits at most that long until there are none of these, and asserts it.
pub fn until_none<T: std::fmt::Debug>(patience: Duration, left: impl Fn() -> Vec<T>) {
    let (mut waited, mut last) = (Duration::ZERO, Instant::now());
    while waited < patience && !left().is_empty() {
        thread::sleep(PAUSE);
        waited += last.elapsed().min(MOST);
        last = Instant::now();
    }
    let left = left();
    assert!(left.is_empty(), "{left:?}");
}

/// A thread that looks which processes live.
pub struct ProcessObserver {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<Lives>,
}

/// When processes lived, in seconds of the observer's clock.
#[derive(Default)]
pub struct Lives {
    /// Times of day in seconds, and of the clock.
    looks: Vec<(f64, f64)>,
    /// By mark and process number: the first look that saw it, and the first one after that which did not.
    processes: HashMap<(String, u32), (f64, f64)>,
}

impl ProcessObserver {
    pub fn start(mark: String) -> ProcessObserver {
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            let (mut lives, mut clock, mut last) = (Lives::default(), Duration::ZERO, Instant::now());
            while !ends.load(Ordering::Relaxed) {
                thread::sleep(PAUSE);
                clock += last.elapsed().min(MOST);
                last = Instant::now();
                let day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64();
                lives.looks.push((day, clock.as_secs_f64()));
                let next = (clock + MOST).as_secs_f64();
                for (number, mark) in of_mark(&mark) {
                    lives.processes.entry((mark, number)).or_insert((clock.as_secs_f64(), next)).1 = next;
                }
            }
            lives
        });
        ProcessObserver { is_over, thread }
    }

    pub fn stop(self) -> Lives {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().unwrap()
    }
}

impl Lives {
    /// How long a process of that mark lived on which lived at that time of day, in seconds.
    pub fn end(&self, mark: &str, day: f64) -> f64 {
        let clock = self.looks.iter().rev().find(|look| look.0 <= day).unwrap().1;
        let own = self
            .processes
            .iter()
            .filter(|((own, _), (first, gone))| own == mark && *first <= clock + MOST.as_secs_f64() && *gone >= clock);
        own.map(|(_, (_, gone))| gone - clock).fold(0.0, f64::max)
    }
}
