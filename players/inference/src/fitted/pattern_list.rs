//! Equality patterns from a list that is learned, with colors drawn anew. The color of one peg may choose the pattern.

use super::dirichlet::SeenItems;
use crate::{
    at_home::{AtHome, HomeRule},
    counting::{color, pick, power},
    model::{Evidence, FittedFamily, WeightedSample, total},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// A pattern: for each peg but the key the number of its color, counted in the order in which colors come; and the color of the key.
type KeyedPattern = (u8, Vec<u8>);

/// How often each pattern was seen.
#[derive(Clone, Debug)]
pub struct PatternList {
    home: Size,
    /// The peg whose color chooses the pattern of the others.
    key: Option<usize>,
    /// The patterns by the color of the key.
    patterns: Vec<SeenItems<Vec<u8>>>,
    /// The log marginal likelihood of the codes.
    log_evidence: f64,
}

/// The patterns, with the key that makes the codes most probable, if some pattern comes again.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 4 || home.colors() < 3 || total(codes) < 8.0 {
        return None;
    }
    let keys: Vec<Option<usize>> = [None].into_iter().chain((0..home.pegs()).map(Some)).collect();
    let alternatives = libm::log(keys.len() as f64);
    let lists = keys.into_iter().map(|key| PatternList::new(home, key, codes));
    let (evidence, mut list) = lists.max_by(|a, b| a.0.total_cmp(&b.0))?;
    if list.patterns.iter().all(|patterns| patterns.counts().1 == 0) {
        return None;
    }
    list.log_evidence = evidence - alternatives;
    Some(AtHome::family(list))
}

/// The pattern of a code.
fn pattern(code: &Code, key: Option<usize>) -> KeyedPattern {
    let (mut numbers, mut count) = ([u8::MAX; scsa::Color::MAX], 0);
    let others = code.pegs().enumerate().filter(|(peg, _)| Some(*peg) != key);
    let pattern = others.map(|(_, color)| {
        let number = &mut numbers[color.index()];
        if *number == u8::MAX {
            *number = count;
            count += 1;
        }
        *number
    });
    let pattern = pattern.collect();
    (key.map_or(0, |key| code.peg(key).index() as u8), pattern)
}

/// The number of colors of a pattern.
fn color_count(pattern: &[u8]) -> usize {
    pattern.iter().max().map_or(0, |&most| usize::from(most) + 1)
}

/// The number of codes with a pattern: one for each way to choose its colors in order.
fn codes_of(pattern: &[u8], size: Size) -> f64 {
    (0..color_count(pattern)).fold(1.0, |product, used| product * (size.colors() - used) as f64)
}

/// The probability of a pattern among all codes.
fn base(pattern: &[u8], size: Size) -> f64 {
    codes_of(pattern, size) / power(size.colors(), pattern.len())
}

impl PatternList {
    /// The list, and the natural logarithm of the marginal likelihood of the codes.
    fn new(home: Size, key: Option<usize>, codes: WeightedSample) -> (f64, PatternList) {
        let found: Vec<(KeyedPattern, f64)> = codes.iter().map(|(code, share)| (pattern(code, key), *share)).collect();
        let contexts = if key.is_some() { home.colors() } else { 1 };
        let patterns: Vec<SeenItems<Vec<u8>>> = (0..contexts)
            .map(|context| {
                let own = found.iter().filter(|((color, _), _)| usize::from(*color) == context);
                SeenItems::of(own.map(|((_, pattern), share)| (pattern.clone(), *share, base(pattern, home))))
            })
            .collect();
        let of_colors: f64 = found.iter().map(|((_, pattern), share)| share * libm::log(codes_of(pattern, home))).sum();
        let of_key = if key.is_some() { total(codes) * libm::log(home.colors() as f64) } else { 0.0 };
        let evidence = patterns.iter().map(|patterns| patterns.log_evidence).sum::<f64>() - of_colors - of_key;
        (evidence, PatternList { home, key, patterns, log_evidence: 0.0 })
    }
}

impl HomeRule for PatternList {
    const NAME: &'static str = "pattern-list";

    fn home(&self) -> Size {
        self.home
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.home.colors();
        let key_color = rng.below(if self.key.is_some() { colors } else { 1 });
        let (seen, new) = self.patterns[key_color].next();
        let weights: Vec<f64> = seen.iter().map(|(_, weight)| *weight).chain([new]).collect();
        let mut palette: Vec<usize> = (0..colors).collect();
        rng.shuffle(&mut palette);
        let others: Vec<usize> = match seen.get(pick(&weights, rng)) {
            Some((pattern, _)) => pattern.iter().map(|&number| palette[usize::from(number)]).collect(),
            None => (0..self.home.pegs()).map(|_| rng.below(colors)).collect(),
        };
        let mut others = others.into_iter();
        Code::from_fn(self.home, |peg| {
            color(if Some(peg) == self.key { key_color } else { others.next().unwrap_or_default() })
        })
    }

    /// The probability of a code, without that weight of it.
    fn without(&self, code: &Code, share: f64) -> f64 {
        let (context, pattern) = pattern(code, self.key);
        let of_key = if self.key.is_some() { self.home.colors() as f64 } else { 1.0 };
        let patterns = &self.patterns[usize::from(context)];
        patterns.without(&pattern, base(&pattern, self.home), share, share) / codes_of(&pattern, self.home) / of_key
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }

    fn description(&self) -> String {
        let letters = |pattern: &[u8]| pattern.iter().map(|&number| char::from(b'a' + number)).collect::<String>();
        let number: usize = self.patterns.iter().map(|patterns| patterns.counts().0).sum();
        let mut most: Vec<(f64, String)> = Vec::new();
        for patterns in &self.patterns {
            most.extend(patterns.next().0.into_iter().map(|(pattern, weight)| (weight, letters(pattern))));
        }
        most.sort_by(|a, b| b.0.total_cmp(&a.0));
        let examples: Vec<String> = most.into_iter().take(3).map(|(_, text)| text).collect();
        let chosen = self.key.map_or_else(String::new, |key| {
            format!("the color of peg {} chooses the pattern of the others: ", key + 1)
        });
        format!("{chosen}one of {number} patterns with any colors, such as {}", examples.join(", "))
    }
}
