//! `arena play`: a person breaks the code.

use super::{Advisers, Conversation, Deductions, OpenRound, Reply, converse, typed_code};
use crate::failure::Failure;
use crate::playing::play_games;
use crate::present::{counted, program_name, words};
use crate::settings::{KnowledgeOptions, LimitOptions, SeedArgument, Setting, check_rounds, random_bits, selection};
use player_api::{FailureKind, registry::Entry};
use scsa::notation::{Notation, code_form};
use scsa::{Code, Game, Turn};
use std::collections::HashMap;
use std::ops::ControlFlow;
use tournament::{Match, Plan, Registry, Rules, Seed};

/// The seeds that are drawn are below this, so that a person can type them again.
const SEEDS: u64 = 1_000_000;
/// On larger boards `knuth` takes long to prepare: it is not compared by default.
const FEW_CODES: u64 = 5_000;
const NONE: &str = "none";
const HELP: [&str; 8] = [
    "CODE             guess a code",
    "hint [PLAYER]    what a player would guess now",
    "undo             take the last guess back",
    "left [N]         the number of codes that are left, and the codes if they are at most N",
    "grid             what every peg can still be",
    "turns            all guesses with their answers",
    "give up          the secret, and what players need for it",
    "quit             leave; the input may also end",
];

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena play
  arena play --scsa only-once --size 5x8 --seed 7      a secret that can be played again
  arena play --size 20x26 --hint rao
  arena play --seed 7 < lines.txt                      lines of a file

Lines: a code, hint [PLAYER], undo, left [N], grid, turns, give up, help, quit.")]
pub struct Play {
    /// The codemaker: an SCSA of `arena list`, codes:FILE or weighted:FILE [default: insert-colors; only-once where no color comes twice]
    #[arg(long, value_name = "SCSA", help_heading = "What is played")]
    scsa: Option<String>,
    /// The game: pegs x colors, or 4x10n where no color comes twice
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
    /// The players whose games for the same secret are shown at the end, or `none` [default: rao and bayes:1; knuth, too, up to 5000 codes]
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
        let (codemaker, game) = selection::chosen_match(registry, self.scsa.as_deref(), &self.size)?;
        check_rounds(&Setting::option("--rounds", self.round), std::slice::from_ref(&codemaker))?;
        let seed = match self.seed {
            Some(SeedArgument { seed, .. }) => seed,
            None => Seed(random_bits()? % SEEDS),
        };
        let plan = Plan {
            players: self.compared(registry, game)?,
            codemakers: vec![codemaker.clone()],
            games: vec![game],
            rounds: Some(self.round),
            seed,
            guess_limits: self.limits.guess_limits(),
            limits: self.limits.limits()?,
            rules: Rules::Report,
            knowledge: self.knowledge.policy(std::slice::from_ref(&codemaker))?,
            separate: false,
        };
        let mut stream = seed.secrets(game, codemaker.stream_name()).round(self.round);
        let secret = codemaker.secret(game, self.round, &mut stream).ok_or_else(|| {
            failure!("{} makes no secret of round {}; give another --round", codemaker.name(), self.round)
        })?;
        let knowledge = plan.knowledge.knowledge(&codemaker, game);
        let deductions = Deductions::new(game, codemaker.name(), &knowledge);
        let (name, round) = (codemaker.name().to_owned(), self.round);
        let (registry, limits) = (registry.clone(), (plan.guess_limits.of(game), plan.limits));
        let advisers = Advisers { registry, game, codemaker, knowledge, limits, seed, round, started: HashMap::new() };
        advisers.check(&self.hint)?;
        let (of_round, option) = match round {
            1 => (String::new(), String::new()),
            _ => (format!(", round {round}"), format!(" --round {round}")),
        };
        let (program, scsa) = (program_name(), words::shell_word(&name));
        converse(PlayedSecret {
            round: OpenRound { game, turns: Vec::new(), notation: Notation::Letters, deductions, advisers },
            title: format!("{game} against {name}, seed {}{of_round}", seed.0),
            command: format!("{program} play --scsa {scsa} --size {game} --seed {}{option}", seed.0),
            secret,
            hint_player: self.hint.clone(),
            plan,
            undone: 0,
            hints: 0,
        })
    }

    fn compared(&self, registry: &Registry, game: Game) -> Result<Vec<Entry>, Failure> {
        match self.compare.as_deref() {
            Some([word]) if word == NONE => Ok(Vec::new()),
            Some(list) => selection::players(registry, list),
            None => {
                let few = game.count_at_most(FEW_CODES).is_some();
                let names = ["rao", "knuth", "bayes:1"].into_iter().filter(|name| few || *name != "knuth");
                names.map(|name| selection::player(registry, name)).collect()
            }
        }
    }
}

struct PlayedSecret {
    round: OpenRound,
    /// What is played, such as `4x6 against insert-colors, seed 7`.
    title: String,
    command: String,
    secret: Code,
    hint_player: String,
    /// What is compared at the end: the last round of every player, as a tournament plays it.
    plan: Plan,
    /// How many guesses were taken back, and how many hints were given.
    undone: usize,
    hints: usize,
}

