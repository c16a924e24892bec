//! The posterior over the generative models that a codemaker may follow.

use super::mixture::{Mixture, ModelWeight};
use super::size_fit::{MAX_FITTED_CODES, SizeFit};
use crate::counting::with_pegs;
use crate::family::is_spread;
use scsa::{Code, Component, Game, Rng, Scsa};
use std::sync::{Arc, Mutex, PoisonError};

/// Samples are taken to be of a game with at least this many colors, because smaller games are rare.
const MIN_COLORS: usize = 5;

/// The posterior over the generative models that a codemaker may follow, given codes that it made.
///
/// As a [`Scsa`] it is the posterior predictive distribution. It supports every game, and no legal code has probability 0. Equal
/// codes in equal order make equal posteriors on every machine. The codes of each game are evidence for that game; the prior of a
/// game is the posterior of the game before it, at the time of its first code.
#[derive(Debug, Default)]
pub struct ModelPosterior {
    /// In the order in which the games were first observed.
    fits: Vec<SizeFit>,
    last: Mutex<Option<Arc<Mixture>>>,
}

impl ModelPosterior {
    /// The prior: all rule families of the catalog, with weights by how likely somebody is to choose such a rule.
    pub fn from_prior() -> ModelPosterior {
        ModelPosterior::default()
    }

    /// The posterior given these codes.
    ///
    /// Their game has so many colors, or where more occur or none are given, the colors up to the last one that occurs, and at least five. Of more than 1500 codes of one length, 1500 are
    /// used, spread evenly over them. 200 samples of ten pegs take about 0.3 s, 1500 or more of the largest board about 4 s.
    pub fn from_samples(samples: &[Code], colors: Option<usize>) -> ModelPosterior {
        let mut posterior = ModelPosterior::from_prior();
        let last = samples.iter().flat_map(Code::pegs).max();
        let colors = last.map_or(0, |color| color.index() + 1).max(colors.unwrap_or(MIN_COLORS));
        let mut of_length = [0; Game::MAX_PEGS + 1];
        for code in samples {
            of_length[code.len()] += 1;
        }
        let mut before = [0; Game::MAX_PEGS + 1];
        if let Ok(any) = Game::new(1, colors) {
            for code in samples {
                let (index, all) = (before[code.len()], of_length[code.len()]);
                before[code.len()] += 1;
                let fit = posterior.fit_at(with_pegs(any, code.len()));
                if is_spread(index, all, MAX_FITTED_CODES) { fit.add(code) } else { fit.skip() }
            }
        }
        for fit in &mut posterior.fits {
            fit.fit();
        }
        posterior
    }

    /// Updates on one more code, of that game. A code that is illegal there is ignored.
    ///
    /// Parameters are estimated again when the codes have grown by a fifth. A code takes less than a millisecond on average, also the
    /// thousandth at 20x26, but one at which parameters are estimated up to 0.2 s.
    pub fn update(&mut self, game: Game, code: &Code) {
        if game.is_legal(code) {
            self.fit_at(game.with_repeats()).add_and_refit(code);
        }
    }

    /// The number of codes that models were fitted to: at most 1500 of a game.
    pub fn fitted_codes(&self) -> usize {
        self.fits.iter().map(|fit| fit.evidence().1).sum()
    }

    /// The game at which codes were observed first, that of the samples as far as it is known.
    pub fn first_size(&self) -> Option<Game> {
        self.fits.first().map(|fit| fit.game)
    }

    /// The leave-one-out cross-entropy, in bits a code: the mean of −log₂ of the probability of a code given all the others, over
    /// the fitted codes. None without codes.
    pub fn cross_entropy(&self) -> Option<f64> {
        let evidence = self.fits.iter().map(SizeFit::evidence);
        let (sum, codes) = evidence.fold((0.0, 0), |(sum, codes), (evidence, of)| (sum + evidence, codes + of));
        (codes > 0).then(|| -sum / codes as f64 / std::f64::consts::LN_2)
    }

    /// The share of the weight at the game of the samples that rules have which exist in this game: [`ModelPosterior::at`] scales them up
    /// to 1.
    pub fn share_at(&self, game: Game) -> f64 {
        self.fits.last().map_or(1.0, |fit| fit.share_at(game.with_repeats()))
    }

    /// The models in that game with their posterior weights, by decreasing weight.
    pub fn model_weights(&self, game: Game) -> Vec<ModelWeight> {
        self.at(game).model_weights()
    }

    /// The posterior predictive mixture in that game. In a game without repeats, it has the models whose codes have no color twice. The last one is cached; a new one takes about a millisecond.
    pub fn at(&self, game: Game) -> Arc<Mixture> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mixture) = last.as_ref().filter(|mixture| mixture.supports(game)) {
            return Arc::clone(mixture);
        }
        let elsewhere = !self.fits.is_empty() && self.fits.iter().all(|fit| fit.game.pegs() != game.pegs());
        let board = game.with_repeats();
        let fit = self.fits.iter().find(|fit| fit.game == board).or(self.fits.last());
        let mixture = match fit {
            Some(fit) => fit.mixture(board, elsewhere),
            None => SizeFit::from_prior(board).mixture(board, elsewhere),
        };
        let mixture = Arc::new(if game == board { mixture } else { mixture.without_repeats(game) });
        *last = Some(Arc::clone(&mixture));
        mixture
    }

    fn fit_at(&mut self, game: Game) -> &mut SizeFit {
        *self.last.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        let index = self.fits.iter().position(|fit| fit.game == game).unwrap_or_else(|| {
            let fit = self.fits.last().map_or_else(|| SizeFit::from_prior(game), |fit| fit.transferred(game));
            self.fits.push(fit);
            self.fits.len() - 1
        });
        &mut self.fits[index]
    }
}

impl Clone for ModelPosterior {
    fn clone(&self) -> ModelPosterior {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        ModelPosterior { fits: self.fits.clone(), last: Mutex::new(last.clone()) }
    }
}

impl Scsa for ModelPosterior {
    fn name(&self) -> &str {
        "model-posterior"
    }

    fn summary(&self) -> &str {
        "the posterior predictive distribution of a codemaker, given codes that it made"
    }

    fn supports(&self, _game: Game) -> bool {
        true
    }

    fn names_colors(&self) -> bool {
        true
    }

    fn draw(&self, game: Game, rng: &mut Rng) -> Code {
        self.at(game).draw(game, rng)
    }

    fn probability(&self, game: Game, code: &Code) -> f64 {
        self.at(game).probability(game, code)
    }

    fn components(&self, game: Game) -> Vec<Component> {
        self.at(game).components(game)
    }
}
