//! Numbers as short texts.

/// A p value in short.
pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "–".to_owned(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_p_values_are_bounds() {
        assert_eq!([None, Some(1e-9), Some(0.04567)].map(p_value), ["–", "< 0.0001", "0.0457"]);
    }
}
