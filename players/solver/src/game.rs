//! What is to be solved.

use partition::Alike;
use scsa::{Code, Color, Size};
use std::{collections::HashMap, sync::Arc};

/// Which guesses are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Guessing {
    /// All codes.
    Any,
    /// Those that may be the secret.
    Consistent,
    /// All codes without repeated colors.
    Distinct,
}

/// The secrets that there may be, and the guesses that are allowed.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) size: Size,
    pub(crate) guessing: Guessing,
    /// The secrets by their place in the order of all codes, those of large weight first.
    pub(crate) secrets: Arc<[u32]>,
    /// The weights of codes by place; all 1 where there are none.
    pub(crate) weights: Option<Arc<[u32]>>,
    /// What is alike before the first guess.
    pub(crate) alike: Alike,
}

impl Game {
    /// A board with more codes is not searched.
    pub const MOST_CODES: u64 = 1 << 20;

    /// Weights that are not small whole numbers are rounded to such parts of the largest one.
    const PARTS: f64 = (1u64 << 20) as f64;

    /// All codes of a size are secrets, each as likely as any other. None where there are more than [`Game::MOST_CODES`].
    #[must_use]
    pub fn new(size: Size, guessing: Guessing) -> Option<Game> {
        let codes = size.count_at_most(Game::MOST_CODES)?;
        let alike = Alike::new(size);
        let alike = if guessing == Guessing::Distinct { alike.distinct() } else { alike };
        Some(Game { size, guessing, secrets: (0..codes as u32).collect(), weights: None, alike })
    }

    /// These are the secrets, each once, with their probabilities. None where there are none, or the board has more than
    /// [`Game::MOST_CODES`] codes.
    #[must_use]
    pub fn of(size: Size, guessing: Guessing, secrets: &[(Code, f64)]) -> Option<Game> {
        let codes = size.count_at_most(Game::MOST_CODES)?;
        let weights = whole(&secrets.iter().map(|(_, probability)| *probability).collect::<Vec<_>>())?;
        let mut weighed: Vec<(u32, u32)> =
            secrets.iter().zip(&weights).map(|((code, _), &weight)| (size.rank(code) as u32, weight)).collect();
        weighed.sort_unstable_by_key(|&(place, weight)| (std::cmp::Reverse(weight), place));
        let alike = alike(size, secrets, &weights);
        let mut by_place = vec![0; codes as usize];
        weighed.iter().for_each(|&(place, weight)| by_place[place as usize] = weight);
        Some(Game {
            size,
            guessing,
            secrets: weighed.iter().map(|&(place, _)| place).collect(),
            weights: weights.iter().any(|&weight| weight != 1).then(|| by_place.into()),
            alike: if guessing == Guessing::Distinct { alike.distinct() } else { alike },
        })
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Which guesses are allowed.
    #[must_use]
    pub const fn guessing(&self) -> Guessing {
        self.guessing
    }

    /// How many secrets there are.
    #[must_use]
    pub fn secrets(&self) -> usize {
        self.secrets.len()
    }

    /// The weight of a code: in proportion to its probability, a whole number; 1 where all secrets are equally likely.
    #[must_use]
    pub fn weight(&self, code: &Code) -> u32 {
        let place = self.size.rank(code) as usize;
        self.weights.as_ref().map_or(1, |weights| weights.get(place).copied().unwrap_or(0))
    }

    /// The weights of all secrets together.
    #[must_use]
    pub fn weight_of_all(&self) -> u64 {
        self.weights.as_ref().map_or(self.secrets.len() as u64, |weights| weights.iter().copied().map(u64::from).sum())
    }
}

/// Whole numbers in proportion to the probabilities: small ones where there are any, else rounded.
pub(crate) fn whole(probabilities: &[f64]) -> Option<Vec<u32>> {
    let least = probabilities.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = probabilities.iter().copied().fold(0.0, f64::max);
    if probabilities.is_empty() || !(least > 0.0 && largest.is_finite()) {
        return None;
    }
    let is_whole = |times: f64| {
        let off = |probability: &f64| (probability / least * times - (probability / least * times).round()).abs();
        largest / least * times <= Game::PARTS && probabilities.iter().all(|p| off(p) < 1e-6 * times)
    };
    let scale = (1..=5040).map(f64::from).find(|&times| is_whole(times)).map_or(Game::PARTS / largest, |t| t / least);
    Some(probabilities.iter().map(|probability| ((probability * scale).round() as u32).max(1)).collect())
}

/// The pegs and the colors whose exchange leaves the secrets and their weights as they are.
fn alike(size: Size, secrets: &[(Code, f64)], weights: &[u32]) -> Alike {
    let of: HashMap<Code, u32> = secrets.iter().zip(weights).map(|((code, _), &weight)| (*code, weight)).collect();
    let same =
        |exchange: &dyn Fn(&Code) -> Code| of.iter().all(|(code, weight)| of.get(&exchange(code)) == Some(weight));
    let pegs = |one: usize, two: usize| same(&|code| Code::from_fn(size, |peg| code.peg(exchanged(peg, one, two))));
    let colors = |one: Color, two: Color| same(&|code| Code::from_fn(size, |peg| exchanged(code.peg(peg), one, two)));
    // Of the classes of colors that may be exchanged the largest.
    let class = |color: Color| {
        size.palette().filter(|&other| other == color || colors(color, other)).fold(0u32, |set, c| set | 1 << c.index())
    };
    let largest = size.palette().map(class).max_by_key(|class| class.count_ones()).unwrap_or(0);
    Alike::among(size, pegs, largest)
}

/// What becomes of a peg or a color when two are exchanged.
pub fn exchanged<T: PartialEq>(of: T, one: T, two: T) -> T {
    if of == one {
        two
    } else if of == two {
        one
    } else {
        of
    }
}
