//! Reading `rounds.csv`: what is accepted, and what an error says.

use std::fs;
use tournament::compare::{CommonRounds, RoundTable, TableError};

const HEADER: &str = "player,scsa,game,pegs,colors,round,secret,outcome,failure,guesses,points,cause\n";

fn read(rows: &str) -> Result<RoundTable, TableError> {
    RoundTable::from_csv("rounds.csv", format!("{HEADER}{rows}").as_bytes())
}

fn error(rows: &str) -> String {
    read(rows).unwrap_err().to_string()
}

/// A row of a win in four guesses.
fn row(player: &str, round: u32, secret: &str) -> String {
    format!("{player},only-once,4x6,4,6,{round},{secret},win,,4,2.500000,\n")
}

#[test]
fn an_error_names_the_file_the_line_and_the_field() {
    let good = row("rao", 1, "ABCD");
    for (line, wanted) in [
        ("4x6,4,6,2,ABCD,win,,4,2.5", "the row has 11 fields, but the header has 12"),
        ("4x6,4,6,2,ABCD,win,,4,2.5,,7", "the row has 13 fields, but the header has 12"),
        ("4x6,4,6,2,ABCD,win,,four,2.5,", "'four' in column 'guesses' is not a whole number from 0 to 1000000"),
        ("4x6,4,6,2,ABCD,win,,-1,2.5,", "'-1' in column 'guesses' is not a whole number from 0 to 1000000"),
        ("4x6,4,6,2,ABCD,win,,4,NaN,", "'NaN' in column 'points' is not a number below 1e12"),
        ("4x6,4,6,2,ABCD,win,,4,,", "'' in column 'points' is not a number below 1e12"),
        ("4x6,4,6,0,ABCD,win,,4,2.5,", "'0' in column 'round' is not a whole number from 1"),
        ("4x6,4,6,2,ABCD,won,,4,2.5,", "'won' in column 'outcome' is not win, loss or failure"),
        ("33x6,33,6,2,ABCD,win,,4,2.5,", "'33x6' in column 'game' is not a game, such as 4x6 or 4x10n"),
        ("4x6,4,6,2,ABCD,loss,panic,4,0,", "'panic' in column 'failure' is not empty or a kind of failure"),
        ("4x6,4,6,2,ABCD,loss,illegal,4,0,", "'illegal' in column 'failure' is not a reason of a loss"),
        ("4x6,4,6,2,ABCD,failure,guesses,4,-2,", "'guesses' in column 'failure' is not a reason of a failure"),
        ("4x6,4,6,2,ABCD,win,time,4,0,", "'time' in column 'failure' is not empty after a win"),
        ("4x6,4,6,2,ABCD,loss,,4,0,", "'' in column 'failure' is not a kind of failure"),
    ] {
        assert_eq!(error(&format!("{good}rao,only-once,{line}\n")), format!("rounds.csv, line 3: {wanted}"));
    }
}

#[test]
fn a_file_that_is_no_table_of_rounds_is_refused() {
    let refused = |text: &[u8]| RoundTable::from_csv("x.csv", text).unwrap_err().to_string();
    assert_eq!(refused(b""), "x.csv, line 1: the header has no column 'player'");
    assert_eq!(refused(b"player,scsa,pegs\n"), "x.csv, line 1: the header has no column 'game'");
    let bytes = [HEADER.as_bytes(), b"\xff,only-once,4x6,4,6,2,ABCD,win,,4,2.5,\n"].concat();
    assert_eq!(
        refused(&bytes),
        "x.csv, line 2: '\u{fffd}' in column 'player' is not a name of up to 1000 characters that are shown"
    );
    let folder = tempfile::tempdir().unwrap();
    let missing = RoundTable::read([folder.path()]).unwrap_err().to_string();
    assert!(missing.starts_with(&format!("cannot read {}", folder.path().join("rounds.csv").display())), "{missing}");
}

#[test]
fn players_must_have_the_same_secret() {
    let rows = [row("rao", 1, "ABCD"), row("rao", 2, "FACE"), row("dino", 1, "ABCD"), row("dino", 2, "FACD")].concat();
    assert_eq!(
        error(&rows),
        "rounds.csv, line 5: in round 2 against only-once at 4x6, dino has another secret than rao, so they cannot be compared"
    );
    let tables = ["ABCD", "DCBA"].map(|secret| read(&row("rao", 1, secret)).unwrap());
    let [one, two] = tables;
    assert_eq!(
        one.with_names(|name| format!("{name} (old)")).union(&two).unwrap_err().to_string(),
        "in round 1 against only-once at 4x6, rao has another secret than rao (old), so they cannot be compared"
    );
}

