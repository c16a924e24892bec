//! Words of several lengths, joined in any order: where they end differs from code to code.

use crate::{
    counting::{color, indices, letters, pick, power, rebuilt},
    model::{self, FittedFamily, RuleFamily, WeightedModels, WeightedSample, total},
};
use scsa::{Code, Rng, Size};
use std::{collections::BTreeMap, sync::Arc};

/// With fewer codes no word shows.
const LEAST_CODES: f64 = 8.0;
/// The lengths of words.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=6;
/// The number of times that all codes are divided anew.
const PASSES: usize = 6;
/// How many words that were not seen count as.
const UNSEEN: f64 = 1.0;
/// The most different words.
const MOST_WORDS: usize = 60;
/// The most codes by which words are found.
const MOST_CODES: usize = 300;

type Word = Vec<u8>;

/// A dictionary: how often each word was seen. A code is as many words as fill its pegs.
#[derive(Clone, Debug)]
pub struct Words {
    home: Size,
    seen: BTreeMap<Word, f64>,
    all: f64,
    /// For each code the words of its most probable division.
    divisions: BTreeMap<Code, Vec<Word>>,
}

/// The words into which the codes are divided best (hard expectation maximization), if they have several lengths.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 5 || home.colors() < 3 || total(codes) < LEAST_CODES {
        return None;
    }
    let codes = &codes[..codes.len().min(MOST_CODES)];
    // At first every part of a code that comes more often than by chance is a word.
    let mut seen: BTreeMap<Word, f64> = BTreeMap::new();
    for (code, share) in codes {
        let colors = indices(code);
        for length in LENGTHS.filter(|&length| length < colors.len()) {
            for part in colors.windows(length) {
                *seen.entry(part.to_vec()).or_default() += share;
            }
        }
    }
    let places = total(codes) * home.pegs() as f64;
    let by_chance = |length: usize| places / power(home.colors(), length);
    seen.retain(|word, count| *count > 3.0 * by_chance(word.len()) + 2.0);
    let gain = |word: &Word, count: f64| count * libm::log(count / by_chance(word.len()));
    let mut best: Vec<(f64, Word)> = seen.iter().map(|(word, &count)| (gain(word, count), word.clone())).collect();
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best.truncate(4 * MOST_WORDS);
    let kept = best.into_iter().map(|(_, word)| (word.clone(), seen[&word])).collect();
    let mut words = Words { home, seen: kept, all: 0.0, divisions: BTreeMap::new() };
    for _ in 0..PASSES {
        words.all = words.seen.values().sum();
        let mut next = Words { home, seen: BTreeMap::new(), all: 0.0, divisions: BTreeMap::new() };
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
    let again: Vec<&Word> = words.seen.iter().filter(|(_, count)| **count > 1.5).map(|(word, _)| word).collect();
    let several = again.iter().any(|word| word.len() != again[0].len());
    (several && words.seen.len() <= MOST_WORDS).then(|| Arc::new(words) as _)
}

impl Words {
    /// The probability of a word that was not seen, by its length: any length, then any colors.
    fn base(length: usize, colors: usize) -> f64 {
        1.0 / LENGTHS.count() as f64 / power(colors, length)
    }

    /// The probability of a word, where these words are not counted, each with that weight.
    fn of_word(&self, word: &[u8], colors: usize, own: &[Word], share: f64) -> f64 {
        let again = own.iter().filter(|other| *other == word).count() as f64;
        let count = (self.seen.get(word).copied().unwrap_or_default() - share * again).max(0.0);
        let all = (self.all - share * own.len() as f64).max(0.0);
        (count + UNSEEN * Words::base(word.len(), colors)) / (all + UNSEEN)
    }

    /// For each number of first pegs the sum of the probabilities of their divisions, and the length of the last word of the most
    /// probable one.
    fn prefixes(&self, code: &[u8], colors: usize, own: &[Word], share: f64) -> (f64, Vec<usize>) {
        let mut sums = vec![1.0];
        let mut best = vec![(1.0, 0)];
        for end in 1..=code.len() {
            let (mut sum, mut most) = (0.0, (0.0, 0));
            for length in LENGTHS.filter(|&length| length <= end) {
                let p = self.of_word(&code[end - length..end], colors, own, share);
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

    /// The words of the most probable division.
    fn divide(&self, code: &[u8]) -> Vec<Word> {
        let (_, last) = self.prefixes(code, self.home.colors(), &[], 0.0);
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
            ((of_seen - share * own).max(0.0) + UNSEEN / LENGTHS.count() as f64) / all
        };
        LENGTHS.map(of_length).collect()
    }

    /// For each number of pegs, the probability that words fill them exactly.
    fn fills(lengths: &[f64], pegs: usize) -> Vec<f64> {
        let mut fills = vec![1.0];
        for end in 1..=pegs {
            let by = LENGTHS.zip(lengths).filter(|(length, _)| *length <= end);
            fills.push(by.map(|(length, p)| fills[end - length] * p).sum());
        }
        fills
    }
}

impl RuleFamily for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let fills = Words::fills(&self.lengths(&[], 0.0), size.pegs());
        if fills[size.pegs()] <= 1e-12 || size.colors() < self.home.colors() {
            return Vec::new();
        }
        model::only(WordsModel { words: self.clone(), size, fills })
    }
}

impl FittedFamily for Words {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let own = self.divisions.get(code).map_or(&[][..], Vec::as_slice);
        let (sum, _) = self.prefixes(&indices(code), self.home.colors(), own, share);
        sum / Words::fills(&self.lengths(own, share), code.len())[code.len()]
    }
}

#[derive(Debug)]
struct WordsModel {
    words: Words,
    size: Size,
    fills: Vec<f64>,
}

impl model::Model for WordsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let lengths = self.words.lengths(&[], 0.0);
        let colors = self.size.colors();
        let mut code: Vec<usize> = Vec::new();
        while code.len() < self.size.pegs() {
            let left = self.size.pegs() - code.len();
            let weight = |(length, p): (usize, &f64)| if length <= left { p * self.fills[left - length] } else { 0.0 };
            let weights: Vec<f64> = LENGTHS.zip(&lengths).map(weight).collect();
            let length = LENGTHS.start() + pick(&weights, rng);
            let of_length: Vec<(&Word, &f64)> =
                self.words.seen.iter().filter(|(word, _)| word.len() == length).collect();
            let weights = of_length.iter().map(|(_, count)| **count).chain([UNSEEN / LENGTHS.count() as f64]);
            match of_length.get(pick(&weights.collect::<Vec<_>>(), rng)) {
                Some((word, _)) => code.extend(word.iter().map(|&index| usize::from(index))),
                None => code.extend((0..length).map(|_| rng.below(colors))),
            }
        }
        rebuilt(self.size.pegs(), |peg| color(code[peg]))
    }

    fn probability(&self, code: &Code) -> f64 {
        let (sum, _) = self.words.prefixes(&indices(code), self.size.colors(), &[], 0.0);
        sum / self.fills[code.len()]
    }

    fn description(&self) -> String {
        let mut most: Vec<(&Word, &f64)> = self.words.seen.iter().collect();
        most.sort_by(|a, b| b.1.total_cmp(a.1));
        let shown: Vec<String> = most.iter().take(8).map(|(word, _)| letters(word)).collect();
        format!("words of several lengths, joined in any order: {} words, such as {}", most.len(), shown.join(", "))
    }
}
