//! Frequencies of counts.

use scsa::Size;

/// For each number from 0, how often it came or how probable it is.
pub type Numbers = [f64; Size::MAX_PEGS + 1];

/// How probable it is that there are as many in codes of other lengths, and not more or fewer in proportion.
const KEPT: f64 = 0.6;

/// How often each number was seen.
#[derive(Clone, Debug)]
pub struct CountFrequencies {
    pub seen: Numbers,
    pub all: f64,
}

impl CountFrequencies {
    /// Numbers of at most 32, each with the share of its code.
    pub fn of(numbers: impl IntoIterator<Item = (usize, f64)>) -> CountFrequencies {
        let mut tally = CountFrequencies { seen: [0.0; Size::MAX_PEGS + 1], all: 0.0 };
        for (number, share) in numbers {
            tally.seen[number] += share;
            tally.all += share;
        }
        tally
    }

    /// How probable that number is, judged by the others.
    pub fn leave_one_out(&self, number: usize, share: f64) -> f64 {
        let seen = self.seen[number] - share;
        if seen > 1e-9 { seen / (self.all - share) } else { 0.0 }
    }

    /// How probable the numbers are where there can be `to` instead of `from`: several ways, with weights.
    pub fn transferred(&self, from: usize, to: usize) -> Vec<(f64, Numbers)> {
        let transferred = |transfer: &dyn Fn(usize) -> usize| {
            let mut numbers = [0.0; Size::MAX_PEGS + 1];
            for (number, seen) in self.seen.iter().enumerate() {
                numbers[transfer(number).min(to)] += seen / self.all;
            }
            numbers
        };
        let kept = transferred(&|number| number);
        if from == to {
            return vec![(1.0, kept)];
        }
        vec![(KEPT, kept), (1.0 - KEPT, transferred(&|number| (2 * number * to + from) / (2 * from)))]
    }
}

/// How probable each code with so many is, by how probable the numbers up to `most` are and how many codes have each.
pub fn each(numbers: &Numbers, most: usize, codes: impl Fn(usize) -> f64) -> Numbers {
    std::array::from_fn(|number| if number <= most { numbers[number] / codes(number) } else { 0.0 })
}

/// Numbers as a person writes them: "2 (40 %), 3 (60 %)".
pub fn words(numbers: &Numbers) -> String {
    let some = numbers.iter().enumerate().filter(|(_, share)| **share >= 0.005);
    some.map(|(number, share)| format!("{number} ({:.0} %)", share * 100.0)).collect::<Vec<_>>().join(", ")
}
