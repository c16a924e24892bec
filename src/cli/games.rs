//! `arena games`

use super::{
    Failure, counted, external,
    options::{KnowledgeOptions, LimitOptions, SeedArgument, check_playable, check_rounds},
    outcome,
    runner::this_program,
    select,
};
use player_api::{Outcome, registry::Entry};
use scsa::Size;
use std::{
    fmt::Write as _,
    io::{self, Write},
};
use tournament::{Match, Plan, Registry, RoundRecord, Rules, Seed, Transcript, TranscriptError, Transcripts, Workers};

/// The arguments of `arena games`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena games rao --rounds 3
  arena games bayes --scsa only-once,mystery-3 --sizes 8x10,20x26
  arena games 1122+lc --seeds 1,2,3
  arena games rao,dino --sizes 8x10 --round 17     one round of a tournament again")]
pub struct Games {
    /// The players: names of `arena list` separated by commas, or NAME=COMMAND
    #[arg(value_name = "PLAYER")]
    players: String,
    /// The work of a player that takes an EFFORT, 1 to 100 [default: 10]
    #[arg(long, value_name = "EFFORT", help_heading = "What is played")]
    effort: Option<String>,
    /// The codemakers: names of `arena list`, patterns, `all`, codes:FILE; an item with a minus sign before it is removed
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "insert-colors",
        allow_hyphen_values = true,
        help_heading = "What is played"
    )]
    scsa: Vec<String>,
    /// The sizes, pegs x colors, and ranges such as 4-8x10 [default: 4x6; of a tree:FILE its own]
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "What is played")]
    sizes: Option<Vec<String>>,
    /// The games of each match: the first rounds that `arena run` plays
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "What is played")]
    rounds: u64,
    /// Only this game of each match
    #[arg(long, value_name = "N", conflicts_with = "rounds", value_parser = clap::value_parser!(u64).range(1..), help_heading = "What is played")]
    round: Option<u64>,
    /// The seeds from which secrets and random choices follow: numbers, or `random`
    #[arg(
        long,
        visible_alias = "seed",
        value_name = "SEEDS",
        value_delimiter = ',',
        default_value = "1",
        help_heading = "What is played"
    )]
    seeds: Vec<SeedArgument>,
    #[command(flatten)]
    knowledge: KnowledgeOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Games {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.plan(registry)?;
        check_playable(&plan)?;
        let workers = Workers::Processes(this_program()?, 1);
        let mut out = Blocks { out: io::stdout().lock(), first: true };
        for game in plan.matches() {
            for &SeedArgument(seed) in &self.seeds {
                let plan = Plan { seed, ..plan.clone() };
                if !print_match(&plan, &game, self.round, &workers, &mut out)? {
                    // No seed changes that.
                    break;
                }
            }
        }
        Ok(())
    }

    fn players(&self, registry: &Registry) -> Result<Vec<Entry>, Failure> {
        match self.players.contains('=') {
            true => Ok(vec![external::entry(registry, &self.players, self.limits.limits()?, None)?]),
            false => self.players.split(',').map(|name| select::one_player(registry, name)).collect(),
        }
    }

    /// What is played with each of the seeds.
    fn plan(&self, registry: &Registry) -> Result<Plan, Failure> {
        let players = select::with_effort(registry, self.players(registry)?, self.effort.as_deref())?;
        let codemakers = select::codemakers(registry, &self.scsa)?;
        let rounds = self.round.unwrap_or(self.rounds);
        check_rounds(Some(rounds), &codemakers)?;
        let knowledge = self.knowledge.policy(&codemakers)?;
        let sizes = match &self.sizes {
            Some(texts) => select::sizes(texts)?,
            None => vec![select::default_size(&players)],
        };
        Ok(Plan {
            players,
            codemakers,
            sizes,
            rounds: Some(rounds),
            seed: Seed(1),
            limits: self.limits.limits()?,
            rules: Rules::Report,
            knowledge,
        })
    }
}

/// Prints the games of a match as they are played, or only one, or why it cannot be played. Returns whether it was played.
fn print_match(
    plan: &Plan,
    game: &Match,
    only: Option<u64>,
    workers: &Workers,
    out: &mut Blocks<impl Write>,
) -> Result<bool, Failure> {
    let title = format!("{} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
    let mut games = Transcripts::new(plan, game, workers).map_err(|e| Failure::run(e.to_string()))?;
    games.skip_to(only.unwrap_or(1));
    loop {
        match games.next_game() {
            Ok(Some(played)) if only.is_some_and(|only| only != played.record.number) => {}
            Ok(Some(played)) => {
                let RoundRecord { number, secret, .. } = &played.record;
                let head = format!("{title}, seed {}, round {number}: the secret is {secret}\n", plan.seed.0);
                out.print(&(head + &transcript(&played, game.size)))?;
            }
            Ok(None) => return Ok(true),
            Err(TranscriptError::Unsupported(reason)) => {
                out.print(&format!("{title}: not played, {reason}\n"))?;
                return Ok(false);
            }
            Err(e) => return Err(Failure::run(e.to_string())),
        }
    }
}

/// The turns of a game, black before white, and its outcome.
fn transcript(game: &Transcript, size: Size) -> String {
    let width = game.turns.len().to_string().len();
    let most = game.record.secret.pegs().len().to_string().len();
    let mut text = String::new();
    for (number, turn) in (1..).zip(&game.turns) {
        let (guess, black, white) = (turn.guess, turn.feedback.black(), turn.feedback.white());
        // Writing into memory does not fail, here and below.
        let _ = writeln!(text, "  {number:>width$}  {guess}  {black:>most$} {white:>most$}");
    }
    let outcome = &game.record.round.outcome;
    let _ = match outcome {
        Outcome::Win => writeln!(text, "win in {}", counted(game.record.round.guesses, "guess")),
        Outcome::Loss(_) => writeln!(text, "loss: {}", outcome::cause(outcome, size)),
        Outcome::Failure(_) => writeln!(text, "failure: {}", outcome::cause(outcome, size)),
    };
    text
}

/// Prints blocks of lines, with a blank line between two blocks.
struct Blocks<W> {
    out: W,
    first: bool,
}

impl<W: Write> Blocks<W> {
    fn print(&mut self, block: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.first) {
            writeln!(self.out)?;
        }
        self.out.write_all(block.as_bytes())?;
        self.out.flush()
    }
}
