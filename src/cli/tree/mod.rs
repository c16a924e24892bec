//! `arena tree`

mod against;
mod table;

use super::{Failure, select};
use arena::{Codemaker, NoStrategy, files, strategy};
use players::{
    Entry, FAULTY,
    notation::Notation,
    tree::{self, NoTree, TreeFile},
};
use scsa::Size;
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    str::FromStr,
};

/// What `arena tree` takes.
#[derive(Debug, clap::Args)]
pub struct Tree {
    /// The player: a name of `arena list` that draws no random numbers, or tree:FILE
    player: String,
    /// The size of the game, pegs x colors
    #[arg(long, value_name = "PxC", default_value = "4x6")]
    size: String,
    /// The codemaker that the player is told of; the secrets are all codes of the size
    #[arg(long, value_name = "NAME", default_value = "insert-colors")]
    scsa: String,
    /// How many rows of the table are shown: a number, or `all`
    #[arg(long, value_name = "N", default_value = "20")]
    rows: Rows,
    /// Write colors as letters, also where there are no more than nine
    #[arg(long)]
    letters: bool,
    /// Show another player's strategy beside this one
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["rows", "csv", "json", "dot"])]
    against: Option<String>,
    /// Write the whole table as CSV, from which tree:FILE plays
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the tree as JSON, from which tree:FILE plays
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the tree as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Overwrite files that are there
    #[arg(long)]
    force: bool,
}

/// How many rows are shown.
#[derive(Clone, Copy, Debug)]
struct Rows(usize);

impl FromStr for Rows {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Rows, &'static str> {
        match text {
            "all" => Ok(Rows(usize::MAX)),
            number => number.parse().map(Rows).map_err(|_| "give a whole number, or `all`"),
        }
    }
}

impl Tree {
    pub fn run(&self) -> Result<(), Failure> {
        let player = select::player(&self.player)?;
        let other = self.against.as_deref().map(select::player).transpose()?;
        let (size, codemaker) = (select::size(&self.size)?, select::codemaker(&self.scsa)?);
        self.check_files()?;
        let notation = if self.letters { Notation::Letters } else { Notation::of(size) };
        let tree = tree_of(&player, &codemaker, size)?;
        let mut out = io::BufWriter::new(io::stdout().lock());
        match other {
            Some(other) => {
                let theirs = tree_of(&other, &codemaker, size)?;
                against::print(&mut out, [(player.name(), &tree), (other.name(), &theirs)], notation)?;
            }
            None => {
                self.write_files(&tree, notation)?;
                let title = format!("{} at {size}, told of {}", player.name(), codemaker.name());
                table::print(&mut out, &title, &tree, notation, self.rows.0)?;
            }
        }
        Ok(out.flush()?)
    }

    /// The files to be written.
    fn files(&self) -> impl Iterator<Item = (&Path, Form)> {
        let files: [(_, Form); 3] =
            [(&self.csv, tree::Tree::to_csv), (&self.json, tree::Tree::to_json), (&self.dot, tree::Tree::to_dot)];
        files.into_iter().filter_map(|(path, form)| Some((path.as_deref()?, form)))
    }

    fn check_files(&self) -> Result<(), Failure> {
        match self.files().find(|(path, _)| path.exists() && !self.force) {
            Some((path, _)) => Err(Failure::input(format!(
                "{} is there already; give --force to overwrite it, or another name",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    fn write_files(&self, tree: &tree::Tree, notation: Notation) -> Result<(), Failure> {
        let (longest, most) = (tree.lengths().worst(), tree::Tree::LONGEST);
        if longest > most && (self.csv.is_some() || self.json.is_some()) {
            return Err(Failure::input(format!(
                "its longest game has {longest} guesses, and from a file {most} are played at the most; leave --csv and --json out"
            )));
        }
        for (path, form) in self.files() {
            let text = form(tree, notation);
            if text.len() as u64 > TreeFile::LARGEST {
                let (file, most) = (path.display(), TreeFile::LARGEST >> 20);
                return Err(Failure::input(format!(
                    "{file} would have {} MB, and {most} are read at the most; choose a smaller size",
                    text.len() >> 20
                )));
            }
            files::write_whole(path, text.as_bytes()).map_err(|e| Failure::input(e.to_string()))?;
        }
        Ok(())
    }
}

/// How a tree is written.
type Form = fn(&tree::Tree, Notation) -> String;

fn tree_of(player: &Entry, codemaker: &Codemaker, size: Size) -> Result<tree::Tree, Failure> {
    if FAULTY.iter().any(|faulty| faulty.name() == player.name()) {
        // It would break this program, too.
        return Err(Failure::input(format!(
            "there is no tree of {}, which breaks the rules on purpose; `arena games` shows games of it",
            player.name()
        )));
    }
    strategy(player, codemaker, size).map_err(|e| {
        let way_out = match &e {
            NoStrategy::Learns | NoStrategy::None(NoTree::Random) => Some("`arena games` shows games of it"),
            NoStrategy::None(NoTree::Large(_)) => Some("choose a smaller --size"),
            NoStrategy::None(NoTree::Endless(_)) => Some("choose another player or --scsa"),
            NoStrategy::Objection(_) => Some("choose another --size or --scsa"),
            NoStrategy::Refused(refusal) => Some(refusal.way_out().unwrap_or("choose another --size")),
            NoStrategy::Panicked(_) | NoStrategy::None(NoTree::Illegal(_)) => None,
        };
        let way_out = way_out.map(|way_out| format!("; {way_out}")).unwrap_or_default();
        Failure::input(format!("there is no tree of {} at {size}: {e}{way_out}", player.name()))
    })
}
