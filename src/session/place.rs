//! Two small choices that decide how a session is entered and left.

/// Whose code a strategy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Ours: quick, infallible, calls nobody back; may be asked under a lock.
    Native,
    /// Somebody else's: may take its time, fail, or call the game; is asked with no lock held.
    Foreign,
}

/// What to do where a call would have to wait, to run foreign code, or to deliver frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Do nothing, and say so.
    Never,
    /// Wait, and run it.
    Wait,
}
