//! The list of the charts in a results folder, so that only charts are ever removed.

use super::{CHARTS, FileError, write_whole};
use std::{
    io,
    path::{Path, PathBuf},
};

/// The names of the files that are charts, as a JSON list, in the folder of the charts.
const LIST: &str = "charts.json";
/// The largest list that is read, in bytes: some 100,000 charts.
const MOST_BYTES: u64 = 4 << 20;

/// Records that these files are the charts of a results folder, and removes those of an earlier drawing that are not among
/// them. A file that no list names is never removed.
///
/// # Errors
/// [`FileError`] when the list cannot be read or written, or a chart cannot be removed.
pub fn record_charts(folder: &Path, charts: &[PathBuf]) -> Result<(), FileError> {
    let is_stale = |chart: &PathBuf| !charts.contains(chart) && chart.is_file();
    for stale in listed(folder)?.iter().filter(|chart| is_stale(chart)) {
        folder_files::remove(stale).map_err(|e| FileError::new(stale, "remove", e))?;
    }
    let list = folder.join(CHARTS).join(LIST);
    if charts.is_empty() {
        return folder_files::remove_if_there(&list).map_err(|e| FileError::new(&list, "remove", e));
    }
    let names: Vec<_> =
        charts.iter().filter_map(|chart| chart.file_name()).map(|name| name.to_string_lossy()).collect();
    let mut text = serde_json::to_string_pretty(&names).map_err(|e| FileError::new(&list, "write", e))?;
    text.push('\n');
    write_whole(&list, text.as_bytes())
}

/// Removes the charts of a results folder and their list, and nothing else.
///
/// # Errors
/// [`FileError`] when the list cannot be read, or something cannot be removed.
pub fn remove_charts(folder: &Path) -> Result<(), FileError> {
    record_charts(folder, &[])
}

/// The charts on the list; none without a list. What is not the plain name of an SVG or PNG file is passed over.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let charts = folder.join(CHARTS);
    let list = charts.join(LIST);
    let text = match folder_files::read_text(&list, MOST_BYTES) {
        Ok(text) => text,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(Vec::new()),
        Err(e) => return Err(FileError::new(&list, "read", e)),
    };
    let names: Vec<String> = serde_json::from_str(&text).map_err(|e| FileError::new(&list, "read", e))?;
    let is_chart = |name: &String| {
        let path = Path::new(name);
        path.file_name().is_some_and(|file| file == name.as_str())
            && path.extension().is_some_and(|ending| ending == "svg" || ending == "png")
    };
    Ok(names.iter().filter(|name| is_chart(name)).map(|name| charts.join(name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FolderLock, ResultFiles};
    use std::{collections::BTreeSet, fs};

    fn names(folder: &Path) -> BTreeSet<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn charts_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let charts = folder.path().join(CHARTS);
        let set = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let others = ["score-card.png", "time-sheet.svg", "notes.svg", "notes.png"];
        let ours = ["score-rao.v2.svg", "scores-4x6.png", "scores-4x6.svg"].map(|name| charts.join(name));
        remove_charts(folder.path()).unwrap();
        fs::create_dir_all(charts.join("guesses-a.svg")).unwrap();
        for path in others.map(|name| charts.join(name)).iter().chain(&ours) {
            fs::write(path, "").unwrap();
        }
        let others = [&others[..], &["guesses-a.svg"]].concat();

        remove_charts(folder.path()).unwrap();
        assert_eq!(names(&charts).len(), others.len() + ours.len(), "without a list nothing is removed");

        record_charts(folder.path(), &[&ours[..], &[charts.join("guesses-a.svg")]].concat()).unwrap();
        record_charts(folder.path(), &ours[2..]).unwrap();
        assert_eq!(names(&charts), set(&[&others[..], &["charts.json", "scores-4x6.svg"]].concat()));

        // Without other results the folder is not taken for an older tournament.
        drop(ResultFiles::create(folder.path()).unwrap());
        assert!(ours[2].exists());
        drop(ResultFiles::begin(FolderLock::acquire(folder.path()).unwrap(), false).unwrap());
        assert_eq!(names(&charts), set(&others));
    }

    #[test]
    fn a_list_cannot_name_files_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(CHARTS)).unwrap();
        let results = folder.path().join("results.svg");
        fs::write(&results, "").unwrap();
        let list = folder.path().join(CHARTS).join(LIST);
        fs::write(&list, format!(r#"["../results.svg", "{}", "charts.json"]"#, results.display())).unwrap();
        remove_charts(folder.path()).unwrap();
        assert!(results.exists() && !list.exists());
        fs::write(&list, "no list").unwrap();
        assert!(remove_charts(folder.path()).unwrap_err().to_string().contains("charts.json"));
    }
}
