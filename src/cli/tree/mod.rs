//! `arena tree`

mod against;
mod table;

use super::{Failure, select, strategy_files::FileOptions};
use crate::cli::output::stdout;
use players::{
    Briefing, Entry, FAULTY, Refusal,
    notation::Notation,
    tree::{PlayerTreeError, Secrets, Tree},
};
use scsa::Size;
use std::{
    fmt::Display,
    io::{self, Write},
    str::FromStr,
};
use tournament::{Codemaker, KnowledgePolicy, Registry, catch_panic};

/// The arguments of `arena tree`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena tree knuth
  arena tree entropy --size 4x7 --json entropy.json
  arena tree 1122+lc --against optimal")]
pub struct TreeCommand {
    /// The player: a name of `arena list` that draws no random numbers, or tree:FILE
    player: String,
    /// The size of the game, pegs x colors [default: 4x6; of a tree:FILE its own]
    #[arg(long, value_name = "PxC", help_heading = "What is played")]
    size: Option<String>,
    /// The codemaker whose rule the player knows; the secrets are all codes of the size, or those that a tree:FILE is for
    #[arg(long, value_name = "NAME", default_value = "insert-colors", help_heading = "What is played")]
    scsa: String,
    /// How many rows of the table are shown: a number, or `all`
    #[arg(long, value_name = "N", default_value = "20", help_heading = "What is shown")]
    rows: RowLimit,
    /// Write colors as letters, even if there are at most nine
    #[arg(long, help_heading = "Output")]
    letters: bool,
    /// Compare the strategy with that of another player
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["rows", "csv", "json", "dot"], help_heading = "What is shown")]
    against: Option<String>,
    #[command(flatten)]
    files: FileOptions,
}

/// How many rows are shown.
#[derive(Clone, Copy, Debug)]
struct RowLimit(usize);

impl FromStr for RowLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RowLimit, &'static str> {
        match text {
            "all" => Ok(RowLimit(usize::MAX)),
            number => number.parse().map(RowLimit).map_err(|_| "give a whole number, or `all`"),
        }
    }
}

impl TreeCommand {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let player = select::player(registry, &self.player)?;
        let other = self.against.as_deref().map(|name| select::player(registry, name)).transpose()?;
        let size = match &self.size {
            Some(text) => select::size(text)?,
            None => select::default_size([&player].into_iter().chain(&other)),
        };
        let codemaker = select::codemaker(registry, &self.scsa)?;
        let files = self.files.checked([&*self.player, &*self.scsa].into_iter())?;
        let notation = if self.letters { Notation::Letters } else { Notation::of(size) };
        let tree = tree_of(&player, &codemaker, size)?;
        let mut out = io::BufWriter::new(stdout());
        match other {
            Some(other) => {
                let theirs = tree_of(&other, &codemaker, size)?;
                if tree.secrets() != theirs.secrets() {
                    let [one, two] = [(&player, &tree), (&other, &theirs)]
                        .map(|(player, tree)| format!("{} is for {}", player.name(), tree.secrets()));
                    return Err(Failure::input(format!("{one}, {two}; choose two strategies for the same secrets")));
                }
                against::print(&mut out, &game(&tree), [(player.name(), &tree), (other.name(), &theirs)], notation)?;
            }
            None => {
                files.iter().try_for_each(|file| file.check(&tree))?;
                files.iter().try_for_each(|file| file.write(&tree, notation))?;
                let title = format!("{} at {}, knowing {}", player.name(), game(&tree), codemaker.name());
                table::print(&mut out, &title, &tree, notation, self.rows.0)?;
            }
        }
        Ok(out.flush()?)
    }
}

/// The size of the game, and the secrets where they are not all codes.
fn game(tree: &Tree) -> String {
    match tree.secrets() {
        Secrets::All => tree.size().to_string(),
        secrets => format!("{} for {secrets}", tree.size()),
    }
}

/// The strategy tree of a player that knows of the codemaker what players know in a tournament: its guesses against every code of the
/// size, also codes that the codemaker does not make. It plays a game for each code. A `tree:FILE` has a tree of its own, for the
/// secrets that it was made for.
fn tree_of(player: &Entry, codemaker: &Codemaker, size: Size) -> Result<Tree, Failure> {
    if FAULTY.iter().any(|faulty| faulty.name() == player.name()) {
        // It would panic in this process or never return.
        return Err(Failure::input(format!(
            "there is no tree of {}, which breaks the rules on purpose; `arena games` shows games of it",
            player.name()
        )));
    }
    let none = |reason: &dyn Display, way_out: Option<&str>| {
        let way_out = way_out.map(|way_out| format!("; {way_out}")).unwrap_or_default();
        Failure::input(format!("there is no tree of {} at {size}: {reason}{way_out}", player.name()))
    };
    let games = Some("`arena games` shows games of it");
    let knowledge = KnowledgePolicy::default().knowledge(codemaker, size);
    if player.learns(&knowledge) {
        return Err(none(&"it learns from round to round, so that its guesses depend on earlier rounds", games));
    }
    if let Some(objection) = codemaker.objection(size) {
        return Err(none(&objection, Some("choose another --size or --scsa")));
    }
    let no_tree = |e: PlayerTreeError| match &e {
        PlayerTreeError::Random => none(&e, games),
        PlayerTreeError::Large(_) => none(&e, Some("choose a smaller --size")),
        PlayerTreeError::Endless(_) => none(&e, Some("choose another player or --scsa")),
        PlayerTreeError::Illegal(_) => none(&e, None),
    };
    if player.only_size().is_none() && size.count_at_most(Tree::MAX_CODES).is_none() {
        // Preparing a player may take long at such a size. The tree of a file was read already.
        return Err(no_tree(PlayerTreeError::Large(size)));
    }
    let briefing = Briefing::new(size, codemaker.name(), knowledge);
    catch_panic(|| {
        let refused = |refusal: Refusal| none(&refusal, Some(refusal.hint().unwrap_or("choose another --size")));
        let prepared = player.prepare(&briefing).map_err(refused)?;
        players::tree_of(&prepared, size).map_err(no_tree)
    })
    .unwrap_or_else(|message| Err(none(&format!("it panicked: {message}"), None)))
}
