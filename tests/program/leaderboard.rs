//! The leaderboard that `arena run` and `arena show` print.

use crate::command::{path, refused, told};
use std::{fs, path::Path};

/// The first word after the place of each ranked player, in order.
fn ranked(printed: &str) -> Vec<&str> {
    let rows = printed.lines().skip_while(|line| !line.starts_with("Leaderboard")).skip(4);
    rows.take_while(|line| line.starts_with('│')).map(|line| line.split_whitespace().nth(2).unwrap()).collect()
}

/// What follows the names in the row of a player: the group and the numbers.
fn row<'a>(printed: &'a str, player: &str) -> Vec<&'a str> {
    let line = printed.lines().find(|line| line.split_whitespace().nth(2) == Some(player)).unwrap();
    line.split_whitespace().skip(3).collect()
}

fn line<'a>(printed: &'a str, beginning: &str) -> &'a str {
    printed
        .lines()
        .find(|line| line.trim_start().starts_with(beginning))
        .unwrap_or_else(|| panic!("{beginning}: {printed}"))
}

#[test]
fn players_are_ranked_over_the_rounds_that_all_of_them_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let contest = "run --players optimal,one-color,rao,lc,baseline-2,faulty-panic --scsa insert-colors,only-once --sizes 4x6,6x8 \
                   --rounds 40 --no-charts --out";
    let printed = told(&contest.split_whitespace().chain([out.as_str()]).collect::<Vec<_>>());
    assert_eq!(
        line(&printed, "Leaderboard"),
        "Leaderboard by SCORE: 5 players over the 4 matches that all of them played, 160 rounds each"
    );
    // `lc` is another name of baseline-2.
    assert_eq!(ranked(&printed), ["lc", "baseline-2", "rao", "one-color", "faulty-panic"]);
    let without_time = |player: &str| row(&printed, player)[..8].to_vec();
    assert_eq!(without_time("lc"), without_time("baseline-2"));
    assert_eq!(line(&printed, "│ 1   baseline-2").split_whitespace().nth(3), Some("a"), "equals share a place");
    assert_eq!(row(&printed, "rao")[0], "b");
    // It loses nearly all rounds: its guesses are a lower bound near the limit.
    let one_color = row(&printed, "one-color");
    assert!(one_color[4] == "≥" && one_color[5].parse::<f64>().unwrap() > 90.0, "{one_color:?}");
    assert!(line(&printed, "≥").contains("a round that was not won counts as 100 guesses, the limit"));
    assert!(line(&printed, "optimal").contains("played 2 of the 4 matches: its best strategy takes too long to find"));

    let shown = told(&["show", &out, "--by", "guesses", "--size", "4x6"]);
    assert!(line(&shown, "Leaderboard").contains("by guesses: 6 players over the 2 matches"), "{shown}");
    assert_eq!(ranked(&shown)[0], "optimal");
    let shown = told(&["show", &out, "--by", "wins"]);
    assert_eq!(row(&shown, "rao")[0], "a", "all won all rounds: {shown}");
    assert_eq!(row(&shown, "baseline-2")[0], "a");
    let shown = told(&["show", &out, "--by", "time"]);
    assert!(line(&shown, "Leaderboard").contains("by CPU time") && !shown.contains("group"), "{shown}");
    let times: Vec<f64> =
        ranked(&shown).iter().map(|player| row(&shown, player).iter().rev().nth(1).unwrap().parse().unwrap()).collect();
    assert!(times.is_sorted(), "{shown}");
    assert!(refused(&["show", &out, "--by", "luck"]).contains("[possible values: score, guesses, time, wins]"));
}

/// The rows of the first player are complete, those of the second end in the second of two matches, the third has none.
#[test]
fn an_interrupted_tournament_is_ranked_over_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let run = "run --players rao,baseline-2,random --scsa insert-colors --sizes 4x6,5x6 --rounds 20 --no-charts --quiet --out";
    told(&run.split_whitespace().chain([out.as_str()]).collect::<Vec<_>>());
    let edit = |name: &str, change: &dyn Fn(String) -> String| {
        let file = Path::new(&out).join(name);
        fs::write(&file, change(fs::read_to_string(&file).unwrap())).unwrap();
    };
    let is_kept = |row: &&str| {
        let fields: Vec<&str> = row.split(',').collect();
        fields[0] != "random"
            && !(fields[0] == "baseline-2" && fields[2] == "5" && fields[4].parse::<u32>().unwrap() > 7)
    };
    // The last line is cut.
    edit("rounds.csv", &|text| text.lines().filter(is_kept).collect::<Vec<_>>().join("\n"));
    edit("summary.csv", &|text| {
        text.lines()
            .filter(|row| !row.starts_with("random") && !row.starts_with("baseline-2,insert-colors,5"))
            .fold(String::new(), |text, row| text + row + "\n")
    });
    edit("manifest.json", &|text| {
        let finished = text.lines().find(|line| line.contains("\"finished\"")).unwrap().to_owned();
        text.replace(&finished, "  \"finished\": null")
    });
    let shown = told(&["show", &out]);
    assert!(shown.contains("This tournament is not finished: "), "{shown}");
    let title = line(&shown, "Leaderboard");
    assert!(title.contains("2 players over the 2 matches that all of them played, 26 rounds each"), "{title}");
    assert_eq!(
        line(&shown, "Not finished"),
        "Not finished: 1 match, counted with the rounds that all ranked players have."
    );
    assert!(
        line(&shown, "random").contains("played none of the 2 matches: the others were not played before"),
        "{shown}"
    );
}

#[test]
fn rounds_that_the_rules_of_2024_forbid_count_as_lost() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let run =
        "run --players rao,faulty-panic --scsa insert-colors --sizes 4x6 --rounds 30 --rules 2024 --no-charts --out";
    let printed = told(&run.split_whitespace().chain([out.as_str()]).collect::<Vec<_>>());
    assert!(
        line(&printed, "Leaderboard").contains("2 players over the 1 match that all of them played, 30 rounds each"),
        "{printed}"
    );
    assert!(printed.contains("Rounds that the rules did not let a player play count as lost."), "{printed}");
    let numbers = row(&printed, "faulty-panic");
    let count = |index: usize| numbers[numbers.len() - 2 - index].parse::<u64>().unwrap();
    assert_eq!(count(1) + count(2) + count(3), 30, "failures, losses and wins: {printed}");
    assert_eq!(count(1), 1, "{printed}");
    fs::remove_file(Path::new(&out).join("rounds.csv")).unwrap();
    let totals = told(&["show", &out]);
    assert!(totals.contains("because there is no rounds.csv: fewer players are told apart"), "{totals}");
    assert_eq!(row(&totals, "faulty-panic"), numbers);
}
