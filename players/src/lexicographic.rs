//! The lowest consistent code above the last guess, at sizes where the codes cannot be listed.
//!
//! # Why the color counts are known
//! Let the first guess be all A, and each later one the lowest code that is consistent with all turns. Then guess number `k` (from 0) has the
//! colors below `k` as often as the secret has, and color `k` on all other pegs: a higher color there could be replaced by `k`, which no turn
//! has contained yet, and the code would be lower and still consistent. So the total of turn `k` determines how often the secret has color
//! `k`. With exact counts every total is met, and what remains is an [`Arrangement`] of known pegs under exact numbers of black pegs.
//!
//! # The search
//! Each color and each turn is a cardinality constraint ([`Constraints`]): of its literals, one for each peg, a known number is true.
//! [`Domains`] keep the colors that each peg may still have, and remove those that the bounds of a constraint exclude. [`LowestCodeSearch`]
//! decides peg by peg, lowest color first, whether any consistent code begins so. If so it finds one, and this witness answers many of the
//! next questions. The search for a witness does *not* go from left to right: it branches where few literals are left and where conflicts were
//! found before. That is what makes it fast. From left to right, the same refutation of a beginning is found again below each of its
//! continuations: a hundred times as many nodes at 20x26, and millions for some guesses.
//!
//! # Cost
//! Work is counted in steps, not by the clock, so that games are the same everywhere. A node of the search costs a step for each constraint,
//! and a step takes 20 to 100 ns. The median round takes 0.03, 0.2 and 3 ms at 8x10, 12x14 and 20x26. The longest of 39000 rounds at 20x26
//! took 0.6 s and 0.26 million nodes; the longest one known in that game took 1.4 s. From 24 pegs and 26 colors on, some rounds use up their
//! steps. Memory is bounded: 1.2 KB for each of at most 32 levels, and 30 KB of constraints.

use crate::asking::{PegSet, members};
use scsa::{Code, Color, Game, Turn};
use std::cmp::Reverse;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextGuess {
    pub guess: Code,
    /// No code below this one is consistent. It need not be consistent itself.
    pub floor: Code,
    /// Whether the guess is the lowest consistent code. If not, the steps ran out.
    pub exact: bool,
}

/// The lowest code that is not below `floor` and is consistent with all turns, or `None` if there is none.
///
/// Each turn's guess must have been made by this function from the turns before it; the first one is all A. Other turns give `None`. `floor`
/// is that of the guess before. `steps` is the number of steps that it may take, and is set to the number left. When they run out the guess is
/// a consistent code that is not known to be the lowest, or if none was found, the next permutation of the known colors after the last guess.
///
/// At least the first 102 turns are used: color counts and turns share 128 constraints.
pub fn next_consistent(game: Game, turns: &[Turn], floor: &Code, steps: &mut u64) -> Option<NextGuess> {
    let arrangement = Arrangement::read(game, turns)?;
    let constraints = Constraints::new(game, &arrangement, turns);
    let mut domains = Domains::new(&constraints);
    let mut search = LowestCodeSearch {
        constraints: &constraints,
        steps: *steps,
        peg_conflicts: [1; Game::MAX_PEGS],
        constraint_conflicts: [1; MAX_CONSTRAINTS],
        witness: None,
    };
    let lowest = search.lowest(&mut domains, floor);
    *steps = search.steps;
    let floor = domains.lowest(game);
    match lowest {
        Ok(true) => Some(NextGuess { guess: floor, floor, exact: true }),
        Ok(false) => None,
        Err(Exhausted) => {
            let witness = search.witness.as_ref().map(|witness| witness.lowest(game));
            Some(NextGuess { guess: witness.or_else(|| arrangement.above(&turns.last()?.guess))?, floor, exact: false })
        }
    }
}

/// The search has used up its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

pub struct LowestCodeSearch<'a> {
    constraints: &'a Constraints,
    steps: u64,
    /// The number of conflicts at each peg and each constraint, plus 1.
    peg_conflicts: [u64; Game::MAX_PEGS],
    constraint_conflicts: [u64; MAX_CONSTRAINTS],
    witness: Option<Domains>,
}

