//! The colors that the pegs of the secret can still have, and a search that finds them.

use scsa::{Code, Color, Game, Turn};

/// The most assignments that a search tries for one color of one peg, and for all together.
const NODES_OF_COLOR: usize = 300;
const NODES: usize = 30_000;

/// Whether a peg of the secret can have a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possibility {
    /// It can: there is such a candidate.
    Possible,
    /// It cannot.
    RuledOut,
    /// It can have no other color.
    Sure,
    /// Nothing is proved.
    Unknown,
}

/// For every peg and color, whether the secret can have it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleColors {
    /// The game.
    pub game: Game,
    /// For every peg the colors of a known candidate, color `i` as bit `i`.
    possible: Vec<u32>,
    /// For every peg the colors that no candidate has there.
    ruled_out: Vec<u32>,
}

impl PossibleColors {
    pub(crate) fn exact(game: Game, possible: Vec<u32>) -> PossibleColors {
        let ruled_out = possible.iter().map(|colors| palette(game) & !colors).collect();
        PossibleColors { game, possible, ruled_out }
    }

    /// The colors of all candidates, and the number of these.
    pub(crate) fn of_codes(game: Game, codes: impl Iterator<Item = Code>) -> (PossibleColors, usize) {
        let (mut possible, mut count) = (vec![0; game.pegs()], 0);
        for code in codes {
            add(&mut possible, &code);
            count += 1;
        }
        (PossibleColors::exact(game, possible), count)
    }

    /// What a search shows in addition to the `possible` colors, those of known candidates.
    pub(crate) fn searched(game: Game, turns: &[Turn], mut possible: Vec<u32>) -> PossibleColors {
        let mut search = ConsistencySearch { game, turns, nodes: 0 };
        let (mut domains, mut nodes) = ([palette(game); Game::MAX_PEGS], NODES);
        if search.propagate(&mut domains).is_none() {
            return PossibleColors::exact(game, vec![0; game.pegs()]);
        }
        let mut ruled_out: Vec<u32> = domains[..game.pegs()].iter().map(|colors| palette(game) & !colors).collect();
        for peg in 0..game.pegs() {
            for color in game.palette() {
                let bit = 1 << color.index();
                if (possible[peg] | ruled_out[peg]) & bit != 0 || nodes == 0 {
                    continue;
                }
                let mut with = domains;
                with[peg] = bit;
                let budget = NODES_OF_COLOR.min(nodes);
                search.nodes = budget;
                match search.find(with) {
                    Ok(Some(code)) => add(&mut possible, &code),
                    Ok(None) => {
                        ruled_out[peg] |= bit;
                        domains[peg] &= !bit;
                    }
                    Err(OutOfNodes) => {}
                }
                nodes -= (budget - search.nodes).max(1).min(nodes);
            }
        }
        PossibleColors { game, possible, ruled_out }
    }

    /// Whether a peg, counted from 0, can have a color.
    ///
    /// # Panics
    /// When there is no such peg.
    pub fn of(&self, peg: usize, color: Color) -> Possibility {
        let (bit, ruled_out) = (1 << color.index(), self.ruled_out[peg]);
        if ruled_out & bit != 0 {
            Possibility::RuledOut
        } else if palette(self.game) & !ruled_out == bit {
            Possibility::Sure
        } else if self.possible[peg] & bit != 0 {
            Possibility::Possible
        } else {
            Possibility::Unknown
        }
    }

    /// Whether it is proved that no code is left: the turns contradict each other, or the codemaker.
    pub fn is_contradiction(&self) -> bool {
        self.ruled_out.iter().any(|colors| *colors == palette(self.game))
    }
}

/// All colors of a game, color `i` as bit `i`.
fn palette(game: Game) -> u32 {
    u32::MAX >> (32 - game.colors())
}

fn add(possible: &mut [u32], code: &Code) {
    for (colors, color) in possible.iter_mut().zip(code.pegs()) {
        *colors |= 1 << color.index();
    }
}

/// A code that is consistent with the turns, if trying that many assignments finds one; one costs some microseconds at 20x26.
pub fn consistent_code(game: Game, turns: &[Turn], nodes: usize) -> Option<Code> {
    ConsistencySearch { game, turns, nodes }.find([palette(game); Game::MAX_PEGS]).ok()?
}

/// The colors that each peg may have, color `i` as bit `i`.
type PegDomains = [u32; Game::MAX_PEGS];

/// A search by depth for a code that is consistent with some turns, peg by peg, with propagation of the black pegs and of the color
/// counts of every turn.
struct ConsistencySearch<'a> {
    game: Game,
    turns: &'a [Turn],
    /// The number of assignments that are left to be tried.
    nodes: usize,
}

/// No assignments are left to be tried.
struct OutOfNodes;

