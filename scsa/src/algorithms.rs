//! The secret-code-selection algorithms.
//!
//! # Adding an SCSA
//! 1. Write a unit struct here that implements [`Scsa`].
//! 2. Add it to a list: [`VISIBLE`] or [`MYSTERIES`].
//! 3. Add a row to the table of the tests: which codes it can make, which games it supports, and which codes it draws first.
//!
//! The laws in `scsa/tests/laws.rs` run over every listed SCSA.

use crate::{Code, Color, Component, Game, Rng, Scsa};
use std::sync::Arc;

/// The SCSAs whose rule players know, in the order of the reports on the contest.
pub const VISIBLE: [&dyn Scsa; 8] =
    [&InsertColors, &TwoColor, &AbColor, &TwoColorAlternating, &OnlyOnce, &FirstAndLast, &UsuallyFewer, &PreferFewer];

/// The SCSAs of which players know sample codes instead of the rule.
pub const MYSTERIES: [&dyn Scsa; 5] = [&Mystery1, &Mystery2, &Mystery3, &Mystery4, &Mystery5];

/// The visible SCSAs that the course's engine of 2024 changed, as that engine has them.
pub const COURSE_2024: [&dyn Scsa; 3] = [&TwoColor2024, &AbColor2024, &UsuallyFewer2024];

/// The SCSAs of the contest: [`VISIBLE`], then [`MYSTERIES`]. Not the variants in [`COURSE_2024`].
pub fn all() -> impl Iterator<Item = &'static dyn Scsa> + Clone {
    VISIBLE.into_iter().chain(MYSTERIES)
}

/// Every SCSA: [`all`], then [`COURSE_2024`].
pub fn with_variants() -> impl Iterator<Item = &'static dyn Scsa> + Clone {
    all().chain(COURSE_2024)
}

/// The SCSA of that name, among [`with_variants`].
///
/// ```
/// assert_eq!(scsa::algorithms::find("only-once").unwrap().name(), "only-once");
/// assert!(scsa::algorithms::find("only-twice").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static dyn Scsa> {
    with_variants().find(|scsa| scsa.name() == name)
}

/// The rule that makes every legal code of a game, each with the same probability: `insert-colors`, or `only-once` where no color comes twice.
///
/// ```
/// let name = |game: &str| Ok::<_, scsa::GameError>(scsa::algorithms::uniform(game.parse()?).name());
/// assert_eq!((name("4x6")?, name("4x10n")?), ("insert-colors", "only-once"));
/// # Ok::<(), scsa::GameError>(())
/// ```
pub fn uniform(game: Game) -> &'static dyn Scsa {
    if game.allows_repeats() { &InsertColors } else { &OnlyOnce }
}

/// The games that a rule supports: in words, and as a predicate.
type Needs = (&'static str, fn(Game) -> bool);

const ANY_GAME: Needs = ("any game", |_| true);
const TWO_COLORS: Needs = ("at least 2 colors", |game| game.colors() >= 2);
const THREE_COLORS: Needs = ("at least 3 colors", |game| game.colors() >= 3);
const FOUR_COLORS: Needs = ("at least 4 colors", |game| game.colors() >= 4);
const TWO_PEGS_AND_COLORS: Needs = ("at least 2 pegs and 2 colors", |game| game.pegs() >= 2 && game.colors() >= 2);
const COLORS_FOR_ALL_PEGS: Needs = ("at least as many colors as pegs", |game| game.pegs() <= game.colors());

/// Declares rules: unit structs with a name, a summary, the games that they need, the most pegs with which no code has a color twice,
/// whether they are [by distinct colors](Scsa::by_distinct), and the other methods of [`Scsa`].
macro_rules! rules {
    ($by_distinct:literal; $($(#[$doc:meta])* $Rule:ident: $name:literal, $summary:literal, $needs:expr, $distinct:expr; { $($methods:tt)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Rule;

        impl Scsa for $Rule {
            fn name(&self) -> &str {
                $name
            }

            fn summary(&self) -> &str {
                $summary
            }

            fn needs(&self) -> &str {
                $needs.0
            }

            fn supports(&self, game: Game) -> bool {
                ($needs.1)(game) && (game.allows_repeats() || game.pegs() <= $distinct)
            }

            fn by_distinct(&self) -> bool {
                $by_distinct
            }

            $($methods)+
        }
    )+};
}

/// The methods of a rule that draws this number of distinct colors, then every peg from them.
macro_rules! palette_of {
    ($colors:literal) => {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            Palette { colors: $colors }.draw(game, rng)
        }

        fn probability(&self, game: Game, code: &Code) -> f64 {
            Palette { colors: $colors }.probability(game, code)
        }
    };
}

/// The methods of a rule that draws the number of colors, too: a function that draws it, and one that gives each number with its
/// probability. Where the game has fewer colors, all are taken.
macro_rules! mixture_of {
    ($colors:expr, $weighted:expr) => {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            let colors: fn(Game, &mut Rng) -> usize = $colors;
            Palette { colors: colors(game, rng) }.draw(game, rng)
        }

        fn probability(&self, game: Game, code: &Code) -> f64 {
            let under = |colors: usize| Palette { colors }.probability(game, code);
            $weighted(game).into_iter().map(|(weight, colors)| weight * under(colors)).sum()
        }

        fn components(&self, game: Game) -> Vec<Component> {
            palette_components(game, $weighted(game))
        }
    };
}

