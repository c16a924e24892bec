//! The leaderboard of results folders: by what players are ranked, their places, and the columns and rows that are shown.

use super::guess_times::{GuessTimes, rank_by_time};
use super::sheet::Sheet;
use super::tables;
use super::words::{counted, joined, known_names};
use crate::failure::Failure;
use clap::ValueEnum;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::str::FromStr;
use tournament::compare::{CONFIDENCE, Leaderboard, LeaderboardEntry, MatchName, Measure, RoundTable, Unranked};
use tournament::{GuessLimits, MatchIndex, Results, Status, Summary, in_order};

/// By what players are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The SCORE, the largest first
    #[default]
    Score,
    /// The mean number of guesses over the matches that all players played, the smallest first; a round that was not won counts as the
    /// guess limit
    Guesses,
    /// The mean CPU time of a guess over the matches that all players played, the smallest first
    Time,
    /// The number of rounds won, the largest first
    Wins,
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<By, String> {
        <By as ValueEnum>::from_str(text, false).map_err(|_| format!("give one of {}", By::NAMES.join(", ")))
    }
}

impl By {
    /// The names, in the order of the variants.
    pub const NAMES: [&str; 4] = ["score", "guesses", "time", "wins"];

    /// By what players are ordered and compared. Times are not compared.
    pub const fn order(self) -> Measure {
        match self {
            By::Score => Measure::Score,
            By::Guesses | By::Time => Measure::Guesses,
            By::Wins => Measure::Wins,
        }
    }

    /// Whether a refused match is worth 0. If not, it is left out for all players.
    pub const fn is_scored(self) -> bool {
        matches!(self, By::Score | By::Wins)
    }

    pub const fn measure(self) -> &'static str {
        match self {
            By::Score => "SCORE",
            By::Guesses => "guesses",
            By::Time => "CPU time",
            By::Wins => "rounds won",
        }
    }

    pub const fn id(self) -> &'static str {
        By::NAMES[self as usize]
    }
}

const MOST_REASONS: usize = 2;
/// The most games that a heading names.
const MOST_GAMES: usize = 3;

pub fn match_of(row: &Summary) -> MatchName {
    MatchName { scsa: row.scsa.clone(), game: row.game }
}

pub struct LeaderboardInput<'a> {
    pub results: &'a Results,
    /// The rounds of these matches, with those that were refused or that the rules did not let a player play; or why rounds are not
    /// compared one by one.
    pub rounds: Result<&'a RoundTable, String>,
    pub players: Vec<&'a str>,
    pub is_finished: bool,
    pub is_oversubscribed: bool,
}

pub struct FolderLeaderboard {
    pub by: By,
    /// The ranked players, and the matches over which they are ranked.
    pub board: Leaderboard,
    /// The matches of which somebody played a round.
    pub played: Vec<MatchName>,
    /// By game: what a round that was not won counts in the mean number of guesses.
    pub guess_limits: GuessLimits,
    pub times: GuessTimes,
    pub not_ranked: Vec<(Unranked, String)>,
    /// The ranked players that refused matches which others played, with how many and why.
    pub refused: BTreeMap<String, String>,
    pub is_finished: bool,
    pub is_oversubscribed: bool,
    /// Whether the rules did not let some player play all rounds of a match.
    pub has_ended: bool,
    /// Why players are not compared round by round, if they are not.
    pub why_unpaired: Option<String>,
}

impl FolderLeaderboard {
    pub fn new(input: LeaderboardInput, by: By) -> FolderLeaderboard {
        let measure = by.order();
        let board = match input.rounds {
            Ok(table) => Leaderboard::of_table(table, measure),
            Err(_) => Leaderboard::from_summaries(&input.results.summaries, measure),
        };
        FolderLeaderboard::with_board(board, input, by)
    }

