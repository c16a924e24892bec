//! The program: its players and codemakers, and its command line.

use crate::commands::Command;
use crate::failure::Failure;
use crate::present::{notice, with_program_name};
use crate::settings::SANDBOX;
use external::ExternalPlayer;
use player_api::{Entrant, registry::Entry, shortened};
use players::Instructions;
use scsa::Scsa;
use serde_json::json;
use std::{env, process::ExitCode};
use tournament::{Codemaker, Codemakers, Registry, WORKER};

/// The most characters of the sentence of a failure that are printed: texts of others may be in it.
const LONGEST: usize = 8000;

/// The environment variable that is `json` if failures are printed as JSON.
const ERRORS: &str = "ARENA_ERRORS";

/// The environment variable that names the widest vector instructions that are used, for benchmarks and tests: `avx512`, `avx2` or
/// `portable`. Results do not depend on it.
const INSTRUCTIONS: &str = "ARENA_INSTRUCTIONS";

/// The program `arena` with its players and codemakers. Its worker processes run the same program, so that they know the same
/// players. Help texts, completions, manual pages and hints name it as it was started: by the file name of the executable.
#[derive(Debug)]
pub struct Program {
    registry: Registry,
}

impl Program {
    /// The program with the built-in players and codemakers.
    pub fn new() -> Program {
        let players = players::builtin().with_definitions(ExternalPlayer::define);
        Program { registry: Registry { players, codemakers: Codemakers::builtin() } }
    }

    /// Adds a player.
    ///
    /// # Panics
    /// When there is a player of that name.
    pub fn player<E: Entrant>(mut self) -> Program {
        self.registry.players.add(Entry::of::<E>());
        self
    }

    /// Adds a codemaker whose rule players know.
    ///
    /// # Panics
    /// When there is a codemaker of that name.
    pub fn codemaker(self, rule: impl Scsa + 'static) -> Program {
        self.add_codemaker(Codemaker::visible(rule))
    }

    /// Adds a mystery: a codemaker of which players get 200 sample codes at 7x5 in place of the rule.
    ///
    /// # Panics
    /// When there is a codemaker of that name, or the rule does not support 7x5.
    pub fn mystery(self, rule: impl Scsa + 'static) -> Program {
        let size = Codemaker::SAMPLE_SIZE;
        assert!(rule.supports(size), "the mystery {} does not support {size}, the size of its samples", rule.name());
        self.add_codemaker(Codemaker::mystery(rule))
    }

    fn add_codemaker(mut self, codemaker: Codemaker) -> Program {
        self.registry.codemakers.add(codemaker);
        self
    }

    /// Runs the command that the arguments of the process give, and returns the exit code: 0 if it succeeded, 1 if it failed on
    /// the way, 2 if the arguments are wrong, 130 if it was interrupted.
    pub fn run(self) -> ExitCode {
        let mut arguments = env::args_os().skip(1);
        let first = arguments.next();
        if first.as_ref().is_some_and(|first| first == SANDBOX) {
            // Before this process has a second thread.
            let not_called =
                || Failure::input("the command sandbox is one that this program itself starts; run `arena run`");
            return sandbox::launch(arguments).unwrap_or_else(|| report(&not_called()));
        }
        if let Some(name) = env::var_os(INSTRUCTIONS) {
            match Instructions::ALL.into_iter().find(|(_, known)| name == *known) {
                Some((widest, _)) => players::limit_instructions(widest),
                None => return report(&failure!("{INSTRUCTIONS} is avx512, avx2 or portable")),
            }
        }
        // A worker starts in half the time when no command line is parsed.
        let played = match first.is_some_and(|first| first == WORKER) {
            true => work(&self.registry),
            false => Command::from_arguments().and_then(|command| command.run(&self.registry)),
        };
        match played {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => report(&failure),
        }
    }
}

fn work(registry: &Registry) -> Result<(), Failure> {
    // An interrupt from the terminal is handled by the tournament, which then ends its workers.
    let ignored = ctrlc::set_handler(|| {});
    debug_assert!(ignored.is_ok(), "nothing else handles signals");
    tournament::run_worker(registry)
        .map_err(|e| Failure::system(format!("the worker cannot go on: {e}; only a tournament starts workers")))
}

/// Prints the sentence of a failure, in JSON with its kind if that is asked for, and returns its exit code.
fn report(failure: &Failure) -> ExitCode {
    let Some(kind) = failure.kind else { return ExitCode::SUCCESS };
    let message = with_program_name(&shortened(&failure.message, LONGEST)).replace(['\n', '\r'], " ");
    match env::var_os(ERRORS).is_some_and(|form| form == "json") {
        true => notice(json!({ "error": kind.word(), "message": message })),
        false => notice(format_args!("error: {message}")),
    }
    ExitCode::from(kind.exit_code())
}

impl Default for Program {
    fn default() -> Program {
        Program::new()
    }
}
