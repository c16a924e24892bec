//! `arena games`

use super::{
    Failure, counted,
    options::{LimitOptions, TellingOptions, check_played, check_rounds},
    runner::this_program,
    select,
};
use player_api::Outcome;
use std::{
    fmt::Write as _,
    io::{self, Write},
};
use tournament::{Match, Plan, Registry, RoundRecord, Rules, Seed, Transcript, TranscriptError, Transcripts, Workers};

/// What `arena games` takes.
#[derive(Debug, clap::Args)]
pub struct Games {
    /// The player: a name of `arena list`
    player: String,
    /// How much work a guess of a player with an EFFORT may take, 1 to 100 [default: 10]
    #[arg(long, value_name = "EFFORT")]
    effort: Option<String>,
    /// The codemakers: `all`, or names of `arena list`, or codes:FILE, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "insert-colors")]
    scsa: Vec<String>,
    /// The sizes, pegs x colors, separated by commas [default: 4x6; of a tree:FILE its own]
    #[arg(long, value_name = "PxC", value_delimiter = ',')]
    sizes: Option<Vec<String>>,
    /// How many games of each match: the first rounds that `arena run` plays
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: u64,
    /// The seeds that everything drawn follows from, separated by commas
    #[arg(long, visible_alias = "seed", value_name = "SEEDS", value_delimiter = ',', default_value = "1")]
    seeds: Vec<u64>,
    #[command(flatten)]
    telling: TellingOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Games {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.plan(registry)?;
        check_played(&plan)?;
        let workers = Workers::Processes(this_program()?, 1);
        let mut out = Blocks { out: io::stdout().lock(), first: true };
        for game in plan.matches() {
            for &seed in &self.seeds {
                let plan = Plan { seed: Seed(seed), ..plan.clone() };
                if !print_match(&plan, &game, &workers, &mut out)? {
                    // It is so with every seed.
                    break;
                }
            }
        }
        Ok(())
    }

    /// What is to be played, with each of the seeds.
    fn plan(&self, registry: &Registry) -> Result<Plan, Failure> {
        let players =
            select::with_effort(registry, vec![select::one_player(registry, &self.player)?], self.effort.as_deref())?;
        let codemakers = select::codemakers(registry, &self.scsa)?;
        check_rounds(Some(self.rounds), &codemakers)?;
        let telling = self.telling.telling(&codemakers)?;
        let sizes = match &self.sizes {
            Some(texts) => select::sizes(texts)?,
            None => vec![select::default_size(&players)],
        };
        Ok(Plan {
            players,
            codemakers,
            sizes,
            rounds: Some(self.rounds),
            seed: Seed(1),
            limits: self.limits.limits()?,
            rules: Rules::Report,
            knowledge: telling,
        })
    }
}

/// Prints the games of a match as they are played, or why it is not; whether it is.
fn print_match(plan: &Plan, game: &Match, workers: &Workers, out: &mut Blocks<impl Write>) -> Result<bool, Failure> {
    let title = format!("{} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
    let mut games = Transcripts::new(plan, game, workers).map_err(|e| Failure::run(e.to_string()))?;
    loop {
        match games.next_game() {
            Ok(Some(played)) => {
                let RoundRecord { number, secret, .. } = &played.record;
                let head = format!("{title}, seed {}, round {number}: the secret is {secret}\n", plan.seed.0);
                out.print(&(head + &transcript(&played)))?;
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

/// The turns of a game, black before white, and how it ended.
fn transcript(game: &Transcript) -> String {
    let width = game.turns.len().to_string().len();
    let most = game.record.secret.pegs().len().to_string().len();
    let mut text = String::new();
    for (number, turn) in (1..).zip(&game.turns) {
        let (guess, black, white) = (turn.guess, turn.feedback.black(), turn.feedback.white());
        // Writing into memory does not fail, here and below.
        let _ = writeln!(text, "  {number:>width$}  {guess}  {black:>most$} {white:>most$}");
    }
    let _ = match &game.record.round.outcome {
        Outcome::Win => writeln!(text, "win in {}", counted(game.record.round.guesses, "guess")),
        Outcome::Loss(limit) => writeln!(text, "loss: {limit}"),
        Outcome::Failure(fault) => writeln!(text, "failure: {}", fault.to_string().replace(['\n', '\r'], " ")),
    };
    text
}

/// Prints blocks of lines with a blank line between them, each at once.
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
