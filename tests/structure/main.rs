//! The structure of the workspace: dependencies point one way, between crates and between the files of a crate, and the drawings
//! in `docs/structure` show them.
//!
//! `UPDATE_DOCS=1 cargo test --test structure` draws them anew, with Graphviz.

#![allow(clippy::unwrap_used)]

mod crates;
mod drawing;
mod graph;
mod imports;
mod source;

use graph::Graph;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn crates_depend_one_way() {
    assert_eq!(crates::dependencies(&root()).cycle(), None);
}

#[test]
fn files_import_one_way() {
    let cycles: Vec<_> = crates::folders(&root())
        .iter()
        .filter_map(|folder| Some((folder.clone(), imports::between_files(&folder.join("src")).cycle()?)))
        .collect();
    assert!(cycles.is_empty(), "files import each other: {cycles:#?}");
}

/// Files that use the file system without `folder-files`, and why.
const OPENERS: [(&str, &str); 9] = [
    ("tournament/folder-files/", "it is what the others use"),
    ("tournament/sandbox/", "it makes and copies folders for players"),
    ("tournament/src/manifest", "it reads /proc/cpuinfo"),
    ("tournament/src/watchdog", "it reads /proc/self"),
    ("tournament/src/worker", "it opens /dev/null"),
    ("players/external/src/bridges", "it writes the cache of the user"),
    ("src/commands/check_player/checks", "it writes into a temporary folder"),
    ("src/commands/new_player", "it makes a folder that is not there"),
    ("src/commands/shell", "it writes man pages into a folder that a person gives"),
];

/// How files are opened, written, removed and listed by the standard library and by crates.
const OPENING: [&str; 21] = [
    "copy",
    "create",
    "create_dir",
    "create_dir_all",
    "create_new",
    "from_path",
    "hard_link",
    "open",
    "openat",
    "options",
    "read",
    "read_dir",
    "read_to_string",
    "remove_dir",
    "remove_dir_all",
    "remove_file",
    "rename",
    "set_permissions",
    "symlink",
    "unlinkat",
    "write",
];

/// The ways to open a file that a source has.
fn opening(source: &source::Source) -> Vec<String> {
    let owners = ["fs", "File", "OpenOptions", "DirBuilder", "Reader", "Writer"];
    let is_opening = |pair: &[String]| owners.contains(&&*pair[0]) && OPENING.contains(&&*pair[1]);
    let paths = source.paths.iter().filter(|path| path.segments.windows(2).any(is_opening));
    let named = paths.map(|path| path.segments.join("::"));
    let methods = ["read_dir", "OpenOptions", "DirBuilder", "tempfile_in", "persist"];
    let methods = methods.iter().filter(|name| source.identifiers.contains(**name)).map(ToString::to_string);
    named.chain(methods).collect()
}

/// New code cannot forget that a folder may be a stranger's.
#[test]
fn files_are_opened_in_one_place() {
    let mut found = Vec::new();
    for folder in crates::folders(&root()) {
        let src = folder.join("src");
        for (name, source) in imports::sources(&src) {
            let file = format!("{}/{name}", src.strip_prefix(root()).unwrap().display());
            let ways = opening(&source);
            if !ways.is_empty() && !OPENERS.iter().any(|(opener, _)| file.starts_with(opener)) {
                found.push((file, ways));
            }
        }
    }
    assert!(found.is_empty(), "use the crate folder-files, which follows no link: {found:#?}");

    let ways = |text: &str| opening(&source::Source::new(text)).len();
    assert_eq!(ways("fn f() { std::fs::read(a); File::open(b); csv::Reader::from_path(c) }"), 3);
    assert_eq!(ways("use std::fs::{File, read_to_string}; fn f(p: &Path) { p.read_dir() }"), 2);
    assert_eq!(ways("use std::fs::{self, File}; fn f(file: File) { file.write(a); folder_files::open(b) }"), 0);
}

