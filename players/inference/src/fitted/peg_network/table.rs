//! Tables of frequencies: how the color of a peg depends on the colors of other pegs.

use crate::transfer::ColorDistribution;
use scsa::{Color, Game};

/// A row of a context that was not seen.
const UNSEEN: u16 = u16::MAX;

/// A peg whose colors a table counts, and the pegs on which they depend. Pegs are places in the order of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub peg: usize,
    /// The pegs whose colors choose the row.
    pub context: Vec<usize>,
    /// The pegs whose colors, with these signs, sum to the color from which steps are counted, modulo the colors.
    pub base: Vec<(usize, Sign)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Plus,
    Minus,
}

/// What a table distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distinction {
    All,
    /// All colors, and contexts up to the order of their colors.
    Unordered,
    /// Whether the color is that of the base. All others are equally probable.
    Equality,
}

/// How the colors of pegs that share a table depend on other pegs: all of them in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    pub members: Vec<Member>,
    pub distinction: Distinction,
}

impl Member {
    /// What the color of the peg is, as a table counts it.
    fn symbol_of(&self, code: &[u8], colors: usize) -> usize {
        (usize::from(code[self.peg]) + colors - self.base_of(code, colors)) % colors
    }

    fn color_of(&self, symbol: usize, code: &[u8], colors: usize) -> usize {
        (symbol + self.base_of(code, colors)) % colors
    }

    fn base_of(&self, code: &[u8], colors: usize) -> usize {
        let signed = self.base.iter().map(|&(peg, sign)| {
            let color = usize::from(code[peg]);
            if sign == Sign::Plus { color } else { colors - color }
        });
        signed.sum::<usize>() % colors
    }
}

impl Dependence {
    /// The row number of a member, if every context had a row.
    fn context_of(&self, member: &Member, code: &[u8], colors: usize) -> usize {
        match member.context[..] {
            [one, other] if self.distinction == Distinction::Unordered => {
                let (one, other) = (usize::from(code[one]), usize::from(code[other]));
                one.min(other) * colors + one.max(other)
            }
            _ => member.context.iter().fold(0, |index, &peg| index * colors + usize::from(code[peg])),
        }
    }

    /// The number of contexts that there are, at most.
    fn contexts(&self, colors: usize) -> usize {
        colors.pow(self.members.first().map_or(0, |member| member.context.len()) as u32)
    }

    fn cells(&self, colors: usize) -> usize {
        if self.distinction == Distinction::Equality { 2 } else { colors }
    }

    fn cell(&self, symbol: usize, colors: usize) -> (usize, f64) {
        match (self.distinction, symbol) {
            (Distinction::Equality, 1..) => (1, 1.0 / (colors - 1) as f64),
            _ => (symbol, 1.0),
        }
    }

    /// Whether two dependences are of one kind, so that their pegs could share a table.
    pub fn is_like(&self, other: &Dependence) -> bool {
        let signs = |dependence: &Dependence| {
            let member = dependence.members.first()?;
            Some((member.context.len(), member.base.iter().map(|(_, sign)| *sign).collect::<Vec<_>>()))
        };
        self.distinction == other.distinction && signs(self) == signs(other)
    }

    pub fn is_none(&self) -> bool {
        self.members.iter().all(|member| member.context.is_empty() && member.base.is_empty())
    }
}

/// Codes as a network reads them, each with its weight.
#[derive(Clone, Debug)]
pub struct OrderedCodes {
    pub colors: usize,
    pub codes: Vec<([u8; Game::MAX_PEGS], f64)>,
}

/// The rows of the contexts, and how often each cell of each row, and each row, was seen.
type Counted = (Vec<u16>, Vec<f64>, Vec<f64>);

