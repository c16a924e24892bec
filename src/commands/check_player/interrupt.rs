//! A program that is cut off in a round. Only `arena check-player` starts this.

use crate::failure::Failure;
use std::io::{self, BufRead, Write};
use std::process::{self, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

pub const INTERRUPT: &str = "interrupt";

#[derive(Debug, clap::Args)]
pub struct Interrupt {
    /// The round
    round: u64,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// The time between two looks at the program.
const POLL: Duration = Duration::from_millis(5);

impl Interrupt {
    /// Passes every line of the standard input on to the program, and kills it when that round begins. Ends when the program ends, with
    /// its exit code.
    pub fn run(&self) -> Result<(), Failure> {
        let (program, arguments) = self
            .command
            .split_first()
            .ok_or_else(|| Failure::input("a command is missing; give one after the round"))?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|e| Failure::system(format!("{program} cannot be started: {e}")))?;
        let Some(mut input) = process.stdin.take() else { return Err(Failure::system("there is no pipe")) };
        let start = format!("round {} ", self.round);
        let (sender, receiver) = channel();
        thread::spawn(move || {
            for line in io::stdin().lock().lines().map_while(Result::ok) {
                if line.starts_with(&start) {
                    // Nobody waits for it if the program has ended.
                    let _ = sender.send(());
                    return;
                }
                // A program that has ended is noticed below.
                let _ = writeln!(input, "{line}");
            }
        });
        loop {
            if receiver.recv_timeout(POLL).is_ok() {
                // It may have ended by itself.
                let _ = process.kill();
                let _ = process.wait();
                return Err(Failure::system("interrupted, as was asked for"));
            }
            let status = process.try_wait().map_err(Failure::system)?;
            if let Some(status) = status {
                process::exit(status.code().unwrap_or(1));
            }
            // The channel closes at the end of the input.
            thread::sleep(POLL);
        }
    }
}