    pub fn with_board(mut board: Leaderboard, input: LeaderboardInput, by: By) -> FolderLeaderboard {
        let LeaderboardInput { results, rounds, players, is_finished, is_oversubscribed } = input;
        let index = results.by_match();
        let times = GuessTimes::new(&board, results, &index);
        let mut not_ranked: Vec<(Unranked, String)> = Vec::new();
        if by == By::Time {
            not_ranked = rank_by_time(&mut board, &times);
        }
        let mut others = board.others.clone();
        for player in players {
            let is_known = board.entries.iter().any(|entry| entry.player == player)
                || others.iter().chain(not_ranked.iter().map(|(other, _)| other)).any(|other| other.player == player);
            if !is_known {
                others.push(Unranked { player: player.to_owned(), matches: 0, rounds: 0 });
            }
        }
        not_ranked.extend(others.into_iter().map(|other| {
            let reason = reason(&other, &board.matches, &index, is_finished);
            (other, reason)
        }));
        let played: Vec<MatchName> = in_order(results.summaries.iter().filter(|row| row.counted() > 0), match_of);
        let refused =
            |entry: &LeaderboardEntry| Some((entry.player.clone(), refusals(&entry.player, &played, &index)?));
        let refused = board.entries.iter().filter_map(refused).collect();
        FolderLeaderboard {
            has_ended: results.summaries.iter().any(|row| matches!(row.status, Status::Ended | Status::Disqualified)),
            refused,
            played,
            not_ranked,
            is_finished,
            is_oversubscribed,
            by,
            board,
            guess_limits: results.guess_limits(),
            times,
            why_unpaired: rounds.err(),
        }
    }

    /// Whether players are divided into groups. Times are measured once, without an error.
    pub fn has_groups(&self) -> bool {
        self.by != By::Time && self.board.entries.len() > 1
    }

    /// The players of which there is more to say: headings, and below each players with a sentence.
    pub fn remarks(&self) -> Vec<(&'static str, Vec<(String, String)>)> {
        let refused = self.refused.clone().into_iter().collect();
        let not_ranked = self.not_ranked.iter().map(|(other, reason)| (other.player.clone(), reason.clone()));
        let heading = if self.by.is_scored() { "Refused, and worth 0" } else { "Refused, and left out for all" };
        let all: [(&str, Vec<(String, String)>); 2] = [(heading, refused), ("Not ranked", not_ranked.collect())];
        all.into_iter().filter(|(_, players)| !players.is_empty()).collect()
    }
}

/// Over which of some matches something is compared, for a heading: ` at 4x6` or ` over 3 matches`; empty of all of them.
pub fn scope(compared: &[MatchName], all: &[MatchName]) -> String {
    if compared.len() == all.len() {
        return String::new();
    }
    let games = in_order(compared, |match_| match_.game);
    let at_games = all.iter().filter(|match_| games.contains(&match_.game)).count();
    match at_games == compared.len() && games.len() <= MOST_GAMES {
        true => format!(" at {}", joined(&games)),
        false => format!(" over {}", counted(compared.len(), "match")),
    }
}

fn reason(player: &Unranked, ranked: &[MatchName], rows: &MatchIndex<'_>, is_finished: bool) -> String {
    let unplayed = rows_of(&player.player, ranked, rows).into_iter().filter(|row| row.counted() == 0);
    let mut reasons = reasons(unplayed);
    if reasons.is_empty() && !is_finished {
        reasons.push("the others were not played before the tournament ended early".to_owned());
    }
    let all = counted(ranked.len(), "match");
    let played = match player.matches {
        0 if player.rounds > 0 => format!("did not play all rounds of any of the {all}"),
        0 => format!("played none of the {all}"),
        matches => format!("played {matches} of the {all}"),
    };
    if reasons.is_empty() { played } else { format!("{played}: {}", reasons.join("; ")) }
}

