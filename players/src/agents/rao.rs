//! Rao's method and the players that use it.
//!
//! T. Mahadeva Rao 1982, "An algorithm to play the game of Mastermind", ACM SIGCSE Bulletin 14 (4).

use crate::asking::{AskingMethod, PegSet, asking_players};
use scsa::{Code, Color, Game, Turn};

asking_players! {
    /// Rao's method as the report's program plays it, with the mistakes described at [`Variant::Published`].
    Baseline4: "baseline-4", "plays Rao's method (1982) as published in the report",
        Method = |briefing| Method::new(briefing.game, Variant::Published);

    /// Rao's method without these mistakes.
    Rao: "rao", "plays Rao's method (1982), corrected",
        Method = |briefing| Method::new(briefing.game, Variant::Corrected);
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deduction {
    /// It implies nothing at this point.
    None,
    /// It implied something, which the method now takes for true.
    Applied,
    /// It is false.
    Refuted,
}

/// The variants of the method, where the paper leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// The method of the report's program, whose two mistakes cost 0.2 guesses at 4x6 and 0.4 at 8x10.
    ///
    /// First, when all pegs are known but some colors have not been considered, what the feedback implies for the filler color
    /// is applied to the color that would have been considered, which is not in the guess. So nothing is learned of the filler
    /// color, and after two white pegs the same guess repeats. Second, the color to be fixed next is chosen before the
    /// clean-up, which may tie it; then the next guess tests nothing.
    Published,
    /// What the feedback implies for the filler color is applied to it, and the color to be fixed is chosen after the clean-up.
    Corrected,
}

/// The state of a round played by Rao's method.
#[derive(Clone, Debug)]
pub struct Method {
    game: Game,
    variant: Variant,
    inferences: Inferences,
    /// The inference being fixed, unless a clean-up tied it.
    fixing: Option<usize>,
    fixing_color: Option<Color>,
    /// The index of the color being considered; the length of the palette once none is left.
    considering: usize,
    /// The number of colors to consider, A first; the others are assumed not to be in the secret.
    palette: usize,
    /// The number of pegs of each color considered so far.
    counts: [u8; Color::MAX],
    /// The peg where the last guess tested the color being fixed; empty if it tested none.
    tested: PegSet,
    /// The color of the other free pegs in the last guess.
    filler: Color,
}

impl Method {
    pub fn new(game: Game, variant: Variant) -> Method {
        Method {
            game,
            variant,
            inferences: Inferences::new(game),
            fixing: None,
            fixing_color: None,
            considering: 0,
            palette: game.colors(),
            counts: [0; Color::MAX],
            tested: 0,
            filler: Color::A,
        }
    }

    /// The method that considers only the first colors. If they do not account for all pegs, it goes on with the others.
    pub fn with_palette(game: Game, variant: Variant, colors: usize) -> Method {
        Method { palette: colors.min(game.colors()), ..Method::new(game, variant) }
    }

    /// The method when the counts of the first colors are known, and nothing else.
    pub fn with_counts(game: Game, variant: Variant, counts: &[usize]) -> Method {
        let mut method = Method::new(game, variant);
        counts.iter().for_each(|&count| method.record_count(count));
        method.conclude();
        method
    }

    /// Records the number of pegs of the color being considered, at most the pegs not accounted for, and moves on to the next color.
    fn record_count(&mut self, count: usize) {
        if let Some(color) = Color::new(self.considering) {
            let count = count.min(self.game.pegs() - self.inferences.known());
            self.inferences.add(color, count, self.inferences.free);
            self.counts[color.index()] = count as u8;
        }
        self.considering += 1;
        if self.considering >= self.palette && !self.all_known() {
            self.palette = self.game.colors();
        }
    }

    /// Draws the conclusions from what was learned, and chooses the color to be fixed next.
    fn conclude(&mut self) {
        let is_published = self.variant == Variant::Published;
        let chosen_before = if is_published { self.inferences.untied().next() } else { None };
        self.fixing_color = chosen_before.map(|inference| self.inferences.colors[inference]);
        self.fixing = self.inferences.clean_up(chosen_before);
        if !is_published {
            self.fixing = self.inferences.untied().next();
            self.fixing_color = self.fixing.map(|inference| self.inferences.colors[inference]);
        }
    }

