//! What was published on players: the figures and games of "Dave Computes Mastermind Strategy" (2016) and of others, with the obvious
//! version of a player as the oracle.

use crate::{game_of, play, prepare, tree, try_prepare};
use players::optimal::{OptimalProblem, prove};
use players::tree::Secrets;
use players::{find, notation::Notation, notation::parse_code, tree::response};
use scsa::{Code, Response, Rng, Turn, algorithms};
use solver::{AllowedGuesses, Objective, SearchMonitor};
use std::collections::BTreeSet;

fn code(digits: &str) -> Code {
    parse_code(digits).unwrap()
}

fn digits(code: &Code) -> String {
    Notation::Digits.code(code)
}

/// The turns of a game of the source, and how many codes are consistent after each.
fn turns_of_the_source() -> [(Turn, usize); 4] {
    [("1122", 1, 1, 208), ("1134", 0, 1, 38), ("2352", 1, 1, 7), ("6242", 1, 0, 1)]
        .map(|(guess, black, white, left)| (Turn { guess: code(guess), feedback: Response::new(black, white) }, left))
}

/// The sum of the guesses for all secrets of 4x6, the largest number for one, and the secrets that take that many.
fn figures(name: &str) -> (u64, usize, Vec<String>) {
    let game = game_of("4x6");
    let mut player = prepare(name, game);
    let lengths = tree(name, game).lengths();
    let mut takes = |secret: &Code| play(&mut player, secret, &mut Rng::new(0)).len();
    let worst = game.codes().filter(|secret| takes(secret) == lengths.worst()).map(|secret| digits(&secret)).collect();
    (lengths.total(), lengths.worst(), worst)
}

/// Compares a game of the source: guesses and feedback, R for a black peg and W for a white one.
fn assert_game(name: &str, transcript: &str) {
    let secret = code(transcript.lines().last().unwrap().split(' ').next().unwrap());
    let turns = play(&mut prepare(name, game_of("4x6")), &secret, &mut Rng::new(0));
    let lines = turns.iter().map(|turn| format!("{} {}", digits(&turn.guess), response(turn.feedback)));
    assert_eq!(lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n"), transcript, "{name}");
}

#[test]
fn lowest_consistent_takes_as_many_guesses_as_published() {
    let worst = ["5654", "6435", "6555", "6556", "6654", "6665"].map(str::to_owned);
    assert_eq!(figures("lc"), (7471, 9, worst.to_vec()));
    for (name, total) in [
        ("5463+lc", 6021),
        ("5466+lc", 6021),
        ("5463+4322+lc", 5917),
        ("6564+4233+lc", 5869),
        ("4233+6564+lc", 5869),
        ("6564+4332+lc", 5869),
        ("4332+6564+lc", 5869),
        // The source has 5885 here, which is the total of the next two lines, the least after 5466.
        ("5466+4322+lc", 5919),
        ("5466+3324+lc", 5885),
        ("5466+3342+lc", 5885),
        // The best of all pairs, in results/strategies.
        ("3244+6536+lc", 5864),
        ("3255+6436+lc", 5864),
        // The first guess of lc without an opening.
        ("1111+lc", 7471),
    ] {
        assert_eq!(figures(name).0, total, "{name}");
    }
}

/// The source has 7471 for Easy; no order of preference that plays its game of 4652 is known to take that many.
#[test]
fn methods_for_people_take_as_many_guesses_as_computed() {
    assert!(matches!(figures("easy"), (7470, 9, _)));
    assert_eq!(figures("advanced"), (6210, 8, vec!["6543".to_owned()]));
}

#[test]
fn games_of_the_source_are_played_turn_by_turn() {
    assert_game("lc", "1111\n2222\n3333 R\n3444 RW\n5345 RWW\n5436 RRWW\n5463 RWWW\n5634 RWWW\n6435 RRRR");
    assert_game("easy", "1111\n2222 R\n2333 W\n4244 RW\n4525 RWW\n5624 RWWW\n4652 RRRR");
    assert_game("advanced", "1122 R\n1333\n4424 RW\n4552 RRR\n4562 RRWW\n4652 RRRR");
    assert_game("advanced", "1122\n3344 RW\n3535 W\n4366 R\n4454 RRRR");
    assert_game("advanced", "1122\n3344 RW\n3535 RW\n3663 RW\n3456 WWWW\n4365 WWWW\n5634 WWWW\n6543 RRRR");
}

/// Computed when a plain version of Rao's method made the same guesses.
#[test]
fn raos_method_takes_as_many_guesses_as_computed() {
    for (text, corrected, published) in [("4x6", 7819, 8049), ("3x9", 5427, 5483), ("7x4", 137_708, 140_403)] {
        let total = |name| tree(name, game_of(text)).lengths().total();
        assert_eq!((total("rao"), total("baseline-4")), (corrected, published), "{text}");
    }
}

/// The numbers of codes that stay consistent, and the codes that are left in the end.
#[test]
fn consistent_codes_are_those_of_the_source() {
    let game = game_of("4x6");
    let mut left: Vec<Code> = game.codes().collect();
    for (turn, codes) in turns_of_the_source() {
        left.retain(|code| game.is_consistent(code, &[turn]));
        assert_eq!(left.len(), codes, "{turn:?}");
    }
    assert_eq!(left, [code("5512")]);
    let turns = turns_of_the_source().map(|(turn, _)| turn);
    assert_eq!(prepare("1122+1134+2352+6242+lc", game).player().guess(&turns, &mut Rng::new(0)), left[0]);
}

/// Pearson's chi-square over the consistent codes. With the turns given here codes are drawn by rejection or from a list.
#[test]
fn random_consistent_guesses_are_uniform() {
    let game = game_of("4x6");
    let all_turns = turns_of_the_source().map(|(turn, _)| turn);
    for turns in (0..4).map(|played| &all_turns[..played]) {
        let left: Vec<Code> = game.codes().filter(|code| game.is_consistent(code, turns)).collect();
        let mut player = prepare("rc", game);
        let mut rng = Rng::new(17);
        let mut drawn = vec![0u32; left.len()];
        let draws = 200 * left.len();
        for _ in 0..draws {
            player.reset();
            let guess = player.player().guess(turns, &mut rng);
            drawn[left.iter().position(|code| *code == guess).unwrap()] += 1;
        }
        let chi: f64 = drawn.iter().map(|&drawn| (f64::from(drawn) - 200.0).powi(2) / 200.0).sum();
        let freedom = left.len() as f64 - 1.0;
        assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "chi-square {chi} of {freedom} after {turns:?}");
    }
}

