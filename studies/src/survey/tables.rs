//! The tables, one row a game.

use super::games::SolvedGame;
use crate::file_set::FileSet;
use solver::Bounds;
use tournament::FileError;

/// One row a game.
pub const GAMES: &str = "games.csv";
/// The time of each search.
pub const TIMES: &str = "times.csv";

/// The columns of [`GAMES`].
const GAME_COLUMNS: [&str; 9] = [
    "size",
    "guessing",
    "secrets",
    "proved",
    "lower_bound",
    "upper_bound",
    "mean_guesses",
    "max_guesses",
    "secrets_by_guesses",
];
/// The columns of [`TIMES`].
const TIME_COLUMNS: [&str; 4] = ["size", "guessing", "seconds", "nodes"];

/// Writes both tables.
pub fn write(games: &[SolvedGame], set: &FileSet) -> Result<(), FileError> {
    set.text_table(GAMES, &GAME_COLUMNS, games.iter().map(game_row))?;
    set.text_table(TIMES, &TIME_COLUMNS, games.iter().map(time_row))
}

fn game_row(solved: &SolvedGame) -> Vec<String> {
    let names = [solved.game.size.to_string(), solved.game.guessing_name().to_owned()];
    let figures = match &solved.answer {
        Ok(strategy) => {
            let (total, lengths) = (strategy.total.to_string(), strategy.tree.lengths());
            [
                strategy.weight.to_string(),
                "yes".to_owned(),
                total.clone(),
                total,
                format!("{:.6}", strategy.mean()),
                lengths.worst().to_string(),
                secrets_by_guesses(lengths.by_guesses()),
            ]
        }
        Err(Bounds { lower: least, upper: most, .. }) => {
            let secrets = solved.game.problem().game().map_or(0, |(_, secrets)| secrets.len());
            let most = most.map(|most| most.to_string()).unwrap_or_default();
            let none = String::new;
            [secrets.to_string(), "no".to_owned(), least.to_string(), most, none(), none(), none()]
        }
    };
    names.into_iter().chain(figures).collect()
}

fn time_row(solved: &SolvedGame) -> Vec<String> {
    let seconds = format!("{:.3}", solved.time.as_secs_f64());
    vec![solved.game.size.to_string(), solved.game.guessing_name().to_owned(), seconds, solved.nodes.to_string()]
}

/// The number of secrets found with one guess, with two, and so on, separated by blanks.
pub fn secrets_by_guesses(secrets: &[u64]) -> String {
    secrets.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}
