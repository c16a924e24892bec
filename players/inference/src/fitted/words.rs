//! Words of several lengths, joined in any order: where they end differs from code to code.
//!
//! The division of a code into words is latent. The sum over all divisions is computed by dynamic programming over the pegs; words are
//! found by hard expectation maximization.

use crate::counting::{color, letters, pick, power, rebuilt};
use crate::family::{Family, Model, WeightedSample, spread, total};
use crate::transfer::at_home;
use scsa::{Code, Color, Game, Rng};
use std::{collections::BTreeMap, ops::RangeInclusive};

const LENGTHS: RangeInclusive<usize> = 2..=6;
const NUMBER_OF_LENGTHS: f64 = 5.0;
/// The number of times that all codes are divided anew.
const PASSES: usize = 6;
/// How many words that were not seen count as.
const UNSEEN: f64 = 1.0;
const MOST_WORDS: usize = 60;
/// The most codes by which words are found.
const MOST_CODES: usize = 300;

type Word = Vec<usize>;

/// A dictionary: how often each word was seen. A code is as many words as fill its pegs.
#[derive(Clone, Debug)]
struct Words {
    home: Game,
    seen: BTreeMap<Word, f64>,
    all: f64,
    /// For each code the words of its most probable division.
    divisions: BTreeMap<Code, Vec<Word>>,
    /// For each number of pegs, the probability that words fill them exactly; set at the end.
    fills: Vec<f64>,
}

/// The words into which the codes are divided best, if they have several lengths.
pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let codes = &spread(codes, MOST_CODES)[..];
    let mut words = Words::frequent(home, codes);
    for _ in 0..PASSES {
        words.all = words.seen.values().sum();
        let mut next = Words::new(home, BTreeMap::new());
        for (code, share) in codes {
            let division = words.divide(&indices(code));
            for word in &division {
                *next.seen.entry(word.clone()).or_default() += share;
                next.all += share;
            }
            next.divisions.insert(*code, division);
        }
        let is_same = next.seen == words.seen;
        words = next;
        if is_same {
            break;
        }
    }
    let mut again = words.seen.iter().filter(|(_, count)| **count > 1.5).map(|(word, _)| word.len());
    let first = again.next()?;
    if again.all(|length| length == first) || words.seen.len() > MOST_WORDS {
        return None;
    }
    words.fills = words.fills(&[], 0.0);
    Some(at_home("words", home, words, None, Words::without))
}

fn indices(code: &Code) -> Word {
    code.pegs().map(Color::index).collect()
}

impl Words {
    fn new(home: Game, seen: BTreeMap<Word, f64>) -> Words {
        Words { home, seen, all: 0.0, divisions: BTreeMap::new(), fills: Vec::new() }
    }

    /// Every part of a code that comes more often than by chance.
    fn frequent(home: Game, codes: WeightedSample) -> Words {
        let mut seen: BTreeMap<Word, f64> = BTreeMap::new();
        for (code, share) in codes {
            for length in LENGTHS.filter(|&length| length < home.pegs()) {
                for part in indices(code).windows(length) {
                    *seen.entry(part.to_vec()).or_default() += share;
                }
            }
        }
        let places = total(codes) * home.pegs() as f64;
        let by_chance = |word: &Word| places / power(home.colors(), word.len());
        seen.retain(|word, count| *count > 3.0 * by_chance(word) + 2.0);
        let gain = |(word, count): &(Word, f64)| count * libm::log(count / by_chance(word));
        let mut best: Vec<(Word, f64)> = seen.into_iter().collect();
        best.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        best.truncate(4 * MOST_WORDS);
        Words::new(home, best.into_iter().collect())
    }

    /// The probability of a word, where these words are not counted, each with that weight. One that was not seen has any length, then
    /// any colors.
    fn of_word(&self, word: &[usize], own: &[Word], share: f64) -> f64 {
        let again = own.iter().filter(|other| *other == word).count() as f64;
        let count = (self.seen.get(word).copied().unwrap_or_default() - share * again).max(0.0);
        let all = (self.all - share * own.len() as f64).max(0.0);
        (count + UNSEEN / NUMBER_OF_LENGTHS / power(self.home.colors(), word.len())) / (all + UNSEEN)
    }

