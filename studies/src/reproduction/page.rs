//! The page that puts the report's scores and guesses beside ours.

use super::{
    Experiment, Tables,
    cell::{MEASURES, apart, here, none, over_sizes, published, size},
    comparison::{Comparison, FAR, by_match, pick},
    published::{self, Quantity},
    remarks,
};
use crate::{
    Results,
    markdown::{Page, cells},
};

/// The page. It is the same to the byte for the same rounds and seed: times are on another one.
pub fn page(experiment: &Experiment, tables: &Tables, results: &Results) -> String {
    let mut page = Page::new("The report's tables, made again");
    introduction(&mut page, experiment, tables);
    for table in published::TABLES {
        page.section(&format!("Table {table}: {}", remarks::title(table)));
        let comparisons = tables.of(table);
        match table {
            1 => rao(&mut page, comparisons),
            2 | 4 => matrix(&mut page, comparisons),
            7 | 8 => scores(&mut page, comparisons),
            5 | 6 => by_size(&mut page, comparisons),
            3 => games(&mut page, comparisons, "SCSA", |comparison| comparison.figure.scsa),
            _ => games(&mut page, comparisons, "player", |comparison| comparison.figure.player),
        }
        for chart in super::charts::of_table(table) {
            page.image(&format!("Table {table} as a chart"), &format!("charts/{chart}.svg"));
        }
        if let Some(scsa) = remarks::pictured(table) {
            page.image(&format!("SCORE of all players on {scsa} by size"), &format!("contest/charts/score-{scsa}.svg"));
        }
        page.list(remarks::of_table(table).iter().map(|remark| (*remark).to_owned()));
        if table == 9 {
            page.paragraph(&widths(results));
        }
        // Table 8 is a column of Table 4.
        if table != 8 {
            page.list(far(comparisons, results));
        }
    }
    page.into_text()
}

fn introduction(page: &mut Page, experiment: &Experiment, tables: &Tables) {
    let Experiment { rounds, seed } = experiment;
    page.paragraph(&format!(
        "Made by `arena reproduce report --rounds {rounds} --seed {}`: every match of the report's Tables 1 to 14 again, \
         of so many rounds each. [times.md](times.md) has the times, `table-*.csv` all figures, [contest](contest) and \
         [mysteries](mysteries) the matches.",
        seed.0
    ));
    page.paragraph(remarks::HOW_TO_READ);
    page.section("All tables");
    overview(page, tables);
    page.section("What the report's figures say of themselves");
    page.list(remarks::FINDINGS.iter().map(|finding| (*finding).to_owned()));
    page.image("Mean guesses on insert-colors by size, all players", "contest/charts/guesses-insert-colors.svg");
}

/// How many figures of each table agree.
fn overview(page: &mut Page, tables: &Tables) {
    let head = cells(["table", "figures compared", "within 3", "farthest apart"]);
    let rows = published::TABLES.map(|table| {
        // Weighted wins are SCOREs in another unit.
        let figures = tables.of(table).iter().filter(|one| one.figure.quantity != Quantity::WeightedWins);
        let compared: Vec<&Comparison> = figures.filter(|one| one.apart.is_some()).collect();
        let near = compared.iter().filter(|one| !one.is_far()).count();
        let distance = |one: &Comparison| one.apart.unwrap_or_default().abs();
        let farthest = compared.iter().max_by(|a, b| distance(a).total_cmp(&distance(b)));
        vec![
            format!("{table}: {}", remarks::title(table)),
            compared.len().to_string(),
            near.to_string(),
            apart(farthest.copied()),
        ]
    });
    page.table(&head, &rows.collect::<Vec<_>>());
}

/// Table 1: two figures a size.
fn rao(page: &mut Page, comparisons: &[Comparison]) {
    let head = cells(["size", "worst: report", "here", "mean: report", "here", "apart"]);
    let rows = by_match(comparisons).map(|figures| {
        let (worst, mean) = (pick(figures, Quantity::WorstGuesses), pick(figures, Quantity::Guesses));
        let size = size(figures);
        vec![size, published(worst, 0), here(worst, 0), published(mean, 4), here(mean, 4), apart(mean)]
    });
    page.table(&head, &rows.collect::<Vec<_>>());
}

/// Tables 2 and 4: a row a size, a column a codemaker; in a cell the report's SCORE, ours, and how far they are apart.
fn matrix(page: &mut Page, comparisons: &[Comparison]) {
    let head: Vec<String> = ["size"].into_iter().chain(published::SCSAS).map(str::to_owned).collect();
    let rows = comparisons.chunk_by(|a, b| a.figure.size == b.figure.size).map(|row| {
        let scores = by_match(row).map(|figures| {
            let score = pick(figures, Quantity::Score);
            format!("{}<br>{}<br>{}", published(score, 2), here(score, 2), apart(score))
        });
        [size(row)].into_iter().chain(scores).collect()
    });
    page.table(&head, &rows.collect::<Vec<_>>());
}

