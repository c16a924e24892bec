//! Partitions of the candidates by the responses to a guess, and the fastest search for the guess with the best one.
//!
//! [`CandidateBitmaps`] hold the candidates as bits; a [`CandidateSymmetry`] says which guesses are equivalent, so that one
//! of them suffices; a [`Scorer`] rates the partition of a guess by a [`Criterion`]; a [`GuessSearch`] finds the guesses with
//! the lowest scores. A code is given by its rank among the codes of its game ([`scsa::Game::rank`]).
//!
//! ```
//! use solver::partition::{CandidateBitmaps, CandidateSymmetry, Criterion, GuessSearch, Scorer};
//! let game = scsa::Game::new(4, 6)?;
//! let ranks: Vec<u32> = (0..1296).collect();
//! let candidates = CandidateBitmaps::new(game, &ranks);
//! let scorer = Scorer::new(Criterion::Minimax, ranks.len(), game.pegs());
//! let search = GuessSearch { game, candidates: &candidates, scorer: &scorer, stop_at: None, parallel: false };
//! // Knuth 1977: after 1122 at most 256 codes are left.
//! let best = search.best_of_all(&CandidateSymmetry::new(game)).unwrap();
//! assert_eq!((game.unrank(best.rank.into()).to_string(), best.score), ("AABB".to_owned(), 256));
//! # Ok::<(), scsa::GameError>(())
//! ```

mod candidates;
mod criterion;
mod depth_first;
mod dispatch;
mod guesses;
mod search;
mod selection;
mod simd;

pub use candidates::{CandidateBitmaps, CandidateSymmetry, CodeBitsets};
pub use criterion::{Criterion, ONE_ABOVE, Score, Scorer};
pub use dispatch::Instructions;
pub use guesses::GuessList;
pub use selection::{GuessSearch, ScoredGuess};
