//! Reference figures: the mean guesses that prototypes of one player for all codemakers took (baselines), and those that such a
//! player was meant to take (targets). They come from the course that asked for this player and are not published elsewhere.

/// The sizes of the table, in order.
pub const SIZES: [&str; 7] = ["4x6", "6x10", "8x10", "8x12", "10x10", "15x20", "20x26"];
/// The codemakers of the table, in order.
pub const SCSAS: [&str; 8] = [
    "insert-colors",
    "two-color",
    "ab-color",
    "two-color-alternating",
    "only-once",
    "first-and-last",
    "usually-fewer",
    "prefer-fewer",
];

/// The reference figures of a match, in mean guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferenceFigures {
    /// What prototypes took.
    pub baseline: f64,
    /// What a player was meant to take.
    pub target: f64,
}

/// The reference figures of a codemaker, in the order of the sizes.
struct ScsaReferences {
    scsa: &'static str,
    baselines: [f64; 7],
    targets: [f64; 7],
}

const REFERENCES: [ScsaReferences; 8] = [
    ScsaReferences {
        scsa: "insert-colors",
        baselines: [4.41, 6.54, 7.82, 8.38, 9.01, 16.5, 22.8],
        targets: [4.35, 6.45, 7.6, 8.2, 8.8, 15.8, 21.5],
    },
    ScsaReferences {
        scsa: "two-color",
        baselines: [3.67, 4.57, 4.81, 5.00, 4.96, 7.2, 8.4],
        targets: [3.6, 4.5, 4.7, 4.9, 4.85, 6.9, 8.0],
    },
    ScsaReferences {
        scsa: "ab-color",
        baselines: [2.45, 3.17, 3.61, 3.58, 4.20, 5.3, 6.7],
        targets: [2.42, 3.1, 3.5, 3.5, 4.0, 5.1, 6.4],
    },
    ScsaReferences {
        scsa: "two-color-alternating",
        baselines: [2.91, 3.46, 3.01, 3.52, 2.92, 3.5, 3.7],
        targets: [2.88, 3.4, 2.95, 3.45, 2.88, 3.4, 3.5],
    },
    ScsaReferences {
        scsa: "only-once",
        baselines: [4.06, 6.39, 7.90, 8.36, 10.3, 17.7, 24.5],
        targets: [4.0, 6.3, 7.7, 8.2, 10.0, 17.0, 23.5],
    },
    ScsaReferences {
        scsa: "first-and-last",
        baselines: [3.64, 5.69, 6.69, 7.43, 8.08, 14.6, 20.8],
        targets: [3.6, 5.6, 6.55, 7.25, 7.9, 14.0, 20.0],
    },
    ScsaReferences {
        scsa: "usually-fewer",
        baselines: [4.14, 5.35, 5.72, 6.12, 6.17, 8.9, 10.9],
        targets: [4.05, 5.25, 5.6, 5.95, 6.0, 8.5, 10.3],
    },
    ScsaReferences {
        scsa: "prefer-fewer",
        baselines: [3.40, 4.27, 4.79, 4.83, 4.78, 5.7, 7.2],
        targets: [3.3, 4.15, 4.6, 4.7, 4.6, 5.5, 6.8],
    },
];

/// The reference figures of a match.
pub fn reference(scsa: &str, size: &str) -> Option<ReferenceFigures> {
    let row = REFERENCES.iter().find(|row| row.scsa == scsa)?;
    let index = SIZES.iter().position(|name| *name == size)?;
    Some(ReferenceFigures { baseline: row.baselines[index], target: row.targets[index] })
}

/// A match with a proved optimum: no player has a smaller expected number of guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvedOptimum {
    pub scsa: &'static str,
    pub size: &'static str,
    /// The expected guesses of an optimal strategy, to three digits.
    pub guesses: f64,
}

