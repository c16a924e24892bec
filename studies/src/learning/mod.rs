//! Codemakers whose rules are no models of the catalog: how well they are learned from samples, and how well `bayes` then plays.

mod codemaker;
mod independent;
mod matches;
mod page;
mod prediction;
mod ratio;
mod results;
mod rounds;
mod rules;
mod study;
#[cfg(test)]
mod tests;

pub use results::LearningRow;
pub use study::LearningStudy;
