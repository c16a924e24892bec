//! `arena scale`: how quantities of players grow with the game, as tables and charts.

use super::Quantity;
use crate::failure::Failure;
use crate::present::{
    JoinedFolders, OVERSUBSCRIBED, Sheet, SheetFormat, counted, csv_bytes, stdout, tables, write_csv, write_json,
};
use crate::settings::{DEFAULT_FOLDER, PlayerList};
use charts::{AxisScale, Chart, DataPoint, Format, Panel, Series};
use rayon::prelude::*;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tournament::compare::Interval;
use tournament::compare::growth::{Fit, FittedParameter, Law, LawRow, Point, Ranking};
use tournament::{FileError, Results, Summary, files, in_order};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena run --players rao,baseline-4 --scsa insert-colors --sizes 4-20x6,4-20x26 --out grid
  arena scale grid
  arena scale grid --players rao --format markdown")]
pub struct Scale {
    /// The results folder, of a tournament in several games
    #[arg(default_value = DEFAULT_FOLDER)]
    folder: PathBuf,
    #[command(flatten, next_help_heading = "What is fitted")]
    players: PlayerList,
    /// The codemakers over which means are taken [default: those that were played in every game]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "What is fitted")]
    scsa: Option<Vec<String>>,
    /// The folder for the files [default: scale in the results folder]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Print only: write neither tables nor charts
    #[arg(long, help_heading = "Output")]
    no_files: bool,
    /// The format of what is printed: table, markdown, csv or json
    #[arg(long, value_enum, default_value_t, hide_possible_values = true, help_heading = "Output")]
    format: SheetFormat,
}

tournament::documented! {
/// A row of `laws.csv` begins with this.
#[derive(Clone, Debug, Serialize)]
pub struct GrowthSubject {
    /// The player's name.
    player: String,
    /// What grows: `guesses`, `score`, `time` or `preparation`.
    quantity: &'static str,
    /// The codemakers over which means are taken, with blanks between them.
    scsas: String,
    /// The games that are left out because some rounds were not won; of times, because some were lost by time.
    bounds: usize,
}
}

#[derive(Serialize)]
struct ScaleReport {
    laws: Vec<(GrowthSubject, LawRow)>,
}

impl Scale {
    pub fn run(&self) -> Result<(), Failure> {
        let mut folder = JoinedFolders::without_rounds(std::slice::from_ref(&self.folder))?;
        folder.retain_players(&self.players)?;
        let results = &folder.results;
        ensure!(!results.summaries.is_empty(), "{} has no finished match", self.folder.display());
        let played = in_order(&results.summaries, |row| row.player.clone());
        let players = folder.shown.as_ref().map_or(played, |(players, _)| players.clone());
        let scsas = self.scsas(results)?;
        let (rows, games) = (results.by_match(), in_order(&results.summaries, |row| row.game));
        let grow = |(quantity, player): (Quantity, &String)| {
            let (points, intervals, bounds) = quantity.measure(player, &scsas, &games, &rows);
            (!points.is_empty()).then(|| {
                let ranking = Ranking::new(&points);
                PlayerGrowth { player: player.clone(), quantity, points, intervals, bounds, ranking }
            })
        };
        let measured =
            Quantity::ALL.par_iter().flat_map(|quantity| players.par_iter().map(|player| (*quantity, player)));
        let grown: Vec<PlayerGrowth> = measured.filter_map(grow).collect();
        ensure!(
            grown.iter().any(|growth| !growth.ranking.laws.is_empty()),
            "{} has results at {}, which are too few for a law of growth; play 5 sizes or more, better 12, in a grid of pegs and colors",
            self.folder.display(),
            counted(games.len(), "size")
        );
        let subject = |growth: &PlayerGrowth| GrowthSubject {
            player: growth.player.clone(),
            quantity: growth.quantity.id(),
            scsas: scsas.join(" "),
            bounds: growth.bounds,
        };
        let mut laws = Vec::new();
        for growth in &grown {
            laws.extend(growth.ranking.rows().into_iter().map(|row| (subject(growth), row)));
        }
        let is_oversubscribed = folder.is_oversubscribed();
        let mark = if is_oversubscribed { "; more workers than processors" } else { "" };
        let subtitle = format!("mean over {}{mark}", scsas.join(", "));
        let written = if self.no_files { Vec::new() } else { self.write(&grown, &laws, &subtitle)? };

        let mut out = io::BufWriter::new(stdout());
        match self.format {
            SheetFormat::Csv => write_csv(&mut out, &laws)?,
            SheetFormat::Json => write_json(&mut out, &ScaleReport { laws })?,
            SheetFormat::Table | SheetFormat::Markdown => {
                print(&mut out, &grown, &scsas, self.format == SheetFormat::Markdown)?;
                if is_oversubscribed {
                    tables::paragraph(&mut out, OVERSUBSCRIBED, 0)?;
                }
                for (place, path) in written.iter().enumerate() {
                    writeln!(out, "{}{}", if place == 0 { "\n" } else { "" }, path.display())?;
                }
            }
        }
        Ok(out.flush()?)
    }

