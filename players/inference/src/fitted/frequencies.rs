//! Frequencies of colors: at all pegs alike, peg by peg, a set of colors, and the number of colors in the palette.

use crate::counting::{color, counts, distinct_table, listed, pick, power};
use crate::family::{self, Family, FnModel, Model, WeightedModels, WeightedSample, total};
use crate::fixed::palettes::palette_at;
use crate::transfer::{self, ColorDistribution, even, normalized};
use scsa::{Code, Color, Game, Rng, Scsa, algorithms};

/// What is added to the number of times that each color was seen, at all pegs.
const UNSEEN: f64 = 0.1;

/// How often each color was seen, at any peg.
struct Frequencies {
    home: Game,
    seen: ColorDistribution,
    pegs: f64,
}

/// The frequencies of colors in those codes, the same at all pegs.
pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let models = |fitted: &Frequencies, game: Game| {
        let rows = transfer::frequencies(&fitted.row(), fitted.home, game);
        family::weighted(rows.into_iter().map(|(weight, row)| (weight, frequencies_model(game, row))))
    };
    Some(Family::fitted("color-frequencies", Frequencies::of(home, codes), None, models, |fitted, code, share| {
        code.pegs().map(|color| fitted.one_without(color, code.count(color), share)).product()
    }))
}

impl Frequencies {
    fn of(home: Game, codes: WeightedSample) -> Frequencies {
        let mut seen = [0.0; Color::MAX];
        for (code, share) in codes {
            for (sum, count) in seen.iter_mut().zip(counts(code)) {
                *sum += share * f64::from(count);
            }
        }
        Frequencies { home, seen, pegs: total(codes) * home.pegs() as f64 }
    }

    fn row(&self) -> ColorDistribution {
        normalized(self.seen.map(|seen| seen + UNSEEN), self.home)
    }

    /// The frequency of one color, without a code that has it at `count` pegs.
    fn one_without(&self, color: Color, count: usize, share: f64) -> f64 {
        let pegs = (self.pegs - share * self.home.pegs() as f64).max(0.0);
        let seen = (self.seen[color.index()] - share * count as f64).max(0.0);
        (seen + UNSEEN) / (pegs + UNSEEN * self.home.colors() as f64)
    }
}

pub fn frequencies_model(game: Game, row: ColorDistribution) -> impl Model {
    let probability = move |code: &Code| code.pegs().map(|color| row[color.index()]).product();
    let draw = move |rng: &mut Rng| Code::from_fn(game, |_| color(pick(&row, rng)));
    FnModel::new(format!("every peg is drawn from {}", percentages(&row)), probability, draw)
}

/// The colors of a row with how many percent they have, as far as they have one.
fn percentages(row: &ColorDistribution) -> String {
    let mut order: Vec<usize> = (0..Color::MAX).filter(|&index| row[index] >= 0.005).collect();
    order.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
    let words: Vec<String> =
        order.iter().map(|&index| format!("{} {:.0} %", color(index), row[index] * 100.0)).collect();
    words.join(", ")
}

/// What is added to what was seen at a peg, spread over all colors.
const UNSEEN_AT_PEG: f64 = 0.5;
/// A color in fewer of all cases than this part is not one of those from which a peg is drawn.
const FEW: f64 = 0.01;
/// From what a peg can be drawn, and how probable that is before anything is seen: from all colors, from the colors of all
/// pegs, from those of every other peg, from those of this peg, or evenly from the colors that come at this peg.
const SOURCES: usize = 5;
const PRIOR: [f64; SOURCES] = [0.4, 0.2, 0.15, 0.15, 0.1];
/// The place of the frequencies of a peg among the sources.
const OWN: usize = 3;
/// The probability that frequencies are stretched over the colors of another game.
const STRETCHED: f64 = 0.3;
/// The weight of the uniform distribution at another number of pegs.
const OTHER_PEGS: f64 = 0.15;

/// How often each color was seen at each peg, and what that says of its source.
struct PegFrequencies {
    home: Game,
    common: Frequencies,
    /// Of the pegs 1, 3, 5 … and of the others.
    halves: [ColorDistribution; 2],
    own: Vec<ColorDistribution>,
    all: f64,
    sources: Vec<[f64; SOURCES]>,
}

pub fn fit_pegs(home: Game, codes: WeightedSample) -> Option<Family> {
    let mut pegs = PegFrequencies {
        home,
        common: Frequencies::of(home, codes),
        halves: [[0.0; Color::MAX]; 2],
        own: vec![[0.0; Color::MAX]; home.pegs()],
        all: total(codes),
        sources: vec![PRIOR; home.pegs()],
    };
    for (code, share) in codes {
        for (peg, color) in code.pegs().enumerate() {
            pegs.halves[peg % 2][color.index()] += share;
            pegs.own[peg][color.index()] += share;
        }
    }
    pegs.judge(codes);
    Some(Family::fitted("peg-frequencies", pegs, None, PegFrequencies::models, |pegs, code, share| {
        (0..code.len()).fold(1.0, |product, peg| {
            let of_sources = pegs.peg_without(code, peg, share);
            product * pegs.sources[peg].iter().zip(of_sources).map(|(weight, p)| weight * p).sum::<f64>()
        })
    }))
}

