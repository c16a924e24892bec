//! Which shard of how many.

use serde::{Deserialize, Serialize};
use std::{error::Error, fmt, str::FromStr};

/// The number of a shard, from 1, and the number of all shards: `3/64`.
///
/// ```
/// use tournament::ShardNumber;
/// let shard: ShardNumber = "3/64".parse()?;
/// assert_eq!((shard.number(), shard.count()), (3, 64));
/// assert_eq!(shard.file_name(), "shard-3-of-64.bin");
/// assert_eq!(
///     "0/64".parse::<ShardNumber>().unwrap_err().to_string(),
///     "shards are counted from 1: the first of 64 is 1/64"
/// );
/// # Ok::<(), tournament::ShardNumberError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Numbers")]
pub struct ShardNumber {
    number: usize,
    count: usize,
}

/// A number of a shard that was read, and may be wrong.
#[derive(Deserialize)]
struct Numbers {
    number: usize,
    count: usize,
}

impl TryFrom<Numbers> for ShardNumber {
    type Error = ShardNumberError;

    fn try_from(Numbers { number, count }: Numbers) -> Result<ShardNumber, ShardNumberError> {
        ShardNumber::checked(number, count)
    }
}

impl ShardNumber {
    /// The largest number of shards.
    pub const MOST: usize = 100_000;

    /// A shard of that many, or `None` if there is none of that number.
    #[must_use]
    pub fn new(number: usize, count: usize) -> Option<ShardNumber> {
        let is_one = (1..=ShardNumber::MOST).contains(&count) && (1..=count).contains(&number);
        is_one.then_some(ShardNumber { number, count })
    }

    /// The number of the shard, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.number
    }

    /// The number of all shards.
    #[must_use]
    pub const fn count(self) -> usize {
        self.count
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("shard-{}-of-{}.bin", self.number, self.count)
    }

    /// The name of its journal, which exists while it is played.
    #[must_use]
    pub fn journal_name(self) -> String {
        format!("shard-{}-of-{}.journal", self.number, self.count)
    }

    /// Whether a file has the name of a shard.
    #[must_use]
    pub fn is_file_name(name: &str) -> bool {
        let numbers = name.strip_prefix("shard-").and_then(|rest| rest.strip_suffix(".bin")?.split_once("-of-"));
        numbers.is_some_and(|(number, count)| number.parse::<usize>().is_ok() && count.parse::<usize>().is_ok())
    }
}

impl fmt::Display for ShardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for ShardNumber {
    type Err = ShardNumberError;

    fn from_str(text: &str) -> Result<ShardNumber, ShardNumberError> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let (number, count) = numbers.ok_or(ShardNumberError::NoNumbers)?;
        ShardNumber::checked(number, count)
    }
}

impl ShardNumber {
    fn checked(number: usize, count: usize) -> Result<ShardNumber, ShardNumberError> {
        match ShardNumber::new(number, count) {
            Some(shard) => Ok(shard),
            None if count == 0 || count > ShardNumber::MOST => Err(ShardNumberError::Count),
            None if number == 0 => Err(ShardNumberError::Zero(count)),
            None => Err(ShardNumberError::Beyond(count)),
        }
    }
}

/// Why a text is no [`ShardNumber`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardNumberError {
    /// It is not two whole numbers with a slash between them.
    NoNumbers,
    /// The number of shards is 0 or too large.
    Count,
    /// The number is 0, of that many shards.
    Zero(usize),
    /// The number is larger than this number of shards.
    Beyond(usize),
}

impl fmt::Display for ShardNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardNumberError::NoNumbers => f.write_str("give the number of the shard and of all shards, such as 3/64"),
            ShardNumberError::Count => write!(f, "a tournament has 1 to {} shards", ShardNumber::MOST),
            ShardNumberError::Zero(count) => write!(f, "shards are counted from 1: the first of {count} is 1/{count}"),
            ShardNumberError::Beyond(count) => write!(f, "the last of {count} shards is {count}/{count}"),
        }
    }
}

impl Error for ShardNumberError {}
