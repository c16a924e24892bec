//! Searches find what the obvious versions find: the optimal strategy, by trying every guess; the best guess, by scoring every one.

#![allow(clippy::unwrap_used)]

use proptest::{prelude::*, sample::subsequence, strategy::Strategy as Generator};
use scsa::{Code, Game, Response, Turn};
use solver::partition::{CandidateBitmaps, CandidateSymmetry, Criterion, GuessList, GuessSearch, ScoredGuess, Scorer};
use solver::{
    AllowedGuesses, Archive, Fact, Keep, ListedProblem, Minimized, Objective, Piece, PieceBound, Resources,
    SearchMonitor, Solution, SolveError, Strategy, solve, solve_and_keep,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;

/// Secrets with their weights.
type Weighted = [(Code, u64)];

/// A cost in the order of comparison: the guesses that all secrets take, 0 where they do not count, and the weight of those that take
/// the last one. None where no strategy finds all in time.
type ReferenceCost = Option<(u64, u64)>;

/// The least cost with `left` guesses, each for `price`, by trying every guess. It uses no bounds, no symmetry and no table.
fn reference_cost(game: Game, secrets: &Weighted, guesses: Option<&[Code]>, left: usize, price: u64) -> ReferenceCost {
    let weight: u64 = secrets.iter().map(|(_, weight)| weight).sum();
    if left == 0 {
        return None;
    }
    let own: Vec<Code> = secrets.iter().map(|(code, _)| *code).collect();
    let with = |guess: &Code| {
        let mut parts: BTreeMap<usize, Vec<(Code, u64)>> = BTreeMap::new();
        for secret in secrets {
            parts.entry(game.answer(guess, &secret.0).index()).or_default().push(*secret);
        }
        let won = parts.remove(&(Response::values(guess.len()) - 1)).unwrap_or_default();
        // A guess without information is never needed.
        if parts.values().any(|part| part.len() == secrets.len()) {
            return None;
        }
        let mut cost = (weight * price, if left == 1 { won.iter().map(|(_, weight)| weight).sum() } else { 0 });
        for part in parts.values() {
            let (total, last) = reference_cost(game, part, guesses, left - 1, price)?;
            cost = (cost.0 + total, cost.1 + last);
        }
        Some(cost)
    };
    guesses.unwrap_or(&own).iter().filter_map(with).min()
}

/// More guesses than any of these problems takes.
const MANY: usize = 12;

/// The optimum by the reference search: the cost, the worst case, and the weight of the secrets at the worst case.
fn reference_solution(
    game: Game,
    secrets: &Weighted,
    guesses: Option<&[Code]>,
    objective: Objective,
) -> Option<(u64, usize, u64)> {
    let most = objective.max_guesses.unwrap_or(MANY);
    let total = |within| reference_cost(game, secrets, guesses, within, 1).map(|(total, _)| total);
    let worst = (1..=most).find(|&within| total(within).is_some())?;
    let least = match objective.minimized {
        Minimized::Total => total(most)?,
        Minimized::WorstCase => total(worst)?,
        Minimized::AtWorstCase => {
            let at_worst_case = reference_cost(game, secrets, guesses, worst, 0)?.1;
            return Some((at_worst_case, worst, at_worst_case));
        }
    };
    let worst = (worst..=most).find(|&within| total(within) == Some(least))?;
    Some((least, worst, reference_cost(game, secrets, guesses, worst, 1)?.1))
}

/// The number of guesses for a secret.
fn guesses(strategy: &Strategy, secret: &Code) -> u64 {
    let game = Game::of_codes([secret]).unwrap();
    let mut at = strategy;
    for guesses in 1.. {
        if at.guess == *secret {
            return guesses;
        }
        let feedback = game.answer(&at.guess, secret);
        at = &at.next.iter().find(|(response, _)| *response == feedback).unwrap().1;
    }
    unreachable!()
}

/// Checks a solution against the games with its strategy. Returns the weight of the secrets at the worst case.
fn checked_weight_at_worst_case(solution: &Solution, minimized: Minimized, secrets: &Weighted) -> u64 {
    let games: HashMap<Code, usize> =
        secrets.iter().map(|(secret, _)| (*secret, guesses(&solution.strategy, secret) as usize)).collect();
    let total: u64 = secrets.iter().map(|(secret, weight)| weight * games[secret] as u64).sum();
    let worst_case = *games.values().max().unwrap();
    let at_worst_case =
        secrets.iter().filter(|(secret, _)| games[secret] == worst_case).map(|(_, weight)| weight).sum();
    let cost = if minimized == Minimized::AtWorstCase { at_worst_case } else { total };
    assert_eq!((solution.lower_bound, solution.cost, solution.worst_case), (cost, cost, worst_case));
    let mut by_guesses = vec![0; solution.worst_case];
    games.values().for_each(|guesses| by_guesses[guesses - 1] += 1);
    assert_eq!(solution.strategy.by_guesses(), by_guesses);
    at_worst_case
}

fn assert_legal(strategy: &Strategy, game: Game, allowed: AllowedGuesses, candidates: &[Code]) {
    let guess = strategy.guess;
    match allowed {
        AllowedGuesses::Any => assert!(game.is_legal(&guess)),
        AllowedGuesses::Consistent => assert!(candidates.contains(&guess)),
    }
    for (feedback, next) in &strategy.next {
        let part: Vec<Code> =
            candidates.iter().filter(|code| game.answer(&guess, code) == *feedback).copied().collect();
        assert_legal(next, game, allowed, &part);
    }
}

/// At most seven secrets of a small board, with small weights.
fn boards(sizes: &'static [&'static str]) -> impl Generator<Value = (Game, Vec<(Code, u64)>)> {
    prop::sample::select(sizes).prop_flat_map(|game| {
        let game: Game = game.parse().unwrap();
        let codes: Vec<Code> = game.codes().collect();
        let most = codes.len().min(7);
        (Just(game), subsequence(codes, 1..=most), prop::collection::vec(1u64..4, most), any::<bool>()).prop_map(
            |(game, codes, weights, weighted)| {
                let weight = |weight| if weighted { weight } else { 1 };
                (game, codes.into_iter().zip(weights).map(|(code, w)| (code, weight(w))).collect())
            },
        )
    })
}

