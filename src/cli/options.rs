//! Options that several commands take.

use super::{Failure, counted, runner::this_program};
use player_api::Knowledge;
use std::{ops::RangeInclusive, path::Path, str::FromStr, time::Duration};
use tournament::{CodeFile, Codemaker, KnowledgePolicy, Limits, MOST_ROUNDS, Plan, Seed, Workers, preflight};

/// The default results folder.
pub const DEFAULT_FOLDER: &str = "results/latest";
/// The most that `--guess-limit` may be.
const MOST_GUESSES: usize = 1_000_000;
/// What `--memory-limit` may be, in megabytes. A process needs some to start.
const MEMORY_LIMITS: RangeInclusive<u64> = 64..=1 << 20;
/// The most codes that `--samples` may hold: they are sent to every worker process.
const MOST_SAMPLES: usize = 10_000;

/// The limits of a round.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct LimitOptions {
    /// The most guesses of a round
    #[arg(long, value_name = "N", default_value_t = Limits::default().guesses)]
    guess_limit: usize,
    /// The most CPU time of a player in a round, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().time.as_secs_f64())]
    time_limit: f64,
    /// The most memory of a player's process, in megabytes
    #[arg(long, value_name = "MB", default_value_t = Limits::default().memory_mb)]
    memory_limit: u64,
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
        if !(MEMORY_LIMITS).contains(&self.memory_limit) {
            let (given, least, most) = (self.memory_limit, MEMORY_LIMITS.start(), MEMORY_LIMITS.end());
            return Err(Failure::input(format!("--memory-limit {given} is not from {least} to {most} megabytes")));
        }
        let time = Duration::from_secs_f64(self.time_limit);
        Ok(Limits { guesses: self.guess_limit, time, memory_mb: self.memory_limit })
    }

    /// The options that differ from the defaults as they are written in a command, each with a blank before it.
    pub fn changed(&self) -> String {
        let LimitOptions { guess_limit, time_limit, memory_limit } = self;
        let default = Limits::default();
        let given = [
            (*guess_limit != default.guesses).then(|| format!(" --guess-limit {guess_limit}")),
            (*time_limit != default.time.as_secs_f64()).then(|| format!(" --time-limit {time_limit}")),
            (*memory_limit != default.memory_mb).then(|| format!(" --memory-limit {memory_limit}")),
        ];
        given.into_iter().flatten().collect()
    }
}

/// What players know of the codemakers.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct KnowledgeOptions {
    /// Let players know the rule of mysteries, too
    #[arg(long)]
    reveal: bool,
    /// Give players the codes of this file, one a line, as samples of every codes:FILE and mystery [default: of a mystery those
    /// that `arena codes MYSTERY --samples` prints, of a codes:FILE none]
    #[arg(long, value_name = "FILE")]
    samples: Option<String>,
}

impl KnowledgeOptions {
    /// What players know, if at least one of these codemakers can have samples or none are given.
    pub fn policy(&self, codemakers: &[Codemaker]) -> Result<KnowledgePolicy, Failure> {
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
        let policy = KnowledgePolicy { reveal: self.reveal, samples: Some(samples) };
        if !codemakers
            .iter()
            .any(|codemaker| matches!(policy.knowledge(codemaker, Codemaker::SAMPLE_SIZE), Knowledge::Samples(_)))
        {
            let hint = if self.reveal { "name a codes:FILE" } else { "name a mystery or a codes:FILE" };
            return Err(Failure::input(format!(
                "players know the rule of every SCSA that is played and get no --samples; {hint} with --scsa, or leave --samples out"
            )));
        }
        Ok(policy)
    }
}

/// A seed as it is given: a number, or the word `random`.
#[derive(Clone, Copy, Debug)]
pub struct SeedArgument(pub Seed);

impl FromStr for SeedArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedArgument, String> {
        if text == "random" {
            // All 64 bits: players see numbers that follow from the seed, and must not find it by trying.
            let bits = getrandom::u64().map_err(|e| format!("the system gives no random numbers: {e}"))?;
            return Ok(SeedArgument(Seed(bits)));
        }
        text.parse().map(|seed| SeedArgument(Seed(seed))).map_err(|_| "give a whole number, or `random`".to_owned())
    }
}

/// Checks that `--rounds` can be played against all these codemakers.
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

/// Refuses a plan of which nothing can be played.
pub fn check_playable(plan: &Plan) -> Result<(), Failure> {
    let workers = Workers::Processes(this_program()?, 1);
    match preflight(plan, &workers).map_err(|e| Failure::run(e.to_string()))? {
        None => Ok(()),
        Some(first) => {
            let hint = first.refusal.hint().unwrap_or("choose other --sizes or another --scsa");
            Err(Failure::input(format!("there is nothing to play: {first}; {hint}")))
        }
    }
}
