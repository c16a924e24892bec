//! One player for all codemakers and games: `bayes` beside reference figures and beside other players.

use crate::folder::{Failure, FolderOptions, millionths};
use charts::Format;
use scsa::Game;
use serde::Serialize;
use std::{path::Path, time::Duration};
use tournament::compare::MatchMean;
use tournament::{CodeFile, Codemaker, Codemakers, KnowledgePolicy, Limits, Plan, Results, Seed, Summary, files};

const PLAYER: &str = "bayes";
/// The players beside it, and against codes of mysteries: `baseline-4` was the best known player against one of them.
const OTHERS: [&str; 2] = ["rao", "dino"];
const OTHERS_OF_SAMPLES: [&str; 3] = ["rao", "dino", "baseline-4"];
/// The most CPU time of a player in a round. It is generous, so that no round depends on the speed of the machine.
const TIME_LIMIT: Duration = Duration::from_secs(60);
const SAMPLE_CODES: usize = 100;

/// The tournaments of the table: folder, codemakers, sizes and rounds of a match.
const TABLE: [(&str, &[&str], &[&str], u64); 3] = [
    (
        "table/small",
        &[
            "insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last",
            "usually-fewer", "prefer-fewer",
        ],
        &["4x6", "6x10", "8x10", "8x12", "10x10"],
        1000,
    ),
    (
        "table/large",
        &["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"],
        &["15x20", "20x26"],
        400,
    ),
    ("table/large-fewer", &["usually-fewer", "prefer-fewer"], &["15x20", "20x26"], 1000),
];

/// The mean guesses that prototypes of one player for all codemakers took (baselines), and that such a player was meant to take (targets), in
/// the order of the table; and the smallest possible ones, where they are proved. The first two come from the course that asked for this
/// player, and are not published elsewhere.
const REFERENCES: &str = include_str!("champion.csv");

/// A row of [`REFERENCES`]: codemaker, size, baseline, target and optimum.
type Reference = (String, String, f64, f64, Option<f64>);
/// The target and the mean guesses of the best known player against the codes of mysteries that were played in a contest.
const SAMPLES: [(&str, Option<f64>, f64); 5] = [
    ("mystery-1_10x7_2024", Some(4.4), 9.1),
    ("mystery-2_10x7_2024", Some(4.0), 7.4),
    ("mystery-3_10x7_2024", Some(5.7), 13.6),
    ("mystery-2_7x5_2019", None, 9.2),
    ("mystery-5_7x5_2019", None, 5.45),
];

/// Plays all matches, with no more rounds than that, and writes the tables; also against the codes of mysteries in the folder `samples`.
/// Cost: half an hour on two cores.
pub fn run(
    most_rounds: Option<u64>,
    samples: Option<&Path>,
    seed: Seed,
    options: &FolderOptions,
) -> Result<(), Failure> {
    let samples = samples.map(sample_files).transpose()?.unwrap_or_default();
    let folder = options.begin("champion", "champion.csv")?;
    let play = |name: &str, plan: Plan, rounds: u64| {
        let limits = Limits { time: TIME_LIMIT, ..Limits::default() };
        let rounds = most_rounds.map_or(rounds, |most| most.min(rounds));
        folder.play(name, &plan.rounds(rounds).seed(seed).limits(limits), &mut |_, _| ())?;
        // With the decimals of the files: the tables follow from these.
        Ok::<_, Failure>(files::read_results(&folder.path(name))?)
    };
    let draw =
        |name: &str, results: &Results| ::charts::draw_all(results, &[], &[Format::Svg].into(), &folder.path(name));
    let add = |all: &mut Results, played: Results| {
        all.summaries.extend(played.summaries);
        all.timings.extend(played.timings);
    };
    let mut all = Results::default();
    for (name, scsas, sizes, rounds) in TABLE {
        let codemakers = scsas.iter().filter_map(|name| Codemakers::builtin().find(name).ok().flatten());
        let sizes = sizes.iter().filter_map(|game| game.parse().ok());
        add(&mut all, play(name, Plan::new(with(&OTHERS), codemakers, sizes), rounds)?);
    }
    folder.table("champion.csv", table(&mut all.summaries)?)?;
    draw("table", &all)?;
    let mut all = Results::default();
    for (name, game, codes) in samples {
        let count = codes.codes().len();
        let (given, played) = codes.split(SAMPLE_CODES).ok_or_else(|| format!("{name} has only {count} codes"))?;
        let rounds = played.codes().len() as u64;
        let codemaker = Codemaker::Codes { name: format!("{}{name}.txt", Codemaker::FILE_PREFIX), codes: played };
        let knowledge = KnowledgePolicy { reveal: false, samples: Some(given) };
        let plan = Plan { knowledge, ..Plan::new(with(&OTHERS_OF_SAMPLES), [codemaker], [game]) };
        add(&mut all, play(&format!("samples/{name}"), plan, rounds)?);
    }
    if !all.summaries.is_empty() {
        folder.table("samples.csv", sample_table(&all.summaries))?;
        draw("samples", &all)?;
    }
    Ok(())
}