impl PlayedSecret {
    /// The answer to a command; none to other words.
    fn command(&mut self, words: &[&str]) -> Option<Reply> {
        Some(match words {
            ["hint" | "h"] => self.hint(&self.hint_player.clone()),
            ["hint" | "h", player] => self.hint(player),
            ["undo" | "u"] => self.undo(),
            ["give", "up"] => {
                let guesses = counted(self.round.turns.len(), "guess");
                let secret = self.round.notation.code(&self.secret);
                self.end([format!("given up after {guesses}{}: the secret is {secret}", self.helped())])
            }
            ["help" | "?"] => Reply::lines(HELP.map(str::to_owned)),
            ["quit" | "exit" | "q"] => self.end_of_input(),
            _ => return self.round.look(words, "there is no guess yet"),
        })
    }

    fn guess(&mut self, guess: Code, notation: Notation) -> Reply {
        self.round.notation = notation;
        self.round.turns.push(Turn::new(self.round.game, guess, &self.secret));
        let number = self.round.turns.len();
        let (turn, guesses) = (self.round.turn(number - 1), counted(number, "guess"));
        if guess == self.secret {
            let helped = self.helped();
            return self.end([turn, format!("found in {guesses}{helped}: the secret is {}", notation.code(&guess))]);
        }
        let line = format!("{turn}; {}", self.round.left());
        if number >= self.plan.guess_limits.of(self.round.game) {
            let secret = notation.code(&self.secret);
            return self.end([line, format!("not found in {guesses}, the limit: the secret is {secret}")]);
        }
        Reply::line(line)
    }

    fn helped(&self) -> String {
        let hints = (self.hints > 0).then(|| counted(self.hints, "hint"));
        let undone = (self.undone > 0).then(|| format!("{} taken back", self.undone));
        let helped: Vec<String> = hints.into_iter().chain(undone).collect();
        if helped.is_empty() { String::new() } else { format!(" ({})", helped.join(", ")) }
    }

    fn hint(&mut self, player: &str) -> Reply {
        let OpenRound { turns, notation, deductions, advisers, .. } = &mut self.round;
        Reply::line(match advisers.guess(player, turns) {
            Ok(guess) => {
                self.hints += 1;
                let may_be = if deductions.is_candidate(&guess, turns) { "may" } else { "cannot" };
                format!("hint: {player} guesses {}, which {may_be} be the secret", notation.code(&guess))
            }
            Err(reason) => format!("no hint: {player}: {reason}"),
        })
    }

    fn undo(&mut self) -> Reply {
        let Some(turn) = self.round.turns.pop() else { return Reply::line("there is no guess to take back") };
        self.undone += 1;
        Reply::line(format!("{} is taken back; {}", self.round.notation.code(&turn.guess), self.round.left()))
    }

    fn end(&mut self, lines: impl IntoIterator<Item = String>) -> Reply {
        let compared = self.plan.matches();
        let compared = compared.iter().map(|match_| {
            let name = match_.player.name();
            match self.play(match_) {
                Ok(line) => format!("{name} {line}"),
                Err(failure) => format!("{name} could not be played: {}", failure.message),
            }
        });
        let again = format!("`{}` plays this secret again", self.command);
        Reply::end(lines.into_iter().chain(compared).chain([again]))
    }

    fn play(&self, match_: &Match) -> Result<String, Failure> {
        let mut last = None;
        let refusal = play_games(&self.plan, match_, match_.rounds, None, |played, _| {
            last = Some(played);
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(reason) = refusal {
            return Ok(format!("does not play this game: {reason}"));
        }
        let Some(played) = last else { return Ok("was not played".to_owned()) };
        let guesses: Vec<String> = played.turns.iter().map(|turn| self.round.notation.code(&turn.guess)).collect();
        let number = counted(guesses.len(), "guess");
        let listed = if guesses.is_empty() { String::new() } else { format!(": {}", guesses.join(" ")) };
        let ending = &played.record.round.ending;
        Ok(match ending.kind() {
            None => format!("needs {number}{listed}"),
            Some(FailureKind::Guesses) => format!("does not find it in {number}"),
            Some(_) => format!("fails after {number}, {}{listed}", words::cause(ending)),
        })
    }
}

impl Conversation for PlayedSecret {
    fn opening(&mut self) -> Reply {
        let form = code_form(self.round.game);
        Reply::line(format!("{}: find a code of {form}; `help` lists the commands", self.title))
    }

    /// A command in small letters is a command, also where it could be a code: codes may be in capitals.
    fn respond(&mut self, line: &str) -> Reply {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(reply) = self.command(&words) {
            return reply;
        }
        match typed_code(&words, self.round.game) {
            Ok((guess, notation)) => self.guess(guess, notation),
            Err(reason) => {
                let lower = line.to_lowercase();
                let words: Vec<&str> = lower.split_whitespace().collect();
                self.command(&words).unwrap_or_else(|| Reply::line(reason))
            }
        }
    }

    fn end_of_input(&mut self) -> Reply {
        let guesses = counted(self.round.turns.len(), "guess");
        Reply::end([format!("left after {guesses}; `{}` plays this secret again", self.command)])
    }

    fn round(&mut self) -> &mut OpenRound {
        &mut self.round
    }

    fn prompt(&self) -> String {
        format!("guess {}", self.round.turns.len() + 1)
    }
}