/// The methods of a rule that draws this number of distinct colors, in order, and repeats them over the pegs. With fewer pegs only the
/// first colors occur.
macro_rules! cycle_of {
    ($colors:literal) => {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            let palette = game.draw_colors($colors, rng);
            Code::from_fn(game, |peg| palette[peg % $colors])
        }

        fn probability(&self, game: Game, code: &Code) -> f64 {
            let distinct = game.pegs().min($colors);
            let cycles = |code: &Code| (distinct..game.pegs()).all(|peg| code.peg(peg) == code.peg(peg - $colors));
            let is_possible = game.is_legal(code) && cycles(code) && code.distinct() == distinct;
            if is_possible { 1.0 / falling_factorial(game.colors(), distinct) } else { 0.0 }
        }
    };
}

rules! {
    true;

    /// Every peg is drawn uniformly from all colors, so that every code is equally likely.
    InsertColors: "insert-colors", "every peg is drawn from all colors", ANY_GAME, 1; {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            Code::from_fn(game, |_| rng.color(game.colors()))
        }
        fn probability(&self, game: Game, code: &Code) -> f64 {
            if game.is_legal(code) { 1.0 / power(game.colors(), game.pegs()) } else { 0.0 }
        }
    }

    /// Two distinct colors are drawn, then every peg from the two, so that a code may have only one of them.
    TwoColor: "two-color", "two colors are drawn, then every peg from the two", TWO_COLORS, 1; {
        palette_of!(2);
    }

    /// Every peg is drawn from the colors A and B.
    AbColor: "ab-color", "every peg is drawn from A and B", TWO_COLORS, 1; {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            Code::from_fn(game, |_| rng.color(2))
        }
        fn probability(&self, game: Game, code: &Code) -> f64 {
            let is_possible = game.is_legal(code) && code.pegs().all(|color| color.index() < 2);
            if is_possible { 1.0 / power(2, game.pegs()) } else { 0.0 }
        }
        fn names_colors(&self) -> bool {
            true
        }
    }

    /// Two distinct colors are drawn, in order, and the pegs alternate between them.
    TwoColorAlternating: "two-color-alternating", "two colors are drawn and alternate: xyxyxy", TWO_COLORS, 2; {
        cycle_of!(2);
    }

    /// No color occurs twice: a uniform ordered choice of as many colors as there are pegs.
    OnlyOnce: "only-once", "no color occurs twice", COLORS_FOR_ALL_PEGS, Game::MAX_PEGS; {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            let colors = game.draw_colors(game.pegs(), rng);
            Code::from_fn(game, |peg| colors[peg])
        }
        fn probability(&self, game: Game, code: &Code) -> f64 {
            let is_possible = game.is_legal(code) && code.distinct() == game.pegs();
            if is_possible { 1.0 / falling_factorial(game.colors(), game.pegs()) } else { 0.0 }
        }
    }

    /// The last peg has the color of the first. All other pegs are drawn uniformly from all colors.
    FirstAndLast: "first-and-last",
        "the first and the last peg have the same color, every other is drawn from all colors", ANY_GAME, 1;
    {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            let mut code = Code::from_fn(game, |_| rng.color(game.colors()));
            code.set(game.pegs() - 1, code.peg(0));
            code
        }
        fn probability(&self, game: Game, code: &Code) -> f64 {
            if !game.is_legal(code) || code.peg(0) != code.peg(game.pegs() - 1) {
                return 0.0;
            }
            // With one peg, the first peg is the last.
            1.0 / power(game.colors(), (game.pegs() - 1).max(1))
        }
    }

    /// In 45 % two colors are drawn, in 45 % three, in 10 % all are taken. Every peg is drawn from them.
    UsuallyFewer: "usually-fewer",
        "90 %: two or three colors are drawn, then every peg from them; 10 %: every peg from all colors", THREE_COLORS, 1;
    {
        mixture_of!(|game, rng| two_or_three(game, 100, rng), |game: Game| [(0.45, 2), (0.45, 3), (0.1, game.colors())]);
    }

    /// One color is drawn in 50 %, two in 25 %, three in 13 %, four in 8 %, five in 3 %, and in 1 % a number that is drawn
    /// uniformly from six to all. Where the game has fewer colors than that, all are taken. Every peg is drawn from them.
    PreferFewer: "prefer-fewer",
        "one color in 50 %, two in 25 %, three in 13 %, four in 8 %, five in 3 %, else more; every peg is drawn from them",
        ANY_GAME, 1;
    {
        mixture_of!(few_or_more, few_or_more_weights);
    }

    /// One color is drawn in 45 %, two in 45 %, all are taken in 10 %. Every peg is drawn from them.
    Mystery1: "mystery-1", "45 %: one color; 45 %: two, 10 %: all; every peg is drawn from them", TWO_COLORS, 1; {
        mixture_of!(
            |game, rng| match rng.below(100) {
                0..45 => 1,
                45..90 => 2,
                _ => game.colors(),
            },
            |game: Game| [(0.45, 1), (0.45, 2), (0.1, game.colors())]
        );
    }

    /// Three distinct colors are drawn, in order, and the pegs cycle through them.
    Mystery2: "mystery-2", "three colors are drawn and cycle: xyzxyz", THREE_COLORS, 3; {
        cycle_of!(3);
    }

    /// Four distinct colors are drawn, then every peg from the four.
    Mystery4: "mystery-4", "four colors are drawn, then every peg from the four", FOUR_COLORS, 1; {
        palette_of!(4);
    }

    /// Two distinct colors are drawn, in order, and the pegs alternate between them.
    Mystery5: "mystery-5", "two colors are drawn and alternate, as in two-color-alternating", TWO_COLORS, 2; {
        cycle_of!(2);
    }

    /// Two distinct colors are drawn, then every peg from the two, and the code is drawn again until it has both.
    TwoColor2024: "two-color-2024", "as two-color, but every code has both colors", TWO_PEGS_AND_COLORS, 2; {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            draw_until_two_colors(|| TwoColor.draw(game, rng))
        }
        fn probability(&self, game: Game, code: &Code) -> f64 {
            if !game.is_legal(code) || code.distinct() != 2 {
                return 0.0;
            }
            1.0 / binomial(game.colors(), 2) / (power(2, game.pegs()) - 2.0)
        }
    }

    /// Every peg is drawn from the colors A and B, and the code is drawn again until it has both.
    AbColor2024: "ab-color-2024", "as ab-color, but every code has both colors", TWO_PEGS_AND_COLORS, 2; {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            draw_until_two_colors(|| AbColor.draw(game, rng))
        }
        fn probability(&self, game: Game, code: &Code) -> f64 {
            // The codes of ab-color without AA…A and BB…B.
            let is_possible = AbColor.probability(game, code) > 0.0 && code.distinct() == 2;
            if is_possible { 1.0 / (power(2, game.pegs()) - 2.0) } else { 0.0 }
        }
        fn names_colors(&self) -> bool {
            true
        }
    }

    /// With probability 45/101 two colors are drawn, with 45/101 three, with 11/101 all are taken. Every peg is drawn from them.
    UsuallyFewer2024: "usually-fewer-2024", "as usually-fewer, but in 90 of 101 instead of 90 %", THREE_COLORS, 1; {
        mixture_of!(
            |game, rng| two_or_three(game, 101, rng),
            |game: Game| [(45.0 / 101.0, 2), (45.0 / 101.0, 3), (11.0 / 101.0, game.colors())]
        );
    }
}

