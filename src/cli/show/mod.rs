//! `arena show`

mod document;
mod format;
mod html;
mod markdown;
mod report;

use super::{
    Failure,
    failure_examples::FailureExamples,
    joined_folders::JoinedFolders,
    leaderboard::{self, By, FolderLeaderboard, Layout, LeaderboardColumn},
    options::DEFAULT_FOLDER,
    select,
    sheet::{write_csv_rows, write_json},
    tables,
};
use crate::cli::output::{stdout, visible_page};
use document::Document;
use format::ShowFormat;
use report::ShowReport;
use serde_json::Value;
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// The arguments of `arena show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena show
  arena show results/contest --size 8x10
  arena show results/contest --by guesses --sort player
  arena show results/contest results/later                  a player that was added later
  arena show results/contest --format csv > grades.csv
  arena show results/contest --format csv --columns player,points,note
  arena show results/contest --format html > results.html   a page to hand out")]
pub struct Show {
    /// The results folders; several of the same rounds (seed, rules, limits, knowledge) are shown as one
    #[arg(value_name = "DIR", default_value = DEFAULT_FOLDER)]
    folders: Vec<PathBuf>,
    /// Show the scores at one size only, pegs x colors
    #[arg(long, value_name = "PxC")]
    size: Option<String>,
    /// By what the leaderboard ranks the players: score, guesses, time or wins
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    by: By,
    /// The format: table, markdown, csv, json or html; csv has the leaderboard only
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    format: ShowFormat,
    /// Order the rows of the leaderboard by this column, the smallest first; with a minus sign before it, as in -score, the largest
    /// first. Places and groups are those of --by [default: by place]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    sort: Option<String>,
    #[arg(long, value_name = "LIST", value_delimiter = ',', help = columns_help())]
    columns: Option<Vec<String>>,
}

/// The help of `--columns`.
fn columns_help() -> String {
    format!(
        "The columns of the leaderboard, in this order: {} [default: all in csv and json, the main ones in the other formats]",
        LeaderboardColumn::names()
    )
}

impl Show {
    pub fn run(&self) -> Result<(), Failure> {
        let layout = Layout::parse(self.columns.as_deref(), self.sort.as_deref())?;
        let mut joined = JoinedFolders::read(&self.folders)?;
        let size = self.size.as_deref().map(select::size).transpose()?;
        if let Some(size) = size {
            joined.retain_size(size)?;
        }
        let board = FolderLeaderboard::new(joined.leaderboard_input(), self.by);
        let document = || Document::new(&joined, &board, &layout);
        let mut out = io::BufWriter::new(stdout());
        match self.format {
            ShowFormat::Table => {
                let mut failures = FailureExamples::default();
                if joined.results.summaries.iter().any(|row| row.failures() > 0) {
                    joined.folders.iter().try_for_each(|folder| failures.read(folder.path, size))?;
                }
                write_tables(&mut out, &document(), &board, &layout, &failures)?;
            }
            ShowFormat::Markdown => markdown::write(&mut out, &document())?,
            ShowFormat::Html => writeln!(out, "{}", visible_page(&html::page(&document()).into_string()))?,
            ShowFormat::Csv => {
                let columns = layout.columns();
                let field = |value: Value| match value {
                    Value::Null => String::new(),
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                let rows = layout.rows(&board);
                let rows = rows.iter().map(|row| columns.iter().map(|column| field(column.value(row))).collect());
                write_csv_rows(&mut out, columns.iter().map(|column| column.name()), rows)?;
            }
            ShowFormat::Json => {
                let (columns, rows) = (layout.columns(), layout.rows(&board));
                write_json(&mut out, &ShowReport::new(&joined, &board, &columns, &rows))?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Writes tables for the terminal.
fn write_tables(
    out: &mut impl Write,
    document: &Document,
    board: &FolderLeaderboard,
    layout: &Layout,
    failures: &FailureExamples,
) -> io::Result<()> {
    for line in &document.setup {
        tables::line(out, line, 0)?;
    }
    leaderboard::write_with(out, board, layout)?;
    tables::failures(out, failures.all())?;
    for sheet in &document.scores {
        sheet.write(out, false)?;
    }
    for note in &document.notes {
        writeln!(out)?;
        tables::line(out, note, 0)?;
    }
    Ok(())
}
