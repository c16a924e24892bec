//! `arena games`

pub mod analyze;
pub mod explanation;
mod report;
mod text;

use crate::failure::Failure;
use crate::playing::play_games;
use crate::present::{counted, stdout};
use crate::settings::{
    Choice, KnowledgeOptions, LimitOptions, ProgramUse, SeedArgument, Setting, Settings, Trust, check_playable,
    external_players, from_manifest, note_changes, selection, setting,
};
use explanation::Explainer;
pub use explanation::PlayedGame;
use folder_files::TemporaryFolder;
use player_api::registry::Entry;
use report::{GameFormat, GamesReport};
use scsa::{Code, Game, Scsa, algorithms, notation::parse_code};
use std::path::{Path, PathBuf};
use std::{io::Write, ops::ControlFlow};
pub use text::{end_text, printed};
use tournament::{Codemaker, FinishedRounds, Match, Plan, Registry, Transcript, files, in_order};

/// The most rounds with the same secret: a worker gets them together.
const MOST_OF_SECRET: u64 = 1_000_000;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena games rao --rounds 3
  arena games bayes --scsa only-once,mystery-3 --sizes 8x10,20x26
  arena games 1122+lc --seeds 1,2,3
  arena games rao,mine --from results/latest --scsa only-once --sizes 8x10 --round 17
                                                   one round of a tournament again
  arena games rao --secret BACF --explain          what every guess was worth")]
pub struct Games {
    /// The players: names of `arena list` or of the tournament of --from, separated by commas; or NAME=COMMAND, such as NAME=python:FILE.py
    #[arg(value_name = "PLAYER")]
    players: String,
    /// Replay rounds of the tournament in this results folder. It gives the seed, the limits and all else that no option gives, and the
    /// names of its external players and codemakers
    #[arg(long, value_name = "DIR", help_heading = "What is played")]
    from: Option<PathBuf>,
    /// The work of a player that takes an EFFORT, 1 to 100 [default: 10]
    #[arg(long, value_name = "EFFORT", help_heading = "What is played")]
    effort: Option<Setting<String>>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true, help_heading = "What is played",
        help = format!(
            "The codemakers: names of `arena list`, patterns, `all`, codes:FILE; an item with a minus sign before it is removed \
             [default: insert-colors, and only-once where no color comes twice; with --from all of the tournament]"
        )
    )]
    scsa: Option<Vec<Setting<Choice>>>,
    /// The games: pegs x colors, 4x10n where no color comes twice, and ranges such as 4-8x10 [default: 4x6; of a tree:FILE its own; with --from all of the tournament]
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "What is played")]
    sizes: Option<Vec<Setting<String>>>,
    /// The games of each match: the first rounds that `arena run` plays
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "What is played")]
    rounds: u64,
    /// Only this game of each match
    #[arg(long, value_name = "N", conflicts_with = "rounds", value_parser = clap::value_parser!(u64).range(1..), help_heading = "What is played")]
    round: Option<u64>,
    /// The seeds from which secrets and random choices follow: numbers, or `random` [default: 1; with --from the seed of the tournament]
    #[arg(long, visible_alias = "seed", value_name = "SEEDS", value_delimiter = ',', help_heading = "What is played")]
    seeds: Option<Vec<SeedArgument>>,
    /// Play for this secret, in letters or digits; without --sizes the game has 6 colors, or as many as the secret needs
    #[arg(long, value_name = "CODE", help_heading = "What is played")]
    secret: Option<String>,
    /// For every turn: the number of candidates, the expected information of the guess and what it got, and the guess of another player
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
    #[command(flatten)]
    trust: Trust,
}

