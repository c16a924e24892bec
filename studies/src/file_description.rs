//! Descriptions of the files that a study writes.

use std::path::{Path, PathBuf};
use tournament::files;

/// A file or folder that a study may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDescription {
    /// The path below the folder of the study.
    pub path: String,
    /// What it is.
    pub kind: FileKind,
    /// What it holds, in a few words; empty where the list of written files does not name it.
    pub about: &'static str,
}

/// What a study writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A page or table.
    File,
    /// A chart; the path has no extension.
    Chart,
    /// A folder that is listed as a whole; its files have descriptions of their own.
    Folder,
    /// A folder of tournament results, or one whose subfolders are.
    Matches,
}

/// The formats in which a chart is drawn.
const CHART_FORMATS: [&str; 2] = ["svg", "png"];

impl FileDescription {
    /// A page or table.
    #[must_use]
    pub fn file(path: impl Into<String>, about: &'static str) -> FileDescription {
        FileDescription { path: path.into(), kind: FileKind::File, about }
    }

    /// A chart in the folder of charts; it is not listed.
    #[must_use]
    pub fn chart(name: &str) -> FileDescription {
        FileDescription { path: format!("{}/{name}", files::CHARTS), kind: FileKind::Chart, about: "" }
    }

    /// The folder of charts.
    #[must_use]
    pub fn charts(about: &'static str) -> FileDescription {
        FileDescription { path: files::CHARTS.to_owned(), kind: FileKind::Folder, about }
    }

    /// A folder of tournament results.
    #[must_use]
    pub fn matches(path: &str, about: &'static str) -> FileDescription {
        FileDescription { path: path.to_owned(), kind: FileKind::Matches, about }
    }

    /// The files that it stands for, whether or not they exist.
    pub(crate) fn files(&self, folder: &Path) -> Vec<PathBuf> {
        match self.kind {
            FileKind::File => vec![folder.join(&self.path)],
            FileKind::Chart => CHART_FORMATS.map(|format| folder.join(format!("{}.{format}", self.path))).to_vec(),
            FileKind::Folder | FileKind::Matches => Vec::new(),
        }
    }

    /// The folders of tournament results, inner ones first.
    pub(crate) fn result_folders(&self, folder: &Path) -> Vec<PathBuf> {
        if self.kind != FileKind::Matches {
            return Vec::new();
        }
        let outer = folder.join(&self.path);
        let entries = folder_files::names(&outer).unwrap_or_default().into_iter().map(|name| outer.join(name));
        let inner = entries.filter(|path| path.is_dir() && !path.is_symlink() && files::holds_results(path));
        let mut folders: Vec<PathBuf> = inner.collect();
        folders.sort();
        folders.push(outer);
        folders
    }
}
