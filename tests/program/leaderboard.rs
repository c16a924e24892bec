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
    assert_eq!(line(&printed, "Leaderboard"), "Leaderboard by SCORE: 6 players over 4 matches, 160 rounds in all");
    // `lc` is another name of baseline-2. `optimal` refuses half of the matches, which are worth 0.
    assert_eq!(ranked(&printed), ["baseline-2", "lc", "rao", "optimal", "one-color", "faulty-panic"]);
    let without_time = |player: &str| row(&printed, player)[..8].to_vec();
    assert_eq!(without_time("lc"), without_time("baseline-2"));
    assert_eq!(line(&printed, "│ 1   lc").split_whitespace().nth(3), Some("a"), "equals share a place");
    assert_eq!(row(&printed, "rao")[0], "b");
    // It loses nearly all rounds: its guesses are a lower bound near the limit.
    let one_color = row(&printed, "one-color");
    assert!(one_color[4] == "≥" && one_color[5].parse::<f64>().unwrap() > 90.0, "{one_color:?}");
    assert!(line(&printed, "≥").contains("a round that was not won counts as 100 guesses, the limit"));
    assert!(line(&printed, "optimal").contains("refused 2 of the 4 matches: its best strategy takes too long to find"));
    assert!(line(&printed, "Not played").contains("They are worth 0."), "{printed}");
    assert!(
        line(&printed, "guesses: over 2 of the 4 matches; µs a guess: over 2.").contains("all players"),
        "{printed}"
    );

    // Guesses are compared over the matches that nobody refused, with or without the others.
    let shown = told(&["show", &out, "--by", "guesses"]);
    assert!(
        line(&shown, "Leaderboard").contains("by guesses: 6 players over the 2 of 4 matches that all of them played"),
        "{shown}"
    );
    assert_eq!(ranked(&shown)[0], "optimal");
    let small = told(&["show", &out, "--by", "guesses", "--size", "4x6"]);
    assert!(line(&small, "Leaderboard").contains("by guesses: 6 players over the 2 matches"), "{small}");
    assert_eq!(row(&small, "rao"), row(&shown, "rao"));
    let shown = told(&["show", &out, "--by", "wins"]);
    assert_eq!(row(&shown, "rao")[0], "a", "both won all rounds: {shown}");
    assert_eq!(row(&shown, "optimal")[0], "b", "it won half of them: {shown}");
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
fn rounds_that_the_rules_of_2024_forbid_are_worth_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let run =
        "run --players rao,faulty-panic --scsa insert-colors --sizes 4x6 --rounds 30 --rules 2024 --no-charts --out";
    let printed = told(&run.split_whitespace().chain([out.as_str()]).collect::<Vec<_>>());
    assert!(line(&printed, "Leaderboard").contains("2 players over 1 match, 30 rounds in all"), "{printed}");
    assert!(line(&printed, "Not played").contains("rounds of matches that the rules ended early. They are worth 0."));
    let numbers = row(&printed, "faulty-panic");
    let count = |index: usize| numbers[numbers.len() - 2 - index].parse::<u64>().unwrap();
    assert_eq!(count(1) + count(2) + count(3) + count(4), 30, "not played, failures, losses and wins: {printed}");
    assert_eq!(count(2), 1, "{printed}");
    assert!(count(1) > 0 && numbers[0] == "a", "one observation tells nobody apart: {printed}");
    assert!(!numbers.contains(&"±"), "the match is one observation: {printed}");
    assert!(row(&printed, "rao").contains(&"±"), "{printed}");
    fs::remove_file(Path::new(&out).join("rounds.csv")).unwrap();
    let totals = told(&["show", &out]);
    assert!(totals.contains("because there is no rounds.csv: fewer players are told apart"), "{totals}");
    assert_eq!(row(&totals, "faulty-panic"), numbers);
}

/// A player that never starts takes no time, and is not the fastest.
#[test]
fn a_rank_by_time_needs_a_win() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let run = "run --players rao,one-color,dino --player x=/bin/true --scsa insert-colors --sizes 4x6,5x8 --rounds 6 --no-charts --out";
    let printed = told(&run.split_whitespace().chain([out.as_str(), "--by", "time"]).collect::<Vec<_>>());
    for shown in [&printed, &told(&["show", &out, "--by", "time"])] {
        let mut names = ranked(shown);
        names.sort_unstable();
        assert_eq!(names, ["dino", "rao"], "{shown}");
        for player in ["x", "one-color"] {
            assert!(line(shown, player).contains("won no round"), "{shown}");
        }
    }
    let times = fs::read_to_string(Path::new(&out).join("timing-summary.csv")).unwrap();
    assert!(
        !times.contains("\nx,") && times.contains("\none-color,"),
        "a failure takes no time that compares: {times}"
    );
    assert!(row(&told(&["show", &out]), "x").contains(&"–"));
    // Its failures are no rounds that a time is taken of, in a file of an earlier version, either.
    let file = Path::new(&out).join("timing-summary.csv");
    fs::write(&file, times + "x,insert-colors,4,6,6,0.0,0.0,,,0.0,0.0,0.0,0.0,0.0,9.0\n").unwrap();
    assert_eq!(ranked(&told(&["show", &out, "--by", "time"])).len(), 2);
}
