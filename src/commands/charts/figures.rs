//! Figures for papers.

use super::Quantity;
use super::scale::{chosen, write_files};
use crate::failure::Failure;
use crate::present::{JoinedFolders, counted, csv_bytes, stdout};
use crate::settings::PlayerList;
use charts::{AxisScale, Chart, ChartKind, DataPoint, Format, Panel, Series};
use scsa::Game;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use tournament::compare::{CONFIDENCE, Estimate, Interval, Measure, RoundTable, Stratum};
use tournament::{Results, files, in_order};

/// From this ratio of the largest to the smallest number on, the axis is logarithmic.
const WIDE: f64 = 10.0;
const UNITS: [(&str, f64); 4] = [("in", 72.0), ("mm", 72.0 / 25.4), ("cm", 72.0 / 2.54), ("pt", 1.0)];
/// The bounds in points: an inch and four feet.
const BOUNDS: (f64, f64) = (72.0, 48.0 * 72.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Facet {
    /// Codemakers: lines over the games.
    Scsa,
    /// Sizes: rows of players, by codemaker.
    Size,
}

impl Facet {
    pub const fn name(self) -> &'static str {
        match self {
            Facet::Scsa => "scsa",
            Facet::Size => "size",
        }
    }
}

/// The horizontal axis of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FigureAxis {
    /// Pegs times colors.
    #[value(name = "size")]
    Product,
    Codes,
    /// The number of pegs, with a line for each number of colors.
    Pegs,
    /// The number of colors, with a line for each number of pegs.
    Colors,
    /// The number of the round: how players learn.
    Round,
}

impl FigureAxis {
    /// The number of a game, which a round number is not. Numbers of codes above 2^53 are rounded.
    fn of(self, game: Game) -> f64 {
        match self {
            FigureAxis::Product | FigureAxis::Round => (game.pegs() * game.colors()) as f64,
            FigureAxis::Codes => game.approximate_count(),
            FigureAxis::Pegs => game.pegs() as f64,
            FigureAxis::Colors => game.colors() as f64,
        }
    }

    /// Its name, its title, and its scale.
    const fn about(self) -> (&'static str, &'static str, AxisScale) {
        match self {
            FigureAxis::Product => ("size", "pegs times colors (log)", AxisScale::Logarithmic),
            FigureAxis::Codes => ("codes", "number of codes (log)", AxisScale::Logarithmic),
            FigureAxis::Pegs => ("pegs", "pegs", AxisScale::Linear),
            FigureAxis::Colors => ("colors", "colors", AxisScale::Linear),
            FigureAxis::Round => ("round", "round", AxisScale::Linear),
        }
    }
}

/// A length with its unit, in points.
pub fn parse_width(text: &str) -> Result<f64, String> {
    let found =
        UNITS.iter().find_map(|(unit, points)| Some((text.strip_suffix(unit)?.trim().parse::<f64>().ok()?, points)));
    let points = found.map(|(number, points)| number * points);
    let (low, high) = BOUNDS;
    points
        .filter(|points| (low..=high).contains(points))
        .ok_or_else(|| "give a length from 1in to 48in with its unit, such as 3.3in, 84mm, 8.4cm or 240pt".to_owned())
}

tournament::documented! {
/// A number of a figure: a row of the CSV file beside it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Observation {
    /// The player's name.
    pub player: String,
    /// The codemaker.
    pub scsa: String,
    /// The game.
    pub game: Game,
    /// The number of pegs.
    pub pegs: usize,
    /// The number of colors.
    pub colors: usize,
    /// The game as a number, as `--x` says: pegs times colors, the number of codes, of pegs or of colors; or the last round of the mean.
    pub x: f64,
    /// The mean of the quantity that `--y` names: guesses of a round, the SCORE, or microseconds of CPU time.
    pub y: f64,
    /// The lower end of the 95 % interval of `y`; empty if it is not known.
    pub low: Option<f64>,
    /// The upper end of that interval.
    pub high: Option<f64>,
    /// Whether `y` is only a lower bound, because rounds that were not won count with the guess limit.
    pub lower_bound: bool,
}
}

/// A number with at most six decimals, as those of results.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

impl Observation {
    fn new(player: &str, scsa: &str, game: Game, (x, y): (f64, f64), interval: Option<Interval>) -> Observation {
        let (low, high) = interval.map(|interval| (rounded(interval.low), rounded(interval.high))).unzip();
        let ((player, scsa), [pegs, colors]) = ((player.to_owned(), scsa.to_owned()), [game.pegs(), game.colors()]);
        Observation { player, scsa, game, pegs, colors, x, y, low, high, lower_bound: false }
    }

    pub fn all(
        results: &Results,
        players: &[String],
        scsas: &[String],
        (x, y): (FigureAxis, Quantity),
    ) -> Vec<Observation> {
        let rows = results.by_match();
        let mut games: Vec<Game> = in_order(&results.summaries, |row| row.game);
        games.sort_by(|a, b| x.of(*a).total_cmp(&x.of(*b)).then(a.cmp(b)));
        let mut all = Vec::new();
        for game in games {
            for scsa in scsas {
                for player in players {
                    let Some(found) = y.of_match(player, scsa, game, &rows) else { continue };
                    let one = Observation::new(player, scsa, game, (x.of(game), found.mean), found.interval());
                    all.push(Observation { lower_bound: found.is_lower_bound, ..one });
                }
            }
        }
        all
    }

