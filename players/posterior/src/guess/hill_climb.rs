//! Hill climbing over guesses that are scored on many candidates at once.

use super::endgame::{guesses_for, legal};
use scsa::{Code, Color, Game, Rng};
use std::ops::Range;

/// The largest sum of the weights of the candidates that guesses are scored on.
pub const WEIGHTS: usize = 50_000;
/// The number of guesses scored before hill climbing starts from the best of them.
pub const STARTS: usize = 60;
/// The weight of the probability that the guess is the secret, in nats: about the information gain of a guess.
const WIN: f64 = 2.0;

/// Codes with their probabilities as integer weights.
pub fn in_whole(candidates: &[(Code, f64)]) -> Vec<(Code, u32)> {
    let sum: f64 = candidates.iter().map(|(_, weight)| weight).sum();
    let most = candidates.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let even = candidates.iter().all(|(_, weight)| most - weight < 1e-9 * most);
    let whole = |weight: f64| if even { 1 } else { ((weight / sum * WEIGHTS as f64) as u32).max(1) };
    candidates.iter().map(|(code, weight)| (*code, whole(*weight))).collect()
}

/// Starts of hill climbs: candidates, the most probable one among them, candidates with half of their pegs changed, random codes.
pub fn starts(game: Game, drawn: &[(Code, u32)], rng: &mut Rng) -> Vec<Code> {
    let mut starts = Vec::with_capacity(STARTS);
    if drawn.len() <= STARTS / 2 {
        starts.extend(drawn.iter().map(|(code, _)| *code));
    } else {
        // A few codes may have most of the weight: half are drawn by it, and the one with most is never missed.
        starts.extend(drawn.iter().rev().max_by_key(|(_, times)| times).map(|(code, _)| *code));
        let mut sum = 0;
        let sums = drawn.iter().map(|(_, times)| {
            sum += *times as usize;
            sum
        });
        let sums: Vec<usize> = sums.collect();
        while starts.len() < STARTS / 4 {
            let place = rng.below(sum);
            starts.push(drawn[sums.partition_point(|&sum| sum <= place)].0);
        }
        while starts.len() < STARTS / 2 {
            starts.push(drawn[rng.below(drawn.len())].0);
        }
    }
    for number in starts.len()..STARTS {
        let mut code = drawn[rng.below(drawn.len())].0;
        for peg in 0..game.pegs() {
            if number % 2 == 0 || rng.below(2) == 0 {
                code.set(peg, rng.color(game.colors()));
            }
        }
        starts.push(legal(game, code, rng));
    }
    starts
}

/// A change is rejected if it is worse by this on the sketch, in nats.
const MARGIN: f64 = 0.003;

pub struct HillClimb<'a> {
    pub matrix: &'a CandidateMatrix,
    /// The weight of the entropy of the totals given the black pegs.
    pub totals: f64,
    pub climbs: usize,
    /// The number of guesses scored, over all climbs.
    pub evaluations: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum Change {
    Color(u8, Color),
    Exchange(u8, u8),
}

