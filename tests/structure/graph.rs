//! A directed graph with named nodes.

use std::collections::{BTreeMap, BTreeSet};

/// An edge leads from what imports to what is imported.
#[derive(Default)]
pub struct Graph {
    targets: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    pub fn add_node(&mut self, node: &str) {
        self.targets.entry(node.to_owned()).or_default();
    }

    pub fn add(&mut self, from: &str, to: &str) {
        self.add_node(to);
        self.targets.entry(from.to_owned()).or_default().insert(to.to_owned());
    }

    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.targets.keys().map(String::as_str)
    }

    pub fn edges(&self) -> impl Iterator<Item = (String, String)> {
        self.targets.iter().flat_map(|(from, targets)| targets.iter().map(|to| (from.clone(), to.clone())))
    }

    /// The nodes that a path of at least one edge leads to.
    fn reachable(&self, from: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open = vec![from.to_owned()];
        while let Some(node) = open.pop() {
            let new = self.targets[&node].iter().filter(|target| found.insert(target.as_str()));
            open.extend(new.cloned());
        }
        found
    }

    /// The nodes of a cycle and of those that it is connected with both ways, if there is a cycle.
    pub fn cycle(&self) -> Option<Vec<String>> {
        let first = self.nodes().find(|node| self.reachable(node).contains(node))?;
        let both = self.reachable(first).into_iter().filter(|node| self.reachable(node).contains(first));
        Some(both.map(str::to_owned).collect())
    }

    /// The graph without the edges that a longer path implies: its transitive reduction. The graph must have no cycle.
    pub fn reduced(&self) -> Graph {
        assert_eq!(self.cycle(), None, "a graph with a cycle has no unique reduction");
        let implied = |targets: &BTreeSet<String>, to: &str| targets.iter().any(|via| self.reachable(via).contains(to));
        let reduce = |targets: &BTreeSet<String>| targets.iter().filter(|to| !implied(targets, to)).cloned().collect();
        Graph { targets: self.targets.iter().map(|(from, targets)| (from.clone(), reduce(targets))).collect() }
    }
}
