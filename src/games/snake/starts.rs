//! Where snakes can start.

use crate::core::{CellSet, Direction, Grid, Rng};

/// Up to so many starts are written down one by one.
const FEW: usize = 1 << 14;

/// The starts of a straight snake: the cell of its head, and where it faces. They are in the order of directions, and of
/// cells in each.
#[derive(Clone, Debug)]
pub(super) enum Starts {
    /// One by one: a draw is a look.
    Few(Box<[(u32, Direction)]>),
    /// By direction, with less memory.
    Many([CellSet; 4]),
}

impl Starts {
    /// Where a straight snake of `length` cells lies on `free` cells only, and does not meet itself.
    pub(super) fn new(grid: &Grid, free: &CellSet, length: u32) -> Self {
        let of = |direction| free.iter().filter(move |&head| fits(grid, free, head, direction, length));
        if 4 * free.len() <= FEW {
            let heads = |direction| of(direction).map(move |head| (head, direction));
            return Self::Few(Direction::ALL.into_iter().flat_map(heads).collect());
        }
        Self::Many(Direction::ALL.map(|direction| {
            let mut heads = CellSet::empty(grid.area());
            of(direction).for_each(|head| _ = heads.insert(head));
            heads
        }))
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Few(starts) => starts.len(),
            Self::Many(heads) => heads.iter().map(CellSet::len).sum(),
        }
    }

    /// The `k`-th, counted from 0.
    fn nth(&self, k: usize) -> Option<(u32, Direction)> {
        match self {
            Self::Few(starts) => starts.get(k).copied(),
            Self::Many(heads) => {
                let mut left = k;
                Direction::ALL.into_iter().zip(heads).find_map(|(direction, heads)| {
                    let head = heads.nth(left);
                    left = left.saturating_sub(heads.len());
                    head.map(|head| (head, direction))
                })
            }
        }
    }

    /// Each equally likely, by one draw; `None` if there is none.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<(u32, Direction)> {
        let count = u32::try_from(self.len()).ok().filter(|&count| count > 0)?;
        self.nth(rng.below(count) as usize)
    }
}

/// The cells of a straight snake, from its head to where the board ends, if it does.
pub(super) fn straight(grid: &Grid, head: u32, direction: Direction, length: u32) -> impl Iterator<Item = u32> + '_ {
    let behind = direction.opposite();
    std::iter::successors(Some(head), move |&cell| grid.step(cell, behind)).take(length as usize)
}

/// Whether a straight snake lies on `free` cells, and does not meet itself.
pub(super) fn fits(grid: &Grid, free: &CellSet, head: u32, direction: Direction, length: u32) -> bool {
    let around = if direction.delta().0 == 0 { grid.height() } else { grid.width() };
    let cells = straight(grid, head, direction, length);
    length <= around && cells.filter(|&cell| free.contains(cell)).count() == length as usize
}