#[test]
fn a_player_cannot_have_a_round_twice() {
    let rows = [row("rao", 1, "ABCD"), row("rao", 3, "FACE"), row("rao", 2, "FADE")].concat();
    for (again, line) in [(1, 5), (2, 5), (3, 5)] {
        let text = error(&format!("{rows}{}", row("rao", again, "ABCD")));
        assert_eq!(text, format!("rounds.csv, line {line}: rao has round {again} against only-once at 4x6 twice"));
    }
}

#[test]
fn an_unfinished_last_line_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rounds.csv");
    let whole = [HEADER, &row("rao", 1, "ABCD"), &row("rao", 2, "FACE")].concat();
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    for end in last..whole.len() {
        fs::write(&file, &whole[..end]).unwrap();
        let table = RoundTable::read([folder.path()]).unwrap();
        assert_eq!(table.numbers(0, 0), [1], "{:?}", &whole[last..end]);
    }
    fs::write(&file, whole).unwrap();
    assert_eq!(RoundTable::read([&file]).unwrap().numbers(0, 0), [1, 2]);
}

#[test]
fn a_quote_that_is_not_closed_does_not_hide_rows() {
    let open = "rao,only-once,4x6,4,6,1,ABCD,failure,exception,4,-2.000000,\"x\n";
    let rows = format!("{}{open}{}", row("rao", 2, "FACE"), row("rao", 3, "FADE"));
    assert_eq!(error(&rows), "rounds.csv, line 3: a quote is not closed");
    // In the last line it was just not written to its end.
    assert_eq!(read(&format!("{}{}", row("rao", 2, "FACE"), open.trim_end())).unwrap().numbers(0, 0), [2]);
}

#[test]
fn columns_may_come_in_any_order_and_rows_as_other_programs_write_them() {
    let text = "points,note,round,secret,outcome,failure,guesses,game,scsa,player\r\n\
                2.5,\"a, b\",1,ABCD,win,,4,4x6,\"codes:a, \"\"b\"\".txt\",\"rao\"\r\n\
                -2,,2,FACE,failure,memory,0,4x6,\"codes:a, \"\"b\"\".txt\",rao\r\n";
    let table = RoundTable::from_csv("rounds.csv", text.as_bytes()).unwrap();
    assert_eq!((table.players(), table.numbers(0, 0)), (&["rao".to_owned()][..], &[1, 2][..]));
    assert_eq!(table.matches()[0].scsa, "codes:a, \"b\".txt");
    assert_eq!(table.rounds(0, 0)[1].points, -2.0);
    assert!(read("").unwrap().players().is_empty());
    assert_eq!(CommonRounds::ranked(&read("").unwrap()).round_count(), 0);
}

#[test]
fn several_folders_are_one_table() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for (folder, (player, rounds)) in folders.iter().zip([("rao", [1, 2]), ("dino", [2, 3])]) {
        let rows = rounds.map(|round| row(player, round, "ABCD")).concat();
        fs::write(folder.path().join("rounds.csv"), format!("{HEADER}{rows}")).unwrap();
    }
    let table = RoundTable::read(folders.iter().map(tempfile::TempDir::path)).unwrap();
    assert_eq!(table.players(), ["rao", "dino"]);
    assert_eq!((table.numbers(0, 0), table.numbers(1, 0)), (&[1, 2][..], &[2, 3][..]));
    assert_eq!(CommonRounds::ranked(&table).matches()[0].numbers(), [2]);
}

/// All pairs of players are compared, and each player has a place for each match.
#[test]
fn more_rows_than_a_tournament_has_are_refused() {
    for (players, games, line) in [(1001, 1, 1002), (1, 20_001, 20_002), (1000, 1001, 2001)] {
        let row = |player, match_| row(&format!("p{player}"), 1, "ABCD").replace("only-once", &format!("s{match_}"));
        let (of_one, of_others) = ((0..games).map(|match_| row(0, match_)), (1..players).map(|player| row(player, 0)));
        let text = error(&of_one.chain(of_others).collect::<String>());
        assert!(text.starts_with(&format!("rounds.csv, line {line}: {players} players, {games} codemakers")), "{text}");
    }
}