rules! {
    false;

    /// Three distinct colors are drawn. Their counts are as even as possible (3, 2, 2 at seven pegs), and the pegs are shuffled.
    Mystery3: "mystery-3", "three colors share the pegs as evenly as possible, shuffled", THREE_COLORS, 3; {
        fn draw(&self, game: Game, rng: &mut Rng) -> Code {
            let colors = game.draw_colors(3, rng);
            // Cyclically, so that the counts differ by at most one, and the colors drawn first have the larger counts.
            let mut pegs: [Color; Game::MAX_PEGS] = std::array::from_fn(|peg| colors[peg % 3]);
            rng.shuffle(&mut pegs[..game.pegs()]);
            Code::from_fn(game, |peg| pegs[peg])
        }

        fn probability(&self, game: Game, code: &Code) -> f64 {
            // `larger` of the colors have `least + 1` pegs each, the others `least`.
            let (least, larger) = (game.pegs() / 3, game.pegs() % 3);
            let colors_with = |count: usize| game.palette().filter(|&color| code.count(color) == count).count();
            let is_even = colors_with(least + 1) == larger && (least == 0 || colors_with(least) == 3 - larger);
            if !game.is_legal(code) || !is_even {
                return 0.0;
            }
            // The choices of the colors with the larger count and of the others, times the orders of all pegs.
            let mut ways = binomial(game.colors(), larger) * factorial(game.pegs());
            if least > 0 {
                ways *= binomial(game.colors() - larger, 3 - larger);
            }
            // Exchanging pegs of the same color gives the same code.
            game.palette().fold(1.0 / ways, |p, color| p * factorial(code.count(color)))
        }
    }
}

