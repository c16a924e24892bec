//! What the page of 2016 says besides totals and averages, beside what is so.

use super::{
    Analysis,
    claims::{Claim, Compared, Figure, PAGE_2016, digits, place, told},
    exact::{classes, profile},
    random,
};
use scsa::Feedback;

/// The most frequent responses to each kind of first guess: R is black, W is white.
const PROFILES: [(&str, &str); 5] = [
    ("1111", "-=625 R=500 RR=150 RRR=20 RRRR=1"),
    ("1112", "R=317 W=308 -=256 RW=156 RR=123"),
    ("1122", "-=256 R=256 W=256 RW=208 RR=114"),
    ("1123", "W=276 RW=230 WW=222 R=182 RWW=84"),
    ("1234", "WW=312 RW=252 W=152 WWW=136 RWW=132"),
];
/// A game of nine guesses that RC played.
const RANDOM_GAME: [&str; 9] = ["1111", "2235", "3233", "5255", "4635", "2244", "2266", "2226", "2262"];
/// LC's game when the secret is the last code.
const LOWEST_GAME: &str = "1111 2222 3333 3444 5345 5436 5463 5634 6435";
/// A game in which the candidates are counted after each guess.
const COUNTED_GAME: [(&str, u8, u8, &str); 4] =
    [("1122", 1, 1, "208"), ("1134", 0, 1, "38"), ("2352", 1, 1, "7"), ("6242", 1, 0, "1")];

/// All that is said, beside what is so.
pub fn all(analysis: &Analysis) -> Vec<Compared> {
    let mut facts = Facts { analysis, compared: Vec::new() };
    facts.lowest();
    facts.random();
    facts.first_guesses();
    facts.second_guesses();
    facts.candidates();
    facts.compared
}

struct Facts<'a> {
    analysis: &'a Analysis,
    compared: Vec<Compared>,
}

