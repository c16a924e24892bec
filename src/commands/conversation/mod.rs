//! `arena play` and `arena assist`: conversations with a person, line by line, with the help of players. On a terminal there is a prompt,
//! and the board after every change of it.

pub mod assist;
pub mod engine;
pub mod play;

use crate::failure::Failure;
use crate::present::{exact_count, print_styled, stdout, terminal_width, words};
use crate::settings::external_players;
use ::external::{Adviser, ProgramError};
use console::Style;
use player_api::{Briefing, Ending, Knowledge};
use posterior::{Candidates, Count, Known, Possibility, Responses};
use scsa::notation::{Notation, code_form, parse_code};
use scsa::{Code, Game, Response, Scsa, Turn, algorithms};
use std::collections::HashMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use tournament::{Codemaker, Limits, Registry, Seed};

/// The longest line that is answered, in characters; of a longer one this is the beginning.
const LONGEST: usize = 1000;
/// The most codes that are listed, and those of a line.
const MOST_LISTED: usize = 1000;
const LISTED_IN_LINE: usize = 8;
/// The columns between the turns and the grid.
const GAP: usize = 3;
/// What the marks of the grid mean.
const LEGEND: &str = "o possible  . ruled out  # sure  ? unknown";
/// The colors of A to Z in the palette of 256 colors: they can be read on light and dark ground.
const COLORS: [u8; 26] = [
    160, 34, 172, 33, 134, 37, 208, 99, 70, 168, 66, 130, 62, 203, 107, 75, 176, 101, 30, 196, 28, 136, 27, 127, 44, 94,
];

#[derive(Default)]
pub struct Reply {
    pub lines: Vec<String>,
    pub is_end: bool,
}

impl Reply {
    pub fn line(line: impl Into<String>) -> Reply {
        Reply::lines(vec![line.into()])
    }

    pub fn lines(lines: impl IntoIterator<Item = String>) -> Reply {
        Reply { lines: lines.into_iter().collect(), is_end: false }
    }

    pub fn end(lines: impl IntoIterator<Item = String>) -> Reply {
        Reply { is_end: true, ..Reply::lines(lines) }
    }
}

/// A conversation with a person. What it says follows from the lines that it is given.
pub trait Conversation {
    fn opening(&mut self) -> Reply;

    /// The answer to a line that is not empty.
    fn respond(&mut self, line: &str) -> Reply;

    fn end_of_input(&mut self) -> Reply;

    fn round(&mut self) -> &mut OpenRound;

    /// What stands before the line that is typed on a terminal.
    fn prompt(&self) -> String;
}

pub struct OpenRound {
    pub game: Game,
    pub turns: Vec<Turn>,
    pub notation: Notation,
    pub deductions: Deductions,
    pub advisers: Advisers,
}

impl OpenRound {
    pub fn left(&mut self) -> String {
        self.deductions.left_in_words(&self.turns)
    }

    /// The answer to `left`, `grid` and `turns`, if the line is one of these. `nothing` is said of no turns.
    pub fn look(&mut self, words: &[&str], nothing: &str) -> Option<Reply> {
        Some(match words {
            ["left"] => Reply::lines(self.deductions.left_in_lines(&self.turns)),
            ["left", most] => Reply::lines(match most.parse() {
                Ok(most) if (1..=MOST_LISTED).contains(&most) => self.list_left(most),
                _ => vec![format!("'{most}' is no number from 1 to {MOST_LISTED}: write for example `left 20`")],
            }),
            ["grid"] => Reply::lines(self.grid().into_iter().chain([LEGEND.to_owned()])),
            ["turns"] if self.turns.is_empty() => Reply::line(nothing),
            ["turns"] => Reply::lines((0..self.turns.len()).map(|index| self.turn(index))),
            _ => return None,
        })
    }

    /// The number of codes that are left, and the codes if they are at most that many.
    fn list_left(&mut self, most: usize) -> Vec<String> {
        let mut lines = self.deductions.left_in_lines(&self.turns);
        match self.deductions.list(&self.turns, most) {
            Some(codes) => {
                let codes: Vec<String> = codes.iter().map(|code| self.notation.code(code)).collect();
                lines.extend(codes.chunks(LISTED_IN_LINE).map(|codes| codes.join(" ")));
            }
            None => lines.push(format!("more than {most}: none is listed")),
        }
        lines
    }

