//! The imports between the files of a crate.

use crate::{
    graph::Graph,
    source::{NamedPath, Source},
};
use std::{collections::BTreeMap, fs, path::Path};

/// The modules of a crate that are files of their own, by their paths: `["files", "whole"]` is `files/whole.rs`.
struct Modules(BTreeMap<Vec<String>, Source>);

/// What a path means.
enum Target {
    Module(Vec<String>),
    /// An item, by the module whose file defines it.
    Item(Vec<String>),
}

/// Which files of a crate import which. An item is imported from the file that defines it: re-exports, as in `lib.rs`, are
/// followed. A re-export is itself an import if the file uses the name, too. Tests do not count.
pub fn between_files(src: &Path) -> Graph {
    let modules = Modules::new(src);
    let mut graph = Graph::default();
    for (module, source) in &modules.0 {
        graph.add_node(&name(module));
        for path in source.paths.iter().filter(|path| !is_only_exported(path, source)) {
            if let Some(Target::Item(target)) = modules.resolve(module, path)
                && target != *module
            {
                graph.add(&name(module), &name(&target));
            }
        }
    }
    graph
}

/// The files of a crate by their names, without tests.
pub fn sources(src: &Path) -> Vec<(String, Source)> {
    Modules::new(src).0.into_iter().map(|(module, source)| (name(&module), source)).collect()
}

fn is_only_exported(path: &NamedPath, source: &Source) -> bool {
    path.is_exported && path.alias.as_ref().is_none_or(|alias| !source.identifiers.contains(alias))
}

/// The name of a module's file in the graph.
fn name(module: &[String]) -> String {
    if module.is_empty() { "lib".to_owned() } else { module.join("/") }
}

impl Modules {
    fn new(src: &Path) -> Modules {
        let mut modules = Modules(BTreeMap::new());
        modules.read(src, &[]);
        modules.remove_tests();
        modules
    }

    fn read(&mut self, folder: &Path, module: &[String]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                self.read(&path, &[module, &[stem]].concat());
            } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "main" {
                let is_own = stem == "lib" || stem == "mod";
                let module = if is_own { module.to_owned() } else { [module, &[stem]].concat() };
                self.0.insert(module, Source::new(&fs::read_to_string(&path).unwrap()));
            }
        }
    }

    fn remove_tests(&mut self) {
        let of = |(module, source): (&Vec<String>, &Source)| -> Vec<Vec<String>> {
            source.test_modules.iter().map(|test| [&module[..], std::slice::from_ref(test)].concat()).collect()
        };
        let tests: Vec<Vec<String>> = self.0.iter().flat_map(of).collect();
        self.0.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    }

    /// What a path in the file of a module means; none if it is in another crate.
    fn resolve(&self, module: &[String], path: &NamedPath) -> Option<Target> {
        let mut current = [module, &path.scope].concat();
        let (first, mut rest) = path.segments.split_first()?;
        match first.as_str() {
            "crate" => current.clear(),
            "self" => {}
            "super" => {
                current.pop();
                while let Some(after) = rest.strip_prefix(&["super".to_owned()]) {
                    current.pop();
                    rest = after;
                }
            }
            name => {
                let is_child = self.0.contains_key(&[&current[..], &[name.to_owned()]].concat());
                // The names of a module are known to the path itself, too: a `use` does not name itself.
                let is_imported = path.alias.is_none() && self.import(&current, name).is_some();
                if !is_child && !is_imported {
                    return None;
                }
                rest = &path.segments;
            }
        }
        self.find(current, rest)
    }

    fn find(&self, module: Vec<String>, path: &[String]) -> Option<Target> {
        let Some((name, rest)) = path.split_first() else { return Some(Target::Module(module)) };
        let child = [&module[..], std::slice::from_ref(name)].concat();
        if self.0.contains_key(&child) {
            return self.find(child, rest);
        }
        if let Some((file, import)) = self.import(&module, name) {
            return match self.resolve(file, import)? {
                Target::Module(target) => self.find(target, rest),
                item @ Target::Item(_) => Some(item),
            };
        }
        Some(Target::Item(self.file_of(&module)?.to_owned()))
    }

    /// The `use` that makes a name known in a module, and the module of its file.
    fn import(&self, module: &[String], name: &str) -> Option<(&[String], &NamedPath)> {
        let file = self.file_of(module)?;
        let is_it = |path: &&NamedPath| {
            path.alias.as_deref() == Some(name) && path.scope == module[file.len()..] && path.segments != [name]
        };
        Some((file, self.0[file].paths.iter().find(is_it)?))
    }

    /// The module whose file contains this module, which may be declared inside of the file.
    fn file_of(&self, module: &[String]) -> Option<&[String]> {
        let length = (0..=module.len()).rev().find(|&length| self.0.contains_key(&module[..length]))?;
        self.0.get_key_value(&module[..length]).map(|(file, _)| &file[..])
    }
}
