//! Published figures of strategies at 4x6, each beside what is computed.

use super::{
    Analysis,
    exact::{LowestConsistent, RandomConsistent, Spread},
    facts,
};
use players::tree::Lengths;
use scsa::{Code, Color};

/// A page of 2016 on twelve strategies, several of them simulated over a million games.
pub const PAGE_2016: &str = "Dave Computes Mastermind Strategy, 2016";
/// One-step heuristics.
const KOOI: &str = "Kooi 2005, Yet another Mastermind strategy";
/// The games behind each simulated figure.
const SIMULATED: f64 = 1e6;

/// What a published figure is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The guesses of all secrets together.
    Total,
    /// The guesses of a secret on average.
    Average,
    /// The average of a million games.
    Simulated,
    /// The most guesses of any secret.
    Worst,
    /// The secrets that take the most guesses: how many.
    AtWorst,
    /// Something else, in a few words.
    Fact(&'static str),
}

impl Figure {
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Total => "total_guesses",
            Figure::Average => "average",
            Figure::Simulated => "average, simulated",
            Figure::Worst => "worst",
            Figure::AtWorst => "secrets at worst",
            Figure::Fact(name) => name,
        }
    }
}

/// A published figure.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The strategy as its source names it, colors as digits from 1.
    pub strategy: &'static str,
    pub figure: Figure,
    /// As published.
    pub claimed: String,
    pub source: &'static str,
    /// What there is to be said of it.
    pub remark: &'static str,
}

/// A published figure beside ours.
#[derive(Clone, Debug)]
pub struct Compared {
    pub claim: Claim,
    /// Ours; empty when nothing computes it.
    pub computed: String,
    pub agreed: Option<bool>,
}

impl Compared {
    /// Whether both agree, in a word.
    pub const fn agrees(&self) -> &'static str {
        match self.agreed {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        }
    }
}

/// Total, average, worst and how many are at worst; empty where nothing is said.
const FIGURES: [(&str, [&str; 4]); 14] = [
    ("lc", ["7471", "5.76", "9", "6"]),
    ("5463+lc", ["6021", "4.65", "", ""]),
    ("5466+lc", ["6021", "4.65", "", ""]),
    ("5463+4322+lc", ["5917", "4.57", "", ""]),
    ("5466+4322+lc", ["5885", "4.54", "", ""]),
    ("6564+4233+lc", ["5869", "4.53", "", ""]),
    ("6564+4332+lc", ["5869", "4.53", "", ""]),
    ("rc", ["", "", "9", ""]),
    ("easy", ["7471", "5.76", "9", ""]),
    ("advanced", ["6210", "4.79", "8", "1"]),
    ("knuth", ["5801", "4.48", "5", "694"]),
    ("consistent-knuth", ["5828", "4.50", "6", "54"]),
    ("average-consistent", ["5671", "4.38", "6", "19"]),
    ("koyama-lai", ["5625", "4.34", "6", ""]),
];

/// Averages over a million games each.
const SIMULATIONS: [(&str, &str); 8] = [
    ("rc", "4.64"),
    ("1111+rc", "5.13"),
    ("1112+rc", "4.74"),
    ("1122+rc", "4.64"),
    ("1123+rc", "4.61"),
    ("1234+rc", "4.67"),
    ("1123+2245+rc", "4.592"),
    ("1123+4415+rc", "4.593"),
];

/// Totals of one-step heuristics.
const HEURISTICS: [(&str, &str); 3] = [("most-parts", "5668"), ("expected-size", "5696"), ("entropy", "5722")];

/// All published figures beside ours.
pub fn all(analysis: &Analysis) -> Vec<Compared> {
    let claim = |strategy, figure, claimed: &str, source| Claim {
        strategy,
        figure,
        claimed: claimed.to_owned(),
        source,
        remark: remark(strategy, figure),
    };
    let quantities = [Figure::Total, Figure::Average, Figure::Worst, Figure::AtWorst];
    let figures = FIGURES.iter().flat_map(|(strategy, values)| {
        let told = quantities.iter().zip(values).filter(|(_, value)| !value.is_empty());
        told.map(|(figure, value)| claim(*strategy, *figure, value, PAGE_2016))
    });
    let simulations = SIMULATIONS.iter().map(|(name, value)| claim(*name, Figure::Simulated, value, PAGE_2016));
    let heuristics = HEURISTICS.iter().map(|(name, value)| claim(*name, Figure::Total, value, KOOI));
    let claims: Vec<Claim> = figures.chain(simulations).chain(heuristics).collect();
    claims.into_iter().map(|claim| compare(analysis, claim)).chain(facts::all(analysis)).collect()
}