    /// The means over windows of rounds, where all rounds are known.
    fn by_round(
        table: &RoundTable,
        players: &[String],
        scsas: &[String],
        measure: Measure,
        window: usize,
    ) -> Vec<Observation> {
        let mut all = Vec::new();
        for match_ in table.matches().iter().filter(|match_| scsas.contains(&match_.scsa)) {
            for (player, found) in players.iter().filter_map(|player| Some((player, table.find(player, match_)?))) {
                let (rounds, numbers) = (table.rounds(found.0, found.1), table.numbers(found.0, found.1));
                let limit = table.guess_limit(found.1);
                let numbered: Vec<_> = numbers.iter().map(|number| *number as usize).zip(rounds).collect();
                for part in numbered.chunk_by(|(one, _), (next, _)| (one - 1) / window == (next - 1) / window) {
                    let values = Stratum::of(part.iter().map(|(_, round)| measure.value(round, limit)));
                    let estimate = Estimate::stratified(&[values]);
                    let point = (part.last().map_or(0.0, |(number, _)| *number as f64), estimate.mean);
                    let interval = estimate.interval(CONFIDENCE);
                    let lower_bound = !measure.is_gain() && part.iter().any(|(_, round)| !round.is_won());
                    let one = Observation::new(player, &match_.scsa, match_.game, point, interval);
                    all.push(Observation { lower_bound, ..one });
                }
            }
        }
        all.sort_by_key(|one| one.game);
        all
    }

    fn point(&self) -> (f64, DataPoint) {
        let point = DataPoint::measured(self.y, self.low.zip(self.high).map(|(low, high)| Interval { low, high }));
        (self.x, if self.lower_bound { point.lower_bound() } else { point })
    }
}

/// The options of a figure for a paper.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Figures for papers")]
pub struct FigureOptions {
    /// Draw a figure with a panel for each codemaker (scsa) or each game
    #[arg(long, value_name = "scsa|size", hide_possible_values = true)]
    pub facet: Option<Facet>,
    /// The codemakers of the figure [default: all of the folder]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "facet")]
    scsa: Option<Vec<String>>,
    /// The horizontal axis: size, which is pegs times colors; codes, the number of codes; pegs, with a line for each number of colors;
    /// colors, with a line for each number of pegs; or round, the number of the round
    #[arg(long, value_name = "AXIS", default_value = "size", requires = "facet", hide_possible_values = true)]
    x: FigureAxis,
    /// The rounds of a mean with --x round
    #[arg(long, value_name = "ROUNDS", default_value = "10", value_parser = clap::value_parser!(u32).range(1..), requires = "facet")]
    window: u32,
    /// What is shown: guesses, score, time or preparation
    #[arg(long, value_name = "QUANTITY", default_value = "guesses", requires = "facet")]
    y: Quantity,
    /// The width of the figure with its unit, such as 3.3in, 84mm, 8.4cm or 240pt
    #[arg(long, value_name = "LENGTH", default_value = "3.3in", value_parser = parse_width, requires = "facet")]
    width: f64,
    /// The folder of the figure [default: figures in the results folder]
    #[arg(long, value_name = "DIR", requires = "facet")]
    out: Option<PathBuf>,
}

impl FigureOptions {
    pub fn draw(&self, facet: Facet, path: &Path, list: &PlayerList, formats: &[Format]) -> Result<(), Failure> {
        ensure!(
            self.x != FigureAxis::Round || facet == Facet::Scsa,
            "--x round draws lines over rounds; give --facet scsa"
        );
        let mut folder = JoinedFolders::without_rounds(&[path.to_owned()])?;
        folder.retain_players(list)?;
        let played: Vec<_> = folder.results.summaries.iter().filter(|row| row.counted() > 0).collect();
        let of_players = in_order(played.iter().copied(), |row| row.player.clone());
        let of_scsas = in_order(played.iter().copied(), |row| row.scsa.clone());
        let players = folder.shown.as_ref().map_or(of_players, |(players, _)| players.clone());
        let scsas = chosen(self.scsa.as_deref(), of_scsas, "--scsa", path)?;
        let observations = if self.x == FigureAxis::Round {
            let measure = match self.y {
                Quantity::Guesses => Measure::Guesses,
                Quantity::Score => Measure::Score,
                Quantity::Time | Quantity::Preparation => {
                    bail!("--x round shows guesses or the SCORE; give --y guesses or --y score")
                }
            };
            Observation::by_round(&folder.all_rounds()?, &players, &scsas, measure, self.window as usize)
        } else {
            Observation::all(&folder.results, &players, &scsas, (self.x, self.y))
        };
        let (shown, y, others) = (path.display(), self.y.id(), "name others with --players and --scsa, or another --y");
        ensure!(!observations.is_empty(), "{shown} has no {y} of these players and codemakers; {others}");
        let chart = self.chart(facet, &players, &scsas, &observations);
        // Everything is drawn before anything is written.
        let formats: BTreeSet<Format> = formats.iter().copied().collect();
        let name = format!("{}-by-{}-over-{}", self.y.id(), facet.name(), self.x.about().0);
        // A picture in another format that was drawn of other players would contradict the table.
        let is_drawn = |name: &&str| formats.iter().any(|format| format.to_string() == **name);
        let others = Format::NAMES.into_iter().filter(|name| !is_drawn(name));
        let stale: Vec<String> = others.map(|format| format!("{name}.{format}")).collect();
        let mut drawn = Vec::new();
        for format in formats {
            let bytes = format.draw(&chart).map_err(|e| failure!("{e}; give a larger --width, or fewer --players"))?;
            drawn.push((format!("{name}.{format}"), bytes));
        }
        drawn.push((format!("{name}.csv"), csv_bytes(&observations)?));
        let out = self.out.clone().unwrap_or_else(|| path.join(files::FIGURES));
        let written = write_files(&out, &drawn, &stale)
            .map_err(|e| failure!("{e}; give a folder that can be written with --out"))?;
        let mut output = stdout();
        for path in written {
            writeln!(output, "{}", path.display())?;
        }
        Ok(())
    }

