//! `arena scale`

mod player_growth;
pub mod quantity;
mod report;

use crate::{
    failure::Failure,
    present::{
        leaderboard::OVERSUBSCRIBED,
        output::stdout,
        results_folder::ResultsFolder,
        sheet::{SheetFormat, write_csv, write_json},
        tables,
        words::counted,
    },
    settings::output_options::DEFAULT_FOLDER,
};
use charts::Format;
use documented::DocumentedFields;
use player_growth::PlayerGrowth;
use quantity::Quantity;
use serde::Serialize;
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};
use tournament::compare::growth::{CheckRow, Claim, LawRow, Ranking};
use tournament::{Results, Summary, files, in_order};

/// The arguments of `arena scale`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena run --players rao,baseline-4 --scsa insert-colors --sizes 4-20x6,4-20x26 --out grid
  arena scale grid
  arena scale grid --players rao --claim guesses=m-log-n^1 --claim time=n^3

Laws: n, m, n-log-m, m-log-n, n-m, exp-n, codes, n-and-m (N pegs, M colors).")]
pub struct Scale {
    /// The results folder, of a tournament at several sizes
    #[arg(default_value = DEFAULT_FOLDER)]
    folder: PathBuf,
    /// The players, separated by commas [default: all of the folder]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "What is fitted")]
    players: Option<Vec<String>>,
    /// The codemakers over which means are taken [default: those that were played at every size]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "What is fitted")]
    scsa: Option<Vec<String>>,
    /// Check a claim: guesses, points, time or preparation, and a law, as in time=n^3; may be given several times
    #[arg(long = "claim", value_name = "QUANTITY=LAW", value_parser = parse_claim, help_heading = "What is fitted")]
    claims: Vec<(Quantity, Claim)>,
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

/// A row of `laws.csv` and of `claims.csv` begins with this.
#[derive(Clone, Debug, Serialize, DocumentedFields)]
pub struct GrowthSubject {
    /// The player's name.
    player: String,
    /// What grows: `guesses`, `points`, `time` or `preparation`.
    quantity: &'static str,
    /// The codemakers over which means are taken, with blanks between them.
    scsas: String,
    /// The sizes that are left out because some rounds were not won.
    bounds: usize,
}

/// Everything as JSON.
#[derive(Serialize)]
struct ScaleReport {
    laws: Vec<(GrowthSubject, LawRow)>,
    claims: Vec<(GrowthSubject, CheckRow)>,
}

fn parse_claim(text: &str) -> Result<(Quantity, Claim), String> {
    let (quantity, claim) = text.split_once('=').ok_or("give QUANTITY=LAW, as in time=n^3")?;
    Ok((quantity.parse()?, claim.parse().map_err(|e: tournament::compare::growth::ClaimError| e.to_string())?))
}

impl Scale {
    pub fn run(&self) -> Result<(), Failure> {
        let folder = ResultsFolder::read(&self.folder)?;
        let (results, guess_limit) = (&folder.results, folder.guess_limit());
        if results.summaries.is_empty() {
            return Err(Failure::input(format!("{} has no finished match", self.folder.display())));
        }
        let (players, scsas) = (self.players(results)?, self.scsas(results)?);
        let mut grown = Vec::new();
        for quantity in Quantity::ALL {
            for player in &players {
                let measured = quantity.measure(player, &scsas, results, guess_limit);
                if measured.points.is_empty() {
                    continue;
                }
                let ranking = Ranking::new(&measured.points);
                let claims = self.claims.iter().filter(|(of, _)| *of == quantity).map(|(_, claim)| claim);
                let checks = claims.map(|claim| (claim.clone(), ranking.check(claim))).collect();
                grown.push(PlayerGrowth { player: player.clone(), quantity, measured, ranking, checks });
            }
        }
        if grown.iter().all(|growth| growth.ranking.laws.is_empty()) {
            let sizes = in_order(&results.summaries, Summary::size_name).len();
            return Err(Failure::input(format!(
                "{} has results at {}, which are too few for a law of growth; play 5 sizes or more, better 12, in a grid of pegs and colors",
                self.folder.display(),
                counted(sizes, "size")
            )));
        }
        let subject = |growth: &PlayerGrowth| GrowthSubject {
            player: growth.player.clone(),
            quantity: growth.quantity.id(),
            scsas: scsas.join(" "),
            bounds: growth.measured.bounds,
        };
        let laws: Vec<(GrowthSubject, LawRow)> = (grown.iter())
            .flat_map(|growth| growth.ranking.rows().into_iter().map(|row| (subject(growth), row)))
            .collect();
        let claims: Vec<(GrowthSubject, CheckRow)> = (grown.iter())
            .flat_map(|growth| {
                growth.checks.iter().filter_map(|(_, check)| Some((subject(growth), check.as_ref().ok()?.row())))
            })
            .collect();
        let is_oversubscribed = folder.is_oversubscribed();
        let mark = if is_oversubscribed { "; more workers than processors" } else { "" };
        let subtitle = format!("mean over {}{mark}", scsas.join(", "));
        let written = if self.no_files { Vec::new() } else { self.write(&grown, &laws, &claims, &subtitle)? };

        let mut out = io::BufWriter::new(stdout());
        match self.format {
            SheetFormat::Csv => write_csv(&mut out, &laws)?,
            SheetFormat::Json => write_json(&mut out, &ScaleReport { laws, claims })?,
            SheetFormat::Table | SheetFormat::Markdown => {
                print(&mut out, &grown, &scsas, self.format == SheetFormat::Markdown)?;
                if is_oversubscribed {
                    tables::paragraph(&mut out, OVERSUBSCRIBED)?;
                }
                if !written.is_empty() {
                    writeln!(out)?;
                }
                for path in written {
                    writeln!(out, "{}", path.display())?;
                }
            }
        }
        Ok(out.flush()?)
    }

