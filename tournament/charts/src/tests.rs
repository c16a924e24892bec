//! The charts of made-up tournaments: which files there are, and what is in them.

use crate::plots::touch;
use crate::{AxisScale, Chart, ChartKind, DataPoint, Format, Panel, Series, TournamentCharts, draw, draw_all};
use player_api::Ending;
use proptest::{collection::vec, prelude::*};
use scsa::Game;
use std::{collections::BTreeMap, error::Error, fs, path::PathBuf, time::Duration};
use tournament::compare::Interval;
use tournament::{MatchKey, Results, RoundTime, Rules, Status, Summary, Tally, TimingSummary, TimingTally};

type Done = Result<(), Box<dyn Error>>;

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
const GAMES: [&str; 5] = ["4x6", "6x10", "8x10", "15x20", "20x26"];

/// The rows of a tournament in which everything happens that can happen to a match.
fn tournament(players: usize, scsas: usize, games: &[&str], rounds: u64) -> Results {
    let mut results = Results::default();
    for (p, player) in PLAYERS[..players].iter().enumerate() {
        for (s, scsa) in SCSAS[..scsas].iter().enumerate() {
            for game in games {
                let game = self::game(game);
                let pegs = game.pegs();
                let guesses = 3.0 + (pegs + p % 6 + s % 3) as f64;
                let mut row = won(player, scsa, game, rounds, guesses);
                match (*player, *scsa, pegs) {
                    (_, "only-once", 15) => stop(&mut row, Status::Unsupported, "only-once does not allow 15x20"),
                    ("tree-optimal", _, 8..) => {
                        stop(&mut row, Status::Refused, "tree-optimal is for small games");
                    }
                    ("knuth", "ab-color", _) => stop(&mut row, Status::Disqualified, ""),
                    ("baseline-1", _, 15..) => lose(&mut row, rounds),
                    ("baseline-1", _, 6) => lose(&mut row, rounds / 2),
                    ("baseline-3", _, 8) => fail(&mut row, rounds),
                    ("rao", "two-color", 20) => {
                        row.status = Status::Ended;
                        row.played = rounds.div_ceil(2);
                    }
                    _ => {}
                }
                if row.counted() > 0 {
                    let guess_us = 0.05 * 10f64.powf((p % 7) as f64 * 0.7 + pegs as f64 / 10.0);
                    results.timings.push(timed(&row, guess_us));
                }
                results.summaries.push(row);
            }
        }
    }
    results
}

fn game(name: &str) -> Game {
    name.parse().unwrap()
}

fn won(player: &str, scsa: &str, game: Game, rounds: u64, guesses: f64) -> Summary {
    let weighted_wins = rounds as f64 / guesses.sqrt();
    Summary {
        played: rounds,
        wins: rounds,
        weighted_wins,
        points: 5.0 * weighted_wins,
        points_se: (rounds > 1).then_some(0.05 * rounds as f64),
        mean_guesses: Some(guesses),
        mean_guesses_se: (rounds > 1).then_some(0.2),
        ..Tally::default().summary(key(player, scsa, game), (rounds, 100), Rules::Report)
    }
}

fn measured(value: f64, half: f64) -> DataPoint {
    DataPoint::measured(value, Some(Interval::around(value, half)))
}

fn key(player: &str, scsa: &str, game: Game) -> MatchKey {
    MatchKey { player: player.to_owned(), codemaker: scsa.to_owned(), game }
}

fn lose(row: &mut Summary, losses: u64) {
    row.losses_guesses = losses;
    row.wins = row.played - losses;
    if row.wins == 0 {
        row.points = 0.0;
        (row.mean_guesses, row.mean_guesses_se) = (None, None);
    }
}

fn fail(row: &mut Summary, failures: u64) {
    lose(row, failures);
    (row.losses_guesses, row.failures_illegal) = (0, failures);
    row.points = -2.0 * failures as f64;
}

fn stop(row: &mut Summary, status: Status, note: &str) {
    (row.status, row.played, row.note) = (status, 0, note.to_owned());
    lose(row, 0);
}

fn timed(row: &Summary, guess_us: f64) -> TimingSummary {
    let mut tally = TimingTally::default();
    tally.count(&Ending::Win, &RoundTime { first: Duration::ZERO, whole: Duration::ZERO, guesses: 1 });
    TimingSummary {
        guess_us,
        rounds_timed: row.played,
        guess_us_se: (row.played > 1).then_some(guess_us * 0.1),
        ..tally.summary(row.key()).unwrap()
    }
}

