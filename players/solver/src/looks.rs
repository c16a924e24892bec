//! One look at a set of candidates: what guesses cost if everything after them went as well as can be.

use super::{
    costs::{Cost, Costs, Left, NEVER},
    game::{Game, Guessing},
    memo::{Known, Stage},
};
use partition::{Alike, Best, Criterion, Guesses, Judge, Pairs, Planes, Score, Search};
use scsa::Feedback;
use std::collections::HashSet;

/// A guess and what the candidates cost with it at least. Of equally good ones one that may be the secret is better, then
/// the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Guess {
    pub least: Cost,
    pub inconsistent: bool,
    /// Its place in the order of all codes.
    pub place: u32,
}

/// Candidates by their responses.
#[derive(Clone, Debug)]
pub struct Parts {
    places: Vec<u32>,
    /// Where those of each response end, by its index.
    ends: Vec<u32>,
}

impl Parts {
    /// The candidates that give the response of that index.
    pub fn get(&self, response: usize) -> &[u32] {
        let start = response.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.places[start as usize..self.ends[response] as usize]
    }

    /// The candidates that give each response, by its index.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[u32])> {
        (0..self.ends.len()).map(|response| (response, self.get(response))).filter(|(_, places)| !places.is_empty())
    }
}

/// What looks.
#[derive(Debug)]
pub struct Looks<'a> {
    game: &'a Game,
    pub costs: Costs,
    judge: Judge,
    pairs: Pairs,
}

