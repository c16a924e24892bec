//! Bayesian inference of a secret, and the choice of the next guess.
//!
//! # Model
//!
//! A codemaker with a known rule is a prior p(c) over the codes c of a game, a mixture ∑ₖ wₖ pₖ(c) if the rule chooses among
//! components. Feedback is deterministic, so the likelihood of the turns is 1 for a consistent code and 0 for any other, and the
//! posterior is the prior restricted to the consistent codes:
//!
//! ```text
//! p(c | turns) = p(c) · 1[c is consistent with all turns] / p(turns)
//! p(k | turns) ∝ wₖ · pₖ(turns)       pₖ(turns) = ∑ pₖ(c) over the consistent codes c
//! ```
//!
//! # Candidates
//!
//! [`PriorModel`] is the prior of one codemaker in one game. The support of a component with up to two million codes
//! ([`Effort::max_enumerated`]) is enumerated, and conditioning deletes codes: the posterior is exact. Of any other component a
//! sample of codes (particles) is drawn and filtered. When too few particles are left, Markov chain Monte Carlo refills them:
//! parallel tempering (Swendsen and Wang 1986; Geyer 1991) over the codes, with the target density
//!
//! ```text
//! π(c) ∝ pₖ(c) · exp(−V(c) / T)
//! ```
//!
//! where V sums, over the turns, by how much the black pegs and the total of black and white of c differ from the response.
//! Every state with V = 0, at any temperature, is a draw from the posterior of the component. The factor pₖ(turns) of a component
//! is estimated turn by turn, as the share of its particles that stay consistent.
//! Once few consistent codes are estimated to be left, all of them are found by exhaustive depth-first search within a node budget.
//!
//! # Choice of the guess
//!
//! [`choose_guess`] maximizes, over all legal guesses, by hill climbing,
//!
//! ```text
//! H(black) + a · (H(response) − H(black)) + 2 · P(guess is the secret)        in nats
//! ```
//!
//! where H is the entropy under the posterior. H(response) is the expected information gain of a guess, because the response
//! follows from the secret. The factor a is 1 for the first guess, and lower for secrets with many distinct colors. Where all
//! candidates are known, guesses are compared by the expected number of remaining guesses instead (one-ply estimates, then
//! playouts of a greedy strategy).
//!
//! # Counts
//!
//! [`Candidates`] are counted without samples: [`analyze`] says how many codes every turn of a game leaves and how much information its
//! guess is expected to give, [`Candidates::known`] which colors every peg can still have, and [`suspects`] which answer is most likely
//! mistyped when no code is left. What is not exact is a lower bound or not known.
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
mod choose_guess;
mod dispatch;
mod effort;
mod endgame;
mod exhaustive;
mod placement;
mod posterior;
mod prior;
mod simd;
mod tempering;

pub use candidates::{
    Candidates, Correction, Count, GuessFigures, Known, Possibility, PossibleColors, Suspect, TurnFigures, analyze,
    suspects,
};
pub use choose_guess::choose_guess;
pub use effort::Effort;
pub use posterior::{Posterior, PriorModel};
