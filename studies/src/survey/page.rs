//! The page of results.

use super::{
    games::{SmallGame, SolvedGame},
    published::{PublishedProblem, PublishedSolution},
    tables::{GAMES, TIMES, secrets_by_guesses},
};
use crate::markdown::{MarkdownPage, row};
use players::notation::Notation;
use scsa::Size;
use solver::{AllowedGuesses, Bounds};

/// The name of the page.
pub const PAGE: &str = "optimal.md";

/// The page. It is reproducible byte by byte.
pub fn page(command: &str, games: &[SolvedGame], published: &[PublishedSolution]) -> MarkdownPage {
    let mut page = MarkdownPage::new("Optimal strategies, proved");
    page.paragraph(&format!(
        "Made by `{command}`, without random numbers. A *total* is the sum of the guesses over \
         all secrets. That it is the smallest is proved by a branch-and-bound search. Every strategy was then written to a file, \
         read back and played against every secret, with the feedback of the referee. `arena solve` solves a single problem."
    ));
    page.list([
        format!(
            "[{GAMES}]({GAMES}): one row a game, with the number of secrets found with one guess, with two, and so on"
        ),
        format!("[{TIMES}]({TIMES}): the time of each search, on one thread"),
        format!(
            "`{}-*.csv`: the strategies below; `arena tree tree:FILE` shows one, and the player `tree:FILE` plays it",
            PublishedProblem::size()
        ),
    ]);
    page.section(&format!("Problems at {} with published solutions", PublishedProblem::size()));
    problems(&mut page, published);
    page.section("All games");
    all_games(&mut page, games);
    page
}

fn problems(page: &mut MarkdownPage, published: &[PublishedSolution]) {
    let rows = published.iter().map(|PublishedSolution { problem, strategy }| match strategy {
        Ok(strategy) => {
            let first = Notation::Digits.code(&strategy.tree.guess(strategy.tree.root()));
            vec![
                format!("[{}]({})", problem.about, problem.file()),
                format!("**{}**", strategy.total),
                secrets_by_guesses(strategy.tree.lengths().by_guesses()),
                first,
                problem.published.to_owned(),
            ]
        }
        Err(within) => {
            let none = format!("**none**: {within} guesses do not suffice");
            vec![problem.about.to_owned(), none, String::new(), String::new(), problem.published.to_owned()]
        }
    });
    page.table(&row(["problem", "total", "secrets by guesses", "first guess", "published"]), rows);
    let total = |name: &str| {
        let solution = published.iter().find(|solution| solution.problem.name() == name)?;
        solution.strategy.as_ref().ok().map(|strategy| strategy.total)
    };
    if let (Some(any), Some(consistent)) = (total("total"), total("consistent")) {
        let more = consistent.saturating_sub(any);
        page.paragraph(&format!(
            "The best strategy of consistent guesses takes {more} guesses more than the best of all."
        ));
    }
}

fn all_games(page: &mut MarkdownPage, games: &[SolvedGame]) {
    page.paragraph(
        "For each restriction of the guesses: the smallest total, the mean, and the longest game of the strategy that was found \
         (another strategy with the same total may have a shorter longest game). *Any*: all codes may be guessed. *Consistent*: \
         only codes that may be the secret. *No repeats*: neither secrets nor guesses with a repeated color (4x10 is Bulls and \
         Cows). Where the smallest total was not proved within the node budget, its bounds.",
    );
    let mut sizes: Vec<Size> = Vec::new();
    for SolvedGame { game: SmallGame { size, .. }, .. } in games {
        if !sizes.contains(size) {
            sizes.push(*size);
        }
    }
    let cell = |size: Size, guessing: AllowedGuesses| {
        let solved = games.iter().find(|solved| solved.game == SmallGame { size, guessing });
        match solved.map(|solved| &solved.answer) {
            None => [String::new(), String::new(), String::new()],
            Some(Ok(strategy)) => {
                let longest = strategy.tree.lengths().worst().to_string();
                [strategy.total.to_string(), format!("{:.4}", strategy.mean()), longest]
            }
            Some(Err(Bounds { lower: least, upper: most, .. })) => {
                let most = most.map_or("?".to_owned(), |most| most.to_string());
                [format!("{least} to {most}"), String::new(), String::new()]
            }
        }
    };
    let rows = sizes.into_iter().map(|size| {
        let figures = SmallGame::GUESSINGS.into_iter().flat_map(|guessing| cell(size, guessing));
        [size.to_string()].into_iter().chain(figures).collect()
    });
    let head =
        row(["size", "any", "mean", "longest", "consistent", "mean", "longest", "no repeats", "mean", "longest"]);
    page.table(&head, rows);
}
