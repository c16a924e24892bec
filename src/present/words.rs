//! Numbers, times, outcomes and names in sentences.

use external::HELLO_LIMIT;
use player_api::{Ending, FailureKind, MOST_NAME, is_hidden};
use scsa::Game;
use std::{borrow::Cow, time::Duration};
use tournament::compare::{Evidence, Order};

/// A number of things: `1 guess`, `2 guesses`.
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    // No number of anything here is negative or larger.
    let number = number.try_into().unwrap_or(u64::MAX);
    match (number, thing.ends_with('s') || thing.ends_with("ch")) {
        (1, _) => format!("1 {thing}"),
        (_, true) => format!("{number} {thing}es"),
        (_, false) => format!("{number} {thing}s"),
    }
}

/// Games with commas between them.
pub fn joined(games: &[Game]) -> String {
    games.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Who plays against whom, in which games.
pub fn contest(players: usize, codemakers: usize, games: &[Game]) -> String {
    let (players, codemakers) = (counted(players, "player"), counted(codemakers, "SCSA"));
    format!("{players} against {codemakers} at {}", joined(games))
}

/// A larger exact number is rounded to three digits.
const MOST_DIGITS: f64 = 1e7;
pub fn exact_count(value: f64) -> String {
    if value < MOST_DIGITS { format!("{value:.0}") } else { format!("{value:.2e}") }
}

pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "–".to_owned(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

/// A time in words: in full seconds below a minute and in full minutes above an hour.
pub fn time_in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{} s", seconds + 1),
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

pub const fn kind(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Guesses => "out of guesses",
        FailureKind::Time => "out of time",
        FailureKind::Illegal => "illegal guess",
        FailureKind::NotLoaded => "not loaded",
        FailureKind::GivenUp => "given up",
        other => other.word(),
    }
}

/// What is known of the order of two players by SCORE, with an error of 5 % in all of so many pairs; or what is missing for it.
pub fn order([first, second]: [&str; 2], evidence: &Evidence, pairs: usize) -> String {
    let rounds = evidence.rounds;
    let Some(order) = evidence.order(pairs) else {
        let more = evidence.rounds_needed(pairs).map(|needed| format!("about {}", needed - rounds));
        let more = more.unwrap_or_else(|| "an unknown number of".to_owned());
        return format!("{first} and {second}: not known after {rounds} rounds a match; {more} rounds more");
    };
    let known = match order {
        Order::Before => format!("{first} is before {second} by SCORE"),
        Order::After => format!("{second} is before {first} by SCORE"),
        Order::Alike => format!("the SCOREs of {first} and {second} differ by less than {:.2}", evidence.margin),
    };
    let error = 100.0 * evidence.error(order, pairs);
    format!("{known}: known after {rounds} rounds a match, with an error of at most {error:.2} %")
}

/// Why a round was not won, in words: `illegal guess: AAAZ; its peg 4, Z, is not among the colors A to F`. Empty of a win.
pub fn cause(ending: &Ending) -> String {
    let Some(failure) = ending.kind() else { return String::new() };
    // An exception names its class, and a panic says more than its name.
    let is_told = failure == FailureKind::Exception && !ending.cause().is_empty();
    let parts = [if is_told { "" } else { kind(failure) }, ending.cause(), failure.hint()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// The same, with the limit of CPU time that was exceeded: `out of time; a round has 5 s of CPU time`.
pub fn cause_with_limit(ending: &Ending, limit: Duration) -> String {
    let is_late = ending.kind() == Some(FailureKind::Time);
    let hint = is_late.then(|| format!("; a round has {} s of CPU time", limit.as_secs_f64()));
    cause(ending) + &hint.unwrap_or_default()
}

/// Why a player that does not start loses all its rounds, in words.
pub fn start_cause(ending: &Ending) -> String {
    let most = HELLO_LIMIT.as_secs();
    match (ending.kind(), ending.cause()) {
        (Some(FailureKind::Time), "") => format!("out of time: its start takes more than {most} s of CPU time"),
        (Some(FailureKind::Time), place) => format!(
            "out of time: loading its file takes more than {most} s of CPU time; {place}; games at the end of a file belong below \
             `if __name__ == \"__main__\":`"
        ),
        (Some(FailureKind::Protocol), text) => {
            let protocol = "a program speaks the protocol of docs/protocol.md, as one of `arena new-player` does";
            format!("protocol: {text}; {protocol}")
        }
        _ => cause(ending),
    }
}

/// A text as one word of a shell command, in quotes if it needs them. A word with characters that are not shown is written with escapes
/// between `$'` and `'`, as bash, zsh and others take it, so that a reader sees what the command contains.
pub fn shell_word(text: &str) -> String {
    if !text.chars().any(is_hidden) {
        // Only a null character has no quotes, and it is hidden.
        return shlex::try_quote(text).map_or_else(|_| text.to_owned(), Cow::into_owned);
    }
    let escaped = text.chars().map(|character| match character {
        '\'' | '\\' => format!("\\{character}"),
        hidden if is_hidden(hidden) => {
            hidden.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect()
        }
        other => other.to_string(),
    });
    format!("$'{}'", escaped.collect::<String>())
}

const LETTERS_PER_EDIT: usize = 3;

/// The name that is closest to an unknown one, if it is so close that it was probably meant: a third of its letters may be wrong.
pub fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = &*name.to_lowercase();
    let edits = |known: &str| strsim::damerau_levenshtein(name, known);
    let likeness = |known: &str| strsim::jaro_winkler(name, known);
    let is_close = |known: &&str| {
        let letters = name.chars().count().max(known.chars().count());
        edits(known) <= (letters / LETTERS_PER_EDIT).max(1)
    };
    // Comparing texts takes time in proportion to the product of their lengths.
    let known = known.filter(|_| name.len() <= MOST_NAME);
    // Names that take few edits to reach come first; among them those that begin alike.
    known.filter(is_close).min_by(|a, b| edits(a).cmp(&edits(b)).then(likeness(b).total_cmp(&likeness(a))))
}

const MOST_KNOWN: usize = 60;

/// What follows "there is no such name; ": the one that was probably meant, and all. `kind` is the word for several of them.
pub fn known_names(name: &str, kind: &str, known: &[&str]) -> String {
    let (shown, more) = known.split_at(known.len().min(MOST_KNOWN));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    let all = format!("{}{more}", shown.join(", "));
    match closest(name, known.iter().copied()) {
        Some(closest) => format!("did you mean '{closest}'? The {kind} are {all}"),
        None => format!("the {kind} are {all}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::process::Command;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (text, word) in [
            ("rao", "rao"),
            ("$(id)", "'$(id)'"),
            ("it's", "\"it's\""),
            ("", "''"),
            ("a\x1b[2J'\\\u{202e}", "$'a\\033[2J\\'\\\\\\342\\200\\256'"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn a_shell_reads_words_as_they_were(texts in prop::collection::vec("[^\0]{0,12}", 1..20)) {
            let words: Vec<String> = texts.iter().map(|text| shell_word(text)).collect();
            prop_assert!(words.iter().all(|word| !word.chars().any(is_hidden)));
            let command = format!("printf '%s\\0' {}", words.join(" "));
            let output = Command::new("bash").args(["-c", &command]).output().unwrap();
            prop_assert_eq!(String::from_utf8(output.stdout).unwrap(), texts.join("\0") + "\0");
        }
    }

    #[test]
    fn only_a_name_that_was_probably_meant_is_suggested() {
        let known = ["rao", "dino", "bayes", "entropy", "optimal", "only-once", "baseline-4"];
        let closest = |name: &str| closest(name, known.into_iter());
        for (name, meant) in [
            ("roa", "rao"),
            ("ra", "rao"),
            ("byes", "bayes"),
            ("entropie", "entropy"),
            ("baseline4", "baseline-4"),
            ("only-twice", "only-once"),
        ] {
            assert_eq!(closest(name), Some(meant), "{name}");
        }
        for name in ["nobody", "somebody", "xyz", "", "a", "codes.txt", "strategy"] {
            assert_eq!(closest(name), None, "{name}");
        }
    }
}