fn objectives() -> impl Generator<Value = Objective> {
    let minimized = prop::sample::select(vec![Minimized::Total, Minimized::WorstCase, Minimized::AtWorstCase]);
    (minimized, prop::option::of(1usize..5), any::<bool>()).prop_map(
        |(minimized, max_guesses, fewest_at_worst_case)| Objective {
            minimized,
            max_guesses,
            fewest_at_worst_case,
            best: None,
        },
    )
}

proptest! {
    #[test]
    fn any_secrets_have_the_optimum_of_the_reference_search(
        (game, mut secrets) in boards(&["2x3", "3x2", "2x5", "3x3", "4x2", "1x4", "2x5n", "3x4n", "3x5n"]),
        objective in objectives(),
        allowed in prop_oneof![Just(AllowedGuesses::Any), Just(AllowedGuesses::Consistent)],
        threads in 1usize..3,
    ) {
        let probabilities: Vec<(Code, f64)> = secrets.iter().map(|(code, w)| (*code, *w as f64 / 64.0)).collect();
        let problem = ListedProblem::with_secrets(game, allowed, &probabilities).unwrap();
        // A problem divides its weights by their common factor.
        let factor = secrets[0].1 / u64::from(problem.weight(&secrets[0].0));
        secrets.iter_mut().for_each(|(_, weight)| *weight /= factor);
        let legal: Vec<Code> = game.codes().collect();
        let guesses = (allowed != AllowedGuesses::Consistent).then_some(&legal[..]);
        let found = solve(&problem, objective, Resources { threads, ..Resources::for_problem(&problem) }, &SearchMonitor::default());
        match (reference_solution(game, &secrets, guesses, objective), found) {
            (None, Err(SolveError::Impossible(within))) => prop_assert_eq!(Some(within), objective.max_guesses),
            (Some((cost, worst, last)), Ok(solution)) => {
                prop_assert_eq!(solution.cost, cost);
                let own_last = checked_weight_at_worst_case(&solution, objective.minimized, &secrets);
                if objective.minimized != Minimized::Total || objective.fewest_at_worst_case {
                    prop_assert_eq!(solution.worst_case, worst);
                }
                if objective.fewest_at_worst_case {
                    prop_assert_eq!(own_last, last);
                }
                let codes: Vec<Code> = secrets.iter().map(|(code, _)| *code).collect();
                assert_legal(&solution.strategy, game, allowed, &codes);
            }
            (reference, found) => prop_assert!(false, "{:?} {:?}", reference, found),
        }
    }
}

