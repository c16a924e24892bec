//! Rules as programs of random choices. The same program draws a code and, by a search of all its choices, gives the exact
//! probability of a code.

use scsa::Rng;

/// Sets the color of every peg by choices of a [`Draw`]. `None` when the code is not the one that the search wants.
pub type Rule = Box<dyn Fn(&mut Draw) -> Option<()>>;

/// What the rule is, the number of colors, and the rule with a secret drawn for a number of pegs and of colors.
pub type Entry = (&'static str, usize, fn(usize, usize, &mut Rng) -> Rule);

/// Where the choices of one run come from.
enum Choices<'a> {
    Random(&'a mut Rng),
    /// The run makes the choices of the path, then the first possible one each time, and ends where it departs from the target.
    Search {
        target: &'a [usize],
        path: Vec<Choice>,
        next: usize,
    },
}

struct Choice {
    taken: usize,
    weights: Vec<f64>,
}

/// One run of a rule.
pub struct Draw<'a> {
    pub colors: usize,
    code: Vec<Option<usize>>,
    probability: f64,
    choices: Choices<'a>,
}

/// A code of the rule.
pub fn code(rule: &Rule, pegs: usize, colors: usize, rng: &mut Rng) -> Vec<usize> {
    let mut draw = Draw { colors, code: vec![None; pegs], probability: 1.0, choices: Choices::Random(rng) };
    rule(&mut draw).expect("no target");
    draw.code.into_iter().map(|color| color.expect("every peg is set")).collect()
}

/// The probability of a code: the sum over all sequences of choices that lead to it. Exact but for rounding.
pub fn probability(rule: &Rule, target: &[usize], colors: usize) -> f64 {
    let (mut path, mut total) = (Vec::new(), 0.0);
    loop {
        let choices = Choices::Search { target, path, next: 0 };
        let mut draw = Draw { colors, code: vec![None; target.len()], probability: 1.0, choices };
        if rule(&mut draw).is_some() {
            assert!(draw.code.iter().all(Option::is_some), "every peg is set");
            total += draw.probability;
        }
        let Choices::Search { path: ended, .. } = draw.choices else { unreachable!() };
        path = ended;
        loop {
            let Some(Choice { taken, weights }) = path.pop() else { return total };
            if let Some(taken) = (taken + 1..weights.len()).find(|&index| weights[index] > 0.0) {
                path.push(Choice { taken, weights });
                break;
            }
        }
    }
}

impl Draw<'_> {
    /// An index, with a probability in proportion to its weight.
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        let total: f64 = weights.iter().sum();
        let possible = |index: &usize| weights[*index] > 0.0;
        let taken = match &mut self.choices {
            Choices::Random(rng) => {
                let mut left = rng.unit() * total;
                let passed = |index: &usize| {
                    left -= weights[*index];
                    left < 0.0
                };
                let last = (0..weights.len()).rev().find(possible).expect("a positive weight");
                (0..weights.len()).filter(possible).find(passed).unwrap_or(last)
            }
            Choices::Search { path, next, .. } => {
                if *next == path.len() {
                    let taken = (0..weights.len()).find(possible).expect("a positive weight");
                    path.push(Choice { taken, weights: weights.to_vec() });
                }
                *next += 1;
                path[*next - 1].taken
            }
        };
        self.probability *= weights[taken] / total;
        taken
    }

    /// An index below the count, all equally probable.
    pub fn below(&mut self, count: usize) -> usize {
        self.weighted(&vec![1.0; count])
    }

    pub fn one_of<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }

    pub fn set(&mut self, peg: usize, color: usize) -> Option<()> {
        assert!(color < self.colors && self.code[peg].is_none(), "peg {peg}");
        self.code[peg] = Some(color);
        match self.choices {
            Choices::Search { target, .. } if target[peg] != color => None,
            _ => Some(()),
        }
    }

    /// Sets the peg to a color drawn with these weights.
    pub fn set_weighted(&mut self, peg: usize, weights: &[f64]) -> Option<usize> {
        let color = self.weighted(weights);
        self.set(peg, color).map(|()| color)
    }

    /// Sets the pegs to colors that are drawn evenly.
    pub fn set_any(&mut self, pegs: impl IntoIterator<Item = usize>) -> Option<Vec<usize>> {
        pegs.into_iter().map(|peg| self.set_weighted(peg, &vec![1.0; self.colors])).collect()
    }

    /// Sets the pegs to these colors.
    pub fn set_all(&mut self, pegs: impl IntoIterator<Item = usize>, colors: &[usize]) -> Option<()> {
        pegs.into_iter().zip(colors).try_for_each(|(peg, &color)| self.set(peg, color))
    }

    /// Sets the pegs to colors that are drawn evenly, then sorted: the number of pegs of each color is binomial given those before.
    pub fn set_sorted(&mut self, pegs: &[usize]) -> Option<()> {
        let mut set = 0;
        for color in 0..self.colors {
            let (left, others) = (pegs.len() - set, (self.colors - color - 1) as f64);
            let choose = |count: usize| (0..count).map(|i| (left - i) as f64 / (i + 1) as f64).product::<f64>();
            let weights: Vec<f64> =
                (0..=left).map(|count| choose(count) * others.powi((left - count) as i32)).collect();
            for _ in 0..self.weighted(&weights) {
                self.set(pegs[set], color)?;
                set += 1;
            }
        }
        Some(())
    }
}