    /// A turn in words: `2: AABC 1 black, 2 white`.
    pub fn turn(&self, index: usize) -> String {
        let Turn { guess, feedback } = &self.turns[index];
        format!("{}: {} {}", index + 1, self.notation.code(guess), in_words(*feedback))
    }

    /// The grid of what every peg can still be: a line for each peg, a column for each color.
    fn grid(&mut self) -> Vec<String> {
        let (game, notation, possible) = (self.game, self.notation, &self.deductions.known(&self.turns).colors);
        let name = |color| Code::new(&[color]).map_or('?', |code| notation.code(&code).chars().next().unwrap_or('?'));
        let mark = |possibility: Possibility| match possibility {
            Possibility::Possible => 'o',
            Possibility::RuledOut => '.',
            Possibility::Sure => '#',
            Possibility::Unknown => '?',
        };
        let head = format!("peg  {}", game.palette().map(name).collect::<String>());
        let row = |peg: usize| {
            let marks: String = game.palette().map(|color| mark(possible.of(peg, color))).collect();
            format!("{:>3}  {marks}", peg + 1)
        };
        std::iter::once(head).chain((0..game.pegs()).map(row)).collect()
    }

    /// The turns, such as `1  AABB  1 2`, beside the grid, or above it where the terminal is narrow.
    fn board(&mut self) -> Vec<Vec<(Style, String)>> {
        let pegs = self.game.pegs();
        let [numbers, digits] = [self.turns.len(), pegs].map(|number| number.to_string().len());
        let turn = |(number, turn): (usize, &Turn)| -> Vec<(Style, String)> {
            let answer = format!("  {:>digits$} {:>digits$}", turn.feedback.black(), turn.feedback.white());
            let color =
                |(color, letter): (scsa::Color, char)| (Style::new().color256(COLORS[color.index()]), letter.into());
            let guess = self.notation.code(&turn.guess);
            let guess = turn.guess.pegs().zip(guess.chars()).map(color);
            std::iter::once((Style::new(), format!("{number:>numbers$}  ")))
                .chain(guess)
                .chain([(Style::new(), answer)])
                .collect()
        };
        let turns: Vec<_> = (1..).zip(&self.turns).map(turn).collect();
        let width = numbers + 2 + pegs + 2 + digits + 1 + digits;
        let mark = |mark: char| match mark {
            '#' => (Style::new().bold(), mark.into()),
            '.' => (Style::new().dim(), mark.into()),
            _ => (Style::new(), mark.into()),
        };
        let grid: Vec<Vec<_>> = self.grid().iter().map(|line| line.chars().map(mark).collect()).collect();
        if terminal_width().is_some_and(|columns| width + GAP + grid[0].len() > columns) {
            return turns.into_iter().chain(grid).collect();
        }
        let blank = |width: usize| (Style::new(), " ".repeat(width));
        let row = |index: usize| {
            let (turn, line) = (turns.get(index).cloned(), grid.get(index).cloned().unwrap_or_default());
            let gap = if turn.is_some() { blank(GAP) } else { blank(width + GAP) };
            turn.into_iter().flatten().chain([gap]).chain(line).collect()
        };
        let legend = "beside a guess: black, white; below each color: # it is there, o it may be, . it is not";
        let legend = (turns.len() == 1).then(|| vec![(Style::new().dim(), legend.to_owned())]);
        (0..turns.len().max(grid.len())).map(row).chain(legend).collect()
    }
}

/// An answer in words: `1 black, 2 white`.
pub fn in_words(feedback: Response) -> String {
    format!("{} black, {} white", feedback.black(), feedback.white())
}

/// The feedback with these numbers of pegs, or why no guess has it.
pub fn feedback_of(black: usize, white: usize, game: Game) -> Result<Response, String> {
    let pegs = game.pegs();
    if black.saturating_add(white) > pegs {
        return Err(format!("{black} black and {white} white are more than the {pegs} pegs of a guess"));
    }
    if black + 1 == pegs && white == 1 {
        return Err(format!("{black} black and 1 white cannot be: the last peg has only the place where it is"));
    }
    Ok(Response::new(black as u8, white as u8))
}