    /// The color being considered; once all pegs are known, an untied color other than the one being fixed.
    fn filler_color(&self) -> Color {
        if !self.all_known() {
            let last = self.game.last_color();
            return Color::new(self.considering).map_or(last, |considered| considered.min(last));
        }
        let mut untied = self.inferences.untied().map(|inference| self.inferences.colors[inference]);
        let first = untied.next();
        let other = first.into_iter().chain(untied).find(|color| Some(*color) != self.fixing_color);
        other.or(first).or(self.fixing_color).unwrap_or(Color::A)
    }

    fn all_known(&self) -> bool {
        self.inferences.known() == self.game.pegs()
    }

    /// Applies the assumption that the first and the last peg have the same color.
    pub fn assume_equal_ends(&mut self) -> Deduction {
        let (first, last) = (1, 1 << (self.game.pegs() - 1));
        let tied = self.inferences.tied;
        let (known, other) = match (tied & first != 0, tied & last != 0) {
            (true, false) => (0, last),
            (false, true) => (self.game.pegs() - 1, first),
            (true, true) if self.inferences.frame.peg(0) != self.inferences.frame.peg(self.game.pegs() - 1) => {
                return Deduction::Refuted;
            }
            _ => return Deduction::None,
        };
        let color = self.inferences.frame.peg(known);
        let may_be_there = |&inference: &usize| {
            self.inferences.colors[inference] == color && self.inferences.positions[inference] & other != 0
        };
        let Some(inference) = self.inferences.untied().find(may_be_there) else {
            return Deduction::Refuted;
        };
        self.inferences.positions[inference] = other;
        self.conclude();
        Deduction::Applied
    }

    /// Applies the assumption that no color is used twice: once there are only as many colors left to consider as pegs not
    /// accounted for, all of them are in the secret.
    pub fn assume_distinct_colors(&mut self) -> Deduction {
        if self.counts.iter().any(|&count| count > 1) {
            return Deduction::Refuted;
        }
        let left = self.palette.saturating_sub(self.considering);
        if left == 0 || left != self.game.pegs() - self.inferences.known() {
            return Deduction::None;
        }
        for color in (self.considering..self.palette).filter_map(Color::new) {
            self.inferences.add(color, 1, self.inferences.free);
            self.counts[color.index()] = 1;
        }
        self.palette = self.considering;
        self.conclude();
        Deduction::Applied
    }

    /// Whether the feedback to the last guess contradicts the inferences. It finds enough contradictions for every round to end, but not all.
    pub fn is_contradicted_by(&self, turn: &Turn) -> bool {
        let Turn { guess, feedback } = turn;
        let counted = self.all_known() && {
            let in_both = |color: Color| guess.count(color).min(self.counts[color.index()].into());
            feedback.total() != self.game.palette().map(in_both).sum::<usize>()
        };
        let most_white = if self.tested == 0 { 0 } else { 2 };
        counted || feedback.white() > most_white || feedback.black() < self.inferences.tied.count_ones() as usize
    }

    /// Whether every inference has a possible position, and only free ones, and the inferences agree with the color counts.
    pub fn is_sound(&self) -> bool {
        let Inferences { positions, len, free, .. } = &self.inferences;
        let are_possible = positions[..*len].iter().all(|&positions| positions != 0 && positions & !free == 0);
        let counted: usize = self.counts.iter().map(|&count| usize::from(count)).sum();
        are_possible && counted == self.inferences.known()
    }

    /// Takes over the color counts of a method that went on from this state with a false assumption, and continues with the corrected method.
    pub fn with_counts_of(mut self, other: &Method) -> Method {
        self.variant = Variant::Corrected;
        for color in self.considering..other.considering {
            self.record_count(other.counts.get(color).copied().unwrap_or_default().into());
        }
        self.conclude();
        self
    }
}

