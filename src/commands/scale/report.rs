//! Growth as tables and charts.

use crate::{
    commands::scale::{player_growth::PlayerGrowth, quantity::Quantity},
    present::{sheet::Sheet, tables, words},
};
use charts::{AxisScale, Chart, DataPoint, Panel, Series};
use tournament::compare::Interval;
use tournament::compare::growth::{Check, Fit, FittedParameter, Law, Ranked, Reason};

/// The best law of each player for a quantity.
pub fn sheet(quantity: Quantity, grown: &[&PlayerGrowth]) -> Sheet {
    let header = ["player", "sizes", "best law", "exponent", "95 % interval", "R²", "error", "next law"];
    let mut sheet = Sheet::new(format!("Growth of the {}", quantity.name()), header);
    for growth in grown {
        let mut row = vec![growth.player.clone()];
        match &growth.ranking.laws[..] {
            [] => {
                let reason = growth.ranking.not_fitted.first().map(|(_, reason)| reason.to_string());
                row.extend([growth.measured.points.len().to_string(), reason.unwrap_or_default()]);
            }
            [best, rest @ ..] => {
                let fit = &best.fit;
                let exponent = |parameter: &FittedParameter| {
                    let Interval { low, high } = parameter.interval;
                    [format!("{:.3}", parameter.estimate), format!("{low:.3} to {high:.3}")]
                };
                row.extend([fit.points.to_string(), fit.law.formula().to_owned()]);
                row.extend(exponent(&fit.b));
                row.extend([
                    fit.r_squared.map_or_else(tables::dash, |r| format!("{r:.4}")),
                    format!("{:.1} %", fit.typical_error_percent()),
                    rest.first().map_or_else(tables::dash, next_law),
                ]);
                if let Some(c) = &fit.c {
                    sheet.rows.push(std::mem::take(&mut row));
                    row.extend([String::new(), String::new(), "c".to_owned()]);
                    row.extend(exponent(c));
                }
            }
        }
        sheet.rows.push(row);
    }
    sheet
}

fn next_law(ranked: &Ranked) -> String {
    let delta = ranked.delta.map(|delta| format!(" (+{delta:.1})")).unwrap_or_default();
    ranked.fit.law.formula().to_owned() + &delta
}

/// A sentence for each caution that laws need, which says for whose laws unless it holds for all: some players have no points at some
/// sizes.
pub fn cautions(grown: &[PlayerGrowth]) -> Vec<String> {
    let fitted: Vec<&PlayerGrowth> = grown.iter().filter(|growth| !growth.ranking.laws.is_empty()).collect();
    let mut subjects: Vec<(String, Vec<String>)> = Vec::new();
    for growth in &fitted {
        let Some(caution) = growth.ranking.caution.map(|caution| caution.to_string()) else { continue };
        let subject = format!("the {} of {}", growth.quantity.id(), growth.player);
        match subjects.iter_mut().find(|(known, _)| *known == caution) {
            Some((_, others)) => others.push(subject),
            None => subjects.push((caution, vec![subject])),
        }
    }
    let sentence = |(caution, of): (String, Vec<String>)| match of.len() == fitted.len() {
        true => format!("Caution: {caution}."),
        false => format!("Caution for {}, by their own sizes: {caution}.", of.join(", ")),
    };
    subjects.into_iter().map(sentence).collect()
}

