//! The lock around one live game, and the two ways of leaving it: to ask a strategy, and to deliver frames.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::host::Host;
use super::outbox::{Delivery, Outbox};
use crate::core::{Error, Result};

/// The host is asked so often whether a wait, or other long work, should go on.
pub const CHECK_EVERY: Duration = Duration::from_millis(10);

thread_local! {
    /// How many strategies this thread is inside of.
    static STRATEGIES: Cell<u32> = const { Cell::new(0) };
}

/// One live game's state `S` and the frames `F` it publishes, safe to share.
pub struct Session<S, F> {
    inner: Mutex<Inner<S, F>>,
    idle: Condvar,
    host: Arc<dyn Host>,
}

struct Inner<S, F> {
    state: S,
    outbox: Outbox<F>,
    /// A strategy is being asked with the lock let go; nobody else may change anything.
    busy: bool,
}

/// The right to change a session, from [`Session::enter`]. Gives access to the state and, by name, to the outbox.
pub struct Guard<'a, S, F> {
    inner: MutexGuard<'a, Inner<S, F>>,
    idle: &'a Condvar,
    called_out: bool,
}

impl<S, F: 'static> Session<S, F> {
    /// A session with nobody watching.
    pub fn new(state: S, host: Arc<dyn Host>) -> Self {
        Self { inner: Mutex::new(Inner { state, outbox: Outbox::default(), busy: false }), idle: Condvar::new(), host }
    }

    /// The program around it.
    #[must_use]
    pub fn host(&self) -> &Arc<dyn Host> {
        &self.host
    }

    /// Takes the lock to change something, when no strategy is being asked.
    ///
    /// # Errors
    /// [`Error::InvalidState`] if the session is busy and this thread is itself inside a strategy, which could wait for
    /// ever; [`Error::Interrupted`] if the host wants an end.
    pub fn enter(&self) -> Result<Guard<'_, S, F>> {
        let mut inner = self.inner.lock();
        while inner.busy {
            if STRATEGIES.get() > 0 {
                let message = "the game is in the middle of a tick: a strategy may read it, but not drive it";
                return Err(Error::InvalidState(message.to_owned()));
            }
            if self.idle.wait_for(&mut inner, CHECK_EVERY).timed_out() && inner.busy {
                MutexGuard::unlocked(&mut inner, || self.host.check_interrupt())?;
            }
        }
        Ok(Guard { inner, idle: &self.idle, called_out: false })
    }

    /// Takes the lock to change something, unless that needs a wait.
    #[inline]
    pub fn try_enter(&self) -> Option<Guard<'_, S, F>> {
        let inner = self.inner.try_lock().filter(|inner| !inner.busy)?;
        Some(Guard { inner, idle: &self.idle, called_out: false })
    }

    /// Looks at the state. Never waits for a strategy.
    pub fn read<T>(&self, look: impl FnOnce(&S) -> T) -> T {
        look(&self.inner.lock().state)
    }

    /// Looks at the state, unless another thread is in there right now.
    #[inline]
    pub fn try_read<T>(&self, look: impl FnOnce(&S) -> T) -> Option<T> {
        self.inner.try_lock().map(|inner| look(&inner.state))
    }

    /// Changes who is subscribed. Never waits for a strategy.
    pub fn outbox<T>(&self, change: impl FnOnce(&mut Outbox<F>) -> T) -> T {
        change(&mut self.inner.lock().outbox)
    }

    /// Changes who is subscribed, unless another thread is in there right now.
    pub fn try_outbox<T>(&self, change: impl FnOnce(&mut Outbox<F>) -> T) -> Option<T> {
        self.inner.try_lock().map(|mut inner| change(&mut inner.outbox))
    }

    /// Delivers what is queued, in order and with no lock held, unless another call is at it already: that one will
    /// deliver ours too.
    ///
    /// # Errors
    /// The first error of an observer, after everything is delivered, unless the caller has one of its own; others are
    /// reported to the host. An [`Error::Interrupted`] ends the delivery at once; what is left stays queued.
    pub fn deliver(&self, first_error: FirstError) -> Result<()> {
        let mut inner = self.inner.lock();
        if inner.outbox.is_empty() || !inner.outbox.take_baton() {
            return Ok(());
        }
        let mut first = None;
        while let Some(delivery) = inner.outbox.next() {
            drop(inner);
            let mut baton = Baton { session: self, delivery: Some(delivery) };
            while let Some(outcome) = baton.delivery.as_mut().and_then(Delivery::hand_over) {
                match outcome {
                    Ok(()) => {}
                    Err(Error::Interrupted(stop)) => {
                        first.take().into_iter().for_each(|error| self.host.report(error));
                        return Err(Error::Interrupted(stop));
                    }
                    Err(error) if first.is_none() && first_error == FirstError::Leaves => first = Some(error),
                    Err(error) => self.host.report(error),
                }
            }
            baton.delivery = None;
            drop(baton);
            inner = self.inner.lock();
        }
        first.map_or(Ok(()), Err)
    }
}

/// What becomes of the first error of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstError {
    /// It goes to the caller.
    Leaves,
    /// It is reported like the others: the caller has an error of its own.
    IsReported,
}

/// Gives the baton back with what is left, however a delivery ends early.
struct Baton<'a, S, F: 'static> {
    session: &'a Session<S, F>,
    delivery: Option<Delivery<F>>,
}

impl<S, F: 'static> Drop for Baton<'_, S, F> {
    fn drop(&mut self) {
        if let Some(rest) = self.delivery.take() {
            self.session.inner.lock().outbox.put_back(rest);
        }
    }
}

impl<S, F> Guard<'_, S, F> {
    /// Runs foreign code with the lock let go and the session marked busy. The state is then as it was.
    pub fn call_out<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let busy = Busy { guard: self };
        busy.guard.called_out = true;
        busy.guard.inner.busy = true;
        MutexGuard::unlocked(&mut busy.guard.inner, || {
            let _inside = Inside::new();
            call()
        })
    }

    /// Whether foreign code has been run meanwhile.
    #[must_use]
    pub const fn has_called_out(&self) -> bool {
        self.called_out
    }

    /// Lets others in who wait for the lock, if there are any.
    pub fn yield_now(&mut self) {
        MutexGuard::bump(&mut self.inner);
    }

    /// The frames on their way.
    #[must_use]
    pub fn outbox(&mut self) -> &mut Outbox<F> {
        &mut self.inner.outbox
    }

    /// State and outbox at once.
    #[must_use]
    pub fn split(&mut self) -> (&mut S, &mut Outbox<F>) {
        let inner = &mut *self.inner;
        (&mut inner.state, &mut inner.outbox)
    }
}

impl<S, F> Deref for Guard<'_, S, F> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.inner.state
    }
}

impl<S, F> DerefMut for Guard<'_, S, F> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.inner.state
    }
}

/// Clears the mark when the lock is held again, also when the foreign code panicked.
struct Busy<'g, 'a, S, F> {
    guard: &'g mut Guard<'a, S, F>,
}

impl<S, F> Drop for Busy<'_, '_, S, F> {
    fn drop(&mut self) {
        self.guard.inner.busy = false;
        self.guard.idle.notify_all();
    }
}

/// This thread is inside a strategy while one of these lives.
struct Inside;

impl Inside {
    fn new() -> Self {
        STRATEGIES.set(STRATEGIES.get() + 1);
        Self
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        STRATEGIES.set(STRATEGIES.get() - 1);
    }
}
