//! `arena engine`: questions of programs, one JSON line each.

use super::{Advisers, Deductions, feedback_of, in_words};
use crate::failure::{Failure, Kind};
use crate::present::stdout;
use crate::settings::{LimitOptions, selection};
use player_api::Knowledge;
use posterior::Count;
use scsa::notation::parse_code;
use scsa::{Code, Game, Response, Turn};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use tournament::{Codemaker, Registry, Seed};

const MOST_GAMES: u64 = 64;
const MOST_LISTED: usize = 10_000;
/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena engine < questions.jsonl
  echo '{\"do\": \"new\", \"game\": \"4x6\", \"seed\": 1}' | arena engine

docs/engine.md has the questions: new, guess, turn, undo, reveal, count, candidates, advice, evaluate, consistent, quit.")]
pub struct Engine {
    #[command(flatten)]
    limits: LimitOptions,
}

/// A question. `which` is the number of a game, where several are open.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Question {
    New(NewGames),
    /// One guess, or one for each game; a game that is over gets none.
    Guess {
        guess: Option<String>,
        guesses: Option<Vec<Option<String>>>,
        which: Option<usize>,
    },
    /// A guess that somebody else answered.
    Turn {
        guess: String,
        black: usize,
        white: usize,
        which: Option<usize>,
    },
    Undo {
        which: Option<usize>,
    },
    Reveal {
        which: Option<usize>,
    },
    Count {
        which: Option<usize>,
    },
    Candidates {
        limit: usize,
        which: Option<usize>,
    },
    Advice {
        player: String,
        which: Option<usize>,
    },
    Evaluate {
        guess: String,
        which: Option<usize>,
    },
    Consistent {
        guess: String,
        which: Option<usize>,
    },
    Quit {},
}

/// Games in place of those that are open. Without seed and secret, the secret is not known here.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGames {
    game: String,
    codemaker: Option<String>,
    seed: Option<u64>,
    #[serde(default = "one")]
    round: u64,
    #[serde(default = "one")]
    count: u64,
    secret: Option<String>,
    samples: Option<Vec<String>>,
    guess_limit: Option<usize>,
}

const fn one() -> u64 {
    1
}

impl Engine {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let mut session = Session { registry, limits: &self.limits, games: Vec::new() };
        let (mut input, mut out, mut line) = (io::stdin().lock(), stdout(), Vec::new());
        let unread = |e: io::Error| Failure::system(format!("cannot read the input: {e}"));
        writeln!(out, "{}", json!({ "engine": "arena", "version": env!("CARGO_PKG_VERSION"), "protocol": 1 }))?;
        loop {
            out.flush()?;
            line.clear();
            let read = input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
            if read.map_err(unread)? == 0 {
                return Ok(());
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let (answer, is_end) = match line.len() as u64 > LONGEST {
                true => {
                    input.skip_until(b'\n').map_err(unread)?;
                    (fault(&failure!("the line is longer than {LONGEST} bytes; ask shorter questions")), false)
                }
                false => session.respond(&line),
            };
            writeln!(out, "{answer}")?;
            if is_end {
                return Ok(out.flush()?);
            }
        }
    }
}

fn fault(failure: &Failure) -> Value {
    json!({ "error": { "kind": failure.kind.map_or("", Kind::word), "message": failure.message } })
}

struct Session<'a> {
    registry: &'a Registry,
    limits: &'a LimitOptions,
    games: Vec<OpenGame>,
}

struct OpenGame {
    game: Game,
    turns: Vec<Turn>,
    secret: Option<Code>,
    deductions: Deductions,
    advisers: Advisers,
}

