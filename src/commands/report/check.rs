//! Whether the files of results folders are whole.

use crate::{
    failure::Failure,
    present::{joined_folders::JoinedFolders, results_folder::ResultsFolder, words::shell_word},
    settings::trust,
};
use std::{
    io::{Read, Seek, SeekFrom},
    path::Path,
};
use tournament::compare::{MatchName, RoundTable};
use tournament::{Status, files};

/// Fails unless the folders have manifests of this version or none, no file of rows is cut, and the rounds are those that the matches
/// count.
pub fn check(joined: &JoinedFolders) -> Result<(), Failure> {
    for folder in &joined.folders {
        check_manifest(folder)?;
        for name in [files::SUMMARY, files::TIMING_SUMMARY, files::ROUNDS] {
            let path = folder.path.join(name);
            if is_cut(&path).unwrap_or(false) {
                return Err(Failure::input(format!(
                    "{} is cut: its last row has no end; {}",
                    path.display(),
                    what_to_do(folder)
                )));
            }
        }
    }
    let Ok(table) = &joined.rounds else { return Ok(()) };
    check_rounds(joined, table)
}

/// A manifest that is there must be readable. Without one, how results were made is not known, and the page says so.
fn check_manifest(folder: &ResultsFolder) -> Result<(), Failure> {
    match &folder.manifest {
        Err(e) if folder.path.join(files::MANIFEST).exists() => Err(Failure::input(format!(
            "{e}; it is not of this version of the program: make the page with the version that played, or play again"
        ))),
        _ => Ok(()),
    }
}

fn check_rounds(joined: &JoinedFolders, table: &RoundTable) -> Result<(), Failure> {
    // The rest of the rounds of other matches counts as lost, and is in the table.
    for row in joined.results.summaries.iter().filter(|row| row.status == Status::Played) {
        let player = table.players().iter().position(|player| *player == row.player);
        let name = row.size().map(|size| MatchName { scsa: row.scsa.clone(), size });
        let game = table.matches().iter().position(|game| Some(game) == name.as_ref());
        let found = player.zip(game).map_or(0, |(player, game)| table.numbers(player, game).len() as u64);
        if found != row.rounds {
            let (player, scsa, size) = (&row.player, &row.scsa, row.size_name());
            let folder = joined.folders.first().map(what_to_do).unwrap_or_default();
            return Err(Failure::input(format!(
                "{} has {found} of the {} rounds of {player} against {scsa} at {size} that {} counts: rows are missing; {folder}",
                files::ROUNDS,
                row.rounds,
                files::SUMMARY,
            )));
        }
    }
    Ok(())
}

fn what_to_do(folder: &ResultsFolder) -> String {
    let trust = folder.manifest.as_ref().map(|manifest| trust::option(manifest, None)).unwrap_or_default();
    format!("`arena verify {}{trust}` shows what is wrong", shell_word(&folder.path.display().to_string()))
}

/// Whether a file does not end with a line break. One that is missing or empty is not cut.
fn is_cut(path: &Path) -> std::io::Result<bool> {
    let mut file = folder_files::open(path)?;
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
