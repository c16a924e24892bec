//! Inference of the generative model that an unknown codemaker of Mastermind follows, from codes that it made.
//!
//! # Model
//!
//! A codemaker draws its codes independently from a mixture of generative models, which are of some two hundred rule families k:
//! fixed ones (palettes, color counts, cycles, palindromes, blocks, sorted pegs, sums, …), and ones with parameters θ that are estimated
//! from the codes: frequencies, networks of pegs that depend on each other, weights of what a color would be beside those before it, lists, base codes, histograms of features.
//!
//! ```text
//! p(code | w) = ∑ₖ wₖ pₖ(code | θₖ)        w ~ Dirichlet(α)
//! ```
//!
//! The α of the catalog sum to 0.5. The evidence of a family is its log marginal likelihood in nats, over parameters and structures,
//! where there is a closed form. Any other family predicts the codes one after another, each with θ fitted to codes before it (Dawid
//! 1984). The weights w are inferred by collapsed variational
//! Bayes (CVB0: Asuncion, Welling, Smyth and Teh 2009, "On smoothing and inference for topic models"), from several starting
//! points, beside the hypothesis that one model made all codes; these hypotheses are averaged by their marginal likelihoods.
//!
//! Codes are evidence in their own game. In any other game, a rule family gives the models that it may be there, with weights, and codes of
//! that game tell them apart. The uniform distribution always keeps a weight of 0.001 or more, so that no legal code is impossible.
//!
//! A [`ModelPosterior`] is the result. It is a [`Scsa`](scsa::Scsa) itself: the posterior predictive distribution, a [`Mixture`] at
//! every game.
//!
//! ```
//! use inference::ModelPosterior;
//! use scsa::{Code, Scsa, Game};
//!
//! let samples: Vec<Code> = ["ABABABA", "CDCDCDC", "EAEAEAE", "BDBDBDB"].iter().map(|text| text.parse().unwrap()).collect();
//! let posterior = ModelPosterior::from_samples(&samples, None);
//! let game: Game = "6x9".parse()?;
//! assert_eq!(posterior.model_weights(game)[0].description, "2 pegs, over and over: no color twice");
//! // 72 codes alternate. Under the prior this one has a probability of 0.0005.
//! let probability = posterior.probability(game, &"HIHIHI".parse()?);
//! assert!(probability > 0.8 / 72.0, "{probability}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automaton;
mod catalog;
mod counting;
mod family;
#[cfg(test)]
mod family_tests;
mod fitted;
mod fixed;
mod parts;
mod posterior;
mod transfer;

pub use posterior::{Mixture, ModelPosterior, ModelWeight};
