//! The rules that are weighed, and how probable each is before any code is seen.

use crate::{
    fitted::{
        affine, bound, color_set,
        count_of::{self, Class},
        counts, frequencies, key,
        links::{self, Links},
        list, markov, palettes, pegs, pinned, recency, run_lengths, shapes, steps,
    },
    kinds::{
        again::{Again, Tint, Turn},
        apart::{Apart, Split},
        arithmetic::Arithmetic,
        balanced::Balanced,
        chain::Neighbours,
        disturbed::{Disturbance, Disturbed, Stride},
        grouped::Grouped,
        known::Known,
        mountain::Mountain,
        noisy::{Changed, Noisy},
        once::Once,
        ordered::{Order, Ordered, Sorted, paints},
        palette::Palette,
        parted::{Border, Parted},
        shown::Shown,
        shuffles::Shuffles,
        sum::Sum,
        tied,
        tied::Tied,
        ties::{Ties, patterns},
    },
    law::{Fit, Fitted, Kind, Shares},
};
use scsa::{Color, Size, algorithms};
use std::sync::Arc;

/// The rules without parameters, each with a weight; the rule that makes all codes equally likely is the first.
pub fn rules() -> Vec<(f64, Arc<dyn Kind>)> {
    let mut rules: Vec<(f64, Arc<dyn Kind>)> = vec![(8.0, Arc::new(Palette::ALL))];
    let mut add = |weight: f64, kind: Arc<dyn Kind>| rules.push((weight, kind));
    for scsa in algorithms::with_variants() {
        let by_distinct = match scsa.name() {
            "usually-fewer" | "usually-fewer-2024" | "prefer-fewer" | "mystery-1" => true,
            "ab-color" | "ab-color-2024" => false,
            // The others are among the rules below.
            _ => continue,
        };
        add(2.0, Arc::new(Known { scsa, by_distinct }));
    }
    for (colors, weight) in (1..=12).zip([2.0, 3.0, 1.5, 1.5, 0.3, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05]) {
        add(weight, Arc::new(Palette(colors)));
    }
    for (colors, weight) in (2..=10).zip([2.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1]) {
        add(weight, Arc::new(Shown(colors)));
    }
    add(3.0, Arc::new(Balanced::DISTINCT));
    for (colors, weight) in (2..=8).zip([1.0, 2.0, 0.6, 0.4, 0.2, 0.1, 0.1]) {
        add(weight, Arc::new(Balanced(colors)));
    }
    for (shuffles, weight) in [(Shuffles::Same, 0.5), (Shuffles::Turned, 0.1), (Shuffles::Anew, 0.3)] {
        add(weight, Arc::new(shuffles));
    }
    for (ties, weight) in patterns() {
        add(weight * 0.4, Arc::new(Tied { ties, paint: Arc::new(Palette::ALL) }));
        add(weight * 0.4, Arc::new(Tied { ties, paint: Arc::new(Balanced::DISTINCT) }));
        if ties == Ties::Period(2) {
            // Two pegs differ in one way only.
            continue;
        }
        for paint in [Arc::new(Neighbours::Differ) as Arc<dyn Kind>, Arc::new(Palette(2)), Arc::new(Shown(2))] {
            add(weight * 0.05, Arc::new(Tied { ties, paint }));
        }
    }
    for border in [Border::Middle, Border::EveryOther] {
        let sorted = |order| Arc::new(Ordered { order, paint: Arc::new(Palette::ALL) }) as Arc<dyn Kind>;
        let (up, down) = (sorted(Order::Ascending), sorted(Order::Descending));
        let paints: [Arc<dyn Kind>; 6] = [
            Arc::new(Palette(2)),
            Arc::new(Palette(3)),
            Arc::new(Shown(2)),
            Arc::new(Balanced::DISTINCT),
            Arc::clone(&up),
            Arc::clone(&down),
        ];
        let alike = paints.map(|paint| [Arc::clone(&paint), paint]);
        for paints in alike.into_iter().chain([[Arc::clone(&up), Arc::clone(&down)], [down, up]]) {
            add(0.08, Arc::new(Parted { border, paints }));
        }
        for split in [Split::Fewer, Split::More, Split::Each(2), Split::Each(3)] {
            add(0.05, Arc::new(Apart { border, split }));
        }
    }
    for valley in [false, true] {
        add(0.1, Arc::new(Mountain { valley }));
    }
    for (turn, tint) in [
        (Turn::Rotated, Tint::Same),
        (Turn::Shuffled, Tint::Same),
        (Turn::Same, Tint::Next),
        (Turn::Same, Tint::Opposite),
        (Turn::Reversed, Tint::Next),
        (Turn::Reversed, Tint::Opposite),
    ] {
        for middle in [false, true] {
            add(0.05, Arc::new(Again { turn, tint, middle }));
        }
    }
    for (neighbours, weight) in [
        (Neighbours::Differ, 1.0),
        (Neighbours::Near, 0.5),
        (Neighbours::Next, 0.3),
        (Neighbours::Far, 0.1),
        (Neighbours::ChangeParity, 0.1),
    ] {
        add(weight, Arc::new(neighbours));
    }
    for still in [false, true] {
        add(0.3, Arc::new(Arithmetic { still }));
    }
    for order in [Order::Ascending, Order::Descending, Order::Grouped] {
        for paint in paints() {
            add(0.1, Arc::new(Ordered { order, paint }));
        }
    }
    for descending in [false, true] {
        add(0.2, Arc::new(Sorted { descending }));
    }
    for (colors, weight) in [(Some(2), 0.2), (Some(3), 0.2), (Some(4), 0.1), (None, 0.1)] {
        add(weight, Arc::new(Grouped(colors)));
    }
    for once in [Once::First, Once::Last] {
        add(0.1, Arc::new(once));
    }
    for (ties, once) in [(Ties::Ends, Once::First), (Ties::Odd, Once::First), (Ties::Even, Once::Second)] {
        add(0.1, Arc::new(Tied { ties, paint: Arc::new(once) }));
    }
    for (ties, weight) in patterns() {
        for (changed, share) in changes(ties) {
            add(weight * share, Arc::new(Noisy { ties, changed }));
        }
    }
    for stride in [Stride::Next, Stride::Either, Stride::Any] {
        let rates: &[f64] = if stride == Stride::Any { &[0.1] } else { &[0.1, 0.2] };
        let others = [Disturbance::One, Disturbance::Exchanges(1), Disturbance::Exchanges(2)];
        for disturbance in others.into_iter().chain(rates.iter().map(|&rate| Disturbance::Rate(rate))) {
            add(0.03, Arc::new(Disturbed { stride, disturbance }));
        }
    }
    for (divisor, rest) in [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (0, 0)] {
        add(0.1, Arc::new(Sum { divisor, rest }));
    }
    rules
}

