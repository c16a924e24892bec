//! Figures for papers.

use crate::{
    commands::{
        charts::{Charts, facet::Facet, observation::Observation},
        scale::{chosen, quantity::Quantity},
    },
    failure::Failure,
    present::{output::stdout, results_folder::ResultsFolder, sheet::write_csv},
};
use charts::{FigureFormat, FigureScale, FigureSeries, FigureSpec, FigureStyle, Panel};
use std::{
    collections::BTreeSet,
    io::Write,
    path::{Path, PathBuf},
};
use tournament::{FileError, files, in_order};

/// From this ratio of the largest to the smallest number on, the axis is logarithmic.
const WIDE: f64 = 10.0;

impl Charts {
    /// Draws a figure, and writes it and its numbers.
    pub(super) fn figure(&self, facet: Facet) -> Result<(), Failure> {
        let folder = ResultsFolder::read(&self.folder)?;
        let played: Vec<_> = folder.results.summaries.iter().filter(|row| row.rounds > 0).collect();
        let of_players = in_order(played.iter().copied(), |row| row.player.clone());
        let of_scsas = in_order(played.iter().copied(), |row| row.scsa.clone());
        let players = chosen(self.players.as_deref(), of_players, "--players", &self.folder)?;
        let scsas = chosen(self.scsa.as_deref(), of_scsas, "--scsa", &self.folder)?;
        let observations = Observation::all(&folder.results, &players, &scsas, (self.x, self.y), folder.guess_limit());
        if observations.is_empty() {
            return Err(Failure::input(format!(
                "{} has no {} of these players and codemakers; name others with --players and --scsa, or another --y",
                self.folder.display(),
                self.y.id()
            )));
        }
        let spec = self.spec(facet, &players, &scsas, &observations);
        // Everything is drawn before anything is written.
        let formats: BTreeSet<FigureFormat> = self.format.iter().copied().collect();
        let name = format!("{}-by-{}", self.y.id(), facet.name());
        let mut drawn = Vec::new();
        for format in formats {
            let bytes = format
                .draw(&spec)
                .map_err(|e| Failure::input(format!("{e}; give a larger --width, or fewer --players")))?;
            drawn.push((format!("{name}.{format}"), bytes));
        }
        let mut table = Vec::new();
        write_csv(&mut table, &observations)?;
        drawn.push((format!("{name}.csv"), table));
        let out = self.out.clone().unwrap_or_else(|| self.folder.join(files::FIGURES));
        let written = write(&out, &drawn)
            .map_err(|e| Failure::input(format!("{e}; give a folder that can be written with --out")))?;
        let mut output = stdout();
        for path in written {
            writeln!(output, "{}", path.display())?;
        }
        Ok(())
    }

    fn spec(&self, facet: Facet, players: &[String], scsas: &[String], observations: &[Observation]) -> FigureSpec {
        let series = |is_shown: &dyn Fn(&Observation) -> bool| -> Vec<FigureSeries> {
            let of_player = |(color, player): (usize, &String)| {
                let own = observations.iter().filter(|one| one.player == *player && is_shown(one));
                FigureSeries { label: player.clone(), color, points: own.map(Observation::point).collect() }
            };
            let all = players.iter().enumerate().map(of_player);
            all.filter(|series: &FigureSeries| !series.points.is_empty()).collect()
        };
        let panels: Vec<Panel> = match facet {
            Facet::Scsa => scsas
                .iter()
                .map(|scsa| Panel {
                    title: scsa.clone(),
                    groups: vec![(String::new(), series(&|one| one.scsa == *scsa))],
                })
                .collect(),
            Facet::Size => {
                // They are ordered by size.
                let mut sizes: Vec<String> = observations.iter().map(Observation::size_name).collect();
                sizes.dedup();
                let group = |size: &String, scsa: &String| {
                    let name = if scsas.len() > 1 { scsa.clone() } else { String::new() };
                    (name, series(&|one| one.scsa == *scsa && one.size_name() == *size))
                };
                let groups = |size: &String| {
                    let groups = scsas.iter().map(|scsa| group(size, scsa));
                    groups.filter(|(_, series)| !series.is_empty()).collect()
                };
                sizes.iter().map(|size| Panel { title: size.clone(), groups: groups(size) }).collect()
            }
        };
        let panels = panels.into_iter().filter(|panel| panel.groups.iter().any(|(_, series)| !series.is_empty()));
        FigureSpec {
            figure: if facet == Facet::Scsa { FigureStyle::Lines } else { FigureStyle::Rows },
            width: self.width.points,
            measures: [self.x.title().to_owned(), self.y.name().to_owned()],
            scales: [FigureScale::Logarithmic, scale(self.y, observations)],
            panels: panels.collect(),
        }
    }
}

/// Points may be negative; times differ by powers of ten.
fn scale(y: Quantity, observations: &[Observation]) -> FigureScale {
    let (low, high) =
        observations.iter().fold((f64::INFINITY, 0.0f64), |(low, high), one| (low.min(one.y), high.max(one.y)));
    match y {
        Quantity::Time | Quantity::Preparation => FigureScale::Logarithmic,
        Quantity::Guesses if low > 0.0 && high >= WIDE * low => FigureScale::Logarithmic,
        Quantity::Guesses | Quantity::Points => FigureScale::Linear,
    }
}

/// Writes files, each as a whole, and returns their paths.
fn write(folder: &Path, drawn: &[(String, Vec<u8>)]) -> Result<Vec<PathBuf>, FileError> {
    folder_files::make_folder(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
    let mut written = Vec::new();
    for (name, bytes) in drawn {
        let path = folder.join(name);
        files::write_whole(&path, bytes)?;
        written.push(path);
    }
    Ok(written)
}