impl HillClimb<'_> {
    /// The local optima reached from the best of these guesses, each with its objective, the best one first.
    pub fn from(&self, starts: &[Code], rng: &mut Rng) -> Vec<(f64, Code)> {
        let game = self.matrix.game;
        let mut classes = Box::new([[0; AREA]; 4]);
        let with_score = |start: &Code| {
            let column = self.matrix.column_of(start);
            (self.matrix.score(&column, &self.matrix.all, self.totals, &mut classes), column)
        };
        let mut scored: Vec<(f64, FeedbackColumn)> = starts.iter().map(with_score).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.guess.cmp(&b.1.guess)));
        scored.dedup_by(|a, b| a.1.guess == b.1.guess);
        let mut changes: Vec<Change> = Change::all(game).collect();
        let mut tops = Vec::new();
        for (score, column) in scored.into_iter().take(self.climbs) {
            rng.shuffle(&mut changes);
            tops.push(self.top(score, column, &changes, &mut classes));
        }
        tops.sort_by(|a: &(f64, Code), b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        tops.dedup_by(|a, b| a.1 == b.1);
        tops
    }

    /// Takes every change that improves the guess, until none does or the budget is used up.
    ///
    /// A change that is worse by a margin on the first candidates, the sketch, is not scored on the others.
    fn top(
        &self,
        mut score: f64,
        mut column: FeedbackColumn,
        changes: &[Change],
        classes: &mut ClassWeights,
    ) -> (f64, Code) {
        let HillClimb { matrix, totals, .. } = *self;
        let whole = matrix.part(&matrix.all);
        let mut sketched = matrix.sketch.map(|sketch| {
            let part = matrix.part(&sketch);
            (sketch, part, matrix.score(&column, &sketch, totals, classes))
        });
        let mut next = column.clone();
        let mut in_vain = 0;
        for change in changes.iter().cycle().take(self.evaluations / self.climbs) {
            if in_vain == changes.len() {
                break;
            }
            in_vain += 1;
            if !change.alters(&column.guess, matrix.game) {
                continue;
            }
            let mut rest = whole.clone();
            let mut of_sketch = 0.0;
            if let Some((sketch, part, bound)) = &sketched {
                matrix.apply(*change, &column, &mut next, part.clone());
                of_sketch = matrix.score(&next, sketch, totals, classes);
                if of_sketch < bound - MARGIN {
                    continue;
                }
                rest.start = part.end;
            }
            matrix.apply(*change, &column, &mut next, rest);
            let found = matrix.score(&next, &matrix.all, totals, classes);
            if found > score {
                score = found;
                std::mem::swap(&mut column, &mut next);
                in_vain = 0;
                if let Some((_, _, bound)) = &mut sketched {
                    *bound = of_sketch;
                }
            }
        }
        (score, column.guess)
    }
}

impl Change {
    /// All changes of a guess, whether legal or not.
    pub fn all(game: Game) -> impl Iterator<Item = Change> {
        let of_peg = move |peg: u8| {
            let exchanges = (0..peg).map(move |other| Change::Exchange(peg, other));
            game.palette().map(move |color| Change::Color(peg, color)).chain(exchanges)
        };
        (0..game.pegs() as u8).flat_map(of_peg)
    }

    /// Whether it gives another guess that is legal.
    fn alters(&self, guess: &Code, game: Game) -> bool {
        match *self {
            Change::Color(_, color) if !game.allows_repeats() => guess.count(color) == 0,
            Change::Color(peg, color) => guess.peg(usize::from(peg)) != color,
            Change::Exchange(a, b) => guess.peg(usize::from(a)) != guess.peg(usize::from(b)),
        }
    }
}

/// Weighted candidates, stored peg by peg and color count by color count.
pub struct CandidateMatrix {
    pub game: Game,
    pub len: usize,
    stride: usize,
    row: u8,
    pegs: Vec<u8>,
    counts: Vec<u8>,
    weights: Vec<u16>,
    even: bool,
    /// The cost of a response by the weight n of its class: n log n, in nats; for few codes the number of guesses for all of them.
    costs: Vec<f32>,
    pub all: Span,
    /// The first of them, on which most changes of a guess are rejected. None if there are few.
    pub sketch: Option<Span>,
    /// Whether guesses are scored by the expected number of remaining guesses.
    few: bool,
}

/// The first candidates of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    len: usize,
    weight: u32,
    log_weight: f64,
}

const SKETCH: usize = 1024;
/// Codes a block; columns are filled up with codes of no weight.
const BLOCK: usize = 64;
/// Responses a row at the most: more than any guess has black pegs.
const LONG: usize = 64;
/// And where there are fewer pegs than that.
const SHORT: usize = 32;

