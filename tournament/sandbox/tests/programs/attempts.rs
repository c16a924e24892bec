//! The launcher of the tests, a caller that can be killed, and a program that tries to do what a sandbox forbids.
//!
//! An attempt exits with code 0 if it succeeds, and 1 if it is refused, with the error on standard error.

use nix::sched::CloneFlags;
use nix::sys::ptrace;
use nix::sys::signal::{Signal, kill};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;
use sandbox::{Launcher, Namespaces, Sandbox};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IoSliceMut, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Runs what the first argument names.
pub fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let kind = arguments.next().unwrap_or_default();
    if kind == "sandbox" {
        return sandbox::launch(arguments).unwrap_or(ExitCode::from(2));
    }
    let words: Vec<OsString> = arguments.collect();
    let result = if kind == "run" { run(&words) } else { attempt(&kind.to_string_lossy(), &words) };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command in a sandbox, as a caller does: `run all|mountless|none COMMAND…`.
fn run(words: &[OsString]) -> io::Result<ExitCode> {
    let namespaces = match words[0].to_str() {
        Some("all") => Namespaces::All,
        Some("mountless") => Namespaces::WithoutMounts,
        _ => Namespaces::None,
    };
    let launcher = Launcher { program: std::env::current_exe()?, arguments: vec!["sandbox".into()] };
    let sandbox = Sandbox { namespaces, ..Sandbox::default() };
    let contained = sandbox.spawn(&launcher, &words[1..]).map_err(io::Error::other)?;
    println!("started");
    let ended = contained.wait()?;
    println!("{ended}");
    Ok(ExitCode::SUCCESS)
}

fn attempt(kind: &str, words: &[OsString]) -> io::Result<ExitCode> {
    let first = words.first().cloned().unwrap_or_default();
    let text = first.to_string_lossy();
    let number = || text.parse::<i32>().map_err(io::Error::other);
    match kind {
        "read" => io::stdout().write_all(&fs::read(&first)?)?,
        "list" => println!("{}", fs::read_dir(&first)?.count()),
        "write" => fs::write(&first, "x")?,
        "remove" => fs::remove_file(&first)?,
        "exists" => _ = fs::metadata(&first)?,
        "tcp" => drop(TcpStream::connect(&*text)?),
        "listen" => drop(TcpListener::bind(&*text)?),
        "udp" => drop(UdpSocket::bind("127.0.0.1:0")?.send_to(b"x", &*text)?),
        "unix" => drop(UnixStream::connect(&first)?),
        "abstract" => drop(UnixStream::connect_addr(&SocketAddr::from_abstract_name(&*text)?)?),
        "kill" => kill(Pid::from_raw(number()?), Signal::SIGKILL)?,
        "exit" => return Ok(ExitCode::from(u8::try_from(number()?).map_err(io::Error::other)?)),
        "ptrace" => ptrace::attach(Pid::from_raw(number()?))?,
        "memory-of" => {
            let mut local = [0; 1];
            let remote = [RemoteIoVec { base: 0x1000, len: 1 }];
            process_vm_readv(Pid::from_raw(number()?), &mut [IoSliceMut::new(&mut local)], &remote)?;
        }
        "unshare" => nix::sched::unshare(CloneFlags::CLONE_NEWUSER)?,
        "memfd" => drop(rustix::fs::memfd_create("x", rustix::fs::MemfdFlags::empty())?),
        "mount" => rustix::mount::mount("tmpfs", "/scratch", "tmpfs", rustix::mount::MountFlags::empty(), None)?,
        "descriptors" => descriptors()?,
        "open" => open(),
        "fill" => fill(&first)?,
        "allocate" => allocate(u64::try_from(number()?).map_err(io::Error::other)?),
        "spin" => spin(Duration::from_millis(u64::try_from(number()?).map_err(io::Error::other)?)),
        "thread" => {
            std::thread::spawn(|| spin(Duration::from_secs(3600)));
            std::thread::sleep(Duration::from_secs(3600));
        }
        "bomb" => bomb()?,
        "sleep" => std::thread::sleep(Duration::from_secs(3600)),
        _ => return Err(io::Error::other("no such attempt")),
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the numbers of the open descriptors, besides the one with which they are listed.
fn descriptors() -> io::Result<()> {
    let mut numbers: Vec<String> = Vec::new();
    for entry in fs::read_dir("/proc/self/fd")? {
        let entry = entry?;
        if !fs::read_link(entry.path())?.to_string_lossy().ends_with("/fd") {
            numbers.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    numbers.sort();
    println!("{}", numbers.join(" "));
    Ok(())
}

/// Opens files until that fails, and prints how many.
fn open() {
    let mut files = Vec::new();
    while let Ok(file) = File::open("/dev/null") {
        files.push(file);
    }
    println!("{}", files.len());
}

/// Writes files of 1 MiB into a folder until that fails, and prints how many.
fn fill(folder: &OsString) -> io::Result<()> {
    let piece = vec![1; 1 << 20];
    for count in 0..1000 {
        let path = std::path::Path::new(folder).join(format!("file{count}"));
        if fs::write(path, &piece).is_err() {
            println!("{count}");
            return Ok(());
        }
    }
    Err(io::Error::other("no end of 1000 MiB"))
}

/// Allocates memory in pieces of 1 MiB, fills it, prints `done`, and sleeps.
fn allocate(mebibytes: u64) {
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    for piece in 0..mebibytes {
        pieces.push(vec![piece as u8 | 1; 1 << 20]);
    }
    println!("done");
    std::thread::sleep(Duration::from_secs(3600));
    drop(pieces);
}

/// Starts itself again and again.
fn bomb() -> io::Result<()> {
    let program = std::env::current_exe()?;
    loop {
        if Command::new(&program).arg("bomb").spawn().is_err() {
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Uses that much CPU time, however long it takes.
fn spin(length: Duration) {
    let now = || clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::MAX, Duration::from);
    let start = now();
    while now().saturating_sub(start) < length {
        std::hint::spin_loop();
    }
}
