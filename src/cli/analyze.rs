//! `arena analyze`

use super::{Failure, select};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};
use studies::analysis::{self, Analysis, Watcher, exact::Matrix};

/// What `arena analyze` takes.
#[derive(Debug, clap::Args)]
pub struct Analyze {
    /// The size, pegs x colors, of 4096 codes at the most
    #[arg(long, value_name = "PxC", default_value = "4x6")]
    size: String,
    /// How many threads compute [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder for the tables and the page
    #[arg(long, value_name = "DIR", default_value = "results/latest-strategies")]
    out: PathBuf,
    /// Overwrite an analysis that is in the folder
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

impl Analyze {
    pub fn run(&self) -> Result<(), Failure> {
        let size = select::size(&self.size)?;
        if analysis::is_written(&self.out) && !self.force {
            return Err(Failure::input(format!(
                "{} holds an analysis already; give --force to overwrite it, or another folder with --out",
                self.out.display()
            )));
        }
        if self.jobs == Some(0) {
            return Err(Failure::input("--jobs 0 computes nothing; give 1 or more"));
        }
        // 0 is as many as there are processors.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0)).build();
        let pool = pool.map_err(|e| Failure::run(format!("cannot start the threads: {e}")))?;
        let parts = Parts::new(self.quiet);
        let matrix = pool.install(|| Matrix::new(size));
        let matrix = matrix.map_err(|e| Failure::input(format!("{e}; give a smaller one with --size")))?;
        // Whatever cannot be written is to be known before anything is computed.
        let writable = |e| Failure::input(format!("{e}; give a folder that can be written with --out"));
        analysis::make_folder(&self.out).map_err(writable)?;
        let analysis = pool.install(|| Analysis::of(matrix, &parts));
        parts.clear();
        analysis.write(&self.out).map_err(|e| Failure::run(e.to_string()))?;
        if !self.quiet {
            self.tell()?;
        }
        Ok(())
    }

    fn tell(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for (name, what) in [
            (analysis::PAGE, "what was found, in words"),
            (analysis::LOWEST, "strategies of lowest consistent codes"),
            (analysis::PAIRS, "the best pairs of fixed guesses before them"),
            (analysis::PAIR_TOTALS, "how many pairs have which total"),
            (analysis::RANDOM, "strategies of random consistent codes"),
            (analysis::RANDOM_LENGTHS, "how probable their games of each length are"),
            (analysis::PLAYERS, "players of the roster, against every secret"),
            (analysis::CLAIMS, "published figures beside these"),
        ] {
            let path = self.out.join(name).display().to_string();
            writeln!(out, "{path:<50} {what}")?;
        }
        Ok(())
    }
}

/// The parts of an analysis on the standard error: a bar on a terminal, plain lines elsewhere.
struct Parts {
    bar: ProgressBar,
    lines: bool,
}

impl Parts {
    fn new(quiet: bool) -> Parts {
        let bar = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let bar = ProgressBar::with_draw_target(None, bar);
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent:>3} %  {elapsed}  {msg}") {
            bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        }
        Parts { bar, lines: !quiet && !io::stderr().is_terminal() }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Parts {
    fn begin(&self, part: &str, steps: u64) {
        if self.lines {
            // A closed standard error is no reason to stop.
            let _ = writeln!(io::stderr(), "{part} …");
        }
        self.bar.set_length(steps);
        self.bar.set_position(0);
        self.bar.set_message(part.to_owned());
    }

    fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }
}
