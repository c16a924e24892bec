//! The players of "Dave Computes Mastermind Strategy" (2016) that guess consistent codes: `lc`, `rc`, `easy` and `advanced`. Its
//! figures, its games, and other sizes.

use players::{Briefing, Knowledge, PlayerInstance, Refusal, find};
use scsa::{Code, Color, Feedback, Rng, Size, Turn, is_consistent};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn try_prepare(name: &str, size: Size) -> Result<PlayerInstance, Refusal> {
    let briefing = Briefing::new(size, "insert-colors", Knowledge::Nothing);
    find(name).unwrap().prepare(&briefing)
}

fn prepare(name: &str, size: Size) -> PlayerInstance {
    try_prepare(name, size).unwrap()
}

/// A code in digits, as in the source.
fn code(digits: &str) -> Code {
    let colors: Vec<Color> =
        digits.chars().map(|digit| Color::new(digit.to_digit(10).unwrap() as usize - 1).unwrap()).collect();
    Code::new(&colors).unwrap()
}

fn digits(code: &Code) -> String {
    code.pegs().map(|color| (color.index() + 1).to_string()).collect()
}

fn play(player: &mut PlayerInstance, secret: &Code, rng: &mut Rng) -> Vec<Turn> {
    player.reset();
    let mut turns: Vec<Turn> = Vec::new();
    while turns.last().is_none_or(|turn| turn.guess != *secret) && turns.len() < 100 {
        let guess = player.player().guess(&turns, rng);
        turns.push(Turn::new(guess, secret));
    }
    turns
}

/// The sum of the guesses for all secrets of 4x6, the largest number for one, and the secrets that take that many.
fn figures(name: &str) -> (u64, usize, Vec<String>) {
    let size = size("4x6");
    let mut player = prepare(name, size);
    let lengths = players::tree_of(&player, size).unwrap().lengths();
    let mut takes = |secret: &Code| play(&mut player, secret, &mut Rng::new(0)).len();
    let worst = size.codes().filter(|secret| takes(secret) == lengths.worst()).map(|secret| digits(&secret)).collect();
    (lengths.total(), lengths.worst(), worst)
}

/// Compares a game of the source: guesses and feedback, R for a black peg and W for a white one.
fn assert_game(name: &str, game: &str) {
    let played: Vec<(String, String)> = game
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
        .map(|(guess, feedback)| (guess.to_owned(), feedback.to_owned()))
        .collect();
    let secret = code(&played.last().unwrap().0);
    let turns: Vec<(String, String)> = play(&mut prepare(name, size("4x6")), &secret, &mut Rng::new(0))
        .iter()
        .map(|turn| (digits(&turn.guess), "R".repeat(turn.feedback.black()) + &"W".repeat(turn.feedback.white())))
        .collect();
    assert_eq!(turns, played, "{name}");
}

#[test]
fn lowest_consistent_takes_as_many_guesses_as_published() {
    let (total, most, worst) = figures("lc");
    assert_eq!((total, most), (7471, 9));
    assert_eq!(worst, ["5654", "6435", "6555", "6556", "6654", "6665"]);
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
        // The first guess of lc without an opening.
        ("1111+lc", 7471),
    ] {
        assert_eq!(figures(name).0, total, "{name}");
    }
}

/// The source has 7471 for Easy; no order of preference that plays its game of 4652 is known to take that many.
#[test]
fn methods_for_people_take_as_many_guesses_as_computed() {
    let (total, most, _) = figures("easy");
    assert_eq!((total, most), (7470, 9));
    let (total, most, worst) = figures("advanced");
    assert_eq!((total, most), (6210, 8));
    assert_eq!(worst, ["6543"]);
}

#[test]
fn games_of_the_source_are_played_turn_by_turn() {
    assert_game("lc", "1111\n2222\n3333 R\n3444 RW\n5345 RWW\n5436 RRWW\n5463 RWWW\n5634 RWWW\n6435 RRRR");
    assert_game("easy", "1111\n2222 R\n2333 W\n4244 RW\n4525 RWW\n5624 RWWW\n4652 RRRR");
    assert_game("advanced", "1122 R\n1333\n4424 RW\n4552 RRR\n4562 RRWW\n4652 RRRR");
    assert_game("advanced", "1122\n3344 RW\n3535 W\n4366 R\n4454 RRRR");
    assert_game("advanced", "1122\n3344 RW\n3535 RW\n3663 RW\n3456 WWWW\n4365 WWWW\n5634 WWWW\n6543 RRRR");
}

