//! Pegs whose colors depend on other pegs: a Bayesian network with tables of frequencies.
//!
//! The pegs are ordered from left to right or from right to left. The color of each depends on up to three pegs before it in that
//! order. Colors are counted as they are or as steps from one of these pegs or from the sum of two, modulo the colors. Pegs at
//! regular distances may share tables. The structure is inferred by its marginal likelihood (G. F. Cooper and E. Herskovits, "A Bayesian
//! method for the induction of probabilistic networks from data", 1992), and the structures of a peg are averaged.

mod search;
mod table;
mod words;

use crate::counting::{color, pick};
use crate::family::{Evidence, Family, Model, WeightedSample, total};
use crate::transfer::at_home;
use scsa::{Code, Rng, Size};
use search::{MOST_CODES, Structures, structures};
use table::{ContextTable, OrderedCodes};

/// With fewer codes, no structure shows.
const LEAST_CODES: f64 = 8.0;

/// The number of orders, which are equally probable.
const ORDERS: f64 = 2.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PegOrder {
    Forward,
    Backward,
}

/// A network that was fitted to codes of one size.
#[derive(Clone, Debug)]
struct PegNetwork {
    home: Size,
    order: PegOrder,
    /// By place in the order, the tables that give the color there.
    pegs: Vec<Vec<PegTable>>,
    tables: Vec<ContextTable>,
    /// The log marginal likelihood of the codes, over the structures.
    log_evidence: f64,
}

#[derive(Clone, Copy, Debug)]
struct PegTable {
    weight: f64,
    table: usize,
    /// The peg's place among those that share the table.
    member: usize,
}

pub fn fit(home: Size, codes: WeightedSample) -> Option<Family> {
    if home.pegs() < 3 || home.colors() < 2 || total(codes) < LEAST_CODES {
        return None;
    }
    let orders = [PegOrder::Forward, PegOrder::Backward].map(|order| {
        let few = OrderedCodes::of(order, home, &spread(codes));
        let found = structures(&few, home.pegs());
        (found.iter().map(|of| of.log_evidence).sum::<f64>(), order, found)
    });
    let [forward, backward] = orders;
    let (_, order, found) = if backward.0 > forward.0 { backward } else { forward };
    let network = PegNetwork::new(home, order, codes, found);
    let log_evidence = network.log_evidence;
    Some(at_home("peg-network", home, network, Evidence::Marginal(log_evidence), |network, code, share| {
        network.product(code, |table, member, colors| table.leave_one_out(member, colors, share))
    }))
}

/// At most as many codes as structures are compared on, evenly spread.
fn spread(codes: WeightedSample) -> Vec<(Code, f64)> {
    let step = codes.len().div_ceil(MOST_CODES).max(1);
    codes.iter().step_by(step).copied().collect()
}

impl OrderedCodes {
    fn of(order: PegOrder, home: Size, codes: WeightedSample) -> OrderedCodes {
        let codes = codes.iter().map(|(code, share)| (ordered(order, code), *share));
        OrderedCodes { colors: home.colors(), codes: codes.collect() }
    }
}

fn ordered(order: PegOrder, code: &Code) -> [u8; Size::MAX_PEGS] {
    let mut colors = [0; Size::MAX_PEGS];
    for (peg, color) in code.pegs().enumerate() {
        let place = if order == PegOrder::Forward { peg } else { code.len() - 1 - peg };
        colors[place] = color.index() as u8;
    }
    colors
}

impl PegNetwork {
    fn new(home: Size, order: PegOrder, codes: WeightedSample, found: Vec<Structures>) -> PegNetwork {
        let all = OrderedCodes::of(order, home, codes);
        let log_evidence: f64 = found.iter().map(|of| of.log_evidence).sum();
        let (mut pegs, mut tables) = (vec![Vec::new(); home.pegs()], Vec::new());
        for Structures { structures, .. } in found {
            for structure in structures {
                for (member, of) in structure.dependence.members.iter().enumerate() {
                    pegs[of.peg].push(PegTable { weight: structure.weight, table: tables.len(), member });
                }
                tables.push(ContextTable::new(&all, structure.dependence, structure.concentration));
            }
        }
        // The marginal likelihood of the codes that were not used for the structure follows from that of the others.
        let part = total(&spread(codes)) / total(codes);
        PegNetwork { home, order, pegs, tables, log_evidence: (log_evidence - libm::log(ORDERS)) / part }
    }

    fn product(&self, code: &Code, of: impl Fn(&ContextTable, usize, &[u8]) -> f64) -> f64 {
        let colors = ordered(self.order, code);
        self.pegs.iter().fold(1.0, |product, tables| {
            let of_table =
                |&PegTable { weight, table, member }: &PegTable| weight * of(&self.tables[table], member, &colors);
            product * tables.iter().map(of_table).sum::<f64>()
        })
    }

    /// The heaviest table of each peg, each once, with the pegs that it gives.
    fn main_tables(&self) -> Vec<&ContextTable> {
        let mut main: Vec<usize> = self.pegs.iter().filter_map(|tables| Some(tables.first()?.table)).collect();
        main.sort_unstable();
        main.dedup();
        main.into_iter().map(|table| &self.tables[table]).collect()
    }

    /// The number of a peg for people, from the left and from 1.
    fn number(&self, place: usize) -> usize {
        if self.order == PegOrder::Forward { place + 1 } else { self.home.pegs() - place }
    }
}

impl Model for PegNetwork {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut colors = [0; Size::MAX_PEGS];
        for (peg, tables) in self.pegs.iter().enumerate() {
            let weights: Vec<f64> = tables.iter().map(|table| table.weight).collect();
            let PegTable { table, member, .. } = tables[pick(&weights, rng)];
            let distribution = self.tables[table].distribution(member, &colors);
            colors[peg] = pick(&distribution[..self.home.colors()], rng) as u8;
        }
        Code::from_fn(self.home, |peg| color(usize::from(colors[self.number(peg) - 1])))
    }

    fn probability(&self, code: &Code) -> f64 {
        self.product(code, ContextTable::probability)
    }

    fn description(&self) -> String {
        words::describe(self.main_tables(), &|place| self.number(place))
    }
}
