//! What a color on a peg adds to the black pegs and to the totals of all turns.

use scsa::{Size, Turn};

/// The turns of a chunk. Their numbers are added together.
pub const LANES: usize = 16;
/// The most chunks.
pub const CHUNKS: usize = 8;
/// The most turns.
pub const MOST_TURNS: usize = LANES * CHUNKS;

/// A small number for each turn.
pub type TurnLanes = [[i8; LANES]; CHUNKS];

/// The turns of a game, in the form in which particles are compared with them.
#[derive(Clone, Debug)]
pub struct TurnTable {
    size: Size,
    turns: Vec<Turn>,
    /// For every peg and color 1 where a guess has that color there.
    black: Vec<TurnLanes>,
    /// For every number of pegs and color: 1 where a guess has more pegs of the color than that number, so that one more peg raises
    /// its total of black and white pegs.
    total: Vec<TurnLanes>,
}

impl TurnTable {
    pub fn new(size: Size) -> TurnTable {
        let lanes = vec![[[0; LANES]; CHUNKS]; size.pegs() * size.colors()];
        TurnTable { size, turns: Vec::new(), black: lanes.clone(), total: lanes }
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The number of chunks that have turns.
    #[inline]
    pub fn chunks(&self) -> usize {
        self.turns.len().div_ceil(LANES)
    }

    /// What a peg of a color adds to the black pegs.
    #[inline]
    pub fn black(&self, peg: usize, color: usize) -> &TurnLanes {
        &self.black[peg * self.size.colors() + color]
    }

    /// What one more peg of a color adds to the totals of a code that has `number` of them.
    #[inline]
    pub fn total(&self, number: usize, color: usize) -> &TurnLanes {
        &self.total[number * self.size.colors() + color]
    }

    /// Adds a turn. Returns whether there was place for it.
    pub fn push(&mut self, turn: &Turn) -> bool {
        if self.turns.len() == MOST_TURNS {
            return false;
        }
        let colors = self.size.colors();
        let (chunk, lane) = (self.turns.len() / LANES, self.turns.len() % LANES);
        for (peg, color) in turn.guess.pegs().enumerate() {
            self.black[peg * colors + color.index()][chunk][lane] = 1;
        }
        for color in self.size.palette() {
            for number in 0..turn.guess.count(color) {
                self.total[number * colors + color.index()][chunk][lane] = 1;
            }
        }
        self.turns.push(*turn);
        true
    }
}
