//! Exhaustive search for the consistent codes of a component.
//!
//! Depth-first, in two stages. The first finds the color counts that give all totals. For each of them the second assigns colors to
//! one group of pegs after another. Both leave a branch as soon as the response to some guess can no longer be reached: a sum is
//! already too large, or too small even with all that the remaining colors or groups can contribute.

use crate::{
    code_prior::CodePrior,
    dispatch,
    placement_search::{PlacementLimits, PlacementSearch, is_reachable},
    prior_component::PriorComponent,
    response_tables::{Lanes, MOST_TURNS, ResponseTables, plus, with_lanes},
};
use scsa::{Code, Size, Turn};

const MAX: usize = Size::MAX_PEGS;

/// The consistent codes that the component can make, in lexicographic order, each with its probability. `None` if there are more codes
/// than the limit, or the search would take more nodes.
pub fn consistent_codes(
    component: &PriorComponent,
    turns: &[Turn],
    limits: PlacementLimits,
) -> Option<Vec<(Code, f64)>> {
    if turns.len() > MOST_TURNS {
        return None;
    }
    let size = component.board.size;
    let found = with_lanes!(turns.len(), N => search::<N>(component, turns, limits))?;
    let probability = |code: Code| (code, component.rule.probability(size, &code));
    let mut codes: Vec<(Code, f64)> = found.into_iter().map(probability).filter(|(_, p)| *p > 0.0).collect();
    codes.sort_unstable_by_key(|(code, _)| *code);
    Some(codes)
}

fn search<const N: usize>(
    component: &PriorComponent,
    turns: &[Turn],
    mut limits: PlacementLimits,
) -> Option<Vec<Code>> {
    let tables = ResponseTables::<N>::new(&component.board, turns);
    let mut codes = Vec::new();
    for counts in CountSearch::new(component, &tables).run(&mut limits.nodes)? {
        let placement = PlacementSearch::new(&component.board, &tables, &counts);
        dispatch::place(&placement, &mut limits, &mut codes)?;
    }
    Some(codes)
}

/// The first stage: the counts of all colors that give the totals.
struct CountSearch<'a, const N: usize> {
    tables: &'a ResponseTables<N>,
    /// The colors, those that the guesses have most often first.
    colors: Vec<u8>,
    /// The most that the colors from this one on contribute to the totals.
    remaining: Vec<Lanes<N>>,
    pegs: u8,
    /// The greatest common divisor of the numbers of pegs of the groups.
    unit: u8,
    /// The numbers of distinct colors that the prior allows.
    distinct: (usize, usize),
}

