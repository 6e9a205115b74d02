//! Where snakes can start.

use crate::core::{CellSet, Direction, Grid, Rng};

/// On boards with up to so many free cells, starts are written down one by one.
const FEW_CELLS: usize = 1 << 12;

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
    /// Where a straight snake of `length` cells lies on `free` cells only, and does not meet itself; `None` if nowhere.
    pub(super) fn new(grid: &Grid, free: &CellSet, length: u32) -> Option<Self> {
        let few = free.len() <= FEW_CELLS;
        let starts = if few { Self::few(grid, free, length) } else { Self::many(grid, free, length) };
        (starts.len() > 0).then_some(starts)
    }

    fn few(grid: &Grid, free: &CellSet, length: u32) -> Self {
        let heads = |direction| heads(grid, free, direction, length).map(move |head| (head, direction));
        Self::Few(Direction::ALL.into_iter().flat_map(heads).collect())
    }

    fn many(grid: &Grid, free: &CellSet, length: u32) -> Self {
        Self::Many(Direction::ALL.map(|direction| {
            let mut cells = CellSet::empty(grid.area());
            heads(grid, free, direction, length).for_each(|head| _ = cells.insert(head));
            cells
        }))
    }

    /// How many there are.
    fn len(&self) -> usize {
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

    /// Each equally likely, by one draw.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> (u32, Direction) {
        let count = u32::try_from(self.len()).unwrap_or(u32::MAX);
        self.nth(rng.below(count) as usize).expect("there are so many")
    }
}

/// The cells on which a snake can have its head that faces in a direction.
fn heads<'a>(
    grid: &'a Grid,
    free: &'a CellSet,
    direction: Direction,
    length: u32,
) -> impl Iterator<Item = u32> + use<'a> {
    free.iter().filter(move |&head| fits(grid, free, head, direction, length))
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

#[cfg(test)]
mod tests {
    use super::{Grid, Starts};
    use crate::core::{Edges, Point};

    #[test]
    fn few_and_many_are_the_same() {
        let blocked = [(2, 1), (5, 5), (0, 6)].map(Point::from);
        for edges in [Edges::Walls, Edges::Wrap] {
            let grid = Grid::with_obstacles(9, 7, blocked).unwrap().with_edges(edges);
            let free = grid.free_cells([]);
            for length in 1..11 {
                let (few, many) = (Starts::few(&grid, &free, length), Starts::many(&grid, &free, length));
                assert_eq!(few.len(), many.len());
                assert_eq!(Starts::new(&grid, &free, length).is_none(), few.len() == 0);
                assert!((0..=few.len()).all(|k| few.nth(k) == many.nth(k)));
                let (Starts::Few(starts), Starts::Many(_)) = (few, many) else { unreachable!() };
                assert!(starts.is_sorted_by_key(|&(head, direction)| (direction as u8, head)));
                assert_eq!(length == 1, starts.len() == 4 * free.len());
            }
        }
    }
}