impl Games {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let secret = self.secret.as_deref().map(ChosenSecret::parse).transpose()?;
        let settings = self.settings(registry, secret.as_ref())?;
        let mut recorded = self.recorded(registry, &settings)?;
        let settings = if recorded.is_some() { settings } else { settings.trusted(registry, ProgramUse::Started)? };
        if let Some(secret) = &secret {
            let plan = settings.plan_without_programs(registry)?;
            secret.check(&plan.games)?;
            ensure!(
                plan.rounds.is_none_or(|rounds| rounds <= MOST_OF_SECRET),
                "--secret is played in at most {MOST_OF_SECRET} rounds; give fewer"
            );
        }
        let reference = self.explain.then(|| explanation::entry(registry, &self.reference)).transpose()?;
        let explainer = reference.map(|reference| Explainer::new(reference, self.times));
        let messages =
            TemporaryFolder::new().map_err(|e| Failure::system(format!("no folder for temporary files: {e}")))?;
        let (plan, messages) = match (&self.from, &recorded) {
            (Some(from), Some(_)) => (
                settings.played_plan(registry, ProgramUse::Absent)?,
                from_manifest::folder_of(from).join(files::MESSAGES),
            ),
            _ => {
                let plan = settings.plan(registry)?;
                (external_players::with_messages(registry, &plan, Some(messages.path())), messages.path().to_owned())
            }
        };
        if recorded.is_none() {
            self.from.as_ref().map_or(Ok(()), |from| note_changes(&plan, from_manifest::folder_of(from)))?;
            check_playable(&plan, 1)?;
        }
        let mut show = GameDisplay { only: self.round, secret, explainer, messages, recorded: recorded.take() };
        let mut report = GamesReport::new(stdout(), self.format);
        let own_seed = [SeedArgument { seed: plan.seed, is_random: false }];
        for match_ in plan.matches() {
            for &SeedArgument { seed, .. } in self.seeds.as_deref().unwrap_or(&own_seed) {
                let plan = Plan { seed, ..plan.clone() };
                if !show.games(&plan, &match_, &mut report)? {
                    // No seed changes that.
                    break;
                }
            }
        }
        Ok(report.finish()?)
    }

    /// The games of the tournament, if the guesses of all its players that are asked for and are programs of their own are recorded: then
    /// none of them is started, unless that is asked for.
    fn recorded(&self, registry: &Registry, settings: &Settings) -> Result<Option<FinishedRounds>, Failure> {
        let Some(from) =
            self.from.as_ref().filter(|_| self.secret.is_none() && self.seeds.is_none() && !self.trust.is_given)
        else {
            return Ok(None);
        };
        let folder = from_manifest::folder_of(from);
        let mut programs = selection::programs(settings.players.as_deref().unwrap_or_default()).peekable();
        if programs.peek().is_none() || !folder_files::exists(&folder.join(files::ROUNDS)) {
            return Ok(None);
        }
        let plan = settings.played_plan(registry, ProgramUse::Absent)?;
        let rounds = FinishedRounds::open(folder, &plan).map_err(|e| Failure::unread(&e, &e))?;
        Ok(programs.all(|(program, _)| rounds.has_guesses_of(program.parts().0)).then_some(rounds))
    }

    /// What is played: that of the options, and for what they leave open that of the tournament.
    fn settings(&self, registry: &Registry, secret: Option<&ChosenSecret>) -> Result<Settings, Failure> {
        // The command of a program may have commas, and the name of a file.
        let is_one = self.players.contains('=') || Path::new(&self.players).is_file();
        let items = if is_one { vec![&*self.players] } else { self.players.split(',').collect() };
        let choices = items.into_iter().map(|item| match is_one && item.contains('=') {
            true => Choice::program(item.to_owned()),
            false => selection::resolved_choice(registry, Choice::Name(item.to_owned())),
        });
        let choices: Vec<Choice> = choices.collect();
        let rounds = Some(match self.round {
            Some(round) => Setting::option("--round", round),
            None => Setting::option("--rounds", self.rounds),
        });
        let given = Settings {
            players: Some(choices.iter().map(|choice| Setting::option("PLAYER", choice.clone())).collect()),
            effort: self.effort.clone(),
            scsa: self.scsa.clone(),
            sizes: self.sizes.clone(),
            rounds: rounds.clone(),
            limits: self.limits.clone(),
            knowledge: self.knowledge.clone(),
            trust: self.trust,
            ..Settings::default()
        };
        let Some(from) = &self.from else {
            let names = choices.iter().filter(|choice| matches!(choice, Choice::Name(_)));
            let players: Vec<Entry> =
                names.map(|choice| selection::one_player(registry, choice.name())).collect::<Result<_, _>>()?;
            let game = secret.map_or_else(|| selection::default_game(&players), |secret| secret.default_game(&players));
            let sizes = given.sizes.unwrap_or_else(|| vec![Setting::option("--sizes", game.to_string())]);
            let games = setting::selected(&sizes, selection::sizes, String::clone)?;
            let uniform = in_order(games, |game| algorithms::uniform(game).name());
            let scsa = given.scsa.or_else(|| Some(selection::named("--scsa", uniform)));
            return Ok(Settings { scsa, sizes: Some(sizes), ..given });
        };
        let tournament = from_manifest::read(from, rounds.as_ref())?;
        let is_other = |name: &str| !choices.iter().any(|own| matches!(own, Choice::Name(own) if own == name));
        let programs = |list: &'_ Option<Vec<Setting<Choice>>>| -> Vec<selection::ProgramChoice> {
            selection::programs(list.as_deref().unwrap_or_default()).map(|(program, _)| program.clone()).collect()
        };
        // What the players of the tournament did not see, because it is of other players or of codemakers, they do not see now.
        let mut other_programs = programs(&tournament.players);
        other_programs.retain(|program| is_other(program.parts().0));
        other_programs.extend(programs(&tournament.scsa));
        let mut settings = Settings { other_programs, ..given }.or(tournament);
        // Players must not find the results, as in the tournament.
        settings.output.out = Some(Setting::option("--out", from_manifest::folder_of(from).to_owned()));
        Ok(settings)
    }
}