impl LowestCodeSearch<'_> {
    /// Narrows the domains to the lowest consistent code that is not below `floor`. Returns whether there is one.
    ///
    /// When the steps run out, no consistent code is below the code of the lowest colors of the domains: pegs are decided from
    /// the left, and a color is removed only if no consistent code begins with the pegs before it and this color.
    pub fn lowest(&mut self, domains: &mut Domains, floor: &Code) -> Result<bool, Exhausted> {
        if domains.propagate(self.constraints).is_err() {
            return Ok(false);
        }
        let mut on_floor = true;
        for (peg, lowest) in floor.pegs().enumerate() {
            if on_floor {
                let below = domains.colors[peg] & ((1 << lowest.index()) - 1);
                for color in members(below) {
                    if domains.remove(self.constraints, peg, color).is_err() {
                        return Ok(false);
                    }
                }
            }
            while domains.open >> peg & 1 == 1 {
                let color = domains.lowest_color(peg);
                if self.begins(domains, peg, color)? {
                    if domains.assign(self.constraints, peg, color).is_err() {
                        return Ok(false);
                    }
                } else if domains.remove(self.constraints, peg, color).is_err() {
                    return Ok(false);
                }
            }
            on_floor = on_floor && domains.lowest_color(peg) == lowest.index();
        }
        Ok(true)
    }

    fn begins(&mut self, domains: &Domains, peg: usize, color: usize) -> Result<bool, Exhausted> {
        if self.witness.as_ref().is_some_and(|code| code.lowest_color(peg) == color) {
            return Ok(true);
        }
        let mut trial = domains.clone();
        if trial.assign(self.constraints, peg, color).is_err() || !self.complete(&mut trial)? {
            return Ok(false);
        }
        self.witness = Some(trial);
        Ok(true)
    }

    /// Narrows the domains to some consistent code. Returns whether there is one. A node costs a step for each constraint.
    fn complete(&mut self, domains: &mut Domains) -> Result<bool, Exhausted> {
        let node = self.constraints.all.len() as u64;
        while let Some((peg, color)) = self.branch(domains) {
            self.steps = self.steps.checked_sub(node).ok_or(Exhausted)?;
            let mut with = domains.clone();
            match with.assign(self.constraints, peg, color) {
                Ok(()) if self.complete(&mut with)? => {
                    *domains = with;
                    return Ok(true);
                }
                Ok(()) => {}
                Err(conflict) => self.count(conflict),
            }
            if let Err(conflict) = domains.remove(self.constraints, peg, color) {
                self.count(conflict);
                return Ok(false);
            }
        }
        Ok(true)
    }

    const fn count(&mut self, conflict: Place) {
        match conflict {
            Place::Peg(peg) => self.peg_conflicts[peg] += 1,
            Place::Constraint(index) => self.constraint_conflicts[index] += 1,
        }
    }

    /// The literal to try next, as peg and color, or `None` when every peg has its color.
    ///
    /// It chooses the open peg or the constraint with the fewest free literals per conflict (the heuristic *dom/wdeg*:
    /// Boussemart, Hemery, Lecoutre, Sais 2004, "Boosting systematic search by weighting constraints"). Of a peg it tries the
    /// lowest color, of a constraint the free literal that is in the most constraints.
    fn branch(&self, domains: &Domains) -> Option<(usize, usize)> {
        let mut chosen = None;
        let (mut best_literals, mut best_conflicts) = (1, 0);
        let mut offer = |literals: u32, conflicts: u64, place: Place| {
            let literals = u64::from(literals);
            if literals * best_conflicts < best_literals * conflicts {
                (best_literals, best_conflicts) = (literals, conflicts);
                chosen = Some(place);
            }
        };
        for peg in members(domains.open) {
            let colors = domains.colors[peg].count_ones();
            offer(colors, self.peg_conflicts[peg], Place::Peg(peg));
        }
        for index in 0..self.constraints.all.len() {
            let free = domains.free(index).count_ones();
            if free > 0 {
                offer(free, self.constraint_conflicts[index], Place::Constraint(index));
            }
        }
        match chosen? {
            Place::Peg(peg) => Some((peg, domains.lowest_color(peg))),
            Place::Constraint(index) => {
                let constraint = &self.constraints.all[index];
                let constraints =
                    |peg: &usize| self.constraints.with_literal[*peg][constraint.color(*peg)].count_ones();
                // Of equals this is the first; `max_by_key` would choose the last.
                let peg = members(domains.free(index)).min_by_key(|peg| Reverse(constraints(peg)))?;
                Some((peg, constraint.color(peg)))
            }
        }
    }
}

