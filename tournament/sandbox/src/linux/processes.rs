//! Processes and what they use, from /proc.

use crate::Usage;
use nix::time::ClockId;
use nix::unistd::Pid;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::time::Duration;

/// Length of a tick of the times in /proc in nanoseconds. Linux has 100 a second on all processors that Rust supports.
const TICK: u64 = 10_000_000;

/// The flag of a process that ends (`PF_EXITING`). The kernel sets it before it closes the files of the process.
const EXITING: u64 = 4;

/// What one process uses.
struct Process {
    state: u8,
    flags: u64,
    /// CPU time of descendants that it or they have waited for.
    waited_for: Duration,
    threads: u32,
    /// When it was born, in ticks since the start of the system.
    start: u64,
}

impl Process {
    const fn has_ended(&self) -> bool {
        matches!(self.state, b'Z' | b'X')
    }
}

/// From which numbers on `usage` counts in another way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes above which memory is computed from proportional set sizes.
    pub(super) memory: u64,
    /// At that many processes, also those that have ended count, and no more are looked for.
    pub(super) processes: usize,
    /// The largest number of descriptors of a process.
    pub(super) descriptors: u64,
    /// What a descriptor may hold in bytes.
    pub(super) buffer: u64,
}

/// The CPU time of single processes as of the last look, also of those that have ended since.
///
/// The kernel adds the time of a process to that of its parent when the parent waits for it, and forgets it when the parent ignores
/// `SIGCHLD`.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// By process number and time of birth.
    living: HashMap<(i32, u64), Duration>,
    ended: Duration,
}

impl Account {
    /// Replaces the living processes. Returns the CPU time of all processes that were ever seen.
    fn update(&mut self, living: HashMap<(i32, u64), Duration>) -> Duration {
        for (key, time) in std::mem::replace(&mut self.living, living) {
            if self.living.contains_key(&key) {
                continue;
            }
            // A list of children that is read while one of them ends may lack others.
            if read(key.0).is_some_and(|process| process.start == key.1) {
                self.living.insert(key, time);
            } else {
                self.ended += time;
            }
        }
        self.ended + self.living.values().sum::<Duration>()
    }
}

/// The CPU time of a process with all its threads, in nanoseconds. `None` if there is no such process.
pub(super) fn cpu_time(process: i32) -> Option<Duration> {
    let time = ClockId::pid_cpu_clock_id(Pid::from_raw(process)).ok()?.now().ok()?;
    Some(Duration::new(time.tv_sec().unsigned_abs(), u32::try_from(time.tv_nsec()).ok()?))
}

/// What the descendants of `inner` use.
pub(super) fn usage(inner: i32, limits: &Limits, account: &mut Account) -> Usage {
    let mut usage = Usage::default();
    let mut living = HashMap::new();
    if let Some(process) = read(inner) {
        usage.cpu = process.waited_for;
    }
    let list = descendants(inner, limits.processes);
    for id in &list {
        let Some(process) = read(*id) else { continue };
        let own = cpu_time(*id).unwrap_or_default();
        living.insert((*id, process.start), own);
        usage.cpu += own + process.waited_for;
        if process.has_ended() {
            continue;
        }
        usage.memory += memory(*id, false) + descriptors(*id, limits) * limits.buffer;
        usage.processes += 1;
        usage.threads += process.threads;
        usage.running |= is_running(process.state) || process.threads > 1 && has_running_thread(*id);
    }
    if list.len() < limits.processes {
        usage.cpu = usage.cpu.max(account.update(living));
    } else {
        // Some are left out, so that it is not known which have ended.
        usage.processes = u32::try_from(list.len()).unwrap_or(u32::MAX);
    }
    if usage.memory > limits.memory {
        let mut buffers = HashSet::new();
        let processes =
            list.iter().map(|id| memory(*id, true) + open_buffers(*id, limits, &mut buffers) * limits.buffer);
        usage.memory = usage.memory.min(processes.sum());
    }
    usage
}

/// Descendants of a process, those that were born first at the front of each generation: all of them, or at least `most`.
pub(super) fn descendants(process: i32, most: usize) -> Vec<i32> {
    let mut list = children(process);
    let mut next = 0;
    while let Some(process) = list.get(next)
        && list.len() < most
    {
        list.extend(children(*process));
        next += 1;
    }
    list
}