impl<'a> Looks<'a> {
    pub fn new(game: &'a Game, costs: Costs) -> Looks<'a> {
        let judge = Judge::new(Criterion::FewestGuesses, game.secrets.len(), game.size.pegs());
        Looks { game, costs, judge, pairs: Pairs::new(game.size) }
    }

    /// The candidates that give each response. They keep their order.
    pub fn part(&self, guess: u32, places: &[u32]) -> Parts {
        let mut responses = Vec::new();
        self.pairs.responses(guess, places, &mut responses);
        let mut ends = vec![0u32; self.wins() + 1];
        responses.iter().for_each(|&response| ends[usize::from(response)] += 1);
        let mut start = 0;
        for end in &mut ends {
            // Its start, which moves to its end as the part is filled.
            start += std::mem::replace(end, start);
        }
        let mut parted = vec![0; places.len()];
        for (&place, &response) in places.iter().zip(&responses) {
            let end = &mut ends[usize::from(response)];
            parted[*end as usize] = place;
            *end += 1;
        }
        Parts { places: parted, ends }
    }

    /// The index of the response that wins.
    pub fn wins(&self) -> usize {
        Feedback::values(self.game.size.pegs()) - 1
    }

    /// The guesses that may cost from one up to, and without, another, the best ones first.
    pub fn guesses(&self, places: &[u32], left: Left, alike: &Alike, from: Cost, to: Cost) -> Vec<Guess> {
        let planes = Planes::new(self.game.size, places);
        let mut guesses: Vec<Guess> = if self.costs.weights().is_some() {
            let weighed = self.listed(&planes, places, alike).map(|guess| self.weigh(guess, places, left));
            weighed.filter(|guess| (from..to).contains(&guess.least)).collect()
        } else {
            let to = to.div_ceil(self.costs.unit());
            let search = self.search(&planes, None);
            let found = match self.game.guessing {
                Guessing::Any | Guessing::Distinct => search.below(to, alike),
                Guessing::Consistent => search.below_of_list(to, &self.own(places)),
            };
            let guess =
                |Best { score, inconsistent, place }| Guess { least: score * self.costs.unit(), inconsistent, place };
            found.into_iter().map(guess).filter(|guess| guess.least >= from).collect()
        };
        // The order of guesses, with fewer comparisons.
        guesses
            .sort_unstable_by_key(|guess| (guess.least, u64::from(guess.inconsistent) << 32 | u64::from(guess.place)));
        if self.game.guessing == Guessing::Consistent {
            // Candidates are listed whether they are alike or not.
            let mut classes = HashSet::new();
            guesses.retain(|guess| classes.insert(alike.canonical(&self.game.size.unrank(guess.place.into()))));
        }
        guesses
    }

    /// What is known by the number of the candidates.
    pub fn at_numbers(&self, places: &[u32], left: Left) -> Known {
        let least = self.costs.fewest(places, left);
        Known { least, reach: Cost::MAX, stage: if least >= NEVER { Stage::Solved } else { Stage::Number } }
    }

    /// What is known after a look at the candidates as guesses.
    pub fn at_own(&self, places: &[u32], left: Left) -> Known {
        let (reach, is_exact) = if self.costs.weights().is_some() {
            self.best(places.iter().copied(), places, left).map_or((NEVER, true), |best| self.judged(best, places))
        } else {
            self.counted(self.best_of_own(places), places, left)
        };
        let beside =
            if self.game.guessing == Guessing::Consistent { NEVER } else { self.costs.fewest_beside(places, left) };
        let least = reach.min(beside);
        let stage = match reach <= beside {
            true if is_exact => Stage::Solved,
            true => Stage::All,
            false => Stage::Own,
        };
        Known { least, reach, stage }
    }

    /// What is known after a look at all guesses, where so much was known before.
    pub fn at_all(&self, places: &[u32], left: Left, alike: &Alike, before: Known) -> Known {
        let planes = Planes::new(self.game.size, places);
        let (reach, is_exact) = if self.costs.weights().is_some() {
            let guesses = self.listed(&planes, places, alike);
            self.best(guesses, places, left).map_or((NEVER, true), |best| self.judged(best, places))
        } else {
            let search = self.search(&planes, Some(before.least / self.costs.unit()));
            let Some(best) = search.best_of_all(alike) else { return before };
            if left == 2 {
                self.parted(&search, places, alike)
            } else {
                let pairs = || self.part(best.place, places).iter().all(|(_, cell)| cell.len() <= 2);
                (best.score * self.costs.unit(), self.costs.is_plain(left) && pairs())
            }
        };
        Known { least: reach, reach, stage: if is_exact { Stage::Solved } else { Stage::All } }
    }

    /// What candidates cost with the best of them first, which take so many guesses at least, and whether no more.
    fn counted(&self, guesses: Score, places: &[u32], left: Left) -> (Cost, bool) {
        let (number, unit) = (places.len() as Cost, self.costs.unit());
        // In the cells there is one candidate, or two in one of them.
        let (single, pair) = (guesses < 2 * number, guesses == 2 * number);
        match left {
            2 if single => (guesses * unit + self.costs.last(1) * (number - 1), true),
            2 => (NEVER, true),
            _ => (guesses * unit, single || pair && self.costs.is_plain(left)),
        }
    }

    /// What candidates cost with a guess that is none of them, where there are two guesses left: the first one has to part
    /// all of them.
    fn parted(&self, search: &Search<'_>, places: &[u32], alike: &Alike) -> (Cost, bool) {
        let number = places.len() as Cost;
        let parts = search.below(2 * number + 1, alike).iter().any(|best| best.inconsistent);
        (if parts { number * (2 * self.costs.unit() + self.costs.last(1)) } else { NEVER }, true)
    }

    /// The guesses that candidates take with the best of them first, at least.
    fn best_of_own(&self, places: &[u32]) -> Score {
        if let Some(own) = self.pairs.best_of_few(places, self.costs.guesses()) {
            return own.score.into();
        }
        let planes = Planes::new(self.game.size, places);
        let fewest = self.judge.fewest(places.len()).into();
        let best = self.search(&planes, Some(fewest)).best_of_list(&self.own(places));
        best.map_or(fewest, |best| best.score)
    }

    fn own(&self, places: &[u32]) -> Guesses {
        Guesses::of(self.game.size, places.iter().copied())
    }

    /// A search for guesses that may stop at a score.
    fn search<'s>(&'s self, planes: &'s Planes, enough: Option<Score>) -> Search<'s> {
        Search { size: self.game.size, planes, judge: &self.judge, enough, shared: false }
    }

    /// The places of the guesses to look at one by one.
    fn listed<'s>(&self, planes: &Planes, places: &'s [u32], alike: &Alike) -> Box<dyn Iterator<Item = u32> + 's> {
        match self.game.guessing {
            Guessing::Consistent => Box::new(places.iter().copied()),
            Guessing::Any | Guessing::Distinct => {
                let guesses = alike.guesses(planes);
                Box::new((0..guesses.count()).map(move |number| guesses.place(number)))
            }
        }
    }

    /// The best of these guesses.
    fn best(&self, guesses: impl Iterator<Item = u32>, places: &[u32], left: Left) -> Option<Guess> {
        guesses.map(|guess| self.weigh(guess, places, left)).min()
    }

    /// A guess by the weights of the candidates.
    fn weigh(&self, place: u32, places: &[u32], left: Left) -> Guess {
        let parts = self.part(place, places);
        let inconsistent = parts.get(self.wins()).is_empty();
        Guess { least: self.sum(&parts, places, left).min(NEVER), inconsistent, place }
    }

    /// What a guess is known by, and whether it costs no more.
    fn judged(&self, best: Guess, places: &[u32]) -> (Cost, bool) {
        (best.least, best.least >= NEVER || self.part(best.place, places).iter().all(|(_, cell)| cell.len() <= 2))
    }

    /// What candidates cost at least with the guess that has these cells.
    fn sum(&self, parts: &Parts, places: &[u32], left: Left) -> Cost {
        let of_part = |(response, cell): (usize, &[u32])| match response == self.wins() {
            true => self.costs.last(left) * self.costs.weight(cell),
            false => self.costs.fewest(cell, self.after(left)),
        };
        self.costs.one_more(places) + parts.iter().map(of_part).sum::<Cost>()
    }

    /// The guesses left after one more.
    pub const fn after(&self, left: Left) -> Left {
        if self.costs.is_limited() { left.saturating_sub(1) } else { left }
    }
}
