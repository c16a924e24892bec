//! `arena solve`

use super::pieces::{Pieces, Proved};
use super::{FileOptions, Kept};
use crate::failure::Failure;
use crate::playing::set_on_interrupt;
use crate::present::{draws_progress, notice, program_name, shell_word, stderr, stdout, tables};
use crate::settings::{JobSettings, selection, table_bytes};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use players::notation::Notation;
use players::optimal::{OptimalProblem, OptimalStrategy, ProofError, prove};
use players::tree::Secrets;
use scsa::algorithms;
use solver::{AllowedGuesses, Keep, ListedProblem, Minimized, Objective, SearchMonitor};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use tournament::{Registry, ShardNumber, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena solve --size 4x6
  arena solve --size 4x7 --csv optimal.csv
  arena solve --size 5x8 --best 4 --csv good.csv
  arena solve --size 4x9n --objective at-worst-case
  arena solve --scsa two-color-alternating
  arena solve --size 4x7 --certificate lemmas.txt   a proof that another program checks
  arena solve --size 4x11 --out proof               piece by piece, in a folder
  arena solve --resume --out proof                  go on with it, or join its shards
  arena solve --size 4x11 --shard 3/16 --out proof  one of 16 parts, on one of many machines")]
pub struct Solve {
    #[arg(
        long, value_name = "PxC", default_value = "4x6", help_heading = "What is solved",
        help = format!(
            "The game, pegs x colors, with an n where no color comes twice, such as 4x10n: of at most {} codes with repeats",
            ListedProblem::MAX_CODES
        )
    )]
    size: String,
    /// What is minimized: `total`, the sum of the guesses over all secrets; `worst-case`, the longest game, and then the total; or
    /// `at-worst-case`, the longest game, and then the number of secrets that take so many guesses
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "total",
        hide_possible_values = true,
        help_heading = "What is minimized",
        value_parser = PossibleValuesParser::new(["total", "worst-case", "at-worst-case"]).map(|name| match &*name {
            "total" => Minimized::Total,
            "worst-case" => Minimized::WorstCase,
            _ => Minimized::AtWorstCase,
        })
    )]
    objective: Minimized,
    /// Find every secret within N guesses
    #[arg(long, value_name = "N", help_heading = "What is minimized")]
    within: Option<usize>,
    /// Among the optimal strategies, choose one with the smallest worst case, and among these one with the fewest secrets at the worst case
    #[arg(long, help_heading = "What is minimized")]
    fewest_last: bool,
    /// Try only the N guesses of the lowest estimated costs for each set of candidates, and three first guesses: a good strategy after
    /// seconds or minutes, without proof
    #[arg(
        long, value_name = "N", help_heading = "What is solved",
        conflicts_with_all = ["objective", "within", "fewest_last", "memory"]
    )]
    best: Option<usize>,
    /// Guess only candidates: codes that fit all feedback
    #[arg(long, help_heading = "What is solved")]
    consistent: bool,
    /// No color comes twice, neither in secrets nor in guesses: `--size 4x10 --no-repeats` is `--size 4x10n`
    #[arg(long, help_heading = "What is solved")]
    no_repeats: bool,
    /// Take the secrets of a codemaker, weighted by their probability [default: every code, with equal probabilities]
    #[arg(long, value_name = "NAME", help_heading = "What is solved")]
    scsa: Option<String>,
    /// The size of the transposition table in megabytes; the search is slower with a smaller table
    #[arg(long, value_name = "MB", default_value = "1000", help_heading = "Execution")]
    memory: usize,
    /// The number of threads; the strategy does not depend on it [default: the number of processors]
    #[arg(long, value_name = "N", help_heading = "Execution")]
    jobs: Option<usize>,
    /// Keep the search in this folder, piece by piece
    #[arg(
        long, value_name = "DIR", help_heading = "Execution",
        conflicts_with_all = ["objective", "within", "fewest_last", "best", "scsa"]
    )]
    out: Option<PathBuf>,
    /// Go on with the search in the folder, and join what its shards have proved; it keeps its options
    #[arg(
        long, requires = "out", help_heading = "Execution",
        conflicts_with_all = ["size", "consistent", "no_repeats", "shard"]
    )]
    resume: bool,
    /// Search one of several parts, such as 3/16, in the folder that all of them share; what is in it is not searched again
    #[arg(long, value_name = "NUMBER/ALL", requires = "out", help_heading = "Execution")]
    shard: Option<ShardNumber>,
    /// Write colors as letters, even if there are at most nine
    #[arg(long, help_heading = "Output")]
    letters: bool,
    /// Write lemmas, of which the last one is that no strategy takes fewer guesses, for an independent checker
    #[arg(
        long, value_name = "FILE", help_heading = "Output",
        conflicts_with_all = ["objective", "within", "fewest_last", "best", "scsa", "out", "consistent"]
    )]
    certificate: Option<String>,
    #[command(flatten)]
    files: FileOptions,
    /// Print nothing but the answer and errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// The most codes of a game that the checker of certificates reads.
