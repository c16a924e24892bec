//! The crates of the workspace, from their `Cargo.toml` files.

use crate::graph::Graph;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The folders of the crates: the root of the workspace and its members.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let (_, rest) = manifest.split_once("members = [").unwrap();
    let (members, _) = rest.split_once(']').unwrap();
    let members = members.split('"').skip(1).step_by(2);
    std::iter::once(root.to_owned()).chain(members.map(|member| root.join(member))).collect()
}

/// Which crates of the workspace each of them depends on. Dependencies of tests and benchmarks do not count.
pub fn dependencies(root: &Path) -> Graph {
    let crates: BTreeMap<String, Vec<String>> =
        folders(root).iter().map(|folder| name_and_dependencies(folder)).collect();
    let mut graph = Graph::default();
    for (name, dependencies) in &crates {
        graph.add_node(name);
        for dependency in dependencies.iter().filter(|dependency| crates.contains_key(*dependency)) {
            graph.add(name, dependency);
        }
    }
    graph
}

fn name_and_dependencies(folder: &Path) -> (String, Vec<String>) {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let (mut name, mut dependencies) = (String::new(), Vec::new());
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
            continue;
        }
        let key = line.split(['.', ' ', '=']).next().unwrap();
        if section == "[package]" && key == "name" {
            name = line.split('"').nth(1).unwrap().to_owned();
        } else if section == "[dependencies]"
            || section.ends_with(".dependencies]") && !section.starts_with("[workspace")
        {
            dependencies.push(key.to_owned());
        }
    }
    (name, dependencies)
}
