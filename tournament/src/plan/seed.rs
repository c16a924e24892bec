//! Random streams.

use scsa::{Rng, Size};
use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::hash::Hasher;

/// The seed of a tournament, from which every random stream of it follows.
///
/// The stream of a secret depends on the seed, the size, the codemaker and the round; that of a player on its name
/// besides. So all players face the same secrets, and a round plays the same whatever else is played, in which order
/// and on how many threads. The mixing hash is SipHash-2-4 with 128 bits (Aumasson and Bernstein 2012).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// The secrets of a codemaker at a size.
    pub fn secrets(self, size: Size, codemaker: &str) -> Streams {
        Streams::new(&["secret", &self.0.to_string(), &size.to_string(), codemaker])
    }

    /// What a player may draw from against a codemaker at a size.
    pub fn player(self, size: Size, codemaker: &str, player: &str) -> Streams {
        Streams::new(&["player", &self.0.to_string(), &size.to_string(), codemaker, player])
    }
}

/// One random stream for each round.
#[derive(Clone, Debug)]
pub struct Streams(SipHasher24);

impl Streams {
    /// What the sample codes of a codemaker at a size are drawn from, the first of them in round 1. They depend on no
    /// seed, and no seed's secrets are drawn from them.
    pub fn samples(size: Size, codemaker: &str) -> Streams {
        Streams::new(&["sample", &size.to_string(), codemaker])
    }

    fn new(words: &[&str]) -> Streams {
        let mut hasher = SipHasher24::new();
        for word in words {
            hasher.write_u64(word.len() as u64);
            hasher.write(word.as_bytes());
        }
        Streams(hasher)
    }

    /// The stream of a round.
    pub fn round(&self, round: u64) -> Rng {
        let mut hasher = self.0;
        hasher.write(&round.to_le_bytes());
        Rng::new(hasher.finish128().as_u128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These values are the contract: a change of any of them changes every tournament ever recorded.
    #[test]
    fn streams_are_pinned_and_differ_in_everything_they_depend_on() {
        let size: Size = "4x6".parse().unwrap();
        let other: Size = "6x4".parse().unwrap();
        let mut first = [
            Seed(1).secrets(size, "ab").round(1),
            Seed(2).secrets(size, "ab").round(1),
            Seed(1).secrets(other, "ab").round(1),
            Seed(1).secrets(size, "a").round(1),
            Seed(1).secrets(size, "ab").round(2),
            Seed(1).player(size, "ab", "").round(1),
            Seed(1).player(size, "a", "b").round(1),
            Streams::samples(size, "ab").round(1),
        ]
        .map(|mut rng| rng.bits());
        assert_eq!(first[0], 2_562_409_498_606_092_975);
        first.sort_unstable();
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
