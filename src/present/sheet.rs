//! Tables in several formats.

use super::tables;
use crate::failure::Failure;
use comfy_table::{ContentArrangement, presets};
use serde::Serialize;
use std::io::{self, Write};

/// The format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SheetFormat {
    /// For the terminal
    #[default]
    Table,
    /// For documents
    Markdown,
    /// For spreadsheets and programs, with all digits
    Csv,
    /// For programs, with all digits
    Json,
}

#[derive(Clone, Debug)]
pub struct Sheet {
    /// A line above the table; empty for none.
    pub title: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// The columns with texts, aligned to the left; by default the first one. The others have numbers.
    pub texts: Vec<usize>,
    /// Whether a narrow terminal may wrap the cells between words. If not, or if a word does not fit, it has several tables of some columns.
    pub may_wrap: bool,
    /// Paragraphs below the table.
    pub notes: Vec<String>,
}

impl Sheet {
    pub fn new<'a>(title: impl Into<String>, header: impl IntoIterator<Item = &'a str>) -> Sheet {
        let header = header.into_iter().map(str::to_owned).collect();
        Sheet { title: title.into(), header, rows: Vec::new(), texts: vec![0], may_wrap: false, notes: Vec::new() }
    }

    pub fn write(&self, out: &mut impl Write, is_markdown: bool) -> io::Result<()> {
        writeln!(out)?;
        if !self.title.is_empty() {
            writeln!(out, "{}", if is_markdown { markdown(&self.title) } else { tables::fitted(&self.title, 0) })?;
        }
        if self.header.is_empty() {
            // There is no table.
        } else if is_markdown {
            let mut table = self.escaped().block(&self.columns());
            table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
            // A blank line, without which the table is part of the paragraph above.
            writeln!(out, "{}{table}", if self.title.is_empty() { "" } else { "\n" })?;
        } else {
            self.write_blocks(out)?;
        }
        for note in &self.notes {
            // A blank line ends the table of Markdown, and each paragraph.
            if is_markdown {
                writeln!(out)?;
            }
            tables::paragraph(out, &if is_markdown { markdown(note) } else { note.clone() }, 0)?;
        }
        Ok(())
    }

    fn escaped(&self) -> Sheet {
        let escaped = |cells: &Vec<String>| cells.iter().map(|cell| markdown(cell)).collect();
        Sheet { header: escaped(&self.header), rows: self.rows.iter().map(escaped).collect(), ..self.clone() }
    }

    /// Writes the table as a whole if it may be wrapped to fit the terminal, else in blocks of columns that fit it. Each block has the
    /// names of the rows: the columns up to the first with texts.
    fn write_blocks(&self, out: &mut impl Write) -> io::Result<()> {
        if self.may_wrap && self.fits_wrapped() {
            return writeln!(out, "{}", self.block(&self.columns()));
        }
        let names = self.texts.first().map_or(0, |name| name + 1);
        let width = |column: usize| self.cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (names..self.header.len()).map(width).collect();
        // Beside each other, further names take as much as one that is longer.
        let beside = (0..names).map(width).reduce(|sum, next| sum + tables::MARGIN + next).unwrap_or(0);
        for block in tables::blocks(&widths, beside) {
            let columns: Vec<usize> = (0..names).chain(block.start + names..block.end + names).collect();
            writeln!(out, "{}", self.block(&columns))?;
        }
        Ok(())
    }

    fn fits_wrapped(&self) -> bool {
        let words = |column: usize| self.cells(column).flat_map(|cell| cell.split(' '));
        let longest = |column: usize| words(column).map(|word| word.chars().count()).max().unwrap_or(0);
        let widths = (0..self.header.len()).map(|column| longest(column) + tables::margin());
        // Two borders, and a blank at the left one.
        widths.sum::<usize>() + 2 <= tables::width()
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &String> {
        self.rows.iter().filter_map(move |row| row.get(column)).chain(&self.header[column..=column])
    }

    fn columns(&self) -> Vec<usize> {
        (0..self.header.len()).collect()
    }

    fn block(&self, columns: &[usize]) -> comfy_table::Table {
        let cells = |row: &[String]| -> Vec<String> {
            columns.iter().map(|&column| row.get(column).cloned().unwrap_or_default()).collect()
        };
        let texts: Vec<usize> = (0..columns.len()).filter(|&place| self.texts.contains(&columns[place])).collect();
        let mut table = tables::table(&texts, cells(&self.header).iter().map(String::as_str));
        for row in &self.rows {
            table.add_row(cells(row));
        }
        tables::keep_words(&mut table);
        table
    }
}

/// A text in Markdown, where its characters mean nothing. A command between backticks stays as it is.
pub fn markdown(text: &str) -> String {
    const SIGNS: [char; 9] = ['\\', '*', '_', '[', ']', '<', '>', '|', '&'];
    let escaped = |text: &str| -> String {
        text.chars().flat_map(|sign| SIGNS.contains(&sign).then_some('\\').into_iter().chain([sign])).collect()
    };
    let part = |(place, part)| if place % 2 == 0 { escaped(part) } else { part.to_owned() };
    text.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

pub fn csv_bytes(records: &[impl Serialize]) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    records.iter().try_for_each(|record| writer.serialize(record)).map_err(io::Error::from)?;
    Ok(writer.into_inner().map_err(|e| io::Error::other(e.to_string()))?)
}

/// Writes what is whole in memory first: an error of a pipe keeps its kind.
pub fn write_csv(out: &mut impl Write, records: &[impl Serialize]) -> Result<(), Failure> {
    Ok(out.write_all(&csv_bytes(records)?)?)
}

pub fn json_bytes(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(io::Error::from)?;
    bytes.push(b'\n');
    Ok(bytes)
}

pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    Ok(out.write_all(&json_bytes(value)?)?)
}