#[test]
fn drawings_show_the_imports() {
    check_drawing("crates", &crates::dependencies(&root()));
    check_drawing("tournament", &imports::between_files(&root().join("tournament/src")));
}

#[test]
fn the_code_map_names_every_module() {
    let library = std::fs::read_to_string(root().join("tournament/src/lib.rs")).unwrap();
    let modules = library.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let modules: Vec<&str> = modules.filter_map(|rest| rest.strip_suffix(';')).collect();
    assert!(modules.len() > 40, "{modules:?}");
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let (_, map) = page.split_once("## Code map of `tournament`").unwrap();
    let (map, _) = map.split_once("![").unwrap();
    let first_cells = map.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" |"));
    let named: Vec<&str> =
        first_cells.flat_map(|(cell, _)| cell.split(", ").map(|name| name.trim_matches('`'))).collect();
    let missing: Vec<_> = modules.iter().filter(|module| !named.contains(module)).collect();
    let gone: Vec<_> = named.iter().filter(|name| !modules.contains(name)).collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "docs/architecture.md lacks {missing:?} and should not have {gone:?}"
    );
}

/// Compares a drawing with the graph, or draws it anew.
fn check_drawing(name: &str, graph: &Graph) {
    let path = root().join(format!("docs/structure/{name}.svg"));
    let graph = graph.reduced();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        drawing::draw(&graph, &path);
    }
    let drawn = drawing::edges(&path);
    let missing: Vec<_> = graph.edges().filter(|edge| !drawn.contains(edge)).collect();
    let wrong: Vec<_> = drawn.iter().filter(|edge| !graph.edges().any(|other| other == **edge)).collect();
    assert!(
        missing.is_empty() && wrong.is_empty(),
        "docs/structure/{name}.svg lacks {missing:?} and should not have {wrong:?}; with Graphviz installed, \
         UPDATE_DOCS=1 cargo test --test structure draws it anew"
    );
}

/// The imports between files with this text.
fn imports_of(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path: &Path = &folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let graph = imports::between_files(folder.path());
    graph.edges().collect()
}

#[test]
fn an_import_of_a_name_leads_to_the_file_that_defines_it() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use b::inner::Deep; pub use std::fmt;"),
        (
            "a.rs",
            "use crate::{Deep as D, fmt}; use super::b::{self, Open}; fn f() { b::inner::g(); std::mem::drop(1) }",
        ),
        ("b/mod.rs", "mod inner; pub use inner::Deep; pub struct Open;"),
        ("b/inner.rs", "pub struct Deep; pub fn g() {}"),
    ];
    assert_eq!(imports_of(&files), [("a", "b"), ("a", "b/inner")].map(|(from, to)| (from.into(), to.into())));
}

#[test]
fn a_file_that_uses_what_it_exports_imports_it_and_tests_do_not_count() {
    let files = [
        ("lib.rs", "mod a; mod b; #[cfg(test)] mod c;"),
        ("a.rs", "pub use crate::b::B; fn f(b: B) {} #[cfg(test)] mod tests { use super::*; use crate::c::C; }"),
        ("b.rs", "pub struct B; #[cfg(test)] use crate::a::f; fn g() { dbg!(crate::a::f()) }"),
        ("c.rs", "use crate::a::f; pub struct C;"),
    ];
    assert_eq!(imports_of(&files), [("a", "b"), ("b", "a")].map(|(from, to)| (from.into(), to.into())));
}

#[test]
fn a_cycle_is_found_and_an_arrow_that_a_path_implies_is_left_out() {
    let mut graph = Graph::default();
    for (from, to) in [("a", "b"), ("b", "c"), ("a", "c")] {
        graph.add(from, to);
    }
    assert_eq!(graph.cycle(), None);
    assert_eq!(graph.reduced().edges().count(), 2);
    graph.add("c", "a");
    assert_eq!(graph.cycle().map(|cycle| cycle.len()), Some(3));
}
