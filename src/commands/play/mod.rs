//! `arena play`

pub mod command;
mod comparison;
mod game;

use crate::{
    failure::Failure,
    playing::{
        advisers::{AdvisedGame, Advisers},
        deductions::Deductions,
    },
    present::{conversation::converse, program_name::program_name},
    settings::{
        plan::check_rounds,
        rules::{KnowledgeOptions, LimitOptions, SeedArgument},
        select,
    },
    this_program::this_program,
};
use comparison::SecretComparison;
use game::PlayGame;
use player_api::registry::Entry;
use scsa::{Size, notation::Notation};
use tournament::{Codemaker, Plan, Registry, Rules, Seed, Workers};

/// The seeds that are drawn are below this, so that a person can type them again.
const SEEDS: u64 = 1_000_000;
/// On larger boards `knuth` takes long to prepare: it is not compared by default.
const FEW_CODES: u64 = 5_000;
/// The word for no players.
const NONE: &str = "none";

/// The arguments of `arena play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena play
  arena play --scsa only-once --size 5x8 --seed 7      a secret that can be played again
  arena play --size 20x26 --hint rao
  arena play --seed 7 < lines.txt                      in plain lines, read from a file

Lines: a code, hint [PLAYER], undo, left, grid, turns, give up, help, quit.")]
pub struct Play {
    /// The codemaker: an SCSA of `arena list`, codes:FILE or weighted:FILE
    #[arg(long, value_name = "SCSA", default_value = "insert-colors", help_heading = "What is played")]
    scsa: String,
    /// The size of the game, pegs x colors
    #[arg(long, value_name = "PxC", default_value = "4x6", help_heading = "What is played")]
    size: String,
    /// The seed of the secret: a number, or `random` [default: a random number below a million, which is shown]
    #[arg(long, value_name = "SEED", help_heading = "What is played")]
    seed: Option<SeedArgument>,
    /// The round whose secret it is, as `arena run` and `arena codes` number them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..), help_heading = "What is played")]
    round: u64,
    /// The player that gives hints when none is named, or NAME=COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "bayes:1", help_heading = "What is shown")]
    hint: String,
    /// The players whose games for the same secret are shown at the end, or `none` [default: rao and bayes:1; knuth, too, up to
    /// 5000 codes]
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "What is shown"
    )]
    compare: Option<Vec<String>>,
    #[command(flatten)]
    knowledge: KnowledgeOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Play {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let codemaker = select::codemaker(registry, &self.scsa)?;
        let size = size_for(&codemaker, &self.size)?;
        check_rounds(Some(self.round), std::slice::from_ref(&codemaker))?;
        let seed = match self.seed {
            Some(SeedArgument { seed, .. }) => seed,
            None => random_seed()?,
        };
        let plan = Plan {
            players: self.compared(registry, size)?,
            codemakers: vec![codemaker.clone()],
            sizes: vec![size],
            rounds: Some(self.round),
            seed,
            limits: self.limits.limits()?,
            rules: Rules::Report,
            knowledge: self.knowledge.policy(std::slice::from_ref(&codemaker))?,
            separate: false,
        };
        let mut stream = seed.secrets(size, codemaker.stream_name()).round(self.round);
        let secret = codemaker.secret(size, self.round, &mut stream).ok_or_else(|| {
            Failure::input(format!("{} makes no secret of round {}; give another --round", self.scsa, self.round))
        })?;
        let knowledge = plan.knowledge.knowledge(&codemaker, size);
        let deductions = Deductions::new(size, codemaker.name(), &knowledge);
        let round = self.round;
        let game = AdvisedGame { size, codemaker, knowledge, limits: plan.limits, seed, round };
        let advisers = Advisers::new(registry.clone(), game);
        advisers.check(&self.hint)?;
        let of_round = if round > 1 { format!(", round {round}") } else { String::new() };
        converse(PlayGame {
            size,
            title: format!("{size} against {}, seed {}{of_round}", self.scsa, seed.0),
            command: self.command(size, seed),
            secret,
            guess_limit: plan.limits.guesses,
            hint_player: self.hint.clone(),
            turns: Vec::new(),
            notation: Notation::Letters,
            deductions,
            advisers,
            comparison: SecretComparison { plan, workers: Workers::Processes(this_program()?, 1) },
            undone: 0,
            hints: 0,
        })
    }

    /// The players that are compared.
    fn compared(&self, registry: &Registry, size: Size) -> Result<Vec<Entry>, Failure> {
        match self.compare.as_deref() {
            Some([word]) if word == NONE => Ok(Vec::new()),
            Some(list) => select::players(registry, list),
            None => {
                let few = size.count_at_most(FEW_CODES).is_some();
                let names = ["rao", "knuth", "bayes:1"].into_iter().filter(|name| few || *name != "knuth");
                names.map(|name| select::player(registry, name)).collect()
            }
        }
    }

    /// The command that plays the same secret again.
    fn command(&self, size: Size, seed: Seed) -> String {
        let round = if self.round > 1 { format!(" --round {}", self.round) } else { String::new() };
        let (program, scsa) = (program_name(), crate::present::words::shell_word(&self.scsa));
        format!("{program} play --scsa {scsa} --size {size} --seed {}{round}", seed.0)
    }
}

/// Reads a size that the codemaker supports.
pub fn size_for(codemaker: &Codemaker, text: &str) -> Result<Size, Failure> {
    let size = select::size(text)?;
    match codemaker.objection(size) {
        None => Ok(size),
        Some(objection) => Err(Failure::input(format!("--size {size} cannot be played: {objection}; choose --size"))),
    }
}

fn random_seed() -> Result<Seed, Failure> {
    let bits = getrandom::u64().map_err(|e| Failure::run(format!("the system gives no random numbers: {e}")))?;
    Ok(Seed(bits % SEEDS))
}
