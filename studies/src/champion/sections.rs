//! The sections of the page of guesses.

use super::{
    charts,
    experiment::{Experiment, OTHERS, OTHERS_OF_SAMPLES, PLAYER},
    information::{self, InformationRow},
    match_mean::{MatchMean, not_won},
    paired::PairedDifferences,
    references::{self, ProvedOptimum, ReferenceFigures},
    samples::SAMPLE_CODES,
    scsa_table::scsa_table,
    tables::sample_file,
};
use crate::{
    estimate::{IntervalRelation, MeanEstimate},
    markdown::{MarkdownPage, row},
};
use tournament::{Summary, files};

/// An empty cell.
const NONE: &str = "-";

fn find(rows: &[Summary], player: &str, scsa: &str, size: &str) -> Option<MatchMean> {
    let mut rows = rows.iter().filter(|row| row.player == player && row.scsa == scsa && row.size_name() == size);
    rows.next().and_then(MatchMean::new)
}

fn is_played(rows: &[Summary], size: &str) -> bool {
    rows.iter().any(|row| row.size_name() == size)
}

/// Mean guesses beside baselines and targets.
pub fn references(page: &mut MarkdownPage, rows: &[Summary]) {
    page.section("Guesses beside the baselines and targets");
    let compared = rows.iter().filter_map(MatchMean::new).filter_map(|mean| Some((mean.guesses, mean.reference?)));
    let compared: Vec<(MeanEstimate, ReferenceFigures)> = compared.collect();
    let count = |relation: IntervalRelation, figure: fn(ReferenceFigures) -> f64| {
        let is = |(guesses, reference): &&(MeanEstimate, ReferenceFigures)| {
            guesses.interval().is_some_and(|interval| IntervalRelation::of(&interval, figure(*reference)) == relation)
        };
        compared.iter().filter(is).count()
    };
    let [baselines, targets]: [fn(ReferenceFigures) -> f64; 2] = [|one| one.baseline, |one| one.target];
    let counts =
        |figure| IntervalRelation::ALL.map(|relation| format!("{} {}", count(relation, figure), relation.words()));
    page.paragraph(&format!(
        "In a cell: the mean guesses of `{PLAYER}` with their 95 % confidence interval, then the baseline and the target, each with \
         the relation of the interval to it. Of {} means, in relation to the baseline: {}; in relation to the target: {}.",
        compared.len(),
        counts(baselines).join(", "),
        counts(targets).join(", ")
    ));
    scsa_table(
        page,
        |size| is_played(rows, size),
        |scsa, size| {
            let Some(mean) = find(rows, PLAYER, scsa, size) else { return NONE.to_owned() };
            let Some(ReferenceFigures { baseline, target }) = mean.reference else {
                return with_interval(mean.guesses);
            };
            let figure = |name: &str, number: f64| {
                let relation = mean.guesses.interval().map(|interval| IntervalRelation::of(&interval, number));
                format!("{name} {number:?}{}", relation.map_or(String::new(), |one| format!(": {}", one.words())))
            };
            let lines = [with_interval(mean.guesses), figure("baseline", baseline), figure("target", target)];
            lines.join("<br>")
        },
    );
    let path = format!("{}/{}.svg", files::CHARTS, charts::RELATIVE);
    page.image("Mean guesses divided by the baselines, by size", &path);
}

/// The means of optimal strategies, where they are proved.
pub fn proved(page: &mut MarkdownPage, rows: &[Summary]) {
    let line = |&ProvedOptimum { scsa, size, guesses }: &ProvedOptimum| {
        let reference = references::reference(scsa, size);
        let number =
            |figure: fn(ReferenceFigures) -> f64| reference.map_or_else(none, |one| format!("{:?}", figure(one)));
        vec![
            scsa.to_owned(),
            size.to_owned(),
            format!("{guesses:.3}"),
            find(rows, PLAYER, scsa, size).map_or_else(none, |mean| with_interval(mean.guesses)),
            number(|one| one.baseline),
            number(|one| one.target),
            if reference.is_some_and(|one| guesses <= one.target) { "yes" } else { "no" }.to_owned(),
        ]
    };
    let lines = references::PROVED.iter().filter(|one| is_played(rows, one.size)).map(line);
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        return;
    }
    page.section("Optimal strategies");
    page.paragraph(&format!(
        "On small boards, and where there are few secrets, `{PLAYER}` plays strategies that are proved to be optimal: weighted by the \
         probabilities of the secrets, no player has a smaller expected number of guesses. The mean of a finite number of rounds \
         differs from it by chance. A target below the optimum can be reached by chance only."
    ));
    let head = row(["SCSA", "size", "optimum", "mean guesses", "baseline", "target", "target is possible"]);
    page.table(&head, lines);
}

