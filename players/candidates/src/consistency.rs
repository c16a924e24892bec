//! A search for a code that is consistent with some turns, within a budget of work.

use scsa::{Code, Color, Size, Turn, is_consistent};

/// The colors that each peg may have, color `i` as bit `i`.
pub type PegDomains = [u32; Size::MAX_PEGS];

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsistencyResult {
    /// This code is consistent.
    Found(Code),
    /// No code is.
    None,
    /// The budget ran out.
    Unknown,
}

/// A search by depth, peg by peg, with propagation of the black pegs and of the color counts of every turn.
pub struct ConsistencySearch<'a> {
    size: Size,
    turns: &'a [Turn],
    /// The nodes that are left.
    nodes: usize,
}

/// The turns contradict the domains.
struct Contradiction;

impl<'a> ConsistencySearch<'a> {
    /// A search among the codes of a size that are consistent with the turns.
    pub const fn new(size: Size, turns: &'a [Turn]) -> ConsistencySearch<'a> {
        ConsistencySearch { size, turns, nodes: 0 }
    }

    /// Every color on every peg.
    pub fn all(&self) -> PegDomains {
        let mut domains = [0; Size::MAX_PEGS];
        domains[..self.size.pegs()].fill(u32::MAX >> (32 - self.size.colors()));
        domains
    }

    /// Removes colors that cannot be where they are, as far as propagation shows. Returns whether a consistent code may be left.
    pub fn narrow(&self, domains: &mut PegDomains) -> bool {
        self.propagate(domains).is_ok()
    }

    /// Searches in these domains. `nodes` is the largest number of assignments that are tried; one costs some microseconds at 20x26.
    pub fn find(&mut self, domains: PegDomains, nodes: usize) -> ConsistencyResult {
        self.nodes = nodes;
        self.search(domains)
    }

    /// The number of assignments that the last search left.
    pub const fn nodes_left(&self) -> usize {
        self.nodes
    }

    fn search(&mut self, mut domains: PegDomains) -> ConsistencyResult {
        if self.propagate(&mut domains).is_err() {
            return ConsistencyResult::None;
        }
        let pegs = self.size.pegs();
        let open = (0..pegs).filter(|&peg| domains[peg].count_ones() > 1).min_by_key(|&peg| domains[peg].count_ones());
        let Some(peg) = open else {
            let color = |peg: usize| Color::new(domains[peg].trailing_zeros() as usize).unwrap_or(Color::A);
            let code = Code::from_fn(self.size, color);
            return if is_consistent(&code, self.turns) {
                ConsistencyResult::Found(code)
            } else {
                ConsistencyResult::None
            };
        };
        let mut colors = domains[peg];
        while colors != 0 {
            let Some(left) = self.nodes.checked_sub(1) else { return ConsistencyResult::Unknown };
            self.nodes = left;
            let color = colors & colors.wrapping_neg();
            colors &= !color;
            let mut with = domains;
            with[peg] = color;
            match self.search(with) {
                ConsistencyResult::None => {}
                result => return result,
            }
        }
        ConsistencyResult::None
    }

    fn propagate(&self, domains: &mut PegDomains) -> Result<(), Contradiction> {
        loop {
            let before = *domains;
            for turn in self.turns {
                self.propagate_black(domains, turn)?;
                self.propagate_total(domains, turn)?;
            }
            if domains[..self.size.pegs()].contains(&0) {
                return Err(Contradiction);
            }
            if *domains == before {
                return Ok(());
            }
        }
    }

    /// As many pegs equal the guess as it has black pegs.
    fn propagate_black(&self, domains: &mut PegDomains, turn: &Turn) -> Result<(), Contradiction> {
        let (mut certain, mut possible) = (0, 0);
        for (domain, color) in domains.iter().zip(turn.guess.pegs()) {
            let bit = 1 << color.index();
            certain += usize::from(*domain == bit);
            possible += usize::from(domain & bit != 0);
        }
        let black = turn.feedback.black();
        if certain > black || possible < black {
            return Err(Contradiction);
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
        Ok(())
    }

    /// The total of a turn is the sum over the colors of the smaller of the two counts: that of the guess and that of the code.
    fn propagate_total(&self, domains: &mut PegDomains, turn: &Turn) -> Result<(), Contradiction> {
        let pegs = self.size.pegs();
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
        for color in self.size.palette() {
            let (index, guessed) = (color.index(), turn.guess.count(color));
            least += guessed.min(fixed[index]);
            most += guessed.min(possible[index]);
            raising |= u32::from(fixed[index] < guessed) << index;
            scarce |= u32::from(possible[index] <= guessed) << index;
        }
        let total = turn.feedback.total();
        if least > total || most < total || least + open < total {
            return Err(Contradiction);
        }
        if open == 0 {
            return Ok(());
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
                    return Err(Contradiction);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;

    /// With a budget that suffices, a code is found exactly where one is; propagation removes no color of a consistent code.
    #[test]
    fn searches_agree_with_a_walk_through_all_codes() {
        let mut rng = Rng::new(11);
        for text in ["1x1", "3x2", "4x6", "5x4", "6x3", "3x9"] {
            let size: Size = text.parse().unwrap();
            let random = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(size.colors()));
            for number in 0..60 {
                let secrets = [random(&mut rng), random(&mut rng)];
                let turns: Vec<Turn> = (0..4)
                    .map(|turn| {
                        let guess = random(&mut rng);
                        // Every other game has answers of two secrets, which often contradict each other.
                        Turn::new(guess, &secrets[turn * (number % 2) % 2])
                    })
                    .collect();
                let consistent: Vec<Code> = size.codes().filter(|code| is_consistent(code, &turns)).collect();
                let mut search = ConsistencySearch::new(size, &turns);
                let mut narrowed = search.all();
                let may_be = search.narrow(&mut narrowed);
                assert!(may_be || consistent.is_empty());
                for code in &consistent {
                    assert!(code.pegs().zip(narrowed).all(|(color, domain)| domain >> color.index() & 1 == 1));
                }
                for peg in 0..size.pegs() {
                    for color in size.palette() {
                        let mut domains = search.all();
                        domains[peg] = 1 << color.index();
                        let is_possible = consistent.iter().any(|code| code.peg(peg) == color);
                        match search.find(domains, usize::MAX) {
                            ConsistencyResult::Found(code) => {
                                assert!(consistent.contains(&code) && code.peg(peg) == color);
                            }
                            ConsistencyResult::None => assert!(!is_possible, "{turns:?} {peg} {color}"),
                            ConsistencyResult::Unknown => panic!("the budget is unlimited"),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_without_a_budget_knows_nothing() {
        let size = "4x6".parse().unwrap();
        let turns = [Turn { guess: "AABB".parse().unwrap(), feedback: scsa::Feedback::new(1, 1) }];
        let mut search = ConsistencySearch::new(size, &turns);
        assert_eq!(search.find(search.all(), 0), ConsistencyResult::Unknown);
    }
}