#[test]
fn feedback_and_consistent_codes_are_those_of_the_source() {
    assert_eq!(code("1123").feedback(&code("2321")), Feedback::new(1, 2));
    let secret = code("5512");
    let mut turns = Vec::new();
    let mut left: Vec<Code> = size("4x6").codes().collect();
    for (guess, black, white, codes) in [("1122", 1, 1, 208), ("1134", 0, 1, 38), ("2352", 1, 1, 7), ("6242", 1, 0, 1)]
    {
        if codes == 1 {
            let left: Vec<String> = left.iter().map(digits).collect();
            assert_eq!(left, ["2426", "4242", "4262", "5512", "5612", "6242", "6512"]);
        }
        let turn = Turn { guess: code(guess), feedback: Feedback::new(black, white) };
        assert!(turn.is_consistent_with(&secret));
        turns.push(turn);
        left.retain(|code| is_consistent(code, &turns));
        assert_eq!(left.len(), codes, "{guess}");
        // After any guesses.
        let lowest = prepare("1122+1134+2352+6242+lc", size("4x6")).player().guess(&turns, &mut Rng::new(0));
        assert!(turns.len() < 4 || lowest == left[0]);
    }
    assert_eq!(left, [secret]);
}

/// Pearson's chi-square over the consistent codes. With the turns given here codes are drawn by rejection or from a list.
#[test]
fn random_consistent_guesses_are_uniform() {
    let size = size("4x6");
    let answers = [("1122", 1, 1, 208), ("1134", 0, 1, 38), ("2352", 1, 1, 7)];
    for played in 0..=answers.len() {
        let turns: Vec<Turn> = answers[..played]
            .iter()
            .map(|&(guess, black, white, _)| Turn { guess: code(guess), feedback: Feedback::new(black, white) })
            .collect();
        let left: Vec<Code> = size.codes().filter(|code| is_consistent(code, &turns)).collect();
        let mut player = prepare("rc", size);
        let mut rng = Rng::new(17);
        let mut drawn = vec![0u32; left.len()];
        let draws = 200 * left.len();
        for _ in 0..draws {
            player.reset();
            let guess = player.player().guess(&turns, &mut rng);
            drawn[left.iter().position(|code| *code == guess).unwrap()] += 1;
        }
        let chi: f64 = drawn.iter().map(|&drawn| (f64::from(drawn) - 200.0).powi(2) / 200.0).sum();
        let freedom = left.len() as f64 - 1.0;
        assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "chi-square {chi} of {freedom} after {turns:?}");
    }
}

/// The source gives means of a million rounds.
#[test]
fn random_consistent_takes_as_many_guesses_as_published() {
    let size = size("4x6");
    for (name, published) in [("rc", 4.64), ("1111+rc", 5.13), ("1123+rc", 4.61), ("1123+2245+rc", 4.592)] {
        let mut player = prepare(name, size);
        let mut rng = Rng::new(23);
        let (rounds, mut guesses) = (20_000, 0);
        for _ in 0..rounds {
            let secret = Code::from_fn(size, |_| rng.color(6));
            let turns = play(&mut player, &secret, &mut rng);
            assert!(turns.len() <= 10, "{name}: {turns:?}");
            guesses += turns.len();
        }
        // The standard deviation of a round is 0.9. The tolerance is five standard errors and the rounding of the source.
        let mean = f64::from(guesses as u32) / f64::from(rounds);
        assert!((mean - published).abs() < 0.037, "{name}: {mean}");
    }
}

#[test]
fn lowest_consistent_is_baseline_2() {
    // With its own first guess as the opening, the enumeration finds what the search for large sizes finds.
    for (size_text, rounds) in [("1x3", 5), ("5x9", 20), ("6x10", 20), ("8x6", 10), ("12x3", 10), ("20x26", 1)] {
        let size = size(size_text);
        let mut players = vec![prepare("baseline-2", size), prepare("lc", size)];
        if size.pegs() <= 12 {
            players.push(prepare(&format!("{}+lc", "A".repeat(size.pegs())), size));
        }
        for round in 0..rounds {
            let mut rng = Rng::new(round);
            let secret = Code::from_fn(size, |_| rng.color(size.colors()));
            let games: Vec<Vec<Turn>> = players.iter_mut().map(|player| play(player, &secret, &mut rng)).collect();
            assert!(games.iter().all(|game| *game == games[0]), "{size} {secret}");
            assert_eq!(games[0].last().unwrap().guess, secret);
        }
    }
}