impl Facts<'_> {
    fn say(&mut self, strategy: &'static str, fact: &'static str, claimed: &str, computed: &str, remark: &'static str) {
        let (computed, agreed) = told(claimed, computed);
        let (figure, claimed) = (Figure::Fact(fact), claimed.to_owned());
        let claim = Claim { strategy, figure, claimed, source: PAGE_2016, remark };
        self.compared.push(Compared { claim, computed, agreed });
    }

    fn lowest(&mut self) {
        let analysis = self.analysis;
        let secret = LOWEST_GAME.split(' ').next_back().and_then(|secret| place(analysis, secret)).unwrap_or_default();
        let game: Vec<String> =
            lowest_game(analysis, secret).into_iter().map(|guess| digits(analysis, guess)).collect();
        self.say("lc", "game of 6435", LOWEST_GAME, &game.join(" "), "");
        let worst = analysis.lowest.free.lengths.worst();
        let longest = analysis.matrix.all().into_iter().filter(|&secret| lowest_game(analysis, secret).len() == worst);
        let longest: Vec<String> = longest.map(|secret| digits(analysis, secret)).collect();
        self.say("lc", "secrets that take nine guesses", "5654 6435 6555 6556 6654 6665", &longest.join(" "), "");
        let best = analysis.lowest.best_fixed();
        let codes: Vec<String> = best.iter().flat_map(|one| &one.first).map(|&code| digits(analysis, code)).collect();
        self.say("x+lc", "best first guesses", "5463 5466", &codes.join(" "), "");
        let least = analysis.lowest.best_of_pairs().next().map_or(0, |one| one.lengths.total());
        let remark = "The source suspected that its best was not the best.";
        self.say("x+y+lc", "smallest total", "5869", &least.to_string(), remark);
    }

    fn random(&mut self) {
        let analysis = self.analysis;
        let Some(family) = &analysis.random else { return };
        let classes = family.first.fixed.iter();
        let best = classes.clone().min_by(|(_, one), (_, other)| one.guesses().total_cmp(&other.guesses()));
        let best = best.map(|(class, _)| digits(analysis, class.lowest())).unwrap_or_default();
        self.say("x+rc", "best first guess", "1123", &best, "");
        let sizes: Vec<String> = classes.map(|(class, _)| class.members.len().to_string()).collect();
        self.say("x+rc", "codes like 1111, 1112, 1122, 1123, 1234", "6 120 90 720 360", &sizes.join(" "), "");
        let best: Vec<String> = family.best_pairs().map(|(pair, _)| pair_in_digits(analysis, pair)).collect();
        let remark = "2245 and 4415 after 1123 are one pair, with other names for colors and pegs.";
        self.say("1123+y+rc", "best pair", "1123+2245", &best.join(" "), remark);
        let pair: Option<Vec<u16>> = ["1123", "2245"].into_iter().map(|code| place(analysis, code)).collect();
        let third = pair.and_then(|pair| random::best_third(&analysis.matrix, &pair));
        let third = third.map(|(total, _)| format!("{:.2}", analysis.average(total))).unwrap_or_default();
        self.say("1123+2245+z+rc", "best average", "4.75", &third, "");
        let game: Option<Vec<u16>> = RANDOM_GAME.iter().map(|code| place(analysis, code)).collect();
        let consistent = game.is_some_and(|game| {
            let secret = game.last().copied().unwrap_or_default();
            let fits = |guess: u16, earlier: &[u16]| {
                earlier.iter().all(|&one| analysis.matrix.feedback(one, guess) == analysis.matrix.feedback(one, secret))
            };
            (0..game.len()).all(|place| fits(game[place], &game[..place]))
        });
        self.say("rc", "a game of nine consistent guesses", "yes", if consistent { "yes" } else { "no" }, "");
    }

    fn first_guesses(&mut self) {
        let analysis = self.analysis;
        for (code, claimed) in PROFILES {
            let Some(guess) = place(analysis, code) else { continue };
            let mut sizes: Vec<(u32, String)> = profile(&analysis.matrix, &analysis.matrix.all(), guess)
                .into_iter()
                .map(|(feedback, size)| (size, in_letters(feedback)))
                .collect();
            sizes.sort_by(|(one, name), (other, its)| other.cmp(one).then_with(|| name.cmp(its)));
            let sizes: Vec<String> = sizes.into_iter().take(5).map(|(size, name)| format!("{name}={size}")).collect();
            let remark = if code == "1123" { "RR is left out; a later table of the source has 105." } else { "" };
            self.say(code, "most frequent responses", claimed, &sizes.join(" "), remark);
        }
    }

    fn second_guesses(&mut self) {
        let analysis = self.analysis;
        let Some(first) = place(analysis, "1123") else { return };
        let second = classes(&analysis.matrix, &[first]).len().to_string();
        let remark =
            "Codes like 4545 are missing: their responses are as frequent as those of 4455, but they are not alike.";
        self.say("1123+y", "different second guesses", "129", &second, remark);
    }

    fn candidates(&mut self) {
        let analysis = self.analysis;
        let mut set = analysis.matrix.all();
        for (number, (code, black, white, claimed)) in (1..).zip(COUNTED_GAME) {
            let Some(guess) = place(analysis, code) else { return };
            let response = Feedback::new(black, white).index();
            set.retain(|&code| usize::from(analysis.matrix.feedback(guess, code)) == response);
            let fact = match number {
                1 => "candidates after 1122 RW",
                2 => "candidates after 1122 RW, 1134 W",
                3 => "candidates after 1122 RW, 1134 W, 2352 RW",
                _ => "candidates after 1122 RW, 1134 W, 2352 RW, 6242 R",
            };
            self.say("knuth", fact, claimed, &set.len().to_string(), "");
        }
        let Some(guess) = place(analysis, "1122") else { return };
        let sizes = profile(&analysis.matrix, &analysis.matrix.all(), guess);
        let largest = sizes.values().max().copied().unwrap_or_default().to_string();
        let none = sizes.get(&0).copied().unwrap_or_default().to_string();
        self.say(
            "1122",
            "candidates at the most",
            "276",
            &largest,
            "The source's own table has 256; 276 is that of 1123.",
        );
        self.say("1122", "candidates after no peg", "276", &none, "The source's own table has 256.");
        let total = |name| analysis.roster.find(name).map(|one| one.lengths.total());
        if let Some((consistent, all)) = total("consistent-knuth").zip(total("knuth")) {
            let more = (i128::from(consistent) - i128::from(all)).to_string();
            let remark = "By the source's own totals it is 27.";
            self.say("consistent-knuth", "guesses more than knuth", "21", &more, remark);
        }
    }
}

/// The game of LC with that secret.
fn lowest_game(analysis: &Analysis, secret: u16) -> Vec<u16> {
    let (matrix, mut set, mut game) = (&analysis.matrix, analysis.matrix.all(), Vec::new());
    while let Some(&guess) = set.first() {
        game.push(guess);
        let response = matrix.feedback(guess, secret);
        set.retain(|&code| code != guess && matrix.feedback(guess, code) == response);
    }
    game
}

fn pair_in_digits(analysis: &Analysis, pair: &[u16]) -> String {
    pair.iter().map(|&code| digits(analysis, code)).collect::<Vec<_>>().join("+")
}

/// A feedback as R for each black and W for each white peg; - for none.
fn in_letters(feedback: u8) -> String {
    let feedback = Feedback::from_index(feedback.into());
    let letters = "R".repeat(feedback.black()) + &"W".repeat(feedback.white());
    if letters.is_empty() { "-".to_owned() } else { letters }
}
