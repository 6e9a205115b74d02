//! Tic-tac-toe as a [`Game`] for two seats that act in turn.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::{Board, Outcome, Player};
use super::shape::Shape;
use super::tiles::{LEGEND, tile};
use crate::core::{Dtype, Error, Game, Masked, Observation, Result, Rng, Scene, Spec, Status, ToAct};

/// No side of an episode's board is longer: actions and masks have an element a cell.
pub const MAX_EPISODE_SIDE: usize = 64;

/// What can be chosen: the board.
pub type Config = Shape;

/// What a choice comes to.
#[derive(Debug)]
pub struct Rules {
    shape: Shape,
    /// The row and the column of each action.
    places: Box<[(u8, u8)]>,
}

/// One game after the other. The first player begins, and the two take turns.
///
/// Actions are cells, column by column from top to bottom. A seat sees two bytes a cell, in that order: whether the mark
/// is its own, and whether it is the other's. The winner is paid 1, the loser -1; a draw pays nobody.
#[derive(Clone, Debug)]
pub struct Episode {
    rules: Arc<Rules>,
    board: Board,
    to_move: Player,
}

impl Game for Episode {
    const NAME: &'static str = "tictactoe";
    const ENDINGS: &'static [&'static str] = &["player 1 wins", "player 2 wins", "draw"];
    const FACTS: &'static [&'static str] = &["moves"];

    type Config = Config;
    type Rules = Rules;
    type Record = Record;

    fn rules(&shape: &Config) -> Result<Arc<Rules>> {
        for (side, field) in [(shape.rows(), "rows"), (shape.cols(), "cols")] {
            if side > MAX_EPISODE_SIDE {
                return Err(Error::validation(field, side, format_args!("1 to {MAX_EPISODE_SIDE} in an environment")));
            }
        }
        let narrow = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let places = (0..shape.cells()).map(|cell| shape.place(cell)).map(|(row, col)| (narrow(row), narrow(col)));
        Ok(Arc::new(Rules { shape, places: places.collect() }))
    }

    fn spec(rules: &Rules) -> Spec {
        let shape = rules.shape;
        Spec {
            seats: 2,
            actions: u32::try_from(shape.cells()).unwrap_or(u32::MAX),
            masked: Masked::Refused,
            dtype: Dtype::U8,
            shape: vec![shape.cols(), shape.rows(), 2],
            low: 0.0,
            high: 1.0,
        }
    }

    fn new(rules: &Arc<Rules>, _rng: &mut Rng) -> Self {
        Self { rules: Arc::clone(rules), board: Board::empty(rules.shape), to_move: Player::First }
    }

    fn restart(&mut self, _rng: &mut Rng) {
        self.board.clear();
        self.to_move = Player::First;
    }

    #[inline]
    fn status(&self) -> Status {
        match self.board.outcome() {
            Outcome::InProgress => Status::Ongoing,
            Outcome::Won(player) => Status::Over(player as u8),
            Outcome::Draw => Status::Over(2),
        }
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        ToAct::Seat(self.to_move as usize)
    }

    #[inline]
    fn step(&mut self, actions: &[u32], _rng: &mut Rng, rewards: &mut [f64]) -> Result<Status> {
        let player = self.to_move;
        let action = actions[player as usize];
        let over = self.board.outcome();
        if over != Outcome::InProgress {
            return Err(Error::GameOver(format!("the game is over: {}", over.words())));
        }
        self.check(player as usize, action)?;
        let (row, col) = self.rules.places[action as usize];
        let outcome = self.board.mark(self.rules.shape, row.into(), col.into(), player);
        let pay = if outcome == Outcome::Won(player) { 1.0 } else { 0.0 };
        self.to_move = player.other();
        rewards[player as usize] = pay;
        rewards[self.to_move as usize] = 0.0 - pay;
        Ok(self.status())
    }

    #[inline]
    fn check(&self, _seat: usize, action: u32) -> Result<()> {
        match self.board.marks().get(2 * action as usize..2 * action as usize + 2) {
            Some([0, 0]) => Ok(()),
            found => Err(self.refusal(action, found.is_some())),
        }
    }

    fn mask(&self, _seat: usize, mask: &mut [bool]) {
        let over = self.board.outcome() != Outcome::InProgress;
        for (flag, mark) in mask.iter_mut().zip(self.board.marks().chunks_exact(2)) {
            *flag = over || mark[0] | mark[1] == 0;
        }
    }

    #[inline]
    fn observe(&self, seat: usize, out: Observation<'_>) {
        let Observation::U8(out) = out else { return };
        let marks = self.board.marks();
        if seat == 0 {
            copy(out, marks, |eight| eight, |two| two);
        } else {
            // The own mark comes first: the two bytes of a cell change places.
            const LOW: u64 = 0x00ff_00ff_00ff_00ff;
            copy(out, marks, |eight| (eight & LOW) << 8 | eight >> 8 & LOW, |[first, second]| [second, first]);
        }
    }

    fn facts(&self, out: &mut [i64]) {
        out[0] = self.board.moves().into();
    }

    fn scene(&self) -> Scene {
        scene(&self.board, self.rules.shape)
    }

    fn record(&self) -> Record {
        let cells = (0..self.rules.shape.cells()).map(|cell| tile(self.board.owner(cell))).collect();
        let ending = match self.status() {
            Status::Ongoing => None,
            Status::Over(ending) => Some(ending),
        };
        Record { cells, ending }
    }

    fn restore(rules: &Arc<Rules>, record: &Record) -> Result<Self> {
        let outcome = match record.ending {
            None => Outcome::InProgress,
            Some(0) => Outcome::Won(Player::First),
            Some(1) => Outcome::Won(Player::Second),
            Some(2) => Outcome::Draw,
            Some(other) => return Err(Error::validation("ending", other, "0 to 2, or none")),
        };
        let board = Board::of(rules.shape, &record.cells, outcome)?;
        let marks = |place| board.marks().iter().skip(place).step_by(2).map(|&mark| usize::from(mark)).sum::<usize>();
        let (first, second) = (marks(0), marks(1));
        let to_move = match first.checked_sub(second) {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => {
                let expected = "players that have taken turns";
                return Err(Error::validation("cells", format_args!("{first} marks and {second}"), expected));
            }
        };
        if outcome == Outcome::Won(to_move) {
            return Err(Error::validation("cells", "a mark after the winning one", "none"));
        }
        Ok(Self { rules: Arc::clone(rules), board, to_move })
    }
}

