//! The ordered outbox: frames on their way to observers.
//!
//! Frames are put in under the session's lock and taken out by one thread at a time, which holds the baton. The outbox
//! itself is plain data; [`Session::deliver`](super::Session::deliver) runs the baton.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::core::Result;

/// Receives every frame that is published while it is subscribed, once and in order.
pub trait Observer<F>: Any + Send + Sync {
    /// Takes a frame. Called with no lock held; may call the game.
    ///
    /// # Errors
    /// Whatever a foreign observer raises. It stops nobody else's frames, unless it is
    /// [`Error::Interrupted`](crate::core::Error::Interrupted).
    fn on_frame(&self, frame: &Arc<F>) -> Result<()>;
}

/// An observer's place on the list, which it may hold more than once.
struct Subscription<F> {
    observer: Arc<dyn Observer<F>>,
    /// Cleared when it is cancelled, for frames that are under way then.
    active: AtomicBool,
}

/// A frame and who has not had it yet.
pub(super) struct Delivery<F> {
    frame: Arc<F>,
    to: Arc<[Arc<Subscription<F>>]>,
    next: usize,
}

impl<F: 'static> Delivery<F> {
    /// Hands the frame to the next observer; `None` when all have had it.
    pub(super) fn hand_over(&mut self) -> Option<Result<()>> {
        let subscription = self.to.get(self.next)?;
        self.next += 1;
        Some(if subscription.active.load(Ordering::Acquire) {
            subscription.observer.on_frame(&self.frame)
        } else {
            Ok(())
        })
    }
}

/// Observers, and the frames that are on their way to them.
pub struct Outbox<F> {
    /// Copied when it changes, so that a frame knows who was subscribed when it was published.
    subscriptions: Arc<[Arc<Subscription<F>>]>,
    queue: VecDeque<Delivery<F>>,
    /// Somebody holds the baton.
    delivering: bool,
}

impl<F> Default for Outbox<F> {
    fn default() -> Self {
        Self { subscriptions: Arc::new([]), queue: VecDeque::new(), delivering: false }
    }
}

impl<F: 'static> Outbox<F> {
    /// Queues a frame for everyone who is subscribed now. With nobody there it is not even made.
    #[inline]
    pub fn publish(&mut self, frame: impl FnOnce() -> F) {
        if !self.subscriptions.is_empty() {
            let to = Arc::clone(&self.subscriptions);
            self.queue.push_back(Delivery { frame: Arc::new(frame()), to, next: 0 });
        }
    }

    /// Adds an observer; one that is added twice gets each frame twice.
    pub fn subscribe(&mut self, observer: Arc<dyn Observer<F>>) {
        let new = Arc::new(Subscription { observer, active: AtomicBool::new(true) });
        self.subscriptions = self.subscriptions.iter().cloned().chain([new]).collect();
    }

    /// Cancels the earliest subscription of the observer that `is_it` picks: nothing more is handed over to it. Returns
    /// that observer, to be dropped when the lock is let go, or `None` if there was none.
    pub fn unsubscribe(&mut self, is_it: impl Fn(&dyn Observer<F>) -> bool) -> Option<Arc<dyn Observer<F>>> {
        let index = self.subscriptions.iter().position(|subscription| is_it(&*subscription.observer))?;
        let gone = Arc::clone(&self.subscriptions[index]);
        gone.active.store(false, Ordering::Release);
        let rest = self.subscriptions.iter().enumerate().filter(|&(other, _)| other != index);
        self.subscriptions = rest.map(|(_, subscription)| Arc::clone(subscription)).collect();
        Some(Arc::clone(&gone.observer))
    }

    /// Whether nothing waits to be delivered.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether nobody is subscribed.
    #[must_use]
    #[inline]
    pub fn is_unwatched(&self) -> bool {
        self.subscriptions.is_empty()
    }

    /// Takes the baton, unless somebody has it.
    pub(super) fn take_baton(&mut self) -> bool {
        !std::mem::replace(&mut self.delivering, true)
    }

    /// The next delivery; without one the baton is given back.
    pub(super) fn next(&mut self) -> Option<Delivery<F>> {
        let next = self.queue.pop_front();
        self.delivering = next.is_some();
        next
    }

    /// Gives the baton back before the work is done: what is left of a delivery goes to the head of the queue.
    pub(super) fn put_back(&mut self, rest: Delivery<F>) {
        self.queue.push_front(rest);
        self.delivering = false;
    }
}