    /// The sum of the probabilities of all divisions; and for each number of first pegs the length of the last word of the most probable one.
    fn prefixes(&self, code: &[usize], own: &[Word], share: f64) -> (f64, Vec<usize>) {
        let mut sums = vec![1.0];
        let mut best = vec![(1.0, 0)];
        for end in 1..=code.len() {
            let (mut sum, mut most) = (0.0, (0.0, 0));
            for length in LENGTHS.filter(|&length| length <= end) {
                let p = self.of_word(&code[end - length..end], own, share);
                sum += sums[end - length] * p;
                if best[end - length].0 * p > most.0 {
                    most = (best[end - length].0 * p, length);
                }
            }
            sums.push(sum);
            best.push(most);
        }
        (sums[code.len()], best.into_iter().map(|(_, length)| length).collect())
    }

    fn divide(&self, code: &[usize]) -> Vec<Word> {
        let (_, last) = self.prefixes(code, &[], 0.0);
        let (mut end, mut words) = (code.len(), Vec::new());
        while end > 0 && last[end] > 0 {
            words.push(code[end - last[end]..end].to_vec());
            end -= last[end];
        }
        words
    }

    /// The probability of each length of a word, where these words are not counted.
    fn lengths(&self, own: &[Word], share: f64) -> Vec<f64> {
        let all = (self.all - share * own.len() as f64).max(0.0) + UNSEEN;
        let of_length = |length: usize| {
            let of_seen: f64 = self.seen.iter().filter(|(word, _)| word.len() == length).map(|(_, count)| count).sum();
            let own = own.iter().filter(|word| word.len() == length).count() as f64;
            ((of_seen - share * own).max(0.0) + UNSEEN / NUMBER_OF_LENGTHS) / all
        };
        LENGTHS.map(of_length).collect()
    }

    /// For each number of pegs, the probability that words fill them exactly.
    fn fills(&self, own: &[Word], share: f64) -> Vec<f64> {
        let (lengths, mut fills) = (self.lengths(own, share), vec![1.0]);
        for end in 1..=self.home.pegs() {
            let by = LENGTHS.zip(&lengths).filter(|(length, _)| *length <= end);
            fills.push(by.map(|(length, p)| fills[end - length] * p).sum());
        }
        fills
    }

    /// The probability of a code, without that weight of its words.
    fn without(&self, code: &Code, share: f64) -> f64 {
        let own = self.divisions.get(code).map_or(&[][..], Vec::as_slice);
        self.prefixes(&indices(code), own, share).0 / self.fills(own, share)[code.len()]
    }
}

impl Model for Words {
    fn draw(&self, rng: &mut Rng) -> Code {
        let Words { home, seen, .. } = self;
        let lengths = self.lengths(&[], 0.0);
        let mut code: Vec<usize> = Vec::new();
        while code.len() < home.pegs() {
            let left = home.pegs() - code.len();
            let weight = |(length, p): (usize, &f64)| if length <= left { p * self.fills[left - length] } else { 0.0 };
            let weights: Vec<f64> = LENGTHS.zip(&lengths).map(weight).collect();
            let length = LENGTHS.start() + pick(&weights, rng);
            let of_length: Vec<(&Word, &f64)> = seen.iter().filter(|(word, _)| word.len() == length).collect();
            let weights = of_length.iter().map(|(_, count)| **count).chain([UNSEEN / NUMBER_OF_LENGTHS]);
            match of_length.get(pick(&weights.collect::<Vec<_>>(), rng)) {
                Some((word, _)) => code.extend(word.iter()),
                None => code.extend((0..length).map(|_| rng.below(home.colors()))),
            }
        }
        rebuilt(home.pegs(), |peg| color(code[peg]))
    }

    fn probability(&self, code: &Code) -> f64 {
        self.prefixes(&indices(code), &[], 0.0).0 / self.fills[code.len()]
    }

    fn description(&self) -> String {
        let mut most: Vec<(&Word, &f64)> = self.seen.iter().collect();
        most.sort_by(|a, b| b.1.total_cmp(a.1));
        let shown: Vec<String> = most.iter().take(8).map(|(word, _)| letters(word)).collect();
        format!("words of several lengths, joined in any order: {} words, such as {}", most.len(), shown.join(", "))
    }
}