/// The matches of the table that `bayes` plays by a strategy that is proved to be optimal.
pub const PROVED: [ProvedOptimum; 13] = [
    ProvedOptimum { scsa: "insert-colors", size: "4x6", guesses: 4.340 },
    ProvedOptimum { scsa: "two-color", size: "4x6", guesses: 3.700 },
    ProvedOptimum { scsa: "ab-color", size: "4x6", guesses: 2.500 },
    ProvedOptimum { scsa: "ab-color", size: "6x10", guesses: 2.953 },
    ProvedOptimum { scsa: "two-color-alternating", size: "4x6", guesses: 2.867 },
    ProvedOptimum { scsa: "two-color-alternating", size: "6x10", guesses: 3.389 },
    ProvedOptimum { scsa: "two-color-alternating", size: "8x10", guesses: 2.989 },
    ProvedOptimum { scsa: "two-color-alternating", size: "8x12", guesses: 3.341 },
    ProvedOptimum { scsa: "two-color-alternating", size: "10x10", guesses: 2.867 },
    ProvedOptimum { scsa: "only-once", size: "4x6", guesses: 3.986 },
    ProvedOptimum { scsa: "first-and-last", size: "4x6", guesses: 3.653 },
    ProvedOptimum { scsa: "usually-fewer", size: "4x6", guesses: 4.005 },
    ProvedOptimum { scsa: "prefer-fewer", size: "4x6", guesses: 3.410 },
];

/// The reference figures of the codes of a mystery that was played in a contest, or in its course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleReference {
    /// The name of the file, without its extension.
    pub file: &'static str,
    /// The mean guesses that a player was meant to take.
    pub target: Option<f64>,
    /// The mean guesses of the best known player.
    pub best_known: f64,
}

const SAMPLES: [SampleReference; 5] = [
    SampleReference { file: "mystery-1_10x7_2024", target: Some(4.4), best_known: 9.1 },
    SampleReference { file: "mystery-2_10x7_2024", target: Some(4.0), best_known: 7.4 },
    SampleReference { file: "mystery-3_10x7_2024", target: Some(5.7), best_known: 13.6 },
    SampleReference { file: "mystery-2_7x5_2019", target: None, best_known: 9.2 },
    SampleReference { file: "mystery-5_7x5_2019", target: None, best_known: 5.45 },
];

impl SampleReference {
    /// A number of guesses divided by that of the best known player.
    pub fn ratio(&self, guesses: f64) -> f64 {
        guesses / self.best_known
    }
}

/// The targets divided by the guesses of the best known player.
pub fn sample_target_ratios() -> impl Iterator<Item = f64> {
    SAMPLES.iter().filter_map(|one| one.target.map(|target| one.ratio(target)))
}

/// The reference figures of a file of samples, named without its extension.
pub fn sample_reference(file: &str) -> Option<SampleReference> {
    SAMPLES.into_iter().find(|one| one.file == file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::{OptimalProblem, prove};
    use players::tree::Secrets;
    use scsa::algorithms;
    use solver::{AllowedGuesses, Objective, SearchMonitor};

    #[test]
    fn every_match_of_the_table_has_reference_figures() {
        for scsa in SCSAS {
            for size in SIZES {
                let ReferenceFigures { baseline, target } = reference(scsa, size).unwrap();
                assert!(target < baseline, "{scsa} at {size}");
            }
        }
        assert_eq!(reference("usually-fewer", "15x20"), Some(ReferenceFigures { baseline: 8.9, target: 8.5 }));
        assert_eq!(reference("insert-colors", "5x5"), None);
    }

    /// The optima are those that `arena solve` finds.
    #[test]
    fn the_proved_optima_are_optimal() {
        let unreachable = |one: &&ProvedOptimum| reference(one.scsa, one.size).unwrap().target < one.guesses;
        let matches: Vec<(&str, &str)> = PROVED.iter().filter(unreachable).map(|one| (one.scsa, one.size)).collect();
        let at_4x6 = ["two-color", "ab-color", "first-and-last", "prefer-fewer"].map(|scsa| (scsa, "4x6"));
        let (first, rest) = at_4x6.split_at(2);
        assert_eq!(matches, [first, &[("two-color-alternating", "8x10")], rest].concat());
        for ProvedOptimum { scsa, size, guesses } in PROVED {
            let problem = OptimalProblem {
                size: size.parse().unwrap(),
                secrets: Secrets::Of(algorithms::find(scsa).unwrap()),
                guessing: AllowedGuesses::Any,
                goal: Objective::default(),
            };
            let optimal = prove(&problem, 100 << 20, 1, &SearchMonitor::default()).unwrap();
            assert!(optimal.is_proved(), "{scsa} at {size}");
            assert!((optimal.mean() - guesses).abs() < 0.0005 + 1e-9, "{scsa} at {size}: {}", optimal.mean());
        }
    }

    #[test]
    fn the_targets_of_mysteries_are_about_half_of_the_best_known_figures() {
        let ratios: Vec<String> = sample_target_ratios().map(|ratio| format!("{ratio:.3}")).collect();
        assert_eq!(ratios, ["0.484", "0.541", "0.419"]);
    }
}