const MOST_CHECKED: u64 = 1 << 15;
/// How often the state of the search is shown on a terminal.
const DRAW_EVERY: Duration = Duration::from_millis(100);
/// How often a line is printed where the standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

impl Solve {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        for (name, number) in [("within", self.within), ("best", self.best)] {
            ensure!(number != Some(0), "--{name} must be at least 1");
        }
        let (bytes, (jobs, _)) = (table_bytes(self.memory)?, JobSettings::option(self.jobs).jobs()?);
        let mut problem = self.problem(registry)?;
        let files = self.files.checked(self.scsa.as_deref().into_iter())?;
        let certificate = self.certificate.as_deref();
        let certificate = certificate.map(|path| self.files.target("--certificate", path, &files)).transpose()?;
        if let (Some(_), None) = (&certificate, problem.game.with_repeats().count_at_most(MOST_CHECKED)) {
            bail!(
                "{} has more than {MOST_CHECKED} codes, too many for a certificate; leave --certificate out",
                problem.game
            );
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(64 << 20).build();
        let pool = pool.map_err(|e| Failure::system(format!("cannot start the threads: {e}")))?;
        let watch = Arc::new(SearchMonitor::default());
        let pieces = self.out.as_deref().map(|folder| self.pieces(folder, &mut problem, &watch)).transpose()?;
        let search = Arc::clone(&watch);
        let interrupted = set_on_interrupt(move || search.stop())?;
        let since = Instant::now();
        let mut lemmas = Vec::new();
        let strategy = thread::scope(|scope| {
            // The display ends when this is dropped.
            let (_end, ended) = mpsc::channel();
            if !self.quiet {
                let watch = &watch;
                scope.spawn(move || show(watch, since, &ended));
            }
            let keep = match &pieces {
                Some(pieces) => Some(Keep::Pieces(pieces)),
                None => certificate.is_some().then_some(Keep::Certificate(&mut lemmas)),
            };
            pool.install(|| prove(&problem, bytes, jobs, &watch, keep))
        });
        if let Some(pieces) = pieces {
            pieces.close(matches!(strategy, Ok(_) | Err(ProofError::Unfinished(_))))?;
        }
        match strategy {
            Ok(strategy) => {
                self.answer(&problem, &strategy, &files, &watch, since.elapsed())?;
                let lemmas = lemmas.iter().map(|lemma| format!("{lemma}\n"));
                let text: String = [format!("{}\n", problem.game)].into_iter().chain(lemmas).collect();
                certificate.map_or(Ok(()), |path| Ok(files::write_whole(&path, text.as_bytes())?))
            }
            Err(ProofError::Impossible(within)) => {
                let what = what(&problem);
                writeln!(stdout(), "{what}: it is proved that no strategy finds every secret within {within} guesses")?;
                Ok(())
            }
            Err(e @ ProofError::Stopped(_)) if interrupted.load(Ordering::Relaxed) => {
                let (seconds, sets) = (since.elapsed().as_secs_f64(), HumanCount(watch.nodes()));
                let goes_on = match &self.out {
                    Some(_) if self.shard.is_some() => "the same command goes on".to_owned(),
                    Some(folder) => format!("`{}` goes on", resume_in(folder)),
                    None => "nothing was written".to_owned(),
                };
                Err(Failure::interrupt(format!(
                    "{}: {e}; {seconds:.0} s, {sets} sets of candidates; {goes_on}",
                    what(&problem)
                )))
            }
            Err(ProofError::Unfinished(bounds)) => {
                let (what, folder) = (what(&problem), self.out.as_deref().unwrap_or(Path::new(".")));
                let text = format!(
                    "{what}: {bounds}, as far as is proved. `{}` joins all shards when they are there.",
                    resume_in(folder)
                );
                tables::line(&mut stdout(), &text, 0)?;
                Ok(())
            }
            Err(e) => Err(e.into()),
        }
    }