pub fn typed_code(words: &[&str], game: Game) -> Result<(Code, Notation), String> {
    let has_single_pegs = words.iter().all(|word| word.chars().count() == 1);
    let text = if has_single_pegs { words.concat() } else { words.join(" ") };
    let wrong = |reason: &str| format!("'{text}' {reason}: a code is {}; `help` lists the commands", code_form(game));
    let code = parse_code(&text).map_err(|_| wrong("is no code and no command"))?;
    game.check(&code).map_err(|broken| wrong(&format!("is illegal ({broken})")))?;
    let is_in_digits = text.starts_with(|first: char| first.is_ascii_digit());
    Ok((code, if is_in_digits { Notation::Digits } else { Notation::Letters }))
}

/// Holds a conversation. Lines are read and lines are printed; what is printed follows from them. If the standard input and output are a
/// terminal, there is a prompt, too, and the board after every change.
pub fn converse(mut conversation: impl Conversation) -> Result<(), Failure> {
    #[allow(clippy::disallowed_methods, reason = "nothing is printed")]
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let (mut input, mut shown) = (io::stdin().lock(), Vec::new());
    let mut reply = conversation.opening();
    let mut line = Vec::new();
    loop {
        let round = conversation.round();
        if is_terminal && round.turns != shown {
            print_styled(&round.board())?;
            shown.clone_from(&round.turns);
        }
        let mut out = stdout();
        reply.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if is_terminal && !reply.is_end {
            write!(out, "{}> ", conversation.prompt())?;
        }
        out.flush()?;
        if reply.is_end {
            return Ok(());
        }
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|e| Failure::system(format!("cannot read the input: {e}")))? == 0 {
            if is_terminal {
                writeln!(out)?;
            }
            reply = Reply { is_end: true, ..conversation.end_of_input() };
            continue;
        }
        // Answers repeat parts of the line, and terminals obey some control characters.
        let text = String::from_utf8_lossy(&line);
        let plain = text.chars().map(|character| if character.is_control() { ' ' } else { character });
        let line: String = plain.take(LONGEST).collect();
        reply = if line.trim().is_empty() { Reply::default() } else { conversation.respond(&line) };
    }
}

/// What follows from the turns of a game, given what players know of the codemaker.
pub struct Deductions {
    candidates: Candidates,
    codemaker: String,
    rule: Option<Arc<dyn Scsa>>,
    last: Option<(Vec<Turn>, Known)>,
}

impl Deductions {
    pub fn new(game: Game, codemaker: &str, knowledge: &Knowledge) -> Deductions {
        let rule = if let Knowledge::Rule(rule) = knowledge { Some(Arc::clone(rule)) } else { None };
        let listed = rule.as_ref().and_then(|rule| Candidates::of_rule(&**rule, game, Candidates::MAX_LISTED));
        let candidates = listed.unwrap_or_else(|| Candidates::all(game));
        Deductions { candidates, codemaker: codemaker.to_owned(), rule, last: None }
    }

    pub fn is_of_every_code(&self) -> bool {
        let uniform = algorithms::uniform(self.candidates.game);
        self.rule.as_ref().is_some_and(|rule| rule.name() == uniform.name())
    }

    /// Whether all codes of the game are counted, of which the codemaker may not make all.
    fn is_upper_bound(&self) -> bool {
        self.candidates.is_all() && !self.is_of_every_code()
    }

    fn known(&mut self, turns: &[Turn]) -> &Known {
        if self.last.as_ref().is_none_or(|(last, _)| last != turns) {
            self.last = None;
        }
        &self.last.get_or_insert_with(|| (turns.to_vec(), self.candidates.known(turns))).1
    }

    /// The number of codes that are left, in words: `16 codes left`, `at most 256 codes left`, `more than 4 million codes left`.
    pub fn left_in_words(&mut self, turns: &[Turn]) -> String {
        match (self.known(turns).left, self.is_upper_bound()) {
            (Count::Exact(left), true) if left > 0.0 => format!("at most {}", codes_left(left)),
            (Count::Exact(left), _) => codes_left(left),
            (Count::Many, false) => "more than 4 million codes left".to_owned(),
            (Count::Many, true) | (Count::Unknown, _) => "unknown how many codes are left".to_owned(),
        }
    }

