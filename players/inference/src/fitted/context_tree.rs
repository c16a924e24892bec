//! Contexts of variable length: the color of a peg depends on as many pegs before it as tell something.
//!
//! Context tree weighting (F. M. J. Willems, Y. M. Shtarkov and T. J. Tjalkens, "The context-tree weighting method: basic properties",
//! 1995) averages over all trees of contexts. The evidence is exact, and takes a time in proportion to the pegs of all codes.

use super::{context_table::ContextTable, dirichlet::log_urn};
use crate::{
    counting::{color, pick, rebuilt},
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedModels, WeightedSample, total},
    models::neighbors::ColorDistribution,
};
use scsa::{Code, Color, Rng, Size};
use std::{collections::BTreeMap, sync::Arc};

/// With fewer codes no context shows.
const LEAST_CODES: f64 = 8.0;
/// The most pegs of a context.
const DEPTH: usize = 4;
/// The probability that a context is not extended, given the codes before.
const ENDS: f64 = 0.5;
/// The sums of the Dirichlet parameters of a row that are compared.
const CONCENTRATIONS: [f64; 3] = [0.3, 1.0, 4.0];
/// Contexts of less weight are left out.
const LEAST_REST: f64 = 1e-9;
/// What stands for a peg before the first one.
const OUTSIDE: usize = Color::MAX;

/// What the first symbol of a context is, besides colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PegPosition {
    /// Nothing: all pegs share the tree.
    Ignored,
    /// The number of the peg modulo two.
    Parity,
    /// The number of the peg.
    Peg,
}

/// Whether pegs depend on those to the left or to the right of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    FromLeft,
    FromRight,
}

/// A context with the colors that were seen after it.
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

/// A weighted context tree of the codes.
#[derive(Clone, Debug)]
pub struct ContextTree {
    home: Size,
    direction: Direction,
    position: PegPosition,
    concentration: f64,
    nodes: Vec<ContextNode>,
    log_evidence: f64,
}

/// The tree of the direction, position and concentration that makes the codes most probable.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 || total(codes) < LEAST_CODES {
        return None;
    }
    let mut best: Option<ContextTree> = None;
    for direction in [Direction::FromLeft, Direction::FromRight] {
        for position in [PegPosition::Ignored, PegPosition::Parity, PegPosition::Peg] {
            let mut tree = ContextTree::new(home, direction, position, codes);
            for concentration in CONCENTRATIONS {
                tree.weigh(concentration);
                if best.as_ref().is_none_or(|best| tree.log_evidence > best.log_evidence) {
                    best = Some(tree.clone());
                }
            }
        }
    }
    let alternatives = libm::log((2 * 3 * CONCENTRATIONS.len()) as f64);
    best.map(|tree| Arc::new(ContextTree { log_evidence: tree.log_evidence - alternatives, ..tree }) as _)
}