    /// The pieces in a folder: of the problem, which with --resume is that of the folder.
    fn pieces(
        &self,
        folder: &Path,
        problem: &mut OptimalProblem,
        watch: &Arc<SearchMonitor>,
    ) -> Result<Pieces, Failure> {
        let (path, there) = (folder.display(), Pieces::proved_in(folder)?);
        let begun = Proved { game: problem.game, consistent: problem.guessing == AllowedGuesses::Consistent };
        let proved = match there {
            None if self.resume => bail!("{path} has no pieces of a search; begin one with --size and --out"),
            Some(there) if self.resume => there,
            Some(there) if there != begun => {
                bail!("{path} has pieces of another search, of {}; give another folder with --out", there.name())
            }
            Some(_) if self.shard.is_none() => {
                bail!("{path} has pieces of this search; go on with `{}`, or give another folder", resume_in(folder))
            }
            _ => begun,
        };
        problem.game = proved.game;
        problem.guessing = if proved.consistent { AllowedGuesses::Consistent } else { AllowedGuesses::Any };
        problem.check()?;
        let all = ShardNumber::new(1, 1).map_err(Failure::input)?;
        Pieces::open(folder, proved, self.shard.unwrap_or(all), watch)
    }

    fn problem(&self, registry: &Registry) -> Result<OptimalProblem, Failure> {
        let game = selection::game(&self.size)?;
        let game =
            if self.no_repeats { game.without_repeats().map_err(|e| failure!("--no-repeats: {e}"))? } else { game };
        let uniform = algorithms::uniform(game);
        let codemaker = selection::codemaker(registry, self.scsa.as_deref().unwrap_or(uniform.name()))?;
        let Some(codemaker) = algorithms::find(codemaker.name()) else {
            let name = codemaker.name();
            bail!("{name} is no SCSA of `arena list`, by whose name a strategy is kept; give one with --scsa");
        };
        // All codes with equal probabilities need not be enumerated.
        let uniform = Secrets::Of(uniform);
        let guessing = if self.consistent { AllowedGuesses::Consistent } else { AllowedGuesses::Any };
        let goal = Objective {
            minimized: self.objective,
            max_guesses: self.within,
            fewest_at_worst_case: self.fewest_last,
            best: self.best,
        };
        let secrets = Some(Secrets::Of(codemaker)).filter(|secrets| *secrets != uniform).unwrap_or(Secrets::All);
        Ok(OptimalProblem { game, secrets, guessing, goal })
    }

