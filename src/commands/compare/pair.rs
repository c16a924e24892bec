//! Two players, explained.

use super::difference::{self, DifferenceRecord, FolderRounds};
use crate::failure::Failure;
use crate::present::{
    By, Sheet, SheetFormat, counted, program_name, shell_word, tables, trust_option, words, write_csv, write_json,
};
use scsa::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use tournament::compare::{
    CommonRounds, Difference, MatchName, Measure, PairComparison, RoundOutcome, RoundResult, is_significant,
};
use tournament::in_order;

const MOST_ROUNDS: usize = 10;

struct Pair<'a> {
    folder: &'a FolderRounds<'a>,
    common: CommonRounds<'a>,
    names: [&'a str; 2],
    by: By,
    window: Option<u32>,
}

#[derive(Serialize)]
struct PairReport<'a> {
    all: DifferenceRecord,
    guess_limits: &'a BTreeMap<Game, usize>,
    /// By codemaker, by size, by match, and by round number.
    parts: Vec<DifferenceRecord>,
    rounds: Vec<RoundReport>,
}

#[derive(Serialize)]
struct RoundReport {
    scsa: String,
    game: String,
    round: u32,
    first: String,
    second: String,
    guesses_difference: f64,
    /// The command that plays it again, if it is known how the round was played.
    replay: Option<String>,
}

pub fn compare(
    out: &mut impl Write,
    folder: &FolderRounds,
    names: [&str; 2],
    (by, window): (By, Option<u32>),
    format: SheetFormat,
) -> Result<(), Failure> {
    let [first, second] = [folder.player(names[0])?, folder.player(names[1])?];
    ensure!(first != second, "{} is given twice; give two different players", names[0]);
    let common = CommonRounds::of(&folder.table, &[first, second]);
    let (both, advice) = (names.join(" and "), "give players that played the same matches");
    ensure!(common.round_count() > 0, "{both} have no round in common in {}; {advice}", folder.name);
    let names = [common.name(0), common.name(1)];
    let pair = Pair { folder, common, names, by, window };
    match format {
        SheetFormat::Csv => write_csv(out, &[vec![pair.record(&pair.common)], pair.parts()].concat()),
        SheetFormat::Json => {
            let (all, parts, rounds) = (pair.record(&pair.common), pair.parts(), pair.rounds_that_differ_most());
            write_json(out, &PairReport { all, guess_limits: &folder.guess_limits.games, parts, rounds })
        }
        SheetFormat::Table | SheetFormat::Markdown => Ok(pair.explain(out, format == SheetFormat::Markdown)?),
    }
}

