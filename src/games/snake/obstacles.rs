//! Random obstacles that leave the free cells connected.

use crate::core::{CellSet, Direction, Error, Grid, Result, Rng};

/// Blocks the given share of a board's cells, but none of `keep`, so that one can go from every free cell to every other.
///
/// A random spanning tree of the board is grown, cell by cell; then its leaves are blocked, each leaf equally likely. What
/// is left of the tree connects what is left of the board. Time grows with the board's size, not with its square.
///
/// # Errors
/// [`Error::Validation`] if the share is not between 0 and 1, or so many cells cannot be blocked.
pub(super) fn random(width: u32, height: u32, density: f64, seed: u64, keep: &CellSet) -> Result<Grid> {
    if !(0.0..1.0).contains(&density) {
        return Err(Error::validation("obstacles", density, "a share of at least 0 and less than 1"));
    }
    let board = Grid::new(width, height)?;
    let area = board.area();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a share")]
    let wanted = (density * area as f64) as usize;
    let mut rng = Rng::new(seed);
    let Tree { from, mut branches } = Tree::grow(&board, &mut rng);
    let is_leaf = |branches: &[u8], cell: u32| branches[cell as usize] == 1 && !keep.contains(cell);
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^24 cells")]
    let mut leaves: Vec<u32> = (0..area as u32).filter(|&cell| is_leaf(&branches, cell)).collect();
    let mut blocked = CellSet::empty(area);
    while blocked.len() < wanted {
        let choices = u32::try_from(leaves.len()).unwrap_or(u32::MAX);
        if choices == 0 {
            return Err(Error::validation("obstacles", density, "a share that leaves room for the snake"));
        }
        let leaf = leaves.swap_remove(rng.below(choices) as usize);
        blocked.insert(leaf);
        branches[leaf as usize] = 0;
        // The one neighbour in the tree that is left has a branch less.
        let point = board.point(leaf);
        let joined = |&direction: &Direction| {
            let there = point.checked_step(direction).and_then(|there| board.cell(there))?;
            (joins(&from, leaf, there) && branches[there as usize] > 0).then_some(there)
        };
        if let Some(there) = Direction::ALL.iter().find_map(joined) {
            branches[there as usize] -= 1;
            if is_leaf(&branches, there) {
                leaves.push(there);
            }
        }
    }
    Grid::with_obstacles(width, height, blocked.iter().map(|cell| board.point(cell)))
}

/// A spanning tree of a board.
struct Tree {
    /// Whence each cell was reached; the root from itself.
    from: Vec<u32>,
    /// How many branches each cell has.
    branches: Vec<u8>,
}

impl Tree {
    /// From a random cell, always by a random edge that leads out of the tree (Prim's way, with equal weights).
    fn grow(board: &Grid, rng: &mut Rng) -> Self {
        const NOWHERE: u32 = u32::MAX;
        let area = board.area();
        let mut tree = Self { from: vec![NOWHERE; area], branches: vec![0; area] };
        let root = rng.below(u32::try_from(area).unwrap_or(u32::MAX));
        let mut edges = vec![(root, root)];
        while !edges.is_empty() {
            let chosen = rng.below(u32::try_from(edges.len()).unwrap_or(u32::MAX));
            let (from, cell) = edges.swap_remove(chosen as usize);
            if tree.from[cell as usize] != NOWHERE {
                continue;
            }
            tree.from[cell as usize] = from;
            if from != cell {
                tree.branches[from as usize] += 1;
                tree.branches[cell as usize] += 1;
            }
            let point = board.point(cell);
            let neighbours =
                Direction::ALL.into_iter().filter_map(|direction| board.cell(point.checked_step(direction)?));
            edges.extend(neighbours.filter(|&there| tree.from[there as usize] == NOWHERE).map(|there| (cell, there)));
        }
        tree
    }
}

/// Whether an edge of the tree leads from one cell to the other.
fn joins(from: &[u32], one: u32, other: u32) -> bool {
    from[one as usize] == other || from[other as usize] == one
}

#[cfg(test)]
mod tests {
    use super::{CellSet, Direction, Grid, random};

    /// Cells that can be reached from the first free one.
    fn reached(grid: &Grid) -> usize {
        let free = grid.free_cells([]);
        let mut seen = CellSet::empty(grid.area());
        let mut open = vec![free.nth(0).unwrap()];
        while let Some(cell) = open.pop() {
            if free.contains(cell) && seen.insert(cell) {
                let point = grid.point(cell);
                open.extend(Direction::ALL.into_iter().filter_map(|d| grid.cell(point.checked_step(d)?)));
            }
        }
        seen.len()
    }

    #[test]
    fn the_free_cells_stay_connected() {
        let boards = [(3, 3, 0.3, 2), (12, 7, 0.2, 16), (20, 20, 0.5, 200), (31, 9, 0.8, 223), (64, 64, 0.0, 0)];
        for (width, height, density, blocked) in boards {
            for seed in 0..20 {
                let area = (width * height) as usize;
                let mut keep = CellSet::empty(area);
                keep.insert(4);
                let grid = random(width, height, density, seed, &keep).unwrap();
                assert_eq!(grid.obstacles().len(), blocked);
                assert!(!grid.obstacles().contains(4));
                assert_eq!(reached(&grid), area - grid.obstacles().len());
                assert_eq!(grid, random(width, height, density, seed, &keep).unwrap());
            }
        }
        assert!(random(5, 5, 1.0, 0, &CellSet::empty(25)).is_err());
        assert!(random(5, 5, f64::NAN, 0, &CellSet::empty(25)).is_err());
        assert!(random(5, 5, 0.9, 0, &Grid::new(5, 5).unwrap().free_cells([])).is_err());
    }
}
