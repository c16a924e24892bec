//! Widths with a unit.

use std::str::FromStr;

/// The units and their length in points.
const UNITS: [(&str, f64); 4] = [("in", 72.0), ("mm", 72.0 / 25.4), ("cm", 72.0 / 2.54), ("pt", 1.0)];
/// The bounds in points: an inch and four feet.
const BOUNDS: (f64, f64) = (72.0, 48.0 * 72.0);

/// The width of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Width {
    /// In points, 1/72 inch.
    pub points: f64,
}

impl FromStr for Width {
    type Err = String;

    fn from_str(text: &str) -> Result<Width, String> {
        let found = UNITS
            .iter()
            .find_map(|(unit, points)| Some((text.strip_suffix(unit)?.trim().parse::<f64>().ok()?, points)));
        let points = found.map(|(number, points)| number * points);
        let (low, high) = BOUNDS;
        points.filter(|points| (low..=high).contains(points)).map(|points| Width { points }).ok_or_else(|| {
            "give a length from 1in to 48in with its unit, such as 3.3in, 84mm, 8.4cm or 240pt".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units() {
        let points = |text: &str| text.parse::<Width>().map(|width| (width.points * 100.0).round() / 100.0);
        let found = ["3.3in", "84mm", "8.4 cm", "240pt"].map(|text| points(text).unwrap());
        assert_eq!(found, [237.6, 238.11, 238.11, 240.0]);
        for wrong in ["3.3", "in", "0.5in", "1e9in", "NaNin", "-3in", "3em"] {
            assert!(points(wrong).is_err(), "{wrong}");
        }
    }
}