fn with(others: &[&str]) -> Vec<players::Entry> {
    [PLAYER].iter().chain(others).filter_map(|name| players::find(name).ok()).collect()
}

/// The files of a folder that are named like `mystery-1_10x7_2024.txt`, in the order of their names, each with the game in it.
fn sample_files(folder: &Path) -> Result<Vec<(String, Game, CodeFile)>, Failure> {
    let names = folder_files::names(folder).map_err(|e| format!("{} cannot be read: {e}", folder.display()))?;
    let mut files = Vec::new();
    for name in names.into_iter().filter_map(|name| name.into_string().ok()) {
        let Some(stem) = name.strip_suffix(".txt") else { continue };
        let [_, game, _] = stem.split('_').collect::<Vec<_>>()[..] else { continue };
        let Ok(game) = game.parse::<Game>() else { continue };
        let codes = CodeFile::read(&folder.join(&name))?;
        if codes.codes().iter().any(|code| !game.is_legal(code)) {
            return Err(format!("{name} has a code that is not of the size {game}").into());
        }
        files.push((stem.to_owned(), game, codes));
    }
    if files.is_empty() {
        return Err(format!("{} has no file named like mystery-1_10x7_2024.txt", folder.display()).into());
    }
    files.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(files)
}

#[derive(Serialize)]
struct ScsaColumn {
    scsa: String,
}

#[derive(Serialize)]
struct FileColumn {
    file: String,
}

/// The columns of a match in both tables. A round that is not won counts as the guess limit, 100; the interval is that of Student's t
/// distribution.
#[derive(Serialize)]
struct GuessColumns {
    pegs: usize,
    colors: usize,
    player: String,
    rounds: u64,
    not_won: u64,
    mean_guesses: Option<f64>,
    mean_guesses_se: Option<f64>,
    ci95_low: Option<f64>,
    ci95_high: Option<f64>,
}

/// The last columns of `champion.csv`: of `bayes` the reference figures, and the mean less each of them in standard errors.
#[derive(Default, Serialize)]
struct ReferenceColumns {
    baseline: Option<f64>,
    target: Option<f64>,
    z_baseline: Option<f64>,
    z_target: Option<f64>,
}

/// The last columns of `samples.csv`.
#[derive(Serialize)]
struct SampleColumns {
    target: Option<f64>,
    best_known: Option<f64>,
}

impl GuessColumns {
    fn new(row: &Summary) -> GuessColumns {
        let all = MatchMean::guesses(row);
        let mean = all.map(|all| millionths(all.mean));
        let se = all.and_then(|all| all.standard_error).map(millionths);
        let interval = all.and_then(|all| all.interval());
        GuessColumns {
            pegs: row.pegs,
            colors: row.colors,
            player: row.player.clone(),
            rounds: row.counted(),
            not_won: row.losses() + row.failures(),
            mean_guesses: mean,
            mean_guesses_se: se,
            ci95_low: interval.map(|interval| millionths(interval.low)),
            ci95_high: interval.map(|interval| millionths(interval.high)),
        }
    }

