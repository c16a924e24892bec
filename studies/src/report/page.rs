//! The pages: templates in Markdown, whose parts in braces are filled.

use super::comparison::{Comparison, DISAGREEMENT, Quantity, by_match, mean_guess, of_table, pick, remark};
use tournament::{Machine, Results};

/// The report's sizes, in order.
pub const SIZES: [&str; 5] = ["4x6", "6x10", "8x10", "15x20", "20x26"];
/// The report's codemakers, in order.
pub const SCSAS: [&str; 6] =
    ["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];
/// The folder of the matches against the codemakers that the report describes.
pub const CONTEST: &str = "contest";
/// The folder of the matches against mysteries.
pub const MYSTERIES: &str = "mysteries";
pub const GENERAL_PLAYERS: [&str; 5] = ["baseline-3", "baseline-4", "rao", "local-search", "dino"];
pub const WIDE_LOCAL_SEARCH: &str = "local-search:4";

const REPORT: &str = include_str!("report.md");
const TIMES: &str = include_str!("times.md");
const NONE: &str = "–";

/// The page of scores and guesses. For the same rounds and seed it is reproducible byte by byte: times are on another page.
pub fn report(command: &str, all: &[Comparison], results: &Results) -> String {
    let beams = beam_widths(results);
    filled(&REPORT.replace("{command}", command).replace("{beams}", &beams), |name| match name.split_once(' ') {
        None => overview(all),
        Some(("table", number)) => table(number.parse().unwrap_or(0), of_table(all, number.parse().unwrap_or(0))),
        Some((_, number)) => disagreements(of_table(all, number.parse().unwrap_or(0)), results),
    })
}

pub fn times(command: &str, all: &[Comparison], machine: &Machine) -> String {
    let processor = machine.processor.as_deref().unwrap_or(&machine.architecture);
    let machine = format!("{processor}, {} processors", machine.processors);
    filled(&TIMES.replace("{command}", command).replace("{machine}", &machine), |name| {
        let number = name.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0);
        times_table(number, of_table(all, number))
    })
}

/// The template with each paragraph that is a name in braces replaced by its part; without those whose part is empty.
fn filled(template: &str, part: impl Fn(&str) -> String) -> String {
    let paragraph = |text: &str| match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        Some(name) => part(name),
        None => text.to_owned(),
    };
    let paragraphs: Vec<String> =
        template.trim_end().split("\n\n").map(paragraph).filter(|text| !text.is_empty()).collect();
    paragraphs.join("\n\n") + "\n"
}

/// A table in Markdown, whose head has cells separated by semicolons; the first column is text, the others are numbers.
fn markdown(head: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let head: Vec<String> = head.split("; ").map(str::to_owned).collect();
    let rule: Vec<String> = (0..head.len()).map(|column| if column == 0 { "---" } else { "---:" }.to_owned()).collect();
    let lines: Vec<String> =
        [line(&head), line(&rule)].into_iter().chain(rows.into_iter().map(|row| line(&row))).collect();
    lines.join("\n")
}

/// The number of figures of each table that agree. Its title is that in the template.
fn overview(all: &[Comparison]) -> String {
    let titles = REPORT.lines().filter_map(|line| line.strip_prefix("## Table ")).zip(1..);
    let rows = titles.map(|(title, table)| {
        // Weighted wins are the same comparison as SCOREs in another unit.
        let figures = of_table(all, table).iter().filter(|one| one.figure.quantity != Quantity::WeightedWins);
        let compared: Vec<&Comparison> = figures.filter(|one| one.z_score.is_some()).collect();
        let agreeing = compared.iter().filter(|one| !one.disagrees()).count();
        let distance = |one: &Comparison| one.z_score.unwrap_or_default().abs();
        let largest = compared.iter().max_by(|a, b| distance(a).total_cmp(&distance(b)));
        vec![title.to_owned(), compared.len().to_string(), agreeing.to_string(), z_score(largest.copied())]
    });
    markdown("table; figures compared; z-score within ±3; largest z-score", rows)
}

