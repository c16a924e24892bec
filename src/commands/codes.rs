//! `arena codes` and `arena learn`: codes of a codemaker, and the rule that codes follow.

use crate::failure::Failure;
use crate::present::{counted, stdout, tables};
use crate::settings::{SeedArgument, selection};
use inference::ModelPosterior;
use scsa::{Code, Color, Game, Rng, Scsa};
use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use tournament::{CodeFile, Codemaker, Registry};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena codes only-once --size 8x10 --count 5
  arena codes mystery-3 --samples")]
pub struct Codes {
    /// The codemaker: an SCSA of `arena list`, or codes:FILE
    scsa: String,
    /// The game: pegs x colors, or 4x10n where no color comes twice
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
        let codemaker = selection::codemaker(registry, &self.scsa)?;
        let mut out = BufWriter::new(stdout());
        if self.samples {
            let Some(samples) = codemaker.samples(Codemaker::SAMPLE_SIZE) else {
                let name = codemaker.name();
                bail!("{name} is not a mystery and has no samples; leave --samples out to see its codes");
            };
            for code in samples.iter() {
                writeln!(out, "{code}")?;
            }
            return Ok(out.flush()?);
        }
        let game = selection::game(&self.size)?;
        if let Some(objection) = codemaker.objection(game) {
            bail!("there are no such codes at {game}: {objection}; choose --size");
        }
        let streams = self.seed.seed.secrets(game, codemaker.stream_name());
        for round in 1..=self.count {
            let Some(code) = codemaker.secret(game, round, &mut streams.round(round)) else { break };
            writeln!(out, "{code}")?;
        }
        Ok(out.flush()?)
    }
}

/// How many codes a file may hold: rules are weighed by 1500 of them, so more would add little.
const MOST_CODES: usize = 100_000;
const EXAMPLES: usize = 8;
/// What is lost is said below this share of the weight that remains in another game.
const MOST_LOST: f64 = 0.999;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena learn codes.txt
  arena codes mystery-3 --samples > codes.txt && arena learn codes.txt --size 10x7")]
pub struct Learn {
    /// A file with codes of one codemaker, one a line, such as ABCA: up to 100,000; rules are fitted to 1500 of them, spread evenly
    file: PathBuf,
    /// Show also the rules in another game, such as 10x7, and codes drawn from them
    #[arg(long, value_name = "PxC")]
    size: Option<String>,
    /// The colors of the game that the codes are from [default: up to the last color in the file, at least 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=Color::MAX as i64))]
    colors: Option<u8>,
}

impl Learn {
    pub fn run(&self) -> Result<(), Failure> {
        let game = self.size.as_deref().map(selection::game).transpose()?;
        let file = CodeFile::read(&self.file).map_err(|e| Failure::unread(&e, &e))?;
        let codes = file.codes();
        if codes.len() > MOST_CODES {
            let (file, codes) = (self.file.display(), codes.len());
            bail!("{file} holds {codes} codes, and {MOST_CODES} at the most are learned from; give a file with fewer");
        }
        let belief = ModelPosterior::from_samples(codes, self.colors.map(usize::from));
        let mut out = stdout();
        let home = belief.first_size();
        if let Some(home) = home {
            self.seen(&mut out, codes, home, &belief)?;
            writeln!(out, "\nRules at {home}")?;
            tables::rules(&mut out, &belief.model_weights(home))?;
        }
        if let Some(game) = game {
            if home != Some(game) {
                writeln!(out, "\nRules at {game}")?;
                tables::rules(&mut out, &belief.model_weights(game))?;
                let share = belief.share_at(game);
                if let Some(home) = home.filter(|_| share < MOST_LOST) {
                    let lost = format!(
                        "Rules with {:.1} % of the weight at {home} do not exist at {game}; the weights above are shares of the other {:.1} %.",
                        100.0 * (1.0 - share),
                        100.0 * share
                    );
                    tables::paragraph(&mut out, &lost, 0)?;
                }
            }
            let mut rng = Rng::new(1);
            let examples: Vec<String> = (0..EXAMPLES).map(|_| belief.draw(game, &mut rng).to_string()).collect();
            writeln!(out, "\nCodes drawn at {game}")?;
            for line in examples.chunks(4) {
                writeln!(out, "  {}", line.join("  "))?;
            }
        }
        Ok(())
    }

    fn seen(&self, out: &mut impl Write, codes: &[Code], home: Game, belief: &ModelPosterior) -> io::Result<()> {
        let colors: BTreeSet<Color> = codes.iter().flat_map(Code::pegs).collect();
        let colors: Vec<String> = colors.iter().map(Color::to_string).collect();
        let different = codes.iter().collect::<BTreeSet<_>>().len();
        let (codes_of, colors) =
            (format!("{} of {}", counted(codes.len(), "code"), counted(home.pegs(), "peg")), colors.join(" "));
        let different = format!("{different} different, with the colors {colors}; the size is {home}");
        tables::line(out, &format!("{}: {codes_of}, {different}", self.file.display()), 0)?;
        let (even, fitted) = (home.pegs() as f64 * (home.colors() as f64).log2(), belief.fitted_codes());
        if fitted < codes.len() {
            let fitted = format!("The rules are fitted to {fitted} of them, spread evenly over the file");
            tables::line(out, &fitted, 0)?;
        }
        let entropy = match belief.cross_entropy().filter(|_| codes.len() > 1) {
            Some(bits) => {
                let even = format!("{even:.2} if all codes were equally likely");
                format!("Leave-one-out cross-entropy: {bits:.2} bits a code; {even}")
            }
            None => "There is no cross-entropy of one code; give a file with more".to_owned(),
        };
        tables::line(out, &entropy, 0)
    }
}
