//! The agents of the report's team, Dino: "Project Report", on its entry in a Mastermind tournament of 2019. They are its
//! program's `Dino` and the functions that `Dino` chooses from.

use crate::agents::baselines::PermutingMethod;
use crate::agents::rao::{AssumingMethod, Method, Variant};
use crate::asking::{AskingMethod, asking_players};
use crate::{Briefing, Knowledge};
use scsa::algorithms::{AbColor, TwoColorAlternating};
use scsa::{Code, Color, Game, Scsa, Turn, next_permutation};
use std::cmp::Reverse;

asking_players! {
    /// The report's player. It chooses a method by the rule of the codemaker, or by samples of its codes if they are decisive:
    ///
    /// | codemaker | method |
    /// |---|---|
    /// | two-color-alternating, mystery-5, or samples of two alternating colors | [`DinoTwoColorAlternating`] |
    /// | first-and-last | [`DinoFirstAndLast`] |
    /// | ab-color, or samples of A and B only | Rao's method as in baseline-4, with the colors A and B |
    /// | any other, or an unknown one | Rao's method as in baseline-4 |
    ///
    /// Samples with equal ends are no evidence of first-and-last: at 7x5, the game of the samples, a cycle of three colors has equal
    /// ends, too. Misleading samples cost guesses only: secrets that do not fit them are found as well.
    Dino: "dino", "chooses one of Dino's methods by what it knows of the SCSA",
        Delegate = |briefing| Delegate::chosen(briefing);

    /// Counts every color but the last, then guesses the two alternations of the two colors found: M or M + 1 guesses with M colors.
    /// Against any other code it continues with Rao's method as soon as the color counts refute an alternation.
    DinoTwoColorAlternating: "dino-two-color-alternating",
        "counts the colors, then guesses both alternations (Dino's for two-color-alternating)",
        Cycle<2> = |briefing| Cycle::new(briefing.game);

    /// Rao's method as in `baseline-4`, but when the first or the last peg gets tied, the other one is tied to the same color.
    /// Against a code with different ends it continues with Rao's method as soon as the feedback refutes the assumption.
    DinoFirstAndLast: "dino-first-and-last",
        "plays Rao's method and assumes that the first and the last peg are equal (Dino's for first-and-last)",
        AssumingMethod = |briefing| AssumingMethod::new(briefing.game, Method::assume_equal_ends);

    /// Baseline 3 on the colors A and B: counts the A's, then guesses every permutation in lexicographic order. Against a code with
    /// other colors, which its second guess shows, it continues with Rao's method.
    ///
    /// With more than about 8 pegs, codes of A and B have too many permutations to be found in 100 guesses: four A's among 8 pegs
    /// have 70 permutations, ten among 20 have 184756.
    DinoAbColor: "dino-ab-color", "plays baseline-3 on the colors A and B (Dino's for ab-color, abandoned by its authors)",
        AbColorMethod = |briefing| AbColorMethod::new(briefing.game);

    /// Rao's method as in `baseline-4`, with each color used once: when as many colors are left to consider as pegs are not
    /// accounted for, all of them are in the secret. Against a code that uses a color twice it continues with Rao's method as soon as
    /// the feedback refutes the assumption.
    DinoOnlyOnce: "dino-only-once", "plays Rao's method and assumes that no color repeats (Dino's for only-once)",
        AssumingMethod = |briefing| AssumingMethod::new(briefing.game, Method::assume_distinct_colors);

    /// Counts every color but the last, then guesses the six cycles of the three colors found: M to M + 5 guesses with M colors.
    /// Against any other code it continues with Rao's method as soon as the color counts refute a cycle.
    DinoMystery2: "dino-mystery-2",
        "counts the colors, then guesses cycles of three (Dino's for mystery-2, abandoned by its authors)",
        Cycle<3> = |briefing| Cycle::new(briefing.game);
}

/// The method that a player goes on with.
#[expect(clippy::large_enum_variant, reason = "a box would be allocated in every round")]
#[derive(Clone, Debug)]
enum Delegate {
    TwoColorAlternating(Cycle<2>),
    FirstAndLast(AssumingMethod),
    Permuting(PermutingMethod),
    Rao(Method),
}