/// The responses of all candidates to a guess.
#[derive(Clone, Debug)]
pub struct FeedbackColumn {
    pub guess: Code,
    /// The response of every code: its pegs of the right color in rows, its black pegs in them.
    places: Vec<u16>,
}

impl CandidateMatrix {
    /// The largest sum of all weights.
    pub const MOST: u32 = u16::MAX as u32;

    /// The matrix of codes with integer weights, whose sum is at most [`CandidateMatrix::MOST`]. With `number`, guesses are scored by the
    /// expected number of remaining guesses, where the codes stand for so many equally probable ones.
    pub fn new(game: Game, codes: &[(Code, u32)], number: Option<f64>) -> CandidateMatrix {
        let stride = codes.len().next_multiple_of(BLOCK);
        let span = |len: usize| {
            let weight = codes[..len].iter().map(|(_, weight)| weight).sum();
            Span { len, weight, log_weight: libm::log(f64::from(weight)) }
        };
        let all = span(codes.len());
        assert!(all.weight <= CandidateMatrix::MOST, "weights of a candidate matrix sum to {}", all.weight);
        let mut matrix = CandidateMatrix {
            game,
            len: codes.len(),
            stride,
            row: if game.pegs() < SHORT { SHORT } else { LONG } as u8,
            pegs: vec![u8::MAX; game.pegs() * stride],
            counts: vec![0; game.colors() * stride],
            weights: vec![0; stride],
            even: codes.iter().all(|(_, weight)| *weight == 1),
            costs: Vec::new(),
            all,
            sketch: (number.is_none() && codes.len() > 2 * SKETCH).then(|| span(SKETCH)),
            few: number.is_some(),
        };
        for (place, (code, weight)) in codes.iter().enumerate() {
            for (peg, color) in code.pegs().enumerate() {
                matrix.pegs[peg * stride + place] = color.index() as u8;
            }
            for color in game.palette() {
                matrix.counts[color.index() * stride + place] = code.count(color) as u8;
            }
            matrix.weights[place] = *weight as u16;
        }
        let unit = f64::from(all.weight) / number.unwrap_or(1.0);
        let cost = |n: u32| match n {
            0 => 0.0,
            _ if number.is_some() => (f64::from(n) * guesses_for(f64::from(n) / unit, game.pegs())) as f32,
            _ => (f64::from(n) * libm::log(f64::from(n))) as f32,
        };
        matrix.costs = (0..=all.weight).map(cost).collect();
        matrix
    }

    fn column(&self, peg: usize) -> &[u8] {
        &self.pegs[peg * self.stride..][..self.stride]
    }

    fn counts(&self, color: Color) -> &[u8] {
        &self.counts[color.index() * self.stride..][..self.stride]
    }

    pub fn column_of(&self, guess: &Code) -> FeedbackColumn {
        let mut base = FeedbackColumn { guess: *guess, places: vec![0; self.stride] };
        for (peg, color) in guess.pegs().enumerate() {
            let color = color.index() as u8;
            for (place, &is) in base.places.iter_mut().zip(self.column(peg)) {
                *place += u16::from(is == color);
            }
        }
        for color in self.game.palette() {
            let most = guess.count(color) as u8;
            if most > 0 {
                for (place, &count) in base.places.iter_mut().zip(self.counts(color)) {
                    *place += u16::from(count.min(most)) * u16::from(self.row);
                }
            }
        }
        base
    }

