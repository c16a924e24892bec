//! What is published of responses, and of first and second guesses.

use super::{Claims, evidence, itself};
use crate::analysis::{
    exact::{Class, LookAlikes, classes, exchange},
    names, sections,
};
use scsa::{Code, Color};
use std::collections::BTreeSet;

/// The responses there are, in the order of their number of pegs.
const RESPONSES: &str = "- W R WW RW RR WWW RWW RRW RRR WWWW RWWW RRWW RRRR";
/// The most frequent responses to each kind of first guess, and how many codes are of that kind.
const FIRST: [(&str, &str, &str); 5] = [
    ("1111", "6", "-=625 R=500 RR=150 RRR=20 RRRR=1"),
    ("1112", "120", "R=317 W=308 -=256 RW=156 RR=123"),
    ("1122", "90", "-=256 R=256 W=256 RW=208 RR=114"),
    ("1123", "720", "W=276 RW=230 WW=222 R=182 RWW=84"),
    ("1234", "360", "WW=312 RW=252 W=152 WWW=136 RWW=132"),
];
/// The most frequent responses to each kind of second guess after 1122 and no peg.
const SECOND: [(&str, &str); 12] = [
    ("1111", "-=256"),
    ("1113", "W=111 -=81 R=64"),
    ("1133", "-=81 R=54 W=54 RW=42 RR=16"),
    ("1134", "W=76 R=54 WW=52 RW=42 -=16"),
    ("1333", "-=81 R=81 RR=27 RW=27 W=27"),
    ("1334", "W=54 RW=49 R=43 WW=33 RR=27"),
    ("1345", "WW=63 RW=60 RR=27 R=24 RWW=24"),
    ("3333", "R=108 -=81 RR=54 RRR=12 RRRR=1"),
    ("3334", "R=51 W=46 RW=42 RR=39 WW=19"),
    ("3344", "RW=56 RR=34 R=32 W=32 WW=24"),
    ("3345", "RW=46 WW=42 RWW=40 RR=29 RRW=20"),
    ("3456", "RWW=60 WWW=48 RW=36 RR=24 RRW=24"),
];
/// All kinds of second guesses after 1123, it is said.
const AFTER_1123: &str = "1111 1112 1113 1114 1122 1123 1124 1132 1134 1144 1145 1211 1212 1213 1214 1221 1222 1223 1224 \
                          1231 1232 1233 1234 1241 1242 1243 1244 1245 1411 1412 1413 1414 1415 1422 1423 1424 1425 1432 \
                          1434 1435 1444 1445 1455 1456 2211 2212 2213 2214 2221 2222 2223 2224 2231 2232 2233 2234 2241 \
                          2242 2243 2244 2245 2311 2312 2313 2314 2322 2323 2324 2332 2334 2344 2345 2411 2412 2413 2414 \
                          2415 2421 2422 2423 2424 2425 2431 2432 2433 2434 2435 2441 2442 2443 2444 2445 2451 2452 2453 \
                          2454 2455 2456 4411 4412 4413 4414 4415 4422 4423 4424 4425 4432 4434 4435 4444 4445 4455 4456 \
                          4511 4512 4513 4514 4516 4522 4523 4524 4526 4532 4534 4536 4544 4546 4566";
/// As many responses stand in a published row.
const SHOWN: usize = 5;