/// The files of a tournament as SVG, by name, after a check that they are legible.
fn drawn(results: &Results) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    TournamentCharts::new(results).all().iter().for_each(assert_legible);
    let folder = tempfile::tempdir()?;
    let files = draw_all(results, &[], &[Format::Svg].into(), folder.path())?;
    let there = fs::read_dir(folder.path().join("charts"))?.count();
    assert_eq!(there, files.len() + usize::from(!files.is_empty()), "the files that were named, and their list");
    let name = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| Ok((name(file), fs::read_to_string(file)?))).collect()
}

/// Every text is inside of the picture, and none touches another or a mark.
fn assert_legible(chart: &Chart) {
    assert_apart(chart, true);
    if chart.paper_width.is_none() {
        assert_apart(&Chart { is_narrow: true, ..chart.clone() }, true);
    }
}

fn assert_apart(chart: &Chart, are_marks_free: bool) {
    let (svg, [texts, marks]) = chart.drawn().unwrap();
    let side = |name: &str| svg.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap();
    let [width, height] = ["width", "height"].map(|name| side(name).trim_end_matches("pt").parse::<f64>().unwrap());
    for (place, text) in texts.iter().enumerate() {
        let [left, top, right, bottom] = *text;
        let is_inside = left >= -0.1 && top >= -0.1 && right <= width + 0.1 && bottom <= height + 0.1;
        assert!(is_inside, "{}: {text:?} is outside of {width} x {height}: {svg}", chart.name);
        if let Some(other) =
            texts[..place].iter().filter(|other| other[0] < other[2]).find(|other| left < right && touch(text, other))
        {
            panic!("{}: {text:?} touches {other:?} in {svg}", chart.name);
        }
        let mark = marks.iter().find(|mark| are_marks_free && left < right && touch(text, mark));
        assert!(mark.is_none(), "{}: {text:?} lies on {mark:?} in {svg}", chart.name);
    }
    assert!(texts.len() > 5, "{}", chart.name);
}