    /// The column of a changed guess, from that of the guess, for some of the candidates.
    fn apply(&self, change: Change, base: &FeedbackColumn, into: &mut FeedbackColumn, part: Range<usize>) {
        into.guess = base.guess;
        let places = into.places[part.clone()].iter_mut().zip(&base.places[part.clone()]);
        match change {
            Change::Color(peg, to) => {
                let (peg, row) = (usize::from(peg), self.row as i8);
                let from = base.guess.peg(peg);
                // With at least these counts a code shares one peg less, or one more, with the guess.
                let (enough_from, enough_to) = (base.guess.count(from) as u8, base.guess.count(to) as u8 + 1);
                into.guess.set(peg, to);
                let (from_raw, to_raw) = (from.index() as u8, to.index() as u8);
                let [less, more] = [from, to].map(|color| &self.counts(color)[part.clone()]);
                let codes = places.zip(&self.column(peg)[part.clone()]).zip(less.iter().zip(more));
                for (((place, before), &is), (&less, &more)) in codes {
                    let black = i8::from(is == to_raw) - i8::from(is == from_raw);
                    let total = i8::from(more >= enough_to) - i8::from(less >= enough_from);
                    *place = before.wrapping_add_signed(i16::from(total * row + black));
                }
            }
            Change::Exchange(a, b) => {
                let (a, b) = (usize::from(a), usize::from(b));
                let (of_a, of_b) = (base.guess.peg(a), base.guess.peg(b));
                into.guess.set(a, of_b);
                into.guess.set(b, of_a);
                let (x, y) = (of_a.index() as u8, of_b.index() as u8);
                let columns = self.column(a)[part.clone()].iter().zip(&self.column(b)[part]);
                for ((place, before), (&a, &b)) in places.zip(columns) {
                    let black = i8::from(a == y) - i8::from(a == x) + i8::from(b == x) - i8::from(b == y);
                    *place = before.wrapping_add_signed(i16::from(black));
                }
            }
        }
    }

    pub fn part(&self, span: &Span) -> Range<usize> {
        0..if span.len == self.len { self.stride } else { span.len }
    }

    /// The objective of a guess: for few codes the estimated expected number of remaining guesses, this one included, with a minus;
    /// otherwise, in nats, the entropy of the black pegs, `totals` times that of the totals given these, and [`WIN`] times the probability
    /// that the guess is the secret.
    pub fn score(&self, base: &FeedbackColumn, span: &Span, totals: f64, classes: &mut ClassWeights) -> f64 {
        let pegs = self.game.pegs();
        let responses = self.count(base, span.len, classes);
        let rows = || responses.chunks_exact(usize::from(self.row));
        // Only some columns are used.
        let mut blacks = [0; LONG];
        rows().for_each(|row| add(&mut blacks, row));
        let columns = blacks.iter().rposition(|&black| black > 0).map_or(0, |last| last + 1);
        let used = |row: &&[u16]| row.iter().fold(0, |any, &weight| any | weight) > 0;
        let joint: f32 = rows().filter(used).map(|row| self.cost(&row[..columns])).sum();
        let (whole, won) = (f64::from(span.weight), blacks[pegs]);
        if self.few {
            return -(1.0 + f64::from(joint - self.costs[usize::from(won)]) / whole);
        }
        let black = span.log_weight - f64::from(self.cost(&blacks[..columns])) / whole;
        let joint = span.log_weight - f64::from(joint) / whole;
        black + totals * (joint - black) + WIN * (f64::from(won) / whole)
    }

    fn cost(&self, weights: &[u16]) -> f32 {
        weights.iter().map(|&weight| self.costs[usize::from(weight)]).sum()
    }

    fn count<'a>(&self, base: &FeedbackColumn, len: usize, classes: &'a mut ClassWeights) -> &'a [u16] {
        let area = ..(self.game.pegs() + 1) * usize::from(self.row);
        let [a, b, c, d] = classes;
        for part in [&mut *a, b, c, d] {
            part[area].fill(0);
        }
        // In four parts, so that a sum need not wait for the one before.
        let at = |part: &mut PartialSums, place: u16, weight: u16| part[usize::from(place) % AREA] += weight;
        let (fours, rest) = base.places[..len].as_chunks::<4>();
        if self.even {
            for places in fours {
                at(a, places[0], 1);
                at(b, places[1], 1);
                at(c, places[2], 1);
                at(d, places[3], 1);
            }
            rest.iter().for_each(|&place| at(a, place, 1));
        } else {
            let (weights, weights_of_rest) = self.weights[..len].as_chunks::<4>();
            for (places, weights) in fours.iter().zip(weights) {
                at(a, places[0], weights[0]);
                at(b, places[1], weights[1]);
                at(c, places[2], weights[2]);
                at(d, places[3], weights[3]);
            }
            rest.iter().zip(weights_of_rest).for_each(|(&place, &weight)| at(a, place, weight));
        }
        for (((a, b), c), d) in a[area].iter_mut().zip(&b[area]).zip(&c[area]).zip(&d[area]) {
            *a += b + c + d;
        }
        &a[area]
    }
}