    /// The codemakers that are given, or those that some player played in every game.
    fn scsas(&self, results: &Results) -> Result<Vec<String>, Failure> {
        let played: Vec<&Summary> = results.summaries.iter().filter(|row| row.counted() > 0).collect();
        let sizes = in_order(played.iter().copied(), |row| row.game);
        let known = in_order(played.iter().copied(), |row| row.scsa.clone());
        if self.scsa.is_some() {
            return chosen(self.scsa.as_deref(), known, "--scsa", &self.folder);
        }
        let is_everywhere =
            |scsa: &String| sizes.iter().all(|game| played.iter().any(|row| row.scsa == *scsa && row.game == *game));
        let everywhere: Vec<String> = known.into_iter().filter(is_everywhere).collect();
        let folder = self.folder.display();
        ensure!(!everywhere.is_empty(), "no codemaker of {folder} was played at every size; name some with --scsa");
        Ok(everywhere)
    }

    fn write(
        &self,
        grown: &[PlayerGrowth],
        laws: &[(GrowthSubject, LawRow)],
        subtitle: &str,
    ) -> Result<Vec<PathBuf>, Failure> {
        let folder = self.out.clone().unwrap_or_else(|| self.folder.join(files::SCALE));
        let fail = |e: FileError| failure!("{e}; give a folder that can be written with --out, or --no-files");
        let drawn: Vec<_> =
            Quantity::ALL.into_iter().filter_map(|quantity| chart(quantity, &of(quantity, grown), subtitle)).collect();
        let charts = charts::draw(&drawn, &[Format::Svg].into(), &folder).map_err(fail)?;
        let tables = [("laws.csv".to_owned(), csv_bytes(laws)?)];
        let mut stale: Vec<String> =
            Quantity::ALL.into_iter().map(|quantity| format!("{}.svg", chart_name(quantity))).collect();
        stale.retain(|name| !charts.contains(&folder.join(name)));
        Ok([write_files(&folder, &tables, &stale).map_err(fail)?, charts].concat())
    }
}

