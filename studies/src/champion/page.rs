//! The page of guesses.

use super::{
    Experiment, OTHERS, OTHERS_OF_SAMPLES, PLAYER, Part, Played, charts,
    figure::{Figure, NEAR, Reached, lost},
    matrix::matrix,
    paired::Rounds,
    rows,
    targets::{self, Claim, Proved},
};
use crate::{
    Summary,
    markdown::{Page, cells},
};

const WHAT: &str = "`bayes` is one player for every codemaker and every size. It is told the rule of the codemaker, or codes that \
the codemaker made; it keeps account of how probable every secret still is, and guesses what tells most. This page shows how \
many guesses it takes to find the secret: beside what prototypes of such a player were shown to take and the goals that were \
set after them, and beside `rao` and `dino`, two players with fixed methods, on the same secrets. Then it shows what more or \
less work is worth, and each of its pieces.";

const HOW_TO_READ: &str = "Guesses are means of the rounds won, with their standard errors (±): with other secrets they would \
be within one of them two times in three, and within two nineteen times in twenty. Of codes of mysteries, where rounds follow \
from what was learned in those before, that is the least that they may be off.";

/// What stands for nothing.
const NONE: &str = "-";

/// The page. It is the same to the byte for the same command: times are on another one.
pub fn page(experiment: &Experiment, played: &Played, rounds: &Rounds) -> String {
    let mut page = Page::new("One player for all codemakers");
    page.paragraph(&format!("Made by `{}`.", experiment.command()));
    page.paragraph(WHAT);
    page.paragraph(HOW_TO_READ);
    page.paragraph(&format!(
        "What a round costs: see [champion-times.md]({}). All figures are in `champion.csv`, `ablation.csv` and \
         `samples.csv`, the matches and their charts in folders beside them.",
        super::TIMES
    ));
    let table = Table { rows: &played.of(Part::Table).summaries };
    table.claims(&mut page);
    table.proved(&mut page);
    table.others(&mut page);
    samples(&mut page, &played.of(Part::Samples).summaries);
    pieces(&mut page, &played.of(Part::Ablation).summaries, rounds);
    page.into_text()
}

/// The matches of the table.
struct Table<'a> {
    rows: &'a [Summary],
}

