//! The documents and the pages of `tests/commands` show what the program does: every `console` block is run and its output compared,
//! every `sh` block is run or says why not, every table of columns is generated from the code.
//!
//! A comment before a block says what to do with it: `<!-- file: NAME -->` writes it into the folder where the commands of the
//! document run, `<!-- not run: REASON -->` leaves its commands out.
//!
//! A page of `tests/commands` has one behavior, in the words of a shell: a line with `> ` goes on with the command, `? 2` is its exit
//! code unless it is 0. In an output `[..]` stands for any characters of a line, and `...` for any lines. `$CHECKOUT` is this repository.
//! Pages in `tests/commands/long` are those of an ignored test. `<!-- needs: COMMAND -->`: the page needs that this command succeeds.
//!
//! `UPDATE_DOCS=1 cargo test --test program documents::` writes the outputs and the tables anew, but for outputs with `[..]` or `...`.
//! `PAGE=verify` runs only the documents whose path has that word. `ARENA=FILE` runs another file named `arena` as the program.

use player_api::FailureKind;
use rayon::prelude::*;
use snapbox::{IntoData, assert::Assert};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tournament::{GuessRow, Manifest, RoundRow, Summary, TimingRow, TimingSummary};

/// The width of the terminal in the examples.
const COLUMNS: &str = "110";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of a folder and of those in it.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut pages: Vec<PathBuf> = files.chain(folders.iter().flat_map(|folder| pages(folder))).collect();
    pages.sort();
    pages
}

fn is_updating() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

/// The exit code of a command and what it prints, run by a shell in that folder, with `arena` being this program.
fn run(command: &str, folder: &Path, columns: Option<&str>) -> (Option<i32>, String) {
    let program = std::env::var_os("ARENA").map_or_else(|| env!("CARGO_BIN_EXE_arena").into(), PathBuf::from);
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", path).env("CHECKOUT", root());
    match columns {
        Some(columns) => shell.env("COLUMNS", columns),
        None => shell.env_remove("COLUMNS"),
    };
    let run = shell.output().unwrap();
    let text = String::from_utf8_lossy(&run.stdout);
    // Blanks at the ends of lines are not seen in a document.
    (run.status.code(), text.lines().map(|line| format!("{}\n", line.trim_end())).collect())
}

fn output(command: &str, folder: &Path) -> String {
    run(command, folder, Some(COLUMNS)).1
}

/// Runs the `console` blocks of a document in a folder of their own, and returns the document with the outputs in them. The blocks
/// of a document share the folder.
fn with_outputs(document: &str, output: impl Fn(&str) -> String, compare: &mut dyn FnMut(&str, &str, &str)) -> String {
    let mut text = String::new();
    let mut lines = document.lines().peekable();
    while let Some(line) = lines.next() {
        let _ = writeln!(text, "{line}");
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let command =
                line.strip_prefix("$ ").unwrap_or_else(|| panic!("a console block begins with a command: {line}"));
            let _ = writeln!(text, "{line}");
            let mut command = command.to_owned();
            while let Some(line) = lines.next_if(|line| line.starts_with("> ")) {
                let _ = writeln!(text, "{line}");
                let _ = write!(command, "\n{}", &line[2..]);
            }
            let mut shown = String::new();
            while let Some(line) = lines.next_if(|line| *line != "```" && !line.starts_with("$ ")) {
                let _ = writeln!(shown, "{line}");
            }
            let real = output(&command);
            compare(&command, &shown, &real);
            text.push_str(if is_elided(&shown) { &shown } else { &real });
        }
    }
    text
}

/// Whether a shown output leaves something out.
fn is_elided(shown: &str) -> bool {
    shown.contains("[..]") || shown.lines().any(|line| line == "...")
}

/// The output of a command without the measured times, which are in the last columns of the leaderboard, and without the progress that a
/// slow machine shows.
fn without_times(output: &str) -> String {
    let is_progress = |line: &&str| {
        line.contains(" rounds (") && line.contains(" left  ") || line.starts_with("  SCOREs at the end, predicted: ")
    };
    let output: String = output.lines().filter(|line| !is_progress(line)).map(|line| format!("{line}\n")).collect();
    if !output.contains("µs a guess") {
        return output;
    }
    let columns = if output.lines().any(|line| line.ends_with("median │")) { 2 } else { 1 };
    let without = |line: &str| {
        let Some(cells) = line.strip_suffix(" │") else { return line.to_owned() };
        let is_number = |line: &str| line.rsplit_once(' ').is_some_and(|(_, number)| number.parse::<f64>().is_ok());
        let less = (0..columns).try_fold(cells, |line, _| {
            is_number(line).then(|| line.rsplit_once(' ').map_or(line, |(line, _)| line.trim_end()))
        });
        less.unwrap_or(line).to_owned()
    };
    // A column is as wide as its times.
    let squeezed = |line: String| {
        let mut characters: Vec<char> = line.chars().collect();
        characters.dedup_by(|one, before| one == before && " ─═".contains(*one));
        characters.into_iter().collect::<String>()
    };
    output.lines().map(|line| squeezed(without(line)) + "\n").collect()
}

