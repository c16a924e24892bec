//! Contexts of variable length: what a peg is depends on as many pegs before it as tell something.
//!
//! A peg is read as its color, as a step from the color before it, or as how recently or as which one its color came
//! first. It depends on the pegs before it, and on its place: what number it has, or how often colors came before it. Markov chains of variable
//! order, walks, lengths of runs, colors that come again, and colors that share the pegs in the order in which they first come are one mechanism.
//!
//! Context tree weighting (F. M. J. Willems, Y. M. Shtarkov and T. J. Tjalkens, "The context-tree weighting method: basic properties",
//! 1995) averages over all trees of contexts. The evidence takes a time in proportion to the pegs of all codes.

use crate::counting::{color, log_urn, pick, rebuilt, with_pegs};
use crate::family::{Family, Model, WeightedModels, WeightedSample};
use crate::transfer::{ColorDistribution, of_home};
use scsa::{Code, Color, Game, Rng};
use std::{collections::BTreeMap, ops::Range, sync::Arc};

const DEPTH: usize = 4;
/// The probability that a context is not extended, given the codes before.
const ENDS: f64 = 0.5;
/// The sums of the Dirichlet parameters of a row that are compared.
const CONCENTRATIONS: [f64; 3] = [0.3, 1.0, 4.0];
const FIRST_CODES: usize = 200;
/// The number of readings with places that are fitted to more codes than the first ones.
const USEFUL: usize = 6;
/// Contexts of less weight are left out.
const LEAST_REST: f64 = 1e-9;
/// What stands for a peg before the first one.
const OUTSIDE: usize = Color::MAX;

/// What is read of a peg, and in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Colors,
    ColorsFromRight,
    /// The distance from the color of the peg before, modulo the colors.
    Steps,
    /// The number of other colors that came since its color last came. A new color is any of the others.
    Recency,
    /// Which of the colors it is, in the order in which they first came. A new color is any of the others.
    Appearance,
}

const READINGS: [Reading; 5] =
    [Reading::Colors, Reading::ColorsFromRight, Reading::Steps, Reading::Recency, Reading::Appearance];

/// What the first symbol of a context is, besides what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Nothing: all pegs share the tree.
    Ignored,
    Parity,
    Peg,
    /// How many different colors came before.
    Different,
    /// How often the color before came.
    LastCount,
    /// How often the color of the first peg came.
    FirstCount,
    /// How often a color came before.
    CountOf(usize),
    /// How often each color came before, in the order in which they first came.
    Counts,
}

const PLACES: [Place; 7] =
    [Place::Ignored, Place::Parity, Place::Peg, Place::Different, Place::LastCount, Place::FirstCount, Place::Counts];

/// A peg as it is read: some symbols, each of which it is with the same probability, what it is in a context, and its place.
type Symbols = (Range<usize>, usize, Option<usize>);

struct Reader<'a> {
    tree: &'a ContextTree,
    /// The colors that came, the last one first.
    recent: Vec<usize>,
    /// The same in the order in which they first came, and how often each came.
    first: Vec<(usize, u8)>,
    last: usize,
}

