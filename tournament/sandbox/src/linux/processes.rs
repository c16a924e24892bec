//! Processes and what they use, from /proc.

use super::kernel::have_same_memory;
use crate::{Sandbox, Usage};
use nix::time::ClockId;
use nix::unistd::Pid;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::time::{Duration, Instant};

/// Length of a tick of the times in /proc in nanoseconds. Linux has 100 a second on all processors that Rust supports.
const TICK: u64 = 10_000_000;

/// The flag of a thread that ends or has ended (`PF_EXITING`). The kernel sets it before it closes the files.
const EXITING: u64 = 4;

/// The least limit of processes and threads together: a virtual machine of Java alone has 30 threads.
const MIN_TASKS: u64 = 128;

pub(super) fn tasks(sandbox: &Sandbox) -> u64 {
    (u64::from(sandbox.processes) * 8).max(MIN_TASKS)
}

struct Process {
    state: u8,
    is_ending: bool,
    /// CPU time of descendants that it or they have waited for.
    waited_for: Duration,
    threads: u32,
    /// When it was born, in ticks since the start of the system.
    start: u64,
    /// Bytes of address space, which all of its pages are in. Page tables are a 512th of it.
    mapped: u64,
    /// Bytes.
    resident: u64,
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
    /// Whether the program has a network namespace of its own, whose sockets are counted.
    pub(super) separate: bool,
    /// Whether the CPU time of processes that are seen once is estimated: it is, where nothing counts it.
    pub(super) estimates: bool,
}

/// The longest time that a process which is seen once stands for.
const LONGEST_LOOK: Duration = Duration::from_millis(20);

/// The CPU time of single processes as of the last look, also of those that have ended since.
///
/// The kernel adds the time of a process to that of its parent when the parent waits for it, and forgets it when the parent ignores
/// `SIGCHLD`. Of processes that live for less than the time between two looks, most are never seen. So one that is seen running, and neither
/// before nor after, stands for that time, as the kernel's clock did when it charged a whole tick to whom it met.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// By process number and time of birth.
    living: HashMap<(i32, u64), Seen>,
    ended: Duration,
    last: Option<Instant>,
}

/// The CPU time of a process, and what it counts if it is not seen again.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    own: Duration,
    alone: Duration,
}

impl Account {
    /// Replaces the living processes. Returns the CPU time of all processes that were ever seen.
    fn update(&mut self, living: HashMap<(i32, u64), Seen>) -> Duration {
        for (key, seen) in std::mem::replace(&mut self.living, living) {
            if self.living.contains_key(&key) {
                continue;
            }
            // A list of children that is read while one of them ends may lack others.
            if read(key.0).is_some_and(|process| process.start == key.1) {
                self.living.insert(key, seen);
            } else {
                self.ended += seen.own.max(seen.alone);
            }
        }
        self.ended + self.living.values().map(|seen| seen.own).sum::<Duration>()
    }

    /// A process that this look meets. If it runs and was not met before, it stands for its share of the time since the last look.
    fn meet(&self, key: (i32, u64), own: Duration, runs: bool, since: Duration) -> Seen {
        let is_new = runs && !since.is_zero() && !self.living.contains_key(&key);
        Seen { own, alone: if is_new { since.mul_f64(share(key.0)) } else { Duration::ZERO } }
    }

    /// The time since the last look, which this is from now on.
    fn look(&mut self) -> Duration {
        self.last.replace(Instant::now()).map_or(Duration::ZERO, |last| last.elapsed().min(LONGEST_LOOK))
    }
}

/// The CPU time of a process with all its threads, in nanoseconds. `None` if there is no such process.
pub(super) fn cpu_time(process: i32) -> Option<Duration> {
    let time = ClockId::pid_cpu_clock_id(Pid::from_raw(process)).ok()?.now().ok()?;
    Some(Duration::new(time.tv_sec().unsigned_abs(), u32::try_from(time.tv_nsec()).ok()?))
}

/// The part of the time in which a process wanted to run that it ran.
fn share(process: i32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap_or_default();
    let mut times = text.split_ascii_whitespace().map(|word| word.parse::<f64>().unwrap_or(0.0));
    let (ran, waited) = (times.next().unwrap_or(0.0), times.next().unwrap_or(0.0));
    if ran > 0.0 { ran / (ran + waited) } else { 0.0 }
}

