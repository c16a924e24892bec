//! The search for the guess that tells most.

use crate::field::{Cells, Field, Held, Told};
use scsa::{Code, Color, Rng};

/// What a guess is worth.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// What the totals tell beyond the black pegs counts so much.
    pub totals: f64,
    /// What winning with the guess counts, in nats.
    pub win: f64,
}

impl Worth {
    pub fn of(&self, told: &Told) -> f64 {
        match *told {
            Told::Nats { black, joint, win } => black + self.totals * (joint - black) + self.win * win,
            Told::Guesses(guesses) => -guesses,
        }
    }
}

/// A search that changes a guess as long as that makes it better.
#[derive(Debug)]
pub struct Climb<'a> {
    pub field: &'a Field,
    pub worth: Worth,
    /// So many guesses are climbed from.
    pub climbs: usize,
    /// So many guesses are looked at.
    pub looks: usize,
}

/// A change of a guess.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A peg gets a color.
    Color(u8, Color),
    /// Two pegs exchange their colors.
    Exchange(u8, u8),
}

impl Climb<'_> {
    /// What becomes of the best of these guesses, with what it is worth, the best one first.
    pub fn from(&self, starts: &[Code], rng: &mut Rng) -> Vec<(f64, Code)> {
        let size = self.field.size;
        let mut cells = Cells::default();
        let mut scored: Vec<(f64, Held)> = starts
            .iter()
            .map(|start| {
                let held = self.field.hold(start);
                (self.worth.of(&self.field.told(&held, &mut cells)), held)
            })
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.guess.cmp(&b.1.guess)));
        scored.dedup_by(|a, b| a.1.guess == b.1.guess);
        let mut changes: Vec<Change> = Vec::new();
        for peg in 0..size.pegs() as u8 {
            changes.extend(size.palette().map(|color| Change::Color(peg, color)));
            changes.extend((0..peg).map(|other| Change::Exchange(peg, other)));
        }
        let mut tops = Vec::new();
        for (worth, held) in scored.into_iter().take(self.climbs) {
            rng.shuffle(&mut changes);
            tops.push(self.top(worth, held, &changes, &mut cells));
        }
        tops.sort_by(|a: &(f64, Code), b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        tops.dedup_by(|a, b| a.1 == b.1);
        tops
    }

    /// Takes every change that makes the guess better, until none does or enough were looked at.
    fn top(&self, mut worth: f64, mut held: Held, changes: &[Change], cells: &mut Cells) -> (f64, Code) {
        let mut next = held.clone();
        let mut in_vain = 0;
        for change in changes.iter().cycle().take(self.looks / self.climbs) {
            if in_vain == changes.len() {
                break;
            }
            in_vain += 1;
            let peg = |peg: u8| held.guess.peg(usize::from(peg));
            match *change {
                Change::Color(here, color) if peg(here) != color => {
                    self.field.recolor(&held, usize::from(here), color, &mut next);
                }
                Change::Exchange(a, b) if peg(a) != peg(b) => {
                    self.field.exchange(&held, (usize::from(a), usize::from(b)), &mut next);
                }
                _ => continue,
            }
            let found = self.worth.of(&self.field.told(&next, cells));
            if found > worth {
                worth = found;
                std::mem::swap(&mut held, &mut next);
                in_vain = 0;
            }
        }
        (worth, held.guess)
    }
}
