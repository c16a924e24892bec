//! Optimal strategies of all small games, and of the problems at 4x6 of which solutions were published.

use crate::folder::{Failure, FolderOptions};
use players::notation::Notation;
use players::optimal::{OptimalProblem, ProofError, prove};
use players::tree::Secrets;
use rayon::prelude::*;
use scsa::Game;
use solver::{AllowedGuesses, Bounds, Minimized, Objective, SearchMonitor};
use std::time::Instant;

/// The node budget of a game: how many sets of candidates are evaluated before the search stops with bounds. With more than seven pegs
/// an eighth of it, because an evaluation takes eight times as long.
const MOST_NODES: u64 = 400_000;
/// The size of the transposition table of each thread, in bytes.
const TABLE_BYTES: usize = 500 << 20;
const PUBLISHED_SIZE: &str = "4x6";

const TOTAL: Objective = Objective { minimized: Minimized::Total, max_guesses: None, fewest_at_worst_case: false };

/// The problems at 4x6 that have a solution, with the names of their files: Koyama and Lai 1993 (5625, and 5626 within five guesses),
/// Knuth 1977 (five guesses), A. Slovesnov (539 secrets at five guesses), and consistent guesses ("Dave Computes Mastermind Strategy" 2016: 5671).
const PUBLISHED: [(&str, AllowedGuesses, Objective); 5] = [
    ("total", AllowedGuesses::Any, Objective { fewest_at_worst_case: true, ..TOTAL }),
    ("within-5", AllowedGuesses::Any, Objective { max_guesses: Some(5), ..TOTAL }),
    (
        "worst-case",
        AllowedGuesses::Any,
        Objective { minimized: Minimized::WorstCase, fewest_at_worst_case: true, ..TOTAL },
    ),
    ("at-worst-case", AllowedGuesses::Any, Objective { minimized: Minimized::AtWorstCase, ..TOTAL }),
    ("consistent", AllowedGuesses::Consistent, Objective { fewest_at_worst_case: true, ..TOTAL }),
];

/// A game with a restriction of the guesses.
type Solved = (Game, AllowedGuesses);

/// Solves all games with at most `codes` codes, as many at a time as there are threads, and the published problems. Files are written at
/// the end. Cost: seconds with 1296 codes, four minutes with 4096 on one core.
pub fn run(codes: u64, options: &FolderOptions) -> Result<(), Failure> {
    let folder = options.begin("optimal", "games.csv")?;
    let games = games(codes);
    folder.say(&format!("solving {} games", games.len()));
    let solve = |game: &Solved| {
        let rows = solved(*game)?;
        folder.say(&format!("{} {}", game.0, guessing_name(game.1)));
        Ok::<_, ProofError>(rows)
    };
    // Each thread takes the next game when it is done with one, so that large games do not wait for each other.
    let rows: Vec<[Vec<String>; 2]> = games.par_iter().with_max_len(1).map(solve).collect::<Result<_, _>>()?;
    for (name, guessing, goal) in PUBLISHED {
        let problem = OptimalProblem { game: PUBLISHED_SIZE.parse()?, secrets: Secrets::All, guessing, goal };
        let strategy = prove(&problem, TABLE_BYTES, 1, &SearchMonitor::default())?;
        folder.text(&format!("{PUBLISHED_SIZE}-{name}.csv"), &strategy.tree.to_csv(Notation::Digits))?;
    }
    let (games, times): (Vec<_>, Vec<_>) = rows.into_iter().map(|[game, time]| (game, time)).unzip();
    folder.records("times.csv", &["game", "guessing", "seconds", "nodes"], times)?;
    let columns = [
        "game", "guessing", "secrets", "proved", "lower_bound", "upper_bound", "mean_guesses", "max_guesses",
        "secrets_by_guesses",
    ];
    folder.records("games.csv", &columns, games)
}

/// All games from 2x2 on with at most `codes` codes, and games without repeats whose pegs and colors would give two and a half times as
/// many; ordered by that number, the pegs, and the restriction of guesses.
fn games(codes: u64) -> Vec<Solved> {
    let boards = (2..=20).flat_map(|pegs| (2..=26).filter_map(move |colors| Game::new(pegs, colors).ok()));
    let mut games: Vec<(u64, Solved)> = Vec::new();
    for board in boards {
        let of_board = [(board, AllowedGuesses::Any), (board, AllowedGuesses::Consistent)];
        let distinct = board.without_repeats().map(|distinct| (distinct, AllowedGuesses::Any));
        for game in of_board.into_iter().chain(distinct) {
            let most = if game.0.allows_repeats() { codes } else { codes * 5 / 2 };
            games.extend(board.count_at_most(most).map(|codes| (codes, game)));
        }
    }
    games.sort_by_key(|(codes, (game, guessing))| (*codes, game.pegs(), !game.allows_repeats(), *guessing));
    games.into_iter().map(|(_, game)| game).collect()
}

const fn guessing_name(guessing: AllowedGuesses) -> &'static str {
    match guessing {
        AllowedGuesses::Any => "any",
        AllowedGuesses::Consistent => "consistent",
    }
}

/// Solves a game on one thread: its row of `games.csv`, and of `times.csv`.
fn solved((game, guessing): Solved) -> Result<[Vec<String>; 2], ProofError> {
    let problem = OptimalProblem { game, secrets: Secrets::All, guessing, goal: TOTAL };
    let monitor = SearchMonitor::new(if game.pegs() > 7 { MOST_NODES / 8 } else { MOST_NODES });
    let since = Instant::now();
    let mut row = match prove(&problem, TABLE_BYTES, 1, &monitor) {
        Ok(strategy) => {
            let (lengths, total) = (strategy.tree.lengths(), strategy.total.to_string());
            let by_guesses: Vec<String> = lengths.by_guesses().iter().map(u64::to_string).collect();
            let (secrets, mean) = (strategy.weight.to_string(), format!("{:.6}", strategy.mean()));
            let worst = lengths.worst().to_string();
            vec![secrets, "yes".to_owned(), total.clone(), total, mean, worst, by_guesses.join(" ")]
        }
        Err(ProofError::Stopped(Bounds { lower, upper, .. })) => {
            let upper = upper.map(|most| most.to_string()).unwrap_or_default();
            let bounds = [problem.listed()?.1.len().to_string(), "no".to_owned(), lower.to_string(), upper];
            bounds.into_iter().chain([String::new(), String::new(), String::new()]).collect()
        }
        Err(e) => return Err(e),
    };
    let time = vec![format!("{:.3}", since.elapsed().as_secs_f64()), monitor.nodes().to_string()];
    let names = [game.to_string(), guessing_name(guessing).to_owned()];
    row.splice(0..0, names.clone());
    Ok([row, [&names[..], &time].concat()])
}
