//! Sentences about the matches that a chart cannot show in full.

/// A match that a sentence is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gap {
    /// The player's place in the chart.
    pub(crate) player: usize,
    pub(crate) category: usize,
    /// Why, if that is known.
    pub(crate) reason: String,
}

/// A list longer than this, in letters, is cut short.
const LONG_LIST: usize = 110;
const LONG_SENTENCE: usize = 330;
const LONG_REASON: usize = 90;

/// Who and where, as `No match: all players at 10x4 (only-once does not allow 10x4); tree at 15x20, 20x26.`
///
/// `word` goes between players and categories; a player named alone is missing everywhere. None if there is no gap.
pub(crate) fn sentence(
    label: &str,
    word: &str,
    players: &[&str],
    categories: &[String],
    gaps: &[Gap],
) -> Option<String> {
    if gaps.is_empty() {
        return None;
    }
    let mut parts = Vec::new();
    let whole: Vec<usize> = (0..categories.len())
        .filter(|&category| {
            players.len() > 1 && gaps.iter().filter(|gap| gap.category == category).count() == players.len()
        })
        .collect();
    for &category in &whole {
        let reason = reason(gaps.iter().filter(|gap| gap.category == category));
        parts.push(format!("all players {word} {}{reason}", categories[category]));
    }

    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for player in 0..players.len() {
        let left = |gap: &&Gap| gap.player == player && !whole.contains(&gap.category);
        let places: Vec<usize> = gaps.iter().filter(left).map(|gap| gap.category).collect();
        if places.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(_, known)| *known == places) {
            Some((names, _)) => names.push(player),
            None => groups.push((vec![player], places)),
        }
    }
    for (names, places) in groups {
        let reason = reason(gaps.iter().filter(|gap| names.contains(&gap.player) && places.contains(&gap.category)));
        let who = listed(names.iter().map(|&name| players[name]));
        if places.len() == categories.len() {
            parts.push(format!("{who}{reason}"));
        } else {
            let places = listed(places.iter().map(|&place| categories[place].as_str()));
            parts.push(format!("{who} {word} {places}{reason}"));
        }
    }
    Some(format!("{label}: {}.", cut(&parts, "; ", LONG_SENTENCE)))
}

/// The reason of most gaps, in brackets.
fn reason<'a>(gaps: impl Iterator<Item = &'a Gap>) -> String {
    let reasons: Vec<&str> = gaps.map(|gap| gap.reason.trim_end_matches('.')).collect();
    let count = |reason: &str| reasons.iter().filter(|other| **other == reason).count();
    let most = reasons.iter().find(|reason| 2 * count(reason) > reasons.len());
    most.filter(|reason| !reason.is_empty() && reason.chars().count() <= LONG_REASON)
        .map_or_else(String::new, |reason| format!(" ({reason})"))
}

fn listed<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: Vec<String> = items.map(str::to_owned).collect();
    cut(&items, ", ", LONG_LIST)
}

/// The items in a row, as many as fit and at least one, and how many are left out.
fn cut(items: &[String], between: &str, limit: usize) -> String {
    let mut length = 0;
    let fitting = items.iter().take_while(|item| {
        length += item.chars().count() + between.len();
        length <= limit
    });
    let kept = fitting.count().max(1).min(items.len());
    let mut text = items[..kept].join(between);
    if kept < items.len() {
        text.push_str(&format!("{between}and {} more", items.len() - kept));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(player: usize, category: usize, reason: &str) -> Gap {
        Gap { player, category, reason: reason.to_owned() }
    }

    #[test]
    fn gaps_are_told_by_category_then_by_player() {
        let categories = ["4x6", "10x4", "15x20"].map(str::to_owned);
        let gaps = [
            gap(0, 1, "only-once does not allow 10x4"),
            gap(0, 2, ""),
            gap(1, 1, "barred"),
            gap(2, 1, "only-once does not allow 10x4"),
            gap(2, 2, ""),
        ];
        assert_eq!(
            sentence("No match", "at", &["tree", "dino", "rao"], &categories, &gaps).as_deref(),
            Some("No match: all players at 10x4 (only-once does not allow 10x4); tree, rao at 15x20.")
        );
        let everywhere = [gap(0, 0, ""), gap(0, 1, ""), gap(0, 2, "")];
        assert_eq!(sentence("No match", "at", &["tree"], &categories, &everywhere).as_deref(), Some("No match: tree."));
        assert_eq!(sentence("No match", "at", &["tree"], &categories, &[]), None);
    }

    #[test]
    fn long_lists_are_cut() {
        let items: Vec<String> = (0..40).map(|item| format!("player-{item}")).collect();
        assert_eq!(cut(&items, ", ", 30), "player-0, player-1, player-2, and 37 more");
        assert_eq!(cut(&["x".repeat(50)], ", ", 30), "x".repeat(50));
    }
}
