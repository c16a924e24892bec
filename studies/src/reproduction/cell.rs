//! What stands in a cell of a table.

use super::{comparison::Comparison, published::Quantity};

/// The size of a match.
pub fn size(figures: &[Comparison]) -> String {
    figures.first().map_or_else(String::new, |one| one.figure.size.to_owned())
}

/// The report's figure.
pub fn published(one: Option<&Comparison>, digits: usize) -> String {
    let Some(one) = one else { return none() };
    one.figure.value.map_or_else(|| "does not win".to_owned(), |value| format!("{value:.digits$}"))
}

/// Ours with its standard error.
pub fn here(one: Option<&Comparison>, digits: usize) -> String {
    let Some((value, se)) = one.and_then(|one| Some((one.here?, one.se))) else { return none() };
    match se {
        Some(se) => format!("{value:.digits$} ± {se:.digits$}"),
        None => format!("{value:.digits$}"),
    }
}

/// How far the figures are apart, in bold where that is too far for chance.
pub fn apart(one: Option<&Comparison>) -> String {
    let Some((one, apart)) = one.and_then(|one| Some((one, one.apart?))) else { return none() };
    // A minus sign, so that it stands out as much as the plus.
    let text = format!("{apart:+.1}").replace('-', "−");
    if one.is_far() { format!("**{text}**") } else { text }
}

/// Nothing.
pub fn none() -> String {
    "–".to_owned()
}

/// What is taken of a figure over all sizes.
#[derive(Clone, Copy)]
pub enum Measure {
    Mean,
    /// The standard deviation of a sample.
    Deviation,
}

/// As the report has them in Tables 5 and 6.
pub const MEASURES: [Measure; 2] = [Measure::Mean, Measure::Deviation];

impl Measure {
    pub const fn name(self) -> &'static str {
        match self {
            Measure::Mean => "mean",
            Measure::Deviation => "standard deviation",
        }
    }

    fn of(self, numbers: &[f64]) -> Option<f64> {
        let mean = |numbers: &[f64], less: usize| numbers.iter().sum::<f64>() / (numbers.len() - less) as f64;
        match self {
            Measure::Mean => (!numbers.is_empty()).then(|| mean(numbers, 0)),
            Measure::Deviation if numbers.len() > 1 => {
                let center = mean(numbers, 0);
                let squares: Vec<f64> = numbers.iter().map(|number| (number - center) * (number - center)).collect();
                Some(mean(&squares, 1).sqrt())
            }
            Measure::Deviation => None,
        }
    }
}

/// The report's and ours.
pub fn over_sizes(comparisons: &[Comparison], quantity: Quantity, measure: Measure) -> [String; 2] {
    let figures = || comparisons.iter().filter(move |one| one.figure.quantity == quantity);
    let told: Vec<f64> = figures().filter_map(|one| one.figure.value).collect();
    let found: Vec<f64> = figures().filter_map(|one| one.here).collect();
    [told, found].map(|numbers| measure.of(&numbers).map_or_else(none, |number| format!("{number:.2}")))
}