/// The exact means are in results/strategies. The source gives those of a million rounds.
#[test]
fn random_consistent_takes_as_many_guesses_as_computed() {
    let game = game_of("4x6");
    for (name, exact) in [("rc", 4.643523), ("1111+rc", 5.130772), ("1123+rc", 4.611487), ("1123+2245+rc", 4.592261)] {
        let mut player = prepare(name, game);
        let mut rng = Rng::new(23);
        let (rounds, mut guesses) = (20_000, 0);
        for _ in 0..rounds {
            let secret = game.draw(&mut rng);
            let turns = play(&mut player, &secret, &mut rng);
            assert!(turns.len() <= 10, "{name}: {turns:?}");
            guesses += turns.len();
        }
        // The standard deviation of a round is 0.9. The tolerance is five standard errors.
        let mean = f64::from(guesses as u32) / f64::from(rounds);
        assert!((mean - exact).abs() < 0.032, "{name}: {mean}");
    }
}

#[test]
fn lowest_consistent_is_baseline_2() {
    // With its own first guess as the opening, the enumeration finds what the search for large games finds.
    for (size_text, rounds) in [("1x3", 5), ("5x9", 20), ("6x10", 20), ("8x6", 10), ("12x3", 10), ("20x26", 1)] {
        let game = game_of(size_text);
        let mut players = vec![prepare("baseline-2", game), prepare("lc", game)];
        if game.pegs() <= 12 {
            players.push(prepare(&format!("{}+lc", "A".repeat(game.pegs())), game));
        }
        for round in 0..rounds {
            let mut rng = Rng::new(round);
            let secret = game.draw(&mut rng);
            let games: Vec<Vec<Turn>> = players.iter_mut().map(|player| play(player, &secret, &mut rng)).collect();
            assert!(games.iter().all(|game| *game == games[0]), "{game} {secret}");
            assert_eq!(games[0].last().unwrap().guess, secret);
        }
    }
}

