//! The page of scores and guesses: the report's beside ours.

use super::{
    cells::{SizeStatistic, measured, none, over_sizes, published, size, z_score},
    charts,
    comparison::{Comparison, DISAGREEMENT, by_match, pick},
    published::{FigureQuantity, SCSAS, TABLES},
    remarks,
    tables::ComparisonTables,
    times_page,
    tournaments::{CONTEST, GENERAL_PLAYERS, MYSTERIES, WIDE_LOCAL_SEARCH},
};
use crate::markdown::{MarkdownPage, row};
use tournament::Results;

/// The name of the page.
pub const PAGE: &str = "report.md";

/// The page. For the same rounds and seed it is reproducible byte by byte: times are on another page.
pub fn page(command: &str, tables: &ComparisonTables, results: &Results) -> MarkdownPage {
    let mut page = MarkdownPage::new("The report's tables, repeated");
    introduction(&mut page, command, tables);
    for table in TABLES {
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
        for chart in charts::of_table(table) {
            page.image(&format!("Table {table} as a chart"), &format!("charts/{chart}.svg"));
        }
        if let Some(scsa) = remarks::charted_scsa(table) {
            page.image(
                &format!("SCORE of all players on {scsa} by size"),
                &format!("{CONTEST}/charts/score-{scsa}.svg"),
            );
        }
        page.list(remarks::of_table(table).iter().map(|remark| (*remark).to_owned()));
        if table == 9 {
            page.paragraph(&beam_widths(results));
        }
        // Table 8 is a column of Table 4.
        if table != 8 {
            page.list(disagreements(comparisons, results));
        }
    }
    page
}

fn introduction(page: &mut MarkdownPage, command: &str, tables: &ComparisonTables) {
    page.paragraph(&format!(
        "Made by `{command}`, which plays every match of the report's Tables 1 to 14 with that number of rounds. \
         [{times}]({times}) has the times, `table-*.csv` all figures, [{CONTEST}]({CONTEST}) and [{MYSTERIES}]({MYSTERIES}) the \
         matches.",
        times = times_page::PAGE
    ));
    page.paragraph(remarks::HOW_TO_READ);
    page.section("All tables");
    overview(page, tables);
    page.section("Findings from the report's figures alone");
    page.list(remarks::FINDINGS.iter().map(|finding| (*finding).to_owned()));
    page.image("Mean guesses on insert-colors by size, all players", "contest/charts/guesses-insert-colors.svg");
}

/// The number of figures of each table that agree.
fn overview(page: &mut MarkdownPage, tables: &ComparisonTables) {
    let head = row(["table", "figures compared", "z-score within ±3", "largest z-score"]);
    let rows = TABLES.map(|table| {
        // Weighted wins are the same comparison as SCOREs in another unit.
        let figures = tables.of(table).iter().filter(|one| one.figure.quantity != FigureQuantity::WeightedWins);
        let compared: Vec<&Comparison> = figures.filter(|one| one.z_score.is_some()).collect();
        let agreeing = compared.iter().filter(|one| !one.disagrees()).count();
        let distance = |one: &Comparison| one.z_score.unwrap_or_default().abs();
        let largest = compared.iter().max_by(|a, b| distance(a).total_cmp(&distance(b)));
        vec![
            format!("{table}: {}", remarks::title(table)),
            compared.len().to_string(),
            agreeing.to_string(),
            z_score(largest.copied()),
        ]
    });
    page.table(&head, rows);
}

/// Table 1: two figures a size.
fn rao(page: &mut MarkdownPage, comparisons: &[Comparison]) {
    let head = row(["size", "worst: report", "measured", "mean: report", "measured", "z-score"]);
    let rows = by_match(comparisons).map(|figures| {
        let (worst, mean) = (pick(figures, FigureQuantity::WorstGuesses), pick(figures, FigureQuantity::Guesses));
        let size = size(figures);
        vec![size, published(worst, 0), measured(worst, 0), published(mean, 4), measured(mean, 4), z_score(mean)]
    });
    page.table(&head, rows);
}

/// Tables 2 and 4: a row a size, a column a codemaker; a cell has the report's SCORE, ours, and the z-score.
fn matrix(page: &mut MarkdownPage, comparisons: &[Comparison]) {
    let head: Vec<String> = ["size"].into_iter().chain(SCSAS).map(str::to_owned).collect();
    let rows = comparisons.chunk_by(|a, b| a.figure.size == b.figure.size).map(|row| {
        let scores = by_match(row).map(|figures| {
            let score = pick(figures, FigureQuantity::Score);
            format!("{}<br>{}<br>{}", published(score, 2), measured(score, 2), z_score(score))
        });
        [size(row)].into_iter().chain(scores).collect()
    });
    page.table(&head, rows);
}