/// Runs what a document shows, and returns the number of its `sh` blocks that were run and of commands whose options were checked.
fn check(path: &Path, output: impl Fn(&str, &Path) -> String, failures: &mut String) -> (usize, usize) {
    let document = fs::read_to_string(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let blocks = blocks(&document);
    for (name, block) in blocks.iter().filter_map(|block| Some((block.comment?.strip_prefix("file: ")?, block))) {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, &block.text).unwrap();
    }
    let mut compare = |command: &str, shown: &str, real: &str| {
        let (expected, real) = (without_times(shown), without_times(real));
        if let Err(difference) =
            Assert::new().normalize_paths(false).try_eq(None, real.into_data(), expected.into_data())
        {
            let _ = writeln!(failures, "{}: $ {command}\n{difference}", path.display());
        }
    };
    let updated = with_outputs(&document, |command| output(command, folder.path()), &mut compare);
    if is_updating() && updated != document {
        fs::write(path, updated).unwrap();
    }
    let (mut blocks_run, mut commands_checked) = (0, 0);
    for block in blocks.iter().filter(|block| block.language == "sh") {
        match block.comment.and_then(|comment| comment.split_once(": ")) {
            None if block.comment.is_none() => {
                let text = output(&format!("set -e\n{}\necho succeeded", block.text), folder.path());
                assert!(text.ends_with("succeeded\n"), "{}:\n{}{text}", path.display(), block.text);
                blocks_run += 1;
            }
            Some(("not run", _)) => commands_checked += check_options(path, &block.text),
            Some(("file", _)) => {}
            _ => panic!("{}: a block after an unknown comment: {:?}", path.display(), block.comment),
        }
    }
    (blocks_run, commands_checked)
}

/// Checks documents, in parallel. Returns the sums of what [`check`] returns.
fn check_all(paths: Vec<PathBuf>, output: impl Fn(&str, &Path) -> String + Sync) -> (usize, usize) {
    let page = std::env::var("PAGE").unwrap_or_default();
    let paths: Vec<PathBuf> = paths.into_iter().filter(|path| path.to_string_lossy().contains(&page)).collect();
    // Pages wait at times, for limits of time and for each other. An error says that the pool is there.
    let threads = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    let checked = paths.par_iter().with_max_len(1).map(|path| {
        let mut failures = String::new();
        let (run, checked) = check(path, &output, &mut failures);
        (run, checked, failures)
    });
    let none = || (0, 0, String::new());
    let (run, checked, failures) = checked.reduce(none, |a, b| (a.0 + b.0, a.1 + b.1, a.2 + &b.2));
    assert!(
        is_updating() || failures.is_empty(),
        "{failures}\nUPDATE_DOCS=1 cargo test --test program documents:: writes the outputs"
    );
    (run, checked)
}

#[test]
fn commands_succeed_and_print_what_the_documents_show() {
    let mut documents = pages(&root().join("docs"));
    documents.extend(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    let (blocks_run, commands_checked) = check_all(documents, output);
    if std::env::var_os("PAGE").is_none() {
        assert!(blocks_run >= 4, "{blocks_run} sh blocks were run");
        assert!(commands_checked > 10, "the options of {commands_checked} commands that are not run were checked");
    }
}

/// Checks the pages of the tests, or those of them that take long. The exit codes are compared, too.
fn check_pages(are_long: bool) {
    let folder = root().join("tests/commands");
    let is_there = |command: &str| run(command, &folder, None).0 == Some(0);
    let mut pages = pages(&folder);
    pages.retain(|path| {
        let page = fs::read_to_string(path).unwrap();
        let needs = page.lines().find_map(|line| line.strip_prefix("<!-- needs: ")?.strip_suffix(" -->"));
        path.starts_with(folder.join("long")) == are_long && needs.is_none_or(is_there)
    });
    check_all(pages, |command, folder| match run(command, folder, None) {
        (Some(0), text) => text,
        (Some(code), text) => format!("? {code}\n{text}"),
        (None, text) => format!("? a signal\n{text}"),
    });
}

#[test]
fn commands_print_what_the_pages_of_the_tests_show() {
    check_pages(false);
}

#[test]
#[ignore = "a minute: run with `cargo test --test program documents:: -- --ignored`"]
fn commands_print_what_the_long_pages_of_the_tests_show() {
    check_pages(true);
}

/// A block of a document that is not a `console` block.
struct Block<'a> {
    language: &'a str,
    text: String,
    /// The comment on the line before it.
    comment: Option<&'a str>,
}

