//! Claims of responses, and of first and second guesses.

use super::claim::{ClaimChecker, no_evidence, yes_or_no};
use crate::openings::{evidence, names};
use exact_openings::{EqualProfiles, EquivalenceClass, equivalence_classes, relabeling};
use scsa::{Code, Color};
use std::collections::BTreeSet;

/// All responses, in the order of their number of pegs.
const RESPONSES: &str = "- W R WW RW RR WWW RWW RRW RRR WWWW RWWW RRWW RRRR";
/// Each class of first guesses: a guess, the number of codes, and the most frequent responses.
const FIRST: [(&str, &str, &str); 5] = [
    ("1111", "6", "-=625 R=500 RR=150 RRR=20 RRRR=1"),
    ("1112", "120", "R=317 W=308 -=256 RW=156 RR=123"),
    ("1122", "90", "-=256 R=256 W=256 RW=208 RR=114"),
    ("1123", "720", "W=276 RW=230 WW=222 R=182 RWW=84"),
    ("1234", "360", "WW=312 RW=252 W=152 WWW=136 RWW=132"),
];
/// The most frequent responses to each class of second guesses after 1122 and a response of no peg.
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
/// The published second guesses after 1123, one of each class.
const AFTER_1123: &str = "1111 1112 1113 1114 1122 1123 1124 1132 1134 1144 1145 1211 1212 1213 1214 1221 1222 1223 1224 \
                          1231 1232 1233 1234 1241 1242 1243 1244 1245 1411 1412 1413 1414 1415 1422 1423 1424 1425 1432 \
                          1434 1435 1444 1445 1455 1456 2211 2212 2213 2214 2221 2222 2223 2224 2231 2232 2233 2234 2241 \
                          2242 2243 2244 2245 2311 2312 2313 2314 2322 2323 2324 2332 2334 2344 2345 2411 2412 2413 2414 \
                          2415 2421 2422 2423 2424 2425 2431 2432 2433 2434 2435 2441 2442 2443 2444 2445 2451 2452 2453 \
                          2454 2455 2456 4411 4412 4413 4414 4415 4422 4423 4424 4425 4432 4434 4435 4444 4445 4455 4456 \
                          4511 4512 4513 4514 4516 4522 4523 4524 4526 4532 4534 4536 4544 4546 4566";
/// The number of responses in a published row.
const LISTED: usize = 5;

