//! Remarks on the figures of the report.

use super::published::PublishedFigure;

/// How to read the page of scores and guesses.
pub const HOW_TO_READ: &str = "In the tables, *report* is the published figure and *measured* is ours, with its standard error (±). *z-score* is \
ours less the report's, in standard errors of the difference. The standard error of a published figure follows from our spread and its \
number of rounds: 10000 in Table 1, 100 in Tables 2, 4, 7 and 8, and one game in the others. A z-score beyond ±3 is set in bold and \
discussed below the table (for Table 8, below Table 4). Guesses are means of the rounds won; where not all rounds were won, they are not \
compared. A SCORE is that of 100 rounds. The report's times of 100 rounds are a hundred times those of one round and are left out.";

/// How to read the page of times.
pub const HOW_TIMES_READ: &str = "Times are microseconds of CPU time; *measured* is given with its standard error. The report's program ran in \
Lisp on a machine that it does not name, and each of its times comes from one game, so that only orders of magnitude can be compared. \
*Ratio* is the report's time of a round divided by ours. Our time of the first guess includes that of reading the clock, which is a large \
part of it.";

/// The title of a table.
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

/// The codemaker of the chart that the report shows beside a table.
pub const fn charted_scsa(table: u8) -> Option<&'static str> {
    match table {
        7 => Some("two-color-alternating"),
        8 => Some("first-and-last"),
        _ => None,
    }
}

/// Findings that follow from the figures of the report alone.
pub const FINDINGS: &[&str] = &[
    "Tables 2 and 4 come from different versions of a program. At 8x10 dino scores 193.5 on ab-color in Table 2 and 167.1 in Table 4, and \
     140.7 and 131.3 on first-and-last: differences of about six standard errors. Table 4 is older: the published program, run again, \
     has the scores of Table 2. On insert-colors both tables have the same figure in all digits.",
    "On insert-colors at 8x10 Tables 2 and 4 contradict Table 1: a SCORE of 130.4 corresponds to a mean of about 14.9 guesses, and \
     Table 1 gives 14.2 over 10000 rounds.",
    "In 7 of the 36 pairs of SCORE and weighted wins in Tables 2 and 4, SCORE differs from 5 x weighted wins by exactly one round (of 8, 6, \
     14 and 13 guesses in Table 2, of 6, 10 and 64 in Table 4): the weighted wins were printed before the last round was counted.",
    "Tables 3, 5, 6 and 9 to 14 are one game each, although the report speaks of about five: each mean time is a whole number of \
     microseconds divided by the guesses of one game, in Table 5 by the guesses after the first. Differences between players in them \
     may be chance.",
    "The time of a round is the mean time of a guess times the number of guesses, with two exceptions: in Table 5 it is six times the mean \
     time at every size, and for baseline-3 in Table 9 two digits are exchanged (111.28814 x 59 is 6566, not 6596).",
    "The report states that local search takes M + log N! guesses. The base of that logarithm is N^2/(N^2 - 1), so that the term is about \
     N^2 ln N!, which is 679 at 8 pegs.",
];

/// Remarks on a table.
pub const fn of_table(table: u8) -> &'static [&'static str] {
    match table {
        10 => &["The report's text calls this Table 11."],
        12 => &[
            "The report abandoned dino-only-once after this game. It does not say how that player used its knowledge. The one here \
             infers that all remaining colors are in the code once they are no more than the pegs.",
        ],
        13 => &[
            "The report abandoned dino-mystery-2 after this game. After M - 1 guesses for the colors, the six cycles take 10 guesses at \
             most and 7.5 on average.",
            "At 7x5 a cycle of three colors also has equal first and last pegs: a player that only sees samples could mistake mystery-2 for \
             first-and-last.",
        ],
        _ => &[],
    }
}

/// Remarks on the times of a table.
pub const fn of_times(table: u8) -> &'static [&'static str] {
    match table {
        5 => &[
            "In this table the mean time is that of the guesses after the first, and the report's time of a round is six times it at every size.",
        ],
        9 => &["In the report's time of a round of baseline-3 two digits are exchanged: it is 6566."],
        _ => &[],
    }
}

/// The cause of a disagreement, where it is known.
pub fn of_figure(figure: &PublishedFigure) -> Option<&'static str> {
    match (figure.table, figure.scsa) {
        (2, "insert-colors") => {
            Some("Table 4, which comes from an older version of the report's program, has the same figure.")
        }
        (4 | 8, _) => {
            Some("The figure comes from an older version of the report's program, whose method is not known.")
        }
        (12, "only-once") if figure.player == "dino-only-once" => {
            Some("The report does not say how its dino-only-once used its knowledge.")
        }
        _ => None,
    }
}
