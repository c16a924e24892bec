//! Runs a command in a sandbox: `cargo run -p mastermind-arena-sandbox --example run -- run COMMAND…`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use sandbox::{Launcher, Sandbox};
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next() {
        Some(word) if word == "sandbox" => sandbox::launch(arguments).unwrap_or(ExitCode::from(2)),
        Some(word) if word == "run" => match run(&arguments.collect::<Vec<_>>()) {
            Ok(code) => code,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
        _ => ExitCode::from(2),
    }
}

fn run(command: &[OsString]) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let launcher = Launcher { program: std::env::current_exe()?, arguments: vec!["sandbox".into()] };
    let start = std::time::Instant::now();
    let mut contained = Sandbox::default().spawn(&launcher, command)?;
    eprintln!("started after {:?}; missing: {:?}", start.elapsed(), contained.missing());
    contained.stdin = None;
    let (mut output, mut errors) = (contained.stdout.take().expect("piped"), contained.stderr.take().expect("piped"));
    let copy = std::thread::spawn(move || io::copy(&mut errors, &mut io::stderr()));
    io::copy(&mut output, &mut io::stdout())?;
    copy.join().expect("no panic")?;
    eprintln!("{} after {:?} of CPU time", contained.wait()?, contained.cpu_time());
    Ok(ExitCode::SUCCESS)
}
