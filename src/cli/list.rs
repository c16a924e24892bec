//! `arena list`

use super::Failure;
use arena::Codemaker;
use players::Entry;
use scsa::{Scsa, algorithms};
use std::io::{self, Write};

/// What `arena list` takes: nothing.
#[derive(Debug, clap::Args)]
pub struct List {}

impl List {
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        writeln!(out, "Players (--players):")?;
        players(&mut out, players::ROSTER)?;
        writeln!(out, "\nPlayers that break the rules on purpose, not meant by `all`:")?;
        players(&mut out, players::FAULTY)?;
        writeln!(out, "\nSCSAs (--scsa):")?;
        codemakers(&mut out, algorithms::all())?;
        let file = format!("{}FILE", Codemaker::FILE_PREFIX);
        writeln!(out, "  {file:<22} the codes of a file in order, one a line, such as ABCA")?;
        writeln!(out, "\nSCSAs as the rules of 2024 have them, not meant by `all`:")?;
        codemakers(&mut out, algorithms::COURSE_2024)?;
        Ok(())
    }
}

fn codemakers(out: &mut impl Write, scsas: impl IntoIterator<Item = &'static dyn Scsa>) -> io::Result<()> {
    for scsa in scsas {
        let (name, summary) = (scsa.name(), scsa.summary());
        match scsa.needs() {
            "any size" => writeln!(out, "  {name:<22} {summary}")?,
            needs => writeln!(out, "  {name:<22} {summary} (needs {needs})")?,
        }
    }
    Ok(())
}

fn players(out: &mut impl Write, entries: &[Entry]) -> io::Result<()> {
    for entry in entries {
        let learns = if entry.learns() { " (learns from round to round)" } else { "" };
        writeln!(out, "  {:<22} {}{learns}", entry.usage(), entry.summary())?;
    }
    Ok(())
}
