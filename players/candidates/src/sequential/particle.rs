//! A code with the distances of its responses from those of the turns.

use super::turn_table::{CHUNKS, LANES, TurnLanes, TurnTable};
use scsa::{Code, Color, Size};

/// A code that follows the turns more or less closely.
#[derive(Clone, Copy, Debug)]
pub struct Particle {
    /// By how much the black pegs of every turn are too many, and the totals of black and white pegs.
    black: TurnLanes,
    total: TurnLanes,
    colors: [u8; Size::MAX_PEGS],
    /// The number of pegs of every color.
    counts: [u8; Color::MAX],
}

impl Particle {
    /// A code, before any turn.
    pub fn new(code: &Code) -> Particle {
        let (mut colors, mut counts) = ([0; Size::MAX_PEGS], [0; Color::MAX]);
        for (place, color) in colors.iter_mut().zip(code.pegs()) {
            *place = color.index() as u8;
            counts[color.index()] += 1;
        }
        let none = [[0; LANES]; CHUNKS];
        Particle { black: none, total: none, colors, counts }
    }

    pub fn code(&self, size: Size) -> Code {
        Code::from_fn(size, |peg| Color::new(self.colors[peg].into()).unwrap_or(Color::A))
    }

    /// Becomes the other one, which follows the same turns of a table.
    #[inline]
    pub fn copy_from(&mut self, other: &Particle, table: &TurnTable) {
        let chunks = table.chunks();
        self.black[..chunks].copy_from_slice(&other.black[..chunks]);
        self.total[..chunks].copy_from_slice(&other.total[..chunks]);
        (self.colors, self.counts) = (other.colors, other.counts);
    }

    #[inline]
    pub fn color(&self, peg: usize) -> usize {
        self.colors[peg].into()
    }

    /// Compares it with the last turn of the table, which is new.
    pub fn add_turn(&mut self, table: &TurnTable) {
        let Some((number, turn)) = table.turns().iter().enumerate().next_back() else { return };
        let response = turn.guess.feedback(&self.code(table.size()));
        let (chunk, lane) = (number / LANES, number % LANES);
        self.black[chunk][lane] = response.black() as i8 - turn.feedback.black() as i8;
        self.total[chunk][lane] = response.total() as i8 - turn.feedback.total() as i8;
    }

    /// Gives a peg another color.
    #[inline]
    pub fn set(&mut self, table: &TurnTable, peg: usize, color: usize) {
        let before = self.color(peg);
        if before == color {
            return;
        }
        self.counts[before] -= 1;
        let (fewer, more) = (usize::from(self.counts[before]), usize::from(self.counts[color]));
        let chunks = table.chunks();
        add(&mut self.black, table.black(peg, color), table.black(peg, before), chunks);
        add(&mut self.total, table.total(more, color), table.total(fewer, before), chunks);
        self.counts[color] += 1;
        self.colors[peg] = color as u8;
    }

    /// Exchanges the colors of two pegs.
    #[inline]
    pub fn exchange(&mut self, table: &TurnTable, pegs: [usize; 2]) {
        let [one, other] = pegs.map(|peg| self.color(peg));
        if one != other {
            let chunks = table.chunks();
            add(&mut self.black, table.black(pegs[0], other), table.black(pegs[0], one), chunks);
            add(&mut self.black, table.black(pegs[1], one), table.black(pegs[1], other), chunks);
            self.colors.swap(pegs[0], pegs[1]);
        }
    }

    /// By how much the black pegs and the totals of all turns miss those of the responses, in total. 0 for a consistent code.
    #[inline]
    pub fn distance(&self, table: &TurnTable) -> u32 {
        let mut sums = [0u16; LANES];
        for (black, total) in self.black.iter().zip(&self.total).take(table.chunks()) {
            for lane in 0..LANES {
                let distance = black[lane].unsigned_abs().wrapping_add(total[lane].unsigned_abs());
                sums[lane] = sums[lane].wrapping_add(distance.into());
            }
        }
        sums.iter().map(|sum| u32::from(*sum)).sum()
    }

    /// By how much the last response misses: |black pegs| + |total|. 0 without turns.
    pub fn last_distance(&self, table: &TurnTable) -> u32 {
        let Some(last) = table.turns().len().checked_sub(1) else { return 0 };
        let (chunk, lane) = (last / LANES, last % LANES);
        u32::from(self.black[chunk][lane].unsigned_abs()) + u32::from(self.total[chunk][lane].unsigned_abs())
    }
}

/// Adds what is more and subtracts what is less.
#[inline]
fn add(sums: &mut TurnLanes, more: &TurnLanes, less: &TurnLanes, chunks: usize) {
    for ((sums, more), less) in sums.iter_mut().zip(more).zip(less).take(chunks) {
        for lane in 0..LANES {
            // They never overflow; checks of that would keep the lanes apart.
            sums[lane] = sums[lane].wrapping_add(more[lane]).wrapping_sub(less[lane]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Rng, Turn};

    #[test]
    fn distances_are_those_of_the_responses() {
        let mut rng = Rng::new(1);
        for text in ["1x1", "1x5", "4x6", "9x3", "20x26"] {
            let size: Size = text.parse().unwrap();
            let random = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(size.colors()));
            let (mut table, secret) = (TurnTable::new(size), random(&mut rng));
            let mut particle = Particle::new(&random(&mut rng));
            for _ in 0..40 {
                let guess = random(&mut rng);
                assert!(table.push(&Turn::new(guess, &secret)));
                particle.add_turn(&table);
                for _ in 0..5 {
                    particle.set(&table, rng.below(size.pegs()), rng.below(size.colors()));
                    particle.exchange(&table, [rng.below(size.pegs()), rng.below(size.pegs())]);
                }
                let code = particle.code(size);
                let distance = |turn: &Turn| {
                    let response = turn.guess.feedback(&code);
                    response.black().abs_diff(turn.feedback.black()) + response.total().abs_diff(turn.feedback.total())
                };
                let all: usize = table.turns().iter().map(distance).sum();
                assert_eq!(particle.distance(&table) as usize, all);
                assert_eq!(particle.last_distance(&table) as usize, table.turns().last().map_or(0, distance));
            }
        }
    }
}