/// A palette of distinct colors is drawn, then every peg from it.
///
/// ```
/// use scsa::{Scsa, algorithms::Palette};
/// // 1/3 of the palettes at 4x3 are AB, and 1/16 of the codes of AB are ABBA.
/// let p = Palette { colors: 2 }.probability("4x3".parse()?, &"ABBA".parse()?);
/// assert!((p - 1.0 / 48.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// The number of colors of the palette. 0 counts as 1, and more than the colors of the game as all of them.
    pub colors: usize,
}

impl Scsa for Palette {
    fn name(&self) -> &str {
        "palette"
    }

    fn summary(&self) -> &str {
        "a few colors are drawn, then every peg from them"
    }

    fn draw(&self, game: Game, rng: &mut Rng) -> Code {
        let colors = self.colors.clamp(1, game.colors());
        if colors == game.colors() {
            return Code::from_fn(game, |_| rng.color(colors));
        }
        let palette = game.draw_colors(colors, rng);
        Code::from_fn(game, |_| palette[rng.below(colors)])
    }

    /// That of a palette with all colors of the code, times that of its pegs given such a palette.
    fn probability(&self, game: Game, code: &Code) -> f64 {
        let (colors, distinct) = (self.colors.clamp(1, game.colors()), code.distinct());
        if !game.is_legal(code) || distinct > colors {
            return 0.0;
        }
        let palettes = binomial(game.colors() - distinct, colors - distinct);
        palettes / binomial(game.colors(), colors) / power(colors, game.pegs())
    }

    fn by_distinct(&self) -> bool {
        true
    }
}

/// The components of a mixture of palettes, from pairs of a weight and a number of colors. Pairs with the same number become one
/// component; a number above the colors of the game counts as all of them.
fn palette_components(game: Game, weighted: impl IntoIterator<Item = (f64, usize)>) -> Vec<Component> {
    let mut weights = [0.0; Color::MAX + 1];
    for (weight, colors) in weighted {
        weights[colors.clamp(1, game.colors())] += weight;
    }
    let used = weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0);
    used.map(|(colors, weight)| Component { weight, rule: Arc::new(Palette { colors }) }).collect()
}