/// What propagation has left: the colors of each peg, and the literals of each constraint.
///
/// A search copies it before a trial. Copying 1.2 KB takes less than keeping a list of the changes.
#[derive(Clone, Debug)]
pub struct Domains {
    colors: [u32; Game::MAX_PEGS],
    /// The pegs that have more than one color left.
    open: PegSet,
    /// For each constraint, the pegs whose literal is not false.
    possible: [PegSet; MAX_CONSTRAINTS],
    /// For each constraint, the pegs whose literal is true.
    certain: [PegSet; MAX_CONSTRAINTS],
    queue: ConstraintSet,
}

/// Where propagation found a conflict, or where a search branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A peg; no color is left for it.
    Peg(usize),
    /// The constraint with this index; it has too many or too few literals left.
    Constraint(usize),
}

impl Domains {
    /// Every color of the palette on every peg, before any propagation.
    pub fn new(constraints: &Constraints) -> Domains {
        let mut new = Domains {
            colors: [constraints.palette; Game::MAX_PEGS],
            open: constraints.board,
            possible: [0; MAX_CONSTRAINTS],
            certain: [0; MAX_CONSTRAINTS],
            queue: 0,
        };
        for (index, constraint) in constraints.all.iter().enumerate() {
            let possible =
                members(constraints.board).filter(|&peg| constraints.palette >> constraint.color(peg) & 1 == 1);
            new.possible[index] = possible.fold(0, |set, peg| set | 1 << peg);
            new.queue |= 1 << index;
        }
        if constraints.palette.is_power_of_two() {
            members(constraints.board).for_each(|peg| new.close(constraints, peg));
        }
        new
    }

    pub const fn lowest_color(&self, peg: usize) -> usize {
        self.colors[peg].trailing_zeros() as usize
    }

    /// The pegs whose literal in the constraint is neither true nor false yet.
    pub const fn free(&self, constraint: usize) -> PegSet {
        self.possible[constraint] & !self.certain[constraint]
    }

    /// The lowest color of each peg. Once no peg is open this is the only code left; before, no code that is left is lower.
    pub fn lowest(&self, game: Game) -> Code {
        Code::from_fn(game, |peg| Color::new(self.lowest_color(peg)).unwrap_or(Color::A))
    }