#[test]
fn advanced_begins_with_halves() {
    for (text, first, second) in [
        ("1x6", "1", "2"),
        ("2x1", "11", ""),
        ("4x2", "1122", ""),
        ("4x3", "1122", "3333"),
        ("3x4", "112", "334"),
        ("5x9", "11122", "33344"),
    ] {
        let game = game_of(text);
        let mut player = prepare("advanced", game);
        let guess = player.player().guess(&[], &mut Rng::new(0));
        assert_eq!(digits(&guess), first, "{game}");
        if !second.is_empty() {
            let turn = Turn { guess, feedback: Response::new(0, 0) };
            assert_eq!(digits(&player.player().guess(&[turn], &mut Rng::new(0))), second, "{game}");
        }
    }
}

/// They are guessed whatever the feedback, until the secret is found. What follows is tested by the totals.
#[test]
fn openings_are_guessed_first() {
    for rule in ["lc", "rc"] {
        let mut player = prepare(&format!("5463+4322+{rule}"), game_of("4x6"));
        for (secret, guesses) in [("1111", 2), ("5436", 2), ("5463", 1), ("4322", 2)] {
            let turns = play(&mut player, &code(secret), &mut Rng::new(2));
            let opening = turns.iter().take(2).map(|turn| digits(&turn.guess));
            assert!(opening.eq(["5463", "4322"].into_iter().take(guesses)), "{turns:?}");
        }
    }
}

#[test]
fn parameters_are_part_of_the_name() {
    for (name, usage) in [("lc", "[OPENING+]lc"), ("rc", "[OPENING+]rc"), ("local-search", "local-search[:WIDTH]")] {
        assert_eq!(find(name).unwrap().usage(), usage);
    }
    for (name, canonical) in [
        ("lc", "lc"),
        ("1122+lc", "1122+lc"),
        ("aABB+lc", "1122+lc"),
        ("5463+DCBB+rc", "5463+4322+rc"),
        ("ZAIJ+1234+rc", "ZAIJ+ABCD+rc"),
        ("IIII+lc", "9999+lc"),
        ("local-search:3", "local-search:3"),
        ("local-search:1", "local-search"),
        ("local-search:007", "local-search:7"),
    ] {
        assert_eq!(find(name).unwrap().name(), canonical);
        assert_eq!(find(canonical).unwrap().name(), canonical);
    }
    let form = "a code is digits from 1 to 9 or letters, such as 1122 or AABB";
    let width = "is no WIDTH of local-search: give a whole number from 1 to 100 (the default is 1)";
    let long = "1+".repeat(17);
    for (name, wanted) in [
        ("+lc", format!("'' is no OPENING of lc: {form}")),
        ("10A2+lc", format!("'10A2' is no OPENING of lc: {form}")),
        ("12B3+1122+rc", format!("'12B3+1122' is no OPENING of rc: {form}")),
        ("1122++lc", format!("'1122+' is no OPENING of lc: {form}")),
        ("1122+112+lc", "'1122+112' is no OPENING of lc: one of its codes has 4 pegs, another 3".to_owned()),
        (
            &format!("{}+lc", "1".repeat(33)),
            format!("'{}' is no OPENING of lc: a code has 1 to 32 pegs, this one has 33", "1".repeat(33)),
        ),
        (
            &format!("{long}lc"),
            format!("'{}' is no OPENING of lc: it has 17 codes, and at most 16 may be given", &long[..33]),
        ),
        ("lc:1122", "the player lc with a parameter is written OPENING+lc".to_owned()),
        ("4+local-search", "the player local-search with a parameter is written local-search:WIDTH".to_owned()),
        ("1122+rao", "the player rao takes no parameter".to_owned()),
        ("rao:", "the player rao takes no parameter".to_owned()),
        ("local-search:0", format!("'0' {width}")),
        ("local-search:", format!("'' {width}")),
        ("1122+ld", "there is no such player".to_owned()),
    ] {
        assert_eq!(find(name).unwrap_err().to_string(), wanted);
    }
}

