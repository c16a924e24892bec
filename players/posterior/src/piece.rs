//! What can be left out.

/// A piece of what finds the guesses, which can be left out to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Changing guesses as long as that makes them better. Without it the best of some codes that may be the secret is guessed.
    Climb,
    /// Several temperatures. Without them all chains are as cold as the coldest.
    Tempering,
    /// Colors found apart from places. Without that chains find both at once.
    Colors,
    /// Black pegs before totals. Without it all that a response tells counts as much.
    Places,
    /// Looking ahead where all codes that may be the secret are known. Without it the guess that tells most is taken to the end.
    Endgame,
    /// One pool for each rule that a mixture chooses among. Without them there is one for the mixture.
    Parts,
}

impl Piece {
    /// All of them.
    pub const ALL: [Piece; 6] =
        [Piece::Climb, Piece::Tempering, Piece::Colors, Piece::Places, Piece::Endgame, Piece::Parts];

    /// Its name, in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Climb => "climb",
            Piece::Tempering => "tempering",
            Piece::Colors => "colors",
            Piece::Places => "places",
            Piece::Endgame => "endgame",
            Piece::Parts => "parts",
        }
    }
}
