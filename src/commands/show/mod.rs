//! `arena show`

mod seeds;

use self::seeds::differ_in_seed;
use crate::failure::Failure;
use crate::playing::results_output;
use crate::present::page::head;
use crate::present::{
    By, Column, FailureExamples, FolderLeaderboard, JoinedFolders, Layout, SelectedRow, Sheet, fitted, leaderboard,
    markdown, results_folders, scores, stdout, tables, visible_page, write_csv, write_json,
};
use crate::settings::{DEFAULT_FOLDER, PlayerList, selection};
use maud::{DOCTYPE, Markup, html};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use tournament::{Manifest, Summary, TimingSummary};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena show
  arena show results/contest --size 8x10
  arena show results/contest --by guesses --sort player
  arena show results/contest --players all,-bayes:1         without a player
  arena show results/contest results/later                  a player that was added later
  arena show results/contest --format csv > grades.csv
  arena show results/contest --format csv --columns player,score,note
  arena show results/contest --format html > results.html   a page to hand out")]
pub struct Show {
    /// The results folders; several of the same rounds (seed, rules, limits, knowledge) are shown as one, those of different seeds side
    /// by side. A folder of results folders stands for these
    #[arg(value_name = "DIR", default_value = DEFAULT_FOLDER)]
    folders: Vec<PathBuf>,
    /// Show the scores in one game only, such as 4x6
    #[arg(long, value_name = "PxC")]
    size: Option<String>,
    /// Rank players by score, guesses, time or wins
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    by: By,
    /// The format: table, markdown, csv, json or html; csv has the leaderboard only
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    format: ShowFormat,
    /// Order the rows of the leaderboard by this column, the smallest first; with a minus sign before it, as in -score, the largest
    /// first. --by decides places and groups [default: by place]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    sort: Option<String>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',',
        help = format!(
            "The columns of the leaderboard, in this order: {} [default: all in csv and json, the main ones in the other formats]",
            Column::NAMES.join(", ")
        )
    )]
    columns: Option<Vec<String>>,
    #[command(flatten)]
    players: PlayerList,
}

impl Show {
    pub fn run(&self) -> Result<(), Failure> {
        let layout = Layout::parse(self.columns.as_deref(), self.sort.as_deref())?;
        let folders = results_folders(&self.folders);
        if differ_in_seed(&folders) {
            return self.show_seeds(&folders);
        }
        let mut joined = JoinedFolders::read(&folders)?;
        joined.retain_players(&self.players)?;
        let game = self.size.as_deref().map(selection::game).transpose()?;
        if let Some(game) = game {
            joined.retain_game(game)?;
        }
        let board = FolderLeaderboard::new(joined.leaderboard_input(), self.by);
        let document = || Document {
            setup: results_output::setup_lines(&joined),
            leaderboard: leaderboard::sheet(&board, &layout),
            remarks: board.remarks(),
            scores: scores::sheets(&joined.results),
            notes: scores::notes(&joined.results),
        };
        let mut out = io::BufWriter::new(stdout());
        match self.format {
            ShowFormat::Table => {
                let mut failures = FailureExamples::default();
                if joined.results.summaries.iter().any(|row| row.failures() > 0) {
                    joined.folders.iter().try_for_each(|folder| failures.read(&folder.path, game))?;
                    failures.0.retain(|row| joined.results.summaries.iter().any(|one| one.player == row.player));
                }
                let Document { setup, scores, notes, .. } = document();
                setup.iter().try_for_each(|line| tables::line(&mut out, line, 0))?;
                leaderboard::write(&mut out, &board, &layout)?;
                tables::failures(&mut out, &failures.0)?;
                scores.iter().try_for_each(|sheet| sheet.write(&mut out, false))?;
                notes.iter().try_for_each(|note| writeln!(out, "\n{}", fitted(note, 0)))?;
            }
            ShowFormat::Markdown => write_markdown(&mut out, &document())?,
            ShowFormat::Html => writeln!(out, "{}", visible_page(&html_page(&document()).into_string()))?,
            ShowFormat::Csv => {
                let columns = layout.columns();
                let mut lines: Vec<Vec<String>> = vec![columns.iter().map(|column| column.name().to_owned()).collect()];
                for row in layout.rows(&board) {
                    lines.push(columns.iter().map(|column| row.field(*column)).collect());
                }
                write_csv(&mut out, &lines)?;
            }
            ShowFormat::Json => {
                let (columns, rows, ranking) = (layout.columns(), layout.rows(&board), &board.board);
                let folders = joined.folders.iter().map(|folder| Folder {
                    folder: folder.path.display().to_string(),
                    manifest: folder.manifest.as_ref().ok(),
                });
                let setup = RankingSetup {
                    ranked_by: self.by.id(),
                    is_paired: ranking.is_paired,
                    guess_limits: board.guess_limits.games.clone(),
                    ranked_matches: ranking
                        .matches
                        .iter()
                        .map(|one| RankedMatch { scsa: &one.scsa, game: one.game })
                        .collect(),
                    ranked_rounds: ranking.rounds,
                    guess_matches: ranking.guess_matches.len(),
                    time_matches: board.times.compared_matches.len(),
                    folders: folders.collect(),
                };
                let leaderboard = rows.iter().map(|row| SelectedRow { columns: &columns, row }).collect();
                let (matches, timings) = (&*joined.results.summaries, &*joined.results.timings);
                write_json(&mut out, &ShowReport { setup, leaderboard, matches, timings })?;
            }
        }
        Ok(out.flush()?)
    }
}

