//! `arena codes`

use crate::{
    failure::Failure,
    present::output::stdout,
    settings::{rules::SeedArgument, select},
};
use std::io::{BufWriter, Write};
use tournament::{Codemaker, Registry};

/// The arguments of `arena codes`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena codes only-once --size 8x10 --count 5
  arena codes mystery-3 --samples")]
pub struct Codes {
    /// The codemaker: an SCSA of `arena list`, or codes:FILE
    scsa: String,
    /// The size of the game, pegs x colors
    #[arg(long, value_name = "PxC", default_value = "4x6")]
    size: String,
    /// The number of codes: the secrets of the first rounds of a tournament with that seed
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u64,
    /// The seed: a number, or `random`
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: SeedArgument,
    #[arg(
        long, conflicts_with_all = ["size", "count", "seed"],
        help = format!("Print the {} sample codes at {} that players get of a mystery", Codemaker::SAMPLES, Codemaker::SAMPLE_SIZE)
    )]
    samples: bool,
}

impl Codes {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let codemaker = select::codemaker(registry, &self.scsa)?;
        let mut out = BufWriter::new(stdout());
        if self.samples {
            let Some(samples) = codemaker.samples(Codemaker::SAMPLE_SIZE) else {
                let name = codemaker.name();
                return Err(Failure::input(format!(
                    "{name} is not a mystery and has no samples; leave --samples out to see its codes"
                )));
            };
            for code in samples.iter() {
                writeln!(out, "{code}")?;
            }
            return Ok(out.flush()?);
        }
        let size = select::size(&self.size)?;
        if let Some(objection) = codemaker.objection(size) {
            return Err(Failure::input(format!("there are no such codes at {size}: {objection}; choose --size")));
        }
        let streams = self.seed.seed.secrets(size, codemaker.stream_name());
        for round in 1..=self.count {
            let Some(code) = codemaker.secret(size, round, &mut streams.round(round)) else { break };
            writeln!(out, "{code}")?;
        }
        Ok(out.flush()?)
    }
}