/// Calls `draw` until it returns a code of two distinct colors.
fn draw_until_two_colors(mut draw: impl FnMut() -> Code) -> Code {
    loop {
        let code = draw();
        if code.distinct() == 2 {
            return code;
        }
    }
}

/// Two or three colors in 90 cases of so many, else all.
fn two_or_three(game: Game, cases: usize, rng: &mut Rng) -> usize {
    if rng.below(cases) < 90 { 2 + rng.below(2) } else { game.colors() }
}

/// The probabilities of drawing 1, 2, 3, 4 and 5 colors, in percent. In the remaining percent the number is uniform from 6 to all.
const PERCENT: [usize; 5] = [50, 25, 13, 8, 3];

fn few_or_more(game: Game, rng: &mut Rng) -> usize {
    let mut remaining = rng.below(100);
    for (colors, percent) in (1..).zip(PERCENT) {
        if remaining < percent {
            return colors;
        }
        remaining -= percent;
    }
    let more = PERCENT.len() + 1;
    game.colors().checked_sub(more).map_or(game.colors(), |span| more + rng.below(span + 1))
}

/// Pairs of the probability of a number of colors, and that number, which may exceed the colors of the game.
fn few_or_more_weights(game: Game) -> impl Iterator<Item = (f64, usize)> {
    let fewer = (1..).zip(PERCENT).map(|(colors, percent)| (percent as f64 / 100.0, colors));
    let more = PERCENT.len() + 1..=game.colors().max(PERCENT.len() + 1);
    let weight = 0.01 / more.clone().count() as f64;
    fewer.chain(more.map(move |colors| (weight, colors)))
}

// Numbers of choices and arrangements. A result below 2^53 is exact. A larger one is a product in a fixed order, so that it is the same
// on every machine.

fn power(base: usize, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base as f64)
}

/// n (n-1) … (n-k+1): the number of ordered choices of `k` out of `n`. It is 0 for k > n.
fn falling_factorial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * n.saturating_sub(i) as f64)
}

fn factorial(n: usize) -> f64 {
    falling_factorial(n, n)
}