impl Reader<'_> {
    fn new(tree: &ContextTree) -> Reader<'_> {
        Reader { tree, recent: Vec::new(), first: Vec::new(), last: 0 }
    }

    fn pegs(&self) -> usize {
        self.first.iter().map(|(_, count)| usize::from(*count)).sum()
    }

    /// The color that comes so many steps after another one.
    fn after(&self, color: usize, steps: usize) -> usize {
        (color + steps) % self.tree.home.colors()
    }

    /// The number of the place of the next peg; a number that no context has, if it was never seen.
    fn place(&self) -> Option<usize> {
        let count = |color: usize| self.first.iter().find(|(first, _)| *first == color).map_or(0, |(_, count)| *count);
        match self.tree.place {
            Place::Ignored => None,
            Place::Parity => Some(self.pegs() % 2),
            Place::Peg => Some(self.pegs()),
            Place::Different => Some(self.first.len()),
            Place::LastCount => Some(count(self.last).into()),
            Place::FirstCount => Some(self.first.first().map_or(0, |(_, count)| usize::from(*count))),
            Place::CountOf(color) => Some(count(color).into()),
            Place::Counts => {
                let counts: Vec<u8> = self.first.iter().map(|(_, count)| *count).collect();
                Some(self.tree.counts.get(&counts).copied().unwrap_or(self.tree.counts.len()))
            }
        }
    }

    fn read(&mut self, index: usize) -> Symbols {
        let (seen, colors, place) = (self.recent.len(), self.tree.home.colors(), self.place());
        let one = |symbol: usize| (symbol..symbol + 1, symbol, place);
        let known = |rank: Option<usize>| match rank {
            Some(rank) => (rank..rank + 1, rank.min(3), place),
            None => (seen..colors, 4, place),
        };
        let symbols = match self.tree.reading {
            Reading::Colors | Reading::ColorsFromRight => one(index),
            Reading::Steps => one(self.after(index, colors - self.last)),
            Reading::Recency => known(self.recent.iter().position(|&other| other == index)),
            Reading::Appearance => known(self.first.iter().position(|&(first, _)| first == index)),
        };
        self.recent.retain(|&other| other != index);
        self.recent.insert(0, index);
        match self.first.iter_mut().find(|(first, _)| *first == index) {
            Some((_, count)) => *count += 1,
            None => self.first.push((index, 1)),
        }
        self.last = index;
        symbols
    }

    fn color(&self, symbol: usize, rng: &mut Rng) -> usize {
        let old = match self.tree.reading {
            Reading::Colors | Reading::ColorsFromRight => Some(symbol),
            Reading::Steps => Some(self.after(self.last, symbol)),
            Reading::Recency => self.recent.get(symbol).copied(),
            Reading::Appearance => self.first.get(symbol).map(|(first, _)| *first),
        };
        old.unwrap_or_else(|| {
            let colors = 0..self.tree.home.colors();
            let new: Vec<usize> = colors.filter(|index| !self.recent.contains(index)).collect();
            new[rng.below(new.len())]
        })
    }
}

/// A context with the symbols that were seen after it.
#[derive(Clone, Debug)]
struct ContextNode {
    depth: usize,
    counts: ColorDistribution,
    all: f64,
    /// The longer contexts, by the next symbol.
    next: BTreeMap<usize, usize>,
    /// The logarithm of the probability of what was seen, with this context and as the mean over longer ones.
    log_own: f64,
    log_weighted: f64,
}

#[derive(Clone, Debug)]
struct ContextTree {
    home: Game,
    reading: Reading,
    place: Place,
    /// The numbers of the counts that are places.
    counts: BTreeMap<Vec<u8>, usize>,
    concentration: f64,
    nodes: Vec<ContextNode>,
    log_evidence: f64,
}

/// The tree of the reading, place and concentration that makes the codes most probable. Of many codes the first ones tell which readings
/// and places are of no use.
pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let counted = Place::CountOf(most_telling_count(home, codes));
    let ways = READINGS.into_iter().flat_map(|reading| PLACES.map(|place| (reading, place)));
    let mut ways: Vec<(Reading, Place)> = ways.chain([(Reading::Colors, counted), (Reading::Steps, counted)]).collect();
    let places = READINGS.len() * PLACES.len() + 2 * home.colors();
    let alternatives = libm::log((places * CONCENTRATIONS.len()) as f64);
    if codes.len() > FIRST_CODES {
        let judged =
            ways.into_iter().map(|way| (ContextTree::best(home, way, &codes[..FIRST_CODES]).log_evidence, way));
        let mut judged: Vec<(f64, (Reading, Place))> = judged.collect();
        judged.sort_by(|a, b| b.0.total_cmp(&a.0));
        ways = judged.into_iter().take(USEFUL).map(|(_, way)| way).collect();
    }
    let trees = ways.into_iter().map(|way| ContextTree::best(home, way, codes));
    let tree = trees.reduce(|best, tree| if tree.log_evidence > best.log_evidence { tree } else { best })?;
    let evidence = tree.log_evidence - alternatives;
    Some(Family::fitted("context-tree", tree, Some(evidence), ContextTree::models, ContextTree::without))
}