/// All codes of boards that are small enough for the reference search.
#[test]
fn all_codes_have_the_optimum_of_the_reference_search() {
    let any =
        ["1x1", "2x2", "2x3", "3x2", "2x4", "4x2", "2x5n", "3x4n", "4x4n"].map(|game| (game, AllowedGuesses::Any));
    let consistent = ["2x6", "3x3", "3x4", "5x2", "6x2"].map(|game| (game, AllowedGuesses::Consistent));
    for (game, allowed) in any.into_iter().chain(consistent) {
        let game: Game = game.parse().unwrap();
        let secrets: Vec<(Code, u64)> = game.codes().map(|code| (code, 1)).collect();
        let codes: Vec<Code> = game.codes().collect();
        let problem = ListedProblem::new(game, allowed).unwrap();
        let solution = solution(&problem, Objective::default()).unwrap();
        let guesses = (allowed == AllowedGuesses::Any).then_some(&codes[..]);
        let (total, _) = reference_cost(game, &secrets, guesses, usize::MAX, 1).unwrap();
        assert_eq!(solution.cost, total, "{game}");
        checked_weight_at_worst_case(&solution, Minimized::Total, &secrets);
        assert_legal(&solution.strategy, game, allowed, &codes);
    }
}

/// The guesses that all secrets take together.
fn total(strategy: &Strategy) -> u64 {
    (1..).zip(strategy.by_guesses()).map(|(guesses, secrets)| guesses * secrets as u64).sum()
}

fn solution(problem: &ListedProblem, objective: Objective) -> Result<Solution, SolveError> {
    solve(problem, objective, Resources::for_problem(problem), &SearchMonitor::default())
}

/// Koyama and Lai 1993: 5625, and 5626 with no more than five guesses. "Dave Computes Mastermind Strategy" 2016 has 5671 for
/// consistent guesses, with 19 secrets at six; there is a strategy with 5660.
#[test]
fn the_solutions_for_4x6_are_those_published_except_for_consistent_guesses() {
    let problem = |allowed| ListedProblem::new("4x6".parse().unwrap(), allowed).unwrap();
    let total = |allowed, max_guesses| {
        let solution = solution(&problem(allowed), Objective { max_guesses, ..Objective::default() });
        solution.map(|solution| (solution.cost, solution.worst_case))
    };
    assert_eq!(total(AllowedGuesses::Any, None), Ok((5625, 6)));
    assert_eq!(total(AllowedGuesses::Any, Some(5)), Ok((5626, 5)));
    assert_eq!(total(AllowedGuesses::Any, Some(4)), Err(SolveError::Impossible(4)));
    assert_eq!(total(AllowedGuesses::Consistent, None), Ok((5660, 6)));
    assert_eq!(total(AllowedGuesses::Consistent, Some(5)), Err(SolveError::Impossible(5)));
    let objective = Objective { fewest_at_worst_case: true, ..Objective::default() };
    let fewest = solution(&problem(AllowedGuesses::Consistent), objective).unwrap();
    assert_eq!((fewest.cost, fewest.strategy.by_guesses().last()), (5660, Some(&11)));
}