impl<'a, const N: usize> CountSearch<'a, N> {
    fn new(component: &PriorComponent, tables: &'a ResponseTables<N>) -> CountSearch<'a, N> {
        let board = &component.board;
        let pegs = board.size.pegs() as u8;
        let guessed = |color: &u8| tables.shared(*color, pegs).iter().map(|&count| u32::from(count)).sum::<u32>();
        let mut colors = board.colors().to_vec();
        colors.sort_by_key(|color| std::cmp::Reverse(guessed(color)));
        let mut remaining = vec![[0; N]; colors.len() + 1];
        for (place, &color) in colors.iter().enumerate().rev() {
            // No sum exceeds 32 pegs.
            remaining[place] = plus(remaining[place + 1], tables.shared(color, pegs));
        }
        let allowed = |&distinct: &usize| match &component.prior {
            CodePrior::ByDistinct(of) => of[distinct] > 0.0,
            _ => true,
        };
        let most = board.groups.min(board.colors);
        let distinct = ((1..=most).find(allowed).unwrap_or(0), (1..=most).rev().find(allowed).unwrap_or(0));
        let lens = &board.lens[..board.groups];
        let unit = (1..=pegs).rev().find(|unit| lens.iter().all(|len| len.is_multiple_of(*unit))).unwrap_or(1);
        CountSearch { tables, colors, remaining, pegs, unit, distinct }
    }

    fn run(&self, nodes: &mut usize) -> Option<Vec<[u8; MAX]>> {
        let mut found = Vec::new();
        self.extend(0, self.pegs, 0, &mut [0; MAX], [0; N], nodes, &mut found)?;
        Some(found)
    }

    /// Tries all counts of the colors from `place` on, with `left` pegs left and these totals of the colors before.
    #[allow(clippy::too_many_arguments)]
    fn extend(
        &self,
        place: usize,
        left: u8,
        distinct: usize,
        counts: &mut [u8; MAX],
        total: Lanes<N>,
        nodes: &mut usize,
        found: &mut Vec<[u8; MAX]>,
    ) -> Option<()> {
        *nodes = nodes.checked_sub(1)?;
        let more = (self.colors.len() - place).min(usize::from(left / self.unit));
        let most = self.remaining[place].map(|count| count.min(left));
        if distinct > self.distinct.1
            || distinct + more < self.distinct.0
            || !is_reachable(&total, &most, &self.tables.total)
        {
            return Some(());
        }
        let Some(&color) = self.colors.get(place) else {
            if left == 0 {
                found.push(*counts);
            }
            return Some(());
        };
        for count in (0..=left).step_by(usize::from(self.unit)) {
            counts[usize::from(color)] = count;
            let total = plus(total, self.tables.shared(color, count));
            self.extend(place + 1, left - count, distinct + usize::from(count > 0), counts, total, nodes, found)?;
        }
        counts[usize::from(color)] = 0;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effort;
    use scsa::{Component, EnumerationLimits, Rng, Scsa, algorithms, is_consistent};
    use std::sync::Arc;

    fn component(rule: Arc<dyn Scsa>, size: Size) -> PriorComponent {
        let limits = EnumerationLimits { max_codes: 0, max_draws: 0, missing_probability: 0.0 };
        PriorComponent::new(Component { weight: 1.0, rule }, size, &Effort::level(2), &limits, &mut Rng::new(1))
    }

    /// The codes of every rule are those that a check of all codes finds, with their probabilities.
    #[test]
    fn the_codes_are_those_of_an_enumeration() {
        let limits = PlacementLimits { nodes: usize::MAX, codes: usize::MAX };
        for size in ["5x6", "7x4", "6x5"].map(|size| size.parse::<Size>().unwrap()) {
            for rule in algorithms::with_variants().filter(|rule| rule.supports(size)) {
                let component = component(Arc::new(rule), size);
                for seed in 0..4 {
                    let mut rng = Rng::new(seed);
                    // The secret of the last seed is one that the rule may not be able to make.
                    let secret =
                        if seed < 3 { rule.draw(size, &mut rng) } else { Code::from_fn(size, |_| rng.color(4)) };
                    let mut turn = || {
                        let guess = Code::from_fn(size, |_| rng.color(size.colors()));
                        Turn { guess, feedback: secret.feedback(&guess) }
                    };
                    let turns: Vec<Turn> = (0..seed + 2).map(|_| turn()).collect();
                    let all = size.codes().filter(|code| is_consistent(code, &turns));
                    let all: Vec<(Code, f64)> =
                        all.map(|code| (code, rule.probability(size, &code))).filter(|(_, p)| *p > 0.0).collect();
                    assert_eq!(consistent_codes(&component, &turns, limits), Some(all), "{} {size}", rule.name());
                }
            }
        }
    }

    #[test]
    fn a_search_beyond_a_limit_finds_nothing() {
        let size: Size = "8x10".parse().unwrap();
        let component = component(Arc::new(algorithms::InsertColors), size);
        let turns =
            [("AABBCCDD", "BADCEFGH"), ("EEFFGGHH", "BADCEFGH"), ("ABCDEFGH", "BADCEFGH")].map(|(guess, secret)| {
                let (guess, secret): (Code, Code) = (guess.parse().unwrap(), secret.parse().unwrap());
                Turn { guess, feedback: secret.feedback(&guess) }
            });
        let all = consistent_codes(&component, &turns, PlacementLimits { nodes: 1 << 20, codes: 1 << 20 }).unwrap();
        assert!(all.len() > 10, "{}", all.len());
        let codes = |limits| consistent_codes(&component, &turns, limits).map(|codes| codes.len());
        assert_eq!(codes(PlacementLimits { nodes: 1 << 20, codes: all.len() }), Some(all.len()));
        assert_eq!(codes(PlacementLimits { nodes: 1 << 20, codes: all.len() - 1 }), None);
        assert_eq!(codes(PlacementLimits { nodes: all.len(), codes: 1 << 20 }), None);
    }
}
