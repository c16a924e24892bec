//! Progress of a study, and interruption.

pub use exact_openings::Interrupted;

/// Shows the progress of a study, and tells whether the user interrupted it.
///
/// A study runs through phases; each has a number of steps. The methods may be called from several threads at once.
pub trait Monitor: Sync {
    /// A phase of that many steps begins.
    fn begin(&self, phase: &str, steps: u64);

    /// That many more steps of the phase are done, the last one on `subject`, which may be empty.
    fn advance(&self, steps: u64, subject: &str);

    /// Whether the user asked the study to stop.
    fn is_interrupted(&self) -> bool;
}

impl dyn Monitor + '_ {
    /// Advances by one step.
    ///
    /// # Errors
    /// [`Interrupted`] when the user asked the study to stop.
    pub fn step(&self, subject: &str) -> Result<(), Interrupted> {
        self.advance(1, subject);
        self.check()
    }

    /// Does nothing unless the user asked the study to stop.
    ///
    /// # Errors
    /// [`Interrupted`] when the user did.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.is_interrupted() { Err(Interrupted) } else { Ok(()) }
    }
}

/// A monitor that shows nothing and never interrupts.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Monitor for Silent {
    fn begin(&self, _phase: &str, _steps: u64) {}

    fn advance(&self, _steps: u64, _subject: &str) {}

    fn is_interrupted(&self) -> bool {
        false
    }
}