    fn z_score(&self, figure: f64) -> Option<f64> {
        let (mean, se) = self.mean_guesses.zip(self.mean_guesses_se.filter(|se| *se > 0.0))?;
        Some(((mean - figure) / se * 1e3).round() / 1e3)
    }
}

fn references() -> csv::Result<Vec<Reference>> {
    csv::Reader::from_reader(REFERENCES.as_bytes()).into_deserialize().collect()
}

/// The rows of `champion.csv`, by size and codemaker; the matches are sorted.
fn table(rows: &mut [Summary]) -> csv::Result<Vec<(ScsaColumn, GuessColumns, ReferenceColumns)>> {
    let references = references()?;
    let place = |row: &Summary| {
        let game = row.game.to_string();
        references.iter().position(|reference| reference.0 == row.scsa && reference.1 == game)
    };
    rows.sort_by_key(place);
    let row = |row: &Summary| {
        let guesses = GuessColumns::new(row);
        let columns = match place(row).map(|place| &references[place]) {
            Some(&(_, _, baseline, target, _)) if row.player == PLAYER => ReferenceColumns {
                baseline: Some(baseline),
                target: Some(target),
                z_baseline: guesses.z_score(baseline),
                z_target: guesses.z_score(target),
            },
            _ => ReferenceColumns::default(),
        };
        (ScsaColumn { scsa: row.scsa.clone() }, guesses, columns)
    };
    Ok(rows.iter().map(row).collect())
}

/// The rows of `samples.csv`.
fn sample_table(rows: &[Summary]) -> Vec<(FileColumn, GuessColumns, SampleColumns)> {
    let row = |row: &Summary| {
        let file = row.scsa.trim_start_matches(Codemaker::FILE_PREFIX).trim_end_matches(".txt").to_owned();
        let reference = SAMPLES.iter().find(|(name, ..)| *name == file);
        let (target, best_known) = (reference.and_then(|one| one.1), reference.map(|one| one.2));
        (FileColumn { file }, GuessColumns::new(row), SampleColumns { target, best_known })
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::csv_text;
    use players::optimal::{OptimalProblem, prove};
    use players::tree::Secrets;
    use solver::{AllowedGuesses, Objective, SearchMonitor};
    use std::path::PathBuf;
    use tournament::files;

    fn results() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/champion")
    }

    #[test]
    fn tables_follow_from_the_matches() {
        let read = |name: &str| files::read_results(&results().join(name)).unwrap().summaries;
        let mut rows: Vec<Summary> = TABLE.iter().flat_map(|(name, ..)| read(name)).collect();
        let mut names = folder_files::names(&results().join("samples")).unwrap();
        names.sort();
        let names = names.iter().filter_map(|name| name.to_str()).filter(|name| name.contains('_'));
        let samples: Vec<Summary> = names.flat_map(|name| read(&format!("samples/{name}"))).collect();
        let kept = |name: &str| std::fs::read_to_string(results().join(name)).unwrap();
        assert_eq!(csv_text(table(&mut rows).unwrap()).unwrap(), kept("champion.csv"));
        assert_eq!(csv_text(sample_table(&samples)).unwrap(), kept("samples.csv"));
    }

    /// The optima that the page names, to three digits, are those that `arena solve` finds.
    #[test]
    #[ignore = "takes some seconds"]
    fn the_proved_optima_are_optimal() {
        for (scsa, game, .., optimum) in references().unwrap() {
            let Some(guesses) = optimum else { continue };
            let secrets = Secrets::Of(scsa::algorithms::find(&scsa).unwrap());
            let (game, guessing, goal) = (game.parse().unwrap(), AllowedGuesses::Any, Objective::default());
            let problem = OptimalProblem { game, secrets, guessing, goal };
            let optimal = prove(&problem, 100 << 20, 1, &SearchMonitor::default()).unwrap();
            assert!(optimal.is_proved(), "{scsa} at {game}");
            assert!((optimal.mean() - guesses).abs() < 0.0005 + 1e-9, "{scsa} at {game}: {}", optimal.mean());
        }
    }
}
