//! Whose code a strategy is.

/// Whose code a strategy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Ours: quick, infallible, calls nobody back; may be asked under a lock.
    Native,
    /// Somebody else's: may take its time, fail, or call the game; is asked with no lock held.
    Foreign,
}
