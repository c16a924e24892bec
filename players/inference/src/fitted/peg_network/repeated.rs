//! The transfer of a network to another size: a dependence that is repeated from peg to peg goes on.

use super::{
    PegNetwork, PegTable,
    table::{Dependence, Member},
    words::distances,
};
use crate::{models::neighbors::ColorDistribution, transfer};
use scsa::Size;

/// The pegs from `first` on share a table: each depends on the pegs at the same distances before it. The other pegs depend on none.
#[derive(Clone, Copy, Debug)]
struct RepeatedDependence {
    first: usize,
    table: usize,
}

impl PegNetwork {
    /// The networks that this one may be at another size, with weights. There are none unless all pegs but the first ones depend in the
    /// same way on those before them.
    pub fn transferred(&self, size: Size) -> Vec<(f64, PegNetwork)> {
        let Some(repeated) = self.repeated_dependence().filter(|of| of.first < size.pegs()) else { return Vec::new() };
        let table = &self.tables[repeated.table];
        let of_colors = |row| transfer::mean(&transfer::frequencies(&row, self.home, size), size);
        if !table.has_base() {
            return vec![(1.0, self.with_rows(size, repeated, of_colors, of_colors))];
        }
        let steps = |way: usize| move |row| transfer::steps(&row, self.home, size).swap_remove(way).1;
        let ways = transfer::steps(&table.distribution_of_row(0), self.home, size).into_iter().enumerate();
        ways.map(|(way, (weight, _))| (weight, self.with_rows(size, repeated, of_colors, steps(way)))).collect()
    }

    fn repeated_dependence(&self) -> Option<RepeatedDependence> {
        let table = self.pegs.last()?.first()?.table;
        let Dependence { members, .. } = &self.tables[table].dependence;
        let first = members.iter().map(|member| member.peg).min()?;
        let (before, after) = self.pegs.split_at(first);
        let main = |tables: &Vec<PegTable>| tables.first().map(|table| table.table);
        let holds = !self.tables[table].dependence.is_none()
            && 2 * first <= self.home.pegs()
            && members.iter().all(|member| distances(member) == distances(&members[0]))
            && after.iter().all(|tables| main(tables) == Some(table))
            && before.iter().all(|tables| main(tables).is_some_and(|table| self.tables[table].dependence.is_none()));
        holds.then_some(RepeatedDependence { first, table })
    }

    /// The network at a size. Its rows are made from those of this one: by `of_first` for the first pegs, by `of_others` for all that depend
    /// on another peg.
    fn with_rows(
        &self,
        size: Size,
        RepeatedDependence { first, table: shared }: RepeatedDependence,
        of_first: impl Fn(ColorDistribution) -> ColorDistribution,
        of_others: impl Fn(ColorDistribution) -> ColorDistribution,
    ) -> PegNetwork {
        let only = |table, member| vec![PegTable { weight: 1.0, table, member }];
        let before = self.pegs[..first].iter().map(|tables| only(tables[0].table, tables[0].member));
        let pegs = before.chain((0..size.pegs() - first).map(|member| only(shared, member))).collect();
        let tables = self.tables.iter().enumerate().map(|(place, table)| {
            if place != shared {
                return table.transferred(table.dependence.clone(), size.colors(), &of_first);
            }
            let members = (first..size.pegs()).map(|peg| moved(&table.dependence.members[0], peg)).collect();
            let dependence = Dependence { members, ..table.dependence };
            table.transferred(dependence, size.colors(), &of_others)
        });
        PegNetwork { home: size, order: self.order, pegs, tables: tables.collect(), log_evidence: self.log_evidence }
    }
}

/// The same dependence of another peg, on pegs at the same distances.
fn moved(member: &Member, peg: usize) -> Member {
    let place = |other: usize| peg - (member.peg - other);
    Member {
        peg,
        context: member.context.iter().map(|&other| place(other)).collect(),
        base: member.base.iter().map(|&(other, sign)| (place(other), sign)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit;
    use crate::model::{WeightedModels, probability};
    use scsa::{Code, Color, Rng, Size};

    /// The models at a size, given 40 codes of another one in which `next` gives a peg from those before it and a number below 10.
    fn models(home: &str, size: &str, next: impl Fn(&[usize], usize) -> usize) -> WeightedModels {
        let (home, mut rng): (Size, _) = (home.parse().unwrap(), Rng::new(1));
        let code = |rng: &mut Rng| {
            let mut pegs: Vec<usize> = (0..2).map(|_| rng.below(home.colors())).collect();
            while pegs.len() < home.pegs() {
                pegs.push(next(&pegs, rng.below(10)) % home.colors());
            }
            Code::from_fn(home, |peg| Color::new(pegs[peg]).unwrap())
        };
        let codes: Vec<(Code, f64)> = (0..40).map(|_| (code(&mut rng), 1.0)).collect();
        fit(home, &codes).unwrap().at(size.parse().unwrap())
    }

    #[test]
    fn what_is_repeated_goes_on_at_another_size() {
        let sums = models("7x5", "9x8", |pegs, _| pegs[pegs.len() - 1] + pegs[pegs.len() - 2]);
        let of_sums = probability(&sums, &"ABBCDFAFF".parse().unwrap());
        assert!(of_sums > 0.5 / 64.0, "{of_sums}");
        let steps = models("7x5", "10x9", |pegs, number| pegs[pegs.len() - 1] + usize::from(number < 2));
        let of_steps = probability(&steps, &"CCDDDDDEEE".parse().unwrap());
        assert!(of_steps > 1e-4, "{of_steps}");
    }

    #[test]
    fn a_dependence_of_one_peg_has_no_model_at_another_size() {
        let last = |pegs: &[usize], number| if pegs.len() == 5 { 3 * pegs[0] + 1 } else { number };
        assert!(models("6x5", "8x5", last).is_empty());
    }
}
