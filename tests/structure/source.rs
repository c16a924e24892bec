//! What a source file names: its imports and the paths in its code.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// A path in a source file, such as `crate::plan::Plan`.
pub struct NamedPath {
    /// The modules inside of the file in which the path is.
    pub scope: Vec<String>,
    pub segments: Vec<String>,
    /// The name by which a `use` makes the path's end known; none for a path in code.
    pub alias: Option<String>,
    /// Whether the path is in a `pub use`.
    pub is_exported: bool,
}

/// What a source file names, without its tests.
#[derive(Default)]
pub struct Source {
    pub paths: Vec<NamedPath>,
    /// The identifiers outside of imports.
    pub identifiers: BTreeSet<String>,
    /// The modules in files of their own that are only compiled for tests.
    pub test_modules: Vec<String>,
}

impl Source {
    pub fn new(text: &str) -> Source {
        let mut source = Source::default();
        source.scan(text.parse().unwrap(), &[]);
        source
    }

    fn scan(&mut self, tokens: TokenStream, scope: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = self.scan_item(&tokens, at, scope);
        }
    }

    /// Reads the tokens from `at` on that belong together, and returns the index of the next one.
    fn scan_item(&mut self, tokens: &[TokenTree], at: usize, scope: &[String]) -> usize {
        if is_test_attribute(&tokens[at..]) {
            let end = end_of_item(tokens, at);
            if let Some(name) = (at..end).find(|&at| is(tokens, at, "mod") && is(tokens, at + 2, ";")) {
                self.test_modules.push(tokens[name + 1].to_string());
            }
            return end;
        }
        match &tokens[at] {
            TokenTree::Group(group) => self.scan(group.stream(), scope),
            TokenTree::Ident(word) if word == "mod" => {
                if let Some(body) = group_at(tokens, at + 2) {
                    self.scan(body.stream(), &[scope, &[tokens[at + 1].to_string()]].concat());
                }
                return at + 3;
            }
            TokenTree::Ident(word) if word == "use" && !is(tokens, at + 1, "<") => {
                let is_exported = at > 0 && (is(tokens, at - 1, "pub") || group_at(tokens, at - 1).is_some());
                let end = end_of_item(tokens, at);
                self.add_paths(&tokens[at + 1..end], &NamedPath { is_exported, ..path_in(scope) }, true);
                return end;
            }
            TokenTree::Ident(word) => {
                self.identifiers.insert(word.to_string());
                if is_path(tokens, at + 1) {
                    return at + self.add_paths(&tokens[at..], &path_in(scope), false);
                }
                // A macro may declare the modules that are named in it.
                if let (true, true, Some(body)) = (scope.is_empty(), is(tokens, at + 1, "!"), group_at(tokens, at + 2))
                {
                    for name in identifiers(body.stream()) {
                        self.paths.push(NamedPath { segments: vec!["self".to_owned(), name], ..path_in(scope) });
                    }
                }
            }
            _ => {}
        }
        at + 1
    }

    /// Reads a path and the groups at its end, `a::b::{c, d::e as f}`, and returns the number of tokens of the first path.
    fn add_paths(&mut self, tokens: &[TokenTree], prefix: &NamedPath, is_use: bool) -> usize {
        let mut segments = prefix.segments.clone();
        let mut at = 0;
        loop {
            match tokens.get(at) {
                Some(TokenTree::Ident(word)) => segments.push(word.to_string()),
                Some(TokenTree::Group(group)) if is_use => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in inner.split(|token| token.to_string() == ",").filter(|part| !part.is_empty()) {
                        self.add_paths(part, &NamedPath { segments: segments.clone(), ..path_like(prefix) }, true);
                    }
                    return at + 1;
                }
                // `*`, or the `<` of a type's arguments.
                _ => break,
            }
            at += 1;
            if !is_path(tokens, at) {
                break;
            }
            at += 2;
        }
        if segments.last().is_some_and(|last| last == "self") && segments.len() > 1 {
            segments.pop();
        }
        let alias =
            if is(tokens, at, "as") { tokens.get(at + 1).map(ToString::to_string) } else { segments.last().cloned() };
        self.paths.push(NamedPath { segments, alias: alias.filter(|_| is_use), ..path_like(prefix) });
        at.max(1)
    }
}

fn path_in(scope: &[String]) -> NamedPath {
    NamedPath { scope: scope.to_owned(), segments: Vec::new(), alias: None, is_exported: false }
}

fn path_like(path: &NamedPath) -> NamedPath {
    NamedPath { is_exported: path.is_exported, ..path_in(&path.scope) }
}

fn is(tokens: &[TokenTree], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| !matches!(token, TokenTree::Group(_)) && token.to_string() == text)
}

/// Whether `::` is there.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    is(tokens, at + 1, ":")
        && matches!(tokens.get(at), Some(TokenTree::Punct(colon)) if colon.as_char() == ':' && colon.spacing() == Spacing::Joint)
}

fn group_at(tokens: &[TokenTree], at: usize) -> Option<&Group> {
    match tokens.get(at) {
        Some(TokenTree::Group(group)) => Some(group),
        _ => None,
    }
}

/// Whether the tokens begin with `#[cfg(test)]`.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    is(tokens, 0, "#")
        && group_at(tokens, 1).is_some_and(|group| group.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// The index after the first `;` or block from there.
fn end_of_item(tokens: &[TokenTree], from: usize) -> usize {
    let is_block = |at| group_at(tokens, at).is_some_and(|group| group.delimiter() == Delimiter::Brace);
    (from..tokens.len()).find(|&at| is(tokens, at, ";") || is_block(at)).map_or(tokens.len(), |at| at + 1)
}

fn identifiers(tokens: TokenStream) -> Vec<String> {
    let names = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Group(group) => identifiers(group.stream()),
        TokenTree::Ident(word) => vec![word.to_string()],
        _ => Vec::new(),
    });
    names.collect()
}
