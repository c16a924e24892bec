//! All guesses for few candidates, peg by peg, so that guesses that begin alike share the sums of their beginning.

use super::{
    guesses::{Alike, Choices},
    planes::{FEW_WORDS, LANES, Lanes, MOST_BITS, Planes, add},
    scan::{Best, Search},
};
use scsa::{Color, Feedback, Size};

/// The sums over the pegs chosen so far, bit by bit, for the words of the candidates.
#[derive(Clone, Copy)]
struct Sums<const BITS: usize, const WORDS: usize> {
    black: [[u64; WORDS]; BITS],
    total: [[u64; WORDS]; BITS],
}

/// Guesses that wait until there are as many as lanes.
struct Waiting<const BITS: usize, const WORDS: usize> {
    black: [[Lanes; BITS]; WORDS],
    total: [[Lanes; BITS]; WORDS],
    places: [u32; LANES],
    number: usize,
}

/// A walk through all guesses.
///
/// Everything in it is inlined into the function that is compiled for the widest instructions, which a recursion would not
/// be: so the walk keeps a stack of its own.
pub struct Descent<'a, const BITS: usize, const WORDS: usize> {
    search: &'a Search<'a>,
    waiting: Waiting<BITS, WORDS>,
    cells: Vec<Lanes>,
    best: Option<Best>,
}

/// What is chosen up to a peg.
#[derive(Clone, Copy)]
struct Step<const BITS: usize, const WORDS: usize> {
    /// The colors that the peg may still have.
    colors: u32,
    /// What is to be put back when the peg gets another color.
    fresh: u32,
    place: u32,
    sums: Sums<BITS, WORDS>,
}

impl Descent<'_, 0, 0> {
    /// The best guess of all.
    #[inline(always)]
    pub fn best(search: &Search<'_>, alike: &Alike) -> Option<Best> {
        match (search.size.pegs(), search.planes.words()) {
            (..4, ..2) => Descent::<2, 1>::run(search, alike),
            (..4, _) => Descent::<2, FEW_WORDS>::run(search, alike),
            (4..8, ..2) => Descent::<3, 1>::run(search, alike),
            (4..8, _) => Descent::<3, FEW_WORDS>::run(search, alike),
            (8..16, ..2) => Descent::<4, 1>::run(search, alike),
            (8..16, _) => Descent::<4, FEW_WORDS>::run(search, alike),
            (_, ..2) => Descent::<MOST_BITS, 1>::run(search, alike),
            _ => Descent::<MOST_BITS, FEW_WORDS>::run(search, alike),
        }
    }
}

impl<'a, const BITS: usize, const WORDS: usize> Descent<'a, BITS, WORDS> {
    #[inline(always)]
    fn run(search: &'a Search<'a>, alike: &'a Alike) -> Option<Best> {
        let lanes = || [[[0; LANES]; BITS]; WORDS];
        let mut descent = Descent {
            search,
            waiting: Waiting { black: lanes(), total: lanes(), places: [0; LANES], number: 0 },
            cells: vec![[0; LANES]; Feedback::values(search.size.pegs())],
            best: None,
        };
        descent.walk(alike.choices(search.planes));
        descent.judge();
        descent.best
    }

    /// Goes through all guesses, as long as better ones may come.
    #[inline(always)]
    fn walk(&mut self, mut choices: Choices<'_>) {
        let (size, planes) = (self.search.size, self.search.planes);
        let (mut chosen, mut counts) = ([0; Size::MAX_PEGS], [0; Color::MAX]);
        let none = Sums { black: [[0; WORDS]; BITS], total: [[0; WORDS]; BITS] };
        let mut steps = [Step { colors: 0, fresh: 0, place: 0, sums: none }; Size::MAX_PEGS];
        let last = size.pegs() - 1;
        let mut peg = 0;
        steps[0].colors = choices.colors(0, &chosen);
        loop {
            let step = &mut steps[peg];
            if step.colors == 0 {
                // The peg before it gets its next color.
                if peg == 0 {
                    return;
                }
                peg -= 1;
                counts[usize::from(chosen[peg])] -= 1;
                choices.put_back(steps[peg].fresh);
                continue;
            }
            let color = step.colors.trailing_zeros() as usize;
            step.colors &= step.colors - 1;
            let (mut sums, place) = (step.sums, step.place * size.colors() as u32 + color as u32);
            add(&mut sums.black, planes.words_of::<WORDS>(Planes::stands(size, peg, color)));
            add(&mut sums.total, planes.words_of::<WORDS>(Planes::more(size, color, counts[color])));
            if peg == last {
                if !self.wait(place, &sums) {
                    return;
                }
                continue;
            }
            chosen[peg] = color as u8;
            counts[color] += 1;
            steps[peg].fresh = choices.take(color);
            peg += 1;
            steps[peg] = Step { colors: choices.colors(peg, &chosen), fresh: 0, place, sums };
        }
    }

    /// Puts a guess aside, or judges those that wait. Whether to go on.
    #[inline(always)]
    fn wait(&mut self, place: u32, sums: &Sums<BITS, WORDS>) -> bool {
        let lane = self.waiting.number;
        for word in 0..WORDS {
            for bit in 0..BITS {
                self.waiting.black[word][bit][lane] = sums.black[bit][word];
                self.waiting.total[word][bit][lane] = sums.total[bit][word];
            }
        }
        self.waiting.places[lane] = place;
        self.waiting.number += 1;
        self.waiting.number < LANES || self.judge()
    }

    /// Judges the guesses that wait. Whether to go on.
    #[inline(always)]
    fn judge(&mut self) -> bool {
        let (planes, judge, places) = (self.search.planes, self.search.judge, self.waiting.places);
        let Waiting { black, total, number, .. } = &self.waiting;
        let (scores, wins) = if WORDS == 1 {
            planes.score_sums(&black[0], &total[0], judge, &mut self.cells)
        } else {
            self.cells.fill([0; LANES]);
            for word in 0..WORDS {
                planes.count_sums(&black[word], &total[word], &mut self.cells);
            }
            let padding = (WORDS * 64 - planes.len()) as u64;
            self.cells[0].iter_mut().for_each(|size| *size -= padding);
            (judge.scores(&self.cells), self.cells[self.cells.len() - 1])
        };
        self.search.keep_best(&mut self.best, &scores, &wins, |lane| places[lane], *number);
        self.waiting.number = 0;
        self.best.is_none_or(|best| Some(best.score) != self.search.enough)
    }
}
