//! `arena tree`

mod pieces;
pub mod solve;

use crate::failure::Failure;
use crate::present::{counted, program_name, shell_word, stdout, tables};
use crate::settings::{Choice, parameter_files, player_files, selection};
use players::notation::Notation;
use players::tree::{LengthDifference, Lengths, PlayerTreeError, Secrets, TableRow, Tree, TreeFile};
use players::{Briefing, Entry, FAULTY, Refusal};
use scsa::Game;
use std::cmp::Ordering;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tournament::{Codemaker, KnowledgePolicy, Registry, catch_panic, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena tree knuth
  arena tree entropy --size 4x7 --csv entropy.csv
  arena tree 1122+lc --against optimal")]
pub struct TreeCommand {
    /// The player: a name of `arena list` that draws no random numbers, or tree:FILE
    player: String,
    /// The game: pegs x colors, or 4x10n where no color comes twice [default: 4x6; of a tree:FILE its own]
    #[arg(long, value_name = "PxC", help_heading = "What is played")]
    size: Option<String>,
    /// The codemaker whose rule the player knows; the secrets are all codes of the game, or those that a tree:FILE is for
    /// [default: insert-colors; only-once where no color comes twice]
    #[arg(long, value_name = "NAME", help_heading = "What is played")]
    scsa: Option<String>,
    /// How many rows of the table are shown: a number, or `all`
    #[arg(long, value_name = "N", default_value = "20", value_parser = parse_rows, help_heading = "What is shown")]
    rows: usize,
    /// Write colors as letters, even if there are at most nine
    #[arg(long, help_heading = "Output")]
    letters: bool,
    /// Compare the strategy with the strategy of another player
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["rows", "csv", "dot"], help_heading = "What is shown")]
    against: Option<String>,
    #[command(flatten)]
    files: FileOptions,
}

fn parse_rows(text: &str) -> Result<usize, &'static str> {
    match text {
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| "give a whole number, or `all`"),
    }
}

impl TreeCommand {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let find = |text: &str| {
            let resolved = player_files::resolved(registry, text)?;
            if let Ok(Choice::Program(_)) = resolved.parse() {
                let (shown, word) = (program_name(), shell_word(&resolved));
                bail!(
                    "{text}: a tree asks its player for the guesses after any turns, and an external player plays game after game; \
                     `{shown} games {word}` shows its games"
                );
            }
            selection::player(registry, &resolved)
        };
        let player = find(&self.player)?;
        let other = self.against.as_deref().map(find).transpose()?;
        let game = match &self.size {
            Some(text) => selection::game(text)?,
            None => selection::default_game([&player].into_iter().chain(&other)),
        };
        let codemaker = selection::codemaker_for(registry, self.scsa.as_deref(), game)?;
        let files = self.files.checked([&*self.player, codemaker.name()].into_iter())?;
        let notation = if self.letters { Notation::Letters } else { Notation::of(game) };
        let tree = tree_of(&player, &codemaker, game)?;
        let mut out = io::BufWriter::new(stdout());
        match other {
            Some(other) => {
                let theirs = tree_of(&other, &codemaker, game)?;
                if tree.secrets() != theirs.secrets() {
                    let [one, two] = [(&player, &tree), (&other, &theirs)]
                        .map(|(player, tree)| format!("{} is for {}", player.name(), tree.secrets()));
                    bail!("{one}, {two}; choose two strategies for the same secrets");
                }
                print_comparison(
                    &mut out,
                    &title_of(&tree),
                    [(player.name(), &tree), (other.name(), &theirs)],
                    notation,
                )?;
            }
            None => {
                files.iter().try_for_each(|file| file.check(&tree))?;
                files.iter().try_for_each(|file| file.write(&tree, notation))?;
                let title = format!("{} at {}, knowing {}", player.name(), title_of(&tree), codemaker.name());
                print_strategy(&mut out, &title, &tree, notation, self.rows)?;
            }
        }
        Ok(out.flush()?)
    }
}

/// The files in which a strategy is written, if any.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct FileOptions {
    /// Write the whole table as CSV, from which tree:FILE plays
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Write the tree as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<String>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

#[derive(Debug)]
pub struct Kept<'a> {
    path: &'a str,
    /// The file itself, after symbolic links.
    target: PathBuf,
    /// Whether it is a table, from which a player reads it, or a graph.
    is_csv: bool,
}

