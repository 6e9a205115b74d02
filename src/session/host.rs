//! The program around the engine, as far as a session needs it.

use crate::core::{Error, Result};

/// What a session asks of the program that embeds it.
pub trait Host: Send + Sync {
    /// Called about every 10 ms by whatever takes longer: has somebody asked for an end (Ctrl-C)?
    ///
    /// # Errors
    /// [`Error::Interrupted`] makes the call that is under way stop and return it.
    fn check_interrupt(&self) -> Result<()>;

    /// Takes an error that no caller can be given, because another one is on its way to the caller already.
    fn report(&self, error: Error);
}

/// No program worth asking: nothing interrupts, and an error that nobody can be given is written to standard error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn check_interrupt(&self) -> Result<()> {
        Ok(())
    }

    fn report(&self, error: Error) {
        eprintln!("tickgrid: {error}");
    }
}
