//! `arena assist`: a player breaks the secret of a person.

use super::{
    Advisers, Conversation, Deductions, OpenRound, Reply, codes_left, converse, feedback_of, in_words, typed_code,
};
use crate::failure::Failure;
use crate::present::counted;
use crate::settings::{KnowledgeOptions, LimitOptions, SeedArgument, selection};
use posterior::Count;
use rayon::prelude::*;
use scsa::{Code, Game, Response, Turn, notation::Notation};
use std::collections::HashMap;
use tournament::Registry;

const HELP: [&str; 9] = [
    "BLACK WHITE             the answer: the black and the white pegs, such as 1 2",
    "fix TURN BLACK WHITE    correct the answer of a turn",
    "undo                    take the last answer back",
    "guess CODE              another guess stands on the board",
    "player NAME             let another player go on",
    "left [N]                the number of codes that are left, and the codes if they are at most N",
    "grid                    what every peg can still be",
    "turns                   all guesses with their answers",
    "quit                    leave; the input may also end",
];

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena assist
  arena assist --size 5x8 --scsa only-once --player rao --digits
  arena assist < answers.txt                      lines of a file, one answer a line

Lines: BLACK WHITE, fix TURN BLACK WHITE, undo, guess CODE, player NAME, left [N], grid, turns, help, quit.")]
pub struct Assist {
    /// The player that guesses, or NAME=COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "bayes", help_heading = "What is played")]
    player: String,
    /// The codemaker that the player takes you for: insert-colors makes every code, as only-once does where no color comes twice
    #[arg(long, value_name = "SCSA", help_heading = "What is played")]
    scsa: Option<String>,
    /// The game: pegs x colors, or 4x10n where no color comes twice
    #[arg(long, value_name = "PxC", default_value = "4x6", help_heading = "What is played")]
    size: String,
    /// The seed of the player's random choices: a number, or `random`
    #[arg(long, value_name = "SEED", default_value = "1", help_heading = "What is played")]
    seed: SeedArgument,
    /// Show guesses in digits, as on boards of up to nine colors
    #[arg(long, help_heading = "What is shown")]
    digits: bool,
    #[command(flatten)]
    knowledge: KnowledgeOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Assist {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let (codemaker, game) = selection::chosen_match(registry, self.scsa.as_deref(), &self.size)?;
        ensure!(
            !(self.digits && Notation::of(game) != Notation::Digits),
            "--digits is for up to 9 colors, and {game} has more; leave it out"
        );
        let policy = self.knowledge.policy(std::slice::from_ref(&codemaker))?;
        let knowledge = policy.knowledge(&codemaker, game);
        let deductions = Deductions::new(game, codemaker.name(), &knowledge);
        let limits = (self.limits.guess_limits().of(game), self.limits.limits()?);
        let (registry, seed) = (registry.clone(), self.seed.seed);
        let subject = format!("{game} of {}", codemaker.name());
        let started = HashMap::new();
        let advisers = Advisers { registry, game, codemaker, knowledge, limits, seed, round: 1, started };
        advisers.check(&self.player)?;
        let notation = if self.digits { Notation::Digits } else { Notation::Letters };
        converse(AssistSession {
            round: OpenRound { game, turns: Vec::new(), notation, deductions, advisers },
            subject,
            player: self.player.clone(),
            guess: None,
        })
    }
}

struct AssistSession {
    round: OpenRound,
    /// What is played, such as `4x6 of insert-colors`.
    subject: String,
    player: String,
    /// The guess that waits for its answer. None if the player gave none, or the answers contradict each other.
    guess: Option<Code>,
}

impl AssistSession {
    fn answer(&mut self, line: &str) -> Result<Reply, String> {
        let (game, lower) = (self.round.game, line.to_lowercase());
        let words = lower.split([' ', '\t', ',', '/']).map(str::trim).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        Ok(match words.as_slice() {
            ["undo" | "u"] => self.undo(),
            ["help" | "?"] => Reply::lines(HELP.map(str::to_owned)),
            ["quit" | "exit" | "q"] => self.end_of_input(),
            // The command of a program of its own keeps its capitals and signs.
            ["player", _, ..] => self.player(line.trim().split_at("player".len()).1.trim().to_owned()),
            ["guess", code @ ..] if !code.is_empty() => self.other_guess(typed_code(code, game)?.0),
            ["guess"] => return Err("write the code that stands on the board, such as `guess AABC`".to_owned()),
            ["player"] => return Err("write the player that goes on, such as `player rao`".to_owned()),
            ["fix", turn, black, white] => {
                let turn = turn.parse().map_err(|_| format!("'{turn}' is no turn: write for example `fix 2 1 0`"))?;
                self.fix(turn, typed_answer(black, white, game)?)
            }
            ["fix", ..] => return Err("write the turn, the black and the white pegs, such as `fix 2 1 0`".to_owned()),
            [black, white] if *black != "left" => self.next(typed_answer(black, white, game)?),
            _ => match self.round.look(&words, "there is no answer yet") {
                Some(reply) => reply,
                None => return Err(no_answer(line.trim())),
            },
        })
    }

    fn next(&mut self, feedback: Response) -> Reply {
        let Some(guess) = self.guess else {
            return Reply::line(match self.is_contradictory() {
                true => "correct an answer first: `fix TURN BLACK WHITE`, or `undo`",
                false => "there is no guess to answer: `player NAME`, or `guess CODE`",
            });
        };
        self.round.turns.push(Turn { guess, feedback });
        self.go_on(Vec::new())
    }

