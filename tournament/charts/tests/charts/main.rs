//! The charts of made-up tournaments: which files there are, and what is in them.

mod drawing;
mod png;
mod svg;

use charts::{AxisScale, ChartKind, ChartOptions, ChartSpec, DataPoint, Format, draw, draw_all};
use drawing::{Files, assert_legible, contents, read};
use std::error::Error;
use std::fs;
use std::path::Path;
use tournament::{Results, Status, Summary, TimingSummary};

#[rustfmt::skip]
const PLAYERS: [&str; 20] = [
    "rao", "baseline-1", "baseline-2-zero", "baseline-3", "dino-two-color-alternating", "one-step-entropy",
    "one-step-max-parts", "tree-optimal", "learner", "one-step-worst-case", "dino-ab-color", "dino-prefer-fewer",
    "bayes", "random-consistent", "genetic", "swaszek", "knuth", "baseline-2", "shapiro",
    "external:<b>python3</b> & \"x\".py",
];
#[rustfmt::skip]
const SCSAS: [&str; 13] = [
    "insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last",
    "usually-fewer", "prefer-fewer", "mystery-1", "mystery-2", "mystery-3", "mystery-4", "codes:some/path.txt",
];
const SIZES: [(usize, usize); 5] = [(4, 6), (6, 10), (8, 10), (15, 20), (20, 26)];

/// The rows of a tournament in which everything happens that can happen to a match.
fn tournament(players: usize, scsas: usize, sizes: &[(usize, usize)], rounds: u64) -> Results {
    let mut results = Results::default();
    for (p, player) in PLAYERS[..players].iter().enumerate() {
        for (s, scsa) in SCSAS[..scsas].iter().enumerate() {
            for &(pegs, colors) in sizes {
                let guesses = 3.0 + (pegs + p % 6 + s % 3) as f64;
                let mut row = won(player, scsa, (pegs, colors), rounds, guesses);
                match (*player, *scsa, pegs) {
                    (_, "only-once", 15) => stop(&mut row, Status::Unsupported, "only-once does not allow 15x20"),
                    ("tree-optimal", _, 8..) => {
                        stop(&mut row, Status::Unsupported, "tree-optimal is for small games");
                    }
                    ("knuth", "ab-color", _) => stop(&mut row, Status::Disqualified, ""),
                    ("baseline-1", _, 15..) => lose(&mut row, rounds),
                    ("baseline-1", _, 6) => lose(&mut row, rounds / 2),
                    ("baseline-3", _, 8) => fail(&mut row, rounds),
                    ("rao", "two-color", 20) => {
                        row.status = Status::Ended;
                        row.rounds = rounds.div_ceil(2);
                    }
                    _ => {}
                }
                if row.rounds > 0 {
                    let guess_us = 0.05 * 10f64.powf((p % 7) as f64 * 0.7 + pegs as f64 / 10.0);
                    results.timings.push(timed(&row, guess_us));
                }
                results.summaries.push(row);
            }
        }
    }
    results
}

fn won(player: &str, scsa: &str, (pegs, colors): (usize, usize), rounds: u64, guesses: f64) -> Summary {
    let weighted_wins = rounds as f64 / guesses.sqrt();
    Summary {
        player: player.to_owned(),
        scsa: scsa.to_owned(),
        pegs,
        colors,
        status: Status::Played,
        rounds,
        wins: rounds,
        losses_guesses: 0,
        losses_time: 0,
        failures_illegal: 0,
        failures_panic: 0,
        failures_crash: 0,
        failures_memory: 0,
        failures_protocol: 0,
        failures_silence: 0,
        weighted_wins,
        score: 5.0 * weighted_wins,
        score_se: (rounds > 1).then_some(0.05 * rounds as f64),
        mean_guesses: Some(guesses),
        mean_guesses_se: (rounds > 1).then_some(0.2),
        median_guesses: Some(guesses),
        max_guesses: Some(guesses as u64),
        note: String::new(),
    }
}

fn lose(row: &mut Summary, losses: u64) {
    row.losses_guesses = losses;
    row.wins = row.rounds - losses;
    if row.wins == 0 {
        row.score = 0.0;
        (row.mean_guesses, row.mean_guesses_se) = (None, None);
    }
}

fn fail(row: &mut Summary, failures: u64) {
    lose(row, failures);
    (row.losses_guesses, row.failures_illegal) = (0, failures);
    row.score = -2.0 * failures as f64;
}