impl Session<'_> {
    /// The answer to a line, with the `id` of the question, and whether the session is over.
    fn respond(&mut self, line: &[u8]) -> (Value, bool) {
        let (mut id, mut is_end) = (None, false);
        let answer = serde_json::from_slice(line).map_err(|e| failure!("not JSON: {e}")).and_then(|value: Value| {
            let Value::Object(mut fields) = value else {
                bail!("a question is an object, such as {{\"do\": \"new\", \"game\": \"4x6\", \"seed\": 1}}")
            };
            id = fields.remove("id");
            let question = serde_json::from_value(Value::Object(fields)).map_err(|e| failure!("{e}"))?;
            is_end = matches!(question, Question::Quit {});
            self.answer(question)
        });
        let mut answer = answer.unwrap_or_else(|failure| fault(&failure));
        if let (Some(id), Value::Object(fields)) = (id, &mut answer) {
            fields.insert("id".to_owned(), id);
        }
        (answer, is_end)
    }

    fn answer(&mut self, question: Question) -> Result<Value, Failure> {
        Ok(match question {
            Question::New(new) => return self.open(new),
            Question::Quit {} => json!({}),
            Question::Guess { guess: None, guesses: Some(guesses), which: None } => {
                let open = self.games.len();
                let given = guesses.len();
                ensure!(given == open, "{given} guesses for {open} games; give one for each, or null");
                // All are read before one is taken.
                let read = |(guess, game): (&Option<String>, &OpenGame)| {
                    guess.as_ref().map(|guess| game.open_guess(guess)).transpose()
                };
                let guesses = guesses.iter().zip(&self.games).map(read).collect::<Result<Vec<_>, _>>()?;
                let mut games = self.games.iter_mut();
                let take = |guess: Option<(Code, Response)>| {
                    let game = games.next()?;
                    guess.map(|(guess, feedback)| game.take(guess, feedback))
                };
                json!({ "answers": guesses.into_iter().map(take).collect::<Vec<_>>() })
            }
            Question::Guess { guess: Some(guess), guesses: None, which } => {
                let game = self.game(which)?;
                let (guess, feedback) = game.open_guess(&guess)?;
                game.take(guess, feedback)
            }
            Question::Guess { .. } => bail!("give `guess`, or `guesses` with one for each game"),
            Question::Turn { guess, black, white, which } => {
                let game = self.game(which)?;
                let guess = code(&guess, game.game)?;
                game.check_open()?;
                let feedback = feedback_of(black, white, game.game).map_err(Failure::input)?;
                if let Some(secret) = &game.secret {
                    let right = game.game.answer(&guess, secret);
                    ensure!(right == feedback, "the feedback is {}", in_words(right));
                }
                game.take(guess, feedback)
            }
            Question::Undo { which } => {
                let game = self.game(which)?;
                ensure!(game.turns.pop().is_some(), "there is no turn to take back");
                json!({ "turns": game.turns.len() })
            }
            Question::Reveal { which } => {
                let Some(secret) = self.game(which)?.secret else { bail!("the secret is not known here") };
                json!({ "secret": secret.to_string() })
            }
            Question::Count { which } => {
                let game = self.game(which)?;
                let is_upper_bound = game.deductions.is_upper_bound();
                match game.deductions.known(&game.turns).left {
                    Count::Exact(number) if is_upper_bound => json!({ "count": null, "at_most": whole(number) }),
                    Count::Exact(number) => json!({ "count": whole(number) }),
                    Count::Many if !is_upper_bound => json!({ "count": null, "at_least": whole(Count::MANY) }),
                    Count::Many | Count::Unknown => json!({ "count": null }),
                }
            }
            Question::Candidates { limit, which } => {
                ensure!((1..=MOST_LISTED).contains(&limit), "`limit` is from 1 to {MOST_LISTED}");
                let game = self.game(which)?;
                let Some(codes) = game.deductions.list(&game.turns, limit) else {
                    bail!("there are more than {limit} candidates, or they are too hard to find")
                };
                json!({ "candidates": codes.iter().map(Code::to_string).collect::<Vec<_>>() })
            }
            Question::Advice { player, which } => {
                let game = self.game(which)?;
                game.check_open()?;
                let guess = game.advisers.guess(&player, &game.turns);
                json!({ "guess": guess.map_err(|reason| Failure::program(format!("{player}: {reason}")))?.to_string() })
            }
            Question::Evaluate { guess, which } => {
                let game = self.game(which)?;
                let guess = code(&guess, game.game)?;
                let responses = game.deductions.responses(&game.turns, &guess);
                let (bits, number) = responses.map(|found| (found.entropy(), found.of.len())).unzip();
                let is_candidate = game.deductions.is_candidate(&guess, &game.turns);
                json!({ "bits": bits, "responses": number, "candidate": is_candidate })
            }
            Question::Consistent { guess, which } => {
                let game = self.game(which)?;
                let guess = code(&guess, game.game)?;
                json!({ "consistent": game.game.is_consistent(&guess, &game.turns) })
            }
        })
    }

    fn open(&mut self, new: NewGames) -> Result<Value, Failure> {
        let NewGames { game, codemaker, seed, round, count, secret, samples, guess_limit } = new;
        let (codemaker, game) = selection::chosen_match(self.registry, codemaker.as_deref(), &game)?;
        ensure!((1..=MOST_GAMES).contains(&count), "`count` is from 1 to {MOST_GAMES}");
        ensure!(round >= 1 && round.checked_add(count).is_some(), "rounds are numbered from 1");
        ensure!(seed.is_none() || secret.is_none(), "give `seed` or `secret`, not both");
        let secret = secret.map(|secret| code(&secret, game)).transpose()?;
        let samples = samples.map(|codes| codes.iter().map(|text| sample(text)).collect::<Result<Vec<_>, _>>());
        let knowledge = match samples.transpose()? {
            Some(samples) => Knowledge::Samples(samples.into()),
            None => tournament::KnowledgePolicy { reveal: false, samples: None }.knowledge(&codemaker, game),
        };
        let guess_limit = guess_limit.unwrap_or_else(|| self.limits.guess_limits().of(game));
        ensure!(guess_limit >= 1, "`guess_limit` is at least 1");
        let limits = (guess_limit, self.limits.limits()?);
        let open = |round: u64| {
            let drawn = seed.map(|seed| drawn(&codemaker, game, Seed(seed), round)).transpose()?;
            let (registry, codemaker, knowledge) = (self.registry.clone(), codemaker.clone(), knowledge.clone());
            let deductions = Deductions::new(game, codemaker.name(), &knowledge);
            let (seed, started) = (Seed(seed.unwrap_or(1)), HashMap::new());
            let advisers = Advisers { registry, game, codemaker, knowledge, limits, seed, round, started };
            Ok(OpenGame { game, turns: Vec::new(), secret: drawn.or(secret), deductions, advisers })
        };
        self.games = (round..round + count).map(open).collect::<Result<Vec<_>, Failure>>()?;
        Ok(json!({
            "game": game.to_string(), "pegs": game.pegs(), "colors": game.colors(), "codemaker": codemaker.name(),
            "guess_limit": guess_limit, "games": count
        }))
    }

    fn game(&mut self, which: Option<usize>) -> Result<&mut OpenGame, Failure> {
        let open = self.games.len();
        ensure!(open > 0, "no game is open; begin with {{\"do\": \"new\", \"game\": \"4x6\", \"seed\": 1}}");
        ensure!(open == 1 || which.is_some(), "{open} games are open; give `which`, from 1 to {open}");
        let index = which.unwrap_or(1).wrapping_sub(1);
        self.games.get_mut(index).ok_or_else(|| failure!("there is no such game; `which` is from 1 to {open}"))
    }
}

