//! The choice of the next guess, by hill climbing over guesses that are scored on many candidates at once.

use crate::endgame::{Lookahead, guesses_for, legal};
use crate::two_step;
use crate::{Posterior, PriorModel};
use scsa::{Code, Color, Game, Rng};
use std::ops::Range;

/// Where all candidates are known and at most this many, the objective is the expected number of remaining guesses.
const FEW: usize = 2000;
/// The least and the most hill climbs where all candidates are known.
const CLIMBS: (usize, usize) = (8, 24);
/// Within these limits, each of them may score every change of a guess so many times.
const SCORED: usize = 4;
/// The same for the first guess, if it may take long.
const CLIMBS_AT_FIRST: usize = 32;
/// The largest sum of the weights of the candidates that guesses are scored on.
const WEIGHTS: usize = 50_000;
const _: () = assert!(WEIGHTS + FEW < CandidateMatrix::MOST as usize);
/// The number of guesses scored before hill climbing starts from the best of them.
const STARTS: usize = 60;
/// With at most this many distinct colors in a secret, on average, totals have the same weight as black pegs.
const COLORS_OF_TOTALS: f64 = 4.0;
/// The smallest weight of totals, black pegs having weight 1.
const TOTALS: f64 = 0.1;
/// The weight of the probability that the guess is the secret, in nats: about the information gain of a guess.
const WIN: f64 = 2.0;

/// The next guess: one that maximizes the expected information gain about the secret, with a bonus for its probability of being the
/// secret. Where all candidates are known, the guess with the smallest expected number of remaining guesses. It need not be a
/// candidate. The crate's documentation has the formula.
///
/// `first` is true for the first guess, which gets a larger budget. The random numbers are used by the search only.
pub fn choose_guess(prior: &PriorModel, posterior: &Posterior, first: bool, rng: &mut Rng) -> Code {
    let (game, effort) = (prior.game, &prior.effort);
    let known = posterior.candidate_count();
    let complete = posterior.is_complete();
    let few = complete && known <= FEW;
    let candidates = if few { posterior.candidates() } else { Vec::new() };
    let likelier = candidates.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((code, _)) = likelier
        && candidates.len() <= 2
    {
        return *code;
    }
    let mut drawn =
        if few { in_whole(&candidates) } else { posterior.sample(effort.scored_candidates.min(WEIGHTS), rng) };
    if !few {
        // The first ones are a sample of all.
        rng.shuffle(&mut drawn);
    }
    let Some((likely, _)) = drawn.first() else {
        // No code is even nearly consistent: no code gives these responses.
        return game.draw(rng);
    };
    let matrix = CandidateMatrix::new(game, &drawn, few.then_some(known as f64));
    let totals = if first { 1.0 } else { totals(&drawn) };
    let opening = first && complete && effort.long_opening_search;
    let lookahead = if opening { Lookahead::OPENING } else { Lookahead::USUAL };
    let times = match (opening && few, first) {
        (true, _) => 32,
        (false, true) => 8,
        (false, false) => 1,
    };
    let evaluations = effort.evaluations * times;
    let climbs = if opening {
        CLIMBS_AT_FIRST
    } else if complete {
        let changes = game.pegs() * (2 * game.colors() + game.pegs() - 1) / 2;
        (evaluations / (SCORED * changes)).clamp(CLIMBS.0, CLIMBS.1)
    } else {
        effort.hill_climbs
    };
    let mut classes = Box::new([[0; AREA]; 4]);
    let score = |guess: &Code| matrix.score(&matrix.column_of(guess), &matrix.all, totals, &mut classes);
    let starts = starts(game, &drawn, rng);
    let tops = HillClimb { matrix: &matrix, totals, climbs, evaluations }.from(&starts, rng);
    let Some(best) = tops.first() else { return *likely };
    if !complete {
        return best.1;
    }
    let tops: Vec<Code> = tops.iter().map(|(_, code)| *code).collect();
    let codes = if few { candidates } else { posterior.candidates() };
    if known > lookahead.codes {
        return two_step::best(game, codes, first, &tops, effort, rng);
    }
    lookahead.best(effort.lookahead_responses, game, &codes, &tops, score, rng).unwrap_or(best.1)
}

