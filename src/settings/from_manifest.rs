//! The settings of a command: its options, over a tournament file or the manifest of a tournament that was played.

use super::selection::{Choice, ProgramChoice, Recorded};
use super::setting::{Origin, Setting};
use super::toml_file;
use super::tournament::Settings;
use crate::failure::Failure;
use crate::present::notice;
use crate::this_program::{of_this_program, with_hash};
use std::path::{Path, PathBuf};
use tournament::{Manifest, Seed, files};

/// Reads the settings of a `manifest.json`, or of the folder that has it. Where the results are written and how they are shown is not
/// taken over. `rounds` is the number of rounds of a match if it is given otherwise.
pub fn read(path: &Path, rounds: Option<&Setting<u64>>) -> Result<Settings, Failure> {
    let is_folder = path.is_dir();
    ensure!(
        is_folder || path.file_name().is_some_and(|name| name == files::MANIFEST),
        "--from {} is no {}; give that of a results folder, or a tournament file without --from",
        path.display(),
        files::MANIFEST
    );
    let folder = folder_of(path);
    let manifest = Manifest::read(folder)
        .map_err(|e| Failure::unread(&e, format!("{e}; --from takes the {} of a results folder", files::MANIFEST)))?;
    warn_of_another_program(&manifest, folder);
    // What is given otherwise comes first.
    settings(&manifest, folder, manifest.match_rounds.filter(|_| rounds.is_none()))
}

pub fn folder_of(path: &Path) -> &Path {
    if path.is_dir() { path } else { folder_files::parent(path) }
}

pub fn settings(manifest: &Manifest, folder: &Path, rounds: Option<u64>) -> Result<Settings, Failure> {
    let path = folder.join(files::MANIFEST).display().to_string();
    let origin = |key: &str| Origin::Manifest(format!("{path}: {key}"));
    let mut settings = Settings::from_manifest(manifest, origin)?;
    for item in settings.players.iter_mut().flatten() {
        if let Some(command) = manifest.external_players.get(item.value.name()) {
            let value = Choice::program(format!("{}={command}", item.value.name()));
            *item = Setting { value, origin: origin("external_players") };
        }
    }
    // The codes of external codemakers are in the folder: their programs need not make them again.
    let recorded = Recorded { folder: folder.to_owned(), seed: Seed(manifest.seed) };
    for item in settings.scsa.iter_mut().flatten() {
        if let Some(command) = manifest.external_codemakers.get(item.value.name()) {
            let text = format!("{}={}", item.value.name(), command.as_deref().unwrap_or_default());
            let value = Choice::Program(ProgramChoice { text, recorded: Some(recorded.clone()) });
            *item = Setting { value, origin: origin("external_codemakers") };
        }
    }
    Ok(Settings {
        rounds: rounds.map(|rounds| Setting { value: rounds, origin: origin("match_rounds") }),
        files: manifest.tournament_files.iter().map(PathBuf::from).collect(),
        ..settings
    })
}

pub fn program_of(Manifest { program, revision, .. }: &Manifest) -> String {
    revision.as_ref().map_or_else(|| program.clone(), |revision| format!("{program} (revision {revision})"))
}

/// Says on the standard error if the manifest is of another program: its players may play otherwise.
fn warn_of_another_program(manifest: &Manifest, folder: &Path) {
    let this = with_hash(of_this_program(Manifest::default()));
    if manifest.program_sha256.is_some() && manifest.program_sha256 == this.program_sha256 {
        return;
    }
    let (then, now, folder) = (program_of(manifest), program_of(&this), folder.display());
    let difference =
        if then == now { "another build of this program".to_owned() } else { format!("{then}, this is {now}") };
    notice(format_args!("note: {folder} was made by {difference}: players that changed since then play otherwise"));
}

/// What a tournament is to be. What no option gives is taken from the tournament file or the manifest, if there is one.
#[derive(Debug, clap::Args)]
pub struct TournamentOptions {
    /// A tournament file in TOML: its keys are the options, without the hyphens before them
    #[arg(value_name = "FILE.toml")]
    pub file: Option<PathBuf>,
    /// Repeat the tournament of this manifest.json
    #[arg(long, value_name = "MANIFEST", conflicts_with = "file", help_heading = "What is played")]
    from: Option<PathBuf>,
    #[command(flatten)]
    given: Settings,
}

impl TournamentOptions {
    pub fn settings(&self) -> Result<Settings, Failure> {
        let given = Settings { files: self.file.iter().cloned().collect(), ..self.given.clone() };
        match (&self.file, &self.from) {
            (Some(file), _) => Ok(given.or(toml_file::read(file)?)),
            (None, Some(manifest)) => read(manifest, given.rounds.as_ref()).map(|repeated| given.or(repeated)),
            (None, None) => Ok(given),
        }
    }

    pub fn repeated(&self) -> Option<&Path> {
        self.from.as_deref().map(folder_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::toml_file;
    use proptest::prelude::*;
    use std::fs;
    use tournament::{Codemakers, Registry};

    fn list(names: &[&str]) -> String {
        let item = |name: &&str| match name.strip_prefix("own-") {
            Some(_) => format!("{{ name = \"{name}\", command = \"sh -c '{name}'\" }}"),
            None => format!("\"{name}\""),
        };
        format!("[{}]", names.iter().map(item).collect::<Vec<_>>().join(", "))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// Whatever is played in whatever order: its manifest gives the same tournament again.
        #[test]
        fn the_tournament_of_a_manifest_is_the_one_that_was_played(
            players in Just(vec!["rao", "own-zed", "dino", "own-abe", "bayes:3"]).prop_shuffle(),
            codemakers in Just(vec!["two-color", "own-maker", "ab-color", "own-a"]).prop_shuffle(),
            sizes in Just(vec!["8x10", "4x6", "5x4"]).prop_shuffle(),
            (most_players, most_codemakers, most_sizes) in (1..=5usize, 1..=4usize, 1..=3usize),
        ) {
            let (players, codemakers) = (&players[..most_players], &codemakers[..most_codemakers]);
            let sizes = &sizes[..most_sizes];
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("t.toml");
            let text = format!(
                "players = {}\nscsa = {}\nsizes = {sizes:?}\nrounds = 7\n", list(players), list(codemakers)
            );
            fs::write(&file, text).unwrap();
            let registry = Registry { players: players::builtin(), codemakers: Codemakers::builtin() };
            let settings = toml_file::read(&file).unwrap();
            let described = |settings: &Settings| {
                let plan = settings.plan_without_programs(&registry).unwrap();
                let (external_players, external_codemakers) = settings.commands(&plan);
                let manifest = Manifest::begin(&plan).with_commands(external_players, &external_codemakers);
                (plan, Manifest { started: String::new(), ..manifest })
            };
            let (plan, manifest) = described(&settings);
            prop_assert_eq!(&manifest.players, players);
            prop_assert_eq!(&manifest.codemakers, codemakers);
            prop_assert_eq!(manifest.games.iter().map(ToString::to_string).collect::<Vec<_>>(), sizes);
            // The codes are in the folder.
            crate::settings::external_codemakers::record(&plan.codemakers, folder.path()).unwrap();
            manifest.write(folder.path()).unwrap();
            let read = Manifest::read(folder.path()).unwrap();
            prop_assert_eq!(&read, &manifest);
            let again = super::settings(&read, folder.path(), manifest.match_rounds).unwrap();
            prop_assert_eq!(described(&again).1, manifest);
        }
    }
}