/// The format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ShowFormat {
    /// For the terminal
    #[default]
    Table,
    /// For documents
    Markdown,
    /// The leaderboard for spreadsheets, with all digits
    Csv,
    /// Everything for programs, with all digits
    Json,
    /// A page to hand out
    Html,
}

struct Document {
    setup: Vec<String>,
    leaderboard: Sheet,
    remarks: Vec<(&'static str, Vec<(String, String)>)>,
    scores: Vec<Sheet>,
    /// What a reader of the SCOREs must know.
    notes: Vec<String>,
}

pub const STYLE: &str = include_str!("style.css");

/// A page that needs no other file. Every name is escaped.
fn html_page(document: &Document) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head("Mastermind tournament", STYLE, None))
            body {
                main {
                    h1 { "Mastermind tournament" }
                    @for line in &document.setup { p { (line) } }
                    (html_table(&document.leaderboard))
                    @for (heading, players) in &document.remarks {
                        h2 { (heading) }
                        ul { @for (player, text) in players { li { strong { (player) } ": " (text) } } }
                    }
                    @for sheet in &document.scores { (html_table(sheet)) }
                    @for note in &document.notes { p.note { (note) } }
                }
            }
        }
    }
}

/// A table with its title and notes. The first column with texts names the rows.
pub fn html_table(sheet: &Sheet) -> Markup {
    let name = sheet.texts.first().copied().unwrap_or_default();
    let class = |column: usize| match column {
        column if column == name => "name text",
        column if sheet.texts.contains(&column) => "text",
        _ => "number",
    };
    html! {
        @if sheet.header.is_empty() {
            p { (sheet.title) }
        } @else {
            // Narrow screens scroll wide tables, also by the keyboard.
            div.scroll role="region" aria-label=(sheet.title) tabindex="0" { table {
                caption { span { (sheet.title) } }
                thead { tr { @for (column, heading) in sheet.header.iter().enumerate() {
                    th scope="col" class=(class(column)) { (heading) }
                } } }
                tbody { @for row in &sheet.rows { tr { @for (column, cell) in row.iter().enumerate() {
                    @if column == name { th scope="row" class=(class(column)) { (cell) } }
                    @else { td class=(class(column)) { (cell) } }
                } } } }
            } }
        }
        @for note in &sheet.notes { p.note { (note) } }
    }
}

fn write_markdown(out: &mut impl Write, document: &Document) -> io::Result<()> {
    let setup: Vec<String> = document.setup.iter().map(|line| markdown(line)).collect();
    writeln!(out, "{}", setup.join("\n\n"))?;
    document.leaderboard.write(out, true)?;
    for (heading, players) in &document.remarks {
        writeln!(out, "\n{heading}:\n")?;
        for (player, text) in players {
            writeln!(out, "- {}: {}", markdown(player), markdown(text))?;
        }
    }
    for sheet in &document.scores {
        sheet.write(out, true)?;
    }
    for note in &document.notes {
        writeln!(out, "\n{}", markdown(note))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct ShowReport<'a> {
    setup: RankingSetup<'a>,
    leaderboard: Vec<SelectedRow<'a>>,
    /// The rows of `summary.csv`.
    matches: &'a [Summary],
    /// The rows of `timing-summary.csv`.
    timings: &'a [TimingSummary],
}

#[derive(Serialize)]
struct RankingSetup<'a> {
    ranked_by: &'static str,
    /// Whether players were compared round by round.
    is_paired: bool,
    guess_limits: BTreeMap<scsa::Game, usize>,
    ranked_matches: Vec<RankedMatch<'a>>,
    /// The rounds of these matches, those that a player refused among them.
    ranked_rounds: u64,
    guess_matches: usize,
    time_matches: usize,
    folders: Vec<Folder<'a>>,
}

#[derive(Serialize)]
struct RankedMatch<'a> {
    scsa: &'a str,
    game: scsa::Game,
}

#[derive(Serialize)]
struct Folder<'a> {
    folder: String,
    manifest: Option<&'a Manifest>,
}
