//! Contexts of variable length: what a peg is depends on as many pegs before it as tell something.
//!
//! A peg is read as its color, as a step from the color before it, or as how recently its color came: Markov chains of variable order, walks,
//! lengths of runs, and colors that come again or do not are one mechanism.
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
}

const READINGS: [Reading; 4] = [Reading::Colors, Reading::ColorsFromRight, Reading::Steps, Reading::Recency];

/// What the first symbol of a context is, besides what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PegPosition {
    /// Nothing: all pegs share the tree.
    Ignored,
    Parity,
    Peg,
}

const POSITIONS: [PegPosition; 3] = [PegPosition::Ignored, PegPosition::Parity, PegPosition::Peg];

/// A peg as it is read: some symbols, each of which it is with the same probability, and what it is in a context.
type Symbols = (Range<usize>, usize);

struct Reader {
    reading: Reading,
    colors: usize,
    /// The colors that came, the last one first.
    recent: Vec<usize>,
}

impl Reader {
    fn new(reading: Reading, home: Game) -> Reader {
        Reader { reading, colors: home.colors(), recent: Vec::new() }
    }

    fn read(&mut self, index: usize) -> Symbols {
        let seen = self.recent.len();
        let rank = self.recent.iter().position(|&other| other == index);
        let symbols = match self.reading {
            Reading::Colors | Reading::ColorsFromRight => (index..index + 1, index),
            Reading::Steps => {
                let step = (index + self.colors - self.recent.first().unwrap_or(&0)) % self.colors;
                (step..step + 1, step)
            }
            Reading::Recency => rank.map_or((seen..self.colors, 4), |rank| (rank..rank + 1, rank.min(3))),
        };
        self.recent.retain(|&other| other != index);
        self.recent.insert(0, index);
        symbols
    }

    fn color(&self, symbol: usize, rng: &mut Rng) -> usize {
        match self.reading {
            Reading::Colors | Reading::ColorsFromRight => symbol,
            Reading::Steps => (symbol + self.recent.first().unwrap_or(&0)) % self.colors,
            Reading::Recency => self.recent.get(symbol).copied().unwrap_or_else(|| {
                let new: Vec<usize> = (0..self.colors).filter(|index| !self.recent.contains(index)).collect();
                new[rng.below(new.len())]
            }),
        }
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
    position: PegPosition,
    concentration: f64,
    nodes: Vec<ContextNode>,
    log_evidence: f64,
}

/// The tree of the reading, position and concentration that makes the codes most probable.
pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let mut best: Option<ContextTree> = None;
    for reading in READINGS {
        for position in POSITIONS {
            let mut tree = ContextTree::new(home, reading, position, codes);
            for concentration in CONCENTRATIONS {
                tree.weigh(concentration);
                if best.as_ref().is_none_or(|best| tree.log_evidence > best.log_evidence) {
                    best = Some(tree.clone());
                }
            }
        }
    }
    let alternatives = libm::log((READINGS.len() * POSITIONS.len() * CONCENTRATIONS.len()) as f64);
    best.map(|tree| {
        let evidence = tree.log_evidence - alternatives;
        Family::fitted("context-tree", tree, Some(evidence), ContextTree::models, ContextTree::without)
    })
}

fn count(counts: &mut ColorDistribution, symbols: &Range<usize>, share: f64) {
    let each = share / symbols.len() as f64;
    counts[symbols.clone()].iter_mut().for_each(|count| *count = (*count + each).max(0.0));
}

fn mean_of(row: &[f64], symbols: &Range<usize>) -> f64 {
    row[symbols.clone()].iter().sum::<f64>() / symbols.len() as f64
}