/// Kept apart: a compiler that sees rows summed in a loop works down the columns, number by number.
#[inline(never)]
fn add(sums: &mut [u16], row: &[u16]) {
    sums.iter_mut().zip(row).for_each(|(sum, class)| *sum += class);
}

/// Places for the responses: a power of two, so that no place has to be checked.
pub const AREA: usize = LONG * LONG;
type PartialSums = [u16; AREA];

/// Scratch space: the weights of the responses, in four partial sums.
pub type ClassWeights = [PartialSums; 4];

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Response;
    use std::collections::BTreeMap;

    /// The entropies of black pegs and of responses, in nats, computed from one feedback after another, and the probability of the guess.
    fn plainly(game: Game, codes: &[(Code, u32)], guess: &Code) -> (f64, f64, f64) {
        let whole: f64 = codes.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let own: f64 = codes.iter().filter(|(code, _)| code == guess).map(|(_, weight)| f64::from(*weight)).sum();
        let entropy = |of: fn(Response) -> (usize, usize)| -> f64 {
            let mut classes: BTreeMap<(usize, usize), f64> = BTreeMap::new();
            for (code, weight) in codes {
                *classes.entry(of(game.answer(guess, code))).or_default() += f64::from(*weight);
            }
            classes.values().map(|n| n / whole * libm::log(whole / n)).sum()
        };
        let joint = entropy(|feedback| (feedback.black(), feedback.total()));
        (entropy(|feedback| (feedback.black(), 0)), joint, own / whole)
    }

    #[test]
    fn the_column_of_a_changed_guess_is_that_of_the_guess() {
        let mut rng = Rng::new(1);
        for (game, most) in [("20x26", 1), ("20x26", 3), ("31x26", 2), ("32x26", 2)] {
            let game: Game = game.parse().unwrap();
            let mut code = || Code::from_fn(game, |_| rng.color(8));
            let codes: Vec<(Code, u32)> = (0..301).map(|number| (code(), 1 + number % most)).collect();
            let matrix = CandidateMatrix::new(game, &codes, None);
            let (mut base, mut classes) = (matrix.column_of(&codes[7].0), Box::new([[0; AREA]; 4]));
            let mut next = base.clone();
            // The first guess is one of the codes.
            for _ in 0..200 {
                assert_eq!(base.places, matrix.column_of(&base.guess).places);
                let plain = plainly(game, &codes, &base.guess);
                for (totals, entropy) in [(0.0, plain.0), (1.0, plain.1)] {
                    let score = matrix.score(&base, &matrix.all, totals, &mut classes) - WIN * plain.2;
                    assert!((score - entropy).abs() < 1e-4, "{score} {plain:?}");
                }
                let (a, b) = (rng.below(game.pegs()), rng.below(game.pegs()));
                let change = if rng.below(2) == 0 && base.guess.peg(a) != base.guess.peg(b) {
                    Change::Exchange(a as u8, b as u8)
                } else {
                    let other = Color::new((base.guess.peg(a).index() + 1 + rng.below(25)) % 26).unwrap();
                    Change::Color(a as u8, other)
                };
                matrix.apply(change, &base, &mut next, matrix.part(&matrix.all));
                std::mem::swap(&mut base, &mut next);
            }
        }
    }
}