/// Writes files into a folder, which is made if it is missing, and removes the stale ones: what the same command wrote with other options,
/// and what would contradict the new files. Returns the paths of the new ones.
pub fn write_files(folder: &Path, contents: &[(String, Vec<u8>)], stale: &[String]) -> Result<Vec<PathBuf>, FileError> {
    folder_files::make_folder(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
    for path in stale.iter().map(|name| folder.join(name)) {
        folder_files::remove_if_there(&path).map_err(|e| FileError::new(&path, "remove", e))?;
    }
    let paths = contents.iter().map(|(name, bytes)| {
        let path = folder.join(name);
        files::write_whole(&path, bytes).map(|()| path)
    });
    paths.collect()
}

/// The names that are given, all of which must be known; without any, all known.
pub fn chosen(
    given: Option<&[String]>,
    known: Vec<String>,
    option: &str,
    folder: &Path,
) -> Result<Vec<String>, Failure> {
    let Some(given) = given else { return Ok(known) };
    if let Some(name) = given.iter().find(|name| !known.contains(name)) {
        bail!("{option}: '{name}' is not in {}, which has {}", folder.display(), known.join(", "));
    }
    Ok(given.to_vec())
}

fn of(quantity: Quantity, grown: &[PlayerGrowth]) -> Vec<&PlayerGrowth> {
    grown.iter().filter(|growth| growth.quantity == quantity).collect()
}

fn print(out: &mut impl Write, grown: &[PlayerGrowth], scsas: &[String], is_markdown: bool) -> io::Result<()> {
    let of_quantities = Quantity::ALL.map(|quantity| (quantity, of(quantity, grown))).into_iter();
    for (quantity, grown) in of_quantities.filter(|(_, grown)| !grown.is_empty()) {
        sheet(quantity, &grown).write(out, is_markdown)?;
    }
    if is_markdown {
        writeln!(out)?;
    }
    let legend = format!(
        "Means over {}. N pegs, M colors; error: the standard deviation of the points around the law; next law: by how much its AICc \
         is larger (above 10: no support). Best law: the constant, unless another law is better by more than 2.",
        scsas.join(", ")
    );
    tables::paragraph(out, &legend, 0)?;
    let bounds = grown.iter().map(|growth| growth.bounds).max().unwrap_or(0);
    if bounds > 0 {
        let note = "Sizes at which a player did not win all rounds are left out of the growth of its guesses, and those at which it \
                    lost rounds by time out of that of its times.";
        tables::paragraph(out, note, 0)?;
    }
    for caution in cautions(grown) {
        tables::paragraph(out, &caution, 0)?;
    }
    Ok(())
}

pub struct PlayerGrowth {
    pub player: String,
    pub quantity: Quantity,
    pub points: Vec<Point>,
    /// Their 95 % intervals, where they are known.
    pub intervals: Vec<Option<Interval>>,
    /// The games without a point because the value is only a lower bound.
    pub bounds: usize,
    pub ranking: Ranking,
}

pub fn sheet(quantity: Quantity, grown: &[&PlayerGrowth]) -> Sheet {
    let header = ["player", "sizes", "best law", "exponent", "95 % interval", "R²", "error", "next law"];
    let mut sheet = Sheet::new(format!("Growth of the {}", quantity.fitted_name()), header);
    for growth in grown {
        let mut row = vec![growth.player.clone()];
        match growth.ranking.best() {
            None => {
                let reason = growth.ranking.not_fitted.first().map(|(_, reason)| reason.to_string());
                row.extend([growth.points.len().to_string(), reason.unwrap_or_default()]);
            }
            Some(best) => {
                let fit = &best.fit;
                let next = growth.ranking.laws.iter().find(|other| other.fit.law != fit.law);
                let exponent = |parameter: &FittedParameter| {
                    let Interval { low, high } = parameter.interval;
                    [format!("{:.3}", parameter.estimate), format!("{low:.3} to {high:.3}")]
                };
                row.extend([fit.points.to_string(), fit.law.formula().to_owned()]);
                row.extend(fit.b.as_ref().map_or_else(|| [tables::dash(), tables::dash()], exponent));
                row.extend([
                    fit.r_squared.map_or_else(tables::dash, |r| format!("{r:.4}")),
                    format!("{:.1} %", fit.typical_error_percent()),
                    next.map_or_else(tables::dash, |next| {
                        let delta = next.delta.zip(best.delta).map(|(next, best)| format!(" ({:+.1})", next - best));
                        let delta = delta.unwrap_or_default();
                        next.fit.law.formula().to_owned() + &delta
                    }),
                ]);
                if let Some(c) = &fit.c {
                    sheet.rows.push(std::mem::take(&mut row));
                    row.extend([String::new(), String::new(), "c".to_owned()]);
                    row.extend(exponent(c));
                }
            }
        }
        sheet.rows.push(row);
    }
    sheet
}

/// A sentence for each caution that laws need, which says for whose laws unless it holds for all: some players have no points at some sizes.
pub fn cautions(grown: &[PlayerGrowth]) -> Vec<String> {
    let fitted: Vec<&PlayerGrowth> = grown.iter().filter(|growth| !growth.ranking.laws.is_empty()).collect();
    let mut subjects: Vec<(String, Vec<String>)> = Vec::new();
    for growth in &fitted {
        let Some(caution) = growth.ranking.caution.clone() else { continue };
        let subject = format!("the {} of {}", growth.quantity.id(), growth.player);
        match subjects.iter_mut().find(|(known, _)| *known == caution) {
            Some((_, others)) => others.push(subject),
            None => subjects.push((caution, vec![subject])),
        }
    }
    let sentence = |(caution, of): (String, Vec<String>)| match of.len() == fitted.len() {
        true => format!("Caution: {caution}."),
        false => format!("Caution for {}, by their own sizes: {caution}.", of.join(", ")),
    };
    subjects.into_iter().map(sentence).collect()
}

fn chart_name(quantity: Quantity) -> String {
    format!("growth-{}", quantity.id())
}

/// The chart of a quantity: all players, with their laws, against the variable of the law of one exponent that fits them best together.
pub fn chart(quantity: Quantity, grown: &[&PlayerGrowth], subtitle: &str) -> Option<Chart> {
    let law = common_law(grown)?;
    let mut fits: Vec<(&PlayerGrowth, &Fit)> =
        grown.iter().filter_map(|growth| Some((*growth, &growth.ranking.best()?.fit))).collect();
    let last = |growth: &PlayerGrowth| growth.points.last().map_or(0.0, |point| point.value);
    // The best first.
    fits.sort_by(|(a, _), (b, _)| match quantity {
        Quantity::Score => last(b).total_cmp(&last(a)),
        _ => last(a).total_cmp(&last(b)),
    });
    let series = fits.into_iter().enumerate().map(|(style, (growth, fit))| {
        let exponent = |parameter: Option<FittedParameter>| {
            parameter.map(|b| format!("{:.2}±{:.2}", b.estimate, b.interval.half_width())).unwrap_or_default()
        };
        let (b, c) = (exponent(fit.b), exponent(fit.c));
        let formula = fit.law.formula().replace("a·", "").replace("b·", &format!("{b}·"));
        let formula = formula.replace('ᵇ', &format!("^{b}")).replace('ᶜ', &format!("^{c}"));
        let label = format!("{}: {formula}", growth.player);
        let points = &growth.points;
        let mut curve: Vec<(f64, f64)> =
            points.iter().filter_map(|point| Some((law.g(point.game)?, fit.value_at(point.game)?))).collect();
        curve.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let drawn = |(point, interval): (&Point, &Option<Interval>)| {
            Some((law.g(point.game)?, DataPoint::measured(point.value, *interval)))
        };
        let points = points.iter().zip(&growth.intervals).filter_map(drawn);
        Series { label, curve, ..Series::new(&growth.player, style, points) }
    });
    let panel = Panel { series: series.collect(), ..Panel::default() };
    let laws = format!(
        "Lines: the law of each player, with 95 % intervals. N pegs, M colors. A law is a straight line where it is one of {} alone.",
        law.variable()
    );
    Some(Chart {
        name: chart_name(quantity),
        title: format!("Growth of the {}", quantity.fitted_name()),
        subtitle: subtitle.to_owned(),
        measures: [law.variable(), quantity.fitted_name()].map(|name| format!("{name} (logarithmic)")),
        scales: [AxisScale::Logarithmic; 2],
        panels: vec![panel],
        notes: vec![laws],
        ..Chart::default()
    })
}

fn common_law(grown: &[&PlayerGrowth]) -> Option<Law> {
    let total = |law: Law| -> Option<f64> {
        let fitted: Vec<f64> = grown.iter().filter_map(|growth| growth.ranking.of(law).ok()?.aicc).collect();
        (!fitted.is_empty()).then(|| fitted.iter().sum::<f64>() / fitted.len() as f64)
    };
    let laws = Law::ALL.into_iter().filter(|law| law.exponents() == 1);
    let totals = laws.filter_map(|law| Some((law, total(law)?)));
    totals.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(law, _)| law)
}