impl Table<'_> {
    fn find(&self, player: &str, scsa: &str, size: &str) -> Option<&Summary> {
        self.rows.iter().find(|row| row.player == player && row.scsa == scsa && row.size_name() == size)
    }

    fn figure(&self, player: &str, scsa: &str, size: &str) -> Option<Figure> {
        self.find(player, scsa, size).and_then(Figure::new)
    }

    fn has(&self, size: &str) -> bool {
        self.rows.iter().any(|row| row.size_name() == size)
    }

    /// Mean guesses beside what was shown and the goals.
    fn claims(&self, page: &mut Page) {
        page.section("Guesses beside what was shown, and beside the goals");
        let figures = || self.rows.iter().filter_map(Figure::new);
        let count = |reached| figures().filter(|figure| figure.reached() == Some(reached)).count();
        let [goal, shown, near, neither] = Reached::ALL.map(count);
        page.paragraph(&format!(
            "In a cell: the mean guesses of `bayes`, what was shown / the goal, and in a word which of them the mean reaches \
             (is not above): the {} (and so what was shown), what was {}, or neither: {}, by no more than {NEAR} standard \
             errors, or {} it. Of {} means {goal} reach the goal, {shown} more what was shown, {near} are near it, and \
             {neither} lie above.",
            Reached::Goal.word(),
            Reached::Shown.word(),
            Reached::Near.word(),
            Reached::Neither.word(),
            goal + shown + near + neither
        ));
        matrix(
            page,
            |size| self.has(size),
            |scsa, size| {
                let Some(figure) = self.figure(PLAYER, scsa, size) else { return NONE.to_owned() };
                let claim =
                    figure.claim.map_or_else(String::new, |Claim { shown, goal }| format!("<br>{shown:?} / {goal:?}"));
                let word = figure.reached().map_or("", Reached::word);
                format!("{}{claim}<br>{word}", value(&figure))
            },
        );
        page.image("Mean guesses over those shown, by size", &format!("charts/{}.svg", charts::CLAIMS));
    }

    /// The means of the best strategies, where they are proved.
    fn proved(&self, page: &mut Page) {
        let number = |number: Option<f64>| number.map_or_else(none, |number| format!("{number:?}"));
        let row = |&Proved { scsa, size, least }: &Proved| {
            let claim = targets::claim(scsa, size);
            let possible = claim.is_some_and(|claim| least <= claim.goal);
            vec![
                scsa.to_owned(),
                size.to_owned(),
                format!("{least:.3}"),
                self.figure(PLAYER, scsa, size).map_or_else(none, |figure| value(&figure)),
                number(claim.map(|claim| claim.shown)),
                number(claim.map(|claim| claim.goal)),
                if possible { "yes" } else { "no" }.to_owned(),
            ]
        };
        let rows: Vec<_> = targets::PROVED.iter().filter(|proved| self.has(proved.size)).map(row).collect();
        if rows.is_empty() {
            return;
        }
        page.section("The best there is");
        page.paragraph(
            "On small boards, and where secrets are few, `bayes` plays strategies that are proved to be optimal: over all \
             secrets, each as often as the codemaker makes it, no player can take fewer guesses on average. A mean of some \
             rounds lies above or below that by chance. Where a goal lies below it, no player reaches that but by chance.",
        );
        page.table(&cells(["SCSA", "size", "optimal, exactly", "here", "shown", "goal", "goal can be reached"]), &rows);
    }

    /// The means of all players.
    fn others(&self, page: &mut Page) {
        let players = || [PLAYER].into_iter().chain(OTHERS);
        page.section(&format!("Beside {}", OTHERS.join(" and ")));
        page.paragraph(&format!(
            "Mean guesses of {} in the same rounds; \"{NONE}\" where a player does not play or won no round.",
            players().map(|player| format!("`{player}`")).collect::<Vec<_>>().join(", ")
        ));
        matrix(
            page,
            |size| self.has(size),
            |scsa, size| {
                let lines = players().map(|player| {
                    let mean = self.figure(player, scsa, size).map_or_else(none, |figure| hundredths(figure.mean));
                    format!("{player} {mean}")
                });
                lines.collect::<Vec<_>>().join("<br>")
            },
        );
        let not_won = self.rows.iter().filter(|row| lost(row) > 0);
        let not_won: Vec<String> = not_won.map(losses).collect();
        if not_won.is_empty() {
            page.paragraph("No round was lost.");
        } else {
            page.paragraph("Rounds that were not won:");
            page.list(not_won);
        }
        for scsa in ["insert-colors", "usually-fewer"] {
            let path = format!("{}/charts/guesses-{scsa}.svg", Part::Table.folder());
            page.image(&format!("Mean guesses against {scsa}, by size"), &path);
        }
    }
}

/// The rounds of a match that were not won, with their causes.
fn losses(row: &Summary) -> String {
    let causes = [
        (row.losses_guesses, "by guesses"),
        (row.losses_time, "by time"),
        (row.failures_illegal, "by an illegal guess"),
        (row.failures_panic, "by a panic"),
        (row.failures_crash, "by a crash"),
    ];
    let causes: Vec<String> =
        causes.iter().filter(|(count, _)| *count > 0).map(|(count, cause)| format!("{count} {cause}")).collect();
    format!(
        "{} against {} at {}: {} of {} rounds, {}",
        row.player,
        row.scsa,
        row.size_name(),
        lost(row),
        row.rounds,
        causes.join(", ")
    )
}

