//! Classes of codes, whichever colors they have: equal patterns, equal counts in the order in which the colors come, equal runs. Those that
//! were seen come again, and all codes of a class are equally probable.
//!
//! Divisions into classes are put upon each other. Each is a Dirichlet process (D. Blackwell and J. B. `MacQueen`, "Ferguson distributions via
//! Pólya urn schemes", 1973) whose base is the one below it, the lowest one's the uniform distribution (Y. W. Teh, "A hierarchical Bayesian
//! language model based on Pitman-Yor processes", 2006): few codes tell the counts, more of them the patterns.

use crate::counting::{another, choices, color, pick, power, rebuilt};
use crate::family::{Family, Model, WeightedSample};
use crate::fixed::palettes::{shape, shape_codes};
use crate::transfer::at_home;
use scsa::{Code, Color, Game, Rng};
use std::collections::BTreeMap;

/// How many codes a new class counts as: the values that are compared.
const CONCENTRATIONS: [f64; 3] = [0.5, 5.0, 50.0];
const MOST_LEVELS: usize = 3;

/// What the codes of a class have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Common {
    /// How often the colors come, the most frequent first.
    Counts,
    /// How often the colors come, in the order in which they first come.
    CountsInOrder,
    /// How often the color of the first peg comes.
    CountOfFirst,
    /// The lengths of runs of a color.
    Runs,
    /// For each peg the number of its color, in the order in which they first come. With a key, of the other pegs.
    Pattern,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Division {
    common: Common,
    /// Whether pegs are read from the last one on.
    from_last: bool,
    /// The peg whose color chooses the class.
    key: Option<usize>,
}

/// The numbers that define a class, then zeros.
type Class = [u8; Game::MAX_PEGS];

fn class_of(numbers: impl IntoIterator<Item = u8>) -> Class {
    let mut class = [0; Game::MAX_PEGS];
    class.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
    class
}

/// Colors are numbered in the order in which they first come: the number of each peg's color, and how often each number comes.
fn in_order(colors: impl Iterator<Item = Color>) -> (impl Iterator<Item = u8>, Class) {
    let (mut numbers, mut known, mut times) = ([u8::MAX; Color::MAX], 0, [0; Game::MAX_PEGS]);
    let pattern: Vec<u8> = colors
        .map(|color| {
            let number = &mut numbers[color.index()];
            if *number == u8::MAX {
                *number = known;
                known += 1;
            }
            times[usize::from(*number)] += 1;
            *number
        })
        .collect();
    (pattern.into_iter(), times)
}

impl Division {
    fn all(home: Game) -> Vec<Division> {
        use Common::{CountOfFirst, Counts, CountsInOrder, Pattern, Runs};
        let last = home.pegs() - 1;
        let mut divisions = Vec::new();
        for common in [Counts, CountsInOrder, CountOfFirst, Runs] {
            let directions = if matches!(common, CountsInOrder | CountOfFirst) { 2 } else { 1 };
            for from_last in [false, true].into_iter().take(directions) {
                divisions.extend([None, Some(0), Some(last)].map(|key| Division { common, from_last, key }));
            }
        }
        let keys = [None].into_iter().chain((0..=last).map(Some));
        divisions.extend(keys.map(|key| Division { common: Pattern, from_last: false, key }));
        divisions
    }

    fn class(self, code: &Code) -> Class {
        let pegs = code.len();
        let peg = |place: usize| code.peg(if self.from_last { pegs - 1 - place } else { place });
        match self.common {
            Common::Counts => class_of(shape(code)),
            Common::CountsInOrder => in_order((0..pegs).map(peg)).1,
            Common::CountOfFirst => class_of([code.count(peg(0)) as u8]),
            Common::Runs => {
                let mut runs = [0; Game::MAX_PEGS];
                let mut run = 0;
                for place in 0..pegs {
                    run += usize::from(place > 0 && peg(place) != peg(place - 1));
                    runs[run] += 1;
                }
                runs
            }
            Common::Pattern => {
                let others = (0..pegs).filter(|place| Some(*place) != self.key);
                class_of(in_order(others.map(peg)).0)
            }
        }
    }

