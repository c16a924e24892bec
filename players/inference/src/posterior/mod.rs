//! The posterior over generative models: families fitted to the codes of each game, and mixtures of their models.

mod mixture;
mod mixture_weights;
mod model_posterior;
mod size_fit;

pub use mixture::{Mixture, ModelWeight};
pub use model_posterior::ModelPosterior;
