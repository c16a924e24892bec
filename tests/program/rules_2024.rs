//! Tournaments by the rules of 2024.

use crate::command::{played, told};

#[test]
fn the_rules_of_2024_end_a_match_at_its_first_failure() {
    let mut files = Vec::new();
    for jobs in ["1", "3"] {
        let match_of_2024 = "--players faulty-panic,rao --scsa ab-color --sizes 2x2 --rounds 500 --rules 2024";
        files.push(played(&format!("{match_of_2024} --jobs {jobs}")));
    }
    assert!(files[0] == files[1]);
    let (rounds, summary) = &files[0];
    let own: Vec<&str> = rounds.lines().filter(|row| row.starts_with("faulty-panic,")).collect();
    let failures = own.iter().filter(|row| row.contains(",failure,")).count();
    assert_eq!(failures, 1);
    assert!(own.last().unwrap().contains(",failure,") && own.last().unwrap().ends_with(",-8.000000"));
    let row = summary.lines().find(|row| row.starts_with("faulty-panic,")).unwrap();
    assert!(row.starts_with(&format!("faulty-panic,ab-color,2,2,ended,{},", own.len())), "{row}");
    assert!(row.ends_with("the first failure ends the match"), "{row}");
}

#[test]
fn the_rules_of_2024_have_their_own_codemakers() {
    let (_, summary) = played("--players rao --sizes 3x2 --rules 2024 --rounds 9");
    let scsas: Vec<&str> = summary.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    let wanted =
        ["insert-colors", "two-color-2024", "ab-color-2024", "two-color-alternating", "only-once", "first-and-last"];
    assert_eq!(scsas, wanted);
    assert!(!told(&["codes", "ab-color-2024", "--size", "2x2", "--count", "200"]).contains("AA"));
}

#[test]
fn the_rules_of_2024_bar_a_player_after_ten_rounds_lost_by_time() {
    let rules = "--scsa insert-colors --rules 2024";
    let options = "--players faulty-hang --sizes 8x10,9x10 --rounds 30 --time-limit 0.01 --jobs 1";
    let (_, summary) = played(&format!("{rules} {options}"));
    let rows: Vec<&str> = summary.lines().skip(1).collect();
    assert!(rows[0].contains(",ended,10,0,0,10,"), "{summary}");
    assert!(rows[1].contains(",disqualified,0,"), "{summary}");
    // Many rounds are lost between two reports here.
    let options = "--players baseline-2 --sizes 20x26 --rounds 200 --time-limit 0.001 --jobs 2";
    let (_, summary) = played(&format!("{rules} {options}"));
    assert_eq!(summary.lines().nth(1).unwrap().split(',').nth(8), Some("10"), "{summary}");
}