/// A guess, with what is learned from its answer, takes about 50 ns at 8x10 and 70 ns at 20x26.
impl AskingMethod for Method {
    fn learn(&mut self, turn: &Turn) {
        let feedback = turn.feedback;
        let considered = Color::new(self.considering).filter(|_| self.considering < self.palette);
        let other_color = match considered {
            Some(color) if !self.all_known() || self.variant == Variant::Published => color,
            _ => self.filler,
        };
        if considered.is_some() {
            let others = (self.inferences.tied | self.tested).count_ones() as usize;
            self.record_count(feedback.total().saturating_sub(others));
        }
        if let Some(fixing) = self.fixing {
            match feedback.white() {
                0 => self.inferences.positions[fixing] = self.tested,
                1 => {
                    self.inferences.exclude(self.inferences.colors[fixing], self.tested);
                    self.inferences.exclude(other_color, self.tested);
                }
                _ => {
                    let inference =
                        self.inferences.untied().find(|&inference| self.inferences.colors[inference] == other_color);
                    if let Some(inference) = inference {
                        self.inferences.positions[inference] = self.tested;
                    }
                }
            }
        }
        self.conclude();
    }

    fn next_guess(&mut self) -> Code {
        self.filler = self.filler_color();
        let mut guess = self.inferences.filled(self.filler);
        self.tested = 0;
        if let Some(fixing) = self.fixing {
            let positions = self.inferences.positions[fixing];
            self.tested = positions & positions.wrapping_neg();
            guess.recolor(self.tested, self.filler, self.inferences.colors[fixing]);
        }
        guess
    }

    /// The published one makes a guess again after two white pegs.
    fn repeats(&self) -> bool {
        self.variant == Variant::Published
    }
}

/// An inference for each peg known to be in the secret, in the order in which they were found. An inference with one possible
/// position is *tied* to that peg, in the paper's words; then it is removed from the list, and the peg has its color in every guess.
#[derive(Clone, Debug)]
pub struct Inferences {
    /// The inferences that are not tied, and those that the next clean-up removes as tied.
    colors: [Color; Game::MAX_PEGS],
    positions: [PegSet; Game::MAX_PEGS],
    len: usize,
    tied: PegSet,
    /// A guess with the tied pegs in their colors and all others in the filler color.
    frame: Code,
    filler: Color,
    free: PegSet,
}

impl Inferences {
    pub fn new(game: Game) -> Inferences {
        Inferences {
            colors: [Color::A; Game::MAX_PEGS],
            positions: [0; Game::MAX_PEGS],
            len: 0,
            tied: 0,
            frame: Code::uniform(game, Color::A),
            filler: Color::A,
            free: PegSet::MAX >> (Game::MAX_PEGS - game.pegs()),
        }
    }

    /// The number of known pegs of the secret.
    pub const fn known(&self) -> usize {
        self.len + self.tied.count_ones() as usize
    }

    /// The inferences that are not tied.
    pub fn untied(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|&inference| !self.positions[inference].is_power_of_two())
    }

    /// Adds inferences of a color with those possible positions.
    pub fn add(&mut self, color: Color, inferences: usize, positions: PegSet) {
        for _ in 0..inferences {
            self.colors[self.len] = color;
            self.positions[self.len] = positions;
            self.len += 1;
        }
    }

    /// Removes a peg from the positions of every inference of a color that is not tied.
    pub fn exclude(&mut self, color: Color, peg: PegSet) {
        for inference in 0..self.len {
            if self.colors[inference] == color && !self.positions[inference].is_power_of_two() {
                self.positions[inference] &= !peg;
            }
        }
    }

    /// Removes the pegs of tied inferences from the positions of all others, until no further inference gets tied. Returns the
    /// new index of the followed inference, if it is not tied.
    pub fn clean_up(&mut self, mut followed: Option<usize>) -> Option<usize> {
        loop {
            let before = followed.take();
            let mut kept = 0;
            let mut tied = 0;
            for inference in 0..self.len {
                let (color, positions) = (self.colors[inference], self.positions[inference]);
                if positions.is_power_of_two() {
                    // Consistent feedback ties no two inferences to one peg.
                    if positions & self.free & !tied != 0 {
                        self.frame.recolor(positions, self.filler, color);
                    }
                    tied |= positions;
                } else {
                    if before == Some(inference) {
                        followed = Some(kept);
                    }
                    self.colors[kept] = color;
                    self.positions[kept] = positions;
                    kept += 1;
                }
            }
            self.len = kept;
            if tied == 0 {
                return followed;
            }
            self.tied |= tied;
            self.free &= !tied;
            for positions in &mut self.positions[..kept] {
                // Consistent feedback leaves every inference a position.
                if *positions & !tied != 0 {
                    *positions &= !tied;
                }
            }
        }
    }

    /// A guess with the tied pegs in their colors and the free pegs in the filler color.
    pub fn filled(&mut self, filler: Color) -> Code {
        self.frame.recolor(self.free, self.filler, filler);
        self.filler = filler;
        self.frame
    }
}