/// A. Slovesnov, "Bulls and Cows", has 539. With the smallest total within five guesses they are 540.
#[test]
fn the_fewest_secrets_at_the_fifth_guess_of_4x6_are_those_published() {
    let problem = ListedProblem::new("4x6".parse().unwrap(), AllowedGuesses::Any).unwrap();
    let objective = Objective { minimized: Minimized::AtWorstCase, ..Objective::default() };
    let solution = solution(&problem, objective).unwrap();
    assert_eq!((solution.cost, solution.lower_bound), (539, 539));
    assert_eq!(solution.strategy.by_guesses(), vec![1, 8, 71, 677, 539]);
}

/// Without repeats, from a table of the web page of A. Slovesnov, "Bulls and Cows".
#[test]
fn the_totals_without_repeats_are_those_published() {
    for (game, wanted) in [("3x6n", 436), ("3x7n", 836)] {
        let problem = ListedProblem::new(game.parse().unwrap(), AllowedGuesses::Any).unwrap();
        assert_eq!(solution(&problem, Objective::default()).unwrap().cost, wanted, "{game}");
    }
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
    assert_eq!(solution.cost, 2463);
    assert_eq!(with(1 << 14, 1), solution);
    assert_eq!(with(1 << 30, 3), solution);
}

/// With all guesses the total is the least; with fewer it is no less, and the lower bound holds. Threads do not matter.
#[test]
fn the_best_few_guesses_make_a_good_strategy() {
    let games = [
        ("3x4", AllowedGuesses::Any),
        ("3x5", AllowedGuesses::Any),
        ("4x5", AllowedGuesses::Consistent),
        ("4x5n", AllowedGuesses::Any),
    ];
    for (game, allowed) in games {
        let problem = ListedProblem::new(game.parse().unwrap(), allowed).unwrap();
        let with = |best, threads| {
            let resources = Resources { threads, ..Resources::for_problem(&problem) };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let objective = Objective { best, ..Objective::default() };
            pool.install(|| solve(&problem, objective, resources, &SearchMonitor::default()).unwrap())
        };
        let least = with(None, 1).cost;
        let mut before = u64::MAX;
        for most in [1, 3, 10, usize::MAX] {
            let found = with(Some(most), 1);
            assert_eq!(total(&found.strategy), found.cost, "{game} {most}");
            assert!(found.lower_bound <= least && (least..=before).contains(&found.cost), "{game} {most}");
            assert_eq!(with(Some(most), 3), found, "{game} {most}");
            before = found.cost;
        }
        assert_eq!(before, least, "{game}");
    }
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
        assert!(total(&strategy) >= most);
        assert!(Reverse(bounds.lower) <= before);
        before = Reverse(bounds.lower);
    }
    let secrets: Vec<(Code, f64)> = "3x4".parse::<Game>().unwrap().codes().zip((1..).map(f64::from)).collect();
    let weighted = ListedProblem::with_secrets("3x4".parse().unwrap(), AllowedGuesses::Any, &secrets).unwrap();
    let resources = Resources::for_problem(&weighted);
    let Err(SolveError::Stopped(bounds, _)) =
        solve(&weighted, Objective::default(), resources, &SearchMonitor::new(20))
    else {
        panic!()
    };
    assert!(bounds.to_string().contains(" and at most 3."), "{bounds}");
}

/// Pieces and bounds in memory, for searches of several shards.
#[derive(Default)]
struct Memory {
    /// The number of the shard, from 0, and of all shards.
    shard: (usize, usize),
    pieces: Mutex<HashMap<Piece, PieceBound>>,
    facts: Mutex<Vec<Fact>>,
}

impl Archive for Memory {
    fn is_own(&self, number: usize) -> bool {
        number % self.shard.1 == self.shard.0
    }

    fn load(&self, piece: &Piece) -> Option<PieceBound> {
        self.pieces.lock().unwrap().get(piece).cloned()
    }

