//! Rules as programs of random choices. The same program draws a code, gives the exact probability of a code, and lists all codes.

use scsa::{Code, Color, Game, Rng};
use std::collections::BTreeMap;

/// Sets the color of every peg by choices of a [`Draw`]. `None` when the code departs from the one whose probability is computed.
pub type Rule = Box<dyn Fn(&mut Draw<'_>) -> Option<()> + Send + Sync>;

pub struct Draw<'a> {
    colors: usize,
    code: [Option<usize>; Game::MAX_PEGS],
    probability: f64,
    choices: Choices<'a>,
}

/// Where the choices of a run come from.
enum Choices<'a> {
    Random(&'a mut Rng),
    Search(PathSearch<'a>),
}

/// A run that makes the choices of a path, then the first possible one each time.
struct PathSearch<'a> {
    /// The colors that the pegs must get. The run ends where it departs from them.
    target: Option<&'a [usize]>,
    path: Vec<Choice>,
    made: usize,
}

/// A choice among several indices.
struct Choice {
    taken: usize,
    /// The possible indices after the taken one, in descending order.
    others: Vec<usize>,
}

pub fn code(rule: &Rule, game: Game, rng: &mut Rng) -> Code {
    let mut draw = Draw::new(game.colors(), Choices::Random(rng));
    let made = rule(&mut draw);
    debug_assert_eq!(made, Some(()), "a drawn code departs from nothing");
    draw.code(game)
}

/// The runs over all sequences of choices, each with its draw unless that departed from the target.
fn runs<'a>(rule: &'a Rule, game: Game, target: Option<&'a [usize]>) -> impl Iterator<Item = Option<Draw<'a>>> {
    let mut next = Some(Vec::new());
    std::iter::from_fn(move || {
        let search = PathSearch { target, path: next.take()?, made: 0 };
        let mut draw = Draw::new(game.colors(), Choices::Search(search));
        let made = rule(&mut draw);
        next = draw.next_path();
        Some(made.map(|()| draw))
    })
}

/// The probability of a code: the sum over all sequences of choices that lead to it. Exact but for rounding.
///
/// A peg that is drawn needs no search, because its color is known. The time is that of one run for each sequence of the other choices
/// that does not depart from the code.
pub fn probability(rule: &Rule, game: Game, code: &Code) -> f64 {
    let target: Vec<usize> = code.pegs().map(Color::index).collect();
    runs(rule, game, Some(&target)).flatten().fold(0.0, |total, draw| total + draw.probability)
}

/// All codes of the rule in lexicographic order, with their probabilities. `None` if more than `most_sequences` sequences of choices
/// lead to codes.
pub fn list(rule: &Rule, game: Game, most_sequences: usize) -> Option<Vec<(Code, f64)>> {
    let (mut runs, mut codes) = (runs(rule, game, None), BTreeMap::new());
    for draw in runs.by_ref().take(most_sequences).flatten().filter(|draw| draw.probability > 0.0) {
        *codes.entry(draw.code(game)).or_insert(0.0) += draw.probability;
    }
    runs.next().is_none().then(|| codes.into_iter().collect())
}

