//! The options that say what a tournament is to be.

use crate::{
    failure::Failure,
    settings::{from_manifest, toml_file, tournament::Settings},
};
use std::path::{Path, PathBuf};

/// What a tournament is to be. What no option gives is taken from the tournament file or the manifest, if there is one.
#[derive(Debug, clap::Args)]
pub struct TournamentOptions {
    /// A tournament file in TOML: its keys are the options, without the hyphens before them
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    /// Repeat the tournament of this manifest.json
    #[arg(long, value_name = "MANIFEST", conflicts_with = "file", help_heading = "What is played")]
    from: Option<PathBuf>,
    #[command(flatten)]
    given: Settings,
}

impl TournamentOptions {
    /// The settings of the options, and for what they leave open those of the file or the manifest.
    pub fn settings(&self) -> Result<Settings, Failure> {
        let given = Settings { files: self.file.iter().cloned().collect(), ..self.given.clone() };
        match (&self.file, &self.from) {
            (Some(file), _) => Ok(given.or(toml_file::read(file)?)),
            (None, Some(manifest)) => {
                let repeated = from_manifest::read(manifest, given.rounds.as_ref())?;
                Ok(given.or(repeated))
            }
            (None, None) => Ok(given),
        }
    }

    /// The results folder whose tournament is repeated.
    pub fn repeated(&self) -> Option<&Path> {
        self.from.as_deref().map(from_manifest::folder_of)
    }

    /// The tournament file.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}