/// The weight of the information in the totals beyond that in the black pegs.
///
/// It is lower for secrets with many distinct colors: colors are identified soon enough, positions are not. Compared with one half
/// throughout, in 400 equal rounds that no parameter was chosen by, it took at 10x10 0.16 ± 0.04 guesses fewer for `prefer-fewer`,
/// 0.13 ± 0.04 for `two-color`, 0.04 ± 0.06 for `insert-colors`, 0.00 ± 0.05 for `usually-fewer`; at 8x10 0.02 ± 0.04, 0.00 ± 0.03,
/// 0.02 ± 0.04 and 0.08 ± 0.05. For `only-once` at 20x26, in 150 rounds: 25.0 guesses with 0.03, 25.1 with 0.1, 25.6 with 0.3 and
/// 25.3 with 0.6, each ± 0.16.
fn totals(drawn: &[(Code, u32)]) -> f64 {
    let sum: f64 = drawn.iter().map(|(code, times)| code.distinct() as f64 * f64::from(*times)).sum();
    let distinct = sum / drawn.iter().map(|(_, times)| f64::from(*times)).sum::<f64>();
    let part = COLORS_OF_TOTALS / distinct;
    (part * part).clamp(TOTALS, 1.0)
}

/// Codes with their probabilities as integer weights.
pub fn in_whole(candidates: &[(Code, f64)]) -> Vec<(Code, u32)> {
    let sum: f64 = candidates.iter().map(|(_, weight)| weight).sum();
    let most = candidates.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let even = candidates.iter().all(|(_, weight)| most - weight < 1e-9 * most);
    let whole = |weight: f64| if even { 1 } else { ((weight / sum * WEIGHTS as f64) as u32).max(1) };
    candidates.iter().map(|(code, weight)| (*code, whole(*weight))).collect()
}

/// Guesses to start hill climbing from: candidates, the most probable one among them, candidates with half of their pegs changed, and
/// random codes.
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
enum Change {
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
        let mut changes: Vec<Change> = Vec::new();
        for peg in 0..game.pegs() as u8 {
            changes.extend(game.palette().map(|color| Change::Color(peg, color)));
            changes.extend((0..peg).map(|other| Change::Exchange(peg, other)));
        }
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
        let few = number.is_some();
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
            sketch: (!few && codes.len() > 2 * SKETCH).then(|| span(SKETCH)),
            few,
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
            _ if few => (f64::from(n) * guesses_for(f64::from(n) / unit, game.pegs())) as f32,
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
const AREA: usize = LONG * LONG;
type PartialSums = [u16; AREA];

/// Scratch space: the weights of the responses, in four partial sums.
pub type ClassWeights = [PartialSums; 4];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effort;
    use scsa::{Response, Turn, algorithms::PreferFewer};
    use std::{collections::BTreeMap, sync::Arc};

    /// One code of hundreds has most of the probability. It is guessed, though other guesses have a larger information gain.
    #[test]
    fn the_most_probable_code_is_guessed_if_nearly_certain() {
        let game: Game = "10x10".parse().unwrap();
        let prior = PriorModel::new(Arc::new(PreferFewer), game, Effort::level(10).for_size(game));
        let secret: Code = "BBBBBBBBBB".parse().unwrap();
        let turns = ["IEEHIGJECJ", "ABDBAFAADB"].map(|guess| Turn::new(game, guess.parse().unwrap(), &secret));
        for seed in 0..6 {
            let (mut posterior, mut rng) = (prior.initial_posterior(), Rng::new(seed));
            (1..=turns.len()).for_each(|known| posterior.update(&prior, &turns[..known], &mut rng));
            assert!(posterior.candidate_count() > STARTS, "{}", posterior.candidate_count());
            assert_eq!(choose_guess(&prior, &posterior, false, &mut rng), secret, "seed {seed}");
        }
    }

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
