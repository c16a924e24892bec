//! The figures of every turn of a game.

use super::candidate_set::{Candidates, Count, Responses};
use scsa::{Code, Turn, is_consistent};

/// What a guess is worth before its feedback is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuessFigures {
    /// The guess.
    pub guess: Code,
    /// The expected information, in bits: the entropy of the response. `None` where the candidates cannot be counted.
    pub expected: Option<f64>,
    /// Whether the guess is a candidate, so that it may be the secret.
    pub is_candidate: bool,
}

/// The figures of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnFigures {
    /// The number of candidates before the turn.
    pub before: Count,
    /// The number of candidates after the turn.
    pub after: Count,
    /// The information that the feedback gave, in bits: −log₂ of its probability. `None` where the candidates cannot be counted.
    pub information: Option<f64>,
    /// The guess.
    pub guess: GuessFigures,
    /// The guess that a reference player makes with the same turns.
    pub reference: Option<GuessFigures>,
    /// The first turn with the same guess, counted from 1, if there is one before this.
    pub repeats: Option<usize>,
}

/// The figures of every turn of a game. `references` has the guess of a reference player for each of the turns, or `None` where it makes
/// none, also for turns beyond its end. `max_states` limits the work of a turn ([`Candidates::states`]): a state takes up to 1 µs.
///
/// The first turns are counted and the last ones, up to the first and from the last that take too many states. In between, as many more
/// are tried as are needed to find the last before which more than 4 million candidates are proved.
///
/// ```
/// use posterior::{Candidates, Count, analyze};
/// use scsa::{Code, Turn};
/// let all = Candidates::all("4x6".parse()?);
/// let (secret, guess): (Code, Code) = ("ABBC".parse()?, "AABB".parse()?);
/// let figures = analyze(&all, &[Turn::new(guess, &secret)], &[], all.states());
/// assert_eq!((figures[0].before, figures[0].after), (Count::Exact(1296.0), Count::Exact(32.0)));
/// assert_eq!((figures[0].information, figures[0].guess.is_candidate), (Some(40.5f64.log2()), true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When a guess is not legal at the size.
#[must_use]
pub fn analyze(
    candidates: &Candidates,
    turns: &[Turn],
    references: &[Option<Code>],
    max_states: usize,
) -> Vec<TurnFigures> {
    let responses = |number: usize, guess: &Code| candidates.responses(&turns[..number], guess, max_states);
    let (counted, many) = count(turns, responses);
    let exact = |number: usize| counted.get(number)?.as_ref().filter(|responses| responses.is_exact);
    // Before every turn, and after the last.
    let mut left: Vec<Count> = vec![Count::Unknown; turns.len() + 1];
    for number in (0..=turns.len()).rev() {
        let after = number.checked_sub(1).map(|before| (turns[before], exact(before)));
        left[number] = match (exact(number), after) {
            _ if number == 0 => Count::Exact(candidates.number()),
            (Some(responses), _) => Count::Exact(responses.total().1),
            (_, Some((turn, _))) if turn.feedback.is_win(candidates.size) => Count::Exact(1.0),
            (_, Some((turn, Some(responses)))) => Count::Exact(responses.of.get(&turn.feedback).map_or(0.0, |of| of.1)),
            _ if many.is_some_and(|many| number <= many) => Count::Many,
            // Later turns leave no more.
            _ => match left.get(number + 1) {
                Some(Count::Many) => Count::Many,
                Some(Count::Exact(later)) if *later > Count::MANY => Count::Many,
                _ => Count::Unknown,
            },
        };
    }
    let figures = |(number, turn): (usize, &Turn)| {
        let earlier = &turns[..number];
        let of = |guess: Code, expected| GuessFigures {
            guess,
            expected,
            is_candidate: candidates.contains(&guess) && is_consistent(&guess, earlier),
        };
        let own = exact(number);
        let (before, after) = (left[number], left[number + 1]);
        let ratio = match (own, before, after) {
            (Some(responses), ..) => responses.of.get(&turn.feedback).map(|of| responses.total().0 / of.0),
            (None, Count::Exact(before), Count::Exact(after)) => Some(before / after),
            _ => None,
        };
        let expected_of = |guess: &Code| {
            let other = own.map(|own| if *guess == turn.guess { own.clone() } else { responses(number, guess) });
            other.filter(|other| other.is_exact).map(|other| other.entropy())
        };
        TurnFigures {
            before,
            after,
            // At least 0 but for rounding.
            information: ratio.map(|ratio| ratio.log2().max(0.0)),
            guess: of(turn.guess, own.map(Responses::entropy)),
            reference: references.get(number).copied().flatten().map(|guess| of(guess, expected_of(&guess))),
            repeats: earlier.iter().position(|other| other.guess == turn.guess).map(|index| index + 1),
        }
    };
    turns.iter().enumerate().map(figures).collect()
}

