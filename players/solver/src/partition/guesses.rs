//! Lists of guesses, and the predicates of codes that they consist of.

use scsa::Game;

/// Guesses, each as the numbers of its predicates; 4 bytes for each peg of a guess.
#[derive(Clone, Debug)]
pub struct GuessList {
    game: Game,
    /// For each guess those of its pegs, then those of its colors.
    predicates: Vec<u16>,
}

impl GuessList {
    /// The codes with these ranks.
    pub fn of(game: Game, ranks: impl IntoIterator<Item = u32>) -> GuessList {
        let mut guesses = GuessList { game, predicates: Vec::new() };
        ranks.into_iter().for_each(|rank| guesses.push(&colors_of(game, rank)[..game.pegs()]));
        guesses
    }

    /// Appends the guess with these colors, one for each peg.
    pub(crate) fn push(&mut self, colors: &[u8]) {
        let mut counts = [0; 32];
        let on_pegs = |(peg, &color): (usize, &u8)| color_at(self.game, peg, color.into());
        self.predicates.extend(colors.iter().enumerate().map(on_pegs));
        for &color in colors {
            let count = &mut counts[usize::from(color)];
            self.predicates.push(more_than(self.game, color.into(), *count));
            *count += 1;
        }
    }

    /// The number of guesses.
    pub fn count(&self) -> usize {
        self.predicates.len() / self.stride()
    }

    /// The predicates of the guess with this index: as many for its pegs as there are pegs, then as many for its colors.
    pub(crate) fn get(&self, index: usize) -> &[u16] {
        &self.predicates[index * self.stride()..][..self.stride()]
    }

    /// The rank of the guess with this index.
    pub fn rank(&self, index: usize) -> u32 {
        let colors = self.game.colors() as u32;
        let on_pegs = &self.get(index)[..self.game.pegs()];
        on_pegs.iter().fold(0, |rank, &predicate| rank * colors + u32::from(predicate) % colors)
    }

    fn stride(&self) -> usize {
        2 * self.game.pegs()
    }
}

/// The colors of the code with this rank, peg by peg; 0 behind the last peg.
#[inline]
pub fn colors_of(game: Game, rank: u32) -> [u8; Game::MAX_PEGS] {
    let colors = game.colors() as u32;
    let mut code = [0; Game::MAX_PEGS];
    let mut left = rank;
    for color in code[..game.pegs()].iter_mut().rev() {
        *color = (left % colors) as u8;
        left /= colors;
    }
    code
}

pub const fn predicate_count(game: Game) -> usize {
    2 * game.pegs() * game.colors()
}

/// The number of the predicate "the code has this color on this peg".
pub const fn color_at(game: Game, peg: usize, color: usize) -> u16 {
    (peg * game.colors() + color) as u16
}

/// The number of the predicate "the code has more than `n` pegs of this color".
pub const fn more_than(game: Game, color: usize, n: usize) -> u16 {
    ((game.pegs() + n) * game.colors() + color) as u16
}
