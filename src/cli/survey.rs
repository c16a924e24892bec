//! `arena survey`

use super::Failure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};
use studies::proof::survey::{self, ASKED, Effort, Game, Survey as Found};

/// What `arena survey` takes.
#[derive(Debug, clap::Args)]
pub struct Survey {
    /// All games with at most so many codes, and two and a half times as many where no color repeats
    #[arg(long, value_name = "N", default_value = "1296")]
    codes: u64,
    /// How many sets of candidates are looked at for a game, before bounds have to do; with more than seven pegs an eighth of
    /// that
    #[arg(long, value_name = "N", default_value = "400000")]
    sets: u64,
    /// How many megabytes each thread has for remembering what was found
    #[arg(long, value_name = "MB", default_value = "500")]
    memory: usize,
    /// How many games are looked at side by side [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder for the tables, the trees and the page
    #[arg(long, value_name = "DIR", default_value = "results/latest-optimal")]
    out: PathBuf,
    /// Overwrite a survey that is in the folder
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

impl Survey {
    pub fn run(&self) -> Result<(), Failure> {
        if self.codes > solver::ListedProblem::MAX_CODES / 4 {
            let most = solver::ListedProblem::MAX_CODES / 4;
            return Err(Failure::input(format!(
                "--codes {} is too many to be searched; give up to {most}",
                self.codes
            )));
        }
        let games = Game::all(self.codes);
        if games.is_empty() {
            return Err(Failure::input(format!("--codes {} leaves no game; give 4 or more", self.codes)));
        }
        for (name, number) in
            [("sets", self.sets), ("memory", self.memory as u64), ("jobs", self.jobs.map_or(1, |jobs| jobs as u64))]
        {
            if number == 0 {
                return Err(Failure::input(format!("--{name} 0 finds nothing; give 1 or more")));
            }
        }
        if survey::is_written(&self.out) && !self.force {
            return Err(Failure::input(format!(
                "{} holds a survey already; give --force to overwrite it, or another folder with --out",
                self.out.display()
            )));
        }
        let writable = |e| Failure::input(format!("{e}; give a folder that can be written with --out"));
        survey::make_folder(&self.out).map_err(writable)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0)).stack_size(64 << 20).build();
        let pool = pool.map_err(|e| Failure::run(format!("cannot start the threads: {e}")))?;
        let effort = Effort { sets: self.sets, bytes: self.memory << 20 };
        let bar = if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let bar = ProgressBar::with_draw_target(Some(games.len() as u64), bar);
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} games  {elapsed}  {msg}") {
            bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        }
        let lines = !self.quiet && !io::stderr().is_terminal();
        let found = pool.install(|| {
            // Each thread takes the next game when it is done with one, so that large ones do not wait for each other.
            let solve = |game: &Game| {
                bar.set_message(format!("{} {}", game.size, game.play()));
                let found = game.solve(effort);
                if lines {
                    // A closed standard error is no reason to stop.
                    let _ = writeln!(io::stderr(), "{} {} …", game.size, game.play());
                }
                bar.inc(1);
                found
            };
            games.par_iter().with_max_len(1).map(solve).collect::<Result<Vec<_>, _>>()
        });
        let answers = || ASKED.iter().map(|asked| Ok((*asked, asked.answer(effort)?))).collect::<Result<Vec<_>, _>>();
        let failed = |e: studies::proof::NoProof| Failure::run(e.to_string());
        let (games, asked) = (found.map_err(failed)?, answers().map_err(failed)?);
        bar.finish_and_clear();
        let found = Found { codes: self.codes, effort, games, asked };
        found.write(&self.out).map_err(|e| Failure::run(e.to_string()))?;
        if !self.quiet {
            let mut out = io::stdout().lock();
            for (name, what) in [
                (survey::PAGE, "what was found, in words"),
                (survey::GAMES, "the best total of each game and kind of play"),
                (survey::TIMES, "how long each took"),
            ] {
                let path = self.out.join(name).display().to_string();
                writeln!(out, "{path:<50} {what}")?;
            }
        }
        Ok(())
    }
}
