//! A page of `arena report`, read as its readers see it.

use crate::command;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};
use tempfile::TempDir;

/// A table: its caption, its headings, and its rows.
#[derive(Clone, Debug)]
pub struct Table {
    pub caption: String,
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// A page.
pub struct Page {
    pub html: String,
    /// What its script reads.
    pub data: Value,
}

impl Page {
    pub fn read(path: impl AsRef<Path>) -> Page {
        let html = fs::read_to_string(path).unwrap();
        let json = between(&html, "<script type=\"application/json\" id=\"data\">", "</script>");
        Page { data: serde_json::from_str(json).unwrap(), html }
    }

    /// The tables of a section.
    pub fn tables(&self, section: &str) -> Vec<Table> {
        let text = self.section(section);
        let bodies = text.split("<table").skip(1).map(|table| table.split("</table>").next().unwrap());
        bodies
            .map(|table| {
                let mut rows: Vec<Vec<String>> = table
                    .split("<tr")
                    .skip(1)
                    .map(|row| cells(row).map(|cell| text_of(&format!("<t{cell}"))).collect())
                    .collect();
                Table { caption: text_of(between(table, "<caption>", "</caption>")), headings: rows.remove(0), rows }
            })
            .collect()
    }

    /// The HTML of a section.
    pub fn section(&self, section: &str) -> &str {
        between(&self.html, &format!("<section id=\"{section}\""), "</section>")
    }

    /// The name with that index in one of the lists of names.
    pub fn name(&self, list: &str, index: &Value) -> &str {
        self.data[list][index.as_u64().unwrap() as usize].as_str().unwrap()
    }

    /// The replays: those of every round with all its games.
    pub fn replays(&self) -> Vec<Value> {
        self.data["replays"].as_array().cloned().unwrap_or_default()
    }
}

impl Table {
    /// The cell of a row, which its first cells with that text begins or names, in a column.
    pub fn cell(&self, row: &str, column: &str) -> &str {
        let row = self.rows.iter().find(|cells| cells.iter().take(2).any(|cell| cell == row));
        let place = self.headings.iter().position(|heading| heading == column);
        let row = row.unwrap_or_else(|| panic!("{} has no such row: {:?}", self.caption, self.rows));
        &row[place.unwrap_or_else(|| panic!("{} has no column {column}: {:?}", self.caption, self.headings))]
    }
}

/// The cells of a row, without the beginning of their tags.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    row.split("<t").filter(|cell| ["h ", "h>", "d ", "d>"].iter().any(|start| cell.starts_with(start)))
}

pub fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("{start} is missing")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("{end} is missing")).0
}

/// The text of a piece of HTML, without its tags.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&").trim().to_owned()
}

/// A row of CSV by column.
pub type Row = BTreeMap<String, String>;

/// A tournament with wins, losses and failures, and a player that does not play all matches.
pub const MIXED: &str = "--players rao,one-color,dino,faulty-panic,optimal --scsa insert-colors,only-once --sizes 4x6,6x8 --rounds 12 --give-up 0";

/// Plays a tournament into a folder and returns its path.
pub fn play(folder: &TempDir, name: &str, options: &str) -> String {
    let out = command::path(folder.path(), name);
    let words = ["run", "--no-charts", "--quiet", "--out", &out];
    command::told(&words.into_iter().chain(options.split_whitespace()).collect::<Vec<_>>());
    out
}

/// The page of a results folder.
pub fn page_of(out: &str) -> Page {
    command::told(&["report", out]);
    Page::read(Path::new(out).join("report.html"))
}

/// The rows of a text in CSV.
pub fn rows(text: &str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// The rows of a file of a results folder.
pub fn rows_of(out: &str, file: &str) -> Vec<Row> {
    rows(&fs::read_to_string(Path::new(out).join(file)).unwrap())
}

/// Changes a file of a results folder.
pub fn edit(folder: &str, file: &str, change: impl Fn(&str) -> String) {
    let file = Path::new(folder).join(file);
    let before = fs::read_to_string(&file).unwrap();
    let after = change(&before);
    assert_ne!(before, after, "{}", file.display());
    fs::write(&file, after).unwrap();
}