/// Counts the symbols at the pegs of a dependence, one after the other. `visit` is called with the part of its cell that each is, how often
/// the cell and the row were seen before, and the weight of the code. None if there are more than `most` contexts.
#[inline(always)]
fn count(
    codes: &OrderedCodes,
    dependence: &Dependence,
    most: usize,
    mut visit: impl FnMut(f64, f64, f64, f64),
) -> Option<Counted> {
    let colors = codes.colors;
    let cells = dependence.cells(colors);
    let mut rows = vec![UNSEEN; dependence.contexts(colors)];
    let (mut counts, mut totals): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    for (code, share) in &codes.codes {
        for member in &dependence.members {
            let row = &mut rows[dependence.context_of(member, code, colors)];
            if *row == UNSEEN {
                if totals.len() == most {
                    return None;
                }
                *row = totals.len() as u16;
                totals.push(0.0);
                counts.resize(counts.len() + cells, 0.0);
            }
            let row = usize::from(*row);
            let (cell, part) = dependence.cell(member.symbol_of(code, colors), colors);
            let (count, total) = (&mut counts[row * cells + cell], &mut totals[row]);
            visit(part, *count, *total, *share);
            *count += share;
            *total += share;
        }
    }
    Some((rows, counts, totals))
}

/// The natural logarithm of the marginal likelihood of the colors at the pegs of a dependence, each row with a Dirichlet prior whose
/// parameters sum to one of `concentrations`: one for each of these. None if there are more than `most` contexts.
pub fn log_evidence<const N: usize>(
    codes: &OrderedCodes,
    dependence: &Dependence,
    concentrations: [f64; N],
    most: usize,
) -> Option<[f64; N]> {
    let cells = dependence.cells(codes.colors) as f64;
    // Products of probabilities; their logarithms are taken before they become too small.
    let (mut logs, mut products) = ([0.0; N], [1.0; N]);
    count(codes, dependence, most, |part, count, total, share| {
        for ((log, product), sum) in logs.iter_mut().zip(&mut products).zip(concentrations) {
            let probability = part * (count + sum / cells) / (total + sum);
            if share == 1.0 {
                *product *= probability;
                if *product < 1e-250 {
                    *log += libm::log(*product);
                    *product = 1.0;
                }
            } else {
                *log += share * libm::log(probability);
            }
        }
    })?;
    for (log, product) in logs.iter_mut().zip(products) {
        *log += libm::log(product);
    }
    Some(logs)
}

/// How often each color was seen in each context.
#[derive(Clone, Debug)]
pub struct ContextTable {
    pub dependence: Dependence,
    colors: usize,
    concentration: f64,
    rows: Vec<u16>,
    counts: Vec<f64>,
    totals: Vec<f64>,
}

impl ContextTable {
    /// The table of codes. They are too few for 2^16 rows.
    pub fn new(codes: &OrderedCodes, dependence: Dependence, concentration: f64) -> ContextTable {
        let (rows, counts, totals) = count(codes, &dependence, usize::MAX, |_, _, _, _| {}).unwrap_or_default();
        ContextTable { dependence, colors: codes.colors, concentration, rows, counts, totals }
    }

    pub fn distribution_of_row(&self, row: usize) -> ColorDistribution {
        let probability = |symbol| if symbol < self.colors { self.of_symbol(row, symbol, 0.0, 0.0) } else { 0.0 };
        std::array::from_fn(probability)
    }

    /// The probability of a symbol in a row, without that weight of what was seen in its cell and in the row.
    fn of_symbol(&self, row: usize, symbol: usize, of_cell: f64, of_row: f64) -> f64 {
        let cells = self.dependence.cells(self.colors);
        let (cell, part) = self.dependence.cell(symbol, self.colors);
        let (count, total) = (self.counts[row * cells + cell] - of_cell, self.totals[row] - of_row);
        part * (count.max(0.0) + self.concentration / cells as f64) / (total.max(0.0) + self.concentration)
    }

    /// The row of a code for a member; none if its context was not seen.
    fn row(&self, member: &Member, code: &[u8]) -> Option<usize> {
        let row = self.rows[self.dependence.context_of(member, code, self.colors)];
        (row != UNSEEN).then_some(usize::from(row))
    }

    /// The probability of the color of the peg of a member, given the earlier ones.
    pub fn probability(&self, member: usize, code: &[u8]) -> f64 {
        let member = &self.dependence.members[member];
        match self.row(member, code) {
            None => 1.0 / self.colors as f64,
            Some(row) => self.of_symbol(row, member.symbol_of(code, self.colors), 0.0, 0.0),
        }
    }