#[test]
fn games_that_do_not_fit_are_refused() {
    let too_large = |reason: &str| format!("{reason}; choose a smaller game");
    let guesses = "pegs in digits 1 to 6 or letters A to F";
    for (players, wanted) in [
        (&["1122+lc 5x6"][..], format!("its guess 1122 is illegal: it has 4 pegs, not 5; give guesses of 5 {guesses}")),
        (&["1122+7711+rc 4x6"], format!("its guess 7711 is illegal: its peg 1, G, is not among the colors A to F; give guesses of 4 {guesses}")),
        (&["rc 10x12", "rc 20x26", "AAAAABBBBB+lc 10x12"], too_large("more than 1000000000 codes to list")),
        (&["knuth 8x10"], too_large("more than 4000000 codes to list")),
        (&["easy 8x10", "advanced 8x10"], too_large("more than 10000000 codes to list")),
        (
            &["optimal 4x13", "consistent-optimal 4x11", "optimal 20x26"],
            too_large("its best strategy takes too long to find"),
        ),
        (
            &["1123+rc 4x10n"],
            "its guess 1123 is illegal: its pegs 1 and 2 are both A: 4x10n has no color twice; give guesses of 4 pegs in digits \
             1 to 9 or letters A to J, none twice"
                .to_owned(),
        ),
        (
            &["rao 4x10n", "baseline-3 4x10n", "dino 4x10n", "easy 4x10n", "local-search 4x10n", "one-color 4x10n"],
            "it guesses codes with a color twice, and 4x10n has none; choose 4x10".to_owned(),
        ),
    ] {
        for (name, text) in players.iter().map(|player| player.split_once(' ').unwrap()) {
            let refusal = try_prepare(name, game_of(text)).err().unwrap();
            assert_eq!(format!("{refusal}; {}", refusal.hint().unwrap()), wanted, "{name} {text}");
        }
    }
    assert!(try_prepare("lc", game_of("32x26")).is_ok() && try_prepare("rc", game_of("8x10")).is_ok());
}

/// Knuth 1977; Koyama and Lai 1993 for 5625; "Dave Computes Mastermind Strategy" 2016; Kooi 2005 for three others over all guesses. The
/// totals of the consistent ones were computed with this program: the source has 5671 for the optimal one. The large ones were found by
/// `arena solve`.
#[test]
fn totals_are_as_published() {
    for (player, text, total, lengths) in [
        ("knuth", "4x6", 5801, &[1, 6, 62, 533, 694][..]),
        ("consistent-knuth", "4x6", 5828, &[1, 12, 99, 468, 662, 54]),
        ("minimax", "4x6", 5801, &[1, 6, 62, 533, 694]),
        ("consistent-minimax", "4x6", 5828, &[1, 12, 99, 468, 662, 54]),
        ("expected-size", "4x6", 5696, &[1, 10, 54, 645, 583, 3]),
        ("entropy", "4x6", 5722, &[1, 4, 71, 612, 596, 12]),
        ("weighted-entropy", "4x6", 5641, &[]),
        ("most-parts", "4x6", 5668, &[1, 12, 72, 635, 569, 7]),
        ("consistent-expected-size", "4x6", 5722, &[1, 13, 114, 530, 595, 43]),
        ("consistent-entropy", "4x6", 5786, &[1, 13, 103, 502, 620, 57]),
        ("consistent-most-parts", "4x6", 5701, &[1, 13, 115, 556, 563, 46, 2]),
        ("consistent-optimal", "4x6", 5660, &[1, 13, 114, 563, 591, 14]),
        ("consistent-optimal", "4x8", 20_838, &[]),
        ("optimal", "4x6", 5625, &[]),
        ("optimal", "4x8", 20_471, &[]),
        ("optimal", "4x9", 34_666, &[]),
        ("optimal", "5x6", 36_721, &[]),
        ("optimal", "4x10", 55_632, &[]),
        ("optimal", "4x11", 85_414, &[]),
        ("optimal", "4x12", 126_470, &[]),
    ] {
        let own = tree(player, game_of(text)).lengths();
        assert_eq!(own.total(), total, "{player} {text}");
        assert!(lengths.is_empty() || own.by_guesses() == lengths, "{player} {text}: {:?}", own.by_guesses());
    }
}

const ONE_STEP: [&str; 11] = [
    "knuth", "consistent-knuth", "minimax", "consistent-minimax", "expected-size", "entropy", "most-parts",
    "consistent-expected-size", "consistent-entropy", "consistent-most-parts", "weighted-entropy",
];

