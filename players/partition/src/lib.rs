//! Guesses and the cells that they part the candidates into: the fastest way to look at very many.
//!
//! [`Planes`] are candidates as bits; [`Alike`] tells which guesses need not be looked at; a [`Judge`] gives guesses scores
//! by a [`Criterion`]; a [`Search`] looks for the best ones. A guess is one of the codes of the size by its place in their
//! order ([`scsa::Size::place`]).
//!
//! ```
//! use partition::{Alike, Criterion, Judge, Planes, Search};
//! let size = scsa::Size::new(4, 6)?;
//! let codes: Vec<u32> = (0..1296).collect();
//! let (planes, judge) = (Planes::new(size, &codes), Judge::new(Criterion::Minimax, codes.len(), size.pegs()));
//! let search = Search { size, planes: &planes, judge: &judge, enough: None, shared: false };
//! // Knuth 1977: 1122 leaves 256 codes at the most.
//! let best = search.best_of_all(&Alike::new(size)).unwrap();
//! assert_eq!((size.unrank(best.place.into()).to_string(), best.score), ("AABB".to_owned(), 256));
//! # Ok::<(), scsa::SizeError>(())
//! ```

mod criterion;
mod descent;
mod guesses;
mod lanes;
mod listed;
mod pairs;
mod planes;
mod scan;
mod widest;

pub use criterion::{Criterion, Judge, Score};
pub use guesses::{Alike, Guesses};
pub use pairs::{Own, Pairs};
pub use planes::Planes;
pub use scan::{Best, Search};