    fn answer(
        &self,
        problem: &OptimalProblem,
        strategy: &OptimalStrategy,
        files: &[Kept<'_>],
        watch: &SearchMonitor,
        time: Duration,
    ) -> Result<(), Failure> {
        let game = problem.game;
        let notation = if self.letters { Notation::Letters } else { Notation::of(game) };
        let secrets: u64 = strategy.by_guesses.iter().sum();
        let mean = strategy.mean();
        let mut out = io::BufWriter::new(stdout());
        let total = match secrets == strategy.weight {
            true => format!("{} guesses for all {secrets} together, {mean:.4} on average", strategy.total),
            false => format!("{mean:.6} guesses expected for the {secrets}, by their probabilities"),
        };
        let proved = strategy.is_proved();
        let others = match secrets == strategy.weight {
            _ if proved => format!("no strategy {}", beaten(problem.goal)),
            true => format!("not proved to be optimal: the lower bound is {}", strategy.lower_bound),
            false => {
                let least = strategy.lower_bound as f64 / strategy.weight as f64;
                format!("not proved to be optimal: the lower bound is {least:.6}")
            }
        };
        tables::line(&mut out, &format!("{}: {total}; {others}", what(problem)), 0)?;
        let counts: Vec<String> = strategy.by_guesses.iter().map(u64::to_string).collect();
        let width = counts.iter().map(String::len).max().unwrap_or(1).max(2);
        let row = |name: &str, cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            format!("{name:<8} {}", cells.join(" "))
        };
        let depths: Vec<String> = (1..=counts.len()).map(|depth| depth.to_string()).collect();
        writeln!(out, "{}\n{}", row("guesses", &depths), row("secrets", &counts))?;
        let first = notation.code(&strategy.tree.guess(strategy.tree.root()));
        tables::line(&mut out, &format!("first guess {first}; a game against every secret confirms the total"), 0)?;
        if !proved && !files.is_empty() {
            writeln!(out, "the strategy in the file is not proved to be optimal")?;
        }
        if !self.quiet {
            let sets = HumanCount(watch.nodes());
            writeln!(stderr(), "{:.2} s, {sets} sets of candidates", time.as_secs_f64())?;
        }
        out.flush()?;
        // After the answer, which is not lost where a file cannot be written.
        files.iter().try_for_each(|file| file.check(&strategy.tree))?;
        files.iter().try_for_each(|file| file.write(&strategy.tree, notation))
    }
}

impl From<ProofError> for Failure {
    fn from(e: ProofError) -> Failure {
        match e {
            ProofError::Secrets(_) => failure!("{e}; choose another --size or --scsa"),
            e => Failure::system(e),
        }
    }
}

fn resume_in(folder: &Path) -> String {
    format!("{} solve --resume --out {}", program_name(), shell_word(&folder.display().to_string()))
}

fn what(problem: &OptimalProblem) -> String {
    let secrets = match problem.secrets {
        Secrets::All => String::new(),
        secrets => format!(", {secrets}"),
    };
    let guesses = if problem.guessing == AllowedGuesses::Consistent { ", consistent guesses" } else { "" };
    format!("{}{secrets}{guesses}", problem.game)
}

/// What is proved about the other strategies, as the end of a sentence that begins with "no strategy".
fn beaten(goal: Objective) -> String {
    let last = if goal.fewest_at_worst_case {
        ", and none with as few guesses has fewer secrets at the worst case"
    } else {
        ""
    };
    match goal {
        Objective { minimized: Minimized::AtWorstCase, .. } => {
            "has a smaller worst case, and none with the same worst case has fewer secrets there".to_owned()
        }
        Objective { minimized: Minimized::WorstCase, .. } => {
            format!("has a smaller worst case, and none with the same worst case takes fewer{last}")
        }
        Objective { max_guesses: Some(within), .. } => format!("without a game over {within} takes fewer{last}"),
        _ => format!("takes fewer{last}"),
    }
}

/// Shows the state of the search on the standard error until it has ended: one line that changes on a terminal, a line every ten seconds
/// elsewhere.
fn show(watch: &SearchMonitor, since: Instant, ended: &mpsc::Receiver<()>) {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        line.set_style(style);
    }
    let terminal = draws_progress();
    let mut last = Instant::now();
    while ended.recv_timeout(DRAW_EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
        let bounds = watch.bounds();
        let (seconds, sets) = (since.elapsed().as_secs(), HumanCount(watch.nodes()));
        let piece = watch.piece().map(|of| match of.guesses {
            // Before the search of the piece its second guesses are put in order.
            0 => format!("; {}, its second guesses are estimated", of.piece),
            all => format!("; {}, second guess {} of {all}", of.piece, of.searched),
        });
        let state = format!("{bounds}{}; {sets} sets of candidates, {seconds} s", piece.unwrap_or_default());
        if terminal {
            line.set_message(state);
            line.tick();
        } else if last.elapsed() >= LINE_EVERY {
            notice(state);
            last = Instant::now();
        }
    }
    line.finish_and_clear();
}
