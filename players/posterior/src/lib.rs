//! Bayesian inference of a secret, and the choice of the next guess.
//!
//! `docs/design/sampler.md` describes and measures the method:
//!
//! - [`PriorModel`] is the prior p(c) of one codemaker over the codes c of a game, a mixture ∑ₖ wₖ pₖ(c) if the rule chooses among
//!   components. A turn deletes the codes that it contradicts.
//! - The support of a component with up to two million codes ([`Effort::max_enumerated`]) is enumerated: the posterior is exact. Of any
//!   other component a sample of codes (particles) is filtered. When too few are left, all consistent codes are searched for, or Markov
//!   chains refill the sample by parallel tempering (Swendsen and Wang 1986; Geyer 1991).
//! - [`choose_guess`] maximizes H(black) + a · (H(response) − H(black)) + 2 · P(guess is the secret), in nats, over all legal guesses. H
//!   is the entropy under the posterior, and a at most 1. Where all candidates are known, it minimizes the expected number of remaining
//!   guesses instead.
//!
//! # Counts
//!
//! [`Candidates`] are counted without samples: [`analyze`] says how many codes every turn of a game leaves and how much information its guess
//! is expected to give, and [`Candidates::known`] which colors every peg can still have. What is not exact is a lower bound or not known.
//!
//! # Budgets
//!
//! An [`Effort`] is the budget, in steps and evaluations. Nothing depends on time, on the processor or on its mathematics library.
//!
//! ```
//! use posterior::{Effort, PriorModel, choose_guess};
//! use scsa::{Game, Rng, Turn, algorithms::TwoColor};
//! use std::sync::Arc;
//!
//! let game: Game = "8x10".parse()?;
//! let prior = PriorModel::new(Arc::new(TwoColor), game, Effort::level(10));
//! let (mut posterior, mut rng) = (prior.initial_posterior(), Rng::new(1));
//! let secret: scsa::Code = "CCHCHHHC".parse()?;
//! let mut turns = Vec::new();
//! while turns.last().is_none_or(|turn: &Turn| turn.guess != secret) {
//!     let guess = choose_guess(&prior, &posterior, turns.is_empty(), &mut rng);
//!     turns.push(Turn::new(game, guess, &secret));
//!     posterior.update(&prior, &turns, &mut rng);
//! }
//! assert!(turns.len() <= 7);
//! assert_eq!(posterior.candidates(), [(secret, 1.0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod candidates;
mod chain;
mod dispatch;
mod effort;
mod exhaustive;
mod guess;
mod placement;
mod posterior;
mod prior;
mod simd;
mod tempering;

pub use candidates::{
    Candidates, Count, GuessFigures, Known, Possibility, PossibleColors, Responses, TurnFigures, analyze,
};
pub use effort::Effort;
pub use guess::choose_guess;
pub use posterior::{Posterior, PriorModel};
pub use simd::use_portable_instructions;
