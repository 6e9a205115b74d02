//! A snake on the streets, and by when it will have left each cell and block.

use super::streets::{NONE, Streets};

/// A snake in order: each of its steps follows a street, and each step into another block leads into one on which the
/// snake does not lie, or back into the one from which its own block was first entered, its parent.
///
/// So the blocks on which it lies are a tree. A walk around that tree, in the sense of the streets, goes over each cell of
/// its blocks once, the snake's in their order; the cell after the head is free, or the tail's.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// From tail to head.
    pub(super) snake: Vec<u32>,
    /// The number of the move by which the head may enter each cell, if the snake does not grow: 0 if it is free.
    pub(super) clear: Box<[u32]>,
    /// The same of blocks, for whom they are not the parent.
    pub(super) block_clear: Box<[u32]>,
    /// The parent of each block on which the snake lies, if it still lies on that too.
    parent: Box<[u32]>,
    /// The last move before which the block has that parent.
    parent_until: Box<[u32]>,
}

impl Position {
    /// No snake yet.
    pub(super) fn new(streets: &Streets) -> Self {
        let (cells, blocks) = (streets.cells(), streets.blocks());
        Self {
            snake: Vec::with_capacity(cells),
            clear: vec![0; cells].into(),
            block_clear: vec![0; blocks].into(),
            parent: vec![NONE; blocks].into(),
            parent_until: vec![0; blocks].into(),
        }
    }

    /// Puts this snake, from tail to head, instead of the one that is there.
    pub(super) fn set(&mut self, streets: &Streets, snake: impl IntoIterator<Item = u32>) {
        for &cell in &self.snake {
            self.clear[cell as usize] = 0;
            self.block_clear[streets.block(cell) as usize] = 0;
        }
        self.snake.clear();
        self.snake.extend(snake);
        let mut last = NONE;
        for (move_number, &cell) in (1..).zip(&self.snake) {
            let block = streets.block(cell);
            if block != last {
                if self.block_clear[block as usize] == 0 {
                    self.parent[block as usize] = last;
                    self.parent_until[block as usize] = move_number - 1;
                }
                last = block;
            }
            self.clear[cell as usize] = move_number;
            self.block_clear[block as usize] = move_number;
        }
    }

    /// Becomes `before` after a route at whose end the snake eats.
    pub(super) fn set_after(&mut self, streets: &Streets, before: &Self, route: &[u32]) {
        let gone = route.len() - 1;
        match before.snake.get(gone..) {
            Some(left) => self.set(streets, left.iter().chain(route).copied()),
            None => self.set(streets, route[gone - before.snake.len()..].iter().copied()),
        }
    }

    /// Becomes `before` after one step without food.
    pub(super) fn step(&mut self, streets: &Streets, next: u32) {
        let mut snake = std::mem::take(&mut self.snake);
        for &cell in &snake {
            self.clear[cell as usize] = 0;
            self.block_clear[streets.block(cell) as usize] = 0;
        }
        snake.remove(0);
        snake.push(next);
        self.set(streets, snake);
    }

    pub(super) fn head(&self) -> u32 {
        self.snake[self.snake.len() - 1]
    }

    /// How many cells are free.
    pub(super) fn free(&self) -> usize {
        self.clear.len() - self.snake.len()
    }

    /// The parent that a block has when the move of this number is made; [`NONE`] if none, or not by the snake as it lies.
    #[inline]
    pub(super) fn parent(&self, block: u32, move_number: u32) -> u32 {
        if self.parent_until[block as usize] >= move_number { self.parent[block as usize] } else { NONE }
    }

    /// The next cell of the walk around the tree.
    pub(super) fn around(&self, streets: &Streets) -> u32 {
        let turn = streets.turn(self.head());
        if self.clear[turn as usize] <= 1 { turn } else { streets.leave(self.head()).unwrap_or(turn) }
    }
}

/// Whether a snake, given from tail to head, is in order.
pub(super) fn in_order(streets: &Streets, snake: &[u32]) -> bool {
    const NEW: u32 = NONE - 1;
    let mut parent = vec![NEW; streets.blocks()];
    parent[streets.block(snake[0]) as usize] = NONE;
    snake.windows(2).all(|step| {
        let (block, next) = (streets.block(step[0]), streets.block(step[1]));
        if block == next {
            return streets.turn(step[0]) == step[1];
        }
        let known = parent[next as usize];
        if known == NEW {
            parent[next as usize] = block;
        }
        streets.leave(step[0]) == Some(step[1]) && (known == NEW || parent[block as usize] == next)
    })
}
