//! The distribution of the number of pegs with a color, or with the colors of a class.

use super::count_frequencies::{self, CountFrequencies, Numbers};
use crate::{
    counting::{choices, is_vowel, pick, power, shuffled},
    model::{self, FittedFamily, RuleFamily, WeightedCodes},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// Which colors are counted. At every size a class is what its definition comes to there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The color of that index.
    One(usize),
    /// A, E, I, O and U.
    Vowels,
    /// The first half of the colors, without the one in the middle.
    FirstHalf,
    /// A, C, E and so on.
    EveryOther,
}

impl Class {
    /// Those that are not of one color.
    pub const SEVERAL: [Class; 3] = [Class::Vowels, Class::FirstHalf, Class::EveryOther];

    fn has(self, index: usize, size: Size) -> bool {
        match self {
            Class::One(one) => index == one,
            Class::Vowels => is_vowel(index),
            Class::FirstHalf => index < size.colors() / 2,
            Class::EveryOther => index.is_multiple_of(2),
        }
    }

    /// Its colors and all others, if there are both.
    fn parted(self, size: Size) -> Option<ColorClass> {
        let (counted, others): (Vec<Color>, Vec<Color>) =
            size.palette().partition(|color| self.has(color.index(), size));
        let both = !counted.is_empty() && !others.is_empty();
        both.then_some(ColorClass { size, counted, others })
    }
}

/// The colors that are counted, and the others.
#[derive(Clone, Debug)]
struct ColorClass {
    size: Size,
    counted: Vec<Color>,
    others: Vec<Color>,
}

impl ColorClass {
    fn number(&self, code: &Code) -> usize {
        self.counted.iter().map(|&color| code.count(color)).sum()
    }

    /// How many codes have so many pegs of these colors.
    fn codes(&self, number: usize) -> f64 {
        let others = self.size.pegs() - number;
        choices(self.size.pegs(), number) * power(self.counted.len(), number) * power(self.others.len(), others)
    }
}

/// How often there were how many pegs of the colors. Which of them they have is drawn evenly, as are the others.
#[derive(Clone, Debug)]
pub struct CountOf {
    class: Class,
    home: ColorClass,
    tally: CountFrequencies,
}

/// The numbers of pegs of those colors, if there is often one and the same.
pub fn fit(class: Class, home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let one = matches!(class, Class::One(_));
    let parted = class.parted(home).filter(|parted| one || parted.counted.len() > 1)?;
    let tally = CountFrequencies::of(codes.iter().map(|(code, share)| (parted.number(code), *share)));
    // That several colors have all pegs is told by other rules.
    let most = if one { home.pegs() } else { home.pegs() - 1 };
    let often = tally.seen[1..=most].iter().any(|&seen| seen > 1.5 && seen > 0.6 * tally.all);
    often.then(|| Arc::new(CountOf { class, home: parted, tally }) as _)
}

impl RuleFamily for CountOf {
    fn name(&self) -> &'static str {
        match self.class {
            Class::One(_) => "count-of-one-color",
            _ => "count-of-some-colors",
        }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let Some(parted) = self.class.parted(size) else { return Vec::new() };
        let transferred = self.tally.transferred(self.home.size.pegs(), size.pegs());
        model::weighted(
            transferred.into_iter().map(|(weight, numbers)| (weight, CountOfModel::new(parted.clone(), numbers))),
        )
    }
}

impl FittedFamily for CountOf {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let number = self.home.number(code);
        self.tally.leave_one_out(number, share) / self.home.codes(number)
    }
}

#[derive(Debug)]
struct CountOfModel {
    parted: ColorClass,
    numbers: Numbers,
    /// How probable a code with so many pegs of the colors is.
    each: Numbers,
}

impl CountOfModel {
    fn new(parted: ColorClass, numbers: Numbers) -> CountOfModel {
        let each = count_frequencies::each(&numbers, parted.size.pegs(), |number| parted.codes(number));
        CountOfModel { parted, numbers, each }
    }
}

impl model::Model for CountOfModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let number = pick(&self.numbers, rng);
        let code = Code::from_fn(self.parted.size, |peg| {
            let colors = if peg < number { &self.parted.counted } else { &self.parted.others };
            colors[rng.below(colors.len())]
        });
        shuffled(&code, rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.each[self.parted.number(code)]
    }

    fn description(&self) -> String {
        let numbers = count_frequencies::words(&self.numbers);
        match &*self.parted.counted {
            [one] => format!("the number of {one} is {numbers}, the other pegs are of any other color"),
            some => {
                let letters: Vec<String> = some.iter().map(Color::to_string).collect();
                format!(
                    "the number of pegs of {} is {numbers}, the others are of any other color",
                    letters.join(" or ")
                )
            }
        }
    }
}
