//! Trees as graphs for Graphviz.

use super::{Branch, Tree, history};
use crate::notation::Notation;
use std::fmt::Write as _;

impl Tree {
    /// The tree as a graph for Graphviz (`dot -Tsvg`): a node a situation with its guess and how many secrets are consistent,
    /// an edge a response, some 60 bytes both. With more than a thousand nodes a picture is legible only when enlarged.
    #[must_use]
    pub fn to_dot(&self, notation: Notation) -> String {
        let mut text = format!("digraph \"{}\" {{\n  node [shape=box];\n", self.secrets.at(self.size()));
        self.draw(&self.root, notation, &mut 0, &mut text);
        text + "}\n"
    }

    /// Writes a branch. Its first node has the number `last`, the others the numbers after that.
    fn draw(&self, branch: &Branch, notation: Notation, last: &mut usize, text: &mut String) {
        let (node, guess, count) = (*last, notation.code(&self.guess(branch)), branch.games(0).count);
        // Writing into memory does not fail, here and below.
        let _ = writeln!(text, "  n{node} [label=\"{guess}\\n{count}\"];");
        for (feedback, next) in branch.next() {
            *last += 1;
            let _ = writeln!(text, "  n{node} -> n{last} [label=\"|{}\"];", history::response(feedback));
            self.draw(next, notation, last, text);
        }
    }
}
