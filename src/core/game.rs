//! The contract between a game's rules and everything that plays, shows or checks games.
//!
//! A game is pure: it has no clock, no lock, no drawing and no chance of its own. Batches, laws, environments and
//! renderers are written once, over this trait.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::Result;
use super::rng::Rng;
use super::scene::Scene;

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToAct {
    /// One seat; the others wait.
    Seat(usize),
    /// All that are still in the game, at once.
    All,
}

/// How many seats act in one step, in every position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// One; the others wait.
    InTurn,
    /// All that are still in the game.
    AtOnce,
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It does.
    Ongoing,
    /// It has ended, by the reason of this number in [`Game::ENDINGS`].
    Over(u8),
}

/// What becomes of an action that the mask rules out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masked {
    /// It is an error that changes nothing.
    Refused,
    /// It is taken for another one, which the game's documentation names.
    Tolerated,
}

/// What an observation is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// Bytes.
    U8,
    /// 32-bit floats.
    F32,
}

/// The form of a game, which stays the same over all its episodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// How many players there are.
    pub seats: usize,
    /// Actions are the numbers below this.
    pub actions: u32,
    /// What becomes of an action that the mask rules out.
    pub masked: Masked,
    /// What an observation is made of.
    pub dtype: Dtype,
    /// The shape of one seat's observation, in row-major order.
    pub shape: Vec<usize>,
    /// The least value that an observation can hold.
    pub low: f32,
    /// The greatest value that an observation can hold.
    pub high: f32,
}

impl Spec {
    /// How many values one seat's observation has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Memory of the caller's that observations are written into.
#[derive(Debug)]
pub enum Observation<'a> {
    /// Bytes.
    U8(&'a mut [u8]),
    /// 32-bit floats.
    F32(&'a mut [f32]),
}

/// One game in one position.
///
/// A `step` that returns an error has changed nothing. Nothing on the way of `restart`, `step`, `mask` and `observe`
/// allocates. What is written is written whole: every element of a slice that is handed over.
pub trait Game: Clone + Send + Sync + 'static {
    /// What it is called.
    const NAME: &'static str;
    /// Why it can end, in words.
    const ENDINGS: &'static [&'static str];
    /// What it tells beside observations, in words; [`Game::facts`] gives the numbers.
    const FACTS: &'static [&'static str];
    /// How many seats act in one step. [`Game::to_act`] names one in a game that is played in turn, after the end, too.
    const MOVES: Moves = Moves::InTurn;

    /// What a user can choose.
    type Config: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a choice comes to: checked, with all that can be worked out once. Shared by all games of one kind.
    type Rules: Debug + Send + Sync + 'static;
    /// A position without its rules, in a form that can be written down.
    type Record: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Checks a choice, and works out what follows from it.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if it cannot be played.
    fn rules(config: &Self::Config) -> Result<Arc<Self::Rules>>;

    /// The form of the game.
    fn spec(rules: &Self::Rules) -> Spec;

    /// A game at its beginning.
    fn new(rules: &Arc<Self::Rules>, rng: &mut Rng) -> Self;

    /// Begins anew, by the same rules, in the memory it has.
    fn restart(&mut self, rng: &mut Rng);

    /// Whether it goes on.
    fn status(&self) -> Status;

    /// Who acts next.
    fn to_act(&self) -> ToAct;

    /// Advances once. `actions` has one number a seat, of which those of the seats that act are read; `rewards` takes
    /// one number a seat.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) for a number that is no action or one that is masked and
    /// not tolerated, [`Error::GameOver`](crate::core::Error::GameOver) after the end.
    fn step(&mut self, actions: &[u32], rng: &mut Rng, rewards: &mut [f64]) -> Result<Status>;

    /// Whether [`Game::step`] will take an action, one of [`Spec::actions`], from a seat that is to act. Nobody asks after
    /// the end. A batch asks before any of its rows moves.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) for one that is masked and refused; a game that tolerates all
    /// need not answer.
    fn check(&self, _seat: usize, _action: u32) -> Result<()> {
        Ok(())
    }

    /// Which actions a seat has: one flag an action. Never all false; all true after the end.
    fn mask(&self, seat: usize, mask: &mut [bool]);

    /// What a seat sees: [`Spec::size`] values.
    fn observe(&self, seat: usize, out: Observation<'_>);

    /// The numbers that [`Game::FACTS`] names.
    fn facts(&self, out: &mut [i64]);

    /// What there is to see for a person.
    fn scene(&self) -> Scene;

    /// The position, to be written down.
    fn record(&self) -> Self::Record;

    /// The position that a record tells of.
    ///
    /// # Errors
    /// [`Error::Validation`](crate::core::Error::Validation) if it is no position by these rules.
    fn restore(rules: &Arc<Self::Rules>, record: &Self::Record) -> Result<Self>;
}
