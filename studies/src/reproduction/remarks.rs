//! What is to be said of the report's figures.

use super::published::Figure;

/// How the page is to be read.
pub const HOW_TO_READ: &str = "In the tables *report* is the published figure, *here* ours with its standard error, and *apart* is \
ours less theirs in standard errors of the difference. The published figure's own error follows from our spread and the \
rounds behind it: 10000 in Table 1, 100 in Tables 2, 4, 7 and 8, and one game in the others. More than 3 apart is set \
in bold and taken up below the table (that of Table 8 below Table 4). Guesses are means of the rounds won; where not \
all were won, they are not compared. A SCORE is that of 100 rounds. The report's times for 100 rounds are a hundred times \
those of one and are left out.";

/// How the page of times is to be read.
pub const HOW_TIMES_READ: &str = "Microseconds of CPU time; *here* with standard error. The report's program ran in Lisp on a machine \
that it does not name, and its times come from one game each, so that only the order of magnitude compares: *ratio* is \
the report's time of a round over ours. A good part of our first guess is the reading of the clock.";

/// What a table shows.
pub const fn title(table: u8) -> &'static str {
    match table {
        1 => "guesses of baseline-4 on insert-colors",
        2 => "SCORE of dino at 8x10",
        3 => "a game of dino at 8x10",
        4 => "SCORE of dino at five sizes",
        5 => "a game of dino on two-color-alternating",
        6 => "a game of dino on first-and-last",
        7 => "SCORE of dino on two-color-alternating",
        8 => "SCORE of dino on first-and-last",
        9 => "a game on two-color-alternating at 8x10",
        10 => "a game on ab-color at 8x10",
        11 => "a game on first-and-last at 8x10",
        12 => "a game on only-once at 8x10",
        13 => "a game on mystery-2 at 7x5",
        _ => "a game on mystery-5 at 7x5",
    }
}

/// A codemaker of which the report shows a chart beside that table.
pub const fn pictured(table: u8) -> Option<&'static str> {
    match table {
        7 => Some("two-color-alternating"),
        8 => Some("first-and-last"),
        _ => None,
    }
}

/// What the report's figures say of themselves, whatever is computed here.
pub const FINDINGS: &[&str] = &[
    "Tables 2 and 4 do not come from one program. At 8x10 dino scores 193.5 on ab-color in the one and 167.1 in the other, \
     140.7 and 131.3 on first-and-last: some six standard errors each. Table 4 is the older one: the published program, \
     run again, scores as Table 2 does. On insert-colors both have the same figure to the last digit.",
    "On insert-colors at 8x10 Tables 2 and 4 contradict Table 1: 130.4 points are those of some 14.9 guesses on average, and Table 1 \
     has 14.2 over 10000 rounds.",
    "Seven of the 36 pairs of SCORE and weighted wins in Tables 2 and 4 differ from SCORE = 5 x weighted wins by exactly one round, \
     of 8, 6, 14 and 13 guesses in Table 2 and of 6, 10 and 64 in Table 4: there the weighted wins were printed before the last round.",
    "Tables 3, 5, 6 and 9 to 14 are one game each, though the report speaks of about five: their mean times are whole microseconds \
     over the guesses of one game, in Table 5 over those after the first. What they seem to show of players may be chance.",
    "The time of a round is the mean time of a guess times the guesses, but in Table 5 it is six times that at every size, and that of \
     baseline-3 in Table 9 has two digits exchanged: 111.28814 x 59 is 6566, not 6596.",
    "Local search is said to take M + log N! guesses. The base of that logarithm is N^2/(N^2 - 1), so that it stands for about \
     N^2 ln N!, which is 679 at 8 pegs.",
];

/// What is to be said of a table.
pub const fn of_table(table: u8) -> &'static [&'static str] {
    match table {
        10 => &["The report's text calls this Table 11."],
        12 => &[
            "The report gave dino-only-once up after this game. It does not say how that player used its knowledge; the one here \
             knows that all colors left are in the code once there are no more of them than pegs.",
        ],
        13 => &[
            "The report gave dino-mystery-2 up after this game. Where M - 1 guesses ask for the colors, 10 are the most that the six \
             cycles can take; on average they take 7.5.",
            "At 7x5 a cycle of three colors has equal ends, too: a player that went by the samples alone could take mystery-2 for \
             first-and-last.",
        ],
        _ => &[],
    }
}

/// What is to be said of a table's times.
pub const fn of_times(table: u8) -> &'static [&'static str] {
    match table {
        5 => &[
            "Here the mean time is that of later guesses, and the report's time of a round is six times it at every size.",
        ],
        9 => &["The report's time of a round of baseline-3 has two digits exchanged: it is 6566."],
        _ => &[],
    }
}

/// Why a figure does not come out, as far as that is known.
pub fn of_figure(figure: &Figure) -> Option<&'static str> {
    match (figure.table, figure.scsa) {
        (2, "insert-colors") => {
            Some("The same figure stands in Table 4, which comes from an older state of the report's program.")
        }
        (4 | 8, _) => Some("From an older state of the report's program; how that played is not known."),
        (12, "only-once") if figure.player == "dino-only-once" => {
            Some("The report does not say how its dino-only-once used what it knew.")
        }
        _ => None,
    }
}
