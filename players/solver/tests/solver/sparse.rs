//! The search of sparse problems finds what the search of listed problems does, on boards that both can solve.

use proptest::{prelude::*, sample::subsequence};
use scsa::{Code, Size, algorithms::TwoColorAlternating, support};
use solver::{
    AllowedGuesses, BoundedSolution, CodeStrategy, ListedProblem, Objective, Resources, SearchMonitor, SparseProblem,
    solve,
};

/// The total by the search of listed problems.
fn listed_total(size: Size, allowed: AllowedGuesses, secrets: &[(Code, f64)]) -> u64 {
    let problem = ListedProblem::with_secrets(size, allowed, secrets).unwrap();
    solve(&problem, Objective::default(), Resources::for_problem(&problem), &SearchMonitor::default()).unwrap().total
}

/// The guesses of all games together, each times its weight.
fn total_guesses(strategy: &CodeStrategy, secrets: &[(Code, u32)]) -> u64 {
    let guesses = |secret: &Code| {
        let mut at = strategy;
        for guesses in 1.. {
            if at.guess == *secret {
                return guesses;
            }
            let feedback = secret.feedback(&at.guess);
            at = &at.next.iter().find(|(response, _)| *response == feedback).unwrap().1;
        }
        unreachable!()
    };
    secrets.iter().map(|(secret, weight)| u64::from(*weight) * guesses(secret)).sum()
}

/// The solution, whose total is that of the games with its strategy.
fn solution(size: Size, allowed: AllowedGuesses, secrets: &[(Code, f64)]) -> BoundedSolution {
    let problem = SparseProblem::new(size, allowed, secrets).unwrap();
    let solution = problem.solve(1 << 30, &SearchMonitor::default()).unwrap();
    assert_eq!(total_guesses(&solution.strategy, problem.secrets()), solution.total);
    solution
}

#[test]
fn two_alternating_colors_have_the_total_of_the_listed_problem() {
    for size in ["4x3", "4x6", "6x4", "6x6", "5x5", "2x9"] {
        let size: Size = size.parse().unwrap();
        for allowed in [AllowedGuesses::Any, AllowedGuesses::Consistent] {
            let secrets = support(&TwoColorAlternating, size, SparseProblem::MAX_SECRETS).unwrap();
            let solution = solution(size, allowed, &secrets);
            let total = listed_total(size, allowed, &secrets);
            assert_eq!((solution.lower_bound, solution.total), (total, total), "{size} {allowed:?}");
        }
    }
}

#[test]
fn consistent_guesses_for_650_alternating_secrets_are_proved_optimal() {
    let size = "20x26".parse().unwrap();
    let secrets = support(&TwoColorAlternating, size, SparseProblem::MAX_SECRETS).unwrap();
    let solution = solution(size, AllowedGuesses::Consistent, &secrets);
    assert_eq!((solution.lower_bound, solution.total, solution.worst_case), (8643, 8643, 25));
}

/// Some codes of a board with small weights: alternating ones, or any.
fn boards() -> impl Strategy<Value = (Size, Vec<(Code, f64)>)> {
    let sizes = prop_oneof![Just("4x4"), Just("5x4"), Just("4x5"), Just("2x6"), Just("3x4"), Just("6x3")];
    (sizes, any::<bool>()).prop_flat_map(|(size, alternating)| {
        let size: Size = size.parse().unwrap();
        let secrets = support(&TwoColorAlternating, size, SparseProblem::MAX_SECRETS).unwrap();
        let codes: Vec<Code> =
            if alternating { secrets.into_iter().map(|(code, _)| code).collect() } else { size.codes().collect() };
        let most = if alternating { codes.len() } else { 6 };
        (subsequence(codes, 1..=most), prop::collection::vec(1u32..4, most), any::<bool>()).prop_map(
            move |(codes, weights, weighed)| {
                let weight = |weight: u32| if weighed { f64::from(weight) / 64.0 } else { 1.0 };
                (size, codes.into_iter().zip(weights).map(|(code, w)| (code, weight(w))).collect())
            },
        )
    })
}

proptest! {
    #[test]
    fn any_secrets_have_the_total_of_the_listed_problem(
        (size, secrets) in boards(),
        allowed in prop_oneof![Just(AllowedGuesses::Any), Just(AllowedGuesses::Consistent)],
    ) {
        let solution = solution(size, allowed, &secrets);
        let total = listed_total(size, allowed, &secrets);
        prop_assert_eq!((solution.lower_bound, solution.total), (total, total));
    }
}

#[test]
fn a_stopped_search_has_valid_bounds() {
    let size = "8x8".parse().unwrap();
    let secrets = support(&TwoColorAlternating, size, SparseProblem::MAX_SECRETS).unwrap();
    let problem = SparseProblem::new(size, AllowedGuesses::Any, &secrets).unwrap();
    for nodes in [0, 10, 50, 80] {
        let monitor = SearchMonitor::new(nodes);
        assert!(problem.solve(1 << 30, &monitor).is_err());
        let bounds = monitor.bounds();
        assert!(bounds.lower <= 158 && bounds.upper.is_none_or(|upper| upper >= 158), "{bounds:?}");
    }
    // This search takes more than 2^18 steps.
    let size = "8x12".parse().unwrap();
    let larger = support(&TwoColorAlternating, size, SparseProblem::MAX_SECRETS).unwrap();
    let larger = SparseProblem::new(size, AllowedGuesses::Any, &larger).unwrap();
    for (steps, is_solved) in [(0, false), (1 << 18, false), (1 << 19, true)] {
        let monitor = SearchMonitor::default().with_step_budget(steps);
        assert_eq!(larger.solve(1 << 30, &monitor).is_ok(), is_solved, "{steps}");
        let bounds = monitor.bounds();
        assert!(bounds.lower <= 441 && bounds.upper.is_none_or(|upper| upper >= 441), "{bounds:?}");
    }
    // A table of one byte is full at once, so that the solution is not proved.
    let solution = problem.solve(1, &SearchMonitor::default()).unwrap();
    assert!(solution.lower_bound < 158 && solution.total >= 158, "{solution:?}");
    let size = "8x8".parse().unwrap();
    assert!(SparseProblem::new(size, AllowedGuesses::Distinct, &secrets).is_none());
    assert!(SparseProblem::new(size, AllowedGuesses::Any, &[]).is_none());
}