/// The responses to the guesses of the turns that were counted, and the last turn before which many candidates were proved.
fn count(turns: &[Turn], responses: impl Fn(usize, &Code) -> Responses) -> (Vec<Option<Responses>>, Option<usize>) {
    let mut counted: Vec<Option<Responses>> = vec![None; turns.len()];
    let mut get = |number: usize| {
        let counts = counted[number].get_or_insert_with(|| responses(number, &turns[number].guess));
        (counts.is_exact, counts.count(counts.total().1))
    };
    let Some(first) = (0..turns.len()).find(|&number| !get(number).0) else { return (counted, None) };
    let mut fewer = (first + 1..turns.len()).rev().find(|&number| !get(number).0).map_or(first + 1, |last| last + 1);
    let mut many = (get(first).1 == Count::Many).then_some(first);
    while let Some(known) = many
        && known + 1 < fewer
    {
        let middle = usize::midpoint(known, fewer);
        match get(middle).1 {
            Count::Exact(number) if number <= Count::MANY => fewer = middle,
            Count::Unknown => fewer = middle,
            Count::Exact(_) | Count::Many => many = Some(middle),
        }
    }
    (counted, many)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Rng, Scsa, Size, algorithms};
    use std::collections::HashMap;

    fn random(size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    /// Turns with random guesses, the last of which is the secret.
    fn game(secret: Code, size: Size, guesses: usize, rng: &mut Rng) -> Vec<Turn> {
        let guesses = (1..guesses).map(|_| random(size, rng)).chain([secret]);
        guesses.map(|guess| Turn::new(guess, &secret)).collect()
    }

    /// The entropy of the response, in bits, from the probabilities of the candidates.
    fn entropy(candidates: &[(Code, f64)], guess: &Code) -> f64 {
        let mut weights: HashMap<_, f64> = HashMap::new();
        for (code, probability) in candidates {
            *weights.entry(guess.feedback(code)).or_default() += probability;
        }
        let total: f64 = weights.values().sum();
        weights.values().map(|weight| -(weight / total) * (weight / total).log2()).sum()
    }

    fn assert_close(figure: Option<f64>, wanted: f64) {
        assert!((figure.unwrap() - wanted).abs() < 1e-9 * wanted.max(1.0), "{figure:?}, not {wanted}");
    }

    #[test]
    fn figures_of_small_boards_are_those_of_brute_force() {
        let mut rng = Rng::new(11);
        for (rule, text) in [
            (&algorithms::InsertColors as &dyn Scsa, "4x6"),
            (&algorithms::InsertColors, "6x4"),
            (&algorithms::OnlyOnce, "4x6"),
            (&algorithms::PreferFewer, "5x4"),
            (&algorithms::TwoColor, "8x10"),
        ] {
            let size: Size = text.parse().unwrap();
            let candidates = Candidates::of_rule(rule, size, 100_000).unwrap();
            let codes = scsa::support(rule, size, 100_000).unwrap();
            let consistent = |turns: &[Turn]| -> Vec<(Code, f64)> {
                codes.iter().filter(|(code, _)| is_consistent(code, turns)).copied().collect()
            };
            // Listed, and with all states, where all codes are counted.
            for (game_number, states) in [8, 8, 1 << 23, 1 << 23].into_iter().enumerate() {
                let states = if candidates.is_all() && game_number < 2 { 4000 } else { states };
                let turns = game(rule.draw(size, &mut rng), size, 5, &mut rng);
                let references: Vec<Option<Code>> =
                    turns.iter().map(|_| (rng.below(4) > 0).then(|| random(size, &mut rng))).collect();
                for (number, figures) in analyze(&candidates, &turns, &references, states).into_iter().enumerate() {
                    let TurnFigures { before, after, information, guess, reference, .. } = figures;
                    let (earlier, now) = (consistent(&turns[..number]), consistent(&turns[..=number]));
                    assert_eq!((before, after), (Count::Exact(earlier.len() as f64), Count::Exact(now.len() as f64)));
                    let mass = |codes: &[(Code, f64)]| codes.iter().map(|(_, probability)| probability).sum::<f64>();
                    assert_close(information, (mass(&earlier) / mass(&now)).log2());
                    assert_close(guess.expected, entropy(&earlier, &turns[number].guess));
                    let can_be = |guess: &Code| earlier.iter().any(|(code, _)| code == guess);
                    assert_eq!(guess.is_candidate, can_be(&turns[number].guess));
                    assert_eq!(reference.map(|reference| reference.guess), references[number]);
                    if let Some(reference) = reference {
                        assert_close(reference.expected, entropy(&earlier, &reference.guess));
                        assert_eq!(reference.is_candidate, can_be(&reference.guess));
                    }
                }
            }
        }
    }

    #[test]
    fn repeated_guesses_are_noted() {
        let (all, secret): (_, Code) = (Candidates::all("4x6".parse().unwrap()), "BACF".parse().unwrap());
        let turns = ["AABB", "CDEF", "AABB"].map(|guess| Turn::new(guess.parse().unwrap(), &secret));
        let figures = analyze(&all, &turns, &[], all.states());
        assert_eq!(figures.iter().map(|turn| turn.repeats).collect::<Vec<_>>(), [None, None, Some(1)]);
        assert_eq!((figures[2].guess.expected, figures[2].information), (Some(0.0), Some(0.0)));
    }

    /// Where figures cannot be exact, what is said is true: many are more than 4 million, and no count grows.
    #[test]
    fn large_boards_are_counted_in_part() {
        for (text, states, guesses) in [("8x10", 3000, 8), ("20x26", 1 << 14, 6)] {
            let size: Size = text.parse().unwrap();
            let (all, mut rng) = (Candidates::all(size), Rng::new(4));
            let secret = random(size, &mut rng);
            let turns = game(secret, size, guesses, &mut rng);
            let figures = analyze(&all, &turns, &[], states);
            assert_eq!(figures[0].before, Count::Exact(all.number()));
            assert_eq!(figures[turns.len() - 1].after, Count::Exact(1.0));
            assert!(text == "8x10" || figures.iter().any(|turn| turn.after == Count::Many), "{figures:?}");
            let known: Vec<f64> = figures.iter().filter_map(|turn| turn.after.exact()).collect();
            assert!(known.is_sorted_by(|a, b| a >= b), "{known:?}");
            if text == "8x10" {
                for (turn, exact) in figures.iter().zip(analyze(&all, &turns, &[], all.states())) {
                    let number = exact.after.exact().unwrap();
                    match turn.after {
                        Count::Exact(found) => assert_eq!(found, number),
                        Count::Many => assert!(number > Count::MANY),
                        Count::Unknown => {}
                    }
                }
            }
        }
    }
}
