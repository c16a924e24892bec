//! `arena codes`

use super::{Failure, select};
use arena::Seed;
use std::io::{self, BufWriter, Write};

/// What `arena codes` takes.
#[derive(Debug, clap::Args)]
pub struct Codes {
    /// The codemaker: an SCSA of `arena list`, or codes:FILE
    scsa: String,
    /// The size of the game, pegs x colors
    #[arg(long, value_name = "PxC", default_value = "4x6")]
    size: String,
    /// How many codes: those of the first rounds of a tournament of that seed
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u64,
    /// The seed that everything drawn follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Codes {
    pub fn run(&self) -> Result<(), Failure> {
        let codemaker = select::codemaker(&self.scsa)?;
        let size = select::size(&self.size)?;
        if let Some(objection) = codemaker.objection(size) {
            return Err(Failure::input(format!("there are no such codes at {size}: {objection}; choose --size")));
        }
        let streams = Seed(self.seed).secrets(size, codemaker.stream_name());
        let mut out = BufWriter::new(io::stdout().lock());
        for round in 1..=self.count {
            let Some(code) = codemaker.secret(size, round, &mut streams.round(round)) else { break };
            writeln!(out, "{code}")?;
        }
        Ok(out.flush()?)
    }
}
