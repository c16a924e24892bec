//! Components of the method that an ablation study leaves out.

/// A component of the method that can be left out, to measure what it contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ablation {
    /// Hill climbing over guesses. Without it the best guess of a random sample is taken, half of them candidates.
    HillClimbing,
    /// Parallel tempering. Without it all chains have the coldest temperature.
    Tempering,
    /// The weight of black pegs over totals in the objective. Without it a guess is scored by the entropy of the whole response.
    Places,
    /// Look-ahead by the expected number of remaining guesses where all candidates are known. Without it guesses maximize the
    /// expected information gain to the end.
    Endgame,
    /// One candidate sample for each mixture component. Without it there is one for the whole mixture.
    Components,
}

impl Ablation {
    /// All of them.
    pub const ALL: [Ablation; 5] =
        [Ablation::HillClimbing, Ablation::Tempering, Ablation::Places, Ablation::Endgame, Ablation::Components];

    /// The name on the command line, one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ablation::HillClimbing => "climb",
            Ablation::Tempering => "tempering",
            Ablation::Places => "places",
            Ablation::Endgame => "endgame",
            Ablation::Components => "parts",
        }
    }
}