/// What may be changed of a pattern, each with a part of its weight. Rules that make every code possible are the ones that take
/// time when rules are weighed: there are more of them for the patterns that are more common.
fn changes(ties: Ties) -> Vec<(Changed, f64)> {
    let new = matches!(ties, Ties::Period(2 | 3) | Ties::Blocks(2 | 3));
    let rates: &[f64] = match ties {
        Ties::Period(2..=4) | Ties::Mirror => &[0.05, 0.1, 0.2],
        Ties::Repeats(2) | Ties::Runs(2) | Ties::Blocks(2 | 3) => &[0.1],
        _ => &[],
    };
    // Of the first and the last peg hardly anything is left when one peg is any.
    let one = (ties != Ties::Ends).then_some((Changed::One, 0.05));
    let one = one.into_iter().chain(new.then_some((Changed::OneNew, 0.03)));
    one.chain(rates.iter().map(|&rate| (Changed::Rate(rate), 0.03))).collect()
}

/// A rule with parameters to be fitted.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// As it stands.
    Plain(Fit),
    /// For the groups of a pattern.
    Tied(Ties, Fit),
    /// For the pegs that do not always have the same color.
    Pinned(Fit),
    /// The number of pegs of those colors.
    CountOf(Class),
    /// The number of equal pegs among those compared.
    Links(Links),
}

impl Family {
    /// The rule that suits those codes of one size.
    pub fn fit(self, home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
        match self {
            Family::Plain(fit) => fit(home, codes),
            Family::Tied(ties, fit) => tied::fit(ties, fit, home, codes),
            Family::Pinned(fit) => pinned::fit(fit, home, codes),
            Family::CountOf(class) => count_of::fit(class, home, codes),
            Family::Links(links) => links::fit(links, home, codes),
        }
    }
}

/// The rules with parameters to be fitted, each with a weight.
pub fn families() -> Vec<(f64, Family)> {
    let mut families = vec![
        (1.0, Family::Plain(frequencies::fit)),
        (1.0, Family::Plain(color_set::fit)),
        (1.0, Family::Plain(counts::fit)),
        (0.3, Family::Pinned(counts::fit)),
        (1.5, Family::Plain(palettes::fit)),
        (0.5, Family::Plain(palettes::fit_shown)),
        (0.5, Family::Plain(shapes::fit)),
        (1.0, Family::Plain(pegs::fit)),
        (0.5, Family::Plain(markov::fit)),
        (0.5, Family::Plain(steps::fit)),
        (0.5, Family::Plain(steps::fit_still)),
        (0.3, Family::Plain(affine::fit)),
        (0.2, Family::Plain(run_lengths::fit)),
        (0.2, Family::Plain(recency::fit)),
        (0.2, Family::Plain(bound::fit)),
        (0.2, Family::Plain(bound::fit_distinct)),
        (0.1, Family::Plain(bound::fit_alone)),
        (0.2, Family::Plain(key::fit)),
        (0.1, Family::Plain(list::fit)),
    ];
    for ties in
        [Ties::Period(2), Ties::Period(3), Ties::Mirror, Ties::Ends, Ties::Runs(2), Ties::Repeats(2), Ties::Blocks(2)]
    {
        families.push((0.05, Family::Tied(ties, frequencies::fit)));
        families.push((0.05, Family::Tied(ties, pegs::fit)));
    }
    families.extend((0..Color::MAX).map(|index| (0.04, Family::CountOf(Class::One(index)))));
    families.extend(Class::SEVERAL.map(|class| (0.1, Family::CountOf(class))));
    families.extend(Links::ALL.map(|links| (0.1, Family::Links(links))));
    families
}