/// Whether a color that was seen so often among `all` cases is one of those from which a peg is drawn.
fn is_member(seen: f64, all: f64) -> bool {
    seen > FEW * all + 1e-9
}

/// The probability of a color that is drawn evenly from those that come in a row, or rarely from the others.
fn of_set(row: &ColorDistribution, index: usize, all: f64, colors: usize) -> f64 {
    let count = row[..colors].iter().filter(|&&seen| is_member(seen, all)).count();
    if count == 0 || count == colors {
        return 1.0 / colors as f64;
    }
    let others: f64 = row[..colors].iter().filter(|&&seen| !is_member(seen, all)).sum();
    let others = (others + UNSEEN_AT_PEG) / (all + UNSEEN_AT_PEG);
    if is_member(row[index], all) { (1.0 - others) / count as f64 } else { others / (colors - count) as f64 }
}

impl PegFrequencies {
    /// Judges the sources by how probable each code is made by all the others.
    fn judge(&mut self, codes: WeightedSample) {
        let mut evidence = vec![[0.0; SOURCES]; self.home.pegs()];
        for (code, share) in codes {
            for (peg, sums) in evidence.iter_mut().enumerate() {
                for (sum, probability) in sums.iter_mut().zip(self.peg_without(code, peg, *share)) {
                    *sum += share * libm::log(probability);
                }
            }
        }
        // A part of what such frequencies cost: judging each code by the others has charged the rest.
        let charge = 0.5 * (0.5 * libm::log(self.all.max(1.0)) - 1.0).max(0.0);
        for (peg, (sources, mut sums)) in self.sources.iter_mut().zip(evidence).enumerate() {
            let frequencies = self.own[peg].iter().filter(|&&seen| seen > 0.5).count();
            sums[OWN] -= charge * frequencies.saturating_sub(1) as f64;
            let most = sums.iter().fold(f64::NEG_INFINITY, |most, &sum| most.max(sum));
            let weights: [f64; SOURCES] = std::array::from_fn(|source| PRIOR[source] * libm::exp(sums[source] - most));
            let all: f64 = weights.iter().sum();
            *sources = weights.map(|weight| weight / all);
        }
    }

    /// How probable the color of a peg of the code is from each source, judged by the other codes.
    fn peg_without(&self, code: &Code, peg: usize, share: f64) -> [f64; SOURCES] {
        let (color, colors) = (code.peg(peg), self.home.colors());
        let from =
            |seen: f64, all: f64| (seen.max(0.0) + UNSEEN_AT_PEG / colors as f64) / (all.max(0.0) + UNSEEN_AT_PEG);
        let in_half = (peg % 2..code.len()).step_by(2);
        let half = in_half.len() as f64;
        let of_half = in_half.filter(|&other| code.peg(other) == color).count() as f64;
        let mut own = self.own[peg];
        own[color.index()] = (own[color.index()] - share).max(0.0);
        let all = (self.all - share).max(0.0);
        [
            1.0 / colors as f64,
            self.common.one_without(color, code.count(color), share),
            from(self.halves[peg % 2][color.index()] - share * of_half, all * half),
            from(own[color.index()], all),
            of_set(&own, color.index(), all, colors),
        ]
    }

    /// The frequencies at a peg of the home, in a game with as many or other colors, over which they are stretched or not.
    fn row(&self, peg: usize, game: Game, stretched: bool) -> ColorDistribution {
        let colors = self.home.colors();
        let seen =
            |row: &ColorDistribution| normalized(row.map(|seen| seen + UNSEEN_AT_PEG / colors as f64), self.home);
        let set =
            std::array::from_fn(
                |index| {
                    if index < colors { of_set(&self.own[peg], index, self.all, colors) } else { 0.0 }
                },
            );
        let [all, common, half, own, of_set] = self.sources[peg];
        let transferred = |row: &ColorDistribution| transfer::row(row, self.home, game, stretched);
        let sources = [
            (all, even(game)),
            (common, transferred(&self.common.row())),
            (half, transferred(&seen(&self.halves[peg % 2]))),
            (own, transferred(&seen(&self.own[peg]))),
            (of_set, transferred(&set)),
        ];
        transfer::mean(&sources, game)
    }