/// How many of the matches that were played a player refused, and why; none if it refused none.
fn refusals(player: &str, played: &[MatchName], rows: &MatchIndex<'_>) -> Option<String> {
    let mut own = rows_of(player, played, rows);
    own.retain(|row| row.status == Status::Refused);
    let (refused, all) = (own.len(), counted(played.len(), "match"));
    (refused > 0).then(|| format!("refused {refused} of the {all}: {}", reasons(own.into_iter()).join("; ")))
}

fn rows_of<'a>(player: &str, matches: &[MatchName], rows: &MatchIndex<'a>) -> Vec<&'a Summary> {
    matches.iter().filter_map(|match_| rows.summary(player, &match_.scsa, match_.game)).collect()
}

/// Why a player did not play these matches, each reason once and not all.
fn reasons<'a>(rows: impl Iterator<Item = &'a Summary>) -> Vec<String> {
    let mut reasons = in_order(rows, |row| row.note.clone());
    if reasons.len() > MOST_REASONS {
        reasons.truncate(MOST_REASONS);
        reasons.push("…".to_owned());
    }
    reasons
}

/// Declares the columns of a leaderboard: of each its meaning, its name among [`Column`]s, and its field.
macro_rules! leaderboard_columns {
    ($($(#[doc = $doc:literal])+ $Column:ident $field:ident: $type:ty,)+) => {
        /// A player of a leaderboard. The columns of the CSV format and the fields of JSON are these fields in this order.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct LeaderboardRow {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        /// A column of a leaderboard.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Column {
            $($(#[doc = $doc])+ $Column,)+
        }

        impl Column {
            pub const ALL: &[Column] = &[$(Column::$Column),+];
            pub const NAMES: &[&str] = &[$(stringify!($field)),+];
            /// What they contain, each after a blank.
            pub const DOCS: &[&str] = &[$(concat!($($doc),+)),+];
        }

        impl LeaderboardRow {
            pub fn value(&self, column: Column) -> Value {
                let value = match column {
                    $(Column::$Column => Value::from(self.$field.clone()),)+
                };
                // A text without letters is not known.
                if value == "" { Value::Null } else { value }
            }
        }
    };
}

leaderboard_columns! {
    /// The place by `--by`; equal players share the first of their places. Empty for a player that is not ranked, of which only
    /// `player`, `matches`, `played`, times and `note` are known.
    Place place: Option<usize>,
    /// The player's name.
    Player player: String,
    /// The letters of its groups: players with a letter in common cannot be told apart at 95 %. Empty with `--by time`, and where one
    /// player is ranked.
    Group group: String,
    /// The SCORE: 100 times the mean points of a round over the ranked matches: the points of 100 rounds. A match that the player refused is
    /// worth 0.
    Score score: Option<f64>,
    /// The lower bound of the 95 % interval of `score`; empty where no match has two rounds, and where the rules ended a match early. So
    /// are the other bounds.
    ScoreLow score_low: Option<f64>,
    /// The upper bound of the interval of `score`.
    ScoreHigh score_high: Option<f64>,
    /// The mean number of guesses over the matches that all players with such a mean played; a round that was not won counts as the guess
    /// limit. Empty of a player that refused all matches of the others.
    Guesses guesses: Option<f64>,
    /// The lower bound of the 95 % interval of `guesses`.
    GuessesLow guesses_low: Option<f64>,
    /// The upper bound of the interval of `guesses`.
    GuessesHigh guesses_high: Option<f64>,
    /// `true` if some round was not won, so that `guesses` is a lower bound; else `false`.
    GuessesIsBound guesses_is_bound: Option<bool>,
    /// The matches over which players are ranked; of a player that is not ranked, those of them of which it has all rounds.
    Matches matches: usize,
    /// The rounds played in these matches, where all ranked players have them; of a player that is not ranked, all its rounds.
    Played played: u64,
    /// The rounds that were not played because the player had stopped working. They are scored as the round before them.
    GivenUp given_up: Option<u64>,
    /// The rounds won.
    Wins wins: Option<u64>,
    /// The rounds lost.
    Losses losses: Option<u64>,
    /// The rounds failed.
    Failures failures: Option<u64>,
    /// The rounds that were not played: of matches that the player refused, or that the rules ended. They are worth 0.
    NotPlayed not_played: Option<u64>,
    /// The mean CPU time of a guess in microseconds, over all matches in which the player was timed, whatever others played. Every match
    /// counts the same. Only rounds that were won or lost count.
    GuessUs guess_us: Option<f64>,
    /// `true` if one of these rounds was lost by time, so that its last guess was not finished and times are lower bounds; else `false`.
    GuessUsIsBound guess_us_is_bound: Option<bool>,
    /// The mean over the same matches of the median time of a guess, which a single long pause of the machine does not change.
    GuessUsMedian guess_us_median: Option<f64>,
    /// The number of these matches. Times over different matches do not compare.
    TimedMatches timed_matches: usize,
    /// By what `--by time` ranks: the same mean over the matches of `guesses` in which all players with such a number were timed.
    ComparedUs compared_us: Option<f64>,
    /// `true` if one of these rounds was lost by time; else `false`.
    ComparedUsIsBound compared_us_is_bound: Option<bool>,
    /// Why the player is not ranked, or which matches it refused.
    Note note: String,
}

/// The number of a value, if it is not a count.
pub fn decimal(value: &Value) -> Option<f64> {
    value.as_f64().filter(|_| value.is_f64())
}

impl LeaderboardRow {
    /// The value of a column as a field of CSV.
    pub fn field(&self, column: Column) -> String {
        match self.value(column) {
            Value::Null => String::new(),
            Value::String(text) => text,
            value => decimal(&value).map_or_else(|| value.to_string(), |number| format!("{number:?}")),
        }
    }

    fn ranked(leaderboard: &FolderLeaderboard, entry: &LeaderboardEntry) -> LeaderboardRow {
        let score = entry.score.interval(CONFIDENCE);
        let guesses = entry.guesses.and_then(|guesses| guesses.interval(CONFIDENCE));
        let compared = leaderboard.times.compared_us.get(&entry.player).copied();
        LeaderboardRow {
            place: Some(entry.place),
            group: if leaderboard.has_groups() { entry.letters.clone() } else { String::new() },
            score: Some(entry.score.mean),
            score_low: score.map(|interval| interval.low),
            score_high: score.map(|interval| interval.high),
            guesses: entry.guesses.map(|guesses| guesses.mean),
            guesses_low: guesses.map(|interval| interval.low),
            guesses_high: guesses.map(|interval| interval.high),
            guesses_is_bound: entry.guesses.map(|_| entry.is_lower_bound),
            matches: leaderboard.board.matches.len(),
            played: entry.played,
            given_up: Some(entry.given_up),
            wins: Some(entry.wins),
            losses: Some(entry.losses),
            failures: Some(entry.failures),
            not_played: Some(entry.not_played),
            compared_us: compared.map(|(time, _)| time),
            compared_us_is_bound: compared.map(|(_, is_bound)| is_bound),
            note: leaderboard.refused.get(&entry.player).cloned().unwrap_or_default(),
            ..LeaderboardRow::timed(leaderboard, &entry.player)
        }
    }

    fn timed(leaderboard: &FolderLeaderboard, player: &str) -> LeaderboardRow {
        let own = leaderboard.times.own.get(player);
        LeaderboardRow {
            player: player.to_owned(),
            guess_us: own.map(|own| own.mean_us),
            guess_us_is_bound: own.map(|own| own.is_bound),
            guess_us_median: own.and_then(|own| own.median_us),
            timed_matches: own.map_or(0, |own| own.matches),
            ..LeaderboardRow::default()
        }
    }

    /// The value of a column as readers see it: a mean or a sum with half the width of its interval.
    pub fn text(&self, column: Column) -> String {
        let bounded = |time: f64, is_bound| format!("{}{time:.2}", if is_bound == Some(true) { "≥ " } else { "" });
        let value = self.value(column);
        match (column, decimal(&value)) {
            (Column::Score, _) => tables::with_bounds(self.score, [self.score_low, self.score_high], 1),
            (Column::Guesses, _) => {
                let bound = if self.guesses_is_bound == Some(true) { "≥ " } else { "" };
                bound.to_owned() + &tables::with_bounds(self.guesses, [self.guesses_low, self.guesses_high], 2)
            }
            (Column::GuessUs | Column::GuessUsMedian, Some(time)) => bounded(time, self.guess_us_is_bound),
            (Column::ComparedUs, Some(time)) => bounded(time, self.compared_us_is_bound),
            (Column::ScoreLow | Column::ScoreHigh, Some(number)) => format!("{number:.1}"),
            (_, Some(number)) => format!("{number:.2}"),
            (_, None) => match value {
                Value::Null if !column.is_text() => tables::dash(),
                Value::Bool(is_so) => if is_so { "yes" } else { "no" }.to_owned(),
                _ => self.field(column),
            },
        }
    }

    /// Compares two rows by a column, upwards or downwards. What is not known comes last.
    fn compare(&self, other: &LeaderboardRow, column: Column, is_descending: bool) -> Ordering {
        let (a, b) = (self.value(column), other.value(column));
        if a.is_null() || b.is_null() {
            return a.is_null().cmp(&b.is_null());
        }
        let numbers = a.as_f64().zip(b.as_f64()).map(|(a, b)| a.total_cmp(&b));
        let ordering = numbers.or_else(|| Some(a.as_bool()?.cmp(&b.as_bool()?)));
        let ordering = ordering.unwrap_or_else(|| a.as_str().cmp(&b.as_str()));
        if is_descending { ordering.reverse() } else { ordering }
    }
}

/// The columns of tables for readers, in order.
const SHOWN: [Column; 13] = [
    Column::Place,
    Column::Player,
    Column::Group,
    Column::Score,
    Column::Guesses,
    Column::Wins,
    Column::Losses,
    Column::Failures,
    Column::GivenUp,
    Column::NotPlayed,
    Column::GuessUs,
    Column::GuessUsMedian,
    Column::ComparedUs,
];

impl Column {
    pub fn name(self) -> &'static str {
        Column::NAMES[self as usize]
    }

    fn find(name: &str) -> Result<Column, Failure> {
        let found = Column::ALL.iter().copied().find(|column| column.name() == name);
        found.ok_or_else(|| failure!("there is no column '{name}'; {}", known_names(name, "columns", Column::NAMES)))
    }

    /// What stands above it for readers. What is compared over a part of the matches says so.
    pub fn heading(self, leaderboard: &FolderLeaderboard) -> String {
        let matches = &leaderboard.board.matches;
        match self {
            Column::Score => "SCORE".to_owned(),
            Column::Guesses => format!("guesses{}", scope(&leaderboard.board.guess_matches, matches)),
            Column::GuessUs => "µs a guess".to_owned(),
            Column::GuessUsMedian => "median".to_owned(),
            Column::ComparedUs => {
                format!("µs a guess{}", scope(&leaderboard.times.compared_matches, &leaderboard.times.matches))
            }
            other => other.name().replace('_', " "),
        }
    }

    const fn is_text(self) -> bool {
        matches!(self, Column::Player | Column::Group | Column::Note)
    }
}

/// Which columns and rows are shown, in which order. By default those of the ranking.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub columns: Option<Vec<Column>>,
    /// The order of the rows, if it is not that of the ranking.
    pub order: Option<(Column, bool)>,
}

impl Layout {
    pub fn parse(columns: Option<&[String]>, order: Option<&str>) -> Result<Layout, Failure> {
        let parse = |text: &str| -> Result<_, Failure> {
            let (name, is_descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
            Ok((Column::find(name)?, is_descending))
        };
        let mut chosen: Vec<Column> = Vec::new();
        for name in columns.unwrap_or_default() {
            let column = Column::find(name)?;
            if !chosen.contains(&column) {
                chosen.push(column);
            }
        }
        Ok(Layout { columns: columns.map(|_| chosen), order: order.map(parse).transpose()? })
    }

    /// All rows, the ranked players first unless another order was chosen. Equal rows keep the order of the ranking.
    pub fn rows(&self, leaderboard: &FolderLeaderboard) -> Vec<LeaderboardRow> {
        let others = leaderboard.not_ranked.iter().map(|(other, reason)| LeaderboardRow {
            matches: other.matches,
            played: other.rounds,
            note: reason.clone(),
            ..LeaderboardRow::timed(leaderboard, &other.player)
        });
        let ranked = leaderboard.board.entries.iter().map(|entry| LeaderboardRow::ranked(leaderboard, entry));
        let mut rows: Vec<LeaderboardRow> = ranked.chain(others).collect();
        if let Some((column, is_descending)) = self.order {
            rows.sort_by(|a, b| a.compare(b, column, is_descending));
        }
        rows
    }

    /// The columns of a table for readers: those that were chosen, or the main ones.
    pub fn shown_columns(&self, leaderboard: &FolderLeaderboard) -> Vec<Column> {
        let has = |count: fn(&LeaderboardEntry) -> u64| leaderboard.board.entries.iter().any(|entry| count(entry) > 0);
        let has_not_played = has(|entry| entry.not_played);
        let has_given_up = has(|entry| entry.given_up);
        let is_shown = |column: &Column| match column {
            Column::Group => leaderboard.has_groups(),
            Column::NotPlayed => has_not_played,
            Column::GivenUp => has_given_up,
            // A column of zeros gives way to others, so that the table fits terminals.
            Column::Failures => !has_not_played || has(|entry| entry.failures),
            // Nor does the widest table fit with it.
            Column::GuessUsMedian => !has_not_played && !has_given_up,
            Column::ComparedUs => leaderboard.by == By::Time && leaderboard.times.are_apart(),
            _ => true,
        };
        let shown = || SHOWN.into_iter().filter(is_shown).collect();
        self.columns.clone().unwrap_or_else(shown)
    }

    pub fn columns(&self) -> Vec<Column> {
        self.columns.clone().unwrap_or_else(|| Column::ALL.to_vec())
    }
}

/// Some columns of a row. It is serialized as a map in their order.
pub struct SelectedRow<'a> {
    pub columns: &'a [Column],
    pub row: &'a LeaderboardRow,
}

impl Serialize for SelectedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns.iter().map(|column| (column.name(), self.row.value(*column))))
    }
}

