//! The player's side of the protocol: a player of this program plays as an external one.

use crate::protocol::{EXCEPTION, VERSION, exception, parse_game};
use player_api::registry::{Entry, PlayerInstance, catch_panic};
use player_api::{Briefing, Fault, Knowledge, Limit, Outcome};
use scsa::{Code, Game, Response, Rng, Scsa, Turn};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

/// Plays the matches that a tournament asks for on `input`, and answers on `output`, until `bye` or the end of the input. `rule`
/// finds the rule of a codemaker by its name.
///
/// Beyond the protocol, a line `turn N BLACK WHITE CODE` says that CODE was guessed in place of the player's guess: an
/// [`Adviser`](crate::Adviser) asks for guesses in games of others.
///
/// # Errors
/// A sentence that says what to do, when a line is not in the protocol, or a stream breaks.
pub fn serve(
    entry: &Entry,
    rule: impl Fn(&str) -> Option<Arc<dyn Scsa>>,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), String> {
    let mut server = Server { input, output, line: String::new() };
    let mut state: Option<MatchState> = None;
    while let Some(words) = server.words()? {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let panicked = |message: String| exception(&message);
        let answer = match (words.as_slice(), &mut state) {
            (["hello", ..], _) => format!("hello {VERSION}"),
            (["match", fields @ ..], _) => {
                let briefing = server.briefing(fields, &rule)?;
                let (game, learns) = (briefing.game, entry.learns(&briefing.knowledge));
                match catch_panic(|| entry.prepare(&briefing)) {
                    Ok(Ok(instance)) => {
                        let (turns, rng) = (Vec::new(), Rng::new(0));
                        state = Some(MatchState { game, instance, learns, turns, last: None, rng });
                        "ready".to_owned()
                    }
                    Ok(Err(refusal)) => format!("refuse {refusal}"),
                    Err(panic) => panicked(panic),
                }
            }
            (["round", number, seed], Some(state)) => {
                let (number, seed) = (number.parse().ok(), u128::from_str_radix(seed, 16).ok());
                let (number, seed) = number.zip(seed).ok_or_else(|| server.wrong())?;
                match catch_panic(|| state.begin(number, seed)) {
                    Ok(()) => continue,
                    Err(panic) => panicked(panic),
                }
            }
            (["turn", number, feedback @ ..], Some(state)) => {
                let feedback = match feedback {
                    [black, white, other @ ..] => {
                        // An adviser says which guess was made in place of the player's.
                        state.last = other.first().and_then(|code| code.parse().ok()).or(state.last);
                        let number = |text: &str| text.parse().ok();
                        let given = number(black).zip(number(white)).map(|(black, white)| Response::new(black, white));
                        Some(given.filter(|given| given.total() <= state.game.pegs()).ok_or_else(|| server.wrong())?)
                    }
                    _ => None,
                };
                catch_panic(|| state.guess(feedback)).map_or_else(panicked, |guess| format!("guess {number} {guess}"))
            }
            (["end", _, outcome, ..], Some(state)) => {
                let outcome = match *outcome {
                    "win" => Outcome::Win,
                    "loss-guesses" => Outcome::Loss(Limit::Guesses),
                    "loss-time" => Outcome::Loss(Limit::Time(None)),
                    _ => Outcome::Failure(Fault::Silence(Duration::ZERO, None)),
                };
                catch_panic(|| state.end(&outcome)).map_or_else(panicked, |()| "ready".to_owned())
            }
            (["bye"], _) => break,
            _ => return Err(server.wrong()),
        };
        writeln!(server.output, "{answer}").and_then(|()| server.output.flush()).map_err(|e| e.to_string())?;
        // After a panic the player ends.
        if answer.starts_with(EXCEPTION) {
            break;
        }
    }
    Ok(())
}

struct Server<R, W> {
    input: R,
    output: W,
    line: String,
}

impl<R: BufRead, W: Write> Server<R, W> {
    /// The words of the next line; none at the end of the input.
    fn words(&mut self) -> Result<Option<Vec<String>>, String> {
        self.line.clear();
        let length = self.input.read_line(&mut self.line).map_err(|e| e.to_string())?;
        Ok((length > 0).then(|| self.line.split_ascii_whitespace().map(str::to_owned).collect()))
    }

    fn wrong(&self) -> String {
        format!("'{}' is not a line of the protocol", self.line.trim_end().escape_debug())
    }

    fn briefing(&mut self, fields: &[&str], rule: &impl Fn(&str) -> Option<Arc<dyn Scsa>>) -> Result<Briefing, String> {
        let [pegs, colors, repeats, guesses, seconds, codemaker, knowledge @ ..] = fields else {
            return Err(self.wrong());
        };
        let game = parse_game(pegs, colors, repeats).ok_or_else(|| self.wrong())?;
        let guess_limit = guesses.parse().map_err(|_| self.wrong())?;
        let time_limit = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let time_limit = time_limit.ok_or_else(|| self.wrong())?;
        let knowledge = match knowledge {
            ["rule"] => rule(codemaker).map_or(Knowledge::Nothing, Knowledge::Rule),
            ["samples", number] => {
                let number: usize = number.parse().map_err(|_| self.wrong())?;
                Knowledge::Samples((0..number).map(|_| self.sample()).collect::<Result<_, _>>()?)
            }
            _ => Knowledge::Nothing,
        };
        Ok(Briefing { guess_limit, time_limit, ..Briefing::new(game, *codemaker, knowledge) })
    }

    fn sample(&mut self) -> Result<Code, String> {
        match self.words()?.as_deref() {
            Some([word, code]) if word == "sample" => code.parse().map_err(|_| self.wrong()),
            _ => Err(self.wrong()),
        }
    }
}

struct MatchState {
    game: Game,
    instance: PlayerInstance,
    learns: bool,
    turns: Vec<Turn>,
    /// The last guess, which got no feedback yet.
    last: Option<Code>,
    rng: Rng,
}

impl MatchState {
    fn begin(&mut self, number: u64, seed: u128) {
        (self.last, self.rng) = (None, Rng::new(seed));
        self.turns.clear();
        if !self.learns {
            self.instance.reset();
        }
        self.instance.player().begin_round(number);
    }

    fn guess(&mut self, feedback: Option<Response>) -> Code {
        if let Some((guess, feedback)) = self.last.take().zip(feedback) {
            self.turns.push(Turn { guess, feedback });
        }
        let guess = self.instance.player().guess(&self.turns, &mut self.rng);
        self.last = Some(guess);
        guess
    }

    fn end(&mut self, outcome: &Outcome) {
        if let Some(guess) = self.last.take().filter(|_| *outcome == Outcome::Win) {
            self.turns.push(Turn::new(self.game, guess, &guess));
        }
        self.instance.player().end_round(&self.turns, outcome);
    }
}
