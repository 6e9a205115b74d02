//! A player for boards that are too large to solve: Monte Carlo tree search.
//!
//! The tree grows by UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning", 2006): each playout goes down the
//! tree to where it is worth most to know more, adds a node, and plays to the end at random. A node that can win at once
//! does, one that must block does; on large boards only cells near a mark are thought of.

use crate::core::{Error, Result, Rng};
use crate::games::tictactoe::{Board, Outcome, Player, Shape};

use super::Look;

/// How often the tree tries what looks worse: the constant of UCT.
const CURIOSITY: f64 = 0.8;
/// Boards of more cells are looked at near marks only.
const SMALL: usize = 36;
/// How near.
const REACH: usize = 2;
/// Playouts between two looks.
const PACE: u32 = 64;

/// A player that plays so many games in its head before each move.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    playouts: u32,
    rng: Rng,
}

struct Node {
    cell: u32,
    /// Where the children begin, and how many there are; none before the node is looked at for the second time.
    first: u32,
    count: u32,
    visits: u32,
    /// Of whoever moved here: 1 for a win, 1/2 for a draw.
    score: f64,
}

impl MonteCarlo {
    /// A player of so many playouts a move.
    #[must_use]
    pub fn new(playouts: u32, seed: u64) -> Self {
        Self::with(playouts, Rng::new(seed))
    }

    /// A player of so many playouts a move, with a stream of its own.
    #[must_use]
    pub fn with(playouts: u32, rng: Rng) -> Self {
        Self { playouts: playouts.max(1), rng }
    }

    /// Its stream of chance, to be written down.
    #[must_use]
    pub const fn rng(&self) -> &Rng {
        &self.rng
    }

    /// The cell that it marks in a game that goes on.
    ///
    /// # Errors
    /// [`Error::GameOver`] after the end; whatever `look` says.
    pub fn choose(&mut self, shape: Shape, board: &Board, to_move: Player, look: Look<'_>) -> Result<(usize, usize)> {
        if board.outcome() != Outcome::InProgress {
            return Err(Error::GameOver(format!("the game is over: {}", board.outcome().words())));
        }
        let mut tree = vec![Node { cell: 0, first: 0, count: 0, visits: 1, score: 0.0 }];
        let (mut path, mut free) = (Vec::new(), Vec::new());
        self.grow(&mut tree, 0, shape, board, to_move);
        for playout in 0..if tree[0].count > 1 { self.playouts } else { 0 } {
            if playout % PACE == PACE - 1 {
                look()?;
            }
            self.playout(&mut tree, shape, board.clone(), to_move, &mut path, &mut free);
        }
        let children = tree[0].first as usize..(tree[0].first + tree[0].count) as usize;
        let best = tree[children].iter().max_by(|one, other| {
            one.visits.cmp(&other.visits).then(one.score.total_cmp(&other.score)).then(other.cell.cmp(&one.cell))
        });
        Ok(shape.place(best.map_or(0, |node| node.cell as usize)))
    }

    fn playout(
        &mut self,
        tree: &mut Vec<Node>,
        shape: Shape,
        mut board: Board,
        mut player: Player,
        path: &mut Vec<(usize, Player)>,
        free: &mut Vec<u32>,
    ) {
        path.clear();
        let mut node = 0;
        while board.outcome() == Outcome::InProgress {
            if tree[node].count == 0 {
                if tree[node].visits == 0 {
                    break;
                }
                self.grow(tree, node, shape, &board, player);
            }
            node = best_child(tree, node);
            let (row, col) = shape.place(tree[node].cell as usize);
            board.mark(shape, row, col, player);
            path.push((node, player));
            player = player.other();
        }
        let outcome = self.play_out(shape, &mut board, player, free);
        tree[0].visits += 1;
        for &(node, player) in path.iter() {
            tree[node].visits += 1;
            tree[node].score += match outcome {
                Outcome::Won(winner) => f64::from(u8::from(winner == player)),
                _ => 0.5,
            };
        }
    }

    /// Plays to the end at random.
    fn play_out(&mut self, shape: Shape, board: &mut Board, mut player: Player, free: &mut Vec<u32>) -> Outcome {
        if board.outcome() == Outcome::InProgress {
            free.clear();
            free.extend(
                (0..u32::try_from(shape.cells()).unwrap_or(u32::MAX)).filter(|&cell| board.is_free(cell as usize)),
            );
        }
        while board.outcome() == Outcome::InProgress {
            let count = u32::try_from(free.len()).unwrap_or(u32::MAX);
            let cell = free.swap_remove(self.rng.below(count) as usize);
            let (row, col) = shape.place(cell as usize);
            board.mark(shape, row, col, player);
            player = player.other();
        }
        board.outcome()
    }

    /// Gives a node its children, in random order: a win if there is one, else blocks if there must be, else all that is
    /// thought of.
    fn grow(&mut self, tree: &mut Vec<Node>, node: usize, shape: Shape, board: &Board, player: Player) {
        let mut cells = candidates(shape, board);
        for side in [player, player.other()] {
            let wins = |&cell: &u32| {
                let (row, col) = shape.place(cell as usize);
                board.would_win(shape, row, col, side)
            };
            let winning: Vec<u32> = cells.iter().copied().filter(wins).collect();
            if !winning.is_empty() {
                cells = if side == player { winning[..1].to_vec() } else { winning };
                break;
            }
        }
        let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
        for last in (1..count).rev() {
            cells.swap(last as usize, self.rng.below(last + 1) as usize);
        }
        (tree[node].first, tree[node].count) = (u32::try_from(tree.len()).unwrap_or(u32::MAX), count);
        tree.extend(cells.into_iter().map(|cell| Node { cell, first: 0, count: 0, visits: 0, score: 0.0 }));
    }
}

/// The free cells that are thought of.
fn candidates(shape: Shape, board: &Board) -> Vec<u32> {
    let free = |cell: &u32| board.is_free(*cell as usize);
    let all = || (0..u32::try_from(shape.cells()).unwrap_or(u32::MAX)).filter(free);
    if shape.cells() <= SMALL {
        return all().collect();
    }
    if board.moves() == 0 {
        let centre = shape.cell(shape.rows() / 2, shape.cols() / 2);
        return vec![u32::try_from(centre).unwrap_or(0)];
    }
    let near = |cell: &u32| {
        let (row, col) = shape.place(*cell as usize);
        let rows = row.saturating_sub(REACH)..shape.rows().min(row + REACH + 1);
        let cols = || col.saturating_sub(REACH)..shape.cols().min(col + REACH + 1);
        rows.into_iter().any(|row| cols().any(|col| !board.is_free(shape.cell(row, col))))
    };
    let near: Vec<u32> = all().filter(near).collect();
    if near.is_empty() { all().collect() } else { near }
}

/// The child of which it is worth most to know more.
fn best_child(tree: &[Node], node: usize) -> usize {
    let (first, count) = (tree[node].first as usize, tree[node].count as usize);
    let spread = CURIOSITY * f64::from(tree[node].visits.max(1)).ln().sqrt();
    let worth = |child: &Node| {
        if child.visits == 0 {
            return f64::INFINITY;
        }
        let visits = f64::from(child.visits);
        child.score / visits + spread / visits.sqrt()
    };
    let children = tree[first..first + count].iter().map(worth).enumerate();
    first
        + children
            .max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)))
            .map_or(0, |(child, _)| child)
}
