//! The files in which a strategy is written.

use crate::{failure::Failure, settings::parameter_files};
use players::notation::Notation;
use players::tree::{Tree, TreeFile, TreeFileFormat};
use std::path::{Path, PathBuf};
use tournament::files;

/// The files in which a strategy is written, if any.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
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
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

#[derive(Debug)]
pub struct Kept<'a> {
    path: &'a str,
    /// The file itself, after symbolic links.
    target: PathBuf,
    /// The format from which a player reads it; none for a graph.
    form: Option<TreeFileFormat>,
}

impl FileOptions {
    pub fn checked<'n>(&self, names: impl Iterator<Item = &'n str>) -> Result<Vec<Kept<'_>>, Failure> {
        let read: Vec<PathBuf> = parameter_files(names).filter_map(|path| files::target(path).ok()).collect();
        let mut all: Vec<Kept<'_>> = Vec::new();
        for (option, path, form) in [
            ("--csv", &self.csv, Some(TreeFileFormat::Csv)),
            ("--json", &self.json, Some(TreeFileFormat::Json)),
            ("--dot", &self.dot, None),
        ] {
            let Some(path) = path else { continue };
            if let Some(fault) = name_fault(path, form) {
                bail!("{option} {path}: {fault}");
            }
            let target = files::target(Path::new(path));
            let target = target.map_err(|e| failure!("{e}; give another name with {option}"))?;
            if let Some(other) = all.iter().find(|other| other.target == target) {
                bail!("{option} {path} is the same file as {}; give another name", other.path);
            }
            if read.contains(&target) || target.exists() && files::is_in_results(&target) {
                let what = if read.contains(&target) { "is read by this command" } else { "is in a results folder" };
                bail!("{path} {what}, and is not replaced; give another name with {option}");
            }
            ensure!(
                !target.exists() || self.force,
                "{path} already exists; give --force to overwrite it, or another name"
            );
            all.push(Kept { path, target, form });
        }
        Ok(all)
    }
}

fn name_fault(path: &str, form: Option<TreeFileFormat>) -> Option<String> {
    let of_name = TreeFileFormat::of(path);
    let ending = match form {
        Some(TreeFileFormat::Csv) => ".csv",
        Some(TreeFileFormat::Json) => ".json",
        None => {
            return of_name
                .is_ok()
                .then(|| "its name is that of a CSV or JSON file; give a name such as tree.dot".to_owned());
        }
    };
    match of_name {
        Ok(own) if form == Some(own) => None,
        Err(e) if path.to_ascii_lowercase().ends_with(ending) => Some(e.to_string()),
        _ => Some(format!("its name must end in {ending}, so that tree:FILE can read it")),
    }
}

impl Kept<'_> {
    pub fn check(&self, tree: &Tree) -> Result<(), Failure> {
        let (longest, most) = (tree.lengths().worst(), Tree::MAX_LENGTH);
        ensure!(
            !(longest > most && self.form.is_some()),
            "its longest game has {longest} guesses; a strategy in a file has at most {most}; leave --csv and --json out"
        );
        Ok(())
    }

    pub fn write(&self, tree: &Tree, notation: Notation) -> Result<(), Failure> {
        let text = match self.form {
            Some(TreeFileFormat::Csv) => tree.to_csv(notation),
            Some(TreeFileFormat::Json) => tree.to_json(notation),
            None => tree.to_dot(notation),
        };
        if text.len() as u64 > TreeFile::MAX_BYTES && self.form.is_some() {
            let (megabytes, most) = (text.len() >> 20, TreeFile::MAX_BYTES >> 20);
            bail!(
                "{} would have {megabytes} MB; a strategy file has at most {most} MB; choose a smaller size",
                self.path
            );
        }
        Ok(files::write_whole(&self.target, text.as_bytes())?)
    }
}
