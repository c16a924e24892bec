//! `arena verify`

use crate::failure::Failure;
use crate::playing::{Runner, extension_note};
use crate::present::{counted, line, stdout};
use crate::settings::{
    DEFAULT_FOLDER, JobSettings, ProgramUse, Trust, changed_inputs, external_players, from_manifest,
};
use course::Sealed;
use folder_files::{Place, TemporaryFolder};
use std::{io::Write, path::PathBuf};
use tournament::{
    FileError, Finding, KnownRounds, Manifest, Registry, Summary, Verdict, Verification, changed_sentence, files,
    sample, verify,
};

const MOST_FINDINGS: usize = 20;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena verify results/latest                three rounds of every match, and every row
  arena verify results/latest --all          all rounds are played again
  arena verify results/latest --rounds 0     nothing is played
  arena verify anna-v1 --revealed final,7,ab --commitment 8c02…     the seed was fixed before
  arena verify sent --trust-commands         the programs that its manifest names are started")]
pub struct Verify {
    /// The results folder
    #[arg(default_value = DEFAULT_FOLDER, value_name = "DIR")]
    folder: PathBuf,
    /// The number of consecutive rounds to replay in every match
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "What is played")]
    rounds: u64,
    /// Replay all rounds
    #[arg(long, conflicts_with = "rounds", help_heading = "What is played")]
    all: bool,
    /// The seed that chooses the rounds to replay
    #[arg(long, value_name = "SEED", default_value_t = 1, help_heading = "What is played")]
    seed: u64,
    /// The number of rounds to play at once [default: the number of processors]
    #[arg(long, value_name = "N", help_heading = "Execution")]
    jobs: Option<usize>,
    /// What `course reveal` showed of the contest: its seed must be that of the tournament, and fit the commitment
    #[arg(long, value_name = "CONTEST,SEED,SALT", requires = "commitment", help_heading = "Seed")]
    revealed: Option<Sealed>,
    /// The hash that was published before, from commitments.csv
    #[arg(long, value_name = "SHA256", requires = "revealed", help_heading = "Seed")]
    commitment: Option<String>,
    /// Print nothing but what is wrong
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    trust: Trust,
}

impl Verify {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let (folder, name) = (&self.folder, self.folder.display());
        let unreadable =
            |e: FileError| Failure::unread(&e, format!("{e}; give a results folder, such as `arena run` makes"));
        let manifest = Manifest::read(folder).map_err(unreadable)?;
        for path in files::RESULTS.map(|name| folder.join(name)) {
            let checked = Place::of(&path).and_then(|place| place.check());
            checked.map_err(|e| FileError::new(&path, "read", e))?;
        }
        if let Some(missing) = [files::ROUNDS, files::SUMMARY].into_iter().find(|name| !folder.join(name).exists()) {
            return Err(Failure::missing_file(format!(
                "{name} has no {missing}, without which nothing can be verified; give a folder with all its files"
            )));
        }
        // A wrong row is found below.
        let summaries = files::read_rows(&folder.join(files::SUMMARY), Summary::fault).unwrap_or_default();
        // Before the plan, for which programs are started.
        JobSettings::option(self.jobs).jobs()?;
        let mut settings = from_manifest::read(folder, None)?;
        settings.trust = self.trust;
        // Nobody plays no rounds.
        let needs_players = self.all || self.rounds > 0;
        let players = if needs_players { ProgramUse::Started } else { ProgramUse::Absent };
        if needs_players {
            settings = settings.trusted(registry, ProgramUse::Absent)?;
        }
        let plan = external_players::with_messages(registry, &settings.played_plan(registry, players)?, None);
        let changed = changed_inputs(&plan, &manifest, folder, needs_players)?;
        let rounds = if self.all { u64::MAX } else { self.rounds };
        let parts = sample(&plan, &summaries, self.seed, rounds);
        let temporary =
            TemporaryFolder::new().map_err(|e| Failure::system(format!("cannot make a temporary folder: {e}")))?;
        let mut replayed = None;
        if !parts.is_empty() {
            let runner = Runner::new(&JobSettings::option(self.jobs), self.quiet)?;
            replayed = Some(runner.replay(&plan, &parts, temporary.path())?);
        }
        let again = replayed.as_mut().map(|rounds| rounds as &mut dyn KnownRounds);
        let mut verification = verify(folder, &plan, again)?;
        if !changed.is_empty() {
            let what = format!(
                "{} when the tournament was played; verify it with the same files{}",
                changed_sentence(&changed),
                if needs_players { ", or without players by --rounds 0" } else { "" }
            );
            verification.findings.insert(0, Finding::wrong(files::MANIFEST, what));
        }
        if let Some((sealed, commitment)) = self.revealed.as_ref().zip(self.commitment.as_ref()) {
            let (played, hash) = (manifest.seed, sealed.commitment());
            let other_seed = format!("its seed is {played}, not {}", sealed.seed);
            let other_hash = format!("what was revealed has the hash {hash}, not that of --commitment");
            let wrong = [(sealed.seed != played, other_seed), (hash != commitment.to_lowercase(), other_hash)];
            let wrong = wrong.into_iter().filter(|(is_wrong, _)| *is_wrong);
            verification.findings.extend(wrong.map(|(_, what)| Finding::wrong(files::MANIFEST, what)));
        }
        let verdict = verification.verdict();
        let printed = self.print(&verification, verdict);
        match verdict {
            // Also where nobody reads what is printed.
            Verdict::Wrong(findings) => Err(Failure::finding(format!(
                "{name} is not what its manifest says: {} above",
                if findings == 1 { "see the line".to_owned() } else { format!("see the {findings} lines") }
            ))),
            Verdict::True | Verdict::Noted(_) => printed,
        }
    }

    /// Prints what was found. The last line says what it comes to, unless something is wrong.
    fn print(&self, verification: &Verification, verdict: Verdict) -> Result<(), Failure> {
        let mut lines = stdout();
        let (notes, wrong): (Vec<&Finding>, Vec<&Finding>) =
            verification.findings.iter().partition(|finding| finding.is_note);
        let shown = if self.quiet { vec![("", wrong)] } else { vec![("", wrong), ("note: ", notes)] };
        for (kind, findings) in shown {
            for finding in findings.iter().take(MOST_FINDINGS) {
                line(&mut lines, &format!("{kind}{}", finding.text), 2)?;
            }
            if findings.len() > MOST_FINDINGS {
                writeln!(lines, "{kind}and {} more", findings.len() - MOST_FINDINGS)?;
            }
        }
        if let Some(note) = extension_note(&self.folder).filter(|_| !self.quiet) {
            line(&mut lines, &format!("note: {note}"), 2)?;
        }
        for suspicion in &verification.suspicions {
            line(&mut lines, &format!("suspicion: {suspicion}"), 2)?;
        }
        if self.quiet {
            return Ok(());
        }
        let (rows, replayed) = (counted(verification.rows, "row"), counted(verification.replayed, "round"));
        line(&mut lines, &format!("{}: {rows} read, {replayed} played again", self.folder.display()), 2)?;
        let sentence = match verdict {
            Verdict::True => "nothing is wrong".to_owned(),
            Verdict::Noted(notes) => {
                let rounds = counted(notes, "round");
                format!("no fault was found, but {rounds} played again ended otherwise: see above")
            }
            Verdict::Wrong(_) => return Ok(()),
        };
        Ok(line(&mut lines, &sentence, 2)?)
    }
}
