//! What is believed of a codemaker, from the codes that it made.

use crate::{
    counting::with_pegs,
    home::{Home, MOST},
    mixture::{Mixture, Told},
};
use scsa::{Code, Component, Rng, Scsa, Size};
use std::sync::{Arc, Mutex, PoisonError};

/// The size of samples is taken to have at least so many colors, for games with fewer are rare.
const COLORS: usize = 5;
/// Codes of more sizes than these are not kept apart: those of the size that came first are forgotten.
const HOMES: usize = 8;

/// What is believed of a codemaker: a mixture of rules with weights, judged by the codes that were seen.
///
/// It is a [`Scsa`] that supports every size and holds no legal code to be impossible. Equal codes in equal order make equal
/// beliefs on every machine. Codes are judged size by size: what is believed when the first of a size is seen is where judging
/// begins there.
///
/// ```
/// use inference::Belief;
/// use scsa::{Scsa, Size};
///
/// let size: Size = "5x8".parse()?;
/// let mut belief = Belief::start();
/// for code in ["HAAAH", "HBCCH", "HEFGH", "HAABH"] {
///     belief.learn(size, &code.parse()?);
/// }
/// assert!(belief.probability(size, &"HDCBH".parse()?) > 10.0 * belief.probability(size, &"BDCBH".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Belief {
    /// In the order in which codes of the sizes were first seen.
    homes: Vec<Home>,
    /// What is believed at the size that was asked for last.
    last: Mutex<Option<Arc<Mixture>>>,
}

impl Belief {
    /// The belief of one who was told nothing: all rules that are known, weighed by how likely somebody is to think of them.
    #[must_use]
    pub fn start() -> Belief {
        Belief::default()
    }

    /// The belief of one who was shown these codes. The colors of their game are those up to the last one that occurs, and five at
    /// least. Of more than 1500 codes of one length 1500 are weighed, spread evenly over them, and the others only counted. 200
    /// samples of ten pegs take some 30 ms, 1500 of the largest board less than a second, and more of them no longer.
    #[must_use]
    pub fn from_samples(samples: &[Code]) -> Belief {
        let mut belief = Belief::start();
        let last = samples.iter().flat_map(Code::pegs).max();
        let colors = last.map_or(COLORS, |color| (color.index() + 1).max(COLORS));
        let mut of_length = [0; Size::MAX_PEGS + 1];
        for code in samples {
            of_length[code.len()] += 1;
        }
        let mut before = [0; Size::MAX_PEGS + 1];
        if let Ok(any) = Size::new(1, colors) {
            for code in samples {
                let (place, all) = (before[code.len()], of_length[code.len()]);
                before[code.len()] += 1;
                let home = belief.home_of(with_pegs(any, code.len()));
                if is_taken(place, all) { home.keep(code) } else { home.pass_over() }
            }
        }
        for home in &mut belief.homes {
            home.fit();
        }
        belief
    }

    /// Learns of one more code, of a game of that size; one that is illegal there is passed over.
    ///
    /// Rules are fitted anew when the codes are a fifth more than the last time. On average a code takes less than a
    /// millisecond, also the thousandth at 20x26, but one with which rules are fitted up to 0.2 s.
    pub fn learn(&mut self, size: Size, code: &Code) {
        if size.is_legal(code) {
            self.home_of(size).learn(code);
        }
    }

    /// How many codes it has learned of.
    #[must_use]
    pub fn codes(&self) -> usize {
        self.homes.iter().map(Home::count).sum()
    }

    /// How many of them were weighed: 1500 of a size at the most.
    #[must_use]
    pub fn weighed(&self) -> usize {
        self.homes.iter().map(|home| home.evidence().1).sum()
    }

    /// The size at which codes were seen first: that of the samples, as far as it is known.
    #[must_use]
    pub fn home(&self) -> Option<Size> {
        self.homes.first().map(Home::size)
    }

    /// How surprising a code was when judged by all the others, in bits, as the mean over the codes that were weighed; none without
    /// codes. What learning the parameters of rules costs is part of it.
    #[must_use]
    pub fn bits(&self) -> Option<f64> {
        let evidence = self.homes.iter().map(Home::evidence);
        let (sum, codes) = evidence.fold((0.0, 0), |(sum, codes), (evidence, of)| (sum + evidence, codes + of));
        (codes > 0).then(|| -sum / codes as f64 / std::f64::consts::LN_2)
    }

    /// What is believed at that size, the heaviest rule first, for people to read.
    #[must_use]
    pub fn rules(&self, size: Size) -> Vec<Told> {
        self.at(size).told()
    }

    /// What is believed at that size, ready to be asked often. Asked for the same size again it takes no time, else about a
    /// millisecond.
    #[must_use]
    pub fn at(&self, size: Size) -> Arc<Mixture> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mixture) = last.as_ref().filter(|mixture| mixture.supports(size)) {
            return Arc::clone(mixture);
        }
        let elsewhere = !self.homes.is_empty() && self.homes.iter().all(|home| home.size().pegs() != size.pegs());
        let home = self.homes.iter().find(|home| home.size() == size).or(self.homes.last());
        let mixture = match home {
            Some(home) => home.mixture(size, elsewhere),
            None => Home::start(size).mixture(size, elsewhere),
        };
        let mixture = Arc::new(mixture);
        *last = Some(Arc::clone(&mixture));
        mixture
    }

    /// The home of codes of that size, which are to be learned.
    fn home_of(&mut self, size: Size) -> &mut Home {
        *self.last.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        let place = self.homes.iter().position(|home| home.size() == size).unwrap_or_else(|| {
            let home = self.homes.last().map_or_else(|| Home::start(size), |home| home.carried(size));
            self.homes.push(home);
            if self.homes.len() > HOMES {
                self.homes.remove(0);
            }
            self.homes.len() - 1
        });
        &mut self.homes[place]
    }
}

/// Whether the code at that place of so many is one of those that are weighed.
fn is_taken(place: usize, all: usize) -> bool {
    all <= MOST || (place + 1) * MOST / all > place * MOST / all
}

impl Clone for Belief {
    fn clone(&self) -> Belief {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        Belief { homes: self.homes.clone(), last: Mutex::new(last.clone()) }
    }
}

impl Scsa for Belief {
    fn name(&self) -> &str {
        "belief"
    }

    fn summary(&self) -> &str {
        "what is believed of a codemaker, from the codes that it made"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        self.at(size).draw(size, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        self.at(size).probability(size, code)
    }

    fn components(&self, size: Size) -> Vec<Component> {
        self.at(size).components(size)
    }
}
