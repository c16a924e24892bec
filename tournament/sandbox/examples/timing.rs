//! Measures what starting, watching and killing a program costs: `cargo run --release -p mastermind-arena-sandbox --example timing`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use sandbox::{Launcher, Namespaces, Sandbox};
use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|word| word == "sandbox") {
        return sandbox::launch(arguments).ok_or_else(|| "nobody but this program itself starts the launcher".into());
    }
    let launcher = Launcher { program: std::env::current_exe()?, arguments: vec!["sandbox".into()] };
    for mode in [Namespaces::All, Namespaces::WithoutMounts, Namespaces::None] {
        let sandbox = Sandbox { namespaces: mode, ..Sandbox::default() };
        let spawn = || sandbox.spawn(&launcher, &["cat".into()]);
        let (mut started, mut killed) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..100 {
            let start = Instant::now();
            let contained = spawn()?;
            started += start.elapsed();
            contained.kill();
            killed += start.elapsed();
        }
        let contained = spawn()?;
        let cpu_time = each(|| _ = black_box(contained.cpu_time()));
        let usage = each(|| _ = black_box(contained.usage()));
        let (spawn, kill) = (started / 100, (killed - started) / 100);
        println!("{mode:?}: spawn {spawn:?}, kill {kill:?}, cpu_time {cpu_time:?}, usage {usage:?}");
    }
    Ok(ExitCode::SUCCESS)
}

fn each(mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..1000).for_each(|_| call());
    start.elapsed() / 1000
}
