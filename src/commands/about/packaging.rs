//! `arena completions` and `arena man`: what a package of the program contains. In programs with the feature `packaging`.

#![allow(clippy::disallowed_methods, reason = "what a shell reads is printed as it is")]

use crate::failure::Failure;
use crate::present::stdout;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man as Page;
use std::io::{self, Write};
use std::path::PathBuf;
use tournament::files;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena completions bash > ~/.local/share/bash-completion/completions/arena
  arena completions zsh > ~/.zfunc/_arena
  arena completions fish > ~/.config/fish/completions/arena.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut command: Command) -> Result<(), Failure> {
        // The generator cannot report that the reader closed the pipe, so it writes into memory.
        let (mut text, name) = (Vec::new(), command.get_name().to_owned());
        clap_complete::generate(self.shell, &mut command, name, &mut text);
        Ok(io::stdout().write_all(&text)?)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena man | man -l -                       read the page of the program
  arena man --dir ~/.local/share/man/man1    install the pages of all commands")]
pub struct Man {
    /// The folder for the pages of the program and of all commands [default: print the page of the program]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub fn run(&self, command: Command) -> Result<(), Failure> {
        let Some(dir) = &self.dir else {
            let mut text = Vec::new();
            Page::new(command).render(&mut text)?;
            return Ok(io::stdout().write_all(&text)?);
        };
        let wrong = |e: &dyn std::fmt::Display| {
            failure!("cannot write the pages to {}: {e}; give another --dir", dir.display())
        };
        folder_files::make_folder(dir).map_err(|e| wrong(&e))?;
        let mut command = command.disable_help_subcommand(true);
        command.build();
        let pages = pages(command)?.into_iter().map(|(name, text)| (dir.join(name), text)).collect::<Vec<_>>();
        pages.iter().try_for_each(|(path, _)| {
            folder_files::check(path).map_err(|e| wrong(&format!("{}: {e}", path.display())))
        })?;
        pages.iter().try_for_each(|(path, text)| files::write_whole(path, text).map_err(|e| wrong(&e)))?;
        writeln!(stdout(), "the manual pages are in {}", dir.display())?;
        Ok(())
    }
}

fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let inner = command.get_subcommands().filter(|inner| !inner.is_hide_set()).cloned().map(pages);
    let mut all: Vec<_> = inner.collect::<io::Result<Vec<_>>>()?.concat();
    let (page, mut text) = (Page::new(command), Vec::new());
    page.render(&mut text)?;
    all.push((page.get_filename(), text));
    Ok(all)
}
