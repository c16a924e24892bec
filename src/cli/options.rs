//! Options that several commands take.

use super::Failure;
use arena::{Codemaker, Limits, MOST_ROUNDS};
use std::{env, path::PathBuf, time::Duration};

/// What `--guess-limit` may be at the most.
const MOST_GUESSES: usize = 1_000_000;

/// The limits of a round.
#[derive(Debug, clap::Args)]
pub struct LimitOptions {
    /// The most guesses of a round
    #[arg(long, value_name = "N", default_value_t = Limits::default().guesses)]
    guess_limit: usize,
    /// The most CPU time of a player in a round, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().time.as_secs_f64())]
    time_limit: f64,
}

impl LimitOptions {
    pub fn limits(&self) -> Result<Limits, Failure> {
        if self.guess_limit < 1 || self.guess_limit > MOST_GUESSES {
            let given = self.guess_limit;
            return Err(Failure::input(format!("--guess-limit {given} is not from 1 to {MOST_GUESSES}")));
        }
        if !(0.001..=86_400.0).contains(&self.time_limit) {
            let given = self.time_limit;
            return Err(Failure::input(format!("--time-limit {given} is not from 0.001 to 86400 seconds")));
        }
        Ok(Limits { guesses: self.guess_limit, time: Duration::from_secs_f64(self.time_limit) })
    }
}

/// Whether `--rounds` is a number of rounds that can be played against all these.
pub fn check_rounds(rounds: Option<u64>, codemakers: &[Codemaker]) -> Result<(), Failure> {
    let Some(wanted) = rounds else { return Ok(()) };
    if wanted == 0 {
        return Err(Failure::input("--rounds 0 plays nothing; give 1 or more"));
    }
    if wanted >= MOST_ROUNDS {
        return Err(Failure::input(format!("--rounds {wanted} is too many; give fewer than {MOST_ROUNDS}")));
    }
    for codemaker in codemakers {
        if let Some(most) = codemaker.secrets().filter(|most| wanted > *most) {
            let name = codemaker.name();
            return Err(Failure::input(format!(
                "{name} holds {most} codes, --rounds {wanted} wants more; give --rounds {most} or fewer"
            )));
        }
    }
    Ok(())
}

/// This program, even if its file was replaced since it started.
pub fn this_program() -> Result<PathBuf, Failure> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return Ok(running);
    }
    env::current_exe().map_err(|e| Failure::run(format!("this program cannot find itself: {e}")))
}