    fn chart(&self, facet: Facet, players: &[String], scsas: &[String], observations: &[Observation]) -> Chart {
        let games: BTreeSet<Game> = observations.iter().map(|one| one.game).collect();
        // What a line has in common, besides its player.
        let line = |one: &Observation| match (self.x, facet) {
            (FigureAxis::Pegs, Facet::Scsa) => format!("{}, {}", one.player, counted(one.colors, "color")),
            (FigureAxis::Colors, Facet::Scsa) => format!("{}, {}", one.player, counted(one.pegs, "peg")),
            (FigureAxis::Round, Facet::Scsa) if games.len() > 1 => format!("{} at {}", one.player, one.game),
            _ => one.player.clone(),
        };
        let of_player = |player: &String| in_order(observations.iter().filter(|one| one.player == *player), line);
        let lines: Vec<String> = players.iter().flat_map(of_player).collect();
        let places: HashMap<&str, usize> = lines.iter().map(String::as_str).zip(0..).collect();
        let places: Vec<usize> = observations.iter().map(|one| places[&*line(one)]).collect();
        let series = |is_shown: &dyn Fn(&Observation) -> bool| -> Vec<Series> {
            let mut all: Vec<Series> = (0..).zip(&lines).map(|(style, name)| Series::new(name, style, [])).collect();
            for (one, place) in observations.iter().zip(&places).filter(|(one, _)| is_shown(one)) {
                all[*place].points.push(one.point());
            }
            all.retain(|series| !series.points.is_empty());
            all
        };
        let panels: Vec<Panel> = match facet {
            Facet::Scsa => {
                let panel = |scsa: &String| Panel { title: scsa.clone(), series: series(&|one| one.scsa == *scsa) };
                scsas.iter().map(panel).collect()
            }
            Facet::Size => {
                let block = |game: Game, scsa: &String| {
                    let rows = series(&|one| one.scsa == *scsa && one.game == game);
                    let has_heading = scsas.len() > 1 && !rows.is_empty();
                    has_heading.then(|| Series::new(scsa, 0, [])).into_iter().chain(rows).collect::<Vec<_>>()
                };
                let panel = |game: Game| Panel {
                    title: game.to_string(),
                    series: scsas.iter().flat_map(|scsa| block(game, scsa)).collect(),
                };
                // They are ordered by size.
                in_order(observations, |one| one.game).into_iter().map(panel).collect()
            }
        };
        let scale = scale(self.y, observations);
        let logarithmic = if scale == AxisScale::Logarithmic { " (log)" } else { "" };
        let measure = format!("{}{logarithmic}", self.y.short_name());
        let (_, title, x_scale) = self.x.about();
        Chart {
            kind: if facet == Facet::Scsa { ChartKind::Lines } else { ChartKind::Dots },
            paper_width: Some(self.width),
            measures: [title.to_owned(), measure],
            scales: [x_scale, scale],
            panels: panels.into_iter().filter(|panel| !panel.series.is_empty()).collect(),
            ..Chart::default()
        }
    }
}

/// A SCORE may be negative; times differ by powers of ten.
fn scale(y: Quantity, observations: &[Observation]) -> AxisScale {
    let (low, high) =
        observations.iter().fold((f64::INFINITY, 0.0f64), |(low, high), one| (low.min(one.y), high.max(one.y)));
    match y {
        Quantity::Time | Quantity::Preparation => AxisScale::Logarithmic,
        Quantity::Guesses if low > 0.0 && high >= WIDE * low => AxisScale::Logarithmic,
        Quantity::Guesses | Quantity::Score => AxisScale::Linear,
    }
}