    /// Whether no code is left.
    fn is_contradictory(&mut self) -> bool {
        self.round.deductions.known(&self.round.turns).left == Count::Exact(0.0)
    }

    fn other_guess(&mut self, guess: Code) -> Reply {
        if self.is_contradictory() {
            return self.next(Response::new(0, 0));
        }
        self.guess = Some(guess);
        Reply::line(format!("guess {}: {}", self.round.turns.len() + 1, self.round.notation.code(&guess)))
    }

    /// Takes the answers as they are now: whether the game is won, whether they contradict each other, or what is guessed next.
    fn go_on(&mut self, mut lines: Vec<String>) -> Reply {
        self.guess = None;
        if self.is_contradictory() {
            lines.extend(self.contradiction());
            return Reply::lines(lines);
        }
        let OpenRound { game, turns, notation, .. } = &self.round;
        if let Some(index) = turns.iter().position(|turn| turn.feedback.is_win(*game)) {
            let guess = notation.code(&turns[index].guess);
            lines.push(format!("found in {}: the secret is {guess}", counted(index + 1, "guess")));
            return Reply::end(lines);
        }
        lines.push(self.round.left());
        lines.push(self.ask());
        Reply::lines(lines)
    }

    fn ask(&mut self) -> String {
        let number = self.round.turns.len() + 1;
        match self.round.advisers.guess(&self.player, &self.round.turns) {
            Ok(guess) => {
                self.guess = Some(guess);
                format!("guess {number}: {}", self.round.notation.code(&guess))
            }
            Err(reason) => format!(
                "no guess: {}: {reason}; `player NAME` lets another go on, or `guess CODE` says what you guess",
                self.player
            ),
        }
    }

    /// What is said when no code is left: how many there would be without each turn.
    fn contradiction(&self) -> Vec<String> {
        let OpenRound { turns, deductions, .. } = &self.round;
        let or_codemaker = if deductions.is_of_every_code() { "" } else { ", or the secret is not of this SCSA" };
        let mut lines = vec![format!("no code is left: the answers contradict each other{or_codemaker}")];
        // It takes up to a second at 20x26.
        let without = |turn: usize| deductions.candidates.known(&[&turns[..turn], &turns[turn + 1..]].concat()).left;
        let left: Vec<Count> = (0..turns.len()).into_par_iter().map(without).collect();
        for (turn, left) in (1..).zip(&left) {
            let left = match *left {
                Count::Exact(left) if left > 0.0 => codes_left(left),
                Count::Many => "more than 4 million codes left".to_owned(),
                // Nothing is known to be left.
                Count::Exact(_) | Count::Unknown => continue,
            };
            lines.push(format!("without turn {turn} there would be {left}"));
        }
        lines.push(match left.iter().all(|left| *left == Count::Exact(0.0)) {
            true => "no single turn explains that: check all answers, then `fix TURN BLACK WHITE` or `undo`".to_owned(),
            false => "`fix TURN BLACK WHITE` corrects the answer of a turn, `undo` takes the last back".to_owned(),
        });
        lines
    }

    fn fix(&mut self, number: usize, feedback: Response) -> Reply {
        let (turns, index) = (self.round.turns.len(), number.wrapping_sub(1));
        let Some(turn) = self.round.turns.get_mut(index) else {
            return Reply::line(format!("there is no turn {number}; there are {}", counted(turns, "turn")));
        };
        turn.feedback = feedback;
        self.go_on(vec![format!("turn {}", self.round.turn(index))])
    }

    fn undo(&mut self) -> Reply {
        let Some(turn) = self.round.turns.pop() else { return Reply::line("there is no answer to take back") };
        let (guess, answer) = (self.round.notation.code(&turn.guess), in_words(turn.feedback));
        self.go_on(vec![format!("the answer {answer} of {guess} is taken back")])
    }

    fn player(&mut self, player: String) -> Reply {
        if let Err(failure) = self.round.advisers.check(&player) {
            return Reply::line(failure.message);
        }
        self.player = player;
        if self.is_contradictory() {
            return Reply::line(format!("{} goes on when the answers are corrected", self.player));
        }
        Reply::line(self.ask())
    }
}

impl Conversation for AssistSession {
    fn opening(&mut self) -> Reply {
        let opening =
            format!("{} by {}: answer with the black and the white pegs, such as 1 2", self.subject, self.player);
        // The number of all codes is no news.
        Reply::lines([format!("{opening}; `help` lists the commands"), self.ask()])
    }

    fn respond(&mut self, line: &str) -> Reply {
        self.answer(line).unwrap_or_else(Reply::line)
    }

    fn end_of_input(&mut self) -> Reply {
        Reply::end([format!("left after {}", counted(self.round.turns.len(), "answer"))])
    }

    fn round(&mut self) -> &mut OpenRound {
        &mut self.round
    }

    fn prompt(&self) -> String {
        let guess = self.guess.map(|guess| self.round.notation.code(&guess));
        guess.map_or_else(String::new, |guess| format!("{guess} black white"))
    }
}

fn typed_answer(black: &str, white: &str, game: Game) -> Result<Response, String> {
    let number = |text: &str| text.parse::<usize>().ok();
    match (number(black), number(white)) {
        (Some(black), Some(white)) => feedback_of(black, white, game),
        _ => Err(no_answer(&format!("{black} {white}"))),
    }
}

fn no_answer(line: &str) -> String {
    format!("'{line}' is no answer: write the black and the white pegs, such as 1 2, or `help`")
}
