//! `arena games`

mod comparison;
mod explained_text;
mod explanation;
pub mod figures;
mod format;
mod json;
mod played;
mod reference;
mod report;
mod secret;
mod text;

use super::{
    Failure, external,
    options::{KnowledgeOptions, LimitOptions, SeedArgument, check_playable, check_rounds},
    runner::this_program,
    select,
};
use explanation::Explainer;
use format::GameFormat;
use played::{Heading, PlayedGame};
use player_api::registry::Entry;
use reference::Reference;
use report::GamesReport;
use secret::ChosenSecret;
use std::io::{self, Write};
use tournament::{Match, Plan, Registry, Rules, TranscriptError, Transcripts, Workers};

/// The arguments of `arena games`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena games rao --rounds 3
  arena games bayes --scsa only-once,mystery-3 --sizes 8x10,20x26
  arena games 1122+lc --seeds 1,2,3
  arena games rao,dino --sizes 8x10 --round 17     one round of a tournament again
  arena games rao --secret BACF --explain          what every guess was worth")]
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
    /// Play for this secret, in letters or digits; without --sizes the game has 6 colors, or as many as the secret needs
    #[arg(long, value_name = "CODE", help_heading = "What is played")]
    secret: Option<String>,
    /// For every turn: the codes still possible, the expected information of the guess and what it got, and the guess of another
    /// player
    #[arg(long, help_heading = "What is shown")]
    explain: bool,
    /// The player whose guess is shown beside every guess
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "bayes:1",
        requires = "explain",
        help_heading = "What is shown"
    )]
    reference: String,
    /// Show the CPU time of every guess, too
    #[arg(long, requires = "explain", help_heading = "What is shown")]
    times: bool,
    /// The format: text or json
    #[arg(long, value_enum, default_value_t, hide_possible_values = true, help_heading = "What is shown")]
    format: GameFormat,
    #[command(flatten)]
    knowledge: KnowledgeOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Games {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let secret = self.secret.as_deref().map(ChosenSecret::parse).transpose()?;
        let plan = self.plan(registry, secret.as_ref())?;
        let explainer = match self.explain {
            true => Some(Explainer::new(reference::entry(registry, &self.reference)?, self.times)),
            false => None,
        };
        check_playable(&plan)?;
        let workers = Workers::Processes(this_program()?, 1);
        let mut show = GameDisplay { only: self.round, secret, workers, explainer };
        let mut report = GamesReport::new(io::stdout().lock(), self.format);
        for game in plan.matches() {
            for &SeedArgument { seed, .. } in &self.seeds {
                let plan = Plan { seed, ..plan.clone() };
                if !show.games(&plan, &game, &mut report)? {
                    // No seed changes that.
                    break;
                }
            }
        }
        Ok(report.finish()?)
    }

    fn players(&self, registry: &Registry) -> Result<Vec<Entry>, Failure> {
        match self.players.contains('=') {
            true => Ok(vec![external::entry(registry, &self.players, self.limits.limits()?, None)?]),
            false => self.players.split(',').map(|name| select::one_player(registry, name)).collect(),
        }
    }

    /// What is played with each of the seeds.
    fn plan(&self, registry: &Registry, secret: Option<&ChosenSecret>) -> Result<Plan, Failure> {
        let players = select::with_effort(registry, self.players(registry)?, self.effort.as_deref())?;
        let codemakers = select::codemakers(registry, &self.scsa)?;
        let rounds = self.round.unwrap_or(self.rounds);
        check_rounds(Some(rounds), &codemakers)?;
        let knowledge = self.knowledge.policy(&codemakers)?;
        let sizes = match (&self.sizes, secret) {
            (Some(texts), _) => select::sizes(texts)?,
            (None, Some(secret)) => vec![secret.default_size(&players)],
            (None, None) => vec![select::default_size(&players)],
        };
        if let Some(secret) = secret {
            secret.check(&sizes)?;
        }
        Ok(Plan {
            players,
            codemakers,
            sizes,
            rounds: Some(rounds),
            seed: Plan::SEED,
            limits: self.limits.limits()?,
            rules: Rules::Report,
            knowledge,
        })
    }
}

/// How games are played and explained.
struct GameDisplay {
    /// The only round that is shown, if there is one.
    only: Option<u64>,
    secret: Option<ChosenSecret>,
    workers: Workers,
    explainer: Option<Explainer>,
}

impl GameDisplay {
    /// Reports the games of a match as they are played, or only one, or why it cannot be played. Returns whether it was played.
    fn games(&mut self, plan: &Plan, game: &Match, report: &mut GamesReport<impl Write>) -> Result<bool, Failure> {
        let heading = Heading {
            player: game.player.name().to_owned(),
            scsa: game.codemaker.name().to_owned(),
            size: game.size,
            seed: plan.seed.0,
        };
        let failure = |e: TranscriptError| Failure::run(e.to_string());
        let mut games = Transcripts::new(plan, game, &self.workers).map_err(failure)?;
        if let Some(secret) = &self.secret {
            games = games.with_secret(secret.code).map_err(failure)?;
        }
        games.skip_to(self.only.unwrap_or(1));
        let note = self.secret.as_ref().and_then(|secret| secret.note(&game.codemaker, game.size));
        let mut reference: Option<Reference> = None;
        loop {
            match games.next_game() {
                Ok(Some(played)) if self.only.is_some_and(|only| only != played.record.number) => {}
                Ok(Some(transcript)) => {
                    let explanation = self.explainer.as_mut().map(|explainer| {
                        let entry = explainer.reference.clone();
                        let reference = reference.get_or_insert_with(|| Reference::prepare(&entry, plan, game));
                        explainer.explain(plan, game, reference, &transcript)
                    });
                    let (heading, note) = (heading.clone(), note.clone());
                    let is_unprepared = games.is_unprepared();
                    report.game(PlayedGame { heading, transcript, is_unprepared, note, explanation })?;
                }
                Ok(None) => return Ok(true),
                Err(TranscriptError::Unsupported(reason)) => {
                    report.unsupported(&heading, &reason)?;
                    return Ok(false);
                }
                Err(e) => return Err(failure(e)),
            }
        }
    }
}