fn remark(strategy: &str, figure: Figure) -> &'static str {
    match (strategy, figure) {
        ("rc", Figure::Worst) => "Too rare to be seen in any simulation.",
        ("5466+4322+lc", _) => "5466 takes 5885 with 3324 and 3342, the best second guesses after it.",
        ("6564+4233+lc" | "6564+4332+lc", Figure::Total) => "Right, but not the best: see X+Y+LC.",
        ("1123+4415+rc", _) => {
            "The same pair as 1123 and 2245 with other names for colors and pegs, in the other order."
        }
        ("most-parts" | "expected-size" | "entropy", _) => "Totals depend on how ties are broken.",
        ("easy", Figure::Total) => "Said to equal LC; by the rule that its sample game shows it does not quite.",
        _ => "",
    }
}

/// How long the games of a strategy are.
enum Games {
    Counted(Lengths),
    Expected(Box<Spread>),
}

fn compare(analysis: &Analysis, claim: Claim) -> Compared {
    let Some(games) = games(analysis, claim.strategy) else {
        return Compared { claim, computed: String::new(), agreed: None };
    };
    let (total, lengths): (f64, Vec<f64>) = match &games {
        Games::Counted(lengths) => {
            (lengths.total() as f64, lengths.by_guesses().iter().map(|&secrets| secrets as f64).collect())
        }
        Games::Expected(spread) => (spread.guesses(), spread.by_guesses().to_vec()),
    };
    let average = analysis.average(total);
    let (computed, agreed) = match claim.figure {
        Figure::Average | Figure::Simulated => {
            let decimals = claim.claimed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let square = (1..).zip(&lengths).map(|(guesses, secrets): (u32, _)| f64::from(guesses * guesses) * secrets);
            let variance = analysis.average(square.sum()) - average * average;
            let error = if claim.figure == Figure::Simulated { 3.0 * (variance / SIMULATED).sqrt() } else { 0.0 };
            // Rounded to its last digit, ours may be half of one away.
            let near = 0.5 * 0.1f64.powi(decimals as i32) + error + 1e-9;
            let claimed: Option<f64> = claim.claimed.parse().ok();
            (format!("{average:.6}"), claimed.map(|claimed| (claimed - average).abs() <= near))
        }
        Figure::Total => told(&claim.claimed, &total.to_string()),
        Figure::Worst => told(&claim.claimed, &lengths.len().to_string()),
        Figure::AtWorst => told(&claim.claimed, &lengths.last().copied().unwrap_or_default().to_string()),
        Figure::Fact(_) => (String::new(), None),
    };
    Compared { claim, computed, agreed }
}

/// Ours, and whether it is what is claimed, to the letter.
pub fn told(claimed: &str, computed: &str) -> (String, Option<bool>) {
    (computed.to_owned(), Some(claimed == computed))
}

/// The games of a strategy by its published name: fixed guesses and `lc` or `rc`, or a player.
fn games(analysis: &Analysis, strategy: &str) -> Option<Games> {
    let mut words: Vec<&str> = strategy.split('+').collect();
    let then = words.pop()?;
    let first: Option<Vec<u16>> = words.into_iter().map(|digits| place(analysis, digits)).collect();
    let (first, all) = (first?, analysis.matrix.all());
    Some(match then {
        "lc" => Games::Counted(LowestConsistent::new(&analysis.matrix).lengths(&all, &first)),
        "rc" => {
            let free = &analysis.random.as_ref()?.first;
            let fixed = || free.fixed.iter().find(|(class, _)| class.members.as_slice().contains(&first[0]));
            Games::Expected(Box::new(match first.len() {
                0 => free.free,
                1 => fixed()?.1,
                _ => RandomConsistent::new(&analysis.matrix).with_first(&all, &first),
            }))
        }
        name => Games::Counted(analysis.roster.find(name)?.lengths.clone()),
    })
}

/// The place of a code that is written with digits from 1.
pub fn place(analysis: &Analysis, digits: &str) -> Option<u16> {
    let colors: Option<Vec<Color>> =
        digits.bytes().map(|digit| Color::new(usize::from(digit).checked_sub(usize::from(b'1'))?)).collect();
    let code = Code::new(&colors?).ok()?;
    analysis.size().admits(&code).then(|| analysis.matrix.place(&code))
}

/// A code with digits from 1 for colors.
pub fn digits(analysis: &Analysis, code: u16) -> String {
    analysis.matrix.code(code).pegs().map(|color| (color.index() + 1).to_string()).collect()
}
