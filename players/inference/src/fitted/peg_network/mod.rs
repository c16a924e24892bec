//! Pegs whose colors depend on other pegs: a Bayesian network with tables of frequencies.
//!
//! The pegs are ordered from left to right or from right to left. The color of each depends on up to three pegs before it in that
//! order. Colors are counted as they are or as steps from one of these pegs or from the sum of two, modulo the colors. Pegs at
//! regular distances may share tables. The structure is inferred by its marginal likelihood (G. F. Cooper and E. Herskovits, "A Bayesian
//! method for the induction of probabilistic networks from data", 1992), and the structures of a peg are averaged.

mod search;
mod table;

use crate::counting::{color, listed_texts, pick};
use crate::family::{Family, Model, WeightedSample, spread, total};
use crate::transfer::at_home;
use scsa::{Code, Game, Rng};
use search::{MOST_CODES, Structures, structures};
use table::{ContextTable, Distinction, Member, OrderedCodes, Sign};

/// The number of orders, which are equally probable.
const ORDERS: f64 = 2.0;

/// A network that was fitted to codes of one game.
#[derive(Clone, Debug)]
struct PegNetwork {
    home: Game,
    /// Whether the pegs are ordered from right to left.
    is_backward: bool,
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

pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let [forward, backward] = [false, true].map(|is_backward| {
        let few = OrderedCodes::of(is_backward, home, &spread(codes, MOST_CODES));
        let found = structures(&few, home.pegs());
        (found.iter().map(|of| of.log_evidence).sum::<f64>(), found)
    });
    let is_backward = backward.0 > forward.0;
    let (_, found) = if is_backward { backward } else { forward };
    let network = PegNetwork::new(home, is_backward, codes, found);
    let log_evidence = network.log_evidence;
    Some(at_home("peg-network", home, network, Some(log_evidence), |network, code, share| {
        network.product(code, |table, member, colors| table.leave_one_out(member, colors, share))
    }))
}

impl OrderedCodes {
    fn of(is_backward: bool, home: Game, codes: WeightedSample) -> OrderedCodes {
        let codes = codes.iter().map(|(code, share)| (ordered(is_backward, code), *share));
        OrderedCodes { colors: home.colors(), codes: codes.collect() }
    }
}

fn ordered(is_backward: bool, code: &Code) -> [u8; Game::MAX_PEGS] {
    let mut colors = [0; Game::MAX_PEGS];
    for (peg, color) in code.pegs().enumerate() {
        let place = if is_backward { code.len() - 1 - peg } else { peg };
        colors[place] = color.index() as u8;
    }
    colors
}

impl PegNetwork {
    fn new(home: Game, is_backward: bool, codes: WeightedSample, found: Vec<Structures>) -> PegNetwork {
        let all = OrderedCodes::of(is_backward, home, codes);
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
        let part = total(&spread(codes, MOST_CODES)) / total(codes);
        PegNetwork { home, is_backward, pegs, tables, log_evidence: (log_evidence - libm::log(ORDERS)) / part }
    }

    fn product(&self, code: &Code, of: impl Fn(&ContextTable, usize, &[u8]) -> f64) -> f64 {
        let colors = ordered(self.is_backward, code);
        self.pegs.iter().fold(1.0, |product, tables| {
            let of_table =
                |&PegTable { weight, table, member }: &PegTable| weight * of(&self.tables[table], member, &colors);
            product * tables.iter().map(of_table).sum::<f64>()
        })
    }

    /// The number of a peg for people, from the left and from 1.
    fn number(&self, place: usize) -> usize {
        if self.is_backward { self.home.pegs() - place } else { place + 1 }
    }
}

impl Model for PegNetwork {
    fn cost(&self) -> usize {
        7
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let mut colors = [0; Game::MAX_PEGS];
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
        // The heaviest table of each peg, each once.
        let mut main: Vec<usize> = self.pegs.iter().filter_map(|tables| Some(tables.first()?.table)).collect();
        main.sort_unstable();
        main.dedup();
        describe(main.into_iter().map(|table| &self.tables[table]).collect(), &|place| self.number(place))
    }
}

/// No more dependences, or steps, than these are described.
const MOST: usize = 8;
/// A table whose rows have one color with this probability determines the color.
const CERTAIN: f64 = 0.95;