    fn players(&self, results: &Results) -> Result<Vec<String>, Failure> {
        let known = in_order(&results.summaries, |row| row.player.clone());
        chosen(self.players.as_deref(), known, "--players", &self.folder)
    }

    /// The codemakers that are given, or those that some player played at every size.
    fn scsas(&self, results: &Results) -> Result<Vec<String>, Failure> {
        let played: Vec<&Summary> = results.summaries.iter().filter(|row| row.rounds > 0).collect();
        let sizes = in_order(played.iter().copied(), Summary::size_name);
        let known = in_order(played.iter().copied(), |row| row.scsa.clone());
        if self.scsa.is_some() {
            return chosen(self.scsa.as_deref(), known, "--scsa", &self.folder);
        }
        let is_everywhere = |scsa: &String| {
            sizes.iter().all(|size| played.iter().any(|row| row.scsa == *scsa && row.size_name() == *size))
        };
        let everywhere: Vec<String> = known.into_iter().filter(is_everywhere).collect();
        if everywhere.is_empty() {
            return Err(Failure::input(format!(
                "no codemaker of {} was played at every size; name some with --scsa",
                self.folder.display()
            )));
        }
        Ok(everywhere)
    }

    /// Writes the tables and the charts, and returns their paths.
    fn write(
        &self,
        grown: &[PlayerGrowth],
        laws: &[(GrowthSubject, LawRow)],
        claims: &[(GrowthSubject, CheckRow)],
        subtitle: &str,
    ) -> Result<Vec<PathBuf>, Failure> {
        let folder = self.out.clone().unwrap_or_else(|| self.folder.join(files::SCALE));
        let fail = |e: tournament::FileError| {
            Failure::input(format!("{e}; give a folder that can be written with --out, or --no-files"))
        };
        let grown_charts: Vec<_> = Quantity::ALL
            .into_iter()
            .filter_map(|quantity| report::chart(quantity, &of(quantity, grown), subtitle))
            .collect();
        let charts = charts::draw(&grown_charts, &[Format::Svg].into(), &folder).map_err(fail)?;
        let mut written = Vec::new();
        let mut write = |name: &str, bytes: Vec<u8>| {
            let path = folder.join(name);
            files::write_whole(&path, &bytes).map_err(fail)?;
            written.push(path);
            Ok::<(), Failure>(())
        };
        let mut bytes = Vec::new();
        write_csv(&mut bytes, laws)?;
        write("laws.csv", bytes)?;
        if !claims.is_empty() {
            let mut bytes = Vec::new();
            write_csv(&mut bytes, claims)?;
            write("claims.csv", bytes)?;
        }
        written.extend(charts);
        Ok(written)
    }
}

/// The names that are given, all of which must be known; without any, all known.
pub fn chosen(
    given: Option<&[String]>,
    known: Vec<String>,
    option: &str,
    folder: &Path,
) -> Result<Vec<String>, Failure> {
    let Some(given) = given else { return Ok(known) };
    match given.iter().find(|name| !known.contains(name)) {
        None => Ok(given.to_vec()),
        Some(name) => Err(Failure::input(format!(
            "{option}: '{name}' is not in {}, which has {}",
            folder.display(),
            known.join(", ")
        ))),
    }
}

fn of(quantity: Quantity, grown: &[PlayerGrowth]) -> Vec<&PlayerGrowth> {
    grown.iter().filter(|growth| growth.quantity == quantity).collect()
}

fn print(out: &mut impl Write, grown: &[PlayerGrowth], scsas: &[String], is_markdown: bool) -> io::Result<()> {
    for quantity in Quantity::ALL {
        let grown = of(quantity, grown);
        if !grown.is_empty() {
            report::sheet(quantity, &grown).write(out, is_markdown)?;
        }
    }
    if is_markdown {
        writeln!(out)?;
    }
    tables::paragraph(
        out,
        &format!(
            "Means over {}. N pegs, M colors; error: the standard deviation of the points around the law; next law: by how much its \
             AICc is larger (above 10: no support).",
            scsas.join(", ")
        ),
    )?;
    let bounds = grown.iter().map(|growth| growth.measured.bounds).max().unwrap_or(0);
    if bounds > 0 {
        tables::paragraph(
            out,
            "Sizes at which a player did not win all rounds are left out of the growth of its guesses.",
        )?;
    }
    for caution in report::cautions(grown) {
        tables::paragraph(out, &caution)?;
    }
    match report::claims(grown) {
        Some(sheet) => sheet.write(out, is_markdown),
        None => Ok(()),
    }
}