impl FileOptions {
    pub fn checked<'n>(&self, names: impl Iterator<Item = &'n str>) -> Result<Vec<Kept<'_>>, Failure> {
        let read: Vec<PathBuf> = parameter_files(names).filter_map(|path| files::target(path).ok()).collect();
        let mut all: Vec<Kept<'_>> = Vec::new();
        for (option, path, is_csv) in [("--csv", &self.csv, true), ("--dot", &self.dot, false)] {
            let Some(path) = path else { continue };
            match TreeFile::check_name(path) {
                Err(fault) if is_csv => bail!("{option} {path}: {fault}, so that tree:FILE can read it"),
                Ok(()) if !is_csv => {
                    bail!("{option} {path}: its name is that of a CSV file; give a name such as tree.dot")
                }
                _ => (),
            }
            let target = self.target(option, path, &all)?;
            if read.contains(&target) {
                bail!("{path} is read by this command, and is not replaced; give another name with {option}");
            }
            all.push(Kept { path, target, is_csv });
        }
        Ok(all)
    }

    /// The file of an option, after symbolic links, if it may be written.
    pub fn target(&self, option: &str, path: &str, others: &[Kept<'_>]) -> Result<PathBuf, Failure> {
        let target = files::target(Path::new(path));
        let target = target.map_err(|e| failure!("{e}; give another name with {option}"))?;
        if let Some(other) = others.iter().find(|other| other.target == target) {
            bail!("{option} {path} is the same file as {}; give another name", other.path);
        }
        if target.exists() && files::is_in_results(&target) {
            bail!("{path} is in a results folder, and is not replaced; give another name with {option}");
        }
        ensure!(!target.exists() || self.force, "{path} already exists; give --force to overwrite it, or another name");
        Ok(target)
    }
}

impl Kept<'_> {
    pub fn check(&self, tree: &Tree) -> Result<(), Failure> {
        let (longest, most) = (tree.lengths().worst(), Tree::MAX_LENGTH);
        ensure!(
            !(longest > most && self.is_csv),
            "its longest game has {longest} guesses; a strategy in a file has at most {most}; leave --csv out"
        );
        Ok(())
    }

    pub fn write(&self, tree: &Tree, notation: Notation) -> Result<(), Failure> {
        let text = if self.is_csv { tree.to_csv(notation) } else { tree.to_dot(notation) };
        if text.len() as u64 > TreeFile::MAX_BYTES && self.is_csv {
            let (megabytes, most) = (text.len() >> 20, TreeFile::MAX_BYTES >> 20);
            bail!(
                "{} would have {megabytes} MB; a strategy file has at most {most} MB; choose a smaller game",
                self.path
            );
        }
        Ok(files::write_whole(&self.target, text.as_bytes())?)
    }
}

/// The game, and the secrets where they are not all codes.
fn title_of(tree: &Tree) -> String {
    match tree.secrets() {
        Secrets::All => tree.game().to_string(),
        secrets => format!("{} for {secrets}", tree.game()),
    }
}

/// The strategy tree of a player that knows of the codemaker what players know in a tournament: its guesses against every code of the
/// game, also codes that the codemaker does not make. It plays a game for each code. A `tree:FILE` has a tree of its own, for the
/// secrets that it was made for.
fn tree_of(player: &Entry, codemaker: &Codemaker, game: Game) -> Result<Tree, Failure> {
    if FAULTY.iter().any(|faulty| faulty.name() == player.name()) {
        // It would panic in this process or never return.
        bail!(
            "there is no tree of {}, which breaks the rules on purpose; `arena games` shows games of it",
            player.name()
        );
    }
    let none = |reason: &dyn Display, way_out: Option<&str>| {
        let way_out = way_out.map(|way_out| format!("; {way_out}")).unwrap_or_default();
        Failure::refused(format!("there is no tree of {} at {game}: {reason}{way_out}", player.name()))
    };
    let games = Some("`arena games` shows games of it");
    let knowledge = KnowledgePolicy::default().knowledge(codemaker, game);
    if player.learns(&knowledge) {
        return Err(none(&"it learns from round to round, so that its guesses depend on earlier rounds", games));
    }
    if let Some(objection) = codemaker.objection(game) {
        return Err(none(&objection, Some("choose another --size or --scsa")));
    }
    let no_tree = |e: PlayerTreeError| match &e {
        PlayerTreeError::Random => none(&e, games),
        PlayerTreeError::Large(_) => none(&e, Some("choose a smaller --size")),
        PlayerTreeError::Endless(_) => none(&e, Some("choose another player or --scsa")),
        PlayerTreeError::Illegal(_) => none(&e, None),
    };
    if player.only_game().is_none() && game.count_at_most(Tree::MAX_CODES).is_none() {
        // Preparing a player may take long in such a game. The tree of a file was read already.
        return Err(no_tree(PlayerTreeError::Large(game)));
    }
    let briefing = Briefing::new(game, codemaker.name(), knowledge);
    catch_panic(|| {
        let refused = |refusal: Refusal| none(&refusal, Some(refusal.hint().unwrap_or("choose another --size")));
        let prepared = player.prepare(&briefing).map_err(refused)?;
        players::tree_of(&prepared, game).map_err(no_tree)
    })
    .unwrap_or_else(|message| Err(none(&format!("it panicked: {message}"), None)))
}

/// How many secrets are named of each difference.
const EXAMPLES: usize = 5;

