//! What is known of the secret, as cardinality constraints.

use super::arrangement::Arrangement;
use crate::bit_set::{PegSet, members};
use scsa::{Color, Size, Turn};

/// A set of constraints, constraint `i` as bit `i`.
pub type ConstraintSet = u128;

/// The largest number of constraints.
pub const MAX_CONSTRAINTS: usize = ConstraintSet::BITS as usize;

/// A cardinality constraint: for each peg the literal "this peg has this color", and the number of these literals that are
/// true of the secret.
///
/// The constraint of a turn has the guess as its literals, and as many are true as there are black pegs. The constraint of a
/// color has the literal of that color for every peg.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The number of true literals.
    pub required: u32,
    /// The color of each peg's literal.
    pub colors: [u8; Size::MAX_PEGS],
    /// The pegs that are in no group.
    pub singles: PegSet,
    /// The colors with several literals in the constraint of a turn. Of these no more can be true than the color has pegs left,
    /// and no fewer than it has pegs left over when all its other literals are true.
    pub groups: Vec<ColorGroup>,
}

/// The literals of one color in a constraint.
#[derive(Clone, Copy, Debug)]
pub struct ColorGroup {
    /// The color, which is also the index of its constraint.
    pub color: usize,
    /// The pegs of its literals.
    pub pegs: PegSet,
}

/// All constraints: those of the colors in their order, then those of the turns.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// All pegs.
    pub board: PegSet,
    /// The colors that a peg can have, color `i` as bit `i`.
    pub palette: u32,
    all: Vec<Constraint>,
    with_literal: [[ConstraintSet; Color::MAX]; Size::MAX_PEGS],
    with_group: [ConstraintSet; Color::MAX],
}

impl Constraints {
    /// The constraints of these color counts and of the first turns, as many as fit into [`MAX_CONSTRAINTS`].
    pub fn new(size: Size, arrangement: &Arrangement, turns: &[Turn]) -> Constraints {
        let board = PegSet::MAX >> (Size::MAX_PEGS - size.pegs());
        let palette = u32::MAX >> (u32::BITS as usize - arrangement.colors());
        let mut constraints = Constraints {
            board,
            palette,
            all: Vec::with_capacity(MAX_CONSTRAINTS),
            with_literal: [[0; Color::MAX]; Size::MAX_PEGS],
            with_group: [0; Color::MAX],
        };
        for color in 0..arrangement.colors() {
            constraints.push(Constraint {
                required: arrangement.count(color) as u32,
                colors: [color as u8; Size::MAX_PEGS],
                singles: board,
                groups: Vec::new(),
            });
        }
        for turn in turns.iter().take(MAX_CONSTRAINTS - arrangement.colors()) {
            constraints.push(Constraint::of_turn(turn, board));
        }
        constraints
    }

    fn push(&mut self, constraint: Constraint) {
        let bit = 1 << self.all.len();
        for peg in members(self.board) {
            self.with_literal[peg][constraint.color(peg)] |= bit;
        }
        for group in &constraint.groups {
            self.with_group[group.color] |= bit;
        }
        self.all.push(constraint);
    }

    /// All constraints in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Constraint> {
        self.all.iter()
    }

    /// The constraint with that index.
    pub fn get(&self, index: usize) -> &Constraint {
        &self.all[index]
    }

    /// The constraints with the literal of that color for that peg.
    pub const fn with_literal(&self, peg: usize, color: usize) -> ConstraintSet {
        self.with_literal[peg][color]
    }

    /// The constraints with a group of that color. Their bounds depend on how many pegs of the color are left, and where.
    pub const fn with_group(&self, color: usize) -> ConstraintSet {
        self.with_group[color]
    }
}

impl Constraint {
    fn of_turn(turn: &Turn, board: PegSet) -> Constraint {
        let mut colors = [0; Size::MAX_PEGS];
        let mut of_color = [0; Color::MAX];
        for (peg, color) in turn.guess.pegs().enumerate() {
            colors[peg] = color.index() as u8;
            of_color[color.index()] |= 1 << peg;
        }
        let several = |&(_, pegs): &(usize, PegSet)| pegs.count_ones() > 1;
        let groups: Vec<ColorGroup> =
            of_color.into_iter().enumerate().filter(several).map(|(color, pegs)| ColorGroup { color, pegs }).collect();
        Constraint {
            required: turn.feedback.black() as u32,
            colors,
            singles: groups.iter().fold(board, |singles, group| singles & !group.pegs),
            groups,
        }
    }

    /// The color of the literal for that peg.
    pub const fn color(&self, peg: usize) -> usize {
        self.colors[peg] as usize
    }
}

/// The indices of a set of constraints, lowest first.
pub fn indices_in(mut set: ConstraintSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