/// The figures of a table of the report beside ours.
fn table(number: u8, comparisons: &[Comparison]) -> String {
    let matches = by_match(comparisons);
    match number {
        1 => markdown(
            "size; worst: report; measured; mean: report; measured; z-score",
            matches.into_iter().map(|figures| {
                let (worst, mean) = (pick(figures, Quantity::WorstGuesses), pick(figures, Quantity::MeanGuesses));
                let worst = [published(worst, 0), measured(worst, 0)];
                cells([size(figures)].into_iter().chain(worst), mean, 4)
            }),
        ),
        // A row a size, a column a codemaker; a cell has the report's SCORE, ours, and the z-score.
        2 | 4 => markdown(
            &format!("size; {}", SCSAS.join("; ")),
            comparisons.chunk_by(|a, b| a.figure.size() == b.figure.size()).map(|row| {
                let scores = by_match(row).into_iter().map(|figures| {
                    let score = pick(figures, Quantity::Score);
                    format!("{}<br>{}<br>{}", published(score, 2), measured(score, 2), z_score(score))
                });
                [size(row)].into_iter().chain(scores).collect()
            }),
        ),
        7 | 8 => markdown(
            "size; SCORE: report; measured; z-score; weighted wins: report; measured; z-score; losses; failures",
            matches.into_iter().map(|figures| {
                let both = |quantity| {
                    let figure = pick(figures, quantity);
                    format!("{} / {}", published(figure, 0), measured(figure, 2))
                };
                let score = cells([size(figures)], pick(figures, Quantity::Score), 3);
                let mut row = cells(score, pick(figures, Quantity::WeightedWins), 3);
                row.extend([both(Quantity::Losses), both(Quantity::Failures)]);
                row
            }),
        ),
        // Guesses by size, with the mean and the standard deviation over the sizes, like the report.
        5 | 6 => {
            let rows = matches.into_iter().map(|figures| by_size(size(figures), figures));
            let statistics = STATISTICS.map(|(name, statistic)| {
                let [published, measured] = over_sizes(comparisons, Quantity::MeanGuesses, statistic);
                vec![name.to_owned(), published, measured, String::new()]
            });
            markdown("size; guesses: report; measured; z-score", rows.chain(statistics))
        }
        // One game of each match.
        _ => markdown(
            &format!("{}; guesses: report; measured; rounds won; z-score", if number == 3 { "SCSA" } else { "player" }),
            matches.into_iter().map(|figures| {
                let figure = figures[0].figure;
                let mut row = by_size(if number == 3 { &figure.scsa } else { &figure.player }.clone(), figures);
                let won = pick(figures, Quantity::MeanGuesses).map_or(0, |guesses| guesses.rounds);
                row.insert(3, won.to_string());
                row
            }),
        ),
    }
}

/// A name, the guesses and their z-score.
fn by_size(name: String, figures: &[Comparison]) -> Vec<String> {
    let guesses = pick(figures, Quantity::MeanGuesses);
    vec![name, published(guesses, 0), measured(guesses, 3), z_score(guesses)]
}

fn cells(before: impl IntoIterator<Item = String>, one: Option<&Comparison>, digits: usize) -> Vec<String> {
    before.into_iter().chain([published(one, digits), measured(one, digits), z_score(one)]).collect()
}

fn times_table(number: u8, comparisons: &[Comparison]) -> String {
    let mut rows: Vec<Vec<String>> = by_match(comparisons)
        .into_iter()
        .map(|figures| {
            let (figure, of) = (figures[0].figure, |quantity| pick(figures, quantity));
            let (first, guess, round) = (of(Quantity::FirstGuessUs), of(mean_guess(figures)), of(Quantity::RoundUs));
            let mut row = vec![format!("{} on {} at {}", figure.player, figure.scsa, figure.size())];
            for (one, digits, own_digits) in [(first, 0, 3), (guess, 1, 3), (round, 0, 2)] {
                row.extend([published(one, digits), measured(one, own_digits)]);
            }
            row.push(round.and_then(Comparison::ratio).map_or_else(none, |ratio| format!("{ratio:.0}")));
            row
        })
        .collect();
    if matches!(number, 5 | 6) {
        rows.extend(STATISTICS.map(|(name, statistic)| {
            let quantities = [Quantity::FirstGuessUs, mean_guess(comparisons), Quantity::RoundUs];
            let cells = quantities.map(|quantity| over_sizes(comparisons, quantity, statistic));
            [name.to_owned()].into_iter().chain(cells.into_iter().flatten()).chain([none()]).collect()
        }));
    }
    markdown("match; first guess: report; measured; guess: report; measured; round: report; measured; ratio", rows)
}

