//! The files that a strategy is kept in.

use super::Failure;
use players::{
    notation::Notation,
    tree::{FileForm, Tree, TreeFile},
};
use std::path::{Path, PathBuf};
use tournament::files;

/// Where a strategy is kept, if anywhere.
#[derive(Debug, clap::Args)]
pub struct FileOptions {
    /// Write the whole table as CSV, from which tree:FILE plays
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Write the tree as JSON, from which tree:FILE plays
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Write the tree as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<String>,
    /// Overwrite files that are there
    #[arg(long)]
    force: bool,
}

/// A file to be written.
#[derive(Debug)]
pub struct Kept<'a> {
    path: &'a str,
    /// Where that is, whatever the path to it.
    target: PathBuf,
    /// The form in which it is played from; none for a graph.
    form: Option<FileForm>,
}

impl FileOptions {
    /// The files, which may all be written.
    pub fn checked(&self) -> Result<Vec<Kept<'_>>, Failure> {
        let mut all: Vec<Kept<'_>> = Vec::new();
        for (option, path, form) in [
            ("--csv", &self.csv, Some(FileForm::Csv)),
            ("--json", &self.json, Some(FileForm::Json)),
            ("--dot", &self.dot, None),
        ] {
            let Some(path) = path else { continue };
            if let Some(fault) = name_fault(path, form) {
                return Err(Failure::input(format!("{option} {path}: {fault}")));
            }
            let target = files::target(Path::new(path));
            let target = target.map_err(|e| Failure::input(format!("{e}; give another name with {option}")))?;
            if let Some(other) = all.iter().find(|other| other.target == target) {
                return Err(Failure::input(format!(
                    "{option} {path} is the same file as {}, and one file holds one form; give another name",
                    other.path
                )));
            }
            if target.exists() && !self.force {
                return Err(Failure::input(format!(
                    "{path} is there already; give --force to overwrite it, or another name"
                )));
            }
            all.push(Kept { path, target, form });
        }
        Ok(all)
    }
}

/// Why a file of that form should not be called so.
fn name_fault(path: &str, form: Option<FileForm>) -> Option<String> {
    let of_name = FileForm::of(path);
    let ending = match form {
        Some(FileForm::Csv) => ".csv",
        Some(FileForm::Json) => ".json",
        None => return of_name.is_ok().then(|| "it is no graph by its name; give one such as tree.dot".to_owned()),
    };
    match of_name {
        Ok(own) if form == Some(own) => None,
        Err(e) if path.to_ascii_lowercase().ends_with(ending) => Some(e.to_string()),
        _ => Some(format!("its name must end in {ending}, so that tree:FILE plays it")),
    }
}

impl Kept<'_> {
    /// Whether it can hold the tree so that it is played from.
    pub fn check(&self, tree: &Tree) -> Result<(), Failure> {
        let (longest, most) = (tree.lengths().worst(), Tree::LONGEST);
        if longest > most && self.form.is_some() {
            return Err(Failure::input(format!(
                "its longest game has {longest} guesses, and from a file {most} are played at the most; leave --csv and --json out"
            )));
        }
        Ok(())
    }

    pub fn write(&self, tree: &Tree, notation: Notation) -> Result<(), Failure> {
        let text = match self.form {
            Some(FileForm::Csv) => tree.to_csv(notation),
            Some(FileForm::Json) => tree.to_json(notation),
            None => tree.to_dot(notation),
        };
        if text.len() as u64 > TreeFile::LARGEST && self.form.is_some() {
            let (megabytes, most) = (text.len() >> 20, TreeFile::LARGEST >> 20);
            return Err(Failure::input(format!(
                "{} would have {megabytes} MB, and {most} are read at the most; choose a smaller size",
                self.path
            )));
        }
        files::write_whole(&self.target, text.as_bytes()).map_err(|e| Failure::run(e.to_string()))
    }
}
