//! The names of the files of a results folder.

/// One row a round.
pub const ROUNDS: &str = "rounds.csv";
/// One row a match.
pub const SUMMARY: &str = "summary.csv";
/// One row a timed round.
pub const TIMINGS: &str = "timings.csv";
/// One row a match that was timed.
pub const TIMING_SUMMARY: &str = "timing-summary.csv";
/// One row a round of a player that is a program of its own: its guesses.
pub const GUESSES: &str = "guesses.csv.gz";
/// How the results were made.
pub const MANIFEST: &str = "manifest.json";
/// The CSV files that may be there as Parquet files as well, with the names of these.
pub const PARQUET: [(&str, &str); 2] = [(ROUNDS, "rounds.parquet"), (TIMINGS, "timings.parquet")];
/// The folder of the charts.
pub const CHARTS: &str = "charts";
/// The folder of what external players wrote to their standard error: text files.
pub const MESSAGES: &str = "messages";
/// The folder of the codes that external codemakers made: text files.
pub const CODES: &str = "codes";
/// The page of the results.
pub const PAGE: &str = "report.html";
/// What such a page has in its first kilobyte, so that it is told from others.
pub const PAGE_MARK: &str = "<meta name=\"generator\" content=\"arena\">";
/// The folder in a results folder into which an extension is played until it is complete.
pub const EXTENSION: &str = ".extension";
/// The folder of figures for papers.
pub const FIGURES: &str = "figures";
/// The folder of the laws of growth.
pub const SCALE: &str = "scale";
/// The file that is locked while a tournament is played into a folder.
pub const LOCK: &str = ".lock";
/// The journal of a tournament that is being played.
pub const JOURNAL: &str = "journal.bin";

/// The files of which each one shows that a folder holds results.
pub const RESULTS: [&str; 6] = [ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY, GUESSES, MANIFEST];
/// The folders in a results folder. A folder of such a name is never a link, wherever it is.
pub const INNER: [&str; 6] = [CHARTS, MESSAGES, CODES, EXTENSION, FIGURES, SCALE];