/// The tree that a player supplies contains the guesses that it makes in games.
#[test]
fn supplied_trees_have_the_guesses_of_games() {
    for player in ONE_STEP {
        for game in ["4x6", "3x5", "6x3", "2x2", "1x1", "8x2"].map(game_of) {
            let tree = tree(player, game);
            let mut prepared = prepare(player, game);
            for secret in game.codes().step_by(7) {
                let mut branch = tree.root();
                for turn in play(&mut prepared, &secret, &mut Rng::new(0)) {
                    assert_eq!(turn.guess, tree.guess(branch), "{player} {game} {secret}");
                    branch = branch.after(turn.feedback).unwrap_or(branch);
                }
                assert!(branch.wins() && tree.guess(branch) == secret);
            }
            assert_eq!(tree.lengths().secrets(), game.count().unwrap());
        }
    }
}

/// "Dave Computes Mastermind Strategy", 2016: the 24 situations of Knuth's strategy with most consistent codes. The columns are
/// the history, the guess, the number of consistent codes, and the sum, mean and maximum of the guesses of their games.
const KNUTH: &str = "\
,1122,1296,5801,4.48,5
|,3345,256,1175,4.59,5
|R,1344,256,1179,4.61,5
|W,2344,256,1176,4.59,5
|RW,1134,208,938,4.51,5
|RR,1234,114,500,4.39,5
|WW,2344,96,407,4.24,5
||RW,3636,46,217,4.72,5
|W|W,3516,44,209,4.75,5
|R|W,3526,44,209,4.75,5
|R|RW,4524,42,198,4.71,5
|W|RW,4514,42,198,4.71,5
||WW,6634,42,199,4.74,5
|R|WW,3135,41,195,4.76,5
|W|WW,3235,41,195,4.76,5
||RWW,3454,40,189,4.73,5
|RW|W,2352,38,176,4.63,5
|RWW,1213,36,145,4.03,5
|R|R,3325,34,157,4.62,5
|RW|RWW,1315,34,160,4.71,5
|W|R,3315,34,157,4.62,5
|RW|RW,1516,32,147,4.59,5
|RRW,1223,32,124,3.88,4
||RR,3636,29,135,4.66,5";

#[test]
fn the_table_of_knuths_strategy_is_as_published() {
    for player in ["knuth", "minimax"] {
        let table = tree(player, game_of("4x6")).table(24);
        let rows = table.iter().map(|row| {
            let (games, guess) = (row.games, Notation::Digits.code(&row.guess));
            let (count, total, average, max) = (games.count, games.total, games.rounded(), games.max);
            format!("{},{guess},{count},{total},{average},{max}", row.history)
        });
        // The order of rows with equal counts in the source is not known.
        let [rows, published] = [rows.collect(), KNUTH.lines().map(str::to_owned).collect::<BTreeSet<String>>()];
        assert_eq!(rows, published, "{player}");
    }
    // Computed with this program.
    assert_eq!(tree("knuth", game_of("4x6")).counts().iter().filter(|&&count| count > 2).count(), 269);
}

/// `docs/players.md` has the means.
#[test]
#[ignore = "takes some seconds"]
fn weighted_entropy_has_numbers_for_five_and_six_pegs() {
    for (game, total) in [("5x8", 179_384), ("6x6", 242_033)] {
        assert_eq!(tree("weighted-entropy", game_of(game)).lengths().total(), total, "{game}");
    }
}

/// The optima that `results/champion` names, to three digits, are those that the solver finds.
#[test]
#[ignore = "takes some seconds"]
fn the_optima_of_codemakers_are_optimal() {
    let rows = include_str!("../../../results/champion/references.csv").lines().skip(1);
    for row in rows.filter(|row| !row.ends_with(',')) {
        let [scsa, game, .., optimum] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let secrets = Secrets::Of(algorithms::find(scsa).unwrap());
        let (game, guessing, goal) = (game_of(game), AllowedGuesses::Any, Objective::default());
        let problem = OptimalProblem { game, secrets, guessing, goal };
        let optimal = prove(&problem, 100 << 20, 1, &SearchMonitor::default(), None).unwrap();
        assert!(optimal.is_proved(), "{row}");
        assert!((optimal.mean() - optimum.parse::<f64>().unwrap()).abs() < 0.0005 + 1e-9, "{row}: {}", optimal.mean());
    }
}
