//! Groups of pegs that are equal, and how the groups are colored.

use super::ties::{Groups, Ties};
use crate::{
    counting::{rebuilt, with_pegs},
    law::{self, Fit, Fitted, Kind, Shares},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// The groups of a pattern are colored as the pegs of a shorter code, by another rule.
#[derive(Clone, Debug)]
pub struct Tied<P: ?Sized> {
    pub ties: Ties,
    pub paint: Arc<P>,
}

impl<P: Kind + ?Sized> Kind for Tied<P> {
    fn name(&self) -> &'static str {
        self.ties.name()
    }

    fn at(&self, size: Size) -> law::Laws {
        let groups = self.ties.groups(size.pegs());
        let paints = self.paint.at(with_pegs(size, groups.count()));
        let ties = self.ties;
        paints.into_iter().map(|(weight, paint)| (weight, Arc::new(Law { ties, size, groups, paint }) as _)).collect()
    }
}

impl Fitted for Tied<dyn Fitted> {
    fn without(&self, code: &Code, share: f64) -> f64 {
        let groups = self.ties.groups(code.len());
        if groups.hold(code) { self.paint.without(&shortened(&groups, code), share) } else { 0.0 }
    }

    fn parameters(&self) -> f64 {
        self.paint.parameters()
    }

    fn choices(&self) -> f64 {
        self.paint.choices()
    }
}

/// The rule that the codes of that pattern follow in coloring its groups.
pub fn fit(ties: Ties, paint: Fit, size: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    let groups = ties.groups(size.pegs());
    let holding = codes.iter().filter(|(code, _)| groups.hold(code));
    let shortened: Vec<(Code, f64)> = holding.map(|(code, share)| (shortened(&groups, code), *share)).collect();
    // A few codes are of every pattern by chance.
    if law::total(&shortened) < (0.02 * law::total(codes)).max(1.5) {
        return None;
    }
    let paint = paint(with_pegs(size, groups.count()), &shortened)?;
    Some(Arc::new(Tied { ties, paint }))
}

/// One peg a group.
fn shortened(groups: &Groups, code: &Code) -> Code {
    rebuilt(groups.count(), |group| code.peg(groups.first(group)))
}

#[derive(Debug)]
struct Law {
    ties: Ties,
    size: Size,
    groups: Groups,
    paint: Arc<dyn law::Law>,
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let paint = self.paint.draw(rng);
        Code::from_fn(self.size, |peg| paint.peg(self.groups.of(peg)))
    }

    fn probability(&self, code: &Code) -> f64 {
        if self.groups.hold(code) { self.paint.probability(&shortened(&self.groups, code)) } else { 0.0 }
    }

    fn by_distinct(&self) -> bool {
        self.paint.by_distinct()
    }

    fn sentence(&self) -> String {
        format!("{}: {}", self.ties.sentence(), self.paint.sentence())
    }
}
