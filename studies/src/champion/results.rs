//! The results of all experiments: collected while they are played, or read from the folders where they were recorded.

use super::{
    experiment::Experiment,
    information::{INFORMATION, InformationRow},
    paired::{ABLATION, PairedDifferences},
    references,
};
use crate::{file_set::FileSet, study::StudyError};
use tournament::{FileError, FolderLock, Machine, Manifest, ResultFiles, Results, Seed, Summary, TimingSummary, files};

/// The results of each experiment.
#[derive(Debug, Default)]
pub struct ChampionResults {
    /// In the order of the experiments.
    by_experiment: [Results; Experiment::ALL.len()],
    /// The paired differences of the ablation.
    pub differences: PairedDifferences,
    /// The information of the guesses, turn by turn.
    pub information: Vec<InformationRow>,
}

impl ChampionResults {
    /// Adds the results of a tournament.
    pub fn add(&mut self, experiment: Experiment, results: Results) {
        let all = &mut self.by_experiment[experiment as usize];
        all.summaries.extend(results.summaries);
        all.timings.extend(results.timings);
    }

    /// The results of an experiment.
    pub const fn of(&self, experiment: Experiment) -> &Results {
        &self.by_experiment[experiment as usize]
    }

    /// Orders the matches of the table by size and codemaker, whatever tournament they come from.
    pub fn sort_table(&mut self) {
        let place = |scsa: &str, size: String| {
            let size = references::SIZES.iter().position(|name| *name == size);
            (size, references::SCSAS.iter().position(|name| *name == scsa))
        };
        let table = &mut self.by_experiment[Experiment::Table as usize];
        table.summaries.sort_by_key(|row| place(&row.scsa, row.size_name()));
        table.timings.sort_by_key(|row| place(&row.scsa, format!("{}x{}", row.pegs, row.colors)));
    }

    /// Writes the matches of each experiment together into its folder. An experiment without a match is left out.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written.
    pub fn write_together(&self, set: &FileSet) -> Result<(), FileError> {
        for (experiment, results) in Experiment::ALL.map(|experiment| (experiment, self.of(experiment))) {
            if results.summaries.is_empty() {
                continue;
            }
            let mut files = ResultFiles::begin(FolderLock::acquire(&set.path(experiment.folder()))?, false)?;
            let is_timing_of = |row: &Summary, timing: &&TimingSummary| {
                (&timing.player, &timing.scsa, timing.size()) == (&row.player, &row.scsa, row.size())
            };
            for row in &results.summaries {
                files.summary(row, results.timings.iter().find(|timing| is_timing_of(row, timing)))?;
            }
        }
        Ok(())
    }
}

/// Results that were recorded earlier.
#[derive(Debug)]
pub struct RecordedResults {
    /// The results.
    pub results: ChampionResults,
    /// The machine that measured the times.
    pub machine: Machine,
    /// Whether there are matches against codes of mysteries.
    pub has_samples: bool,
}

impl RecordedResults {
    /// Reads the matches of the folders of these tournaments and of all samples. The paired differences are those of
    /// `ablation.csv`, the information of the guesses that of `information.csv`.
    ///
    /// # Errors
    /// [`StudyError::Options`] when a tournament is not recorded or was played with another seed; [`StudyError::File`] when a file
    /// cannot be read.
    pub fn read(set: &FileSet, folders: &[(Experiment, String)], seed: Seed) -> Result<RecordedResults, StudyError> {
        let samples = sample_folders(set);
        let has_samples = !samples.is_empty();
        let folders = folders.iter().cloned().chain(samples.into_iter().map(|name| (Experiment::Samples, name)));
        let (mut results, mut machine) = (ChampionResults::default(), None);
        for (experiment, name) in folders {
            let folder = set.path(&name);
            let no_matches =
                |e| StudyError::Options(format!("{e}; the matches of these options are not recorded there"));
            let manifest = Manifest::read(&folder).map_err(no_matches)?;
            if manifest.seed != seed.0 {
                let played = manifest.seed;
                return Err(StudyError::Options(format!(
                    "the matches in {} were played with the seed {played}, not {}; give the options with which it was played",
                    folder.display(),
                    seed.0
                )));
            }
            machine.get_or_insert(manifest.machine);
            results.add(experiment, files::read_results(&folder)?);
        }
        if !results.of(Experiment::Ablation).summaries.is_empty() {
            results.differences = PairedDifferences::recorded(&set.path(ABLATION))?;
        }
        let information = set.path(INFORMATION);
        if information.exists() {
            results.information = files::read_rows(&information, |_| None)?;
        }
        Ok(RecordedResults { results, machine: machine.unwrap_or_else(Machine::this), has_samples })
    }
}

/// The folders of the matches against codes of mysteries, in the order of their names.
fn sample_folders(set: &FileSet) -> Vec<String> {
    let outer = Experiment::Samples.folder();
    let entries = folder_files::names(&set.path(outer)).unwrap_or_default();
    let names = entries.into_iter().map(|name| format!("{outer}/{}", name.to_string_lossy()));
    names.filter(|name| set.path(name).join(files::MANIFEST).exists()).collect()
}