    /// The same, and in a second line what is counted where that has to be said.
    pub fn left_in_lines(&mut self, turns: &[Turn]) -> Vec<String> {
        let (left, codemaker) = (self.known(turns).left, &self.codemaker);
        let note = match (self.is_upper_bound(), left) {
            (true, _) if self.rule.is_none() => {
                format!("the rule of {codemaker} is not known: all codes of the size are counted")
            }
            (true, _) => format!("{codemaker} makes too many codes to list: all codes of the size are counted"),
            (false, Count::Many) => "a lower bound, because there are too many codes to count".to_owned(),
            (false, Count::Unknown) => "they are too hard to count, and more than 4 million are not proved".to_owned(),
            (false, Count::Exact(_)) => return vec![self.left_in_words(turns)],
        };
        vec![self.left_in_words(turns), note]
    }

    /// The codes that are left, if they are at most that many and can be found.
    pub fn list(&mut self, turns: &[Turn], most: usize) -> Option<Vec<Code>> {
        let codes = self.candidates.after(turns, most, self.candidates.states())?;
        Some(codes.into_iter().filter(|code| self.is_candidate(code, turns)).collect())
    }

    /// The candidates by their response to a guess, if all are counted.
    pub fn responses(&self, turns: &[Turn], guess: &Code) -> Option<Responses> {
        Some(self.candidates.responses(turns, guess, self.candidates.states())).filter(|found| found.is_exact)
    }

    pub fn is_candidate(&self, code: &Code, turns: &[Turn]) -> bool {
        let is_made = |rule: &Arc<dyn Scsa>| rule.probability(self.candidates.game, code) > 0.0;
        self.candidates.contains(code)
            && self.rule.as_ref().is_none_or(is_made)
            && self.candidates.game.is_consistent(code, turns)
    }
}

pub fn codes_left(left: f64) -> String {
    format!("{} {} left", exact_count(left), if left == 1.0 { "code" } else { "codes" })
}

/// Players that are asked for guesses in a game, each started when it is asked for the first time.
pub struct Advisers {
    pub registry: Registry,
    pub game: Game,
    pub codemaker: Codemaker,
    pub knowledge: Knowledge,
    /// The guess limit, and those of time and memory.
    pub limits: (usize, Limits),
    pub seed: Seed,
    pub round: u64,
    pub started: HashMap<String, Adviser>,
}

impl Advisers {
    /// Checks that there is such a player: one of the program, or a program given as `NAME=COMMAND`.
    pub fn check(&self, player: &str) -> Result<(), Failure> {
        external_players::adviser(&self.registry, player, self.limits.1).map(|_| ())
    }

    pub fn guess(&mut self, player: &str, turns: &[Turn]) -> Result<Code, String> {
        if !self.started.contains_key(player) {
            let adviser = self.adviser(player).map_err(|failure| failure.message)?;
            self.started.insert(player.to_owned(), adviser);
        }
        let adviser = self.started.get_mut(player).ok_or("it is not there")?;
        adviser.guess(turns).map_err(|e| match &e {
            ProgramError::Outcome(cause) if !matches!(cause, player_api::Outcome::Loss(_)) => {
                words::cause(&Ending::of(cause, self.game))
            }
            _ => e.to_string(),
        })
    }

    fn adviser(&self, player: &str) -> Result<Adviser, Failure> {
        let Advisers { game, codemaker, knowledge, limits: (guess_limit, limits), seed, round, .. } = self;
        let started = external_players::adviser(&self.registry, player, *limits)?;
        let briefing = Briefing::new(*game, codemaker.stream_name(), knowledge.clone());
        let briefing = Briefing { guess_limit: *guess_limit, time_limit: limits.time, ..briefing };
        let streams = match started.builtin {
            None => seed.foreign_player(*game, codemaker.stream_name()),
            Some(_) => seed.player(*game, codemaker.stream_name(), &started.name),
        };
        let stream = streams.round(*round);
        Ok(Adviser::new(started, briefing, *round, stream.seed()))
    }
}