    /// With other pegs they are counted from both ends, from one, or in proportion; with other colors these keep their letters, or the
    /// frequencies are stretched.
    fn models(&self, game: Game) -> WeightedModels {
        let (home, pegs) = (self.home.pegs(), game.pegs());
        type AtHome = fn(usize, usize, usize) -> Option<usize>;
        let ways: [(f64, AtHome); 4] = [
            (0.4, |peg, behind, home| match home / 2 {
                half if peg < half => Some(peg),
                half if behind < half => Some(home - 1 - behind),
                _ => None,
            }),
            (0.3, |peg, _, home| (peg < home).then_some(peg)),
            (0.15, |_, behind, home| (home - 1).checked_sub(behind)),
            (0.15, |peg, behind, home| Some(peg * home / (peg + behind + 1))),
        ];
        let ways = if pegs == home { &ways[1..2] } else { &ways[..] };
        let of_stretched = if game.colors() == self.home.colors() { 0.0 } else { STRETCHED };
        let mut models = Vec::new();
        for (part, stretched) in [(1.0 - of_stretched, false), (of_stretched, true)] {
            let rows: Vec<ColorDistribution> = (0..home).map(|peg| self.row(peg, game, stretched)).collect();
            // A peg that is in no reach is as those between the ends, of the same half.
            let between = |parity: usize| {
                let inner = (1..home - 1).filter(|peg| peg % 2 == parity).map(|peg| (1.0, rows[peg]));
                transfer::mean(&inner.collect::<Vec<_>>(), game)
            };
            for (weight, at_home) in ways {
                let row = |peg| at_home(peg, pegs - 1 - peg, home).map_or_else(|| between(peg % 2), |peg| rows[peg]);
                models.push((weight * part, peg_frequencies_model(game, (0..pegs).map(row).collect())));
            }
        }
        let models = family::weighted(models);
        if pegs == home { models } else { transfer::with_uniform_share(models, OTHER_PEGS, game) }
    }
}

fn peg_frequencies_model(game: Game, rows: Vec<ColorDistribution>) -> impl Model {
    let least = 1.0 / game.colors() as f64;
    let uneven = |row: &ColorDistribution| row.iter().any(|&share| share > 1.5 * least + 0.02);
    let pegs: Vec<usize> = (0..rows.len()).filter(|&peg| uneven(&rows[peg])).collect();
    let words = pegs.iter().take(6).map(|&peg| format!("peg {} {}", peg + 1, percentages(&rows[peg])));
    let words = words.collect::<Vec<_>>().join("; ");
    let description = match pegs.len() {
        0 => "each peg has its own frequencies, all of them about even".to_owned(),
        some if some > 6 => format!("each peg has its own frequencies: {words}; and {} more", some - 6),
        _ => format!("each peg has its own frequencies: {words}"),
    };
    let drawn = rows.clone();
    let probability = move |code: &Code| code.pegs().zip(&rows).map(|(color, row)| row[color.index()]).product();
    FnModel::new(description, probability, move |rng: &mut Rng| {
        Code::from_fn(game, |peg| color(pick(&drawn[peg], rng)))
    })
}

/// In how many codes each color was seen.
struct ColorSet {
    home: Game,
    seen: [f64; Color::MAX],
    codes: f64,
}

/// The colors of those codes, if they are not all: every peg is drawn evenly from them.
pub fn fit_set(home: Game, codes: WeightedSample) -> Option<Family> {
    let mut set = ColorSet { home, seen: [0.0; Color::MAX], codes: total(codes) };
    for (code, share) in codes {
        counts(code).iter().zip(&mut set.seen).filter(|(count, _)| **count > 0).for_each(|(_, sum)| *sum += share);
    }
    let members = set.members().iter().filter(|&&member| member).count();
    (members > 0 && members < home.colors()).then(|| {
        Family::fitted("certain-colors", set, None, ColorSet::models, |set, code, share| {
            let counts = counts(code);
            let codes = (set.codes - share).max(0.0);
            let seen = |index: usize| set.seen[index] - if counts[index] > 0 { share } else { 0.0 };
            let members = (0..Color::MAX).filter(|&index| is_member(seen(index), codes));
            if (0..Color::MAX).any(|index| counts[index] > 0 && !is_member(seen(index), codes)) {
                return 0.0;
            }
            1.0 / power(members.count(), code.len())
        })
    })
}

impl ColorSet {
    fn members(&self) -> [bool; Color::MAX] {
        self.seen.map(|codes| is_member(codes, self.codes))
    }

