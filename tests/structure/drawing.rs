//! Drawings of graphs, by Graphviz.

use crate::graph::Graph;
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

/// How a graph looks: boxes in layers, arrows downward.
const STYLE: &str = r##"bgcolor="white"; nodesep=0.18; ranksep=0.42; fontname="DejaVu Sans";
    node [shape=box, style="rounded,filled", fillcolor="#eef3f8", color="#4a6785", fontname="DejaVu Sans", fontsize=12, height=0.3, margin="0.09,0.04"];
    edge [color="#6b7a88", arrowsize=0.6, penwidth=0.9];"##;

/// Writes the graph as an SVG file. Nodes without an edge are not drawn.
pub fn draw(graph: &Graph, path: &Path) {
    let mut dot = format!("digraph {{\n    {STYLE}\n");
    for (from, to) in graph.edges() {
        let _ = writeln!(dot, "    {from:?} -> {to:?};");
    }
    dot.push_str("}\n");
    let mut program = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Graphviz's program dot draws the graphs: install Graphviz");
    program.stdin.take().unwrap().write_all(dot.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "dot failed");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, output.stdout).unwrap();
}

/// The edges of a drawing, which Graphviz names in its titles: `<title>writer&#45;&gt;rows</title>`.
pub fn edges(path: &Path) -> BTreeSet<(String, String)> {
    let svg = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let titles = svg.split("<title>").skip(1).filter_map(|rest| rest.split("</title>").next());
    let plain = titles.map(|title| title.replace("&#45;", "-").replace("&gt;", ">"));
    plain.filter_map(|title| title.split_once("->").map(|(from, to)| (from.to_owned(), to.to_owned()))).collect()
}