/// Tables 7 and 8.
fn scores(page: &mut MarkdownPage, comparisons: &[Comparison]) {
    let head = row([
        "size",
        "SCORE: report",
        "measured",
        "z-score",
        "weighted wins: report",
        "measured",
        "z-score",
        "losses",
        "failures",
    ]);
    let rows = by_match(comparisons).map(|figures| {
        let (score, weighted) = (pick(figures, FigureQuantity::Score), pick(figures, FigureQuantity::WeightedWins));
        let both = |quantity| {
            let figure = pick(figures, quantity);
            format!("{} / {}", published(figure, 0), measured(figure, 2))
        };
        vec![
            size(figures),
            published(score, 3),
            measured(score, 3),
            z_score(score),
            published(weighted, 3),
            measured(weighted, 3),
            z_score(weighted),
            both(FigureQuantity::Losses),
            both(FigureQuantity::Failures),
        ]
    });
    page.table(&head, rows);
}

/// Tables 5 and 6: guesses by size, with the mean and the standard deviation over the sizes, like the report.
fn by_size(page: &mut MarkdownPage, comparisons: &[Comparison]) {
    let head = row(["size", "guesses: report", "measured", "z-score"]);
    let rows = by_match(comparisons).map(|figures| {
        let guesses = pick(figures, FigureQuantity::Guesses);
        vec![size(figures), published(guesses, 0), measured(guesses, 3), z_score(guesses)]
    });
    let statistics = SizeStatistic::ALL.map(|statistic| {
        let [published, measured] = over_sizes(comparisons, FigureQuantity::Guesses, statistic);
        vec![statistic.name().to_owned(), published, measured, String::new()]
    });
    page.table(&head, rows.chain(statistics));
}

/// Tables 3 and 9 to 14: one game of each match.
fn games(page: &mut MarkdownPage, comparisons: &[Comparison], what: &str, name: impl Fn(&Comparison) -> &'static str) {
    let head = row([what, "guesses: report", "measured", "rounds won", "z-score"]);
    let rows = by_match(comparisons).map(|figures| {
        let guesses = pick(figures, FigureQuantity::Guesses);
        let won = guesses.map_or_else(none, |guesses| guesses.rounds.to_string());
        let name = figures.first().map_or("", &name).to_owned();
        vec![name, published(guesses, 0), measured(guesses, 3), won, z_score(guesses)]
    });
    page.table(&head, rows);
}

/// The report's claim that local search is best with a beam of one, checked against a wider beam.
fn beam_widths(results: &Results) -> String {
    let of = |player: &str, scsa: &str| {
        let row =
            results.summaries.iter().find(|row| row.player == player && row.scsa == scsa && row.size_name() == "8x10");
        row.map_or_else(none, |row| {
            let mean = row.mean_guesses.map_or_else(none, |mean| format!("{mean:.2}"));
            format!("{mean} ({} of {} rounds won)", row.wins, row.rounds)
        })
    };
    let compared = ["insert-colors", "only-once"].map(|scsa| {
        format!("on {scsa} {} with one, {} with four", of("local-search", scsa), of(WIDE_LOCAL_SEARCH, scsa))
    });
    format!(
        "The report states that its local search was best with a beam width of one; it does not describe the wider beams. Here the beam \
         is the last guesses, of which the best one is changed. Mean guesses at 8x10: {}.",
        compared.join("; ")
    )
}

/// The figures that disagree, each with the known cause and the players whose results do agree with it.
fn disagreements(comparisons: &[Comparison], results: &Results) -> Vec<String> {
    let disagreeing =
        comparisons.iter().filter(|one| one.disagrees() && one.figure.quantity != FigureQuantity::WeightedWins);
    let describe = |one: &Comparison| {
        let figure = one.figure;
        let why = remarks::of_figure(&figure).unwrap_or("The cause is not known.");
        let agreeing: Vec<String> = GENERAL_PLAYERS
            .into_iter()
            .filter(|player| *player != figure.player)
            .map(|player| (player, Comparison::new(figure, player, results)))
            .filter(|(_, other)| other.all_won && other.z_score.is_some_and(|z| z.abs() <= DISAGREEMENT))
            .map(|(player, other)| format!("{player} ({})", z_score(Some(&other))))
            .collect();
        let agreeing = if agreeing.is_empty() {
            String::new()
        } else {
            format!(" Players whose results agree with the report's figure: {}.", agreeing.join(", "))
        };
        let quantity = figure.quantity.name().replace('_', " ");
        format!(
            "**{} on {} at {}**, {quantity}: {}. {why}{agreeing}",
            figure.player,
            figure.scsa,
            figure.size,
            z_score(Some(one)).replace('*', "")
        )
    };
    disagreeing.map(describe).collect()
}