/// Tables 7 and 8.
fn scores(page: &mut Page, comparisons: &[Comparison]) {
    let head = cells([
        "size",
        "SCORE: report",
        "here",
        "apart",
        "weighted wins: report",
        "here",
        "apart",
        "losses",
        "failures",
    ]);
    let rows = by_match(comparisons).map(|figures| {
        let (score, weighted) = (pick(figures, Quantity::Score), pick(figures, Quantity::WeightedWins));
        let both = |quantity| {
            let figure = pick(figures, quantity);
            format!("{} / {}", published(figure, 0), here(figure, 2))
        };
        vec![
            size(figures),
            published(score, 3),
            here(score, 3),
            apart(score),
            published(weighted, 3),
            here(weighted, 3),
            apart(weighted),
            both(Quantity::Losses),
            both(Quantity::Failures),
        ]
    });
    page.table(&head, &rows.collect::<Vec<_>>());
}

/// Tables 5 and 6: guesses by size, with the mean and the standard deviation over the sizes, as the report has them.
fn by_size(page: &mut Page, comparisons: &[Comparison]) {
    let head = cells(["size", "guesses: report", "here", "apart"]);
    let rows = by_match(comparisons).map(|figures| {
        let guesses = pick(figures, Quantity::Guesses);
        vec![size(figures), published(guesses, 0), here(guesses, 3), apart(guesses)]
    });
    let measures = MEASURES.map(|measure| {
        let [told, found] = over_sizes(comparisons, Quantity::Guesses, measure);
        vec![measure.name().to_owned(), told, found, String::new()]
    });
    page.table(&head, &rows.chain(measures).collect::<Vec<_>>());
}

/// Tables 3 and 9 to 14: a game of each.
fn games(page: &mut Page, comparisons: &[Comparison], what: &str, name: impl Fn(&Comparison) -> &'static str) {
    let head = cells([what, "guesses: report", "here", "rounds won", "apart"]);
    let rows = by_match(comparisons).map(|figures| {
        let guesses = pick(figures, Quantity::Guesses);
        let won = guesses.map_or_else(none, |guesses| guesses.rounds.to_string());
        let name = figures.first().map_or("", &name).to_owned();
        vec![name, published(guesses, 0), here(guesses, 3), won, apart(guesses)]
    });
    page.table(&head, &rows.collect::<Vec<_>>());
}

/// The report's claim that local search is best with a beam of one, beside a wider one.
fn widths(results: &Results) -> String {
    let of = |player: &str, scsa: &str| {
        let row =
            results.summaries.iter().find(|row| row.player == player && row.scsa == scsa && row.size_name() == "8x10");
        row.map_or_else(none, |row| {
            let mean = row.mean_guesses.map_or_else(none, |mean| format!("{mean:.2}"));
            format!("{mean} ({} of {} rounds won)", row.wins, row.rounds)
        })
    };
    let compared = ["insert-colors", "only-once"]
        .map(|scsa| format!("on {scsa} {} with one, {} with four", of("local-search", scsa), of(super::WIDER, scsa)));
    format!(
        "The report says that its local search was best with a beam one wide; how the wider ones worked it does not say. \
         Here the beam is the last guesses, of which the best is changed. Mean guesses at 8x10: {}.",
        compared.join("; ")
    )
}

/// What is too far apart for chance, each with what is known of it and who plays so.
fn far(comparisons: &[Comparison], results: &Results) -> Vec<String> {
    let far = comparisons.iter().filter(|one| one.is_far() && one.figure.quantity != Quantity::WeightedWins);
    far.map(|one| {
        let figure = one.figure;
        let why = remarks::of_figure(&figure).unwrap_or("Not explained.");
        let near: Vec<String> = super::GENERAL_PLAYERS
            .into_iter()
            .filter(|player| *player != figure.player)
            .map(|player| (player, Comparison::new(figure, player, results)))
            .filter(|(_, other)| other.all_won && other.apart.is_some_and(|apart| apart.abs() <= FAR))
            .map(|(player, other)| format!("{player} ({})", apart(Some(&other))))
            .collect();
        let near = if near.is_empty() {
            String::new()
        } else {
            format!(" Who plays there as the report's figure says: {}.", near.join(", "))
        };
        let quantity = figure.quantity.name().replace('_', " ");
        format!(
            "**{} on {} at {}**, {quantity}: {}. {why}{near}",
            figure.player,
            figure.scsa,
            figure.size,
            apart(Some(one)).replace('*', "")
        )
    })
    .collect()
}
