//! The solutions are those of an exhaustive reference search, and every strategy has the total and worst case that its solution
//! says.

use proptest::{prelude::*, sample::subsequence, strategy::Strategy as Generator};
use scsa::{Code, Feedback, Size};
use solver::{
    AllowedGuesses, ListedProblem, Objective, RankStrategy, Resources, SearchMonitor, Solution, SolveError, solve,
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

/// Secrets with their weights.
type Weighted = [(Code, u64)];

/// A cost in the order of comparison: the guesses that all secrets take, and the weight of those that take the last one. None
/// where no strategy finds all in time.
type ReferenceCost = Option<(u64, u64)>;

/// The least cost with `left` guesses, by trying every guess. It uses no bounds, no symmetry and no table.
fn reference_cost(secrets: &Weighted, guesses: Option<&[Code]>, left: usize) -> ReferenceCost {
    let weight: u64 = secrets.iter().map(|(_, weight)| weight).sum();
    if left == 0 {
        return None;
    }
    let own: Vec<Code> = secrets.iter().map(|(code, _)| *code).collect();
    let with = |guess: &Code| {
        let mut parts: BTreeMap<usize, Vec<(Code, u64)>> = BTreeMap::new();
        for secret in secrets {
            parts.entry(secret.0.feedback(guess).index()).or_default().push(*secret);
        }
        let won = parts.remove(&(Feedback::values(guess.len()) - 1)).unwrap_or_default();
        // A guess without information is never needed.
        if parts.values().any(|part| part.len() == secrets.len()) {
            return None;
        }
        let mut cost = (weight, if left == 1 { won.iter().map(|(_, weight)| weight).sum() } else { 0 });
        for part in parts.values() {
            let (total, last) = reference_cost(part, guesses, left - 1)?;
            cost = (cost.0 + total, cost.1 + last);
        }
        Some(cost)
    };
    guesses.unwrap_or(&own).iter().filter_map(with).min()
}

/// More guesses than any of these problems takes.
const MANY: usize = 12;

/// The optimum by the reference search: the total, the worst case, and the weight of the secrets at the worst case.
fn reference_solution(secrets: &Weighted, guesses: Option<&[Code]>, objective: Objective) -> Option<(u64, usize, u64)> {
    let most = objective.max_guesses.unwrap_or(MANY);
    let total = |within| reference_cost(secrets, guesses, within).map(|(total, _)| total);
    let worst = (1..=most).find(|&within| total(within).is_some())?;
    let least = if objective.minimize_worst_case { total(worst)? } else { total(most)? };
    let worst = (worst..=most).find(|&within| total(within) == Some(least))?;
    Some((least, worst, reference_cost(secrets, guesses, worst)?.1))
}

/// The number of guesses for each secret.
fn games(strategy: &RankStrategy, size: Size, secrets: &Weighted) -> HashMap<Code, usize> {
    let guesses = |secret: &Code| {
        let mut at = strategy;
        for guesses in 1.. {
            let guess = size.unrank(at.guess.into());
            if guess == *secret {
                assert!(at.wins);
                return guesses;
            }
            let feedback = secret.feedback(&guess);
            at = &at.next.iter().find(|(response, _)| *response == feedback).unwrap().1;
        }
        unreachable!()
    };
    secrets.iter().map(|(secret, _)| (*secret, guesses(secret))).collect()
}

/// Checks a solution against the games with its strategy. Returns the weight of the secrets at the worst case.
fn checked_weight_at_worst_case(solution: &Solution, size: Size, secrets: &Weighted) -> u64 {
    let games = games(&solution.strategy, size, secrets);
    let total: u64 = secrets.iter().map(|(secret, weight)| weight * games[secret] as u64).sum();
    assert_eq!((solution.total, solution.worst_case), (total, *games.values().max().unwrap()));
    let mut by_guesses = vec![0; solution.worst_case];
    games.values().for_each(|guesses| by_guesses[guesses - 1] += 1);
    assert_eq!(solution.strategy.by_guesses(), by_guesses);
    secrets.iter().filter(|(secret, _)| games[secret] == solution.worst_case).map(|(_, weight)| weight).sum()
}

fn assert_legal(strategy: &RankStrategy, size: Size, allowed: AllowedGuesses, candidates: &[Code]) {
    let guess = size.unrank(strategy.guess.into());
    match allowed {
        AllowedGuesses::Any => assert!(size.is_legal(&guess)),
        AllowedGuesses::Consistent => assert!(candidates.contains(&guess)),
        AllowedGuesses::Distinct => assert_eq!(guess.distinct(), size.pegs()),
    }
    for (feedback, next) in &strategy.next {
        let part: Vec<Code> = candidates.iter().filter(|code| code.feedback(&guess) == *feedback).copied().collect();
        assert_legal(next, size, allowed, &part);
    }
}

/// Some secrets of a small board, with small weights.
fn boards() -> impl Generator<Value = (Size, Vec<(Code, u64)>)> {
    let sizes = prop_oneof![Just("2x3"), Just("3x2"), Just("2x5"), Just("3x3"), Just("4x2"), Just("1x4")];
    sizes.prop_flat_map(|size| {
        let size: Size = size.parse().unwrap();
        let codes: Vec<Code> = size.codes().collect();
        let most = codes.len().min(7);
        (Just(size), subsequence(codes, 1..=most), prop::collection::vec(1u64..4, most), any::<bool>()).prop_map(
            |(size, codes, weights, weighted)| {
                let weight = |weight| if weighted { weight } else { 1 };
                (size, codes.into_iter().zip(weights).map(|(code, w)| (code, weight(w))).collect())
            },
        )
    })
}

fn objectives() -> impl Generator<Value = Objective> {
    (any::<bool>(), prop::option::of(1usize..5), any::<bool>()).prop_map(
        |(minimize_worst_case, max_guesses, fewest_at_worst_case)| Objective {
            minimize_worst_case,
            max_guesses,
            fewest_at_worst_case,
        },
    )
}

proptest! {
    #[test]
    fn any_secrets_have_the_optimum_of_the_reference_search(
        (size, mut secrets) in boards(),
        objective in objectives(),
        allowed in prop_oneof![Just(AllowedGuesses::Any), Just(AllowedGuesses::Consistent), Just(AllowedGuesses::Distinct)],
        threads in 1usize..3,
    ) {
        if allowed == AllowedGuesses::Distinct {
            secrets.retain(|(code, _)| code.distinct() == size.pegs());
        }
        prop_assume!(!secrets.is_empty());
        let probabilities: Vec<(Code, f64)> = secrets.iter().map(|(code, w)| (*code, *w as f64 / 64.0)).collect();
        let problem = ListedProblem::with_secrets(size, allowed, &probabilities).unwrap();
        // A problem divides its weights by their common factor.
        let factor = secrets[0].1 / u64::from(problem.weight(&secrets[0].0));
        secrets.iter_mut().for_each(|(_, weight)| *weight /= factor);
        let legal: Vec<Code> =
            size.codes().filter(|code| allowed == AllowedGuesses::Any || code.distinct() == size.pegs()).collect();
        let guesses = (allowed != AllowedGuesses::Consistent).then_some(&legal[..]);
        let found = solve(&problem, objective, Resources { threads, ..Resources::for_problem(&problem) }, &SearchMonitor::default());
        match (reference_solution(&secrets, guesses, objective), found) {
            (None, Err(SolveError::Impossible(within))) => prop_assert_eq!(Some(within), objective.max_guesses),
            (Some((total, worst, last)), Ok(solution)) => {
                prop_assert_eq!(solution.total, total);
                let own_last = checked_weight_at_worst_case(&solution, size, &secrets);
                if objective.minimize_worst_case || objective.fewest_at_worst_case {
                    prop_assert_eq!(solution.worst_case, worst);
                }
                if objective.fewest_at_worst_case {
                    prop_assert_eq!(own_last, last);
                }
                let codes: Vec<Code> = secrets.iter().map(|(code, _)| *code).collect();
                assert_legal(&solution.strategy, size, allowed, &codes);
            }
            (reference, found) => prop_assert!(false, "{:?} {:?}", reference, found),
        }
    }
}

/// All codes of boards that are small enough for the reference search.
#[test]
fn all_codes_have_the_optimum_of_the_reference_search() {
    for (size, allowed) in [
        ("1x1", AllowedGuesses::Any),
        ("2x2", AllowedGuesses::Any),
        ("2x3", AllowedGuesses::Any),
        ("3x2", AllowedGuesses::Any),
        ("2x4", AllowedGuesses::Any),
        ("4x2", AllowedGuesses::Any),
        ("2x6", AllowedGuesses::Consistent),
        ("3x3", AllowedGuesses::Consistent),
        ("3x4", AllowedGuesses::Consistent),
        ("5x2", AllowedGuesses::Consistent),
        ("6x2", AllowedGuesses::Consistent),
    ] {
        let size: Size = size.parse().unwrap();
        let secrets: Vec<(Code, u64)> = size.codes().map(|code| (code, 1)).collect();
        let codes: Vec<Code> = size.codes().collect();
        let problem = ListedProblem::new(size, allowed).unwrap();
        let solution =
            solve(&problem, Objective::default(), Resources::for_problem(&problem), &SearchMonitor::default()).unwrap();
        let (total, ..) =
            reference_cost(&secrets, (allowed == AllowedGuesses::Any).then_some(&codes[..]), usize::MAX).unwrap();
        assert_eq!(solution.total, total, "{size}");
        checked_weight_at_worst_case(&solution, size, &secrets);
        assert_legal(&solution.strategy, size, allowed, &codes);
    }
}

fn solution(size: &str, allowed: AllowedGuesses, objective: Objective) -> Result<Solution, SolveError> {
    let problem = ListedProblem::new(size.parse().unwrap(), allowed).unwrap();
    solve(&problem, objective, Resources::for_problem(&problem), &SearchMonitor::default())
}

/// Koyama and Lai 1993: 5625, and 5626 with no more than five guesses. "Dave Computes Mastermind Strategy" 2016 has 5671 for
/// consistent guesses, with 19 secrets at six; there is a strategy with 5660.
#[test]
fn the_solutions_for_4x6_are_those_published_except_for_consistent_guesses() {
    let total = |allowed, max_guesses| {
        let solution = solution("4x6", allowed, Objective { max_guesses, ..Objective::default() });
        solution.map(|solution| (solution.total, solution.worst_case))
    };
    assert_eq!(total(AllowedGuesses::Any, None), Ok((5625, 6)));
    assert_eq!(total(AllowedGuesses::Any, Some(5)), Ok((5626, 5)));
    assert_eq!(total(AllowedGuesses::Any, Some(4)), Err(SolveError::Impossible(4)));
    assert_eq!(total(AllowedGuesses::Consistent, None), Ok((5660, 6)));
    assert_eq!(total(AllowedGuesses::Consistent, Some(5)), Err(SolveError::Impossible(5)));
    let fewest =
        solution("4x6", AllowedGuesses::Consistent, Objective { fewest_at_worst_case: true, ..Objective::default() })
            .unwrap();
    assert_eq!((fewest.total, fewest.strategy.by_guesses().last()), (5660, Some(&11)));
}

/// The strategy depends neither on the size of the table nor on the number of threads.
#[test]
fn resources_do_not_change_the_solution() {
    let problem = ListedProblem::new("4x5".parse().unwrap(), AllowedGuesses::Any).unwrap();
    let with = |table_bytes, threads| {
        let objective = Objective { fewest_at_worst_case: true, ..Objective::default() };
        solve(&problem, objective, Resources { table_bytes, threads }, &SearchMonitor::default()).unwrap()
    };
    let solution = with(1 << 30, 1);
    assert_eq!(solution.total, 2463);
    assert_eq!(with(1 << 14, 1), solution);
    assert_eq!(with(1 << 30, 3), solution);
}

#[test]
fn a_stopped_search_has_valid_bounds() {
    let problem = ListedProblem::new("4x6".parse().unwrap(), AllowedGuesses::Any).unwrap();
    let monitor = SearchMonitor::default();
    solve(&problem, Objective::default(), Resources::for_problem(&problem), &monitor).unwrap();
    let mut before = Reverse(0);
    for nodes in [0, 1, 8, 16, 24, 28].map(|part| monitor.nodes() * part / 32) {
        let stopped =
            solve(&problem, Objective::default(), Resources::for_problem(&problem), &SearchMonitor::new(nodes));
        let Err(SolveError::Stopped(bounds, Some(strategy))) = stopped else { panic!("{nodes}") };
        let most = bounds.upper.unwrap();
        assert!(bounds.lower <= 5625 && most >= 5625, "{nodes} {bounds:?}");
        let total: usize = strategy.by_guesses().iter().enumerate().map(|(depth, count)| (depth + 1) * count).sum();
        assert!(total as u64 >= most);
        assert!(Reverse(bounds.lower) <= before);
        before = Reverse(bounds.lower);
    }
}
