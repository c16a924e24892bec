//! What was played, in sentences.

use crate::{
    playing::play_folder::resume_command,
    present::{joined_folders::JoinedFolders, results_folder::ResultsFolder, words::counted},
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
                let rounds = joined.rounds_played(folder);
                Some(format!(
                    "{}: {}, played {}{end}",
                    folder.path.display(),
                    what_was_played(manifest, rounds),
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
    let rounds = joined.rounds_played(folder);
    let played = format!("{}, seed {}, played {}", what_was_played(manifest, rounds), manifest.seed, manifest.started);
    if manifest.finished.is_some() {
        return vec![played];
    }
    let written = joined.rounds.as_ref().map_or_else(
        |_| "only finished matches are shown".to_owned(),
        |_| {
            let planned = counted(manifest.rounds, "planned round");
            format!("{rounds} of {planned} are shown, and in the tables of scores the finished matches")
        },
    );
    let go_on = resume_command(folder.path);
    vec![played, format!("This tournament is not finished: {written}. {go_on} goes on.")]
}

/// What was played, with the number of rounds that were.
fn what_was_played(manifest: &Manifest, rounds: u64) -> String {
    let planned = if rounds == manifest.rounds { String::new() } else { format!(" of {} planned", manifest.rounds) };
    format!(
        "{} against {} at {}: {}{planned}",
        counted(manifest.players.len(), "player"),
        counted(manifest.codemakers.len(), "SCSA"),
        manifest.sizes.join(" "),
        counted(rounds, "round"),
    )
}
