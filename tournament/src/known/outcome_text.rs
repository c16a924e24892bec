//! Outcomes as `rounds.csv` has them.

use player_api::{Fault, Limit, Outcome};

/// The outcome of these fields of a row, or `None` if no outcome is written like that.
pub fn parse(outcome: &str, cause: &str) -> Option<Outcome> {
    match (outcome, cause) {
        ("win", "") => Some(Outcome::Win),
        ("loss", "guesses") => Some(Outcome::Loss(Limit::Guesses)),
        ("loss", "time") => Some(Outcome::Loss(Limit::Time)),
        ("failure", "silence: no answer in time") => Some(Outcome::Failure(Fault::Silence)),
        ("failure", cause) => {
            let (kind, text) = cause.split_once(": ")?;
            let fault = match kind {
                "illegal guess" => text.parse().map_or_else(|_| Fault::NoCode(text.to_owned()), Fault::Illegal),
                "panic" => Fault::Panic(text.to_owned()),
                "crash" => Fault::Crash(text.to_owned()),
                "memory" => Fault::Memory(text.strip_prefix("more than ")?.strip_suffix(" MB")?.parse().ok()?),
                "protocol" => Fault::Protocol(text.to_owned()),
                _ => return None,
            };
            Some(Outcome::Failure(fault))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let texts = ["at src/lib.rs:3: x", ""].map(str::to_owned);
        let kinds = [Fault::Panic, Fault::Crash, Fault::Protocol, Fault::NoCode];
        let faults = texts.iter().flat_map(|text| kinds.map(|kind| kind(text.clone())));
        let others = [Fault::Illegal("AAZ".parse().unwrap()), Fault::Memory(64), Fault::Silence];
        for fault in faults.chain(others) {
            let cause = fault.to_string();
            assert_eq!(parse("failure", &cause), Some(Outcome::Failure(fault)), "{cause}");
        }
        for limit in [Limit::Guesses, Limit::Time] {
            assert_eq!(parse("loss", &limit.to_string()), Some(Outcome::Loss(limit)));
        }
        assert_eq!(parse("win", ""), Some(Outcome::Win));
        for (outcome, cause) in [("win", "x"), ("loss", ""), ("failure", ""), ("failure", "memory: 5"), ("Win", "")] {
            assert_eq!(parse(outcome, cause), None, "{outcome} {cause}");
        }
    }
}
