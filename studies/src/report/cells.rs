//! The cells of the tables on the pages.

use super::{comparison::Comparison, published::FigureQuantity};

/// The size of a match.
pub fn size(figures: &[Comparison]) -> String {
    figures.first().map_or_else(String::new, |one| one.figure.size.to_owned())
}

/// The published figure.
pub fn published(one: Option<&Comparison>, digits: usize) -> String {
    let Some(one) = one else { return none() };
    one.figure.value.map_or_else(|| "does not win".to_owned(), |value| format!("{value:.digits$}"))
}

/// The measured figure with its standard error.
pub fn measured(one: Option<&Comparison>, digits: usize) -> String {
    let Some((value, se)) = one.and_then(|one| Some((one.measured?, one.se))) else { return none() };
    match se {
        Some(se) => format!("{value:.digits$} ± {se:.digits$}"),
        None => format!("{value:.digits$}"),
    }
}

/// The z-score, in bold where the figures disagree.
pub fn z_score(one: Option<&Comparison>) -> String {
    let Some((one, z)) = one.and_then(|one| Some((one, one.z_score?))) else { return none() };
    // A minus sign, as wide as the plus sign.
    let text = format!("{z:+.1}").replace('-', "−");
    if one.disagrees() { format!("**{text}**") } else { text }
}

/// An empty cell.
pub fn none() -> String {
    "–".to_owned()
}

/// A statistic of a figure over all sizes.
#[derive(Clone, Copy)]
pub enum SizeStatistic {
    Mean,
    /// The sample standard deviation.
    Deviation,
}

impl SizeStatistic {
    /// Those that the report gives in Tables 5 and 6.
    pub const ALL: [SizeStatistic; 2] = [SizeStatistic::Mean, SizeStatistic::Deviation];

    pub const fn name(self) -> &'static str {
        match self {
            SizeStatistic::Mean => "mean",
            SizeStatistic::Deviation => "standard deviation",
        }
    }

    fn of(self, numbers: &[f64]) -> Option<f64> {
        let mean = |numbers: &[f64], less: usize| numbers.iter().sum::<f64>() / (numbers.len() - less) as f64;
        match self {
            SizeStatistic::Mean => (!numbers.is_empty()).then(|| mean(numbers, 0)),
            SizeStatistic::Deviation if numbers.len() > 1 => {
                let center = mean(numbers, 0);
                let squares: Vec<f64> = numbers.iter().map(|number| (number - center) * (number - center)).collect();
                Some(mean(&squares, 1).sqrt())
            }
            SizeStatistic::Deviation => None,
        }
    }
}

/// The statistic of the published figures and of the measured ones.
pub fn over_sizes(comparisons: &[Comparison], quantity: FigureQuantity, statistic: SizeStatistic) -> [String; 2] {
    let figures = || comparisons.iter().filter(move |one| one.figure.quantity == quantity);
    let published: Vec<f64> = figures().filter_map(|one| one.figure.value).collect();
    let measured: Vec<f64> = figures().filter_map(|one| one.measured).collect();
    [published, measured].map(|numbers| statistic.of(&numbers).map_or_else(none, |number| format!("{number:.2}")))
}