    /// The number of codes of a class, with a key those with one color of its peg.
    fn codes(self, class: &Class, game: Game) -> f64 {
        let (pegs, colors) = (game.pegs(), game.colors());
        let different = |number: usize| (0..number).fold(1.0, |product, used| product * (colors - used) as f64);
        let numbers = class[..pegs].iter().map(|&number| usize::from(number)).take_while(|&number| number > 0);
        let first = usize::from(class[0]);
        let codes = match self.common {
            Common::Counts => shape_codes(class, game),
            Common::CountsInOrder => {
                let mut left = pegs;
                let mut codes = different(numbers.clone().count());
                for count in numbers {
                    // Where the other pegs of the color are that has the first peg which is left.
                    codes *= choices(left - 1, count - 1);
                    left -= count;
                }
                codes
            }
            Common::CountOfFirst => colors as f64 * choices(pegs - 1, first - 1) * power(colors - 1, pegs - first),
            Common::Runs => colors as f64 * power(colors - 1, numbers.count() - 1),
            Common::Pattern => {
                // The color of the key is none of these.
                return different(class[..pegs].iter().max().map_or(0, |&most| usize::from(most) + 1));
            }
        };
        if self.key.is_some() { codes / colors as f64 } else { codes }
    }

    fn member(self, code: &Code, game: Game) -> Membership {
        let class = self.class(code);
        let codes = self.codes(&class, game);
        match self.key {
            Some(key) => (code.peg(key).index(), class, 1.0 / codes / game.colors() as f64),
            None => (0, class, 1.0 / codes),
        }
    }

    /// A code of the class, each with the same probability; the key has any color.
    fn draw(self, class: &Class, game: Game, rng: &mut Rng) -> Code {
        let (pegs, colors) = (game.pegs(), game.colors());
        let mut palette: Vec<usize> = (0..colors).collect();
        rng.shuffle(&mut palette);
        let counts = class.iter().enumerate().flat_map(|(number, &count)| std::iter::repeat_n(number, count.into()));
        let counted: Vec<usize> = counts.take(pegs).collect();
        let mut numbers = vec![0; pegs];
        match self.common {
            Common::Counts => {
                numbers = counted;
                rng.shuffle(&mut numbers);
            }
            Common::CountsInOrder => {
                let mut left: Vec<usize> = (0..pegs).collect();
                for (number, &count) in class.iter().enumerate().take_while(|(_, count)| **count > 0) {
                    rng.shuffle(&mut left[1..]);
                    left.drain(..usize::from(count)).for_each(|peg| numbers[peg] = number);
                    left.sort_unstable();
                }
            }
            Common::CountOfFirst => {
                for (place, number) in numbers.iter_mut().enumerate().skip(1) {
                    *number = if place < class[0].into() { 0 } else { another(0, colors, rng) };
                }
                rng.shuffle(&mut numbers[1..]);
            }
            Common::Runs => {
                for peg in 1..pegs {
                    let before = numbers[peg - 1];
                    numbers[peg] = if counted[peg] == counted[peg - 1] { before } else { another(before, colors, rng) };
                }
            }
            Common::Pattern => {
                let others = (0..pegs).filter(|peg| Some(*peg) != self.key);
                others.zip(class).for_each(|(peg, &number)| numbers[peg] = number.into());
            }
        }
        if self.from_last {
            numbers.reverse();
        }
        rebuilt(pegs, |peg| color(palette[numbers[peg]]))
    }

