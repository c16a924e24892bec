//! `arena analyze`: games that were played anywhere, measured.

pub mod figures;
mod input;
mod usage;

use crate::failure::Failure;
use crate::present::{Sheet, SheetFormat, counted, csv_bytes, stdout, tables, write_csv, write_json};
use figures::{AnalysisRow, Setting};
pub use input::RecordedGames;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tournament::{Registry, files, in_order};
pub use usage::Usage;

/// The player whose games stand beside those of a player where no optimum is proved, and whose guesses where not all are compared.
const REFERENCE: &str = "bayes:1";
/// The most wrong answers that are named.
const MOST_NAMED: usize = 5;
/// The largest file that a page shows, in bytes.
const MOST_KEPT: u64 = 64 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena analyze games.jsonl
  arena analyze games.jsonl --by-turn            where are bits lost?
  convert.py < transcripts | arena analyze - --format csv
  arena analyze results/latest --keep            a section of the page of `arena report`

A line of the file is a game:
  {\"player\": \"gpt\", \"game\": \"4x6\", \"secret\": \"ABCA\", \"guesses\": [\"AABB\", \"ABCA\"], \"answers\": [[1, 2], [4, 0]]}

Also, if they are known: codemaker, match, round, guess_limit, tokens, seconds. See docs/analyze.md.")]
pub struct Analyze {
    /// A file with one game a line in JSON, `-` for the standard input, or a results folder
    #[arg(value_name = "GAMES")]
    games: PathBuf,
    /// Show a second table: the guesses by turn
    #[arg(long)]
    by_turn: bool,
    /// Write all rows as CSV, those by turn too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep all rows of a results folder in it, as analysis.csv, which `arena report` shows
    #[arg(long, conflicts_with = "out")]
    keep: bool,
    /// Overwrite an existing file of --out
    #[arg(long, requires = "out")]
    force: bool,
    /// The format: table, markdown, csv or json; csv and json always have the rows by turn
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    format: SheetFormat,
}

impl Analyze {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let file = match self.keep {
            true if !self.games.is_dir() => {
                bail!("--keep is for a results folder, and {} is none; give --out FILE", self.games.display())
            }
            true => Some(self.games.join(files::ANALYSIS)),
            false => self.out.as_deref().map(|path| self.target(path)).transpose()?,
        };
        let recorded = match self.games.is_dir() {
            true => RecordedGames::of_folder(registry, &self.games)?,
            false => RecordedGames::read(registry, &self.games)?,
        };
        let wrong = recorded.wrong.clone();
        let (rows, settings) = figures::rows(registry, recorded, f64::INFINITY)?;
        if let Some(file) = file {
            files::write_whole(&file, &csv_bytes(&rows)?)?;
        }
        let mut out = io::BufWriter::new(stdout());
        match self.format {
            SheetFormat::Csv => write_csv(&mut out, &rows)?,
            SheetFormat::Json => write_json(&mut out, &rows)?,
            _ if rows.is_empty() => {}
            format => {
                games_sheet(&rows, &settings).write(&mut out, format == SheetFormat::Markdown)?;
                if self.by_turn {
                    turns_sheet(&rows).write(&mut out, format == SheetFormat::Markdown)?;
                }
            }
        }
        out.flush()?;
        if wrong.is_empty() {
            return Ok(());
        }
        let (named, more) = wrong.split_at(wrong.len().min(MOST_NAMED));
        let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
        let are = match wrong.len() {
            1 => "answer is wrong, and its game is left out",
            _ => "answers are wrong, and their games are left out",
        };
        Err(Failure::finding(format!("{} {are}: {}{more}", wrong.len(), named.join("; "))))
    }

    /// The file of `--out`, unless something there must not be replaced.
    fn target(&self, path: &Path) -> Result<PathBuf, Failure> {
        let (target, shown) = (files::target(path).map_err(|e| failure!("{e}; give another --out"))?, path.display());
        let is_read = files::target(&self.games).is_ok_and(|games| games == target);
        if is_read || target.exists() && files::is_in_results(&target) {
            let what = if is_read { "is read by this command" } else { "is in a results folder" };
            bail!("{shown} {what}, and is not replaced; give another name with --out");
        }
        ensure!(
            self.force || !target.exists(),
            "{shown} already exists; give --force to overwrite it, or another name with --out"
        );
        Ok(target)
    }
}

/// The names of the columns that say which games a row is of: the codemaker only where a game has several.
fn names(rows: &[AnalysisRow]) -> (bool, Vec<&'static str>) {
    let several = in_order(rows, |row| (&row.scsa, &row.game)).len() > in_order(rows, |row| &row.game).len();
    (several, if several { vec!["player", "codemaker", "game"] } else { vec!["player", "game"] })
}