/// The color whose number among the pegs before tells most about the color of a peg.
fn most_telling_count(home: Game, codes: WeightedSample) -> usize {
    let evidence = |counted: usize| -> f64 {
        let mut rows = vec![[0.0; Color::MAX]; home.pegs()];
        for (code, share) in codes {
            let mut before = 0;
            for index in code.pegs().map(Color::index) {
                rows[before][index] += share;
                before += usize::from(index == counted);
            }
        }
        let each = 1.0 / home.colors() as f64;
        rows.iter().map(|row| log_urn(row[..home.colors()].iter().map(|&count| (each, count)), 1.0)).sum()
    };
    let colors = (0..home.colors()).map(|counted| (evidence(counted), counted));
    colors.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, counted)| counted)
}

fn count(counts: &mut ColorDistribution, symbols: &Range<usize>, share: f64) {
    let each = share / symbols.len() as f64;
    counts[symbols.clone()].iter_mut().for_each(|count| *count = (*count + each).max(0.0));
}

fn mean_of(row: &[f64], symbols: &Range<usize>) -> f64 {
    row[symbols.clone()].iter().sum::<f64>() / symbols.len() as f64
}

impl ContextTree {
    /// With the concentration that makes the codes most probable.
    fn best(home: Game, (reading, place): (Reading, Place), codes: WeightedSample) -> ContextTree {
        let mut tree = ContextTree::new(home, reading, place, codes);
        let (mut most, mut best) = (f64::NEG_INFINITY, 1.0);
        for concentration in CONCENTRATIONS {
            tree.weigh(concentration);
            if tree.log_evidence > most {
                (most, best) = (tree.log_evidence, concentration);
            }
        }
        tree.weigh(best);
        tree
    }

    fn new(home: Game, reading: Reading, place: Place, codes: WeightedSample) -> ContextTree {
        let (counts, nodes) = (BTreeMap::new(), Vec::new());
        let mut tree = ContextTree { home, reading, place, counts, concentration: 1.0, nodes, log_evidence: 0.0 };
        tree.add_node(0);
        if place == Place::Counts {
            tree.number_counts(codes);
        }
        for (code, share) in codes {
            let read = tree.read(code);
            for peg in 0..read.len() {
                let (mut node, mut path) = (0, vec![0]);
                for symbol in tree.context(read[peg].2, &read[..peg]) {
                    node = match tree.nodes[node].next.get(&symbol) {
                        Some(&next) => next,
                        None => {
                            let next = tree.add_node(path.len());
                            tree.nodes[node].next.insert(symbol, next);
                            next
                        }
                    };
                    path.push(node);
                }
                for node in path {
                    count(&mut tree.nodes[node].counts, &read[peg].0, *share);
                    tree.nodes[node].all += share;
                }
            }
        }
        tree
    }

    /// Gives a number to the counts before each peg.
    fn number_counts(&mut self, codes: WeightedSample) {
        for (code, _) in codes {
            let mut reader = Reader::new(self);
            let mut before = Vec::new();
            for index in self.indices(code) {
                before.push(reader.first.iter().map(|(_, count)| *count).collect::<Vec<u8>>());
                reader.read(index);
            }
            for counts in before {
                let number = self.counts.len();
                self.counts.entry(counts).or_insert(number);
            }
        }
    }