/// What a reader must know of times that were measured while there were more workers than processors.
pub const OVERSUBSCRIBED: &str =
    "Times are too long: they were measured while there were more workers than processors.";

/// What a `≥` before a time means.
pub const UNFINISHED: &str = "≥ before a time: rounds were lost by time, and their last guesses were not finished.";

/// Writes the leaderboard for the terminal: the ranked players, the best one first, and those that are not ranked.
pub fn write(out: &mut impl Write, leaderboard: &FolderLeaderboard, layout: &Layout) -> io::Result<()> {
    let mut sheet = sheet(leaderboard, layout);
    // The places at the beginning of a row need no heading.
    for heading in sheet.header.iter_mut().take(1).filter(|heading| *heading == "place") {
        heading.clear();
    }
    sheet.write(out, false)?;
    for (heading, players) in leaderboard.remarks() {
        writeln!(out, "{heading}:")?;
        tables::entries(out, &players)?;
    }
    Ok(())
}

/// The ranked players as a table, with what a reader must know below it.
pub fn sheet(leaderboard: &FolderLeaderboard, layout: &Layout) -> Sheet {
    let FolderLeaderboard { by, board, .. } = leaderboard;
    let matches = counted(board.matches.len(), "match");
    let over = match &board.entries[..] {
        [] if leaderboard.not_ranked.iter().any(|(other, _)| other.rounds > 0) => "no player is ranked".to_owned(),
        [] => "no round was played".to_owned(),
        [only] => format!("1 player, {matches}, {}", counted(only.played + only.given_up, "round")),
        all if all.iter().any(|entry| entry.not_played > 0) => {
            format!("{} players over {matches}, {} in all", all.len(), counted(board.rounds, "round"))
        }
        all => {
            let of = leaderboard.played.len().max(board.matches.len() + board.left_out.len());
            let over = if board.matches.len() < of {
                format!("{} of {}", board.matches.len(), counted(of, "match"))
            } else {
                matches
            };
            format!(
                "{} players over the {over} that all of them played, {} each",
                all.len(),
                counted(board.rounds, "round")
            )
        }
    };
    let per = if *by == By::Score { " per 100 rounds" } else { "" };
    let mut sheet = Sheet::new(format!("Leaderboard by {}{per}: {over}", by.measure()), []);
    if board.entries.is_empty() {
        return sheet;
    }
    let columns = layout.shown_columns(leaderboard);
    sheet.header = columns.iter().map(|column| column.heading(leaderboard)).collect();
    sheet.texts = (0..columns.len()).filter(|&column| columns[column].is_text()).collect();
    sheet.may_wrap = layout.columns.is_none();
    for row in layout.rows(leaderboard).iter().filter(|row| row.place.is_some()) {
        sheet.rows.push(columns.iter().map(|column| row.text(*column)).collect());
    }
    sheet.notes = notes(leaderboard);
    sheet
}