/// The blocks of a document, `console` blocks left out. The indentation of a block in a list is removed.
fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut comment = None;
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        if let Some(language) = start.strip_prefix("```") {
            let indentation = &line[..line.len() - start.len()];
            let text = lines.by_ref().take_while(|line| line.trim_start() != "```");
            let text = text.map(|line| line.strip_prefix(indentation).unwrap_or(line).to_owned() + "\n").collect();
            if language != "console" {
                blocks.push(Block { language, text, comment });
            }
        }
        comment = start.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
    }
    blocks
}

/// Asserts that the options in the commands of this program exist, and returns the number of these commands.
fn check_options(path: &Path, commands: &str) -> usize {
    let commands = commands.replace("\\\n", " ");
    let mut count = 0;
    for command in commands.lines() {
        let starts = ["arena ", "cargo run -- ", "cargo run --release -- "];
        let Some(arguments) = starts.iter().find_map(|start| command.strip_prefix(start)) else { continue };
        // The program reads the arguments from left to right, refuses the first wrong one, and prints the help at the last.
        let help = output(&format!("set -- {arguments}\narena \"$@\" --help"), &root());
        assert!(help.contains("\nUsage: arena "), "{}: arena {arguments}\n{help}", path.display());
        count += 1;
    }
    count
}

/// A table of columns, from their names and what they contain.
fn table(columns: &[&str], docs: &[&str]) -> String {
    let mut table = "| column | contents |\n|---|---|\n".to_owned();
    for (column, doc) in columns.iter().zip(docs) {
        let _ = writeln!(table, "| `{column}` | {} |", doc.trim());
    }
    table
}

#[test]
fn tables_of_columns_are_those_of_the_code() {
    let kinds = FailureKind::ALL;
    let failures = table(&kinds.map(FailureKind::word), &kinds.map(FailureKind::meaning));
    // The fields that are always there, and other settings where they are given. The last column has the settings, which are fields of their
    // own.
    let fields = [Manifest::COLUMNS, Manifest::COLUMN_DOCS].map(|all| &all[..all.len() - 1]);
    let mut manifest = table(fields[0], fields[1]).replace("column", "field");
    for (name, help) in arena::recorded_settings() {
        let _ = writeln!(manifest, "| `{name}` | {help}; `null` or `false` where it is not given |");
    }
    let mut tables = vec![
        ("summary", table(Summary::COLUMNS, Summary::COLUMN_DOCS)),
        ("rounds", table(RoundRow::COLUMNS, RoundRow::COLUMN_DOCS)),
        ("timing-summary", table(TimingSummary::COLUMNS, TimingSummary::COLUMN_DOCS)),
        ("timings", table(TimingRow::COLUMNS, TimingRow::COLUMN_DOCS)),
        ("guesses", table(GuessRow::COLUMNS, GuessRow::COLUMN_DOCS)),
        ("failures", failures.replace("column | contents", "word | meaning")),
        ("manifest", manifest),
    ];
    tables.extend(arena::csv_columns().into_iter().map(|(name, columns, docs)| (name, table(&columns, &docs))));
    // They are compared with those of the document, or written anew.
    let path = root().join("docs/files.md");
    let mut document = fs::read_to_string(&path).unwrap();
    let before = document.clone();
    for (name, table) in tables {
        let begin = format!("<!-- columns: {name} -->\n");
        let start = document.find(&begin).unwrap_or_else(|| panic!("the table {name} is missing")) + begin.len();
        let end = start + document[start..].find("<!-- end -->").unwrap();
        document.replace_range(start..end, &format!("\n{table}\n"));
    }
    if is_updating() {
        fs::write(&path, &document).unwrap();
    }
    assert!(
        is_updating() || document == before,
        "UPDATE_DOCS=1 cargo test --test program documents:: writes the tables of {} anew",
        path.display()
    );
}
