//! Options that several commands take.

use super::{
    Failure, counted,
    settings::{limit_settings::LimitSettings, setting::Setting},
    this_program::this_program,
};
use player_api::{Knowledge, shortened, text_fault};
use std::{path::Path, str::FromStr};
use tournament::{CodeFile, Codemaker, KnowledgePolicy, Limits, MOST_ROUNDS, Plan, Seed, Workers, preflight};

/// The default results folder.
pub const DEFAULT_FOLDER: &str = "results/latest";
/// The most codes that `--samples` may hold: they are sent to every worker process.
const MOST_SAMPLES: usize = 10_000;

/// The limits of a round.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct LimitOptions {
    #[arg(long, value_name = "N", help = format!("The most guesses of a round [default: {}]", Limits::default().guesses))]
    guess_limit: Option<usize>,
    #[arg(
        long, value_name = "SECONDS",
        help = format!("The most CPU time of a player in a round, in seconds [default: {}]", Limits::default().time.as_secs_f64())
    )]
    time_limit: Option<f64>,
    #[arg(
        long, value_name = "MB",
        help = format!("The most memory of a player's process, in megabytes [default: {}]", Limits::default().memory_mb)
    )]
    memory_limit: Option<u64>,
}

impl LimitOptions {
    /// The limits.
    pub fn limits(&self) -> Result<Limits, Failure> {
        self.settings().limits()
    }

    /// The limits that are given.
    pub fn settings(&self) -> LimitSettings {
        LimitSettings {
            guess_limit: self.guess_limit.map(|value| Setting::option("--guess-limit", value)),
            time_limit: self.time_limit.map(|value| Setting::option("--time-limit", value)),
            memory_limit: self.memory_limit.map(|value| Setting::option("--memory-limit", value)),
        }
    }

    /// The options that differ from the defaults as they are written in a command, each with a blank before it.
    pub fn changed(&self) -> String {
        let LimitOptions { guess_limit, time_limit, memory_limit } = self;
        let default = Limits::default();
        let given = [
            guess_limit.filter(|given| *given != default.guesses).map(|given| format!(" --guess-limit {given}")),
            time_limit
                .filter(|given| *given != default.time.as_secs_f64())
                .map(|given| format!(" --time-limit {given}")),
            memory_limit.filter(|given| *given != default.memory_mb).map(|given| format!(" --memory-limit {given}")),
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
        knowledge_policy(self.reveal, self.samples().as_ref(), codemakers)
    }

    /// Whether players know the rule of mysteries.
    pub const fn reveals(&self) -> bool {
        self.reveal
    }

    /// The file of the samples.
    pub fn samples(&self) -> Option<Setting<String>> {
        self.samples.clone().map(|file| Setting::option("--samples", file))
    }
}

/// What players know of these codemakers, at least one of which can have samples if a file of them is given.
pub fn knowledge_policy(
    reveal: bool,
    samples: Option<&Setting<String>>,
    codemakers: &[Codemaker],
) -> Result<KnowledgePolicy, Failure> {
    let Some(Setting { value: file, origin }) = samples else { return Ok(KnowledgePolicy { reveal, samples: None }) };
    if let Some(fault) = text_fault(file) {
        return Err(Failure::input(format!("{origin} {:?} {fault}; rename the file", shortened(file, 60))));
    }
    let samples = CodeFile::read(Path::new(file)).map_err(|e| origin.explain(Failure::input(e.to_string())))?;
    let codes = samples.codes().len();
    if codes > MOST_SAMPLES {
        return Err(Failure::input(format!(
            "{file} holds {codes} codes, {origin} takes {MOST_SAMPLES} at the most; give a file with fewer"
        )));
    }
    if !can_have_samples(reveal, codemakers) {
        let hint = if reveal { "name a codes:FILE" } else { "name a mystery or a codes:FILE" };
        return Err(Failure::input(format!(
            "players know the rule of every SCSA that is played and get no {origin}; {hint} with --scsa, or leave {origin} out"
        )));
    }
    Ok(KnowledgePolicy { reveal, samples: Some(samples) })
}

/// Whether players would be given samples of one of these codemakers, if there is a file of them.
pub fn can_have_samples(reveal: bool, codemakers: &[Codemaker]) -> bool {
    let policy = KnowledgePolicy { reveal, samples: Some(CodeFile::default()) };
    let knowledge = |codemaker| policy.knowledge(codemaker, Codemaker::SAMPLE_SIZE);
    codemakers.iter().any(|codemaker| matches!(knowledge(codemaker), Knowledge::Samples(_)))
}

/// A seed as it is given: a number, or the word `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedArgument {
    pub seed: Seed,
    /// Whether it was drawn.
    pub is_random: bool,
}

impl FromStr for SeedArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedArgument, String> {
        if text == "random" {
            // All 64 bits: players see numbers that follow from the seed, and must not find it by trying.
            let bits = getrandom::u64().map_err(|e| format!("the system gives no random numbers: {e}"))?;
            return Ok(SeedArgument { seed: Seed(bits), is_random: true });
        }
        let given = |seed| SeedArgument { seed: Seed(seed), is_random: false };
        text.parse().map(given).map_err(|_| "give a whole number, or `random`".to_owned())
    }
}

/// The standard error that `--until` asks for, as a fraction of the mean.
pub fn parse_until(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    percent
        .filter(|percent| (0.01..=50.0).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| format!("'{text}' is no percentage from 0.01% to 50%; write for example 0.5%"))
}

/// Checks that `--rounds` can be played against all these codemakers.
pub fn check_rounds(rounds: Option<u64>, codemakers: &[Codemaker]) -> Result<(), Failure> {
    rounds.map_or(Ok(()), |rounds| check_rounds_of(&Setting::option("--rounds", rounds), codemakers))
}

/// Checks that this number of rounds can be played against all these codemakers.
pub fn check_rounds_of(rounds: &Setting<u64>, codemakers: &[Codemaker]) -> Result<(), Failure> {
    let Setting { value: wanted, origin } = rounds;
    if *wanted == 0 {
        return Err(Failure::input(format!("{origin} 0 plays nothing; give 1 or more")));
    }
    if *wanted >= MOST_ROUNDS {
        return Err(Failure::input(format!("{origin} {wanted} is too many; give fewer than {MOST_ROUNDS}")));
    }
    for codemaker in codemakers {
        if let Some(most) = codemaker.secrets().filter(|most| wanted > most) {
            let (name, codes) = (codemaker.name(), counted(most, "code"));
            return Err(Failure::input(format!(
                "{name} holds {codes}, {origin} {wanted} wants more; give {most} or fewer"
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
