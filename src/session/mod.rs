//! What makes one live game safe to share between threads: the lock, the ordered outbox of frames, observers, the
//! clock and the phases.
//!
//! This room knows no game: a [`Session`] holds any state and publishes any kind of frame. Three promises hold:
//!
//! * Every change happens under one lock, and nothing of the user's ever runs under it.
//! * Code that is not ours (a strategy) is asked with the lock let go and the session marked busy. Others that want to
//!   change something wait until it is not; readers go on, and see the state before the change.
//! * Frames reach every observer exactly once and in the order in which they were published, whichever threads publish.

mod clock;
mod host;
mod outbox;
mod phase;
mod place;
mod session;

pub use clock::{Clock, ManualClock, SystemClock};
pub use host::{Host, NoHost};
pub use outbox::{Observer, Outbox};
pub use phase::{Duty, GameState, Phase};
pub use place::Place;
pub use session::{CHECK_EVERY, FirstError, Guard, Session};