impl<'a> Draw<'a> {
    const fn new(colors: usize, choices: Choices<'a>) -> Draw<'a> {
        Draw { colors, code: [None; Game::MAX_PEGS], probability: 1.0, choices }
    }

    fn code(&self, game: Game) -> Code {
        debug_assert!(self.code[..game.pegs()].iter().all(Option::is_some), "every peg is set");
        Code::from_fn(game, |peg| self.code[peg].and_then(Color::new).unwrap_or(Color::A))
    }

    fn next_path(&mut self) -> Option<Vec<Choice>> {
        let Choices::Search(search) = &mut self.choices else { return None };
        let mut path = std::mem::take(&mut search.path);
        while let Some(Choice { mut others, .. }) = path.pop() {
            if let Some(taken) = others.pop() {
                path.push(Choice { taken, others });
                return Some(path);
            }
        }
        None
    }

    const fn wanted(&self, peg: usize) -> Option<usize> {
        match &self.choices {
            Choices::Search(PathSearch { target: Some(target), .. }) => Some(target[peg]),
            _ => None,
        }
    }

    /// An index of `count` whose weights have this sum.
    fn choose(&mut self, count: usize, total: f64, weight: impl Fn(usize) -> f64) -> usize {
        let mut possible = (0..count).filter(|&index| weight(index) > 0.0);
        let taken = match &mut self.choices {
            Choices::Random(rng) => {
                let mut left = rng.unit() * total;
                let passed = |index: &usize| {
                    left -= weight(*index);
                    left < 0.0
                };
                // By rounding, the sum of the weights may be below the total.
                possible.clone().find(passed).or_else(|| possible.last()).unwrap_or(0)
            }
            Choices::Search(search) => {
                if search.made == search.path.len() {
                    let taken = possible.next().unwrap_or(0);
                    search.path.push(Choice { taken, others: possible.rev().collect() });
                }
                search.made += 1;
                search.path[search.made - 1].taken
            }
        };
        self.probability *= weight(taken) / total;
        taken
    }

    /// An index, with a probability in proportion to its weight. One weight at least is positive.
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        self.choose(weights.len(), weights.iter().sum(), |index| weights[index])
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.choose(count, count as f64, |_| 1.0)
    }

    pub fn one_of<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }

    pub fn set(&mut self, peg: usize, color: usize) -> Option<()> {
        debug_assert!(color < self.colors && self.code[peg].is_none(), "peg {peg}, color {color}");
        self.code[peg] = Some(color);
        self.wanted(peg).is_none_or(|wanted| wanted == color).then_some(())
    }

    pub fn set_weighted(&mut self, peg: usize, weights: &[f64]) -> Option<usize> {
        let color = match self.wanted(peg) {
            Some(wanted) => {
                self.probability *= weights[wanted] / weights.iter().sum::<f64>();
                (weights[wanted] > 0.0).then_some(wanted)?
            }
            None => self.weighted(weights),
        };
        self.set(peg, color).map(|()| color)
    }

    pub fn set_even(&mut self, peg: usize) -> Option<usize> {
        let color = match self.wanted(peg) {
            Some(wanted) => {
                self.probability /= self.colors as f64;
                wanted
            }
            None => self.below(self.colors),
        };
        self.set(peg, color).map(|()| color)
    }

    pub fn set_any(&mut self, pegs: impl IntoIterator<Item = usize>) -> Option<Vec<usize>> {
        pegs.into_iter().map(|peg| self.set_even(peg)).collect()
    }

    pub fn set_all(&mut self, pegs: impl IntoIterator<Item = usize>, colors: &[usize]) -> Option<()> {
        pegs.into_iter().zip(colors).try_for_each(|(peg, &color)| self.set(peg, color))
    }

    /// Sets pegs to colors that are drawn evenly, then sorted: the number of pegs of each color is binomial given those before.
    pub fn set_sorted(&mut self, pegs: &[usize]) -> Option<()> {
        let mut set = 0;
        for color in 0..self.colors {
            let (left, others) = (pegs.len() - set, (self.colors - color - 1) as f64);
            let choose = |count: usize| (0..count).map(|i| (left - i) as f64 / (i + 1) as f64).product::<f64>();
            let weight = |count: usize| choose(count) * others.powi((left - count) as i32);
            let total = (others + 1.0).powi(left as i32);
            let count = match pegs[set..].first().and_then(|&peg| self.wanted(peg)) {
                Some(_) => {
                    let wanted = pegs[set..].iter().take_while(|&&peg| self.wanted(peg) == Some(color)).count();
                    self.probability *= weight(wanted) / total;
                    (weight(wanted) > 0.0).then_some(wanted)?
                }
                None => self.choose(left + 1, total, weight),
            };
            for &peg in &pegs[set..set + count] {
                self.set(peg, color)?;
            }
            set += count;
        }
        Some(())
    }
}