pub(super) fn usage(inner: i32, limits: &Limits, account: &mut Account) -> Usage {
    let mut usage = Usage::default();
    let mut living = HashMap::new();
    let (mut alive, mut buffers) = (Vec::new(), 0);
    // The most that all pages and page tables can be.
    let mut bound: u64 = 0;
    if let Some(process) = read(inner) {
        usage.cpu = process.waited_for;
    }
    let list = descendants(inner, limits.processes);
    let since = if limits.estimates { account.look() } else { Duration::ZERO };
    for id in &list {
        let Some(process) = read(*id) else { continue };
        let own = cpu_time(*id).unwrap_or_default();
        let key = (*id, process.start);
        living.insert(key, account.meet(key, own, is_running(process.state), since));
        usage.cpu += own + process.waited_for;
        let Some((id, process)) = living_thread(*id, process) else { continue };
        alive.push(id);
        buffers += descriptors(id, limits) * limits.buffer;
        bound = bound.saturating_add(process.mapped + process.mapped / 256);
        usage.memory += process.resident;
        usage.processes += 1;
        usage.threads += process.threads;
        usage.running |= is_running(process.state) || process.threads > 1 && has_running_thread(id);
    }
    if list.len() < limits.processes {
        usage.cpu = usage.cpu.max(account.update(living));
    } else {
        // Some are left out, so that it is not known which have ended.
        usage.processes = u32::try_from(list.len()).unwrap_or(u32::MAX);
    }
    let sockets = if limits.separate { sockets(inner) } else { 0 };
    buffers = buffers.max(sockets * limits.buffer);
    usage.memory += buffers;
    if bound.saturating_add(buffers) > limits.memory {
        // Page tables and what is swapped out matter, which take longer to read.
        usage.memory = buffers + alive.iter().map(|id| memory(*id, false)).sum::<u64>();
    }
    if usage.memory > limits.memory {
        let mut seen = HashSet::new();
        let open = alive.iter().map(|id| open_buffers(*id, limits, &mut seen)).sum::<u64>().max(sockets);
        let is_first = |index: &usize| !alive[..*index].iter().any(|id| have_same_memory(*id, alive[*index]));
        let processes = (0..alive.len()).filter(is_first).map(|index| memory(alive[index], true)).sum::<u64>();
        usage.memory = usage.memory.min(processes + open * limits.buffer);
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
    numbers_in(&format!("/proc/{process}/task"))
}

/// The entries of a folder whose names are numbers.
pub(super) fn numbers_in(folder: &str) -> Vec<i32> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect()
}

/// A process by its number, or a thread as `PROCESS/task/THREAD`.
fn read(process: impl Display) -> Option<Process> {
    parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// Parses /proc/PID/stat; fields are counted as in proc(5), from the third one, which follows the name in parentheses.
fn parse(stat: &str) -> Option<Process> {
    let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_ascii_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Process {
        state: *fields.first()?.as_bytes().first()?,
        is_ending: number(9)? & EXITING != 0,
        waited_for: Duration::from_nanos((number(16)? + number(17)?) * TICK),
        threads: u32::try_from(number(20)?).ok()?,
        start: number(22)?,
        mapped: number(23)?,
        resident: number(24)? * rustix::param::page_size() as u64,
    })
}

/// Whether a process has ended, or does nothing any more but to end.
pub(super) fn is_ending(process: i32) -> bool {
    read(process).and_then(|main| living_thread(process, main)).is_none()
}

/// A thread that does not end, the main one if possible. The main one may have ended before others, and then tells nothing of the memory
/// and the files of the process: the others do, by their numbers.
fn living_thread(process: i32, main: Process) -> Option<(i32, Process)> {
    if !main.is_ending {
        return Some((process, main));
    }
    threads(process).into_iter().filter_map(|id| Some((id, read(id)?))).find(|(_, thread)| !thread.is_ending)
}

/// Waiting for a disk (`D`) is no running: so waits the parent of `vfork` as long as its child likes.
const fn is_running(state: u8) -> bool {
    state == b'R'
}

fn has_running_thread(process: i32) -> bool {
    let read = |thread| read(format!("{process}/task/{thread}"));
    threads(process).into_iter().filter_map(read).any(|thread| is_running(thread.state))
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

/// The number of sockets in the network namespace of a process, also of those that have no descriptor left because a system call uses them.
fn sockets(process: i32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/net/sockstat")).unwrap_or_default();
    text.split_ascii_whitespace().nth(2).and_then(|number| number.parse().ok()).unwrap_or(0)
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

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Duration = Duration::from_millis(10);

    /// Numbers of processes that do not exist.
    fn look(account: &mut Account, met: impl IntoIterator<Item = (i32, Seen)>) -> Duration {
        account.update(met.into_iter().map(|(id, seen)| ((i32::MAX - id, 0), seen)).collect())
    }

    #[test]
    fn a_process_that_is_seen_once_stands_for_the_time_between_two_looks_and_another_for_what_it_used() {
        let mut account = Account::default();
        let brief = Seen { own: LOOK / 50, alone: LOOK };
        (0..100).for_each(|id| _ = look(&mut account, [(id, brief)]));
        assert_eq!(look(&mut account, []), LOOK * 100);
        let mut account = Account::default();
        look(&mut account, [(0, Seen { own: LOOK / 2, alone: LOOK })]);
        assert_eq!(look(&mut account, [(0, Seen { own: LOOK, alone: Duration::ZERO })]), LOOK);
        assert_eq!(look(&mut account, []), LOOK);
    }

    #[test]
    fn only_what_is_met_for_the_first_time_while_it_runs_stands_for_more() {
        let mut account = Account::default();
        let key = (std::process::id().cast_signed(), 0);
        assert!(account.meet(key, LOOK, true, LOOK).alone > Duration::ZERO);
        assert!(account.meet(key, LOOK, true, LOOK).alone <= LOOK);
        for (runs, since) in [(false, LOOK), (true, Duration::ZERO)] {
            assert_eq!(account.meet(key, LOOK, runs, since).alone, Duration::ZERO);
        }
        account.living.insert(key, Seen::default());
        assert_eq!(account.meet(key, LOOK, true, LOOK).alone, Duration::ZERO);
    }
}