impl Claims<'_> {
    pub(super) fn of_guesses(&mut self) {
        self.responses();
        self.first_guesses();
        self.after_no_peg();
        self.after_1123();
        self.profiles();
    }

    fn responses(&mut self) {
        let matrix = self.matrix();
        let given: BTreeSet<u8> =
            matrix.all().into_iter().flat_map(|guess| matrix.row(guess).iter().copied()).collect();
        let mut given: Vec<String> = given.into_iter().map(names::response).collect();
        let pegs = |response: &String| response.trim_start_matches('-').len();
        given.sort_by_key(|response| (pegs(response), response.matches('R').count()));
        self.say("any", "responses", RESPONSES, given.join(" "), itself);
        self.say("any", "codes", "1296", matrix.codes().to_string(), itself);
        let pairs = || matrix.all().into_iter().flat_map(|one| matrix.all().into_iter().map(move |other| (one, other)));
        let symmetric = pairs().all(|(one, other)| matrix.feedback(one, other) == matrix.feedback(other, one));
        self.say("any", "a code and a guess may change places", "yes", yes(symmetric), itself);
        for (guess, secret, claimed) in [("1123", "2321", "RWW"), ("1122", "1134", "RR")] {
            let codes = names::place(matrix, guess).zip(names::place(matrix, secret));
            let response = codes.map(|(guess, secret)| names::response(matrix.feedback(guess, secret)));
            self.say("any", &format!("response to {guess} when the secret is {secret}"), claimed, response, itself);
        }
    }

    fn first_guesses(&mut self) {
        let matrix = self.matrix();
        let kinds = classes(matrix, &[]);
        let lowest: Vec<u16> = kinds.iter().map(Class::lowest).collect();
        let claimed = FIRST.map(|(guess, ..)| guess).join(" ");
        self.say("any", "kinds of first guesses", &claimed, names::codes(matrix, &lowest), itself);
        let sizes = kinds.iter().map(|kind| kind.members.len().to_string()).collect::<Vec<_>>().join(" ");
        self.say("any", "codes of each kind", &FIRST.map(|(_, codes, _)| codes).join(" "), sizes, itself);
        let mut largest = Vec::new();
        for (guess, _, claimed) in FIRST {
            let Some(profile) = names::place(matrix, guess).map(|x| evidence::profile(matrix, &matrix.all(), x)) else {
                continue;
            };
            largest.push((profile.first().map_or(0, |(codes, _)| *codes), guess));
            let all = || format!("All responses to {guess}: {}.", evidence::profile_text(&profile, usize::MAX));
            self.say(guess, "most frequent responses", claimed, evidence::profile_text(&profile, SHOWN), all);
            if guess == "1122" {
                let most = largest.last().map(|(codes, _)| codes.to_string());
                self.say(guess, "candidates at the most", "276", most, all);
                let none = profile.iter().find(|(_, response)| response == "-").map(|(codes, _)| codes.to_string());
                self.say(guess, "candidates after no peg", "276", none, all);
            }
        }
        let safest = largest.into_iter().min().map(|(_, guess)| guess.to_owned());
        self.say("any", "first guess with the smallest largest cell", "1122", safest, itself);
    }

    /// After no peg all codes of the other colors are left. So these are the same to every guess, all pegs are, and a color that
    /// is left out is as good as another.
    fn after_no_peg(&mut self) {
        let matrix = self.matrix();
        let Some(first) = names::place(matrix, "1122") else { return };
        let out: BTreeSet<Color> = matrix.code(first).pegs().collect();
        let left: Vec<u16> = matrix.all().into_iter().filter(|&code| matrix.feedback(first, code) == 0).collect();
        let one = matrix.place(&Code::uniform(matrix.size(), Color::A));
        let kinds = classes(matrix, &[one]).into_iter().filter_map(|kind| {
            let of_one = |code: &u16| matrix.code(*code).pegs().all(|color| color == Color::A || !out.contains(&color));
            kind.members.into_iter().find(of_one)
        });
        let kinds: Vec<u16> = kinds.collect();
        let claimed = SECOND.map(|(guess, _)| guess).join(" ");
        self.say("1122+Y", "kinds of second guesses after no peg", &claimed, names::codes(matrix, &kinds), itself);
        let mut best = None;
        for &guess in &kinds {
            let (code, profile) = (names::code(matrix, guess), evidence::profile(matrix, &left, guess));
            if let Some((_, claimed)) = SECOND.iter().find(|(published, _)| *published == code) {
                let figure = format!("most frequent responses to {code} after no peg");
                let all = || format!("All responses: {}.", evidence::profile_text(&profile, usize::MAX));
                self.say("1122+Y", &figure, claimed, evidence::profile_text(&profile, SHOWN), all);
            }
            let largest = profile.first().map_or(0, |(codes, _)| *codes);
            if best.as_ref().is_none_or(|(least, _)| largest < *least) {
                best = Some((largest, code));
            }
        }
        let best = best.map(|(codes, guess)| format!("{guess}: {codes}"));
        self.say("1122+Y", "second guess after no peg with the smallest largest cell", "3345: 46", best, itself);
    }

    fn after_1123(&mut self) {
        let (analysis, matrix) = (self.analysis, self.matrix());
        let Some(first) = names::place(matrix, "1123") else { return };
        let kinds = classes(matrix, &[first]);
        let evidence = || {
            let published = names::places(matrix, AFTER_1123).unwrap_or_default();
            let missing = kinds.iter().filter(|kind| published.iter().all(|code| !kind.members.contains(code)));
            let missing: Vec<&Class> = missing.collect();
            let twice =
                kinds.iter().filter(|kind| published.iter().filter(|code| kind.members.contains(code)).count() > 1);
            let listed: Vec<u16> = kinds.iter().map(Class::lowest).collect();
            let missed = missing.iter().map(|kind| names::codes(matrix, &kind.members)).collect::<Vec<_>>().join("; ");
            evidence::paragraphs(&[
                format!("The lowest code of each kind: {}.", names::codes(matrix, &listed)),
                format!(
                    "Of these, {} are among the {} published codes, {} more than once. Not among them: {missed}.",
                    kinds.len() - missing.len(),
                    published.len(),
                    twice.count()
                ),
                sections::second_look_alikes(analysis, first).join("\n\n"),
            ])
        };
        self.say("1123+Y", "kinds of second guesses", "129", kinds.len().to_string(), evidence);
        let Some(random) = &analysis.random else { return };
        // A pair is as good as the best one when it is of its kind.
        let best: Vec<&Vec<u16>> = random.best_pairs().map(|(pair, _)| pair).collect();
        let is_best = |y: &u16| {
            best.iter().any(|pair| [[first, *y], [*y, first]].iter().any(|own| exchange(matrix, own, pair).is_some()))
        };
        let second: Vec<u16> = kinds.iter().map(Class::lowest).filter(is_best).collect();
        self.say("1123+Y+rc", "best second guesses", "2245 4415", names::codes(matrix, &second), itself);
    }

    /// A search for the best strategy of consistent guesses that tries one guess of each profile.
    fn profiles(&mut self) {
        let analysis = self.analysis;
        let misleading = analysis.look_alikes.iter().find(|one| one.misleads);
        let example =
            |one: &LookAlikes| sections::example(analysis, one, "The fewest candidates where it misses the best");
        let evidence = || misleading.map(example).unwrap_or_default();
        let claim = "guesses with as many candidates for each response are as good";
        self.say("average-consistent", claim, "yes", yes(misleading.is_none()), evidence);
    }
}

pub(super) fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}
