//! Histories as text.

use scsa::{Feedback, Size};

/// The text of a response: an R for each black peg, then a W for each white one.
#[must_use]
pub fn response(feedback: Feedback) -> String {
    "R".repeat(feedback.black()) + &"W".repeat(feedback.white())
}

/// The text of a history: a vertical bar and the text of the response for each turn.
///
/// ```
/// use scsa::Feedback;
/// let responses = [Feedback::new(0, 0), Feedback::new(1, 2)];
/// assert_eq!(players::tree::history(&responses), "||RWW");
/// ```
#[must_use]
pub fn history(responses: &[Feedback]) -> String {
    responses.iter().map(|feedback| format!("|{}", response(*feedback))).collect()
}

/// Parses a response.
pub(super) fn read_response(text: &str) -> Option<Feedback> {
    let white = text.trim_start_matches('R');
    let black = text.len() - white.len();
    let legal = text.len() <= Size::MAX_PEGS && white.bytes().all(|byte| byte == b'W');
    legal.then(|| Feedback::new(black as u8, white.len() as u8))
}

/// Parses a history.
pub(super) fn read_history(text: &str) -> Option<Vec<Feedback>> {
    match text.strip_prefix('|') {
        Some(responses) => responses.split('|').map(read_response).collect(),
        None => text.is_empty().then(Vec::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_round_trip_and_other_texts_are_refused() {
        for text in ["", "|", "||", "|RW|W", "|RRR|||WWWW|R", &format!("|{}", "R".repeat(32))] {
            assert_eq!(read_history(text).map(|responses| history(&responses)).as_deref(), Some(text));
        }
        for text in ["R", "R|", "|WR", "|r", "| R", "|RB", "|0", &format!("|{}", "W".repeat(33))] {
            assert_eq!(read_history(text), None, "{text}");
        }
    }
}