/// The dependences of tables, those that determine a color first. `number` is that of a place for people, from the left and from 1.
fn describe(mut tables: Vec<&ContextTable>, number: &dyn Fn(usize) -> usize) -> String {
    tables.retain(|table| !table.dependence.is_none());
    tables.sort_by_key(|table| table.certainty() < CERTAIN);
    let mut words: Vec<String> = tables.iter().flat_map(|table| of_table(number, table)).collect();
    if words.is_empty() {
        return "no peg depends on another one, and each has its own frequencies".to_owned();
    }
    if words.len() > MOST {
        let more = words.len() - MOST;
        words.truncate(MOST);
        words.push(format!("and {more} more"));
    }
    words.join("; ")
}

/// On what the pegs of a table depend: in one sentence where all of them depend on pegs at the same distances.
fn of_table(number: &dyn Fn(usize) -> usize, table: &ContextTable) -> Vec<String> {
    let members = &table.dependence.members;
    let distances = |member: &Member| -> Vec<usize> {
        let base = member.base.iter().map(|(peg, _)| peg);
        member.context.iter().chain(base).map(|peg| member.peg - peg).collect()
    };
    if members.len() > 1 && members.iter().all(|member| distances(member) == distances(&members[0])) {
        let mut own: Vec<usize> = members.iter().map(|member| number(member.peg)).collect();
        own.sort_unstable();
        let side = if number(0) == 1 { "before" } else { "after" };
        let name = |places: &[usize]| {
            let words: Vec<String> = places.iter().map(|place| format!("{} {side}", members[0].peg - place)).collect();
            format!("the {} {} it", if places.len() > 1 { "pegs" } else { "peg" }, words.join(" and "))
        };
        return vec![sentence(table, &members[0], &format!("each of {}", pegs(&own)), &name)];
    }
    let name = |places: &[usize]| {
        let mut numbers: Vec<usize> = places.iter().map(|&place| number(place)).collect();
        numbers.sort_unstable();
        pegs(&numbers)
    };
    let of_one = |member: &Member| sentence(table, member, &format!("peg {}", number(member.peg)), &name);
    members.iter().map(of_one).collect()
}

/// How a peg, or each of some, depends on others.
fn sentence(table: &ContextTable, member: &Member, own: &str, name: &dyn Fn(&[usize]) -> String) -> String {
    let is_certain = table.certainty() >= CERTAIN;
    let mut base = member.base.clone();
    base.sort_by_key(|(_, sign)| *sign == Sign::Minus);
    let terms = base.iter().enumerate().map(|(index, (place, sign))| match (index, sign) {
        (0, Sign::Plus) => name(&[*place]),
        (0, Sign::Minus) => format!("the last color less {}", name(&[*place])),
        (_, Sign::Plus) => format!(" plus {}", name(&[*place])),
        (_, Sign::Minus) => format!(" less {}", name(&[*place])),
    });
    let from: String = terms.collect();
    match (&member.base[..], &member.context[..]) {
        ([], context) if is_certain => format!("{own} is determined by {}", name(context)),
        ([], context) => format!("{own} depends on {}", name(context)),
        (_, []) if table.dependence.distinction == Distinction::Equality && !is_certain => {
            let often = table.distribution_of_row(0)[0] * 100.0;
            format!("{own} repeats {from} in {often:.0} %, else it has any other color")
        }
        (_, []) => {
            let row = table.distribution_of_row(0);
            let mut steps: Vec<usize> = (0..row.len()).filter(|&step| row[step] >= 0.005).collect();
            steps.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
            match steps.first() {
                Some(0) if is_certain => format!("{own} is {from}"),
                Some(1) if is_certain => format!("{own} is {from} plus 1 color"),
                Some(step) if is_certain => format!("{own} is {from} plus {step} colors"),
                _ => {
                    let words = steps.iter().take(MOST).map(|&step| format!("{step} ({:.0} %)", row[step] * 100.0));
                    format!("{own} is some steps from {from}: {}", words.collect::<Vec<_>>().join(", "))
                }
            }
        }
        (_, context) => format!("{own} is some steps from {from}, which depend on {}", name(context)),
    }
}

/// Pegs as a person writes them: "peg 3", "pegs 1, 2 and 7", "pegs 2 to 9".
fn pegs(numbers: &[usize]) -> String {
    match numbers {
        [first, _, _, .., last] if last - first + 1 == numbers.len() => format!("pegs {first} to {last}"),
        [one] => format!("peg {one}"),
        some => format!("pegs {}", listed_texts(some.iter().map(ToString::to_string))),
    }
}
