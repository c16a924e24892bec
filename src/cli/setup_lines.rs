//! What was played, in sentences.

use super::{
    counted,
    joined_folders::{JoinedFolders, round_count},
    results_folder::ResultsFolder,
};
use tournament::Manifest;

/// What was played: a line for each folder, and more where there is something to say.
pub fn lines(joined: &JoinedFolders) -> Vec<String> {
    match &joined.folders[..] {
        [folder] => of_one(folder, joined),
        folders => {
            let seed = folders.iter().find_map(|folder| Some(folder.manifest.as_ref().ok()?.seed));
            let seed = seed.map(|seed| format!(" with seed {seed}")).unwrap_or_default();
            let title = format!("{} of the same rounds{seed}, shown as one", counted(folders.len(), "folder"));
            let of_each = folders.iter().filter_map(|folder| {
                let manifest = folder.manifest.as_ref().ok()?;
                let end = if manifest.finished.is_some() { "" } else { ", not to the end" };
                Some(format!(
                    "{}: {}, played {}{end}",
                    folder.path.display(),
                    what_was_played(manifest),
                    manifest.started
                ))
            });
            [title].into_iter().chain(of_each).collect()
        }
    }
}

fn of_one(folder: &ResultsFolder, joined: &JoinedFolders) -> Vec<String> {
    let manifest = match &folder.manifest {
        Ok(manifest) => manifest,
        Err(e) => return vec![format!("How these results were made is not known: {e}")],
    };
    let played = format!("{}, seed {}, played {}", what_was_played(manifest), manifest.seed, manifest.started);
    if manifest.finished.is_some() {
        return vec![played];
    }
    let rest = if folder.results.summaries.is_empty() {
        let rounds = joined.rounds.as_ref().map_or(0, round_count);
        format!("no match is finished, and {rounds} of {} were played.", counted(manifest.rounds, "round"))
    } else {
        "only finished matches are shown.".to_owned()
    };
    vec![played, format!("This tournament was not played to its end: {rest}")]
}

fn what_was_played(manifest: &Manifest) -> String {
    format!(
        "{} against {} at {}: {}",
        counted(manifest.players.len(), "player"),
        counted(manifest.codemakers.len(), "SCSA"),
        manifest.sizes.join(" "),
        counted(manifest.rounds, "round"),
    )
}