/// The means of all players.
pub fn others(page: &mut MarkdownPage, rows: &[Summary]) {
    let players = || [PLAYER].into_iter().chain(OTHERS);
    page.section(&format!("Beside {}", OTHERS.join(" and ")));
    page.paragraph(&format!(
        "Mean guesses of {} in the same rounds; \"{NONE}\" where a player does not play.",
        players().map(|player| format!("`{player}`")).collect::<Vec<_>>().join(", ")
    ));
    scsa_table(
        page,
        |size| is_played(rows, size),
        |scsa, size| {
            let lines = players().map(|player| {
                let mean = find(rows, player, scsa, size).map_or_else(none, |mean| hundredths(mean.guesses.mean));
                format!("{player} {mean}")
            });
            lines.collect::<Vec<_>>().join("<br>")
        },
    );
    let lost: Vec<String> = rows.iter().filter(|row| not_won(row) > 0).map(rounds_not_won).collect();
    if lost.is_empty() {
        page.paragraph("Every round was won.");
    } else {
        page.paragraph("Rounds that were not won:");
        page.list(lost);
    }
    for scsa in ["insert-colors", "usually-fewer"] {
        let path = format!("{}/{}/guesses-{scsa}.svg", Experiment::Table.folder(), files::CHARTS);
        page.image(&format!("Mean guesses against {scsa}, by size"), &path);
    }
}

/// The rounds of a match that were not won, with their causes.
fn rounds_not_won(row: &Summary) -> String {
    let losses = [("guesses", row.losses_guesses), ("time", row.losses_time)];
    let causes = losses.into_iter().chain(row.failures_by_cause()).filter(|(_, rounds)| *rounds > 0);
    let causes: Vec<String> = causes.map(|(cause, rounds)| format!("{rounds} by {cause}")).collect();
    format!(
        "{} against {} at {}: {} of {} rounds, {}",
        row.player,
        row.scsa,
        row.size_name(),
        not_won(row),
        row.rounds,
        causes.join(", ")
    )
}

/// Codes of mysteries that were played in a contest.
pub fn samples(page: &mut MarkdownPage, rows: &[Summary]) {
    if rows.is_empty() {
        return;
    }
    page.section("Codes of mysteries");
    let ratios: Vec<String> = references::sample_target_ratios().map(hundredths).collect();
    page.paragraph(&format!(
        "Files of codes from codemakers whose rules were secret. All these players are given the first {SAMPLE_CODES} codes of a file; \
         the other codes are the secrets of consecutive rounds. The columns of players give mean guesses. *Best known* is the mean of \
         the best known player, and *ratio* that of `{PLAYER}` divided by it; the targets are ratios of {}.",
        ratios.join(", ")
    ));
    let [one, two, three] = OTHERS_OF_SAMPLES;
    let head = row(["file", "rounds", PLAYER, one, two, three, "not won", "target", "relation", "best known", "ratio"]);
    page.table(&head, rows.chunk_by(|a, b| a.scsa == b.scsa).filter_map(sample));
}

/// The row of a file of codes.
fn sample(rows: &[Summary]) -> Option<Vec<String>> {
    let of = |player: &str| rows.iter().find(|row| row.player == player);
    let row = of(PLAYER)?;
    let (reference, mean) = (references::sample_reference(sample_file(row)), MatchMean::new(row));
    let target = reference.and_then(|reference| reference.target);
    let relation = target.and_then(|target| Some(IntervalRelation::of(&mean?.guesses.interval()?, target)));
    let ratio = reference.zip(mean).map(|(reference, mean)| reference.ratio(mean.guesses.mean));
    let own = mean.map_or_else(none, |mean| with_interval(mean.guesses));
    let mut line = vec![sample_file(row).to_owned(), row.rounds.to_string(), own];
    line.extend(
        OTHERS_OF_SAMPLES
            .map(|player| of(player).and_then(MatchMean::new).map_or_else(none, |mean| hundredths(mean.guesses.mean))),
    );
    line.extend([
        not_won(row).to_string(),
        target.map_or_else(none, |target| format!("{target:?}")),
        relation.map_or(NONE, IntervalRelation::words).to_owned(),
        reference.map_or_else(none, |reference| format!("{:?}", reference.best_known)),
        ratio.map_or_else(none, hundredths),
    ]);
    Some(line)
}