/// The number of unordered choices of `k` out of `n`. It is 0 for k > n.
fn binomial(n: usize, k: usize) -> f64 {
    falling_factorial(n, k) / factorial(k)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule, a plain statement of which codes it can make by the color indices of their pegs, a game that it supports and one that it
    /// does not (none if it supports all), and the codes that it draws first at 5x7 from the random stream of seed 2026.
    type Row = (&'static dyn Scsa, fn(&[usize]) -> bool, [&'static str; 2], [&'static str; 4]);

    const RULES: &[Row] = &[
        (&InsertColors, |_| true, ["1x1", ""], ["BDEDA", "EEDAA", "DCAFE", "BAGDA"]),
        (&TwoColor, |pegs| counts(pegs).len() <= 2, ["4x2", "4x1"], ["DDBDD", "DBDDB", "ECCEE", "DDDDB"]),
        (&AbColor, |pegs| pegs.iter().all(|&c| c < 2), ["4x2", "4x1"], ["AABBA", "BBAAA", "BAABB", "AABBA"]),
        (&TwoColorAlternating, |pegs| repeats(pegs, 2), ["1x2", "1x1"], ["BDBDB", "EAEAE", "AEAEA", "EDEDE"]),
        (&OnlyOnce, |pegs| counts(pegs).len() == pegs.len(), ["6x6", "7x6"], ["BDEFC", "EABDC", "DCBFA", "BAGFE"]),
        (&FirstAndLast, |pegs| pegs.first() == pegs.last(), ["1x1", ""], ["BDEDB", "EEDAE", "DCAFD", "BAGDB"]),
        (&UsuallyFewer, |_| true, ["4x3", "4x2"], ["EAAEE", "BCCFB", "DDDDB", "DDEEE"]),
        (&PreferFewer, |_| true, ["1x1", ""], ["DDDDD", "AAAAA", "AABBB", "AAAAA"]),
        (&Mystery1, |_| true, ["4x2", "4x1"], ["DDDDD", "BAABB", "AAAAA", "AAAAA"]),
        (&Mystery2, |pegs| repeats(pegs, 3), ["4x3", "4x2"], ["BDEBD", "DBFDB", "EDCED", "AEDAE"]),
        (&Mystery3, |pegs| is_even(&counts(pegs), pegs.len()), ["1x3", "4x2"], ["EDBDB", "BABEA", "AGAEG", "ADCCA"]),
        (&Mystery4, |pegs| counts(pegs).len() <= 4, ["4x4", "4x3"], ["BEEDB", "DDEAC", "DDDDB", "BDEFF"]),
        (&Mystery5, |pegs| repeats(pegs, 2), ["4x2", "4x1"], ["BDBDB", "EAEAE", "AEAEA", "EDEDE"]),
        (&TwoColor2024, |pegs| counts(pegs).len() == 2, ["2x2", "1x2"], ["DDBDD", "DBDDB", "ECCEE", "DDDDB"]),
        (
            &AbColor2024,
            |pegs| counts(pegs).len() == 2 && pegs.iter().all(|&c| c < 2),
            ["2x2", "1x2"],
            ["AABBA", "BBAAA", "BAABB", "AABBA"],
        ),
        (&UsuallyFewer2024, |_| true, ["4x3", "4x2"], ["EAAEE", "BCCFB", "DDDDB", "DDEEE"]),
    ];

    fn counts(pegs: &[usize]) -> Vec<usize> {
        let count = |color| pegs.iter().filter(|&&peg| peg == color).count();
        (0..Color::MAX).map(count).filter(|&count| count > 0).collect()
    }

    /// Whether the counts are those of three colors, of which some may have no peg, and differ by at most one.
    fn is_even(counts: &[usize], pegs: usize) -> bool {
        counts.len() == pegs.min(3) && counts.iter().all(|&count| count == pegs / 3 || count == pegs / 3 + 1)
    }

    /// Whether the pegs repeat `period` distinct colors, or begin to do so.
    fn repeats(pegs: &[usize], period: usize) -> bool {
        let are_distinct = (0..period.min(pegs.len())).all(|i| (0..i).all(|j| pegs[i] != pegs[j]));
        are_distinct && (0..pegs.len()).all(|i| pegs[i] == pegs[i % period])
    }

    /// At all supported games of up to 8 pegs, 8 colors and 20 000 codes.
    #[test]
    fn rules_make_exactly_the_codes_of_their_plain_statements() {
        let boards = || (1..=8).flat_map(|pegs| (1..=8).map(move |colors| Game::new(pegs, colors).unwrap()));
        for &(scsa, can_make, ..) in RULES {
            let can_make = |code: &Code| can_make(&code.pegs().map(Color::index).collect::<Vec<_>>());
            for game in boards().filter(|game| game.count_at_most(20_000).is_some() && scsa.supports(*game)) {
                for code in game.codes() {
                    let p = scsa.probability(game, &code);
                    assert_eq!(p > 0.0, can_make(&code), "{} {game} {code}: {p}", scsa.name());
                }
            }
        }
    }

    /// A change of any of the first draws changes every tournament.
    #[test]
    fn every_rule_has_its_games_and_first_draws() {
        assert!(with_variants().all(|scsa| RULES.iter().any(|row| row.0.name() == scsa.name())));
        for &(scsa, _, [supported, unsupported], first) in RULES {
            assert!(scsa.supports(supported.parse().unwrap()), "{} {supported}", scsa.name());
            assert!(!unsupported.parse().is_ok_and(|game| scsa.supports(game)), "{} {unsupported}", scsa.name());
            let mut rng = Rng::new(2026);
            let drawn = first.map(|_| scsa.draw("5x7".parse().unwrap(), &mut rng).to_string());
            assert_eq!(drawn, first, "{}", scsa.name());
        }
    }

    #[test]
    fn probabilities_at_20x26_are_known() {
        let code = "ABABABABABABABABABAB".parse().unwrap();
        let of = |scsa: &dyn Scsa| scsa.probability("20x26".parse().unwrap(), &code);
        assert_eq!(of(&TwoColor), 1.0 / (26.0 * 25.0 / 2.0) / 1_048_576.0);
        assert_eq!(of(&TwoColorAlternating), 1.0 / (26.0 * 25.0));
    }
}