/// Rao's method as published in the report, with an assumption: a property of all codes of some codemaker that implies more than the
/// feedback does. When the feedback refutes the assumption, it goes back to the state before the assumption implied anything, keeps the
/// color counts learned since, which do not depend on it, and continues with the corrected method.
#[derive(Clone, Debug)]
pub struct AssumingMethod {
    method: Method,
    /// Draws the conclusions that the property allows at this point.
    assume: fn(&mut Method) -> Deduction,
    assumes: bool,
    /// The method before the assumption implied anything.
    before: Option<Method>,
}

impl AssumingMethod {
    pub fn new(game: Game, assume: fn(&mut Method) -> Deduction) -> AssumingMethod {
        let method = Method::new(game, Variant::Published);
        let mut new = AssumingMethod { method, assume, assumes: true, before: None };
        new.apply();
        new
    }

    fn apply(&mut self) {
        if !self.assumes {
            return;
        }
        let now = self.method.clone();
        let deduction = (self.assume)(&mut self.method);
        if deduction == Deduction::Applied {
            self.before.get_or_insert(now);
        }
        if deduction == Deduction::Refuted || !self.method.is_sound() {
            self.go_back();
        }
    }

    fn go_back(&mut self) {
        self.assumes = false;
        let sound = self.before.take().unwrap_or_else(|| self.method.clone());
        self.method = sound.with_counts_of(&self.method);
    }
}

impl AskingMethod for AssumingMethod {
    fn learn(&mut self, turn: &Turn) {
        let contradicted = self.assumes && self.before.is_some() && self.method.is_contradicted_by(turn);
        self.method.learn(turn);
        if contradicted {
            self.go_back();
        }
        self.apply();
    }

    fn next_guess(&mut self) -> Code {
        self.method.next_guess()
    }

    /// As the published method does, and after it went back.
    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asking::Asker;
    use scsa::algorithms;

    /// The number of games against that codemaker, in that game, that ended without and with a refutation.
    fn refutations(assume: fn(&mut Method) -> Deduction, scsa: &str, game: &str) -> (usize, usize) {
        let (scsa, game) = (algorithms::find(scsa).unwrap(), game.parse::<Game>().unwrap());
        let mut games = (0, 0);
        for secret in game.codes().filter(|code| scsa.probability(game, code) > 0.0) {
            let mut player = Asker::new(game, AssumingMethod::new(game, assume));
            let mut turns: Vec<Turn> = Vec::new();
            while turns.last().is_none_or(|turn| turn.guess != secret) {
                let guess = player.guess(&turns);
                turns.push(Turn::new(game, guess, &secret));
                assert!(turns.len() <= 30, "{secret} {turns:?}");
            }
            *(if player.method.assumes { &mut games.0 } else { &mut games.1 }) += 1;
        }
        games
    }

    #[test]
    fn a_true_assumption_is_never_refuted() {
        assert_eq!(refutations(Method::assume_equal_ends, "first-and-last", "5x5"), (625, 0));
        assert_eq!(refutations(Method::assume_equal_ends, "first-and-last", "2x3"), (3, 0));
        assert_eq!(refutations(Method::assume_equal_ends, "insert-colors", "1x4"), (4, 0));
        assert_eq!(refutations(Method::assume_distinct_colors, "only-once", "4x6"), (360, 0));
        assert_eq!(refutations(Method::assume_distinct_colors, "only-once", "5x5"), (120, 0));
    }

    /// Every secret is found, whether it has the property or not.
    #[test]
    fn a_false_assumption_is_refuted() {
        for game in ["4x6", "5x5", "6x4"] {
            let (kept, refuted) = refutations(Method::assume_equal_ends, "insert-colors", game);
            assert!(refuted > kept, "{kept} {refuted}");
            let (kept, refuted) = refutations(Method::assume_distinct_colors, "insert-colors", game);
            assert!(refuted > kept / 2, "{kept} {refuted}");
        }
    }
}
