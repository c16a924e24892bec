//! The experiments of the study, and their players.

/// The player that the study is about.
pub const PLAYER: &str = "bayes";
/// The players beside it.
pub const OTHERS: [&str; 2] = ["rao", "dino"];
/// The players beside it against codes of mysteries: `baseline-4` was the best known player against one of them.
pub const OTHERS_OF_SAMPLES: [&str; 3] = ["rao", "dino", "baseline-4"];
/// The most guesses of a round; a round that is not won counts as this many.
pub const GUESS_LIMIT: usize = 100;

/// An experiment of the study, with a folder of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// All codemakers at all sizes.
    Table,
    /// The player with other efforts, and without one of its components.
    Ablation,
    /// Codes of mysteries.
    Samples,
}

impl Experiment {
    /// All experiments, in the order of the variants.
    pub const ALL: [Experiment; 3] = [Experiment::Table, Experiment::Ablation, Experiment::Samples];

    /// The name of its folder.
    pub const fn folder(self) -> &'static str {
        match self {
            Experiment::Table => "table",
            Experiment::Ablation => "ablation",
            Experiment::Samples => "samples",
        }
    }

    /// Whether single rounds are kept: the ablation compares players round by round.
    pub const fn keeps_rounds(self) -> bool {
        matches!(self, Experiment::Ablation)
    }
}