/// Predicted and realized information, turn by turn.
pub fn information(page: &mut MarkdownPage, rows: &[InformationRow]) {
    if rows.is_empty() {
        return;
    }
    page.section("Information of the guesses");
    page.paragraph(&format!(
        "A guess of `{PLAYER}` is predicted to give as much information as the entropy of its feedback by the posterior, in nats. \
         Realized is minus the log probability of the feedback that came. If the posterior is right, both have the same mean; if \
         the prediction of the chosen guess were the best of several noisy ones (the winner's curse), the realized information would \
         be less. In a cell: the means of the rounds that came to the turn, predicted / realized. The last row gives a whole round, \
         with the 95 % confidence interval of the difference, predicted less realized."
    ));
    for game in rows.chunk_by(|a, b| a.size_name() == b.size_name()) {
        let Some(first) = game.first() else { continue };
        page.paragraph(&format!("At {}:", first.size_name()));
        let of = |scsa: &str, turn: Option<usize>| game.iter().find(|row| row.scsa == scsa && row.turn == turn);
        let means = |row: &InformationRow| format!("{:.2} / {:.2}", row.predicted_nats, row.realized_nats);
        let whole = |row: &InformationRow| format!("{}<br>{}", means(row), difference(row.estimate()));
        let line = |name: String, turn: Option<usize>, cell: &dyn Fn(&InformationRow) -> String| -> Vec<String> {
            let cells = information::SCSAS.map(|scsa| of(scsa, turn).map_or_else(none, cell));
            [name].into_iter().chain(cells).collect()
        };
        let longest = game.iter().filter_map(|row| row.turn).max().unwrap_or_default();
        let turns = (1..=longest).map(|turn| line(turn.to_string(), Some(turn), &means));
        let head: Vec<String> = ["turn"].iter().chain(&information::SCSAS).map(ToString::to_string).collect();
        page.table(&head, turns.chain([line("whole round".to_owned(), None, &whole)]));
    }
}

/// The effect of the effort and of each component.
pub fn ablation(page: &mut MarkdownPage, rows: &[Summary], differences: &PairedDifferences) {
    if rows.is_empty() {
        return;
    }
    page.section("Effort and components");
    page.paragraph(
        "`bayes` has the default effort, 10. `bayes:1` does a tenth of that work, `bayes:30` three times as much, and \
         `bayes:10-climb` has the default effort without the component `climb`. *Difference* is how many more guesses a variant takes \
         than `bayes` in the same rounds, with its 95 % confidence interval; it is in bold where the interval does not contain 0. All \
         rounds are compared, a round that is not won counted at the guess limit. `insert-colors` is a single rule, so that the \
         component `parts` has no effect there.",
    );
    let head = row(["player", "rounds", "mean guesses", "difference", "not won"]);
    for game in rows.chunk_by(|a, b| a.scsa == b.scsa && a.size() == b.size()) {
        let Some(first) = game.first() else { continue };
        page.paragraph(&format!("Against {} at {}:", first.scsa, first.size_name()));
        let lines = game.iter().map(|row| {
            vec![
                row.player.clone(),
                row.rounds.to_string(),
                MatchMean::new(row).map_or_else(none, |mean| with_interval(mean.guesses)),
                differences.of(row).map_or_else(none, difference),
                not_won(row).to_string(),
            ]
        });
        page.table(&head, lines);
    }
    page.image("Guesses more than bayes takes", &format!("{}/{}.svg", files::CHARTS, charts::ABLATION));
}

/// A difference with its interval.
fn difference(difference: MeanEstimate) -> String {
    // A minus sign, as wide as the plus sign.
    let signed = |number: f64| format!("{number:+.3}").replace('-', "−");
    let Some(interval) = difference.interval() else { return signed(difference.mean) };
    let text = format!("{} [{}, {}]", signed(difference.mean), signed(interval.low), signed(interval.high));
    if IntervalRelation::of(&interval, 0.0) == IntervalRelation::Indistinguishable {
        text
    } else {
        format!("**{text}**")
    }
}

/// A mean with its interval.
fn with_interval(estimate: MeanEstimate) -> String {
    match estimate.interval() {
        Some(interval) => format!("{:.3} [{:.3}, {:.3}]", estimate.mean, interval.low, interval.high),
        None => format!("{:.3}", estimate.mean),
    }
}

fn hundredths(number: f64) -> String {
    format!("{number:.2}")
}

fn none() -> String {
    NONE.to_owned()
}