    fn words(self) -> String {
        let classes = match self.common {
            Common::Counts => "counts of the colors",
            Common::CountsInOrder if self.from_last => {
                "counts of the colors in the order in which they come from the right"
            }
            Common::CountsInOrder => "counts of the colors in the order in which they come",
            Common::CountOfFirst if self.from_last => "counts of the color of the last peg",
            Common::CountOfFirst => "counts of the color of the first peg",
            Common::Runs => "lengths of runs",
            Common::Pattern if self.key.is_some() => "patterns of the other pegs",
            Common::Pattern => "patterns",
        };
        self.key.map_or_else(|| classes.to_owned(), |key| format!("{classes}, chosen by the color of peg {}", key + 1))
    }

    /// A class as it is written: `4+3+1`, the pegs `1-2-5`, or `aabca`.
    fn shown(self, class: &Class, game: Game) -> String {
        match self.common {
            Common::Pattern => {
                let letters = &class[..game.pegs() - usize::from(self.key.is_some())];
                letters.iter().map(|&number| char::from(b'a' + number)).collect()
            }
            _ => class.iter().take_while(|count| **count > 0).map(u8::to_string).collect::<Vec<_>>().join("+"),
        }
    }
}

/// The color of the key, or 0; the class, and the probability of each code of it, if the key has any color.
type Membership = (usize, Class, f64);

/// How often the classes of a division were seen.
#[derive(Clone, Debug)]
struct Level {
    division: Division,
    concentration: f64,
    /// By the color of the key, if there is one: the classes, and their sum.
    seen: Vec<(BTreeMap<Class, f64>, f64)>,
}

impl Level {
    fn new(home: Game, division: Division, concentration: f64) -> Level {
        let contexts = if division.key.is_some() { home.colors() } else { 1 };
        Level { division, concentration, seen: vec![(BTreeMap::new(), 0.0); contexts] }
    }

    /// The probability of a code with that probability at the level below, without that weight of it.
    fn without(&self, (context, class, each): &Membership, share: f64, below: f64) -> f64 {
        let (seen, all) = &self.seen[*context];
        let count = (seen.get(class).copied().unwrap_or_default() - share).max(0.0);
        (count * each + self.concentration * below) / ((all - share).max(0.0) + self.concentration)
    }

    fn add(&mut self, (context, class, _): &Membership, share: f64) {
        let (seen, all) = &mut self.seen[*context];
        *seen.entry(*class).or_default() += share;
        *all += share;
    }
}

#[derive(Clone, Debug)]
struct Classes {
    home: Game,
    /// The lowest first.
    levels: Vec<Level>,
}

/// Levels are put upon each other as long as that makes the codes more probable than the choice costs.
pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let divisions = Division::all(home);
    let charge = libm::log((2 * divisions.len() * CONCENTRATIONS.len()) as f64);
    let memberships =
        divisions.iter().map(|division| codes.iter().map(|(code, _)| division.member(code, home)).collect());
    let memberships: Vec<Vec<Membership>> = memberships.collect();
    let mut levels: Vec<Level> = Vec::new();
    let mut below = vec![1.0 / power(home.colors(), home.pegs()); codes.len()];
    let mut log_evidence: f64 = codes.iter().zip(&below).map(|((_, share), below)| share * libm::log(*below)).sum();
    // A level upon one with a key could not take the color of its key for any.
    while levels.len() < MOST_LEVELS && levels.iter().all(|level| level.division.key.is_none()) {
        let mut best: Option<(f64, Level, Vec<f64>)> = None;
        for (&division, members) in divisions.iter().zip(&memberships) {
            for concentration in CONCENTRATIONS {
                let mut level = Level::new(home, division, concentration);
                let mut log = -charge * (levels.len() + 1) as f64;
                let mut predicted = Vec::with_capacity(codes.len());
                for (((_, share), member), below) in codes.iter().zip(members).zip(&below) {
                    let probability = level.without(member, 0.0, *below);
                    log += share * libm::log(probability);
                    predicted.push(probability);
                    level.add(member, *share);
                }
                if best.as_ref().is_none_or(|(most, _, _)| log > *most) {
                    best = Some((log, level, predicted));
                }
            }
        }
        let Some((log, level, predicted)) = best.filter(|(log, _, _)| *log > log_evidence) else { break };
        (log_evidence, below) = (log, predicted);
        levels.push(level);
    }
    let classes = (!levels.is_empty()).then_some(Classes { home, levels })?;
    Some(at_home("classes", home, classes, Some(log_evidence), Classes::without))
}