pub fn print_comparison(
    out: &mut impl Write,
    game: &str,
    sides: [(&str, &Tree); 2],
    notation: Notation,
) -> io::Result<()> {
    let [(name, tree), (other_name, other)] = sides;
    let codes = counted(tree.lengths().secrets(), "code");
    tables::line(out, &format!("{name} against {other_name} at {game}, {codes}"), 0)?;
    writeln!(out)?;
    totals(out, sides)?;
    let differences = tree.against(other, EXAMPLES);
    let secrets = |wanted: Ordering| -> u64 {
        let steps = differences.iter().filter(|step| step.guesses.cmp(&0) == wanted);
        steps.map(|step| step.secrets).sum()
    };
    let (shorter, equal, longer) = (secrets(Ordering::Less), secrets(Ordering::Equal), secrets(Ordering::Greater));
    let shorter = counted(shorter, "code");
    writeln!(out)?;
    let sums = format!(
        "{name} is shorter on {shorter}, {other_name} on {longer}; they take the same number of guesses on {equal}"
    );
    tables::line(out, &sums, 0)?;
    writeln!(out)?;
    // The secrets by how much a strategy is shorter or longer.
    let row = |step: &LengthDifference| {
        let shorter = match step.guesses {
            0 => "equal".to_owned(),
            guesses if guesses < 0 => format!("{name} by {}", -guesses),
            guesses => format!("{other_name} by {guesses}"),
        };
        let examples: Vec<String> = step.examples.iter().map(|code| notation.code(code)).collect();
        [shorter, step.secrets.to_string(), examples.join(" ")]
    };
    let heading = ["shorter", "codes", "such as"].map(str::to_owned);
    tables::columns(out, &[heading].into_iter().chain(differences.iter().map(row)).collect::<Vec<_>>(), &[0, 2])
}

fn totals(out: &mut impl Write, sides: [(&str, &Tree); 2]) -> io::Result<()> {
    let lengths = sides.map(|(_, tree)| tree.lengths());
    let [a, b] = sides.map(|(name, _)| name);
    let most = lengths.each_ref().map(Lengths::worst).into_iter().max().unwrap_or(0);
    let row = |what: &str, figure: &dyn Fn(&Lengths) -> String| {
        let [a, b] = lengths.each_ref().map(figure);
        [what.to_owned(), a, b]
    };
    let secrets = |guesses: usize| {
        let figure = move |one: &Lengths| one.by_guesses().get(guesses - 1).copied().unwrap_or(0).to_string();
        row(&format!("codes in {guesses}"), &figure)
    };
    // A figure has at most eight digits.
    let first = [
        [String::new(), format!("{a:>8}"), format!("{b:>8}")],
        row("guesses", &|one| one.total().to_string()),
        row("on average", &|one| format!("{:.4}", one.average())),
        row("at the most", &|one| one.worst().to_string()),
    ];
    tables::columns(out, &first.into_iter().chain((1..=most).map(secrets)).collect::<Vec<_>>(), &[0])
}

/// Prints the totals, the histogram of the lengths of games, and the first rows of the table.
pub fn print_strategy(
    out: &mut impl Write,
    title: &str,
    tree: &Tree,
    notation: Notation,
    shown: usize,
) -> io::Result<()> {
    let lengths = tree.lengths();
    let codes = counted(lengths.secrets(), "code");
    let [total, worst] = [lengths.total(), lengths.worst() as u64].map(|guesses| counted(guesses, "guess"));
    let totals = format!("{title}: {codes}, {total}, {:.4} on average, {worst} at the most", lengths.average());
    tables::line(out, &totals, 0)?;
    writeln!(out)?;
    let rows = (1..).zip(lengths.by_guesses());
    let rows = rows.map(|(guesses, codes): (usize, _)| [guesses.to_string(), codes.to_string()]);
    let heading = ["guesses", "codes"].map(str::to_owned);
    tables::columns(out, &[heading].into_iter().chain(rows).collect::<Vec<_>>(), &[])?;
    writeln!(out)?;
    let counts = tree.counts();
    // With one or two consistent codes left, either is an optimal guess.
    let matter = counts.iter().filter(|&&count| count > 2).count();
    if shown > 0 {
        // A row a situation, with the columns that tables of strategies for 4x6 are published with.
        let cells = |row: &TableRow| {
            let games = row.games;
            let [count, total, max] = [games.count, games.total, games.max as u64].map(|figure| figure.to_string());
            [row.history.clone(), notation.code(&row.guess), count, total, games.rounded(), max]
        };
        let header = ["History", "Guess", "Count", "Total", "Avg", "Max"].map(str::to_owned);
        let rows = tree.table(shown);
        tables::columns(out, &[header].into_iter().chain(rows.iter().map(cells)).collect::<Vec<_>>(), &[0, 1])?;
    }
    match counts.len().saturating_sub(shown) {
        0 => writeln!(out, "{}", counted(counts.len(), "row"))?,
        left => writeln!(out, "{left} more of {}; --rows all shows them", counted(counts.len(), "row"))?,
    }
    writeln!(out, "{} with more than two consistent codes", counted(matter, "situation"))
}
