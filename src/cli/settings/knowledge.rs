//! What players know of the codemakers.

use super::setting::{Setting, layers};
use crate::cli::Failure;
use player_api::{Knowledge, shortened, text_fault};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tournament::{CodeFile, Codemaker, KnowledgePolicy};

/// The most codes that `--samples` may hold: they are sent to every worker process.
const MOST_SAMPLES: usize = 10_000;

layers! {
/// What players know of the codemakers.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "Rules")]
pub struct KnowledgeOptions {
    /// Let players know the rule of mysteries, too
    #[arg(long)]
    pub reveal: bool,
    /// Give players the codes of this file, one a line, as samples of every codes:FILE and mystery [default: of a mystery those
    /// that `arena codes MYSTERY --samples` prints, of a codes:FILE none]
    #[arg(long, value_name = "FILE")]
    pub samples: Option<Setting<String>>,
}
}

impl KnowledgeOptions {
    /// What players know of these codemakers, at least one of which can have samples if a file of them is given.
    pub fn policy(&self, codemakers: &[Codemaker]) -> Result<KnowledgePolicy, Failure> {
        let KnowledgeOptions { reveal, samples } = self;
        let Some(Setting { value: file, origin }) = samples else {
            return Ok(KnowledgePolicy { reveal: *reveal, samples: None });
        };
        if let Some(fault) = text_fault(file) {
            return Err(Failure::input(format!("{origin} {:?} {fault}; rename the file", shortened(file, 60))));
        }
        let samples = CodeFile::read(Path::new(file)).map_err(|e| origin.explain(Failure::input(e.to_string())))?;
        let codes = samples.codes().len();
        if codes > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "{file} holds {codes} codes, {origin} takes {MOST_SAMPLES} at the most; give a file with fewer"
            )));
        }
        if !self.can_be_of(codemakers) {
            let hint = if *reveal { "name a codes:FILE" } else { "name a mystery or a codes:FILE" };
            return Err(Failure::input(format!(
                "players know the rule of every SCSA that is played and get no {origin}; {hint} with --scsa, or leave {origin} out"
            )));
        }
        Ok(KnowledgePolicy { reveal: *reveal, samples: Some(samples) })
    }

    /// Whether players would be given samples of one of these codemakers, if there is a file of them.
    pub fn can_be_of(&self, codemakers: &[Codemaker]) -> bool {
        let policy = KnowledgePolicy { reveal: self.reveal, samples: Some(CodeFile::default()) };
        let knowledge = |codemaker| policy.knowledge(codemaker, Codemaker::SAMPLE_SIZE);
        codemakers.iter().any(|codemaker| matches!(knowledge(codemaker), Knowledge::Samples(_)))
    }
}
