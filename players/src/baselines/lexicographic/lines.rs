//! What is known, as exact counts.

use super::arrangement::Arrangement;
use scsa::{Color, Size, Turn};

/// A set of pegs of the board, peg `i` as bit `i`.
pub type Pegs = u32;

/// A set of lines, line `i` as bit `i`.
pub type Set = u128;

/// The most lines there are.
pub const MAX_LINES: usize = Set::BITS as usize;

/// A place for each peg, which is a color there, and how many of these places hold in the secret.
///
/// The line of a turn has the guess as its places and as many hold as there were black pegs. The line of a color has that
/// color on every peg.
#[derive(Clone, Debug)]
pub struct Line {
    /// How many places hold.
    pub wanted: u32,
    /// The color of each peg's place.
    pub colors: [u8; Size::MAX_PEGS],
    /// The pegs that are in no group.
    pub singles: Pegs,
    /// The colors with several places on the line of a turn. Of these no more can hold than the color has pegs left,
    /// and no fewer than it has pegs left over when all its places elsewhere are filled.
    pub groups: Vec<Group>,
}

/// The places of one color on a line.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The color, which is also the number of its line.
    pub color: usize,
    /// The pegs of its places.
    pub pegs: Pegs,
}

/// All lines: those of the colors in their order, then those of the turns.
#[derive(Clone, Debug)]
pub struct Lines {
    /// All pegs.
    pub board: Pegs,
    /// The colors that a peg can have, color `i` as bit `i`.
    pub palette: u32,
    lines: Vec<Line>,
    holders: [[Set; Color::MAX]; Size::MAX_PEGS],
    watchers: [Set; Color::MAX],
}

impl Lines {
    /// The lines of these color counts and of as many turns as there is room for.
    pub fn new(size: Size, arrangement: &Arrangement, turns: &[Turn]) -> Lines {
        let board = Pegs::MAX >> (Size::MAX_PEGS - size.pegs());
        let palette = u32::MAX >> (u32::BITS as usize - arrangement.colors());
        let mut all = Lines {
            board,
            palette,
            lines: Vec::with_capacity(MAX_LINES),
            holders: [[0; Color::MAX]; Size::MAX_PEGS],
            watchers: [0; Color::MAX],
        };
        for color in 0..arrangement.colors() {
            all.push(Line {
                wanted: arrangement.count(color) as u32,
                colors: [color as u8; Size::MAX_PEGS],
                singles: board,
                groups: Vec::new(),
            });
        }
        for turn in turns.iter().take(MAX_LINES - arrangement.colors()) {
            all.push(Line::of(turn, board));
        }
        all
    }

    fn push(&mut self, line: Line) {
        let bit = 1 << self.lines.len();
        for peg in pegs(self.board) {
            self.holders[peg][line.color(peg)] |= bit;
        }
        for group in &line.groups {
            self.watchers[group.color] |= bit;
        }
        self.lines.push(line);
    }

    /// All lines in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Line> {
        self.lines.iter()
    }

    /// The line of that number.
    pub fn line(&self, line: usize) -> &Line {
        &self.lines[line]
    }

    /// The lines with a place of that color on that peg.
    pub const fn holders(&self, peg: usize, color: usize) -> Set {
        self.holders[peg][color]
    }

    /// The lines whose bounds depend on where and how often that color is left.
    pub const fn watchers(&self, color: usize) -> Set {
        self.watchers[color]
    }
}

impl Line {
    fn of(turn: &Turn, board: Pegs) -> Line {
        let mut colors = [0; Size::MAX_PEGS];
        let mut of_color = [0; Color::MAX];
        for (peg, color) in turn.guess.pegs().enumerate() {
            colors[peg] = color.index() as u8;
            of_color[color.index()] |= 1 << peg;
        }
        let several = |&(_, pegs): &(usize, Pegs)| pegs.count_ones() > 1;
        let groups: Vec<Group> =
            of_color.into_iter().enumerate().filter(several).map(|(color, pegs)| Group { color, pegs }).collect();
        Line {
            wanted: turn.feedback.black() as u32,
            colors,
            singles: groups.iter().fold(board, |singles, group| singles & !group.pegs),
            groups,
        }
    }

    /// The color of its place on that peg.
    pub const fn color(&self, peg: usize) -> usize {
        self.colors[peg] as usize
    }
}

/// The pegs of a set in order.
pub fn pegs(mut set: Pegs) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The lines of a set in order.
pub fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