impl ContextTree {
    fn new(home: Game, reading: Reading, position: PegPosition, codes: WeightedSample) -> ContextTree {
        let mut tree =
            ContextTree { home, reading, position, concentration: 1.0, nodes: Vec::new(), log_evidence: 0.0 };
        tree.add_node(0);
        for (code, share) in codes {
            let read = tree.read(code);
            for peg in 0..read.len() {
                let (mut node, mut path) = (0, vec![0]);
                for symbol in tree.context(&read, peg) {
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

    fn add_node(&mut self, depth: usize) -> usize {
        let counts = [0.0; Color::MAX];
        let node = ContextNode { depth, counts, all: 0.0, next: BTreeMap::new(), log_own: 0.0, log_weighted: 0.0 };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The pegs in the order in which they depend on each other.
    fn read(&self, code: &Code) -> Vec<Symbols> {
        let mut colors: Vec<usize> = code.pegs().map(Color::index).collect();
        if self.reading == Reading::ColorsFromRight {
            colors.reverse();
        }
        let mut reader = Reader::new(self.reading, self.home);
        colors.into_iter().map(|index| reader.read(index)).collect()
    }

    fn context(&self, read: &[Symbols], peg: usize) -> impl Iterator<Item = usize> + use<> {
        let position = match self.position {
            PegPosition::Ignored => None,
            PegPosition::Parity => Some(peg % 2),
            PegPosition::Peg => Some(peg),
        };
        let before: [usize; DEPTH] =
            std::array::from_fn(|back| if back < peg { read[peg - 1 - back].1 } else { OUTSIDE });
        // Nothing is behind the first peg that is outside.
        position.into_iter().chain(before.into_iter().take((peg + 1).min(DEPTH)))
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
            for symbol in self.context(&read, peg) {
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
        let mut context = self.context(read, peg);
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
        let stays = game.pegs() == self.home.pegs() || self.position != PegPosition::Peg;
        if game.colors() < self.home.colors() || !stays {
            return Vec::new();
        }
        let symbols = game.pegs().max(OUTSIDE + 1);
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
    fn row(&self, read: &[Symbols], peg: usize) -> &[f64] {
        let mut context = 0;
        for symbol in self.tree.context(read, peg) {
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
        let mut reader = Reader::new(self.tree.reading, self.tree.home);
        let (mut read, mut colors): (Vec<Symbols>, Vec<usize>) = (Vec::new(), Vec::new());
        for peg in 0..self.pegs {
            let index = reader.color(pick(self.row(&read, peg), rng), rng);
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
        (0..read.len()).map(|peg| mean_of(self.row(&read, peg), &read[peg].0)).product()
    }

    fn description(&self) -> String {
        let tree = &self.tree;
        let first = usize::from(tree.position != PegPosition::Ignored);
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
        let place = match tree.position {
            PegPosition::Ignored => "",
            PegPosition::Parity => ", for even and odd pegs apart",
            PegPosition::Peg => ", for each peg apart",
        };
        let (what, side) = match tree.reading {
            Reading::Colors => ("the color of a peg depends", "before"),
            Reading::ColorsFromRight => ("the color of a peg depends", "after"),
            Reading::Steps => ("the step from the peg before it depends", "before"),
            Reading::Recency => ("how recently the color of a peg came depends", "before"),
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
        for (reading, position) in READINGS.iter().flat_map(|&reading| POSITIONS.map(|position| (reading, position))) {
            let mut tree = ContextTree::new(game, reading, position, &sample);
            tree.weigh(0.3);
            let model = tree.models(game).swap_remove(0).1;
            let mut sum = 0.0;
            for code in game.codes() {
                let p = model.probability(&code);
                assert!((p / tree.without(&code, 0.0) - 1.0).abs() < 1e-9, "{code} {reading:?} {position:?}");
                sum += p;
            }
            assert!((sum - 1.0).abs() < 1e-9, "{reading:?} {position:?}: {sum}");
        }
    }

    /// One binary symbol, by hand: the root's own estimate and that of its contexts, half each.
    #[test]
    fn evidence_is_the_mean_over_trees() {
        let codes = [("AAA".parse().unwrap(), 1.0)];
        let mut tree = ContextTree::new("3x2".parse().unwrap(), Reading::Colors, PegPosition::Ignored, &codes);
        tree.weigh(1.0);
        // Three times A: 1/2 · 3/4 · 5/6. The context of the first peg is outside; the second has A, the third AA.
        let own = 0.5 * 0.75 * 5.0 / 6.0f64;
        let after_a = f64::midpoint(0.5 * 0.75, 0.5 * 0.5);
        let wanted = f64::midpoint(own, 0.5 * after_a);
        assert!((tree.log_evidence - wanted.ln()).abs() < 1e-12, "{} {}", tree.log_evidence, wanted.ln());
    }
}