impl Classes {
    fn without(&self, code: &Code, share: f64) -> f64 {
        let uniform = 1.0 / power(self.home.colors(), self.home.pegs());
        self.levels
            .iter()
            .fold(uniform, |below, level| level.without(&level.division.member(code, self.home), share, below))
    }

    /// A code of that many levels, the lowest ones.
    fn draw_of(&self, levels: &[Level], rng: &mut Rng) -> Code {
        let Some((level, below)) = levels.split_last() else {
            return Code::from_fn(self.home, |_| rng.color(self.home.colors()));
        };
        let context = rng.below(level.seen.len());
        let seen: Vec<(&Class, f64)> = level.seen[context].0.iter().map(|(class, seen)| (class, *seen)).collect();
        let weights: Vec<f64> = seen.iter().map(|(_, weight)| *weight).chain([level.concentration]).collect();
        let class = seen.get(pick(&weights, rng)).map(|(class, _)| *class);
        let code = match class {
            Some(class) => level.division.draw(class, self.home, rng),
            None => self.draw_of(below, rng),
        };
        let Some(key) = level.division.key else { return code };
        let (drawn, chosen) = (code.peg(key), color(context));
        rebuilt(code.len(), |peg| match code.peg(peg) {
            _ if peg == key => chosen,
            // A pattern of the other pegs does not depend on the key. Any other code is as probable with two colors exchanged.
            other if class.is_some() && level.division.common == Common::Pattern => other,
            other if other == drawn => chosen,
            other if other == chosen => drawn,
            other => other,
        })
    }
}

impl Model for Classes {
    fn draw(&self, rng: &mut Rng) -> Code {
        self.draw_of(&self.levels, rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.without(code, 0.0)
    }

    /// 0.2 us a level.
    fn cost(&self) -> usize {
        2 + 2 * self.levels.len()
    }

    fn description(&self) -> String {
        let of_level = |level: &Level| {
            let mut all: Vec<(f64, &Class)> = Vec::new();
            for (seen, _) in &level.seen {
                all.extend(seen.iter().map(|(class, &seen)| (seen, class)));
            }
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let shown: Vec<String> =
                all.iter().take(3).map(|(_, class)| level.division.shown(class, self.home)).collect();
            let others = all.len() - shown.len();
            let others = if others > 0 { format!(" or {others} others") } else { String::new() };
            format!("{}: {}{others}", level.division.words(), shown.join(", "))
        };
        let levels: Vec<String> = self.levels.iter().rev().map(of_level).collect();
        format!("colors drawn anew; {}", levels.join("; else "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of each class are counted, and draws have the class and come to all its codes, about equally often.
    #[test]
    fn classes_are_counted_and_drawn() {
        let game: Game = "4x3".parse().unwrap();
        for division in Division::all(game) {
            let mut classes: BTreeMap<(usize, Class), Vec<Code>> = BTreeMap::new();
            for code in game.codes() {
                let (context, class, _) = division.member(&code, game);
                classes.entry((context, class)).or_default().push(code);
            }
            for ((context, class), codes) in classes {
                assert_eq!(division.codes(&class, game), codes.len() as f64, "{division:?} {class:?}");
                if division.key.is_some() {
                    continue;
                }
                let mut drawn: BTreeMap<Code, usize> = BTreeMap::new();
                let mut rng = Rng::new(context as u128);
                for _ in 0..100 * codes.len() {
                    *drawn.entry(division.draw(&class, game, &mut rng)).or_default() += 1;
                }
                assert!(drawn.keys().eq(&codes), "{division:?} {class:?}");
                assert!(drawn.values().all(|times| (50..160).contains(times)), "{division:?} {drawn:?}");
            }
        }
    }
}
