//! The page that says what was found.

use super::{Asked, Found, GAMES, Game, Survey, TIMES};
use crate::markdown::{Page, cells};
use players::notation::Notation;
use scsa::Size;
use solver::{AllowedGuesses, Bounds};

/// The page. It is the same to the byte each time.
pub fn page(survey: &Survey) -> String {
    let mut page = Page::new("Optimal strategies, proved");
    page.paragraph(&format!(
        "Made by `arena survey --codes {} --sets {} --memory {}`; nothing in it is drawn. A *total* is the guesses of all \
         secrets together, each secret once. That it is the least was proved by a search that leaves out only what cannot be \
         better; every strategy was then written, read and played against every secret, with the feedback of the referee. \
         `arena solve` answers one question at a time.",
        survey.codes,
        survey.effort.sets,
        survey.effort.bytes >> 20
    ));
    page.list([
        format!("[{GAMES}]({GAMES}): one row a game, with how many secrets take one guess, two, and so on"),
        format!("[{TIMES}]({TIMES}): how long each took, on one thread"),
        format!(
            "`{}-*.csv`: the strategies below; `arena tree tree:FILE` shows one, and `tree:FILE` plays it",
            Asked::size()
        ),
    ]);
    page.section(&format!("The answers for {}", Asked::size()));
    asked(&mut page, survey);
    page.section("All games");
    games(&mut page, survey);
    page.into_text()
}

fn asked(page: &mut Page, survey: &Survey) {
    let rows = survey.asked.iter().map(|(asked, answer)| match answer {
        Ok(proof) => {
            let lengths = proof.tree.lengths();
            let secrets: Vec<String> = lengths.by_guesses().iter().map(u64::to_string).collect();
            let first = Notation::Digits.code(&proof.tree.guess(proof.tree.root()));
            let file = asked.file();
            vec![
                format!("[{}]({file})", asked.about),
                format!("**{}**", proof.total),
                secrets.join(" "),
                first,
                asked.published.to_owned(),
            ]
        }
        Err(within) => {
            let none = format!("**none**: {within} are too few");
            vec![asked.about.to_owned(), none, String::new(), String::new(), asked.published.to_owned()]
        }
    });
    let head = cells(["asked", "total", "secrets by guesses", "first guess", "published"]);
    page.table(&head, &rows.collect::<Vec<_>>());
    let total = |name: &str| {
        let (_, answer) = survey.asked.iter().find(|(asked, _)| asked.name() == name)?;
        answer.as_ref().ok().map(|proof| proof.total)
    };
    if let (Some(any), Some(consistent)) = (total("total"), total("consistent")) {
        let more = consistent.saturating_sub(any);
        page.paragraph(&format!("Consistent guesses take {more} more than the best of all."));
    }
}

fn games(page: &mut Page, survey: &Survey) {
    page.paragraph(
        "For each kind of play the least total, the guesses on average and those of the longest game of the strategy that was \
         found (others with the same total may have a shorter one). *Any*: all codes may be guessed. *Consistent*: only codes that \
         may be the secret. *No repeats*: neither secrets nor guesses with a color twice (at 4x10 that is Bulls and Cows). Where \
         it was not proved, the bounds that were reached.",
    );
    let mut sizes: Vec<Size> = Vec::new();
    for Found { game: Game { size, .. }, .. } in &survey.games {
        if !sizes.contains(size) {
            sizes.push(*size);
        }
    }
    let cell = |size: Size, guessing: AllowedGuesses| {
        let found = survey.games.iter().find(|found| found.game == Game { size, guessing });
        match found.map(|found| &found.answer) {
            None => [String::new(), String::new(), String::new()],
            Some(Ok(proof)) => {
                let average = proof.total as f64 / proof.weight as f64;
                [proof.total.to_string(), format!("{average:.4}"), proof.tree.lengths().worst().to_string()]
            }
            Some(Err(Bounds { lower: least, upper: most, .. })) => {
                let most = most.map_or("?".to_owned(), |most| most.to_string());
                [format!("{least} to {most}"), String::new(), String::new()]
            }
        }
    };
    let rows = sizes.into_iter().map(|size| {
        let kinds = [AllowedGuesses::Any, AllowedGuesses::Consistent, AllowedGuesses::Distinct];
        [size.to_string()].into_iter().chain(kinds.into_iter().flat_map(|guessing| cell(size, guessing))).collect()
    });
    let head =
        cells(["size", "any", "average", "worst", "consistent", "average", "worst", "no repeats", "average", "worst"]);
    page.table(&head, &rows.collect::<Vec<Vec<String>>>());
}
