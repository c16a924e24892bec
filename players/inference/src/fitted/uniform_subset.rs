//! A uniform distribution over the colors that were observed.

use crate::{
    models::neighbors::{ColorDistribution, normalized},
    transfer,
};
use scsa::{Color, Size};

/// A color in fewer of all cases than this part is not one of those from which is drawn.
const FEW: f64 = 0.01;

/// What was seen in some place; those colors are as likely as each other, and so are all others, which hardly come.
#[derive(Clone, Debug)]
pub struct UniformSubset {
    seen: ColorDistribution,
    all: f64,
    colors: usize,
    /// How much more is added to what was seen of all others.
    unseen: f64,
    members: [bool; Color::MAX],
    count: usize,
    others: f64,
}

impl UniformSubset {
    /// From how often each of the colors was seen among `all` pegs. `unseen` is added to the count of the colors outside the subset.
    pub fn of(seen: &ColorDistribution, all: f64, colors: usize, unseen: f64) -> UniformSubset {
        let members = std::array::from_fn(|index| index < colors && is_member(seen[index], all));
        let others = (0..colors).filter(|&index| !members[index]).map(|index| seen[index]).sum();
        let count = members.iter().filter(|&&member| member).count();
        UniformSubset { seen: *seen, all, colors, unseen, members, count, others }
    }

    /// How probable a color is, without that much of what was seen of it.
    pub fn leave_one_out(&self, index: usize, share: f64) -> f64 {
        let (seen, all) = ((self.seen[index] - share).max(0.0), (self.all - share).max(0.0));
        let (was, is) = (self.members[index], is_member(seen, all));
        let count = self.count - usize::from(was) + usize::from(is);
        let others = self.others - if was { 0.0 } else { self.seen[index] } + if is { 0.0 } else { seen };
        self.share(is, count, others.max(0.0), all)
    }

    fn share(&self, member: bool, count: usize, others: f64, all: f64) -> f64 {
        if count == 0 || count == self.colors {
            return 1.0 / self.colors as f64;
        }
        let others = (others + self.unseen) / (all + self.unseen);
        if member { (1.0 - others) / count as f64 } else { others / (self.colors - count) as f64 }
    }

    /// How probable each color is.
    pub fn row(&self) -> ColorDistribution {
        let share = |index: usize| self.share(self.members[index], self.count, self.others, self.all);
        std::array::from_fn(|index| if index < self.colors { share(index) } else { 0.0 })
    }

    /// From which colors is drawn, a bit each.
    pub fn mask(&self) -> u32 {
        (0..self.colors).filter(|&index| self.members[index]).fold(0, |mask, index| mask | 1 << index)
    }

    /// The same with other colors. Where most of the colors come, those that do not are what the rule is about.
    pub fn transferred(&self, home: Size, size: Size) -> Vec<(f64, ColorDistribution)> {
        let row = self.row();
        if 2 * self.count <= self.colors || self.count == self.colors || size.colors() < self.colors {
            return transfer::frequencies(&row, home, size);
        }
        let most = (0..self.colors).fold(0.0f64, |most, index| most.max(row[index]));
        let all_but =
            normalized(std::array::from_fn(|index| if index < self.colors { row[index] } else { most }), size);
        let mut ways = transfer::frequencies(&row, home, size);
        ways.iter_mut().for_each(|(weight, _)| *weight *= 0.2);
        ways.insert(0, (0.8, all_but));
        ways
    }
}

fn is_member(seen: f64, all: f64) -> bool {
    seen > FEW * all + 1e-9
}
