//! Sentences that list matches, such as those that were not played.

/// A match in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListedMatch {
    /// The positions of the player and the category in the chart.
    pub(crate) player: usize,
    pub(crate) category: usize,
    /// Why it is listed; may be empty.
    pub(crate) reason: String,
}

/// Longer lists and sentences, in characters, are cut short; longer reasons are left out.
const LONG_LIST: usize = 110;
const LONG_SENTENCE: usize = 330;
const LONG_REASON: usize = 90;

/// The matches by category and then by player, as `No match: all players at 10x4 (only-once does not allow 10x4); tree at
/// 15x20, 20x26.`
///
/// `preposition` stands between players and categories; a player without categories is listed in all. None without a match.
pub(crate) fn sentence(
    label: &str,
    preposition: &str,
    players: &[&str],
    categories: &[String],
    matches: &[ListedMatch],
) -> Option<String> {
    if matches.is_empty() {
        return None;
    }
    let has_all_players = |category: &usize| {
        players.len() > 1 && matches.iter().filter(|one| one.category == *category).count() == players.len()
    };
    let whole: Vec<usize> = (0..categories.len()).filter(has_all_players).collect();
    let of_category = |category: usize| matches.iter().filter(move |one| one.category == category);
    let mut parts: Vec<String> = whole
        .iter()
        .map(|&category| format!("all players {preposition} {}{}", categories[category], reason(of_category(category))))
        .collect();

    // Players with the same categories, and these categories.
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for player in 0..players.len() {
        let own = matches.iter().filter(|one| one.player == player && !whole.contains(&one.category));
        let own: Vec<usize> = own.map(|one| one.category).collect();
        match groups.iter_mut().find(|(_, categories)| *categories == own) {
            _ if own.is_empty() => {}
            Some((names, _)) => names.push(player),
            None => groups.push((vec![player], own)),
        }
    }
    for (names, own) in groups {
        let is_listed = |one: &&ListedMatch| names.contains(&one.player) && own.contains(&one.category);
        let reason = reason(matches.iter().filter(is_listed));
        let who = listed(names.iter().map(|&name| players[name]));
        if own.len() == categories.len() {
            parts.push(format!("{who}{reason}"));
        } else {
            let own = listed(own.iter().map(|&category| categories[category].as_str()));
            parts.push(format!("{who} {preposition} {own}{reason}"));
        }
    }
    Some(format!("{label}: {}.", cut(&parts, "; ", LONG_SENTENCE)))
}

/// The reason of most of the matches, in brackets.
fn reason<'a>(matches: impl Iterator<Item = &'a ListedMatch>) -> String {
    let reasons: Vec<&str> = matches.map(|one| one.reason.trim_end_matches('.')).collect();
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
fn cut(items: &[String], separator: &str, limit: usize) -> String {
    let mut length = 0;
    let fitting = items.iter().take_while(|item| {
        length += item.chars().count() + separator.len();
        length <= limit
    });
    let kept = fitting.count().max(1).min(items.len());
    let mut text = items[..kept].join(separator);
    if kept < items.len() {
        text.push_str(&format!("{separator}and {} more", items.len() - kept));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed_match(player: usize, category: usize, reason: &str) -> ListedMatch {
        ListedMatch { player, category, reason: reason.to_owned() }
    }

    #[test]
    fn matches_are_listed_by_category_then_by_player() {
        let categories = ["4x6", "10x4", "15x20"].map(str::to_owned);
        let matches = [
            listed_match(0, 1, "only-once does not allow 10x4"),
            listed_match(0, 2, ""),
            listed_match(1, 1, "barred"),
            listed_match(2, 1, "only-once does not allow 10x4"),
            listed_match(2, 2, ""),
        ];
        assert_eq!(
            sentence("No match", "at", &["tree", "dino", "rao"], &categories, &matches).as_deref(),
            Some("No match: all players at 10x4 (only-once does not allow 10x4); tree, rao at 15x20.")
        );
        let all = [0, 1, 2].map(|category| listed_match(0, category, ""));
        assert_eq!(sentence("No match", "at", &["tree"], &categories, &all).as_deref(), Some("No match: tree."));
        assert_eq!(sentence("No match", "at", &["tree"], &categories, &[]), None);
    }

    #[test]
    fn long_lists_are_cut() {
        let items: Vec<String> = (0..40).map(|item| format!("player-{item}")).collect();
        assert_eq!(cut(&items, ", ", 30), "player-0, player-1, player-2, and 37 more");
        assert_eq!(cut(&["x".repeat(50)], ", ", 30), "x".repeat(50));
    }
}
