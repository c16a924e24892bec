//! What prototypes of one player for all codemakers were shown to take, and what they were meant to take in the end: figures of
//! the course that asked for this player, published nowhere else.

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

/// Mean guesses that are claimed for a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// What prototypes took.
    pub shown: f64,
    /// What a player was meant to take.
    pub goal: f64,
}

/// The claims of a codemaker, in the order of the sizes.
struct Row {
    scsa: &'static str,
    shown: [f64; 7],
    goals: [f64; 7],
}

const ROWS: [Row; 8] = [
    Row {
        scsa: "insert-colors",
        shown: [4.41, 6.54, 7.82, 8.38, 9.01, 16.5, 22.8],
        goals: [4.35, 6.45, 7.6, 8.2, 8.8, 15.8, 21.5],
    },
    Row {
        scsa: "two-color",
        shown: [3.67, 4.57, 4.81, 5.00, 4.96, 7.2, 8.4],
        goals: [3.6, 4.5, 4.7, 4.9, 4.85, 6.9, 8.0],
    },
    Row {
        scsa: "ab-color",
        shown: [2.45, 3.17, 3.61, 3.58, 4.20, 5.3, 6.7],
        goals: [2.42, 3.1, 3.5, 3.5, 4.0, 5.1, 6.4],
    },
    Row {
        scsa: "two-color-alternating",
        shown: [2.91, 3.46, 3.01, 3.52, 2.92, 3.5, 3.7],
        goals: [2.88, 3.4, 2.95, 3.45, 2.88, 3.4, 3.5],
    },
    Row {
        scsa: "only-once",
        shown: [4.06, 6.39, 7.90, 8.36, 10.3, 17.7, 24.5],
        goals: [4.0, 6.3, 7.7, 8.2, 10.0, 17.0, 23.5],
    },
    Row {
        scsa: "first-and-last",
        shown: [3.64, 5.69, 6.69, 7.43, 8.08, 14.6, 20.8],
        goals: [3.6, 5.6, 6.55, 7.25, 7.9, 14.0, 20.0],
    },
    Row {
        scsa: "usually-fewer",
        shown: [4.14, 5.35, 5.72, 6.12, 6.17, 8.9, 10.9],
        goals: [4.05, 5.25, 5.6, 5.95, 6.0, 8.5, 10.3],
    },
    Row {
        scsa: "prefer-fewer",
        shown: [3.40, 4.27, 4.79, 4.83, 4.78, 5.7, 7.2],
        goals: [3.3, 4.15, 4.6, 4.7, 4.6, 5.5, 6.8],
    },
];

/// What is claimed of a match.
pub fn claim(scsa: &str, size: &str) -> Option<Claim> {
    let row = ROWS.iter().find(|row| row.scsa == scsa)?;
    let place = SIZES.iter().position(|name| *name == size)?;
    Some(Claim { shown: row.shown[place], goal: row.goals[place] })
}

/// A match of which the best strategy there is was proved: no player can take fewer guesses in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proved {
    pub scsa: &'static str,
    pub size: &'static str,
    /// Its mean guesses, to three digits.
    pub least: f64,
}

/// The matches of the table that `bayes` plays by a proved strategy.
pub const PROVED: [Proved; 13] = [
    Proved { scsa: "insert-colors", size: "4x6", least: 4.340 },
    Proved { scsa: "two-color", size: "4x6", least: 3.700 },
    Proved { scsa: "ab-color", size: "4x6", least: 2.500 },
    Proved { scsa: "ab-color", size: "6x10", least: 2.953 },
    Proved { scsa: "two-color-alternating", size: "4x6", least: 2.867 },
    Proved { scsa: "two-color-alternating", size: "6x10", least: 3.389 },
    Proved { scsa: "two-color-alternating", size: "8x10", least: 2.989 },
    Proved { scsa: "two-color-alternating", size: "8x12", least: 3.341 },
    Proved { scsa: "two-color-alternating", size: "10x10", least: 2.867 },
    Proved { scsa: "only-once", size: "4x6", least: 3.986 },
    Proved { scsa: "first-and-last", size: "4x6", least: 3.653 },
    Proved { scsa: "usually-fewer", size: "4x6", least: 4.005 },
    Proved { scsa: "prefer-fewer", size: "4x6", least: 3.410 },
];