fn stop(row: &mut Summary, status: Status, note: &str) {
    (row.status, row.rounds, row.note) = (status, 0, note.to_owned());
    lose(row, 0);
}

fn timed(row: &Summary, guess_us: f64) -> TimingSummary {
    TimingSummary {
        player: row.player.clone(),
        scsa: row.scsa.clone(),
        pegs: row.pegs,
        colors: row.colors,
        rounds_timed: row.rounds,
        first_guess_us: guess_us,
        first_guess_us_se: None,
        later_guess_us: None,
        later_guess_us_se: None,
        guess_us,
        guess_us_se: (row.rounds > 1).then_some(guess_us * 0.1),
        round_us: guess_us * 9.0,
        round_us_se: None,
        round_us_max: guess_us * 30.0,
        prepare_us: None,
    }
}

fn options(formats: &[Format]) -> ChartOptions {
    ChartOptions { formats: formats.iter().copied().collect(), ..ChartOptions::default() }
}

/// Draws a tournament as SVG into a new folder and reads all its files, by name.
fn drawn(results: &Results) -> Result<Files, Box<dyn Error>> {
    drawn_with(results, &ChartOptions::default())
}

fn drawn_with(results: &Results, options: &ChartOptions) -> Result<Files, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let files = draw_all(results, options, folder.path())?;
    read(&files, &folder.path().join("charts"), &["charts.json"])
}

#[test]
fn every_codemaker_and_every_size_has_its_charts() -> Result<(), Box<dyn Error>> {
    let files = drawn(&tournament(7, 13, &SIZES, 100))?;
    assert_eq!(files.len(), 3 * 13 + 5);
    assert_legible(&files);
    for name in ["score-codes-some-path.txt", "guesses-two-color", "time-mystery-1", "scores-15x20"] {
        assert!(files.contains_key(&format!("{name}.svg")), "{name}");
    }
    for name in files.keys() {
        let is_safe = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        assert!(name.chars().all(is_safe), "{name}");
    }
    for kind in ["score", "guesses", "time"] {
        let contents = contents(&files, &format!("{kind}-insert-colors.svg"));
        for text in ["4x6", "6x10", "8x10", "15x20", "20x26"] {
            assert!(contents.iter().any(|content| content == text), "{kind}: {text} in {contents:?}");
        }
        for player in &PLAYERS[..7] {
            assert_eq!(labels(&contents, player), 1, "{kind}: {player} in {contents:?}");
        }
        assert!(contents.iter().any(|content| content.contains("error bars")), "{kind}: {contents:?}");
    }
    Ok(())
}

/// The texts that are a name and a number.
fn labels(contents: &[String], player: &str) -> usize {
    let is_label = |text: &&String| {
        let number = text.strip_prefix(player).and_then(|rest| rest.strip_prefix(": "));
        number.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit() || "−≥".contains(first)))
    };
    contents.iter().filter(is_label).count()
}

#[test]
fn of_twenty_players_the_best_and_the_named_are_highlighted() -> Result<(), Box<dyn Error>> {
    let mut results = tournament(20, 13, &SIZES[1..3], 1000);
    for (place, row) in results.summaries.iter_mut().enumerate() {
        row.score += place as f64 / 1e3;
    }
    let of = |player: &str| {
        let mut rows = results.summaries.iter().filter(|row| row.scsa == "insert-colors" && row.pegs == 8);
        rows.find(|row| row.player == player).filter(|row| row.rounds > 0).map(|row| row.score)
    };
    let mut best: Vec<&str> = PLAYERS.into_iter().filter(|player| of(player).is_some()).collect();
    best.sort_by(|one, other| of(other).partial_cmp(&of(one)).expect("scores are numbers"));
    let named = best[15];
    let options = ChartOptions { highlighted: vec![named.to_owned(), "nobody".to_owned()], ..ChartOptions::default() };
    let files = drawn_with(&results, &options)?;
    assert_legible(&files);
    let lines = contents(&files, "score-insert-colors.svg");
    for player in PLAYERS {
        let highlighted = best[..7].contains(&player) || player == named;
        assert_eq!(labels(&lines, player), usize::from(highlighted), "{player} in {lines:?}");
    }
    assert!(lines.iter().any(|text| text.contains("Gray, without a label: 12 more.")), "{lines:?}");
    assert!(lines.iter().any(|text| text == "SCORE per 100 rounds"), "{lines:?}");
    let bars = contents(&files, "scores-8x10.svg");
    for player in PLAYERS.iter().filter(|player| **player != "tree-optimal") {
        assert!(bars.iter().any(|text| text == player), "{player} in {bars:?}");
    }
    Ok(())
}

