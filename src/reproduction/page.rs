//! The page that puts the report's scores and guesses beside ours.

use super::{
    Experiment, Tables,
    comparison::{Comparison, FAR},
    markdown::{Page, cells},
    published::{self, Quantity},
    remarks,
};
use crate::Results;

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
        page.list(remarks::of_table(table).iter().map(|remark| (*remark).to_owned()));
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
         {rounds} rounds each. [times.md](times.md) has the times, `table-*.csv` all figures, [contest](contest) and \
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
    let head = cells(["table", "figures with an error", "within 3", "farthest apart"]);
    let rows = published::TABLES.map(|table| {
        let figures = tables.of(table).iter().filter(|one| !one.figure.quantity.is_time());
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
    let guesses: Vec<&Comparison> =
        by_match(comparisons).filter_map(|figures| pick(figures, Quantity::Guesses)).collect();
    let mut rows: Vec<Vec<String>> = guesses
        .iter()
        .map(|one| vec![one.figure.size.to_owned(), published(Some(one), 0), here(Some(one), 3), apart(Some(one))])
        .collect();
    let told: Vec<f64> = guesses.iter().filter_map(|one| one.figure.value).collect();
    let found: Vec<f64> = guesses.iter().filter_map(|one| one.here).collect();
    for (name, of) in [("mean", mean as fn(&[f64]) -> Option<f64>), ("standard deviation", deviation)] {
        let show = |numbers: &[f64]| of(numbers).map_or_else(none, |number| format!("{number:.2}"));
        rows.push(vec![name.to_owned(), show(&told), show(&found), String::new()]);
    }
    page.table(&head, &rows);
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

/// What is too far apart for chance, each with what is known of it and who plays so.
fn far(comparisons: &[Comparison], results: &Results) -> Vec<String> {
    // Weighted wins are SCOREs in another unit.
    let far = comparisons.iter().filter(|one| one.is_far() && one.figure.quantity != Quantity::WeightedWins);
    far.filter(|one| !one.figure.quantity.is_time())
        .map(|one| {
            let figure = one.figure;
            let why = remarks::of_figure(&figure).unwrap_or("Not explained.");
            let near: Vec<String> = super::GENERAL_PLAYERS
                .into_iter()
                .filter(|player| *player != figure.player)
                .map(|player| (player, Comparison::new(figure, player, results)))
                .filter(|(_, other)| other.apart.is_some_and(|apart| apart.abs() <= FAR))
                .map(|(player, other)| format!("{player} ({})", apart(Some(&other))))
                .collect();
            let near = if near.is_empty() {
                String::new()
            } else {
                format!(" Within 3 standard errors of it: {}.", near.join(", "))
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

/// The figures of one match after another.
pub fn by_match(comparisons: &[Comparison]) -> impl Iterator<Item = &[Comparison]> {
    let key = |one: &Comparison| (one.figure.player, one.figure.scsa, one.figure.size);
    comparisons.chunk_by(move |a, b| key(a) == key(b))
}

/// The figure of a match that measures that.
pub fn pick(figures: &[Comparison], quantity: Quantity) -> Option<&Comparison> {
    figures.iter().find(|one| one.figure.quantity == quantity)
}

pub fn size(figures: &[Comparison]) -> String {
    figures.first().map_or_else(String::new, |one| one.figure.size.to_owned())
}

pub fn published(one: Option<&Comparison>, digits: usize) -> String {
    let Some(one) = one else { return none() };
    one.figure.value.map_or_else(|| "does not win".to_owned(), |value| format!("{value:.digits$}"))
}

pub fn here(one: Option<&Comparison>, digits: usize) -> String {
    let Some((value, se)) = one.and_then(|one| Some((one.here?, one.se))) else { return none() };
    match se {
        Some(se) => format!("{value:.digits$} ± {se:.digits$}"),
        None => format!("{value:.digits$}"),
    }
}

/// How far the figures are apart, in bold where that is too far for chance.
pub fn apart(one: Option<&Comparison>) -> String {
    let Some((one, apart)) = one.and_then(|one| Some((one, one.apart?))) else { return none() };
    // A minus sign, so that it stands out as much as the plus.
    let text = format!("{apart:+.1}").replace('-', "−");
    if one.is_far() { format!("**{text}**") } else { text }
}

fn none() -> String {
    "–".to_owned()
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The standard deviation of a sample.
fn deviation(numbers: &[f64]) -> Option<f64> {
    let mean = mean(numbers).filter(|_| numbers.len() > 1)?;
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    Some((squares / (numbers.len() - 1) as f64).sqrt())
}
