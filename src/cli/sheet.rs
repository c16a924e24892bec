//! Tables in several formats.

use super::{Failure, tables};
use comfy_table::presets;
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

/// A table of texts. The first column has names, the others have numbers.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// A line above the table; empty for none.
    pub title: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// Paragraphs below the table.
    pub notes: Vec<String>,
}

impl Sheet {
    /// A table without rows.
    pub fn new<'a>(title: impl Into<String>, header: impl IntoIterator<Item = &'a str>) -> Sheet {
        let header = header.into_iter().map(str::to_owned).collect();
        Sheet { title: title.into(), header, ..Sheet::default() }
    }

    /// Writes it for a reader.
    pub fn write(&self, out: &mut impl Write, is_markdown: bool) -> io::Result<()> {
        writeln!(out)?;
        if !self.title.is_empty() {
            writeln!(out, "{}", self.title)?;
        }
        if is_markdown {
            let mut table = self.block(0..self.header.len().saturating_sub(1));
            table
                .load_style(presets::ASCII_MARKDOWN)
                .set_content_arrangement(comfy_table::ContentArrangement::Disabled);
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
            tables::paragraph(out, note)?;
        }
        Ok(())
    }

    /// Writes the table in blocks of columns that fit the terminal.
    fn write_blocks(&self, out: &mut impl Write) -> io::Result<()> {
        let names: Vec<String> = self.rows.iter().filter_map(|row| row.first().cloned()).collect();
        let widths: Vec<usize> = (1..self.header.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column)).chain(&self.header[column..=column]);
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        for block in tables::blocks(&widths, tables::longest(&names)) {
            writeln!(out, "{}", self.block(block))?;
        }
        Ok(())
    }

    /// The column of names with some of the others, counted without that of the names.
    fn block(&self, columns: std::ops::Range<usize>) -> comfy_table::Table {
        let columns = || [0].into_iter().chain(columns.clone().map(|column| column + 1));
        let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
        let header: Vec<String> = columns().map(|column| cell(&self.header, column)).collect();
        let mut table = tables::table(0, header.iter().map(String::as_str));
        for row in &self.rows {
            table.add_row(columns().map(|column| cell(row, column)));
        }
        table
    }
}

/// Writes records as rows of CSV, with a header.
pub fn write_csv(out: &mut impl Write, records: &[impl Serialize]) -> Result<(), Failure> {
    // In memory first: an error of a pipe keeps its kind.
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.serialize(record).map_err(io::Error::from)?;
    }
    let bytes = writer.into_inner().map_err(|e| io::Error::other(e.to_string()))?;
    Ok(out.write_all(&bytes)?)
}

/// Writes a value as JSON.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
    Ok(writeln!(out, "{text}")?)
}