/// The claims, and what the players say about them.
pub fn claims(grown: &[PlayerGrowth]) -> Option<Sheet> {
    let header = ["player", "quantity", "claim", "verdict", "because", "exponent", "95 % interval", "p", "best law"];
    let mut sheet = Sheet::new("Claims", header);
    // The first three columns name a row.
    sheet.texts = vec![2, 0, 1, 3, 4, 8];
    for growth in grown {
        for (claim, check) in &growth.checks {
            let mut row = vec![growth.player.clone(), growth.quantity.id().to_owned(), claim.to_string()];
            match check {
                Err(reason) => row.extend(["undecided".to_owned(), reason.to_string()]),
                Ok(check) => {
                    let b = &check.ranked.fit.b;
                    row.extend([
                        check.verdict().word().to_owned(),
                        because(check),
                        format!("{:.3}", b.estimate),
                        format!("{:.3} to {:.3}", b.interval.low, b.interval.high),
                        words::p_value(check.p_value),
                        check.best.formula().to_owned(),
                    ]);
                }
            }
            sheet.rows.push(row);
        }
    }
    sheet.notes.push(
        "Because: exponent, the claimed exponents are rejected at the 5 % level (p); law, another law is better by that much in AICc \
         (above 10 the claim disagrees, above 2 it is undecided); imprecise, the growth over these sizes is not known within a factor \
         of 2."
            .to_owned(),
    );
    (!sheet.rows.is_empty()).then_some(sheet)
}

/// Why a check has its verdict, in a word.
fn because(check: &Check) -> String {
    let delta = check.ranked.delta.unwrap_or_default();
    match check.reason {
        Reason::ExponentsRejected => "exponent".to_owned(),
        Reason::OtherLawMuchBetter | Reason::OtherLawBetter => format!("law (+{delta:.1})"),
        Reason::TooFewSizes => "few sizes".to_owned(),
        Reason::Imprecise => "imprecise".to_owned(),
        Reason::Consistent => tables::dash(),
    }
}

/// The chart of a quantity: all players against the variable of the law that fits them best together.
pub fn chart(quantity: Quantity, grown: &[&PlayerGrowth], subtitle: &str) -> Option<Chart> {
    let law = common_law(grown)?;
    let mut fits: Vec<(&PlayerGrowth, &Fit)> =
        grown.iter().filter_map(|growth| Some((*growth, &growth.ranking.of(law).ok()?.fit))).collect();
    let last = |growth: &PlayerGrowth| growth.measured.points.last().map_or(0.0, |point| point.value);
    // The best first.
    fits.sort_by(|(a, _), (b, _)| match quantity {
        Quantity::Points => last(b).total_cmp(&last(a)),
        _ => last(a).total_cmp(&last(b)),
    });
    let series = fits.into_iter().enumerate().map(|(style, (growth, fit))| {
        let (b, r) = (&fit.b, fit.r_squared.unwrap_or(0.0));
        let label = format!(
            "{}: b = {:.3} ({:.3} to {:.3}), R² {r:.3}",
            growth.player, b.estimate, b.interval.low, b.interval.high
        );
        let points = &growth.measured.points;
        let mut curve: Vec<(f64, f64)> =
            points.iter().filter_map(|point| Some((law.g(point.size)?, fit.value_at(point.size)?))).collect();
        curve.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let points = points.iter().filter_map(|point| Some((law.g(point.size)?, DataPoint::exact(point.value))));
        Series { label, curve, ..Series::new(&growth.player, style, points) }
    });
    let panel = Panel { series: series.collect(), ..Panel::default() };
    let laws = format!("Lines: {}, the law of one exponent with the smallest AICc over all players.", law.formula());
    Some(Chart {
        name: format!("growth-{}", quantity.id()),
        title: format!("Growth of the {}", quantity.name()),
        subtitle: subtitle.to_owned(),
        measures: [law.variable(), quantity.name()].map(str::to_owned),
        scales: [AxisScale::Logarithmic; 2],
        panels: vec![panel],
        notes: vec![laws, "N pegs, M colors. In parentheses: 95 % interval of the exponent.".to_owned()],
        ..Chart::default()
    })
}

/// The law of one exponent whose AICc is the smallest in total.
fn common_law(grown: &[&PlayerGrowth]) -> Option<Law> {
    let total = |law: Law| -> Option<f64> {
        let fitted: Vec<f64> = grown.iter().filter_map(|growth| growth.ranking.of(law).ok()?.aicc).collect();
        (!fitted.is_empty()).then(|| fitted.iter().sum::<f64>() / fitted.len() as f64)
    };
    let laws = Law::ALL.into_iter().filter(|law| law.exponents() == 1);
    let totals = laws.filter_map(|law| Some((law, total(law)?)));
    totals.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(law, _)| law)
}