    fn save(&self, piece: &Piece, bound: &PieceBound) {
        let before = self.pieces.lock().unwrap().insert(*piece, bound.clone());
        let is_worse = |before: &PieceBound| piece.response.is_none() && before.lower < bound.lower;
        assert!(before.as_ref().is_none_or(is_worse), "{piece} was searched twice");
    }

    fn note(&self, fact: Fact) {
        self.facts.lock().unwrap().push(fact);
    }

    fn noted(&self, each: &mut dyn FnMut(Fact)) {
        self.facts.lock().unwrap().iter().for_each(|fact| each(*fact));
    }
}

/// However a proof is divided and interrupted, it has the same strategy, no piece is searched twice, and interruptions cost little.
#[test]
fn searches_in_pieces_make_the_same_strategy() {
    for (game, allowed, shards, nodes) in [
        ("2x2", AllowedGuesses::Any, 3, 3),
        ("3x5", AllowedGuesses::Any, 2, 50),
        ("4x4", AllowedGuesses::Consistent, 3, 300),
        ("5x6n", AllowedGuesses::Any, 1, 2000),
        ("4x6", AllowedGuesses::Any, 4, 3000),
        ("5x5", AllowedGuesses::Consistent, 2, 100_000),
    ] {
        let problem = ListedProblem::new(game.parse().unwrap(), allowed).unwrap();
        let resources = Resources::for_problem(&problem);
        let whole = solve(&problem, Objective::default(), resources, &SearchMonitor::default()).unwrap();
        let mut memory = Memory { shard: (0, 1), ..Memory::default() };
        let at_once = SearchMonitor::default();
        assert_eq!(solve_and_keep(&problem, resources, &at_once, Keep::Pieces(&memory)).as_ref(), Ok(&whole), "{game}");
        memory.pieces.lock().unwrap().clear();
        memory.facts.lock().unwrap().clear();
        let (mut nodes, mut searched) = (nodes, 0);
        for shard in 0..shards {
            memory.shard = (shard, shards);
            loop {
                let monitor = SearchMonitor::new(nodes);
                let found = solve_and_keep(&problem, resources, &monitor, Keep::Pieces(&memory));
                searched += monitor.nodes().min(nodes);
                // A start takes some nodes, too.
                nodes += 1 + nodes / 4;
                match found {
                    Err(SolveError::Stopped(bounds, _)) => assert!(bounds.lower <= whole.cost, "{game} {bounds}"),
                    Err(SolveError::Unfinished(bounds)) if shard + 1 < shards => {
                        assert!((..=whole.cost).contains(&bounds.lower) && bounds.upper >= Some(whole.cost));
                        break;
                    }
                    found => {
                        assert_eq!(found.as_ref(), Ok(&whole), "{game} shard {shard}");
                        break;
                    }
                }
            }
        }
        // No piece is its own: what it does not use from the others is left.
        memory.shard = (1, 1);
        memory.facts.lock().unwrap().clear();
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let resources = Resources { threads, ..resources };
            let join = || solve_and_keep(&problem, resources, &SearchMonitor::default(), Keep::Pieces(&memory));
            assert_eq!(pool.install(join).as_ref(), Ok(&whole), "{game} by {threads} threads");
        }
        assert!(searched < 5 * at_once.nodes(), "{game}: {searched} nodes in pieces, {} at once", at_once.nodes());
    }
}

const CRITERIA: [Criterion; 9] = [
    Criterion::Minimax,
    Criterion::ExpectedSize,
    Criterion::Entropy,
    Criterion::MostParts,
    Criterion::FewestGuesses,
    Criterion::FewestAbove(0),
    Criterion::FewestAbove(3),
    Criterion::EstimatedGuesses,
    Criterion::WeightedEntropy,
];

/// The score of every guess, by its rank in the game with repeats, from the feedback of every pair of codes.
fn reference(game: Game, candidates: &[u32], scorer: &Scorer) -> Vec<ScoredGuess> {
    let board = game.with_repeats();
    let codes: Vec<Code> = candidates.iter().map(|&rank| board.unrank(rank.into())).collect();
    let score = |guess: Code| {
        let mut parts = vec![0; Response::values(game.pegs())];
        codes.iter().for_each(|code| parts[game.answer(&guess, code).index()] += 1);
        ScoredGuess {
            score: scorer.score(&parts),
            inconsistent: *parts.last().unwrap() == 0,
            rank: board.rank(&guess) as u32,
        }
    };
    game.codes().map(score).collect()
}