struct GameDisplay {
    only: Option<u64>,
    secret: Option<ChosenSecret>,
    explainer: Option<Explainer>,
    /// The folder of what external players write.
    messages: PathBuf,
    recorded: Option<FinishedRounds>,
}

impl GameDisplay {
    /// Reports the games of a match as they are played, or only one, or why it cannot be played. Returns whether it was played.
    fn games(&mut self, plan: &Plan, match_: &Match, report: &mut GamesReport<impl Write>) -> Result<bool, Failure> {
        let note = self.secret.as_ref().and_then(|secret| secret.note(&match_.codemaker, match_.game));
        let code = self.secret.as_ref().map(|secret| secret.code);
        let (only, mut reference) = (self.only, None);
        let explainer = &mut self.explainer;
        let messages = &self.messages;
        let mut show = |transcript: Transcript, is_unprepared| {
            if only.is_some_and(|only| only != transcript.record.number) {
                return Ok(ControlFlow::Continue(()));
            }
            let explanation = explainer.as_mut().map(|explainer| {
                let reference = reference.get_or_insert_with(|| explainer.prepare(plan, match_));
                explainer.explain(plan, match_, reference, &transcript)
            });
            let (note, printed) =
                (note.clone(), external_players::printed_in(messages, match_, transcript.record.number));
            let (match_, seed) = (match_.clone(), plan.seed);
            report.played(PlayedGame { match_, seed, transcript, is_unprepared, note, explanation, printed })?;
            Ok(ControlFlow::Continue(()))
        };
        if let Some(rounds) = self.recorded.as_mut().filter(|rounds| rounds.has_guesses_of(match_.player.name())) {
            for played in rounds.games(match_) {
                if show(played.map_err(Failure::input)?, false)?.is_break() {
                    break;
                }
            }
            return Ok(true);
        }
        let refusal = play_games(plan, match_, only.unwrap_or(1), code, show)?;
        if let Some(reason) = &refusal {
            report.unsupported(match_, plan.seed, reason)?;
        }
        Ok(refusal.is_none())
    }
}

/// The number of colors of a game for a secret without a game, unless the secret needs more.
const COLORS: usize = 6;

#[derive(Clone, Debug)]
pub struct ChosenSecret {
    text: String,
    pub code: Code,
    least: Game,
}

impl ChosenSecret {
    pub fn parse(text: &str) -> Result<ChosenSecret, Failure> {
        let code = parse_code(text).map_err(|e| failure!("--secret '{text}' is no code: {e}"))?;
        let colors = code.pegs().map(|color| color.index() + 1).max().unwrap_or(1);
        let least = Game::new(code.len(), colors).map_err(|e| failure!("--secret {text}: {e}"))?;
        Ok(ChosenSecret { text: text.to_owned(), code, least })
    }

    /// The game where none is given: that of the first player which plays one game only, if the secret is a code there; else
    /// 6 colors, or as many as the secret needs.
    pub fn default_game(&self, players: &[Entry]) -> Game {
        let only = players.iter().find_map(Entry::only_game).filter(|game| game.is_legal(&self.code));
        let colors = self.least.colors().max(COLORS);
        only.unwrap_or_else(|| Game::new(self.least.pegs(), colors).unwrap_or(self.least))
    }

    pub fn check(&self, sizes: &[Game]) -> Result<(), Failure> {
        let Some(game) = sizes.iter().find(|game| !game.is_legal(&self.code)) else { return Ok(()) };
        let (pegs, colors) = (counted(self.least.pegs(), "peg"), counted(self.least.colors(), "color"));
        let (text, such_as) = (&self.text, self.default_game(&[]));
        bail!("--secret {text} has {pegs} and needs {colors}, but the size is {game}; choose --sizes {such_as}")
    }

    pub fn note(&self, codemaker: &Codemaker, game: Game) -> Option<String> {
        let (name, code) = (codemaker.name(), &self.code);
        let is_impossible = |rule: &dyn Scsa| !(rule.supports(game) && rule.probability(game, code) > 0.0);
        if codemaker.rule().is_some_and(|rule| is_impossible(&*rule)) {
            return Some(format!("{name} cannot make {code}: players that rely on its rule may not find it"));
        }
        let listed = match codemaker {
            Codemaker::Codes { codes, .. } => Some(codes.codes()),
            Codemaker::Recorded { codes, .. } => codes.secrets(game),
            Codemaker::Rule { .. } | Codemaker::Weighted { .. } => None,
        };
        listed.filter(|codes| !codes.contains(code)).map(|_| format!("{code} is not among the codes of {name}"))
    }
}