    fn models(&self, game: Game) -> WeightedModels {
        family::weighted(transfer::sets(&self.members(), self.home, game).into_iter().map(|(weight, set)| {
            let colors: Vec<Color> = game.palette().filter(|color| set[color.index()]).collect();
            let description = match &*colors {
                [one] => format!("every peg is {one}"),
                some => format!("every peg is drawn from {}", listed(some.iter().copied())),
            };
            let each = 1.0 / power(colors.len(), game.pegs());
            let probability = move |code: &Code| if code.pegs().all(|color| set[color.index()]) { each } else { 0.0 };
            let draw = move |rng: &mut Rng| Code::from_fn(game, |_| colors[rng.below(colors.len())]);
            (weight, FnModel::new(description, probability, draw).by_distinct(true))
        }))
    }
}

const PASSES: usize = 60;
/// The probability that all colors of the home are as many colors elsewhere, and not all there.
const NOT_ALL: f64 = 0.15;

/// By index, from 0 to the number of colors.
type ByColorNumber = [f64; Color::MAX + 1];

struct NumberOfColors {
    home: Game,
    drawn: ByColorNumber,
    all: f64,
    with: Vec<ByColorNumber>,
}

pub fn fit_number_of_colors(home: Game, codes: WeightedSample) -> Option<Family> {
    let most = home.colors();
    let mut with = vec![[0.0; Color::MAX + 1]; Color::MAX + 1];
    for colors in 1..=most {
        let table = distinct_table(home, |code| algorithms::Palette { colors }.probability(home, code));
        with.iter_mut().zip(table).for_each(|(row, p)| row[colors] = p);
    }
    let mut showing = [0.0; Color::MAX + 1];
    codes.iter().for_each(|(code, share)| showing[code.distinct()] += share);
    let all = total(codes);
    let mut fitted = NumberOfColors { home, drawn: [all / most as f64; Color::MAX + 1], all, with };
    for _ in 0..PASSES {
        let mut drawn = [0.0; Color::MAX + 1];
        for (shown, &share) in showing.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            drawn.iter_mut().zip(fitted.posterior(shown)).for_each(|(sum, part)| *sum += share * part);
        }
        fitted.drawn = drawn;
    }
    Some(Family::fitted(
        "palettes",
        fitted,
        None,
        |fitted, game| {
            if game.colors() <= fitted.home.colors() {
                return family::only(fitted.model(game, false));
            }
            family::weighted([(1.0 - NOT_ALL, fitted.model(game, true)), (NOT_ALL, fitted.model(game, false))])
        },
        |fitted, code, share| {
            let shown = code.distinct();
            let parts = fitted.posterior(shown);
            let weight = |colors: usize| (fitted.weight(colors) - share * parts[colors]).max(0.0);
            let most = fitted.home.colors();
            let sum: f64 = (1..=most).map(|colors| weight(colors) * fitted.with[shown][colors]).sum();
            sum / (fitted.all - share + UNSEEN * most as f64)
        },
    ))
}

impl NumberOfColors {
    fn weight(&self, colors: usize) -> f64 {
        if (1..=self.home.colors()).contains(&colors) { self.drawn[colors] + UNSEEN } else { 0.0 }
    }

    fn posterior(&self, shown: usize) -> ByColorNumber {
        let joint: ByColorNumber = std::array::from_fn(|colors| self.weight(colors) * self.with[shown][colors]);
        let sum: f64 = joint.iter().sum();
        joint.map(|p| if sum > 0.0 { p / sum } else { 0.0 })
    }

    /// The model with the numbers of the home; `all` tells whether all its colors are all colors of the game.
    fn model(&self, game: Game, all: bool) -> impl Model + use<> {
        let most = self.home.colors();
        let mut weights = [0.0; Color::MAX + 1];
        for colors in 1..=most {
            let here = if all && colors == most { Color::MAX } else { colors };
            weights[here.min(game.colors())] += self.weight(colors);
        }
        let sum: f64 = weights.iter().sum();
        let models: WeightedModels = (1..weights.len())
            .flat_map(|colors| {
                let weight = weights[colors] / sum;
                palette_at(colors, game).into_iter().map(move |(part, model)| (weight * part, model))
            })
            .collect();
        let table = distinct_table(game, |code| family::probability(&models, code));
        let mut order: Vec<usize> = (0..weights.len()).filter(|&colors| weights[colors] >= 0.005 * sum).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        let words = order.iter().map(|&colors| {
            let number = if colors == game.colors() { "all".to_owned() } else { colors.to_string() };
            format!("{number} ({:.0} %)", 100.0 * weights[colors] / sum)
        });
        let words = words.collect::<Vec<_>>().join(", ");
        let draw = move |rng: &mut Rng| {
            let weights: Vec<f64> = models.iter().map(|(weight, _)| *weight).collect();
            models[pick(&weights, rng)].1.draw(rng)
        };
        let description = format!("{words} of the colors are drawn, then every peg from them");
        FnModel::new(description, move |code: &Code| table[code.distinct()], draw).by_distinct(true)
    }
}