impl OpenGame {
    fn end(&self) -> Option<&'static str> {
        let is_won = self.turns.last().is_some_and(|turn| turn.feedback.is_win(self.game));
        let is_lost = self.turns.len() >= self.advisers.limits.0;
        is_won.then_some("won").or(is_lost.then_some("lost"))
    }

    fn check_open(&self) -> Result<(), Failure> {
        let end = self.end().unwrap_or_default();
        ensure!(end.is_empty(), "the game is {end}; take a turn back with `undo`, or open a new one");
        Ok(())
    }

    /// A guess, and its feedback from the secret.
    fn open_guess(&self, guess: &str) -> Result<(Code, Response), Failure> {
        let guess = code(guess, self.game)?;
        self.check_open()?;
        let Some(secret) = &self.secret else { bail!("the secret is not known here; give the feedback with `turn`") };
        Ok((guess, self.game.answer(&guess, secret)))
    }

    fn take(&mut self, guess: Code, feedback: Response) -> Value {
        self.turns.push(Turn { guess, feedback });
        let (black, white) = (feedback.black(), feedback.white());
        json!({ "turn": self.turns.len(), "black": black, "white": white, "end": self.end() })
    }
}

fn code(text: &str, game: Game) -> Result<Code, Failure> {
    let code = sample(text)?;
    game.check(&code).map_err(|broken| failure!("{text:?} is illegal at {game}: {broken}"))?;
    Ok(code)
}

fn sample(text: &str) -> Result<Code, Failure> {
    parse_code(text).map_err(|e| failure!("{:?} is no code: {e}", player_api::shortened(text, 60)))
}

/// A number of codes: a whole one, unless it is so large that it is rounded.
fn whole(number: f64) -> Value {
    if number < 2f64.powi(53) { json!(number as u64) } else { json!(number) }
}

fn drawn(codemaker: &Codemaker, game: Game, seed: Seed, round: u64) -> Result<Code, Failure> {
    let mut stream = seed.secrets(game, codemaker.stream_name()).round(round);
    let secret = codemaker.secret(game, round, &mut stream);
    secret.ok_or_else(|| failure!("{} makes no secret of round {round}", codemaker.name()))
}