    fn add_node(&mut self, depth: usize) -> usize {
        let counts = [0.0; Color::MAX];
        let node = ContextNode { depth, counts, all: 0.0, next: BTreeMap::new(), log_own: 0.0, log_weighted: 0.0 };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The colors of the pegs in the order in which they depend on each other.
    fn indices(&self, code: &Code) -> Vec<usize> {
        let mut colors: Vec<usize> = code.pegs().map(Color::index).collect();
        if self.reading == Reading::ColorsFromRight {
            colors.reverse();
        }
        colors
    }

    fn read(&self, code: &Code) -> Vec<Symbols> {
        let mut reader = Reader::new(self);
        self.indices(code).into_iter().map(|index| reader.read(index)).collect()
    }

    /// The context of a peg with that place, after the pegs that were read.
    fn context(&self, place: Option<usize>, read: &[Symbols]) -> impl Iterator<Item = usize> + use<> {
        let pegs = read.len();
        let before: [usize; DEPTH] =
            std::array::from_fn(|back| if back < pegs { read[pegs - 1 - back].1 } else { OUTSIDE });
        // Nothing is behind the first peg that is outside.
        place.into_iter().chain(before.into_iter().take((pegs + 1).min(DEPTH)))
    }

    /// Computes the probabilities of all nodes with that sum of the Dirichlet parameters. Nodes come after those that they extend.
    fn weigh(&mut self, concentration: f64) {
        self.concentration = concentration;
        let each = concentration / self.home.colors() as f64;
        for place in (0..self.nodes.len()).rev() {
            let longer: f64 = self.nodes[place].next.values().map(|&next| self.nodes[next].log_weighted).sum();
            let node = &self.nodes[place];
            let counts = &node.counts[..self.home.colors()];
            let log = log_urn(counts.iter().map(|&count| (each, count)), concentration);
            let weighted = match node.next.is_empty() {
                true => log,
                false => mean(log, longer),
            };
            (self.nodes[place].log_own, self.nodes[place].log_weighted) = (log, weighted);
        }
        self.log_evidence = self.nodes[0].log_weighted;
    }

    fn without(&self, code: &Code, share: f64) -> f64 {
        let read = self.read(code);
        // What the code itself has in each node.
        let mut own: BTreeMap<usize, Vec<&Range<usize>>> = BTreeMap::new();
        for peg in 0..read.len() {
            let mut node = 0;
            own.entry(node).or_default().push(&read[peg].0);
            for symbol in self.context(read[peg].2, &read[..peg]) {
                let Some(&next) = self.nodes[node].next.get(&symbol) else { break };
                node = next;
                own.entry(node).or_default().push(&read[peg].0);
            }
        }
        (0..read.len()).map(|peg| self.peg_without(&read, peg, &own, share)).product()
    }

    /// The probability of a peg, given those before it, without that weight of what the code has in each node.
    fn peg_without(&self, read: &[Symbols], peg: usize, own: &BTreeMap<usize, Vec<&Range<usize>>>, share: f64) -> f64 {
        let number = self.home.colors();
        let each = self.concentration / number as f64;
        let (mut mixed, mut node, mut rest) = (0.0, 0, 1.0);
        let mut context = self.context(read[peg].2, &read[..peg]);
        loop {
            let ContextNode { counts, all, next, .. } = &self.nodes[node];
            let found = context.next().and_then(|symbol| next.get(&symbol).copied());
            let ends = if found.is_none() { 1.0 } else { self.ends(node) };
            let (mut counts, mut all) = (*counts, *all);
            for symbols in own.get(&node).into_iter().flatten() {
                count(&mut counts, symbols, -share);
                all -= share;
            }
            let seen = mean_of(&counts, &read[peg].0);
            mixed += rest * ends * (seen + each) / (all.max(0.0) + self.concentration);
            rest *= 1.0 - ends;
            match found {
                Some(next) if rest > LEAST_REST => node = next,
                _ => return mixed / (1.0 - rest),
            }
        }
    }

    /// The posterior probability that a context is not extended.
    fn ends(&self, node: usize) -> f64 {
        let ContextNode { next, log_own, log_weighted, .. } = &self.nodes[node];
        if next.is_empty() { 1.0 } else { ENDS * libm::exp(log_own - log_weighted) }
    }

    fn rows(&self) -> Vec<ColorDistribution> {
        let number = self.home.colors();
        let each = self.concentration / number as f64;
        let mut rows = vec![[0.0; Color::MAX]; self.nodes.len()];
        // What shorter contexts contribute, and the weight of this one and longer ones.
        let mut reached = vec![([0.0; Color::MAX], 1.0); self.nodes.len()];
        for (place, ContextNode { counts, all, next, .. }) in self.nodes.iter().enumerate() {
            let (shorter, rest) = reached[place];
            let is_left_out = rest <= LEAST_REST;
            let mixed = |ends: f64| -> ColorDistribution {
                let own = |symbol: usize| rest * ends * (counts[symbol] + each) / (all + self.concentration);
                std::array::from_fn(|symbol| shorter[symbol] + if symbol < number { own(symbol) } else { 0.0 })
            };
            let row = if is_left_out { shorter } else { mixed(1.0) };
            let sum: f64 = row.iter().sum();
            rows[place] = row.map(|p| p / sum);
            let ends = self.ends(place);
            for &longer in next.values() {
                reached[longer] = if is_left_out { (shorter, rest) } else { (mixed(ends), rest * (1.0 - ends)) };
            }
        }
        rows
    }

    /// With more pegs the contexts stay, if they do not depend on the number of the peg. Nothing is known of other colors.
    fn models(&self, game: Game) -> WeightedModels {
        let stays = game.pegs() == self.home.pegs() || !matches!(self.place, Place::Peg | Place::Counts);
        if game.colors() < self.home.colors() || !stays {
            return Vec::new();
        }
        let symbols = game.pegs().max(OUTSIDE).max(self.counts.len()) + 1;
        let mut next = vec![0; self.nodes.len() * symbols];
        for (place, node) in self.nodes.iter().enumerate() {
            node.next.iter().for_each(|(&symbol, &longer)| next[place * symbols + symbol] = longer as u32);
        }
        let model = ContextTreeModel { tree: self.clone(), rows: self.rows(), symbols, next, pegs: game.pegs() };
        of_home(with_pegs(self.home, game.pegs()), &Arc::new(model), game)
    }
}

/// The logarithm of the mean of two probabilities.
fn mean(one: f64, other: f64) -> f64 {
    let most = one.max(other);
    most + libm::log(ENDS * libm::exp(one - most) + (1.0 - ENDS) * libm::exp(other - most))
}

#[derive(Debug)]
struct ContextTreeModel {
    tree: ContextTree,
    rows: Vec<ColorDistribution>,
    symbols: usize,
    /// The context that is longer by one symbol, for each context and symbol; 0 where there is none.
    next: Vec<u32>,
    pegs: usize,
}

impl ContextTreeModel {
    /// The probabilities of the symbols of a peg, by the longest context that was seen.
    fn row(&self, place: Option<usize>, read: &[Symbols]) -> &[f64] {
        let mut context = 0;
        for symbol in self.tree.context(place, read) {
            match self.next[context * self.symbols + symbol] {
                0 => break,
                next => context = next as usize,
            }
        }
        &self.rows[context][..self.tree.home.colors()]
    }
}

impl Model for ContextTreeModel {
    fn cost(&self) -> usize {
        13
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let mut reader = Reader::new(&self.tree);
        let (mut read, mut colors): (Vec<Symbols>, Vec<usize>) = (Vec::new(), Vec::new());
        for _ in 0..self.pegs {
            let index = reader.color(pick(self.row(reader.place(), &read), rng), rng);
            read.push(reader.read(index));
            colors.push(index);
        }
        if self.tree.reading == Reading::ColorsFromRight {
            colors.reverse();
        }
        rebuilt(self.pegs, |peg| color(colors[peg]))
    }