/// The texts of a file.
fn contents(files: &BTreeMap<String, String>, name: &str) -> Vec<String> {
    let texts = files[name]
        .split("<text ")
        .skip(1)
        .map(|text| text.split_once('>').unwrap().1.split("</text>").next().unwrap());
    texts
        .map(|text| text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
        .collect()
}

#[test]
fn every_codemaker_and_every_game_has_its_charts() -> Done {
    let results = tournament(7, 13, &GAMES, 100);
    let files = drawn(&results)?;
    assert_eq!(files.len(), 3 * 13 + 5);
    assert!(files == drawn(&results)?, "the same rows give the same bytes");
    // More players than colors: the others are gray and have no label.
    let many = drawn(&tournament(20, 1, &GAMES[1..3], 1000))?;
    let lines = contents(&many, "score-insert-colors.svg");
    assert_eq!(PLAYERS.iter().map(|player| labels(&lines, player)).sum::<usize>(), 7, "{lines:?}");
    assert!(lines.iter().any(|text| text.contains("Gray, without a label: 13 more.")), "{lines:?}");
    assert!(lines.iter().any(|text| text == "SCORE per 100 rounds"), "{lines:?}");
    // A player alone has charts, and times without rounds have one.
    assert_eq!(drawn(&tournament(1, 1, &GAMES[..1], 7))?.len(), 3 + 1);
    let times = Results { summaries: vec![], ..tournament(3, 1, &GAMES, 100) };
    assert_eq!(drawn(&times)?.keys().collect::<Vec<_>>(), ["time-insert-colors.svg"]);
    for name in ["score-codes-some-path.txt", "guesses-two-color", "time-mystery-1", "scores-15x20"] {
        assert!(files.contains_key(&format!("{name}.svg")), "{name}");
    }
    for kind in ["score", "guesses", "time"] {
        let contents = contents(&files, &format!("{kind}-insert-colors.svg"));
        for text in ["4x6", "6x10", "8x10", "15x20", "20x26"] {
            assert!(contents.iter().any(|content| content == text), "{kind}: {text} in {contents:?}");
        }
        assert!(PLAYERS[..7].iter().all(|player| labels(&contents, player) == 1), "{kind}: {contents:?}");
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
fn lost_and_missing_matches_are_explained() -> Done {
    let files = drawn(&tournament(8, 5, &GAMES, 100))?;
    let guesses = contents(&files, "guesses-only-once.svg").join(" ");
    for text in [
        "baseline-1: ≥\u{a0}100",
        "Hollow and ≥: a lower bound.",
        "A round that was not won counts as the limit, 100 guesses.",
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
fn odd_rows_are_drawn_or_left_out() -> Done {
    assert!(drawn(&Results::default())?.is_empty());

    let mut row = won("x", "../../etc", game("4x6"), 5, 4.0);
    (row.points, row.mean_guesses) = (f64::NAN, Some(f64::INFINITY));
    let timings = vec![timed(&row, 0.0)];
    assert!(drawn(&Results { summaries: vec![row], timings })?.is_empty(), "without a point there is no chart");

    let mut odd = won(&"long-".repeat(60), &"codes:a/".repeat(40), game("4x6"), u64::MAX, 1e-300);
    (odd.points_se, odd.mean_guesses_se) = (Some(f64::NAN), Some(-1.0));
    let mut huge = won("\u{0}\n\u{202e}ü\u{ffff}", "", game("4x6"), 100, 5.0);
    (huge.points, huge.points_se) = (1e14, Some(1e200));
    let timings = vec![timed(&odd, 1e-300)];
    let results = Results { summaries: vec![odd, huge], timings };
    let files = drawn(&results)?;
    assert!(files.contains_key("score-unnamed.svg"));
    Ok(())
}

/// A player has one color and marker in all charts, and the mean over codemakers is that of its charts.
#[test]
fn a_player_has_one_color() -> Done {
    let results = tournament(20, 5, &GAMES, 100);
    let charts = TournamentCharts::new(&results);
    for chart in charts.all() {
        for series in chart.all_series() {
            assert_eq!(series.style, charts.style(&series.name), "{}: {}", chart.name, series.name);
        }
    }
    let values = |scsa| {
        let chart = charts.by_size(crate::Statistic::Guesses, scsa);
        let bayes = chart.all_series().find(|series| series.name == "bayes").unwrap();
        bayes.points[0].1.value().unwrap()
    };
    let mean = SCSAS[..5].iter().map(|scsa| values(Some(*scsa))).sum::<f64>() / 5.0;
    assert!((values(None) - mean).abs() < 1e-9);
    Ok(())
}

#[test]
fn other_numbers_have_charts() -> Done {
    let games = GAMES.map(str::to_owned);
    let across = "game (pegs x colors)";
    let nothing =
        Chart::of_categories(ChartKind::Lines, "empty", across, &games).series(0, "nothing", [DataPoint::Missing]);
    let mut charts = vec![nothing];
    for kind in [ChartKind::Bars, ChartKind::Lines] {
        for scale in [AxisScale::FromZero, AxisScale::Linear, AxisScale::Logarithmic] {
            for count in [1, 2, 3, 11] {
                let points = |place: usize| GAMES.map(|name| measured((game(name).pegs() + place) as f64, 0.6));
                let chart = Chart::of_categories(kind, "guesses: here", across, &games);
                let chart = chart.titled("Mean guesses", "10 000 rounds a game").measuring("mean guesses", scale);
                let chart = Chart { notes: vec!["No round lost.".to_owned()], ..chart };
                charts.push((0..count).fold(chart, |chart, place| chart.series(place, PLAYERS[place], points(place))));
            }
        }
    }
    let points = [DataPoint::Missing, DataPoint::exact(8.0).lower_bound()];
    let chart = Chart::of_categories(ChartKind::Bars, "bound", across, &games).measuring("guesses", AxisScale::Linear);
    charts.push(chart.series(0, "rao", points).series(1, "a number below zero", [DataPoint::exact(-3.0)]));
    charts[1..].iter().for_each(assert_legible);
    let folder = tempfile::tempdir()?;
    let files = draw(&charts, &[Format::Svg].into(), folder.path())?;
    assert_eq!(files.len(), charts.len() - 1);
    let guesses = fs::read_to_string(folder.path().join("guesses-here-24.svg"))?;
    for text in ["10 000 rounds a game · error bars: 95 %", "rao", "20x26", "No round lost.", "at 4x6: 14.0 ± 0.600"]
    {
        assert!(guesses.contains(text), "{text} in {guesses}");
    }
    assert!(!guesses.contains("won"), "{guesses}");
    let bound = fs::read_to_string(folder.path().join("bound.svg"))?;
    assert!(bound.contains('–') && bound.contains("Hollow and ≥: a lower bound."), "{bound}");
    assert!(!bound.contains("error bars"), "{bound}");
    Ok(())
}

/// Panels of lines and of rows, scattered markers and histograms, at the widths of papers and on a page.
#[test]
fn numbers_on_two_axes_have_charts() {
    let series = |place: usize| {
        let points = [24.0, 80.0, 520.0].map(|x: f64| (x, measured(x.sqrt() * (place + 1) as f64, 0.4)));
        Series::new(PLAYERS[place], place, points)
    };
    let panel = |title: &str| Panel { title: title.to_owned(), series: (0..9).map(series).collect() };
    for kind in [ChartKind::Lines, ChartKind::Scatter, ChartKind::Dots, ChartKind::Histogram] {
        for paper_width in [Some(240.0), Some(504.0), None] {
            let panels =
                SCSAS[..if kind == ChartKind::Histogram { 1 } else { 4 }].iter().map(|title| panel(title)).collect();
            let measures = ["pegs times colors".to_owned(), "mean guesses".to_owned()];
            let scales = [AxisScale::Logarithmic, AxisScale::Linear];
            let chart =
                Chart { name: format!("{kind:?}"), kind, paper_width, panels, measures, scales, ..Chart::default() };
            assert_legible(&chart);
            if let Some(width) = paper_width {
                assert!(chart.svg().unwrap().contains(&format!("width=\"{width}pt\"")));
            }
            assert!(Chart { paper_width: Some(72.0), ..chart }.svg().is_err(), "an inch is too narrow");
        }
    }
}

proptest! {
    /// Of markers that lie close together, the highlighted one has its label, and no label lies on another.
    #[test]
    fn the_highlighted_marker_is_named(places in vec((1.0..1.3f64, 4.0..4.3f64), 1..32), spread in 1.0..40.0f64, first in 0..32usize) {
        let at = |(x, y): &(f64, f64)| (x.powf(spread), DataPoint::exact(y.powf(1.0 + spread / 40.0)));
        let series = places.iter().enumerate().map(|(place, one)| Series::new(&format!("player-of-mine-{place}"), place, [at(one)]));
        let curve = places.iter().map(|one| (at(one).0, at(one).1.value().unwrap())).take(3).collect();
        let highlighted = vec![format!("player-of-mine-{first}")];
        let series: Vec<Series> = series.chain([Series { curve, ..Series::default() }]).collect();
        let scales = [AxisScale::Logarithmic, AxisScale::Linear];
        let chart = Chart { kind: ChartKind::Scatter, panels: vec![Panel { series, ..Panel::default() }], scales, highlighted, first_gray: Some(7), ..Chart::default() };
        assert_apart(&chart, false);
        let label = format!(">{}<", chart.highlighted[0]);
        prop_assert!(first >= places.len() || chart.svg().unwrap().contains(&label));
    }
}

/// Text of a PDF is text, a PNG has pixels, and the same chart gives the same bytes.
#[cfg(feature = "figures")]
#[test]
fn pictures_and_documents_are_made_from_the_svg() -> Done {
    let chart = TournamentCharts::new(&tournament(9, 1, &GAMES, 100)).all().remove(0);
    let [png, pdf] = [Format::Png, Format::Pdf].map(|format| format.draw(&chart).unwrap());
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 20_000, "{} bytes", png.len());
    assert_eq!(u32::from_be_bytes(png[16..20].try_into()?), 2 * 960);
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-") && text.contains("/Font") && text.contains("DejaVuSans"), "{} bytes", pdf.len());
    assert!(png == Format::Png.draw(&chart).unwrap() && pdf == Format::Pdf.draw(&chart).unwrap());
    Ok(())
}

#[cfg(not(feature = "figures"))]
#[test]
fn formats_that_are_not_built_say_how_to_build_them() {
    let said = "pdf".parse::<Format>().unwrap_err().to_string();
    assert!(said.contains("--features figures"), "{said}");
}