    pub fn remove(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Place> {
        self.make_false(constraints, peg, color)?;
        self.propagate(constraints)
    }

    pub fn assign(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Place> {
        self.make_true(constraints, peg, color)?;
        self.propagate(constraints)
    }

    fn make_false(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Place> {
        if self.colors[peg] >> color & 1 == 0 {
            return Ok(());
        }
        self.colors[peg] &= !(1 << color);
        let with_literal = constraints.with_literal[peg][color];
        indices_in(with_literal).for_each(|index| self.possible[index] &= !(1 << peg));
        self.queue |= with_literal | constraints.with_group[color];
        match self.colors[peg].count_ones() {
            0 => return Err(Place::Peg(peg)),
            1 => self.close(constraints, peg),
            _ => {}
        }
        Ok(())
    }

    fn make_true(&mut self, constraints: &Constraints, peg: usize, color: usize) -> Result<(), Place> {
        if self.colors[peg] >> color & 1 == 0 {
            return Err(Place::Peg(peg));
        }
        let others = self.colors[peg] & !(1 << color);
        members(others).try_for_each(|other| self.make_false(constraints, peg, other))
    }

    /// Records that the peg has one color left.
    fn close(&mut self, constraints: &Constraints, peg: usize) {
        self.open &= !(1 << peg);
        let color = self.lowest_color(peg);
        let with_literal = constraints.with_literal[peg][color];
        indices_in(with_literal).for_each(|index| self.certain[index] |= 1 << peg);
        self.queue |= with_literal | constraints.with_group[color];
    }

    /// Propagates the constraints of the queue until it is empty.
    ///
    /// The number of true literals of a constraint, in any code that is left, lies between two bounds. If the required number is
    /// outside of them there is no such code. If it *is* a bound, each single literal and each group must be at its own bound.
    pub fn propagate(&mut self, constraints: &Constraints) -> Result<(), Place> {
        while self.queue != 0 {
            let index = self.queue.trailing_zeros() as usize;
            self.queue &= self.queue - 1;
            let required = constraints.all[index].required;
            let (least, most) = self.bounds(constraints, index);
            if required < least || most < required {
                return Err(Place::Constraint(index));
            }
            if required == least {
                self.make_least_true(constraints, index)?;
            } else if required == most {
                self.make_most_true(constraints, index)?;
            }
        }
        Ok(())
    }

    /// The least and the largest number of true literals of the constraint.
    ///
    /// A single literal is true or false. Of a group at most as many are true as there are free literals in it or pegs left of
    /// its color, and at least as many as the color's pegs exceed its free literals elsewhere.
    fn bounds(&self, constraints: &Constraints, index: usize) -> (u32, u32) {
        let constraint = &constraints.all[index];
        let mut least = self.certain[index].count_ones();
        let mut most = least + (self.free(index) & constraint.singles).count_ones();
        for &(color, pegs) in &constraint.groups {
            let (left, inside, outside) = self.free_literals(constraints, color, pegs);
            least += left.saturating_sub(outside.count_ones());
            most += left.min(inside.count_ones());
        }
        (least, most)
    }

    /// How many pegs of that color are not placed yet, and the pegs that may have it within a group and outside of it.
    fn free_literals(&self, constraints: &Constraints, color: usize, group: PegSet) -> (u32, PegSet, PegSet) {
        let placed = self.certain[color].count_ones();
        let free = self.free(color);
        let left = constraints.all[color].required.saturating_sub(placed);
        (left, free & group, free & !group)
    }

    fn make_least_true(&mut self, constraints: &Constraints, index: usize) -> Result<(), Place> {
        let constraint = &constraints.all[index];
        for peg in members(self.free(index) & constraint.singles) {
            self.make_false(constraints, peg, constraint.color(peg))?;
        }
        for &(color, pegs) in &constraint.groups {
            let (left, inside, outside) = self.free_literals(constraints, color, pegs);
            if left <= outside.count_ones() {
                members(inside).try_for_each(|peg| self.make_false(constraints, peg, color))?;
            } else {
                members(outside).try_for_each(|peg| self.make_true(constraints, peg, color))?;
            }
        }
        Ok(())
    }

    fn make_most_true(&mut self, constraints: &Constraints, index: usize) -> Result<(), Place> {
        let constraint = &constraints.all[index];
        for peg in members(self.free(index) & constraint.singles) {
            self.make_true(constraints, peg, constraint.color(peg))?;
        }
        for &(color, pegs) in &constraint.groups {
            let (left, inside, outside) = self.free_literals(constraints, color, pegs);
            if inside.count_ones() <= left {
                members(inside).try_for_each(|peg| self.make_true(constraints, peg, color))?;
            }
            if left <= inside.count_ones() {
                members(outside).try_for_each(|peg| self.make_false(constraints, peg, color))?;
            }
        }
        Ok(())
    }
}

/// A set of constraints, constraint `i` as bit `i`.
pub type ConstraintSet = u128;

pub const MAX_CONSTRAINTS: usize = ConstraintSet::BITS as usize;

/// A cardinality constraint: for each peg the literal "this peg has this color", and the number of these literals that are true of the secret.
///
/// The constraint of a turn has the guess as its literals, and as many are true as there are black pegs. The constraint of a
/// color has the literal of that color for every peg.
pub struct Constraint {
    pub required: u32,
    pub colors: [u8; Game::MAX_PEGS],
    pub singles: PegSet,
    /// The colors with several literals in the constraint of a turn, with their pegs. Of these no more can be true than the color has pegs left,
    /// and no fewer than it has pegs left over when all its other literals are true.
    pub groups: Vec<(usize, PegSet)>,
}

/// All constraints: those of the colors in their order, then those of the turns.
pub struct Constraints {
    pub board: PegSet,
    /// The colors that a peg can have, color `i` as bit `i`.
    pub palette: u32,
    all: Vec<Constraint>,
    with_literal: [[ConstraintSet; Color::MAX]; Game::MAX_PEGS],
    with_group: [ConstraintSet; Color::MAX],
}

impl Constraints {
    /// The constraints of these color counts and of the first turns, as many as fit into [`MAX_CONSTRAINTS`].
    pub fn new(game: Game, arrangement: &Arrangement, turns: &[Turn]) -> Constraints {
        let board = PegSet::MAX >> (Game::MAX_PEGS - game.pegs());
        let palette = u32::MAX >> (u32::BITS as usize - arrangement.colors);
        let mut constraints = Constraints {
            board,
            palette,
            all: Vec::with_capacity(MAX_CONSTRAINTS),
            with_literal: [[0; Color::MAX]; Game::MAX_PEGS],
            with_group: [0; Color::MAX],
        };
        for color in 0..arrangement.colors {
            constraints.push(Constraint {
                required: arrangement.counts[color] as u32,
                colors: [color as u8; Game::MAX_PEGS],
                singles: board,
                groups: Vec::new(),
            });
        }
        for turn in turns.iter().take(MAX_CONSTRAINTS - arrangement.colors) {
            constraints.push(Constraint::of_turn(turn, board));
        }
        constraints
    }

    fn push(&mut self, constraint: Constraint) {
        let bit = 1 << self.all.len();
        for peg in members(self.board) {
            self.with_literal[peg][constraint.color(peg)] |= bit;
        }
        constraint.groups.iter().for_each(|&(color, _)| self.with_group[color] |= bit);
        self.all.push(constraint);
    }
}

impl Constraint {
    fn of_turn(turn: &Turn, board: PegSet) -> Constraint {
        let mut colors = [0; Game::MAX_PEGS];
        let mut of_color = [0; Color::MAX];
        for (peg, color) in turn.guess.pegs().enumerate() {
            colors[peg] = color.index() as u8;
            of_color[color.index()] |= 1 << peg;
        }
        let several = |&(_, pegs): &(usize, PegSet)| pegs.count_ones() > 1;
        let groups: Vec<(usize, PegSet)> = of_color.into_iter().enumerate().filter(several).collect();
        Constraint {
            required: turn.feedback.black() as u32,
            colors,
            singles: groups.iter().fold(board, |singles, (_, pegs)| singles & !pegs),
            groups,
        }
    }

    pub const fn color(&self, peg: usize) -> usize {
        self.colors[peg] as usize
    }
}

pub fn indices_in(mut set: ConstraintSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The number of pegs of each color. The last color stands for all colors whose counts are not known yet.
pub struct Arrangement {
    game: Game,
    counts: [usize; Color::MAX],
    colors: usize,
}

impl Arrangement {
    /// Derives the counts from the totals. `None` if the turns are not those of lexicographic play or contradict each other.
    pub fn read(game: Game, turns: &[Turn]) -> Option<Arrangement> {
        let mut read = Arrangement { game, counts: [0; Color::MAX], colors: 0 };
        let mut known = 0;
        for turn in turns {
            if known == game.pegs() || read.colors + 1 == game.colors() {
                break;
            }
            read.fill(game.pegs() - known);
            if !read.arranges(&turn.guess) || turn.feedback.total() > game.pegs() {
                return None;
            }
            let total = turn.feedback.total();
            read.counts[read.colors - 1] = total.checked_sub(known)?;
            known = total;
        }
        if known < game.pegs() {
            read.fill(game.pegs() - known);
        }
        let rest = turns.get(read.colors..).unwrap_or_default();
        rest.iter().all(|turn| read.arranges(&turn.guess)).then_some(read)
    }

    fn fill(&mut self, pegs: usize) {
        self.counts[self.colors] = pegs;
        self.colors += 1;
    }

    /// Whether the code is a permutation of these pegs.
    fn arranges(&self, code: &Code) -> bool {
        code.len() == self.game.pegs()
            && (0..Color::MAX).all(|color| Color::new(color).is_some_and(|c| code.count(c) == self.counts[color]))
    }

    /// The lowest permutation of the pegs that is above the code, or `None` if there is none.
    pub fn above(&self, code: &Code) -> Option<Code> {
        let mut left = self.counts;
        let mut raised = None;
        for (peg, color) in code.pegs().enumerate() {
            if let Some(higher) = (color.index() + 1..self.colors).find(|&c| left[c] > 0) {
                raised = Some((peg, higher, left));
            }
            match left[color.index()].checked_sub(1) {
                Some(fewer) => left[color.index()] = fewer,
                None => break,
            }
        }
        let (raised, higher, mut left) = raised?;
        left[higher] -= 1;
        let mut ascending = (0..self.colors).flat_map(|color| std::iter::repeat_n(color, left[color]));
        Some(Code::from_fn(self.game, |peg| {
            if peg < raised {
                return code.peg(peg);
            }
            let color = if peg == raised { Some(higher) } else { ascending.next() };
            color.and_then(Color::new).unwrap_or(Color::A)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Response, Rng, Scsa, algorithms};

    /// The obvious version: a walk through all codes.
    fn walk(game: Game, turns: &[Turn], last: &Code) -> Option<Code> {
        std::iter::successors(game.successor(last), |code| game.successor(code))
            .find(|code| game.is_consistent(code, turns))
    }

    /// Plays a round of exact guesses and passes each guess to `check` with the turns before it. Returns the number of steps.
    fn play(secret: &Code, game: Game, mut check: impl FnMut(&Code, &[Turn])) -> u64 {
        let mut guess = Code::uniform(game, Color::A);
        let mut turns = Vec::new();
        let mut steps = u64::MAX;
        while guess != *secret {
            turns.push(Turn::new(game, guess, secret));
            let next = next_consistent(game, &turns, &guess, &mut steps).unwrap();
            assert!(next.exact && next.floor == next.guess, "{next:?} after {turns:?}");
            guess = next.guess;
            check(&guess, &turns);
        }
        u64::MAX - steps
    }

    fn check_against_walk(secret: &Code, game: Game) {
        play(secret, game, |guess, turns| {
            let last = turns[turns.len() - 1].guess;
            assert_eq!(Some(*guess), walk(game, turns, &last), "secret {secret} after {turns:?}");
        });
    }

    /// For all secrets of small games, and some of larger ones.
    #[test]
    fn agrees_with_the_walk() {
        for game in ["1x1", "1x5", "2x2", "3x1", "5x2", "5x3", "4x4", "3x5", "2x7", "6x3"] {
            let game: Game = game.parse().unwrap();
            game.codes().for_each(|secret| check_against_walk(&secret, game));
        }
        let mut rng = Rng::new(1);
        for game in ["6x6", "10x3", "4x20"].map(|game| game.parse::<Game>().unwrap()) {
            (0..40).for_each(|_| check_against_walk(&algorithms::InsertColors.draw(game, &mut rng), game));
        }
    }

    #[test]
    fn large_sizes_take_few_steps() {
        for (game, limit) in [("8x10", 5000), ("15x20", 200_000), ("20x26", 2_000_000)] {
            let game: Game = game.parse().unwrap();
            for scsa in algorithms::all().filter(|scsa| scsa.supports(game)) {
                let secret = scsa.draw(game, &mut Rng::new(3));
                let steps = play(&secret, game, |guess, turns| {
                    assert!(game.is_consistent(guess, turns) && *guess > turns[turns.len() - 1].guess);
                });
                assert!(steps < limit, "{steps} steps for {secret}");
            }
        }
    }

    #[test]
    fn when_steps_run_out_the_guess_is_legal_and_the_floor_is_sound() {
        let game: Game = "6x6".parse().unwrap();
        let secret: Code = "CEDAFC".parse().unwrap();
        play(&secret, game, |exact, turns| {
            for granted in [0, 5, 10, 20, 40, 80] {
                let mut steps = granted;
                let first = Code::uniform(game, Color::A);
                let next = next_consistent(game, turns, &first, &mut steps).unwrap();
                assert!(steps <= granted && game.is_legal(&next.guess) && next.floor <= *exact);
                assert!(!next.exact || next.guess == *exact);
            }
        });
    }

    #[test]
    fn contradictory_turns_have_no_next_guess() {
        let game: Game = "4x4".parse().unwrap();
        let first = Code::uniform(game, Color::A);
        for turns in [
            vec![turn("AAAA", 5, 0)],
            vec![turn("AAAA", 2, 0), turn("AABB", 0, 0)],
            vec![turn("AAAA", 2, 0), turn("AABB", 3, 1)],
            vec![turn("BBBB", 2, 0)],
        ] {
            assert_eq!(next_consistent(game, &turns, &first, &mut 1000), None, "{turns:?}");
        }
    }

    fn turn(guess: &str, black: u8, white: u8) -> Turn {
        Turn { guess: guess.parse().unwrap(), feedback: Response::new(black, white) }
    }
}