/// Codes of mysteries that were played in a contest.
fn samples(page: &mut Page, rows: &[Summary]) {
    if rows.is_empty() {
        return;
    }
    page.section("Codes of mysteries");
    let parts: Vec<String> = targets::sample_parts().map(hundredths).collect();
    page.paragraph(&format!(
        "Files of codes that were made by codemakers whose rules were kept secret. The first {} codes of each are told to all these \
         players, the others are the secrets of consecutive rounds. In a cell: the mean guesses. *At most* is the figure to be \
         reached, *best known* what the best known player took, and *part* the guesses of `{PLAYER}` as a \
         part of that: of the figures to be reached it is {}.",
        super::samples::TOLD,
        parts.join(", ")
    ));
    let [one, two, three] = OTHERS_OF_SAMPLES;
    let head = cells(["file", "rounds", PLAYER, one, two, three, "lost", "at most", "best known", "part", "reached"]);
    let files = rows.chunk_by(|a, b| a.scsa == b.scsa);
    page.table(&head, &files.filter_map(sample).collect::<Vec<_>>());
}

/// A line of that table: one file.
fn sample(rows: &[Summary]) -> Option<Vec<String>> {
    let of = |player: &str| rows.iter().find(|row| row.player == player);
    let row = of(PLAYER)?;
    let (claim, figure) = (targets::sample_claim(rows::file(row)), Figure::new(row));
    let at_most = claim.and_then(|claim| claim.at_most);
    let part = claim.zip(figure).map(|(claim, figure)| claim.part(figure.mean));
    let reached = at_most.zip(figure).map(|(at_most, figure)| figure.lost == 0 && figure.mean <= at_most);
    let mut line = vec![rows::file(row).to_owned(), row.rounds.to_string(), figure.map_or_else(none, |it| value(&it))];
    line.extend(
        OTHERS_OF_SAMPLES
            .map(|player| of(player).and_then(Figure::new).map_or_else(none, |figure| hundredths(figure.mean))),
    );
    line.extend([
        lost(row).to_string(),
        at_most.map_or_else(none, |at_most| format!("{at_most:?}")),
        claim.map_or_else(none, |claim| format!("{:?}", claim.best_known)),
        part.map_or_else(none, hundredths),
        reached.map_or(NONE, |reached| if reached { "yes" } else { "no" }).to_owned(),
    ]);
    Some(line)
}

/// What other efforts and a missing piece make of the guesses.
fn pieces(page: &mut Page, rows: &[Summary], rounds: &Rounds) {
    if rows.is_empty() {
        return;
    }
    page.section("What effort and each piece are worth");
    page.paragraph(
        "`bayes` does the usual work, which is an effort of 10. `bayes:1` does a tenth of it, `bayes:30` three times as much, and \
         `bayes:10-climb` the usual work without the piece `climb`. *More* is how many more guesses that takes than `bayes` \
         in the same rounds, those that both won, with the standard error of that difference; in bold where it is more than two of \
         them. `insert-colors` is one rule, so that there are no `parts` to keep apart.",
    );
    let head = cells(["player", "rounds", "mean guesses", "more", "lost"]);
    for game in rows.chunk_by(|a, b| a.scsa == b.scsa && a.size() == b.size()) {
        let Some(first) = game.first() else { continue };
        page.paragraph(&format!("Against {} at {}:", first.scsa, first.size_name()));
        let rows = game.iter().map(|row| {
            vec![
                row.player.clone(),
                row.rounds.to_string(),
                Figure::new(row).map_or_else(none, |figure| value(&figure)),
                more(row, rounds),
                lost(row).to_string(),
            ]
        });
        page.table(&head, &rows.collect::<Vec<_>>());
    }
    page.image("Guesses more than bayes takes", &format!("charts/{}.svg", charts::PIECES));
}

/// How many more guesses than the player that it is all about.
fn more(row: &Summary, rounds: &Rounds) -> String {
    let Some(difference) = rounds.difference(row) else { return none() };
    // A minus sign, so that it stands out as much as the plus.
    let mean = format!("{:+.3}", difference.mean).replace('-', "−");
    let Some(se) = difference.se else { return mean };
    let text = format!("{mean} ± {se:.3}");
    if difference.mean.abs() > NEAR * se { format!("**{text}**") } else { text }
}

/// A mean with its standard error.
fn value(figure: &Figure) -> String {
    match figure.se {
        Some(se) => format!("{:.3} ± {se:.3}", figure.mean),
        None => format!("{:.3}", figure.mean),
    }
}

fn hundredths(number: f64) -> String {
    format!("{number:.2}")
}

fn none() -> String {
    NONE.to_owned()
}
