//! Exhaustive search for the consistent codes of a component.
//!
//! Depth-first, in two stages. The first finds the color counts that give all totals. For each of them the second assigns colors to
//! one group of pegs after another. Both leave a branch as soon as the response to some guess can no longer be reached: a sum is
//! already too large, or too small even with all that the remaining colors or groups can contribute.

use crate::{
    count_search::CountSearch,
    dispatch,
    placement_search::{PlacementLimits, PlacementSearch},
    prior_component::PriorComponent,
    response_tables::{MOST_TURNS, ResponseTables, with_lanes},
};
use scsa::{Code, Turn};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effort;
    use scsa::{Component, EnumerationLimits, Rng, Scsa, Size, algorithms, is_consistent};
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
                        Turn::new(guess, &secret)
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
                Turn::new(guess, &secret)
            });
        let all = consistent_codes(&component, &turns, PlacementLimits { nodes: 1 << 20, codes: 1 << 20 }).unwrap();
        assert!(all.len() > 10, "{}", all.len());
        let codes = |limits| consistent_codes(&component, &turns, limits).map(|codes| codes.len());
        assert_eq!(codes(PlacementLimits { nodes: 1 << 20, codes: all.len() }), Some(all.len()));
        assert_eq!(codes(PlacementLimits { nodes: 1 << 20, codes: all.len() - 1 }), None);
        assert_eq!(codes(PlacementLimits { nodes: all.len(), codes: 1 << 20 }), None);
    }
}