impl Delegate {
    fn chosen(briefing: &Briefing) -> Delegate {
        let game = briefing.game;
        match rule(&briefing.knowledge) {
            "two-color-alternating" | "mystery-5" => Delegate::TwoColorAlternating(Cycle::new(game)),
            "first-and-last" => Delegate::FirstAndLast(AssumingMethod::new(game, Method::assume_equal_ends)),
            "ab-color" | "ab-color-2024" => Delegate::Rao(Method::with_palette(game, Variant::Published, 2)),
            _ => Delegate::Rao(Method::new(game, Variant::Published)),
        }
    }

    fn method(&mut self) -> &mut dyn AskingMethod {
        match self {
            Delegate::TwoColorAlternating(method) => method,
            Delegate::FirstAndLast(method) => method,
            Delegate::Permuting(method) => method,
            Delegate::Rao(method) => method,
        }
    }
}

impl AskingMethod for Delegate {
    fn learn(&mut self, turn: &Turn) {
        self.method().learn(turn);
    }

    fn next_guess(&mut self) -> Code {
        self.method().next_guess()
    }

    fn repeats(&self) -> bool {
        !matches!(self, Delegate::Permuting(_))
    }
}

/// The name of the codemaker's rule, or of one that can make all samples; empty if there is none.
fn rule(knowledge: &Knowledge) -> &str {
    match knowledge {
        Knowledge::Rule(scsa) => scsa.name(),
        Knowledge::Samples(codes) if !codes.is_empty() => {
            let can_make = |scsa: &dyn Scsa, code: &Code| {
                Game::new(code.len(), Color::MAX).is_ok_and(|game| scsa.probability(game, code) > 0.0)
            };
            let can_make_all = |scsa: &&dyn Scsa| codes.iter().all(|code| can_make(*scsa, code));
            let rules: [&dyn Scsa; 2] = [&TwoColorAlternating, &AbColor];
            rules.into_iter().find(can_make_all).map(Scsa::name).unwrap_or_default()
        }
        Knowledge::Samples(_) | Knowledge::Nothing => "",
    }
}

/// Finds the colors of a code that repeats `PERIOD` different colors, then their order.
///
/// It counts every color but the last one, which is more than it needs, then guesses every order of the colors found, the highest
/// colors first, and ignores the feedback. So the 200 samples of mystery-5 take 5.45 guesses on average, as they did in the
/// report's program; the lowest colors first would take 5.55. Color counts that no such code has, and the end of the orders,
/// refute that the secret is such a code; then it continues with Rao's method.
#[derive(Clone, Debug)]
pub struct Cycle<const PERIOD: usize> {
    game: Game,
    counts: [usize; Color::MAX],
    phase: CyclePhase<PERIOD>,
}

#[derive(Clone, Debug)]
enum CyclePhase<const PERIOD: usize> {
    Counting(usize),
    /// The last order guessed. The first order has the highest colors first.
    Ordering([Reverse<Color>; PERIOD]),
    Rao(Box<Method>),
}

impl<const PERIOD: usize> Cycle<PERIOD> {
    pub const fn new(game: Game) -> Cycle<PERIOD> {
        Cycle { game, counts: [0; Color::MAX], phase: CyclePhase::Counting(0) }
    }

    /// The number of different colors of a code: `PERIOD`, or the number of pegs if that is less.
    fn distinct_colors(&self) -> usize {
        PERIOD.min(self.game.pegs())
    }