impl ContextTree {
    fn new(home: Size, direction: Direction, position: PegPosition, codes: WeightedSample) -> ContextTree {
        let mut tree =
            ContextTree { home, direction, position, concentration: 1.0, nodes: Vec::new(), log_evidence: 0.0 };
        tree.add_node(0);
        for (code, share) in codes {
            let colors = tree.ordered(code);
            for peg in 0..colors.len() {
                let (mut node, mut path) = (0, vec![0]);
                for symbol in tree.context(&colors, peg) {
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
                    tree.nodes[node].counts[colors[peg]] += share;
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

    /// The colors in the order in which they depend on each other.
    fn ordered(&self, code: &Code) -> Vec<usize> {
        let mut colors: Vec<usize> = code.pegs().map(Color::index).collect();
        if self.direction == Direction::FromRight {
            colors.reverse();
        }
        colors
    }

    /// The symbols of the longest context of a peg, the nearest one first.
    fn context(&self, colors: &[usize], peg: usize) -> impl Iterator<Item = usize> + use<> {
        let position = match self.position {
            PegPosition::Ignored => None,
            PegPosition::Parity => Some(peg % 2),
            PegPosition::Peg => Some(peg),
        };
        let before: [usize; DEPTH] =
            std::array::from_fn(|back| if back < peg { colors[peg - 1 - back] } else { OUTSIDE });
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

    /// The probability of each color of a peg, given those before it. Without that weight of the code itself, in the nodes that
    /// `own` counts.
    fn predict(
        &self,
        colors: &[usize],
        peg: usize,
        own: &BTreeMap<usize, Vec<usize>>,
        share: f64,
    ) -> ColorDistribution {
        let number = self.home.colors();
        let each = self.concentration / number as f64;
        let mut mixed = [0.0; Color::MAX];
        let (mut node, mut rest) = (0, 1.0);
        let mut context = self.context(colors, peg);
        loop {
            let ContextNode { counts, all, next, log_own, log_weighted, .. } = &self.nodes[node];
            let found = context.next().and_then(|symbol| next.get(&symbol).copied());
            // The posterior probability that the context ends here.
            let ends = match (found, next.is_empty()) {
                (_, true) | (None, _) => 1.0,
                _ => ENDS * libm::exp(log_own - log_weighted),
            };
            let seen_here = own.get(&node).map_or(&[][..], Vec::as_slice);
            let all = (all - share * seen_here.len() as f64).max(0.0) + self.concentration;
            for (color, mixed) in mixed.iter_mut().enumerate().take(number) {
                let own = seen_here.iter().filter(|&&seen| seen == color).count() as f64;
                *mixed += rest * ends * ((counts[color] - share * own).max(0.0) + each) / all;
            }
            rest *= 1.0 - ends;
            match found {
                Some(next) if rest > LEAST_REST => node = next,
                _ => break,
            }
        }
        let sum: f64 = mixed.iter().sum();
        mixed.map(|p| p / sum)
    }

    /// What [`predict`](ContextTree::predict) returns, without a code of its own, for all contexts.
    fn table(&self) -> ContextTable {
        let number = self.home.colors();
        let each = self.concentration / number as f64;
        let mut table = ContextTable::new(self.nodes.len(), number, self.home.pegs().max(OUTSIDE + 1));
        // What shorter contexts contribute, and the weight of this one and longer ones.
        let mut reached = vec![([0.0; Color::MAX], 1.0); self.nodes.len()];
        for (place, ContextNode { counts, all, next, log_own, log_weighted, .. }) in self.nodes.iter().enumerate() {
            let (shorter, rest) = reached[place];
            let is_left_out = rest <= LEAST_REST;
            let mixed = |ends: f64| -> ColorDistribution {
                let own = |color: usize| rest * ends * (counts[color] + each) / (all + self.concentration);
                std::array::from_fn(|color| shorter[color] + if color < number { own(color) } else { 0.0 })
            };
            let row = if is_left_out { shorter } else { mixed(1.0) };
            let sum: f64 = row.iter().sum();
            table.set_row(place, &row[..number], sum);
            let ends = ENDS * libm::exp(log_own - log_weighted);
            for (&symbol, &longer) in next {
                table.set_next(place, symbol, longer);
                reached[longer] = if is_left_out { (shorter, rest) } else { (mixed(ends), rest * (1.0 - ends)) };
            }
        }
        table
    }

    fn without(&self, code: &Code, share: f64) -> f64 {
        let colors = self.ordered(code);
        let mut own: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        if share > 0.0 {
            for peg in 0..colors.len() {
                let mut node = 0;
                own.entry(node).or_default().push(colors[peg]);
                for symbol in self.context(&colors, peg) {
                    let Some(&next) = self.nodes[node].next.get(&symbol) else { break };
                    node = next;
                    own.entry(node).or_default().push(colors[peg]);
                }
            }
        }
        (0..colors.len()).map(|peg| self.predict(&colors, peg, &own, share)[colors[peg]]).product()
    }
}

/// The logarithm of the mean of two probabilities.
fn mean(one: f64, other: f64) -> f64 {
    let most = one.max(other);
    most + libm::log(ENDS * libm::exp(one - most) + (1.0 - ENDS) * libm::exp(other - most))
}

impl RuleFamily for ContextTree {
    fn name(&self) -> &'static str {
        "context-tree"
    }

    /// With more pegs the contexts stay, if they do not depend on the number of the peg. Nothing is known of other colors.
    fn at(&self, size: Size) -> WeightedModels {
        let stays = size.pegs() == self.home.pegs() || self.position != PegPosition::Peg;
        if size.colors() == self.home.colors() && stays {
            model::only(ContextTreeModel { tree: Arc::new(self.clone()), table: self.table(), pegs: size.pegs() })
        } else {
            Vec::new()
        }
    }
}

impl FittedFamily for ContextTree {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        self.without(code, share)
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }
}

#[derive(Debug)]
struct ContextTreeModel {
    tree: Arc<ContextTree>,
    table: ContextTable,
    pegs: usize,
}

impl model::Model for ContextTreeModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut colors: Vec<usize> = Vec::with_capacity(self.pegs);
        for peg in 0..self.pegs {
            colors.push(pick(self.table.row(self.tree.context(&colors, peg)), rng));
        }
        if self.tree.direction == Direction::FromRight {
            colors.reverse();
        }
        rebuilt(self.pegs, |peg| color(colors[peg]))
    }

    fn probability(&self, code: &Code) -> f64 {
        let colors = self.tree.ordered(code);
        let after = |peg: usize| self.table.row(self.tree.context(&colors, peg))[colors[peg]];
        (0..colors.len()).map(after).product()
    }

    fn description(&self) -> String {
        let ContextTree { nodes, direction, position, .. } = &*self.tree;
        let side = if *direction == Direction::FromLeft { "before" } else { "after" };
        let first = usize::from(*position != PegPosition::Ignored);
        // By the number of pegs in the context, how much was seen after contexts that end there.
        let mut lengths = [0.0; DEPTH + 1];
        let mut rest = vec![1.0; nodes.len()];
        for (place, node) in nodes.iter().enumerate() {
            let ends = if node.next.is_empty() { 1.0 } else { ENDS * libm::exp(node.log_own - node.log_weighted) };
            lengths[node.depth.saturating_sub(first).min(DEPTH)] += rest[place] * ends * node.all;
            node.next.values().for_each(|&next| rest[next] = rest[place] * (1.0 - ends));
        }
        let all: f64 = lengths.iter().sum();
        let words = lengths.iter().enumerate().filter(|(_, seen)| **seen >= 0.02 * all);
        let words: Vec<String> = words.map(|(pegs, seen)| format!("{pegs} ({:.0} %)", 100.0 * seen / all)).collect();
        let place = match position {
            PegPosition::Ignored => "",
            PegPosition::Parity => ", for even and odd pegs apart",
            PegPosition::Peg => ", for each peg apart",
        };
        format!("the color of a peg depends on the pegs {side} it{place}: on {}", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(texts: &[&str]) -> Vec<(Code, f64)> {
        texts.iter().map(|text| (text.parse().unwrap(), 1.0)).collect()
    }

    /// The table gives the same probabilities, bit by bit, as the walk through the nodes.
    #[test]
    fn the_table_predicts_as_the_tree() {
        let size: Size = "6x4".parse().unwrap();
        let mut rng = Rng::new(3);
        let mut code = || Code::from_fn(size, |peg| if peg % 3 < 2 { rng.color(2) } else { rng.color(4) });
        let sample: Vec<(Code, f64)> = (0..60).map(|_| (code(), 1.0)).collect();
        for position in [PegPosition::Ignored, PegPosition::Parity, PegPosition::Peg] {
            let mut tree = ContextTree::new(size, Direction::FromRight, position, &sample);
            tree.weigh(0.3);
            let model = tree.at(size).swap_remove(0).1;
            for code in size.codes() {
                assert_eq!(model.probability(&code), tree.without(&code, 0.0), "{code} {position:?}");
            }
        }
    }

    /// One binary symbol, by hand: the root's own estimate and that of its contexts, half each.
    #[test]
    fn evidence_is_the_mean_over_trees() {
        let mut tree =
            ContextTree::new("3x2".parse().unwrap(), Direction::FromLeft, PegPosition::Ignored, &codes(&["AAA"]));
        tree.weigh(1.0);
        // Three times A: 1/2 · 3/4 · 5/6. The context of the first peg is outside; the second has A, the third AA.
        let own = 0.5 * 0.75 * 5.0 / 6.0f64;
        let after_a = f64::midpoint(0.5 * 0.75, 0.5 * 0.5);
        let wanted = f64::midpoint(own, 0.5 * after_a);
        assert!((tree.log_evidence - wanted.ln()).abs() < 1e-12, "{} {}", tree.log_evidence, wanted.ln());
    }

    #[test]
    fn contexts_are_as_long_as_they_need_to_be() {
        // After A comes B; after B what came before A, one color on.
        let texts = ["CABDABEA", "DABEABCA", "EABCABDA", "CABDABEA", "DABEABCA", "EABCABDA"].repeat(3);
        let codes = codes(&texts);
        let size: Size = "8x5".parse().unwrap();
        let tree = fit(size, &codes).unwrap();
        let model = tree.at(size).swap_remove(0).1;
        assert!(model.probability(&codes[0].0) > 0.15, "{}", model.probability(&codes[0].0));
        assert!(tree.leave_one_out(&codes[0].0, 1.0) < model.probability(&codes[0].0));
    }
}
