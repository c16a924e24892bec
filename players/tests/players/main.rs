//! The built-in players and strategy trees.

#![allow(clippy::unwrap_used)]

mod small_tree;

mod baseline_2;
mod consistent;
mod dino;
mod history_laws;
mod one_step;
mod optimal;
mod player_laws;
mod published_trees;
mod tree;
mod tree_files;
mod tree_secrets;
