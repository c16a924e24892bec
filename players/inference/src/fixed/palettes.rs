//! Rules about which colors a code has and how often: palettes, shapes, the mixtures of the contest.

use crate::counting::{FACTORIALS, counts, distinct_table, shuffled};
use crate::family::{Family, FnModel, Model, WeightedModels, only};
use scsa::{Code, Color, Game, Rng, Scsa, algorithms};

/// An algorithm of the contest. `by_distinct` is whether all codes with equal numbers of distinct colors are equally probable.
pub fn contest(scsa: &'static dyn Scsa, by_distinct: bool) -> Family {
    Family::fixed(scsa.name(), move |game| {
        if !scsa.supports(game) {
            return Vec::new();
        }
        let table = by_distinct.then(|| distinct_table(game, |code| scsa.probability(game, code)));
        let probability = move |code: &Code| match &table {
            Some(table) => table[code.distinct()],
            None => scsa.probability(game, code),
        };
        let draw = move |rng: &mut Rng| scsa.draw(game, rng);
        only(FnModel::new(scsa.summary(), probability, draw).by_distinct(scsa.by_distinct()))
    })
}

/// That number of colors is drawn, all where a game has fewer, then every peg from them.
pub fn palette(colors: usize) -> Family {
    Family::fixed(if colors >= Color::MAX { "all-colors" } else { "palette" }, move |game| palette_at(colors, game))
}

/// Every peg is drawn from all colors: every code is equally probable.
pub fn all_colors() -> Family {
    palette(Color::MAX)
}

pub fn palette_at(colors: usize, game: Game) -> WeightedModels {
    let colors = colors.clamp(1, game.colors());
    let scsa = algorithms::Palette { colors };
    let table = distinct_table(game, |code| scsa.probability(game, code));
    let is_uniform = colors == game.colors();
    let description = match colors {
        1 => "one color is drawn for all pegs".to_owned(),
        _ if is_uniform => "every peg is drawn from all colors".to_owned(),
        some => format!("{some} colors are drawn, then every peg from them"),
    };
    let probability = move |code: &Code| table[code.distinct()];
    let draw = move |rng: &mut Rng| scsa.draw(game, rng);
    only(FnModel { description, by_distinct: true, is_uniform, cost: 2, probability, draw })
}

pub type CountShape = [u8; Color::MAX];

pub fn shape(code: &Code) -> CountShape {
    let mut shape = counts(code);
    shape.sort_unstable_by(|a, b| b.cmp(a));
    shape
}

/// The number of codes with these counts, the most frequent color first.
pub fn shape_codes(shape: &[u8], game: Game) -> f64 {
    let mut codes = FACTORIALS[game.pegs()];
    let mut run = 0;
    for (place, &count) in shape.iter().enumerate().take_while(|(_, count)| **count > 0) {
        codes *= game.colors().saturating_sub(place) as f64 / FACTORIALS[usize::from(count)];
        run = if place > 0 && shape[place - 1] == count { run + 1 } else { 1 };
        // Colors with equal counts can change places.
        codes /= run as f64;
    }
    codes
}

/// All codes of the shape are equally probable.
fn shape_model(game: Game, of: CountShape, description: String) -> impl Model {
    let (each, distinct) = (1.0 / shape_codes(&of, game), of.iter().filter(|&&count| count > 0).count());
    let probability = move |code: &Code| if code.distinct() == distinct && shape(code) == of { each } else { 0.0 };
    let draw = move |rng: &mut Rng| {
        let mut palette: Vec<Color> = game.palette().collect();
        rng.shuffle(&mut palette);
        let colors = palette.into_iter().zip(of);
        let mut pegs = colors.flat_map(|(color, count)| std::iter::repeat_n(color, usize::from(count)));
        shuffled(&Code::from_fn(game, |_| pegs.next().unwrap_or(Color::A)), rng)
    };
    // Only one shape has as many colors as pegs, one fewer, or one only.
    FnModel::new(description, probability, draw).by_distinct(distinct == 1 || distinct + 1 >= game.pegs())
}

/// No color twice, as long as there are enough.
pub fn distinct() -> Family {
    balanced(Color::MAX)
}

/// That number of distinct colors, all where a game has fewer, have counts as equal as possible, and the pegs are shuffled. With no
/// more pegs than colors no color comes twice.
pub fn balanced(colors: usize) -> Family {
    Family::fixed(if colors >= Color::MAX { "distinct" } else { "shared-evenly" }, move |game| {
        let sharers = colors.clamp(1, game.colors());
        let (least, more) = (game.pegs() / sharers, game.pegs() % sharers);
        let count = |place: usize| if place < sharers { least + usize::from(place < more) } else { 0 };
        let shape = std::array::from_fn(|place| count(place) as u8);
        let description = if sharers == 1 {
            "one color is drawn for all pegs".to_owned()
        } else if game.pegs() <= sharers {
            "no color twice".to_owned()
        } else {
            format!("{sharers} colors share the pegs as evenly as can be, shuffled")
        };
        only(shape_model(game, shape, description))
    })
}
