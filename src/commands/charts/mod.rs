//! `arena charts`

pub mod figures;
pub mod scale;

use crate::failure::Failure;
use crate::present::{JoinedFolders, counted, stdout};
use crate::settings::PlayerList;
use charts::{Format, FormatError};
use figures::FigureOptions;
use scsa::Game;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use tournament::compare::growth::Point;
use tournament::compare::{Interval, MatchMean};
use tournament::{MatchIndex, TimingSummary, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena charts results/contest                       the charts of a tournament, again
  arena charts results/contest --facet scsa --players rao,dino --width 3.3in --format pdf
  arena charts results/contest --facet size --y score --scsa two-color,ab-color --format svg,pdf

With --facet it draws a figure for a paper: panels with numeric axes, labels beside the lines, texts of \
7 and 8 points, and a table of its numbers as CSV beside it.")]
pub struct Charts {
    /// The results folder
    #[arg(default_value = crate::settings::options::DEFAULT_FOLDER)]
    folder: PathBuf,
    /// Players to highlight besides the best seven of each chart, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "What is drawn")]
    highlight: Vec<String>,
    #[command(flatten, next_help_heading = "What is drawn")]
    players: PlayerList,
    /// The formats of the files, separated by commas: svg, png, pdf
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', default_value = "svg", value_parser = format_of, help_heading = "Output")]
    format: Vec<Format>,
    #[command(flatten)]
    figure: FigureOptions,
}

impl Charts {
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(facet) = self.figure.facet {
            return self.figure.draw(facet, &self.folder, &self.players, &self.format);
        }
        let mut joined = JoinedFolders::without_rounds(std::slice::from_ref(&self.folder))?;
        joined.retain_players(&self.players)?;
        let formats: BTreeSet<Format> = self.format.iter().copied().collect();
        let files = ::charts::draw_all(&joined.results, &self.highlight, &formats, &self.folder)?;
        let charts = files.len() / formats.len().max(1);
        let folder = self.folder.join(files::CHARTS);
        writeln!(stdout(), "{} in {}", counted(charts, "chart"), folder.display())?;
        Ok(())
    }
}

fn format_of(name: &str) -> Result<Format, String> {
    name.parse().map_err(|e| match e {
        FormatError::Unknown => format!("'{name}' is no format of charts; {e}"),
        FormatError::NotBuilt => e.to_string(),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Guesses,
    Score,
    Time,
    Preparation,
}

impl Quantity {
    pub const ALL: [Quantity; 4] = [Quantity::Guesses, Quantity::Score, Quantity::Time, Quantity::Preparation];

    pub const fn id(self) -> &'static str {
        match self {
            Quantity::Guesses => "guesses",
            Quantity::Score => "score",
            Quantity::Time => "time",
            Quantity::Preparation => "preparation",
        }
    }

    /// The quantity in a few words, with its unit.
    pub const fn short_name(self) -> &'static str {
        match self {
            Quantity::Guesses => "mean guesses",
            Quantity::Score => "SCORE per 100 rounds",
            Quantity::Time => "CPU time, µs",
            Quantity::Preparation => "preparation, µs",
        }
    }

    /// What a law is fitted to, in words, with its unit.
    pub const fn fitted_name(self) -> &'static str {
        match self {
            Quantity::Guesses => "mean guesses of a round",
            Quantity::Score => "SCORE per 100 rounds",
            Quantity::Time => "median CPU time of a round, µs",
            Quantity::Preparation => "median CPU time of preparing the player, µs",
        }
    }

    /// The points of a player to which a law is fitted: in each game the mean over these codemakers, if it has a value against all of them.
    /// With their 95 % intervals, where they are known, and the number of sizes without a point because the value is only a lower bound there: some rounds were not won, or lost by time.
    pub fn measure(
        self,
        player: &str,
        scsas: &[String],
        games: &[Game],
        rows: &MatchIndex<'_>,
    ) -> (Vec<Point>, Vec<Option<Interval>>, usize) {
        let (mut points, mut intervals, mut bounds) = (Vec::new(), Vec::new(), 0);
        for &game in games {
            let value = |scsa: &String| {
                let value = self.of_match(player, scsa, game, rows)?;
                let median = rows.timing(player, scsa, game).and_then(|row| self.median(row));
                Some(MatchMean { mean: median.unwrap_or(value.mean), ..value })
            };
            let values: Option<Vec<MatchMean>> = scsas.iter().map(value).collect();
            let Some(values) = values.filter(|values| !values.is_empty()) else { continue };
            if values.iter().any(|value| value.is_lower_bound) {
                bounds += 1;
                continue;
            }
            let n = values.len() as f64;
            let value = values.iter().map(|value| value.mean).sum::<f64>() / n;
            // The errors of codemakers are independent. That of a median is not known.
            let half = |value: &MatchMean| value.interval().map(|interval| interval.half_width().powi(2));
            let squares: Option<f64> = values.iter().map(half).sum();
            let squares = squares.filter(|_| matches!(self, Quantity::Guesses | Quantity::Score));
            intervals.push(squares.map(|squares| Interval::around(value, squares.sqrt() / n)));
            points.push(Point { game, value });
        }
        (points, intervals, bounds)
    }

    /// The median of this quantity in a match, if it is a time: one long pause of the machine does not change it.
    const fn median(self, row: &TimingSummary) -> Option<f64> {
        match self {
            Quantity::Time => row.round_us_median,
            Quantity::Preparation => row.prepare_us_median,
            Quantity::Guesses | Quantity::Score => None,
        }
    }

    pub fn of_match(self, player: &str, scsa: &str, game: Game, rows: &MatchIndex<'_>) -> Option<MatchMean> {
        let summary = || rows.summary(player, scsa, game).filter(|row| row.counted() > 0);
        let timing = || rows.timing(player, scsa, game);
        match self {
            Quantity::Guesses => MatchMean::guesses(summary()?),
            Quantity::Score => MatchMean::score(summary()?),
            Quantity::Time => {
                let row = timing()?;
                Some(MatchMean::time(row.round_us, row.round_us_se, row.rounds_timed, row.is_bound))
            }
            Quantity::Preparation => Some(MatchMean::time(timing()?.prepare_us?, None, 1, false)),
        }
    }
}

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Quantity, String> {
        let found = Quantity::ALL.into_iter().find(|quantity| quantity.id() == text);
        found.ok_or_else(|| format!("'{text}' is no quantity; give {}", Quantity::ALL.map(Quantity::id).join(", ")))
    }
}