fn named(row: &AnalysisRow, several: bool) -> Vec<String> {
    let scsa = several.then(|| row.scsa.clone());
    [row.player.clone()].into_iter().chain(scsa).chain([row.game.clone()]).collect()
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(tables::dash, |value| format!("{value:.decimals$}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(tables::dash, |share| format!("{:.1} %", 100.0 * share))
}

fn guess_cells(row: &AnalysisRow) -> [String; 4] {
    [percent(row.consistent), percent(row.repeated), number(row.bits, 2), percent(row.of_best)]
}

fn games_sheet(rows: &[AnalysisRow], settings: &[Setting]) -> Sheet {
    let ((several, mut header), whole) = (names(rows), rows.iter().filter(|row| row.turn.is_none()));
    header.extend(["games", "won", "guesses", "over", "consistent", "repeated", "bits", "of best"]);
    let has_tokens = rows.iter().any(|row| row.tokens.is_some());
    let has_seconds = rows.iter().any(|row| row.seconds.is_some());
    header.extend(has_tokens.then_some("tokens").into_iter().chain(has_seconds.then_some("seconds")));
    let mut sheet = Sheet::new("", header);
    sheet.texts = (0..if several { 2 } else { 1 }).collect();
    for row in whole.clone() {
        let mut cells = named(row, several);
        cells.extend([row.games.to_string(), row.won.to_string()]);
        cells.push(tables::with_bounds(row.mean_guesses, [row.guesses_low, row.guesses_high], 2));
        let sign = if row.over.is_some_and(|over| over >= 0.0) { "+" } else { "" };
        cells.push(sign.to_owned() + &tables::with_bounds(row.over, [row.over_low, row.over_high], 2));
        cells.extend(guess_cells(row));
        cells.extend(has_tokens.then(|| number(row.tokens, 0)));
        cells.extend(has_seconds.then(|| number(row.seconds, 2)));
        sheet.rows.push(cells);
    }
    if whole.clone().any(|row| row.won < row.games) {
        let lost =
            "guesses: a lost game counts as its guess limit + 1; without a guess_limit, as the guesses made + 1.";
        sheet.notes.push(lost.to_owned());
    }
    let over = |setting: &Setting| match setting.optimum {
        Some(optimum) => format!("guesses over the mean of an optimal strategy, {optimum:.4}"),
        None => format!("guesses over those of {REFERENCE} for the same secrets"),
    };
    let best = |setting: &Setting| match setting.has_all_guesses() {
        true => "expected bits, as a share of those of the best of all legal guesses".to_owned(),
        false => format!(
            "expected bits, as a share of those of the guess of {REFERENCE}, or of the player's own if that is better"
        ),
    };
    sheet.notes.extend(by_text("over", settings, over));
    sheet.notes.extend(by_text("of best", settings, best));
    sheet.notes.extend(by_text("candidates", settings, |setting| setting.counted.clone()));
    let uncounted: usize = rows.iter().filter(|row| row.turn.is_some()).map(|row| row.games - row.counted).sum();
    if uncounted > 0 {
        let uncounted = counted(uncounted, "guess");
        sheet.notes.push(format!("{uncounted} whose candidates are too hard to count are left out of the bits."));
    }
    sheet
}

/// A note for each text about settings, with their names unless it is about all of them.
fn by_text(what: &str, settings: &[Setting], text: impl Fn(&Setting) -> String) -> Vec<String> {
    let texts = in_order(settings, &text);
    let note = |of: &String| {
        let same = settings.iter().filter(|setting| text(setting) == *of);
        let names: Vec<String> =
            same.map(|setting| format!("{} {}", setting.match_.game, setting.match_.codemaker.name())).collect();
        let names = if texts.len() > 1 { format!(" ({})", names.join(", ")) } else { String::new() };
        format!("{what}{names}: {of}.")
    };
    texts.iter().map(note).collect()
}

/// The table of these players of a results folder, if its rows are kept.
pub fn kept(folder: &Path, is_shown: impl Fn(&str) -> bool) -> Result<Option<Sheet>, Failure> {
    let path = folder.join(files::ANALYSIS);
    if !folder_files::exists(&path) {
        return Ok(None);
    }
    let unread =
        |e: String| failure!("{}: {e}; `arena analyze {} --keep` writes it again", path.display(), folder.display());
    let bytes = folder_files::read(&path, MOST_KEPT).map_err(|e| unread(e.to_string()))?;
    let mut reader = csv::Reader::from_reader(&*bytes);
    let has_columns = reader.headers().is_ok_and(|header| header == AnalysisRow::COLUMNS);
    ensure!(has_columns, "{}", unread("its columns are those of another version".to_owned()).message);
    let rows = reader.into_deserialize().collect::<Result<Vec<AnalysisRow>, _>>();
    let mut rows = rows.map_err(|e| unread(e.to_string()))?;
    rows.retain(|row| is_shown(&row.player));
    let mut sheet = games_sheet(&rows, &[]);
    sheet.title = "Means over the rounds of a match".to_owned();
    sheet.notes.push(format!(
        "over: guesses over the mean of an optimal strategy where one is proved, else over those of {REFERENCE} for the same secrets; ±: 95 % \
         intervals. of best: expected bits as a share of those of the best guess."
    ));
    Ok(Some(sheet))
}

fn turns_sheet(rows: &[AnalysisRow]) -> Sheet {
    let (several, mut header) = names(rows);
    header.extend(["turn", "games", "won", "consistent", "repeated", "bits", "of best", "expected", "best"]);
    let mut sheet = Sheet::new("By turn", header);
    sheet.texts = (0..if several { 2 } else { 1 }).collect();
    for row in rows {
        let Some(turn) = row.turn else { continue };
        let mut cells = named(row, several);
        cells.extend([turn, row.games, row.won].map(|number| number.to_string()));
        cells.extend(guess_cells(row));
        cells.extend([row.expected_bits, row.best_bits].map(|bits| number(bits, 2)));
        sheet.rows.push(cells);
    }
    sheet
}