#[test]
fn every_secret_of_small_sizes_is_found_by_consistent_guesses() {
    for text in ["1x1", "1x5", "2x1", "2x2", "2x3", "3x4", "5x2", "5x3"] {
        let size = size(text);
        let opening = "A".repeat(size.pegs());
        for name in ["lc", "rc", "easy", "advanced", &format!("{opening}+rc"), &format!("{opening}+{opening}+lc")] {
            let mut player = prepare(name, size);
            for secret in size.codes() {
                let turns = play(&mut player, &secret, &mut Rng::new(1));
                assert_eq!(turns.last().unwrap().guess, secret, "{name} {size}");
                for (index, turn) in turns.iter().enumerate().skip(name.matches('+').count()) {
                    assert!(is_consistent(&turn.guess, &turns[..index]), "{name} {size}: {turns:?}");
                }
            }
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
        let size = size(text);
        let mut player = prepare("advanced", size);
        let guess = player.player().guess(&[], &mut Rng::new(0));
        assert_eq!(digits(&guess), first, "{size}");
        if !second.is_empty() {
            let turn = Turn { guess, feedback: Feedback::new(0, 0) };
            assert_eq!(digits(&player.player().guess(&[turn], &mut Rng::new(0))), second, "{size}");
        }
    }
}

/// They are guessed whatever the feedback, until the secret is found.
#[test]
fn openings_are_guessed_first() {
    for rule in ["lc", "rc"] {
        let mut player = prepare(&format!("5463+4322+{rule}"), size("4x6"));
        for secret in ["1111", "4433", "5436"] {
            let turns = play(&mut player, &code(secret), &mut Rng::new(2));
            assert_eq!([turns[0].guess, turns[1].guess], [code("5463"), code("4322")]);
            assert!(is_consistent(&turns[2].guess, &turns[..2]));
            assert_eq!(turns.last().unwrap().guess, code(secret));
        }
        assert_eq!(play(&mut player, &code("5463"), &mut Rng::new(2)).len(), 1);
        assert_eq!(play(&mut player, &code("4322"), &mut Rng::new(2)).len(), 2);
    }
}

#[test]
fn openings_are_part_of_the_name() {
    assert_eq!(find("lc").unwrap().usage(), "[OPENING+]lc");
    assert_eq!(find("rc").unwrap().usage(), "[OPENING+]rc");
    for (name, canonical) in [
        ("lc", "lc"),
        ("1122+lc", "1122+lc"),
        ("aABB+lc", "1122+lc"),
        ("5463+DCBB+rc", "5463+4322+rc"),
        ("ZAIJ+1234+rc", "ZAIJ+ABCD+rc"),
        ("IIII+lc", "9999+lc"),
    ] {
        assert_eq!(find(name).unwrap().name(), canonical);
        assert_eq!(find(canonical).unwrap().name(), canonical);
    }
    let form = "a code is digits from 1 to 9 or letters, such as 1122 or AABB";
    let long = "1+".repeat(17);
    for (name, wanted) in [
        ("+lc", format!("'' is no OPENING of lc: {form}")),
        ("1012+lc", format!("'1012' is no OPENING of lc: {form}")),
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
        ("1122+ld", "there is no such player".to_owned()),
    ] {
        assert_eq!(find(name).unwrap_err().to_string(), wanted);
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    for (name, text, wanted) in [
        (
            "1122+lc",
            "5x6",
            "its guess 1122 has 4 pegs, not 5; give guesses of 5 pegs in digits 1 to 6 or letters A to F",
        ),
        (
            "1122+7711+rc",
            "4x6",
            "its guess 7711 has a color beyond the 6; give guesses of 4 pegs in digits 1 to 6 or letters A to F",
        ),
        ("rc", "10x12", "more than 1000000000 codes to list; choose a smaller size"),
        ("rc", "20x26", "more than 1000000000 codes to list; choose a smaller size"),
        ("AAAAABBBBB+lc", "10x12", "more than 1000000000 codes to list; choose a smaller size"),
        ("easy", "8x10", "more than 10000000 codes to list; choose a smaller size"),
        ("advanced", "8x10", "more than 10000000 codes to list; choose a smaller size"),
    ] {
        let refusal = try_prepare(name, size(text)).err().unwrap();
        assert_eq!(format!("{refusal}; {}", refusal.hint().unwrap()), wanted, "{name} {text}");
    }
    assert!(try_prepare("lc", size("32x26")).is_ok() && try_prepare("rc", size("8x10")).is_ok());
}