    /// The same without that weight of the code itself, in all pegs that share the table.
    pub fn leave_one_out(&self, member: usize, code: &[u8], share: f64) -> f64 {
        let member = &self.dependence.members[member];
        let Some(row) = self.row(member, code) else { return 1.0 / self.colors as f64 };
        let cell = |member: &Member| self.dependence.cell(member.symbol_of(code, self.colors), self.colors).0;
        let (mut of_cell, mut of_row) = (0.0, 0.0);
        for other in self.dependence.members.iter().filter(|other| self.row(other, code) == Some(row)) {
            of_row += share;
            if cell(other) == cell(member) {
                of_cell += share;
            }
        }
        self.of_symbol(row, member.symbol_of(code, self.colors), of_cell, of_row)
    }

    /// The probabilities of all colors of the peg of a member, given the earlier ones.
    pub fn distribution(&self, member: usize, code: &[u8]) -> [f64; Color::MAX] {
        let member = &self.dependence.members[member];
        let mut distribution = [0.0; Color::MAX];
        let row = self.row(member, code);
        for symbol in 0..self.colors {
            distribution[member.color_of(symbol, code, self.colors)] = match row {
                None => 1.0 / self.colors as f64,
                Some(row) => self.of_symbol(row, symbol, 0.0, 0.0),
            };
        }
        distribution
    }

    /// The mean probability of the most frequent cell of a row, weighted by how often the row was seen.
    pub fn certainty(&self) -> f64 {
        let most = self
            .counts
            .chunks_exact(self.dependence.cells(self.colors))
            .map(|row| row.iter().fold(0.0, |most: f64, &n| most.max(n)));
        most.sum::<f64>() / self.totals.iter().sum::<f64>().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(texts: &[&str]) -> OrderedCodes {
        let code = |text: &&str| {
            let mut code = [0; Game::MAX_PEGS];
            text.bytes().enumerate().for_each(|(peg, letter)| code[peg] = letter - b'A');
            (code, 1.0)
        };
        OrderedCodes { colors: 3, codes: texts.iter().map(code).collect() }
    }

    fn member(peg: usize, context: &[usize], base: &[(usize, Sign)]) -> Member {
        Member { peg, context: context.to_vec(), base: base.to_vec() }
    }

    #[test]
    fn evidence_is_the_product_of_predictions() {
        let codes = codes(&["ABC", "ABC", "BCA", "ABB"]);
        let dependence = Dependence { members: vec![member(2, &[1], &[])], distinction: Distinction::All };
        let [log] = log_evidence(&codes, &dependence, [3.0], 9).unwrap();
        // Row B: C, C, B with one of each color before; row C: A.
        let wanted = (1.0 / 3.0f64) * (2.0 / 4.0) * (1.0 / 5.0) * (1.0 / 3.0);
        assert!((log - wanted.ln()).abs() < 1e-12, "{log}");
        assert_eq!(log_evidence(&codes, &dependence, [3.0], 1), None);
        let table = ContextTable::new(&codes, dependence, 3.0);
        let abc = &codes.codes[0].0;
        assert!((table.probability(0, abc) - 3.0 / 6.0).abs() < 1e-12);
        assert!((table.leave_one_out(0, abc, 1.0) - 2.0 / 5.0).abs() < 1e-12);
        assert!((table.distribution(0, abc).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_base_shifts_the_colors() {
        let codes = codes(&["ABCA", "BCAB", "CABC"]);
        let members = (1..4).map(|peg| member(peg, &[], &[(peg - 1, Sign::Plus)])).collect();
        let table = ContextTable::new(&codes, Dependence { members, distinction: Distinction::All }, 0.1);
        assert_eq!(table.certainty(), 1.0);
        let distribution = table.distribution(2, &codes.codes[1].0);
        assert!(distribution[1] > 0.98, "{distribution:?}");
        // All nine observations are of one row; three of them are of the code.
        let loo = table.leave_one_out(0, &codes.codes[0].0, 1.0);
        assert!((loo - (6.0 + 0.1 / 3.0) / 6.1).abs() < 1e-12, "{loo}");
    }
}