/// What is claimed of the codes of a mystery that was played in a contest, or in its course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleClaim {
    /// The name of the file, without its ending.
    pub file: &'static str,
    /// A player was meant to take so many guesses at the most.
    pub at_most: Option<f64>,
    /// What the best known player took.
    pub best_known: f64,
}

const SAMPLES: [SampleClaim; 5] = [
    SampleClaim { file: "mystery-1_10x7_2024", at_most: Some(4.4), best_known: 9.1 },
    SampleClaim { file: "mystery-2_10x7_2024", at_most: Some(4.0), best_known: 7.4 },
    SampleClaim { file: "mystery-3_10x7_2024", at_most: Some(5.7), best_known: 13.6 },
    SampleClaim { file: "mystery-2_7x5_2019", at_most: None, best_known: 9.2 },
    SampleClaim { file: "mystery-5_7x5_2019", at_most: None, best_known: 5.45 },
];

impl SampleClaim {
    /// So many guesses as a part of what the best known player took.
    pub fn part(&self, guesses: f64) -> f64 {
        guesses / self.best_known
    }
}

/// The parts of what the best known player took that were to be reached at the most.
pub fn sample_parts() -> impl Iterator<Item = f64> {
    SAMPLES.iter().filter_map(|claim| claim.at_most.map(|at_most| claim.part(at_most)))
}

/// What is claimed of a file of samples, named without its ending.
pub fn sample_claim(file: &str) -> Option<SampleClaim> {
    SAMPLES.into_iter().find(|claim| claim.file == file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{Question, prove};
    use players::tree::Secrets;
    use scsa::algorithms;
    use solver::{AllowedGuesses, Objective, SearchMonitor};

    #[test]
    fn every_match_of_the_table_has_its_claim() {
        for scsa in SCSAS {
            for size in SIZES {
                let Claim { shown, goal } = claim(scsa, size).unwrap();
                assert!(goal < shown, "{scsa} at {size}");
            }
        }
        assert_eq!(claim("usually-fewer", "15x20"), Some(Claim { shown: 8.9, goal: 8.5 }));
        assert_eq!(claim("insert-colors", "5x5"), None);
    }

    /// As `arena solve` finds them.
    #[test]
    fn no_strategy_takes_fewer_than_what_is_called_proved() {
        let unreachable = |proved: &&Proved| claim(proved.scsa, proved.size).unwrap().goal < proved.least;
        let matches: Vec<(&str, &str)> =
            PROVED.iter().filter(unreachable).map(|proved| (proved.scsa, proved.size)).collect();
        let at_4x6 = ["two-color", "ab-color", "first-and-last", "prefer-fewer"].map(|scsa| (scsa, "4x6"));
        let (first, rest) = at_4x6.split_at(2);
        assert_eq!(matches, [first, &[("two-color-alternating", "8x10")], rest].concat());
        for Proved { scsa, size, least } in PROVED {
            let question = Question {
                size: size.parse().unwrap(),
                secrets: Secrets::Of(algorithms::find(scsa).unwrap()),
                guessing: AllowedGuesses::Any,
                goal: Objective::default(),
            };
            let proof = prove(&question, 100 << 20, 1, &SearchMonitor::default()).unwrap();
            assert_eq!(proof.least, proof.total, "{scsa} at {size}");
            let mean = proof.total as f64 / proof.weight as f64;
            assert!((mean - least).abs() < 0.0005 + 1e-9, "{scsa} at {size}: {mean}");
        }
    }

    #[test]
    fn a_mystery_is_to_take_about_half_of_what_it_took() {
        let parts: Vec<String> = sample_parts().map(|part| format!("{part:.3}")).collect();
        assert_eq!(parts, ["0.484", "0.541", "0.419"]);
    }
}