    /// Counts the next color, or begins to guess the orders of those found.
    fn count_next(&mut self, counted: usize) -> Code {
        let colors = self.game.colors();
        if !self.is_possible() {
            return self.give_up(counted);
        }
        if let Some(color) = Color::new(counted).filter(|_| counted + 1 < colors) {
            return Code::uniform(self.game, color);
        }
        let known: usize = self.counts.iter().sum();
        self.counts[colors - 1] = self.game.pegs().saturating_sub(known);
        let mut found = (0..colors).rev().filter(|&color| self.counts[color] > 0).filter_map(Color::new);
        let order = [(); PERIOD].map(|()| found.next());
        let number = order.iter().flatten().count() + found.count();
        if number != self.distinct_colors() || !self.is_possible() {
            return self.give_up(colors);
        }
        let order = order.map(|color| Reverse(color.unwrap_or(Color::A)));
        self.phase = CyclePhase::Ordering(order);
        self.repeated(order)
    }

    /// Whether a cycle can have these color counts: with `PERIOD` colors, each has the quotient of pegs and period, and as many
    /// as the remainder have one more. The colors not counted yet may be any.
    fn is_possible(&self) -> bool {
        let (low, longer) = (self.game.pegs() / PERIOD, self.game.pegs() % PERIOD);
        let with = |pegs| self.counts.iter().filter(|&&count| count > 0 && count == pegs).count();
        let found = self.counts.iter().filter(|&&count| count > 0).count();
        found == with(low) + with(low + 1) && with(low + 1) <= longer && with(low) <= PERIOD - longer
    }

    fn repeated(&self, order: [Reverse<Color>; PERIOD]) -> Code {
        Code::from_fn(self.game, |peg| order[peg % PERIOD].0)
    }

    /// Continues with Rao's method from the counts of the first colors.
    fn give_up(&mut self, counted: usize) -> Code {
        let mut method = Method::with_counts(self.game, Variant::Corrected, &self.counts[..counted]);
        let guess = method.next_guess();
        self.phase = CyclePhase::Rao(Box::new(method));
        guess
    }
}

impl<const PERIOD: usize> AskingMethod for Cycle<PERIOD> {
    fn learn(&mut self, turn: &Turn) {
        match &mut self.phase {
            CyclePhase::Counting(counted) => {
                self.counts[*counted] = turn.feedback.black();
                *counted += 1;
            }
            CyclePhase::Ordering(_) => {}
            CyclePhase::Rao(method) => method.learn(turn),
        }
    }

    fn next_guess(&mut self) -> Code {
        let distinct = self.distinct_colors();
        match &mut self.phase {
            CyclePhase::Counting(counted) => {
                let counted = *counted;
                self.count_next(counted)
            }
            CyclePhase::Ordering(order) => {
                if next_permutation(&mut order[..distinct]) {
                    let order = *order;
                    return self.repeated(order);
                }
                self.give_up(self.game.colors())
            }
            CyclePhase::Rao(method) => method.next_guess(),
        }
    }

    /// Rao's method knows nothing of the orders that were guessed.
    fn repeats(&self) -> bool {
        matches!(self.phase, CyclePhase::Rao(_))
    }
}

#[derive(Clone, Debug)]
struct AbColorMethod {
    game: Game,
    /// The number of guesses that were answered.
    answers: usize,
    /// The number of A's, which the first one tells.
    count_of_a: usize,
    delegate: Delegate,
}

impl AbColorMethod {
    fn new(game: Game) -> AbColorMethod {
        let two = Game::new(game.pegs(), game.colors().min(2)).unwrap_or(game);
        AbColorMethod { game, answers: 0, count_of_a: 0, delegate: Delegate::Permuting(PermutingMethod::new(two)) }
    }
}

impl AskingMethod for AbColorMethod {
    fn learn(&mut self, turn: &Turn) {
        self.answers += 1;
        let total = turn.feedback.total();
        match self.answers {
            1 => self.count_of_a = total,
            // There are other colors.
            2 if total < self.game.pegs() => {
                let counts = [self.count_of_a, total.saturating_sub(self.count_of_a)];
                self.delegate = Delegate::Rao(Method::with_counts(self.game, Variant::Corrected, &counts));
                return;
            }
            _ => {}
        }
        self.delegate.learn(turn);
    }

    fn next_guess(&mut self) -> Code {
        self.delegate.next_guess()
    }

    /// Rao's method knows nothing of the guesses before it.
    fn repeats(&self) -> bool {
        self.delegate.repeats()
    }
}