/// The report's claim that local search is best with a beam of one, checked against a wider beam.
fn beam_widths(results: &Results) -> String {
    let of = |player: &str, scsa: &str| {
        let is = |row: &&tournament::Summary| (&*row.player, &*row.scsa, &*row.size_name()) == (player, scsa, "8x10");
        results.summaries.iter().find(is).map_or_else(none, |row| {
            let mean = row.mean_guesses.map_or_else(none, |mean| format!("{mean:.2}"));
            format!("{mean} ({} of {} rounds won)", row.wins, row.rounds)
        })
    };
    let compared = ["insert-colors", "only-once"].map(|scsa| {
        format!("on {scsa} {} with one, {} with four", of("local-search", scsa), of(WIDE_LOCAL_SEARCH, scsa))
    });
    format!("Mean guesses at 8x10: {}.", compared.join("; "))
}

/// The figures that disagree, each with the known cause and the players whose results do agree with it.
fn disagreements(comparisons: &[Comparison], results: &Results) -> String {
    let disagreeing = comparisons.iter().filter(|one| one.disagrees() && one.figure.quantity != Quantity::WeightedWins);
    let describe = |one: &Comparison| {
        let figure = one.figure;
        let why = remark(figure).unwrap_or("The cause is not known.");
        let agreeing: Vec<String> = GENERAL_PLAYERS
            .into_iter()
            .filter(|player| *player != figure.player)
            .map(|player| (player, Comparison::new(figure, player, results)))
            .filter(|(_, other)| other.all_won && other.z_score.is_some_and(|z| z.abs() <= DISAGREEMENT))
            .map(|(player, other)| format!("{player} ({})", z_score(Some(&other))))
            .collect();
        let agreeing = match agreeing.join(", ") {
            names if names.is_empty() => names,
            names => format!(" Players whose results agree with the report's figure: {names}."),
        };
        let quantity = if figure.quantity == Quantity::Score { "score" } else { "mean guesses" };
        let (player, scsa, size) = (&figure.player, &figure.scsa, figure.size());
        let z = z_score(Some(one)).replace('*', "");
        format!("- **{player} on {scsa} at {size}**, {quantity}: {z}. {why}{agreeing}")
    };
    disagreeing.map(describe).collect::<Vec<_>>().join("\n")
}

fn size(figures: &[Comparison]) -> String {
    figures.first().map_or_else(String::new, |one| one.figure.size())
}

fn published(one: Option<&Comparison>, digits: usize) -> String {
    let Some(one) = one else { return none() };
    one.figure.published.map_or_else(|| "does not win".to_owned(), |value| format!("{value:.digits$}"))
}

/// The measured figure with its standard error.
fn measured(one: Option<&Comparison>, digits: usize) -> String {
    let Some((value, se)) = one.and_then(|one| Some((one.measured?, one.se))) else { return none() };
    match se {
        Some(se) => format!("{value:.digits$} ± {se:.digits$}"),
        None => format!("{value:.digits$}"),
    }
}

/// The z-score, in bold where the figures disagree.
fn z_score(one: Option<&Comparison>) -> String {
    let Some((one, z)) = one.and_then(|one| Some((one, one.z_score?))) else { return none() };
    // A minus sign, as wide as the plus sign.
    let text = format!("{z:+.1}").replace('-', "−");
    if one.disagrees() { format!("**{text}**") } else { text }
}

fn none() -> String {
    NONE.to_owned()
}

type Statistic = fn(&[f64]) -> Option<f64>;

/// The statistics over the sizes that the report gives in Tables 5 and 6.
const STATISTICS: [(&str, Statistic); 2] = [("mean", mean), ("standard deviation", deviation)];

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The sample standard deviation.
fn deviation(numbers: &[f64]) -> Option<f64> {
    let center = mean(numbers).filter(|_| numbers.len() > 1)?;
    let squares: f64 = numbers.iter().map(|number| (number - center) * (number - center)).sum();
    Some((squares / (numbers.len() - 1) as f64).sqrt())
}

/// The statistic of the published figures and of the measured ones.
fn over_sizes(comparisons: &[Comparison], quantity: Quantity, statistic: Statistic) -> [String; 2] {
    let figures = || comparisons.iter().filter(move |one| one.figure.quantity == quantity);
    let published: Vec<f64> = figures().filter_map(|one| one.figure.published).collect();
    let measured: Vec<f64> = figures().filter_map(|one| one.measured).collect();
    [published, measured].map(|numbers| statistic(&numbers).map_or_else(none, |number| format!("{number:.2}")))
}