impl Pair<'_> {
    fn record(&self, common: &CommonRounds) -> DifferenceRecord {
        DifferenceRecord::new(common, [0, 1])
    }

    fn matches(&self) -> Vec<&MatchName> {
        (0..self.common.matches().len()).filter_map(|position| self.common.match_name(position)).collect()
    }

    fn scsas(&self) -> Vec<&str> {
        in_order(self.matches(), |match_| match_.scsa.as_str())
    }

    fn sizes(&self) -> Vec<Game> {
        in_order(self.matches(), |match_| match_.game)
    }

    fn parts(&self) -> Vec<DifferenceRecord> {
        let part = |scsa: Option<&str>, game: Option<Game>| {
            let common = self.part(scsa, game);
            (common.round_count() > 0).then(|| DifferenceRecord {
                scsa: scsa.unwrap_or_default().to_owned(),
                game: game.map(|game| game.to_string()).unwrap_or_default(),
                ..self.record(&common)
            })
        };
        let by_scsa = self.scsas().into_iter().filter_map(|scsa| part(Some(scsa), None)).collect::<Vec<_>>();
        let by_size = self.sizes().into_iter().filter_map(|game| part(None, Some(game))).collect::<Vec<_>>();
        let by_match =
            self.matches().into_iter().filter_map(|match_| part(Some(&match_.scsa), Some(match_.game))).collect();
        let by_window =
            self.windows().into_iter().map(|(window, common)| DifferenceRecord { window, ..self.record(&common) });
        [by_scsa, by_size, by_match, by_window.collect()].concat()
    }

    /// The rounds by their numbers, in windows from the first.
    fn windows(&self) -> Vec<(String, CommonRounds<'_>)> {
        let Some(length) = self.window else { return Vec::new() };
        let last = self.common.matches().iter().filter_map(|match_| match_.numbers().last()).max();
        let windows = (0..last.map_or(0, |last| last.div_ceil(length))).map(|window| {
            let (first, last) = (window * length + 1, (window + 1).saturating_mul(length));
            (format!("{first}-{last}"), self.common.only_numbers(first..=last))
        });
        windows.filter(|(_, common)| common.round_count() > 0).collect()
    }

    fn part(&self, scsa: Option<&str>, game: Option<Game>) -> CommonRounds<'_> {
        self.common.only_matches(|match_| {
            scsa.is_none_or(|scsa| match_.scsa == scsa) && game.is_none_or(|game| match_.game == game)
        })
    }

    fn rounds_that_differ_most(&self) -> Vec<RoundReport> {
        let guesses = Measure::Guesses;
        let mut rounds: Vec<(f64, usize, usize)> = Vec::new();
        for (position, match_) in self.common.matches().iter().enumerate() {
            let pairs = match_.rounds(0).iter().zip(match_.rounds(1)).enumerate();
            let pairs = pairs.filter(|(_, (a, b))| a.is_played() && b.is_played());
            let differences =
                pairs.map(|(index, (a, b))| (match_.value(a, guesses) - match_.value(b, guesses), position, index));
            rounds.extend(differences.filter(|(difference, ..)| *difference != 0.0));
            // The sort is stable: of equals, the first.
            rounds.sort_by(|(a, ..), (b, ..)| b.abs().total_cmp(&a.abs()));
            rounds.truncate(MOST_ROUNDS);
        }
        let report = |(difference, position, index): (f64, usize, usize)| {
            let (match_, name) = (&self.common.matches()[position], self.common.match_name(position)?);
            let round = *match_.numbers().get(index)?;
            Some(RoundReport {
                scsa: name.scsa.clone(),
                game: name.game.to_string(),
                round,
                first: ending(match_.rounds(0).get(index)?),
                second: ending(match_.rounds(1).get(index)?),
                guesses_difference: difference,
                replay: self.replay(name, round),
            })
        };
        rounds.into_iter().filter_map(report).collect()
    }

    /// The command that shows the games of both players in a round again. All that it does not say is in the manifest.
    fn replay(&self, match_: &MatchName, round: u32) -> Option<String> {
        let (players, folder) = (self.names.map(shell_word).join(","), shell_word(self.folder.name));
        let (program, scsa) = (program_name(), shell_word(&match_.scsa));
        let trust = trust_option(self.folder.manifest.as_ref()?, Some(&self.names));
        Some(format!(
            "{program} games {players} --from {folder} --scsa {scsa} --sizes {} --round {round}{trust}",
            match_.game
        ))
    }

    fn explain(&self, out: &mut impl Write, is_markdown: bool) -> io::Result<()> {
        let [first, second] = self.names;
        let all = PairComparison::new(&self.common, 0, 1, self.by.order());
        let p_value = all.all.estimate.p_value();
        tables::line(out, &difference::sentence(first, second, &all, p_value, self.by), 0)?;
        self.totals(&all).write(out, is_markdown)?;
        self.grid().write(out, is_markdown)?;
        if self.window.is_some() {
            self.by_number().write(out, is_markdown)?;
        }
        let differing = self.rounds_that_differ_most();
        if !differing.is_empty() {
            let title = "The rounds that differ most in guesses";
            let mut sheet = Sheet::new(title, ["scsa", "size", "round", first, second]);
            sheet.texts = vec![0, 1];
            // Each is one line, however long, so that it can be copied.
            let indent = if is_markdown { "    " } else { "" };
            let mut commands = String::new();
            for RoundReport { scsa, game, round, first, second, replay, .. } in differing {
                sheet.rows.push(vec![scsa, game, round.to_string(), first, second]);
                commands.extend(replay.map(|command| format!("{indent}{command}\n")));
            }
            sheet.write(out, is_markdown)?;
            if !commands.is_empty() {
                write!(out, "\nThe commands that play them again:\n\n{commands}")?;
            }
        }
        Ok(())
    }

    fn totals(&self, all: &PairComparison) -> Sheet {
        let [first, second] = self.names;
        let matches = counted(self.common.matches().len(), "match");
        let rounds = counted(self.common.round_count(), "round");
        let title = format!("{first} and {second} on the same secrets: {matches}, {rounds}");
        let mut sheet = Sheet::new(title, ["mean of a round", first, second, "difference", "p", "matches"]);
        for by in [By::Guesses, By::Score, By::Wins] {
            let measure = by.order();
            let PairComparison { all, over_matches, .. } = PairComparison::new(&self.common, 0, 1, measure);
            let digits = if by == By::Score { 1 } else { 3 };
            sheet.rows.push(vec![
                difference::name(by).to_owned(),
                difference::mean(&self.common, 0, measure, digits),
                difference::mean(&self.common, 1, measure, digits),
                tables::estimated(&all.estimate, digits),
                words::p_value(all.estimate.p_value()),
                tables::estimated(&over_matches, 2),
            ]);
        }
        let rounds = all.all;
        sheet.notes.push(format!(
            "{first} was better in {}, {second} in {}, and {} ended alike. ±: 95 % intervals of the differences of rounds on the same \
             secrets; p: paired t tests; matches: means over matches, whose intervals \
             are for other matches like these.",
            counted(rounds.wins, "round"),
            counted(rounds.losses, "round"),
            counted(rounds.ties, "round"),
        ));
        sheet.notes.extend(difference::not_played(&self.common));
        sheet
    }

    fn by_number(&self) -> Sheet {
        let [first, second] = self.names;
        let title = format!("Mean {} by round number", difference::name(self.by));
        let mut sheet = Sheet::new(title, ["rounds", first, second, "difference"]);
        for (window, common) in self.windows() {
            let measure = self.by.order();
            let estimate = Difference::of(&common, 0, 1, measure).estimate;
            let [one, other] = [0, 1].map(|position| difference::mean(&common, position, measure, 2));
            sheet.rows.push(vec![window, one, other, tables::estimated(&estimate, 2)]);
        }
        sheet
    }

    fn grid(&self) -> Sheet {
        let [first, second] = self.names;
        let (scsas, sizes) = (self.scsas(), self.sizes());
        let columns = || sizes.iter().map(|game| Some(*game)).chain((sizes.len() > 1).then_some(None));
        let rows = scsas.iter().map(|scsa| Some(*scsa)).chain((scsas.len() > 1).then_some(None));
        let title = format!("Difference in {}, {first} less {second}", difference::name(self.by));
        let header: Vec<String> =
            columns().map(|game| game.map_or("all".to_owned(), |game| game.to_string())).collect();
        let mut sheet = Sheet::new(title, ["scsa"].into_iter().chain(header.iter().map(String::as_str)));
        let cell = |scsa: Option<&str>, game: Option<Game>| {
            let common = self.part(scsa, game);
            if common.round_count() == 0 {
                return tables::dash();
            }
            let estimate = Difference::of(&common, 0, 1, self.by.order()).estimate;
            let mark = if estimate.p_value().is_some_and(is_significant) { "" } else { "~" };
            mark.to_owned() + &tables::estimated(&estimate, 2)
        };
        for scsa in rows {
            let name = scsa.unwrap_or("all").to_owned();
            sheet.rows.push([name].into_iter().chain(columns().map(|game| cell(scsa, game))).collect());
        }
        sheet.notes.push(format!("~: cannot be told apart at 95 % by {} in this part alone.", self.by.measure()));
        sheet
    }
}

fn ending(round: &RoundResult) -> String {
    match round.outcome {
        RoundOutcome::Win => round.guesses.to_string(),
        RoundOutcome::Loss => "lost".to_owned(),
        RoundOutcome::Failure => "failed".to_owned(),
        RoundOutcome::NotPlayed => "not played".to_owned(),
    }
}
