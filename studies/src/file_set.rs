//! The files of a study: which there are, and how they are checked, replaced and written.

use crate::{
    file_description::FileDescription,
    markdown::MarkdownPage,
    study::{Context, Study, StudyError},
};
use serde::Serialize;
use std::path::{Path, PathBuf};
use tournament::{FileError, files};

/// The folder of a study with its files.
#[derive(Debug)]
pub struct FileSet {
    folder: PathBuf,
    files: Vec<FileDescription>,
}

impl FileSet {
    /// The files of a study in a folder, whether or not they exist.
    #[must_use]
    pub fn new(study: &dyn Study, folder: &Path) -> FileSet {
        FileSet { folder: folder.to_owned(), files: study.files() }
    }

    /// The files of a study that is about to run: the folder is made, and nothing in it is removed yet.
    ///
    /// # Errors
    /// [`StudyError::Exists`] when the folder holds results and the context does not allow to replace them;
    /// [`StudyError::Folder`] when the main page, or in a folder without an earlier study any file, cannot be written.
    pub(crate) fn prepare(study: &dyn Study, context: &Context<'_>, folder: &Path) -> Result<FileSet, StudyError> {
        let set = FileSet::new(study, folder);
        if set.exists() && !context.force {
            return Err(StudyError::Exists { study: study.name(), folder: folder.to_owned() });
        }
        folder_files::make_folder(folder)
            .map_err(|e| StudyError::Folder(FileError::new(folder, "make the folder", e)))?;
        // Files of an earlier study are removed or replaced, which reports those that cannot be.
        let checked = if set.exists() { 1 } else { set.files.len() };
        let paths = set.files.iter().take(checked).flat_map(|one| one.files(folder));
        for path in paths.filter(|path| path.parent() == Some(folder)) {
            files::check_writable(&path).map_err(StudyError::Folder)?;
        }
        Ok(set)
    }

    /// Whether the folder holds any file of the study, or results of a tournament.
    #[must_use]
    pub fn exists(&self) -> bool {
        let of = |one: &FileDescription| {
            one.files(&self.folder).iter().any(|path| path.is_file())
                || one.result_folders(&self.folder).iter().any(|folder| files::holds_results(folder))
        };
        files::holds_results(&self.folder) || self.files.iter().any(of)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a file.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Removes the files of an earlier study, the main page first, so that none of them can stand beside later matches.
    /// Folders of tournament results are removed, too, but for `kept`.
    ///
    /// # Errors
    /// [`FileError`] when something cannot be removed.
    pub(crate) fn clear(&self, kept: &[PathBuf]) -> Result<(), FileError> {
        for path in self.files.iter().flat_map(|one| one.files(&self.folder)).filter(|path| folder_files::exists(path))
        {
            folder_files::remove(&path).map_err(|e| FileError::new(&path, "remove", e))?;
        }
        let folders = self.files.iter().flat_map(|one| one.result_folders(&self.folder));
        for folder in folders.filter(|folder| !kept.contains(folder)) {
            files::remove_results(&folder)?;
        }
        Ok(())
    }

    /// Writes a file as a whole.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub(crate) fn text(&self, name: &str, text: &str) -> Result<(), FileError> {
        files::write_whole(&self.described(name), text.as_bytes())
    }

    /// Writes a page as a whole.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub(crate) fn page(&self, name: &str, page: MarkdownPage) -> Result<(), FileError> {
        self.text(name, &page.into_text())
    }

    /// Writes a CSV table as a whole, whose columns are the fields of the rows. Without rows it is empty.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub(crate) fn table<R: Serialize>(&self, name: &str, rows: impl IntoIterator<Item = R>) -> Result<(), FileError> {
        files::write_table(&self.described(name), rows)
    }

    /// Writes a CSV table as a whole, with a header line also where there are no rows.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub(crate) fn text_table(
        &self,
        name: &str,
        columns: &[&str],
        rows: impl Iterator<Item = Vec<String>>,
    ) -> Result<(), FileError> {
        let path = self.described(name);
        let error = |e: csv::Error| FileError::new(&path, "write", e);
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
        writer.write_record(columns).map_err(error)?;
        for row in rows {
            writer.write_record(row).map_err(error)?;
        }
        let bytes = writer.into_inner().map_err(|e| FileError::new(&path, "write", e.to_string()))?;
        files::write_whole(&path, &bytes)
    }

    /// The path of a file that the study says it writes.
    fn described(&self, name: &str) -> PathBuf {
        debug_assert!(self.files.iter().any(|one| one.path == name), "{name} is not among the files of the study");
        self.path(name)
    }

    /// The files and folders that exist and are worth a line, with what they hold.
    pub fn list(&self) -> impl Iterator<Item = (PathBuf, &'static str)> {
        let listed = self.files.iter().filter(|one| !one.about.is_empty());
        listed.map(|one| (self.path(&one.path), one.about)).filter(|(path, _)| path.exists())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::Silent;
    use std::fs;
    use tournament::{ProgramDescription, Workers};

    struct SampleStudy;

    impl Study for SampleStudy {
        fn name(&self) -> &'static str {
            "sample"
        }

        fn files(&self) -> Vec<FileDescription> {
            vec![
                FileDescription::file("page.md", "the page"),
                FileDescription::file("table.csv", ""),
                FileDescription::chart("chart"),
                FileDescription::matches("matches", "the matches"),
            ]
        }

        fn run(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError> {
            let set = FileSet::prepare(self, context, out)?;
            set.text_table("table.csv", &["number"], [vec!["1".to_owned()]].into_iter())?;
            Ok(set.page("page.md", MarkdownPage::new("Sample"))?)
        }
    }

    fn context(force: bool) -> Context<'static> {
        Context { workers: Workers::Threads(1), program: ProgramDescription::default(), force, monitor: &Silent }
    }

    #[test]
    fn an_earlier_study_is_replaced_only_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        SampleStudy.run(&context(false), &out).unwrap();
        assert_eq!(fs::read_to_string(out.join("page.md")).unwrap(), "# Sample\n");
        assert_eq!(fs::read_to_string(out.join("table.csv")).unwrap(), "number\n1\n");
        assert!(matches!(SampleStudy.run(&context(false), &out), Err(StudyError::Exists { study: "sample", .. })));
        SampleStudy.run(&context(true), &out).unwrap();
        fs::remove_dir_all(&out).unwrap();
        fs::write(&out, "a file").unwrap();
        assert!(matches!(SampleStudy.run(&context(false), &out), Err(StudyError::Folder(_))));
    }

    #[test]
    fn files_of_the_study_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let set = FileSet::new(&SampleStudy, folder.path());
        let files = [
            "page.md",
            "charts/chart.svg",
            "charts/other.svg",
            "matches/1/summary.csv",
            "matches/2/summary.csv",
            "notes",
        ];
        for name in files {
            fs::create_dir_all(set.path(name).parent().unwrap()).unwrap();
            fs::write(set.path(name), "").unwrap();
        }
        assert!(set.list().eq([(set.path("page.md"), "the page"), (set.path("matches"), "the matches")]));
        set.clear(&[set.path("matches/2")]).unwrap();
        let left: Vec<&str> = files.into_iter().filter(|name| set.path(name).exists()).collect();
        assert_eq!(left, ["charts/other.svg", "matches/2/summary.csv", "notes"]);
        assert!(set.exists());
        set.clear(&[]).unwrap();
        assert!(!set.exists() && !set.path("matches").exists() && set.path("notes").exists());
    }
}