#[test]
fn lost_and_missing_matches_are_explained() -> Result<(), Box<dyn Error>> {
    let files = drawn(&tournament(8, 5, &SIZES, 100))?;
    let guesses = contents(&files, "guesses-only-once.svg").join(" ");
    for text in [
        "baseline-1: ≥\u{a0}100",
        "Hollow and ≥: a lower bound.",
        "A round that was not won counts as 100 guesses, the guess limit.",
        "No match: all players at 15x20 (only-once does not allow 15x20); ",
        "tree-optimal at 8x10, 20x26 (tree-optimal is for small games).",
    ] {
        assert!(guesses.contains(text), "{text} in {guesses}");
    }
    let score = contents(&files, "score-two-color.svg").join(" ");
    assert!(score.contains("Ended early, rounds not played earn nothing: rao at 20x26."), "{score}");
    let bars = contents(&files, "scores-15x20.svg");
    assert!(!bars.iter().any(|content| content == "only-once"), "no panel for a codemaker without matches");
    assert!(bars.join(" ").contains("all players against only-once"), "{bars:?}");
    Ok(())
}

#[test]
fn rounds_that_were_not_won_count_as_the_guess_limit() -> Result<(), Box<dyn Error>> {
    let mut row = won("one-color", "two-color", (20, 26), 300, 2.0);
    lose(&mut row, 295);
    let results = Results { summaries: vec![row, won("rao", "two-color", (20, 26), 300, 40.0)], timings: vec![] };
    let options = ChartOptions { guess_limit: 200, ..ChartOptions::default() };
    let guesses = contents(&drawn_with(&results, &options)?, "guesses-two-color.svg");
    // (5 * 2 + 295 * 200) / 300
    assert!(guesses.contains(&"≥\u{a0}197".to_owned()), "{guesses:?}");
    assert!(guesses.contains(&"40.0".to_owned()), "{guesses:?}");
    Ok(())
}

#[test]
fn small_tournaments_have_charts() -> Result<(), Box<dyn Error>> {
    for (players, scsas, sizes, rounds) in [(8, 3, &SIZES[2..3], 100), (3, 2, &SIZES[..], 1), (1, 1, &SIZES[..1], 7)] {
        let files = drawn_with(&tournament(players, scsas, sizes, rounds), &options(&[Format::Svg, Format::Png]))?;
        assert_eq!(files.len(), 2 * (3 * scsas + sizes.len()));
        assert_legible(&files);
    }
    Ok(())
}

#[test]
fn odd_rows_are_drawn_or_left_out() -> Result<(), Box<dyn Error>> {
    assert!(drawn(&Results::default())?.is_empty());

    let mut row = won("x", "../../etc", (0, 0), 5, 4.0);
    (row.score, row.mean_guesses) = (f64::NAN, Some(f64::INFINITY));
    let timings = vec![timed(&row, 0.0)];
    assert!(drawn(&Results { summaries: vec![row], timings })?.is_empty(), "without a point there is no chart");

    let mut odd = won(&"long-".repeat(60), &"codes:a/".repeat(40), (4, 6), u64::MAX, 1e-300);
    (odd.score_se, odd.mean_guesses_se) = (Some(f64::NAN), Some(-1.0));
    let mut huge = won("\u{0}\n\u{202e}ü\u{ffff}", "", (4, 6), 100, 5.0);
    (huge.score, huge.score_se) = (1e14, Some(1e200));
    let timings = vec![timed(&odd, 1e-300)];
    let results = Results { summaries: vec![odd, huge], timings };
    let files = drawn_with(&results, &options(&[Format::Svg, Format::Png]))?;
    assert!(files.contains_key("score-unnamed.svg"));
    assert_legible(&files);
    Ok(())
}

#[test]
fn timings_alone_have_charts() -> Result<(), Box<dyn Error>> {
    let results = Results { summaries: vec![], ..tournament(3, 1, &SIZES, 100) };
    let files = drawn(&results)?;
    assert_eq!(files.keys().collect::<Vec<_>>(), ["time-insert-colors.svg"]);
    assert_legible(&files);
    Ok(())
}

