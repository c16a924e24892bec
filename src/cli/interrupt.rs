//! A program that is cut off in a round. Only `arena check-player` starts this.

use super::Failure;
use std::{
    io::{self, BufRead, Write},
    process::{Command, Stdio},
};

/// The hidden command.
pub const INTERRUPT: &str = "interrupt";

/// The arguments of `arena interrupt`.
#[derive(Debug, clap::Args)]
pub struct Interrupt {
    /// The round
    round: u64,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

impl Interrupt {
    /// Passes every line of the standard input on to the program, and kills it when that round begins.
    pub fn run(&self) -> Result<(), Failure> {
        let (program, arguments) = self
            .command
            .split_first()
            .ok_or_else(|| Failure::input("a command is missing; give one after the round"))?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|e| Failure::run(format!("{program} cannot be started: {e}")))?;
        let Some(mut input) = process.stdin.take() else { return Err(Failure::run("there is no pipe")) };
        let start = format!("round {} ", self.round);
        for line in io::stdin().lock().lines() {
            let line = line?;
            if line.starts_with(&start) {
                // It may have ended by itself.
                let _ = process.kill();
                let _ = process.wait();
                return Err(Failure::run("interrupted, as was asked for"));
            }
            // A program that has ended answers no more, which its caller notices.
            let _ = writeln!(input, "{line}");
        }
        drop(input);
        let _ = process.wait();
        Ok(())
    }
}
