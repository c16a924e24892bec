//! Options that several commands take.

use super::runner::this_program;
use super::{Failure, counted};
use player_api::Knowledge;
use std::{path::Path, time::Duration};
use tournament::{CodeFile, Codemaker, KnowledgePolicy, Limits, MOST_ROUNDS, Plan, Workers, preflight};

/// What `--guess-limit` may be at the most.
const MOST_GUESSES: usize = 1_000_000;
/// How many codes `--samples` may hold: they are handed over with every job.
const MOST_SAMPLES: usize = 10_000;

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

/// What players are told of the codemakers.
#[derive(Debug, clap::Args)]
pub struct TellingOptions {
    /// Tell players the rule of mysteries, too
    #[arg(long)]
    reveal: bool,
    /// Codes, one a line, that players are told as samples of every codes:FILE and mystery [default: of a mystery those that
    /// `arena codes MYSTERY --samples` prints, of a codes:FILE none]
    #[arg(long, value_name = "FILE")]
    samples: Option<String>,
}

impl TellingOptions {
    /// What players are told, where samples can be told of at least one of these.
    pub fn telling(&self, codemakers: &[Codemaker]) -> Result<KnowledgePolicy, Failure> {
        let Some(file) = &self.samples else { return Ok(KnowledgePolicy { reveal: self.reveal, samples: None }) };
        if file.contains(char::is_control) {
            return Err(Failure::input(format!(
                "--samples {file:?} has a control character in its name; rename the file"
            )));
        }
        let samples = CodeFile::read(Path::new(file)).map_err(|e| Failure::input(e.to_string()))?;
        let codes = samples.codes().len();
        if codes > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "{file} holds {codes} codes, --samples takes {MOST_SAMPLES} at the most; give a file with fewer"
            )));
        }
        let telling = KnowledgePolicy { reveal: self.reveal, samples: Some(samples) };
        if !codemakers.iter().any(|codemaker| matches!(telling.knowledge(codemaker), Knowledge::Samples(_))) {
            let way_out = if self.reveal { "name a codes:FILE" } else { "name a mystery or a codes:FILE" };
            return Err(Failure::input(format!(
                "players are told the rule of every SCSA that is played, and no --samples; {way_out} with --scsa, or leave --samples out"
            )));
        }
        Ok(telling)
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
            let (name, codes) = (codemaker.name(), counted(most, "code"));
            return Err(Failure::input(format!(
                "{name} holds {codes}, --rounds {wanted} wants more; give --rounds {most} or fewer"
            )));
        }
    }
    Ok(())
}

/// Refuses a plan of which nothing would be played.
pub fn check_played(plan: &Plan) -> Result<(), Failure> {
    let workers = Workers::Processes(this_program()?, 1);
    match preflight(plan, &workers).map_err(|e| Failure::run(e.to_string()))? {
        None => Ok(()),
        Some(first) => {
            let way_out = first.refusal.hint().unwrap_or("choose other --sizes or another --scsa");
            Err(Failure::input(format!("there is nothing to play: {first}; {way_out}")))
        }
    }
}