#[test]
fn other_numbers_have_charts() -> Result<(), Box<dyn Error>> {
    let sizes = SIZES.map(|(pegs, colors)| format!("{pegs}x{colors}"));
    let mut specs = vec![ChartSpec::new(ChartKind::Lines, "empty", &sizes).series(0, "nothing", [DataPoint::Missing])];
    for kind in [ChartKind::Bars, ChartKind::Lines] {
        for scale in [AxisScale::FromZero, AxisScale::Linear, AxisScale::Logarithmic] {
            for count in [1, 2, 3, 11] {
                let points =
                    |place: usize| SIZES.map(|(pegs, _)| DataPoint::measured((pegs + place) as f64, Some(0.3)));
                let spec = ChartSpec::new(kind, "guesses: here", &sizes).titled("Mean guesses", "10 000 rounds a size");
                let spec = spec.measuring("mean guesses", scale).across("size (pegs x colors)").note("No round lost.");
                specs.push((0..count).fold(spec, |spec, place| spec.series(place, PLAYERS[place], points(place))));
            }
        }
    }
    let points = [DataPoint::NoWin, DataPoint::exact(8.0).not_all_won()];
    let spec = ChartSpec::new(ChartKind::Bars, "unwon", &sizes).measuring("mean guesses", AxisScale::Linear);
    specs.push(spec.series(0, "rao", points).series(1, "a player of a number below zero", [DataPoint::exact(-3.0)]));
    let folder = tempfile::tempdir()?;
    let files = read(&draw(&specs, &[Format::Svg].into(), folder.path())?, folder.path(), &[])?;
    assert_eq!(files.len(), specs.len() - 1);
    assert_legible(&files);
    let guesses = contents(&files, "guesses-here-24.svg").join(" ");
    for text in ["Mean guesses 10 000 rounds a size · error bars: 95 %", "rao", "20x26", "No round lost."] {
        assert!(guesses.contains(text), "{text} in {guesses}");
    }
    assert!(!guesses.contains("won"), "{guesses}");
    let unwon = contents(&files, "unwon.svg").join(" ");
    assert!(unwon.contains("no win") && unwon.contains("not all rounds were won"), "{unwon}");
    assert!(!unwon.contains("error bars") && !unwon.contains('≥'), "{unwon}");
    Ok(())
}

#[test]
fn the_same_rows_give_the_same_bytes() -> Result<(), Box<dyn Error>> {
    let results = tournament(9, 2, &SIZES[..3], 100);
    let options = options(&[Format::Svg, Format::Png]);
    assert!(drawn_with(&results, &options)? == drawn_with(&results, &options)?);
    Ok(())
}

#[test]
fn an_earlier_drawing_is_replaced() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let results = tournament(2, 1, &SIZES[..1], 10);
    let both = draw_all(&results, &options(&[Format::Svg, Format::Png]), folder.path())?;
    let notes = folder.path().join("charts/score-notes.svg");
    fs::write(&notes, "of somebody else")?;
    fs::write(&both[0], "old")?;
    let only_svg = draw_all(&results, &ChartOptions::default(), folder.path())?;
    assert!(fs::read_to_string(&both[0])?.starts_with("<svg"));
    for file in &both {
        assert_eq!(file.exists(), only_svg.contains(file), "{}", file.display());
    }
    assert!(notes.exists());
    Ok(())
}

#[test]
fn an_error_names_the_folder_or_the_file() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;

    let taken = folder.path().join("taken");
    fs::write(&taken, "a file where a folder should be")?;
    assert_error_names(&taken, &taken.join("charts"));

    let blocked = folder.path().join("blocked");
    let chart = blocked.join("charts").join("score-insert-colors.svg");
    fs::create_dir_all(chart.join("a folder where a file should be"))?;
    assert_error_names(&blocked, &chart);
    for entry in fs::read_dir(blocked.join("charts"))? {
        let path = entry?.path();
        assert_ne!(path.extension(), Some("new".as_ref()), "no half-made file is left");
    }
    Ok(())
}

fn assert_error_names(folder: &Path, culprit: &Path) {
    let results = tournament(2, 1, &SIZES[..1], 10);
    let error = draw_all(&results, &ChartOptions::default(), folder).expect_err("it cannot be written");
    assert_eq!(error.path, culprit);
    assert!(error.to_string().contains(&culprit.display().to_string()), "{error}");
    assert!(error.source().is_some());
}
