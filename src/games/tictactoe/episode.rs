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
        let inside = (action as usize) < self.rules.places.len();
        if inside && self.board.is_free(action as usize) { Ok(()) } else { Err(self.refusal(action, inside)) }
    }

    fn mask(&self, _seat: usize, mask: &mut [bool]) {
        let over = self.board.outcome() != Outcome::InProgress;
        for (flags, [first, second]) in mask.chunks_mut(64).zip(self.board.marks()) {
            let free = !(first | second);
            for (cell, flag) in flags.iter_mut().enumerate() {
                *flag = over || free >> cell & 1 == 1;
            }
        }
    }

    #[inline]
    fn observe(&self, seat: usize, out: Observation<'_>) {
        let Observation::U8(out) = out else { return };
        for (out, words) in out.chunks_mut(128).zip(self.board.marks()) {
            // The own marks come first.
            spread(out, words[seat & 1], words[seat & 1 ^ 1]);
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
        let [first, second] = Player::ALL.map(|player| board.count(player));
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

/// Writes two bytes a cell, for up to 64 cells: whether it is in the one set, and in the other.
#[inline]
fn spread(out: &mut [u8], mut one: u64, mut other: u64) {
    let (fours, rest) = out.as_chunks_mut::<8>();
    for out in fours {
        *out = (SPREAD[(one & 15) as usize] | SPREAD[(other & 15) as usize] << 8).to_le_bytes();
        (one, other) = (one >> 4, other >> 4);
    }
    for out in rest.as_chunks_mut::<2>().0 {
        *out = [(one & 1) as u8, (other & 1) as u8];
        (one, other) = (one >> 1, other >> 1);
    }
}

/// Each set of four cells as a byte a cell, with a byte between.
static SPREAD: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut cell = 0;
        while cell < 4 {
            table[set] |= ((set >> cell & 1) as u64) << (16 * cell);
            cell += 1;
        }
        set += 1;
    }
    table
};

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
