//! Each color has colors that often follow it.

use super::total;
use crate::{
    carry,
    kinds::chain::{Chain, Row, even, normalized},
    law::{self, Fitted, Kind, Shares},
};
use scsa::{Code, Color, Size};
use std::sync::Arc;

/// What is added to what was seen to follow a color, spread over all colors.
const UNSEEN: f64 = 0.5;

/// How often each color was first, and followed each other.
#[derive(Clone, Debug)]
pub struct Markov {
    home: Size,
    first: Row,
    next: Box<[Row; Color::MAX]>,
    /// How often any color followed.
    followed: Row,
    all: f64,
}

/// The colors behind each other in those codes.
pub fn fit(home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    if home.pegs() < 3 || home.colors() < 2 {
        return None;
    }
    let mut first = [0.0; Color::MAX];
    let mut next = Box::new([[0.0; Color::MAX]; Color::MAX]);
    let mut followed = [0.0; Color::MAX];
    for (code, share) in codes {
        first[code.peg(0).index()] += share;
        for (before, peg) in code.pegs().zip(code.pegs().skip(1)) {
            next[before.index()][peg.index()] += share;
            followed[before.index()] += share;
        }
    }
    Some(Arc::new(Markov { home, first, next, followed, all: total(codes) }))
}

impl Kind for Markov {
    fn name(&self) -> &'static str {
        "neighbour-frequencies"
    }

    fn at(&self, size: Size) -> law::Laws {
        let unseen = UNSEEN / self.home.colors() as f64;
        let row = |seen: &Row, all: f64| {
            let share =
                |index: usize| if index < self.home.colors() { (seen[index] + unseen) / (all + UNSEEN) } else { 0.0 };
            let row: Row = std::array::from_fn(share);
            match size.colors() == self.home.colors() {
                true => row,
                false => carry::mean(&carry::frequencies(&row, self.home, size), size),
            }
        };
        let mut chain = Chain::new(size, sentence(&self.next, &self.followed, self.home), |_, _| 1.0);
        chain.first = row(&self.first, self.all);
        for before in 0..size.colors() {
            let known = before < self.home.colors();
            chain.next[before] = if known { row(&self.next[before], self.followed[before]) } else { even(size) };
        }
        if size == self.home { law::only(chain) } else { law::doubted(law::only(chain), 0.15, size) }
    }
}

/// The most frequent follower of each color.
fn sentence(next: &[Row; Color::MAX], followed: &Row, home: Size) -> String {
    let words = home.palette().filter(|color| followed[color.index()] > 0.0).map(|color| {
        let row = normalized(next[color.index()], home);
        let most =
            home.palette().fold(color, |most, other| if row[other.index()] > row[most.index()] { other } else { most });
        format!("{color}{most} {:.0} %", row[most.index()] * 100.0)
    });
    format!("what follows depends on the color, most often {}", words.collect::<Vec<_>>().join(", "))
}

impl Fitted for Markov {
    fn without(&self, code: &Code, share: f64) -> f64 {
        let unseen = UNSEEN / self.home.colors() as f64;
        let first = self.first[code.peg(0).index()] - share;
        let mut product = (first.max(0.0) + unseen) / ((self.all - share).max(0.0) + UNSEEN);
        for peg in 1..code.len() {
            let (before, color) = (code.peg(peg - 1), code.peg(peg));
            let (mut pairs, mut followed) = (0.0, 0.0);
            for other in 1..code.len() {
                if code.peg(other - 1) == before {
                    followed += share;
                    pairs += if code.peg(other) == color { share } else { 0.0 };
                }
            }
            let seen = (self.next[before.index()][color.index()] - pairs).max(0.0) + unseen;
            product *= seen / ((self.followed[before.index()] - followed).max(0.0) + UNSEEN);
        }
        product
    }

    fn parameters(&self) -> f64 {
        let rows = self.followed.iter().filter(|&&followed| followed > 0.0).count() + 1;
        (rows * (self.home.colors() - 1)) as f64
    }
}