/// The candidates after some guesses, for a secret, and their symmetry.
fn after(game: Game, secret: u64, guesses: &[u64]) -> (Vec<u32>, CandidateSymmetry) {
    let codes = game.count().unwrap();
    let secret = game.unrank(secret % codes);
    let turn = |&guess: &u64| {
        let guess = game.unrank(guess % codes);
        Turn::new(game, guess, &secret)
    };
    let turns: Vec<Turn> = guesses.iter().map(turn).collect();
    let ranks = game.codes().filter(|code| game.is_consistent(code, &turns));
    let ranks = ranks.map(|code| game.with_repeats().rank(&code) as u32).collect();
    let symmetry = turns.iter().fold(CandidateSymmetry::new(game), |symmetry, turn| symmetry.after(&turn.guess));
    (ranks, symmetry)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_search_finds_what_scoring_every_guess_does(
        game in prop::sample::select(vec!["3x5", "4x6", "5x4", "6x3", "7x2", "2x9", "9x2", "3x6n", "4x6n", "5x6n"]),
        secret: u64,
        guesses in prop::collection::vec(any::<u64>(), 0..4),
        criterion in prop::sample::select(CRITERIA.to_vec()),
        more in 0u64..3,
    ) {
        let game: Game = game.parse().unwrap();
        let (candidates, symmetry) = after(game, secret, &guesses);
        let scorer = Scorer::new(criterion, candidates.len(), game.pegs());
        let board = game.with_repeats();
        let bitmaps = CandidateBitmaps::new(board, &candidates);
        let search = GuessSearch { game: board, candidates: &bitmaps, scorer: &scorer, stop_at: None, parallel: false };
        let all = reference(game, &candidates, &scorer);
        let best = all.iter().min().unwrap();
        // Entropy scores of few candidates are in larger units, so that only the guesses are compared.
        let found = search.best_of_all(&symmetry).unwrap();
        prop_assert_eq!(found.rank, best.rank);
        let best_candidate = all.iter().filter(|guess| !guess.inconsistent).min().unwrap();
        let listed = GuessList::of(board, candidates.iter().copied());
        prop_assert_eq!(search.best_of_list(&listed).unwrap().rank, best_candidate.rank);
        if criterion != Criterion::Entropy {
            prop_assert_eq!(&found, best);
            let limit = best.score + more;
            let below: BTreeSet<u32> =
                search.below_limit_of_all(limit, &symmetry).iter().map(|guess| symmetry.canonical_rank(&board.unrank(guess.rank.into()))).collect();
            // Every guess below the limit has the score of one that was found, though the two may be in different classes.
            let scores: BTreeSet<(u64, bool)> =
                search.below_limit_of_all(limit, &symmetry).iter().map(|guess| (guess.score, guess.inconsistent)).collect();
            let expected: BTreeSet<(u64, bool)> =
                all.iter().filter(|guess| guess.score < limit).map(|guess| (guess.score, guess.inconsistent)).collect();
            prop_assert_eq!(scores, expected);
            for rank in below {
                prop_assert!(all.iter().any(|guess| guess.rank == rank && guess.score < limit));
            }
        }
    }
}

/// The first guesses at 4x6 form five symmetry classes.
#[test]
fn first_guesses_form_five_classes() {
    let game: Game = "4x6".parse().unwrap();
    let symmetry = CandidateSymmetry::new(game);
    let classes: BTreeSet<String> =
        game.codes().map(|code| game.unrank(symmetry.canonical_rank(&code).into()).to_string()).collect();
    assert_eq!(classes.into_iter().collect::<Vec<_>>(), ["AAAA", "AAAB", "AABB", "AABC", "ABCD"]);
}
