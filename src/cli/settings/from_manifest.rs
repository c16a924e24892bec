//! The settings of a tournament that was played, from its manifest.

use super::{
    limit_settings::LimitSettings,
    setting::{Origin, Setting},
    tournament_settings::TournamentSettings,
};
use crate::cli::{Failure, runner::this_manifest_program};
use std::{
    io::{self, Write},
    path::Path,
};
use tournament::{Manifest, Seed, Status, files};

/// Reads the settings of a `manifest.json`, or of the folder that has it. Where the results are written and how they are shown is not
/// taken over. `rounds` is the number of rounds of a match if it is given otherwise.
pub fn read(path: &Path, rounds: Option<&Setting<u64>>) -> Result<TournamentSettings, Failure> {
    let is_folder = path.is_dir();
    if !is_folder && path.file_name().is_none_or(|name| name != files::MANIFEST) {
        return Err(Failure::input(format!(
            "--from {} is no {}; give that of a results folder, or a tournament file without --from",
            path.display(),
            files::MANIFEST
        )));
    }
    let folder = folder(path);
    let manifest = Manifest::read(folder)
        .map_err(|e| Failure::input(format!("{e}; --from takes the {} of a results folder", files::MANIFEST)))?;
    warn_of_another_program(&manifest, folder);
    let is_of_earlier_version = manifest.isolate.is_none();
    let rounds = match rounds {
        None if is_of_earlier_version => Some(most_rounds(folder)?),
        None => manifest.match_rounds,
        // What is given otherwise comes first.
        Some(_) => None,
    };
    Ok(settings(manifest, folder, rounds))
}

/// The results folder that is given as itself or by its manifest.
pub fn folder(path: &Path) -> &Path {
    if path.is_dir() {
        path
    } else {
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}

/// The settings of a manifest in a folder, of a tournament with that many rounds a match.
pub fn settings(manifest: Manifest, folder: &Path, rounds: Option<u64>) -> TournamentSettings {
    let path = folder.join(files::MANIFEST).display().to_string();
    let origin = |key: &str| Origin::File(format!("{path}: {key}"));
    let list = |key: &str, values: Vec<String>| {
        values.into_iter().map(|value| Setting { value, origin: origin(key) }).collect()
    };
    let commands = &manifest.external_players;
    let players = manifest.players.iter().filter(|name| !commands.contains_key(*name)).cloned().collect();
    let external_players = commands.iter().map(|(name, command)| format!("{name}={command}")).collect();
    // The codes of external codemakers are in the folder: their programs need not make them again.
    let is_recorded = |name: &String| manifest.external_codemakers.contains(name);
    let scsas = manifest.codemakers.iter().filter(|name| !is_recorded(name)).cloned().collect();
    let recorded = manifest.external_codemakers.iter().map(|name| format!("{name}=recorded:{}", folder.display()));
    TournamentSettings {
        external_codemakers: list("external_codemakers", recorded.collect()),
        players: Some(list("players", players)),
        external_players: list("external_players", external_players),
        scsas: Some(list("codemakers", scsas)),
        sizes: Some(list("sizes", manifest.sizes)),
        rounds: rounds.map(|rounds| Setting { value: rounds, origin: origin("match_rounds") }),
        seed: Some(Seed(manifest.seed)),
        rules: Some(manifest.rules),
        limits: LimitSettings {
            guess_limit: Some(Setting { value: manifest.guess_limit, origin: origin("guess_limit") }),
            time_limit: Some(Setting { value: manifest.time_limit_s, origin: origin("time_limit_s") }),
            memory_limit: manifest
                .memory_limit_mb
                .map(|limit| Setting { value: limit, origin: origin("memory_limit_mb") }),
        },
        reveals: manifest.reveal,
        samples: manifest.samples.map(|value| Setting { value, origin: origin("samples") }),
        isolates: manifest.isolate.unwrap_or(false),
        ..TournamentSettings::default()
    }
}

/// The rounds of a match, from the matches that were played. Manifests of earlier versions do not contain them.
fn most_rounds(folder: &Path) -> Result<u64, Failure> {
    let rows = files::read_results(folder).map(|results| results.summaries).unwrap_or_default();
    let rounds = rows.iter().filter(|row| row.status == Status::Played).map(|row| row.rounds).max();
    rounds.ok_or_else(|| {
        let path = folder.join(files::MANIFEST);
        Failure::input(format!("{} does not say how many rounds a match has; give --rounds", path.display()))
    })
}

/// The program that a manifest names, with its revision.
pub fn program_of(manifest: &Manifest) -> String {
    program_and_revision(&manifest.program, manifest.revision.as_deref())
}

fn program_and_revision(name: &str, revision: Option<&str>) -> String {
    revision.map_or_else(|| name.to_owned(), |revision| format!("{name} (revision {revision})"))
}

/// Says on the standard error if the manifest is of another program: its players may play otherwise.
fn warn_of_another_program(manifest: &Manifest, folder: &Path) {
    let this = this_manifest_program();
    if manifest.program_sha256.is_some() && manifest.program_sha256 == this.sha256 {
        return;
    }
    let (then, now) = (program_of(manifest), program_and_revision(&this.name, this.revision.as_deref()));
    let difference =
        if then == now { "another build of this program".to_owned() } else { format!("{then}, this is {now}") };
    // A closed standard error is no reason to stop.
    let _ = writeln!(
        io::stderr(),
        "note: {} was made by {difference}: players that changed since then play otherwise",
        folder.display()
    );
}