impl Episode {
    /// Why an action is refused.
    #[cold]
    fn refusal(&self, action: u32, taken: bool) -> Error {
        let count = self.rules.places.len();
        if !taken {
            return Error::validation("action", action, format_args!("0 to {}", count - 1));
        }
        let (row, col) = self.rules.places[action as usize];
        Error::Validation(format!(
            "cell already taken: got action {action} (row {row}, column {col}), expected a free cell"
        ))
    }
}

/// Copies pairs of bytes, four at a time, through a function for four and one for the rest. On small boards a call of the
/// library's copy takes longer than this.
#[inline]
fn copy(out: &mut [u8], marks: &[u8], four: impl Fn(u64) -> u64, one: impl Fn([u8; 2]) -> [u8; 2]) {
    let ((outs, rest), (fours, last)) = (out.as_chunks_mut::<8>(), marks.as_chunks::<8>());
    for (out, &marks) in outs.iter_mut().zip(fours) {
        *out = four(u64::from_ne_bytes(marks)).to_ne_bytes();
    }
    for (out, &mark) in rest.as_chunks_mut::<2>().0.iter_mut().zip(last.as_chunks::<2>().0) {
        *out = one(mark);
    }
}

/// What there is to see on a board.
#[must_use]
pub fn scene(board: &Board, shape: Shape) -> Scene {
    let mut scene = Scene::new(shape.cols(), shape.rows(), LEGEND);
    for (place, shown) in scene.tiles.iter_mut().enumerate() {
        let (row, col) = (place / shape.cols(), place % shape.cols());
        *shown = tile(board.owner(shape.cell(row, col)));
    }
    scene
}

/// A position without its rules, in a form that can be written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Nobody (0), player 1 or player 2, column by column.
    cells: Vec<u8>,
    ending: Option<u8>,
}