impl ClaimChecker<'_> {
    pub fn check_guesses(&mut self) {
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
        self.check_text("any", "responses", RESPONSES, given.join(" "), no_evidence);
        self.check_text("any", "codes", "1296", matrix.codes().to_string(), no_evidence);
        let pairs = || matrix.all().into_iter().flat_map(|one| matrix.all().into_iter().map(move |other| (one, other)));
        let symmetric = pairs().all(|(one, other)| matrix.feedback(one, other) == matrix.feedback(other, one));
        self.check_text("any", "feedback is symmetric in guess and secret", "yes", yes_or_no(symmetric), no_evidence);
        for (guess, secret, published) in [("1123", "2321", "RWW"), ("1122", "1134", "RR")] {
            let codes = names::rank(matrix, guess).zip(names::rank(matrix, secret));
            let response = codes.map(|(guess, secret)| names::response(matrix.feedback(guess, secret)));
            self.check_text(
                "any",
                &format!("response to {guess} when the secret is {secret}"),
                published,
                response,
                no_evidence,
            );
        }
    }

    fn first_guesses(&mut self) {
        let matrix = self.matrix();
        let classes = equivalence_classes(matrix, &[]);
        let lowest: Vec<u16> = classes.iter().map(EquivalenceClass::lowest).collect();
        let published = FIRST.map(|(guess, ..)| guess).join(" ");
        self.check_text(
            "any",
            "classes of equivalent first guesses",
            &published,
            names::codes(matrix, &lowest),
            no_evidence,
        );
        let sizes = classes.iter().map(|class| class.members.len().to_string()).collect::<Vec<_>>().join(" ");
        self.check_text("any", "codes of each class", &FIRST.map(|(_, codes, _)| codes).join(" "), sizes, no_evidence);
        let mut largest = Vec::new();
        for (guess, _, published) in FIRST {
            let Some(profile) = names::rank(matrix, guess).map(|x| evidence::profile(matrix, &matrix.all(), x)) else {
                continue;
            };
            largest.push((profile.first().map_or(0, |(codes, _)| *codes), guess));
            let all = || format!("All responses to {guess}: {}.", evidence::profile_text(&profile, usize::MAX));
            self.check_text(guess, "most frequent responses", published, evidence::profile_text(&profile, LISTED), all);
            if guess == "1122" {
                let most = largest.last().map(|(codes, _)| codes.to_string());
                self.check_text(guess, "largest part of the partition", "276", most, all);
                let none = profile.iter().find(|(_, response)| response == "-").map(|(codes, _)| codes.to_string());
                self.check_text(guess, "candidates after a response of no peg", "276", none, all);
            }
        }
        let safest = largest.into_iter().min().map(|(_, guess)| guess.to_owned());
        self.check_text("any", "first guess with the smallest largest part", "1122", safest, no_evidence);
    }

    /// After a response of no peg all codes of the other colors are candidates. So these colors are interchangeable, all pegs are, and
    /// so are the colors of the first guess.
    fn after_no_peg(&mut self) {
        let matrix = self.matrix();
        let Some(first) = names::rank(matrix, "1122") else { return };
        let out: BTreeSet<Color> = matrix.code(first).pegs().collect();
        let left: Vec<u16> = matrix.all().into_iter().filter(|&code| matrix.feedback(first, code) == 0).collect();
        let one = matrix.rank(&Code::uniform(matrix.size(), Color::A));
        let classes = equivalence_classes(matrix, &[one]).into_iter().filter_map(|class| {
            let of_one = |code: &u16| matrix.code(*code).pegs().all(|color| color == Color::A || !out.contains(&color));
            class.members.into_iter().find(of_one)
        });
        let classes: Vec<u16> = classes.collect();
        let published = SECOND.map(|(guess, _)| guess).join(" ");
        self.check_text(
            "1122+Y",
            "classes of equivalent second guesses after no peg",
            &published,
            names::codes(matrix, &classes),
            no_evidence,
        );
        let mut best = None;
        for &guess in &classes {
            let (code, profile) = (names::code(matrix, guess), evidence::profile(matrix, &left, guess));
            if let Some((_, published)) = SECOND.iter().find(|(published, _)| *published == code) {
                let figure = format!("most frequent responses to {code} after no peg");
                let all = || format!("All responses: {}.", evidence::profile_text(&profile, usize::MAX));
                self.check_text("1122+Y", &figure, published, evidence::profile_text(&profile, LISTED), all);
            }
            let largest = profile.first().map_or(0, |(codes, _)| *codes);
            if best.as_ref().is_none_or(|(least, _)| largest < *least) {
                best = Some((largest, code));
            }
        }
        let best = best.map(|(codes, guess)| format!("{guess}: {codes}"));
        self.check_text(
            "1122+Y",
            "second guess after no peg with the smallest largest part",
            "3345: 46",
            best,
            no_evidence,
        );
    }

    fn after_1123(&mut self) {
        let (analysis, matrix) = (self.analysis, self.matrix());
        let Some(first) = names::rank(matrix, "1123") else { return };
        let classes = equivalence_classes(matrix, &[first]);
        let evidence = || {
            let published = names::ranks(matrix, AFTER_1123).unwrap_or_default();
            let missing = classes.iter().filter(|class| published.iter().all(|code| !class.members.contains(code)));
            let missing: Vec<&EquivalenceClass> = missing.collect();
            let twice =
                classes.iter().filter(|class| published.iter().filter(|code| class.members.contains(code)).count() > 1);
            let listed: Vec<u16> = classes.iter().map(EquivalenceClass::lowest).collect();
            let missed =
                missing.iter().map(|class| names::codes(matrix, &class.members)).collect::<Vec<_>>().join("; ");
            evidence::paragraphs(&[
                format!("The lowest code of each class: {}.", names::codes(matrix, &listed)),
                format!(
                    "Of these classes, {} are among the {} published codes, {} of them more than once. Not among them: {missed}.",
                    classes.len() - missing.len(),
                    published.len(),
                    twice.count()
                ),
                evidence::second_guesses_of_equal_profile(analysis, first).join("\n\n"),
            ])
        };
        self.check_text("1123+Y", "classes of equivalent second guesses", "129", classes.len().to_string(), evidence);
        let Some(random) = &analysis.random else { return };
        // Equivalent pairs have the same mean.
        let best: Vec<&Vec<u16>> = random.best_pairs().map(|(pair, _)| pair).collect();
        let is_best = |y: &u16| {
            best.iter().any(|pair| [[first, *y], [*y, first]].iter().any(|own| relabeling(matrix, own, pair).is_some()))
        };
        let second: Vec<u16> = classes.iter().map(EquivalenceClass::lowest).filter(is_best).collect();
        self.check_text("1123+Y+rc", "best second guesses", "2245 4415", names::codes(matrix, &second), no_evidence);
    }

    /// A search for the best strategy of consistent guesses that tries only one guess of each profile.
    fn profiles(&mut self) {
        let analysis = self.analysis;
        let misleading = analysis.equal_profiles.iter().find(|one| one.misleads);
        let example = |one: &EqualProfiles| {
            evidence::example(analysis, one, "The fewest candidates where such a search misses the smallest total")
        };
        let evidence = || misleading.map(example).unwrap_or_default();
        let claim = "guesses of equal profile are equally good";
        self.check_text("average-consistent", claim, "yes", yes_or_no(misleading.is_none()), evidence);
    }
}
