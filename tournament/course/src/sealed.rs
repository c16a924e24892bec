//! The seed of a contest.

use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The seed of a contest, as `CONTEST,SEED,SALT`. Its commitment can be published before: nobody can find the seed from it, and it fits no
/// other seed.
///
/// ```
/// let sealed: course::Sealed = "first,7,ab".parse().unwrap();
/// assert_eq!(sealed.seed, 7);
/// assert!(sealed.commitment().starts_with("8c02"));
/// assert!("first,seven,ab".parse::<course::Sealed>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The name of the contest.
    pub contest: String,
    /// The seed.
    pub seed: u64,
    /// Text that nobody guesses, without a comma.
    pub salt: String,
}

impl Sealed {
    /// The SHA-256 of its text, in hexadecimal digits.
    pub fn commitment(&self) -> String {
        Sha256::digest(self.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Display for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.contest, self.seed, self.salt)
    }
}

impl FromStr for Sealed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Sealed, &'static str> {
        let parts: Vec<&str> = text.split(',').collect();
        let [contest, seed, salt] = parts[..] else {
            return Err("a contest, its seed and a salt are written CONTEST,SEED,SALT");
        };
        let seed = seed.parse().map_err(|_| "the seed is a number")?;
        Ok(Sealed { contest: contest.to_owned(), seed, salt: salt.to_owned() })
    }
}