fn notes(leaderboard: &FolderLeaderboard) -> Vec<String> {
    let FolderLeaderboard { by, board, has_ended, why_unpaired, times, refused, .. } = leaderboard;
    let has_groups = leaderboard.has_groups();
    let mut notes = vec![format!("±: {:.0} % intervals.", CONFIDENCE * 100.0)];
    if has_groups {
        let method = if why_unpaired.is_none() { "paired t tests" } else { "Welch's t tests" };
        let over = if *has_ended { ", over matches where the rules ended one early" } else { "" };
        notes[0] += &format!(
            " Players with a letter in common cannot be told apart by {} ({method}{over}, Holm's correction).",
            by.measure()
        );
    }
    if let Some(reason) = why_unpaired.as_ref().filter(|_| has_groups) {
        notes.push(format!("Rounds are not compared one by one, because {reason}: fewer players are told apart."));
    }
    if board.entries.iter().any(|row| row.is_lower_bound) {
        notes
            .push(format!("≥: a round that was not won counts as the limit, {}.", leaderboard.guess_limits.in_words()));
    }
    if board.entries.iter().any(|entry| entry.not_played > 0) {
        let what = match (refused.is_empty(), has_ended) {
            (false, true) => "of matches that the player refused or the rules ended early",
            (false, false) => "of matches that the player refused",
            (true, _) => "of matches that the rules ended early",
        };
        let worth = if by.is_scored() { "are worth 0" } else { "count as not won" };
        notes.push(format!("Not played: rounds {what}. They {worth}."));
    }
    if *has_ended {
        let note = "A match that the rules ended early is one observation: a sum or mean with such a match has no ±.";
        notes.push(note.to_owned());
    }
    let (all, of_guesses) = (board.matches.len(), board.guess_matches.len());
    if of_guesses < all {
        notes.push(format!(
            "guesses: over {of_guesses} of the {}, which all players with a number there played.",
            counted(all, "match")
        ));
    }
    notes.extend(times.note(board));
    if board.entries.iter().any(|entry| times.own.get(&entry.player).is_some_and(|own| own.is_bound)) {
        notes.push(UNFINISHED.to_owned());
    }
    if leaderboard.is_oversubscribed {
        notes.push(OVERSUBSCRIBED.to_owned());
    }
    if !board.unfinished.is_empty() {
        let unfinished = counted(board.unfinished.len(), "match");
        let reason = if leaderboard.is_finished { "With different numbers of rounds" } else { "Not finished" };
        notes.push(format!("{reason}: {unfinished}, counted with the rounds that all ranked players have."));
    }
    if !board.left_out.is_empty() {
        let left_out = counted(board.left_out.len(), "match");
        notes.push(format!("Left out: {left_out} that not all ranked players played."));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::{Cause, Ending, FailureKind};
    use proptest::prelude::*;
    use std::time::Duration;
    use tournament::{MatchKey, RoundCounts, RoundTime, Rules};

    /// Adds a match of ten rounds, which end so and take that many nanoseconds; a match without an ending is refused.
    fn add(results: &mut Results, player: &str, game: &str, ending: Option<&Ending>, nanos: u64) {
        let key = MatchKey { player: player.into(), codemaker: "only-once".into(), game: game.parse().unwrap() };
        let mut counts = RoundCounts::default();
        for ending in std::iter::repeat_n(ending, 10).flatten() {
            let whole = Duration::from_nanos(nanos);
            counts.rounds.count(ending, 5);
            counts.times.count(ending, &RoundTime { first: whole / 5, whole, guesses: 5 });
        }
        let status = if ending.is_some() { Status::Played } else { Status::Refused };
        results.summaries.push(Summary { status, ..counts.rounds.summary(key.clone(), (10, 100), Rules::Report) });
        results.timings.extend(counts.times.summary(key));
    }

    fn rows(results: &Results, by: By) -> Vec<LeaderboardRow> {
        let input = LeaderboardInput {
            results,
            rounds: Err("there are none".to_owned()),
            players: Vec::new(),
            is_finished: true,
            is_oversubscribed: false,
        };
        Layout::default().rows(&FolderLeaderboard::new(input, by))
    }

    proptest! {
        #[test]
        fn what_another_player_does_changes_no_time(
            times in prop::collection::vec([1u64..1 << 40, 1u64..1 << 40], 1..5),
            other in prop::collection::vec((prop::sample::select(&["4x6", "8x10", "9x9"][..]), 0usize..4), 1..4),
        ) {
            let mut results = Results::default();
            for (player, [small, large]) in times.iter().enumerate() {
                add(&mut results, &format!("p{player}"), "4x6", Some(&Ending::Win), *small);
                add(&mut results, &format!("p{player}"), "8x10", Some(&Ending::Win), *large);
            }
            let mut more = results.clone();
            let crash = Ending::Failure(Cause::new(FailureKind::Crash, ""));
            let late = Ending::Loss(Cause::new(FailureKind::Time, ""));
            for (game, ending) in other {
                add(&mut more, "other", game, [Some(&Ending::Win), Some(&crash), Some(&late), None][ending], 7);
            }
            for by in [By::Score, By::Guesses, By::Time, By::Wins] {
                let after = rows(&more, by);
                for row in rows(&results, by) {
                    let now = after.iter().find(|one| one.player == row.player).unwrap();
                    for column in [Column::GuessUs, Column::GuessUsIsBound, Column::GuessUsMedian, Column::TimedMatches] {
                        prop_assert_eq!(now.value(column), row.value(column), "{} by {:?}", row.player, by);
                    }
                }
            }
        }
    }

    #[test]
    fn unknown_values_come_last() {
        let row = |guesses| LeaderboardRow { guesses, ..LeaderboardRow::default() };
        for is_descending in [false, true] {
            assert_eq!(row(Some(1.0)).compare(&row(None), Column::Guesses, is_descending), Ordering::Less);
            assert_eq!(row(None).compare(&row(None), Column::Guesses, is_descending), Ordering::Equal);
        }
        assert_eq!(row(Some(10.0)).compare(&row(Some(9.0)), Column::Guesses, true), Ordering::Less);
    }
}