impl ConsistencySearch<'_> {
    /// A consistent code with these colors, if there is one.
    fn find(&mut self, mut domains: PegDomains) -> Result<Option<Code>, OutOfNodes> {
        if self.propagate(&mut domains).is_none() {
            return Ok(None);
        }
        let pegs = self.game.pegs();
        let open = (0..pegs).filter(|&peg| domains[peg].count_ones() > 1).min_by_key(|&peg| domains[peg].count_ones());
        let Some(peg) = open else {
            let color = |peg: usize| Color::new(domains[peg].trailing_zeros() as usize).unwrap_or(Color::A);
            return Ok(Some(Code::from_fn(self.game, color)).filter(|code| self.game.is_consistent(code, self.turns)));
        };
        let mut colors = domains[peg];
        while colors != 0 {
            self.nodes = self.nodes.checked_sub(1).ok_or(OutOfNodes)?;
            let color = colors & colors.wrapping_neg();
            colors &= !color;
            let mut with = domains;
            with[peg] = color;
            if let Some(code) = self.find(with)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    /// Removes colors that cannot be where they are. `None` if the turns contradict the domains.
    fn propagate(&self, domains: &mut PegDomains) -> Option<()> {
        loop {
            let before = *domains;
            for turn in self.turns {
                self.propagate_black(domains, turn)?;
                self.propagate_total(domains, turn)?;
            }
            if !self.game.allows_repeats() {
                self.propagate_distinct(domains);
            }
            if domains[..self.game.pegs()].contains(&0) {
                return None;
            }
            if *domains == before {
                return Some(());
            }
        }
    }

    /// Removes the only color of a peg from all others, which cannot have it, too.
    fn propagate_distinct(&self, domains: &mut PegDomains) {
        for peg in 0..self.game.pegs() {
            let of_peg = domains[peg];
            if of_peg.is_power_of_two() {
                (0..self.game.pegs()).filter(|other| *other != peg).for_each(|other| domains[other] &= !of_peg);
            }
        }
    }

    fn propagate_black(&self, domains: &mut PegDomains, turn: &Turn) -> Option<()> {
        let (mut certain, mut possible) = (0, 0);
        for (domain, color) in domains.iter().zip(turn.guess.pegs()) {
            let bit = 1 << color.index();
            certain += usize::from(*domain == bit);
            possible += usize::from(domain & bit != 0);
        }
        let black = turn.feedback.black();
        if certain > black || possible < black {
            return None;
        }
        for (domain, color) in domains.iter_mut().zip(turn.guess.pegs()) {
            let bit = 1 << color.index();
            if *domain & bit != 0 && *domain != bit {
                if certain == black {
                    *domain &= !bit;
                } else if possible == black {
                    *domain = bit;
                }
            }
        }
        Some(())
    }

    /// The total of a turn is the sum over the colors of the smaller of the two counts: that of the guess and that of the code.
    fn propagate_total(&self, domains: &mut PegDomains, turn: &Turn) -> Option<()> {
        let pegs = self.game.pegs();
        let (mut fixed, mut possible) = ([0; Color::MAX], [0; Color::MAX]);
        let mut open = 0;
        for domain in &domains[..pegs] {
            if domain.is_power_of_two() {
                fixed[domain.trailing_zeros() as usize] += 1;
            } else {
                open += 1;
            }
            let mut colors = *domain;
            while colors != 0 {
                possible[colors.trailing_zeros() as usize] += 1;
                colors &= colors - 1;
            }
        }
        let (mut least, mut most) = (0, 0);
        // The colors of which another peg raises the total, and those whose pegs are all needed for the most.
        let (mut raising, mut scarce) = (0u32, 0u32);
        for color in self.game.palette() {
            let (index, guessed) = (color.index(), turn.guess.count(color));
            least += guessed.min(fixed[index]);
            most += guessed.min(possible[index]);
            raising |= u32::from(fixed[index] < guessed) << index;
            scarce |= u32::from(possible[index] <= guessed) << index;
        }
        let total = turn.feedback.total();
        if least > total || most < total || least + open < total {
            return None;
        }
        if open == 0 {
            return Some(());
        }
        for domain in domains[..pegs].iter_mut().filter(|domain| !domain.is_power_of_two()) {
            if least == total {
                *domain &= !raising;
            } else if least + open == total {
                *domain &= raising;
            }
            if most == total && *domain & scarce != 0 {
                *domain &= scarce;
                if !domain.is_power_of_two() {
                    return None;
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;

    /// A search never contradicts what is true, and shows much of it.
    #[test]
    fn what_searches_show_is_true() {
        let mut rng = Rng::new(4);
        let (mut known, mut all) = (0, 0);
        for text in ["6x6", "8x4", "6x8n"] {
            let game: Game = text.parse().unwrap();
            for number in 1..9 {
                let [secret, guesses @ ..] = [(); 9].map(|()| game.draw(&mut rng));
                let turns: Vec<Turn> = guesses[..number].iter().map(|guess| Turn::new(game, *guess, &secret)).collect();
                let exact =
                    PossibleColors::of_codes(game, game.codes().filter(|code| game.is_consistent(code, &turns))).0;
                let searched = PossibleColors::searched(game, &turns, vec![0; game.pegs()]);
                for (peg, color) in (0..game.pegs()).flat_map(|peg| game.palette().map(move |color| (peg, color))) {
                    all += 1;
                    if searched.of(peg, color) != Possibility::Unknown {
                        known += 1;
                        assert_eq!(searched.of(peg, color), exact.of(peg, color), "{turns:?} {peg} {color}");
                    }
                }
            }
        }
        assert!(known * 100 > all * 95, "{known} of {all}");
    }
}