/// The children of a process, in the order of birth for each of its threads.
pub(super) fn children(process: i32) -> Vec<i32> {
    let mut list = Vec::new();
    for thread in threads(process) {
        let text = fs::read_to_string(format!("/proc/{process}/task/{thread}/children")).unwrap_or_default();
        list.extend(text.split_ascii_whitespace().filter_map(|word| word.parse::<i32>().ok()));
    }
    list
}

fn threads(process: i32) -> Vec<i32> {
    let entries = fs::read_dir(format!("/proc/{process}/task"));
    entries.into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect()
}

fn read(process: i32) -> Option<Process> {
    parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// Parses /proc/PID/stat; fields are counted as in proc(5), from the third one, which follows the name in parentheses.
fn parse(stat: &str) -> Option<Process> {
    let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_ascii_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Process {
        state: *fields.first()?.as_bytes().first()?,
        flags: number(9)?,
        waited_for: Duration::from_nanos((number(16)? + number(17)?) * TICK),
        threads: u32::try_from(number(20)?).ok()?,
        start: number(22)?,
    })
}

/// Whether a process has ended, or does nothing any more but to end.
pub(super) fn is_ending(process: i32) -> bool {
    read(process).is_none_or(|process| process.has_ended() || process.flags & EXITING != 0)
}

/// Waiting for a disk (`D`) is no running: so waits the parent of `vfork` as long as its child likes.
const fn is_running(state: u8) -> bool {
    state == b'R'
}

fn has_running_thread(process: i32) -> bool {
    let stat = |thread| fs::read_to_string(format!("/proc/{process}/task/{thread}/stat")).ok();
    threads(process)
        .into_iter()
        .any(|thread| stat(thread).and_then(|text| parse(&text)).is_some_and(|thread| is_running(thread.state)))
}

/// What a pipe or a socket may hold, in bytes: 16 pages, or one half more than the system's default of buffers, as the kernel looks at what
/// is in a socket before it adds a piece that may be half as large.
pub(super) fn largest_buffer() -> u64 {
    let text = fs::read_to_string("/proc/sys/net/core/wmem_default").unwrap_or_default();
    let default = text.trim().parse::<u64>().unwrap_or(0).max(212_992);
    (default / 2 * 3).max(16 * rustix::param::page_size() as u64)
}

/// The number of open descriptors beyond the standard ones: as many as there can be where they cannot be counted.
fn descriptors(process: i32, limits: &Limits) -> u64 {
    let path = format!("/proc/{process}/fd");
    // The size of the folder is their number, since Linux 6.2.
    let size = fs::metadata(&path).map_or(0, |folder| folder.len());
    let count = if size > 0 { Some(size) } else { fs::read_dir(path).ok().map(|entries| entries.count() as u64) };
    count.map_or(limits.descriptors, |count| count.saturating_sub(3))
}

/// The number of open pipes and sockets that are not in `seen` yet.
fn open_buffers(process: i32, limits: &Limits, seen: &mut HashSet<(u64, u64)>) -> u64 {
    let Ok(entries) = fs::read_dir(format!("/proc/{process}/fd")) else { return descriptors(process, limits) };
    let files = entries.flatten().filter_map(|entry| fs::metadata(entry.path()).ok());
    let buffers = files.filter(|file| file.file_type().is_fifo() || file.file_type().is_socket());
    buffers.filter(|file| seen.insert((file.dev(), file.ino()))).count() as u64
}

/// Bytes of a process: resident ones, what is swapped out, its page tables, and huge pages. Where it is asked for and permitted, what it
/// shares with others counts in proportion.
fn memory(process: i32, proportional: bool) -> u64 {
    let shared = proportional.then(|| sum(&format!("/proc/{process}/smaps_rollup"), &["Pss:", "SwapPss:"])).flatten();
    let status = format!("/proc/{process}/status");
    match shared {
        Some(shared) => shared + sum(&status, &["VmPTE:", "HugetlbPages:"]).unwrap_or(0),
        None => sum(&status, &["VmRSS:", "VmSwap:", "VmPTE:", "HugetlbPages:"]).unwrap_or(0),
    }
}

/// The sum of the lines with these names in a file of `/proc`, which has kibibytes, in bytes. `None` if there is no such file or line.
fn sum(file: &str, names: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let value = |line: &str| {
        let (name, value) = line.split_at(line.find(':')? + 1);
        names.contains(&name).then(|| value.split_ascii_whitespace().next()?.parse::<u64>().ok())?
    };
    text.lines().filter_map(value).map(|kibibytes| kibibytes * 1024).reduce(|sum, bytes| sum + bytes)
}