    fn probability(&self, code: &Code) -> f64 {
        let read = self.tree.read(code);
        (0..read.len()).map(|peg| mean_of(self.row(read[peg].2, &read[..peg]), &read[peg].0)).product()
    }

    fn description(&self) -> String {
        let tree = &self.tree;
        let first = usize::from(tree.place != Place::Ignored);
        // By the number of pegs in the context, how much was seen after contexts that end there.
        let mut lengths = [0.0; DEPTH + 1];
        let mut rest = vec![1.0; tree.nodes.len()];
        for (place, node) in tree.nodes.iter().enumerate() {
            let ends = tree.ends(place);
            lengths[node.depth.saturating_sub(first).min(DEPTH)] += rest[place] * ends * node.all;
            node.next.values().for_each(|&next| rest[next] = rest[place] * (1.0 - ends));
        }
        let all: f64 = lengths.iter().sum();
        let words = lengths.iter().enumerate().filter(|(_, seen)| **seen >= 0.02 * all);
        let words: Vec<String> = words.map(|(pegs, seen)| format!("{pegs} ({:.0} %)", 100.0 * seen / all)).collect();
        let place = match tree.place {
            Place::Ignored => String::new(),
            Place::Parity => ", for even and odd pegs apart".to_owned(),
            Place::Peg => ", for each peg apart".to_owned(),
            Place::Different => ", by the number of colors before it".to_owned(),
            Place::LastCount => ", by how often the color before it came".to_owned(),
            Place::FirstCount => ", by how often the color of the first peg came".to_owned(),
            Place::CountOf(index) => format!(", by how often {} came before it", color(index)),
            Place::Counts => ", by how often each color came before it".to_owned(),
        };
        let (what, side) = match tree.reading {
            Reading::Colors => ("the color of a peg depends", "before"),
            Reading::ColorsFromRight => ("the color of a peg depends", "after"),
            Reading::Steps => ("the step from the peg before it depends", "before"),
            Reading::Recency => ("how recently the color of a peg came depends", "before"),
            Reading::Appearance => ("which color a peg has, in the order in which they first came, depends", "before"),
        };
        format!("{what} on the pegs {side} it{place}: on {}", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table gives the same probabilities as the walk through the nodes, and they sum to 1.
    #[test]
    fn the_table_predicts_as_the_tree() {
        let game: Game = "5x4".parse().unwrap();
        let mut rng = Rng::new(3);
        let mut code = || Code::from_fn(game, |peg| if peg % 3 < 2 { rng.color(2) } else { rng.color(4) });
        let sample: Vec<(Code, f64)> = (0..60).map(|_| (code(), 1.0)).collect();
        for (reading, place) in READINGS.iter().flat_map(|&reading| PLACES.map(|place| (reading, place))) {
            let mut tree = ContextTree::new(game, reading, place, &sample);
            tree.weigh(0.3);
            let model = tree.models(game).swap_remove(0).1;
            let mut sum = 0.0;
            for code in game.codes() {
                let p = model.probability(&code);
                assert!((p / tree.without(&code, 0.0) - 1.0).abs() < 1e-9, "{code} {reading:?} {place:?}");
                sum += p;
            }
            assert!((sum - 1.0).abs() < 1e-9, "{reading:?} {place:?}: {sum}");
        }
    }

    /// One binary symbol, by hand: the root's own estimate and that of its contexts, half each.
    #[test]
    fn evidence_is_the_mean_over_trees() {
        let codes = [("AAA".parse().unwrap(), 1.0)];
        let mut tree = ContextTree::new("3x2".parse().unwrap(), Reading::Colors, Place::Ignored, &codes);
        tree.weigh(1.0);
        // Three times A: 1/2 · 3/4 · 5/6. The context of the first peg is outside; the second has A, the third AA.
        let own = 0.5 * 0.75 * 5.0 / 6.0f64;
        let after_a = f64::midpoint(0.5 * 0.75, 0.5 * 0.5);
        let wanted = f64::midpoint(own, 0.5 * after_a);
        assert!((tree.log_evidence - wanted.ln()).abs() < 1e-12, "{} {}", tree.log_evidence, wanted.ln());
    }
}
