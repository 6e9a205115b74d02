//! Breadth-first search: the shortest way to the food if that is safe, else after the tail.
//!
//! As commonly written this bot is careful about one thing only, that it can reach its tail after the meal; it fills up its
//! board in a way that leaves holes, and circles around them for ever. Two things break that here:
//!
//! * Once the board is [`CROWDED`], a meal is safe only if the snake could then go over all that is free and come back to
//!   its tail ([`Ring`]). While it waits for such a meal it follows the ring of the last one, and so comes to the food in
//!   the end, whatever else fails.
//! * Hunger makes it bold: after two rounds of the board's cells without food a meal is as safe as if the board were empty,
//!   and after four any meal is. From one round on its way after the tail is random at times.

use smallvec::SmallVec;

use super::board::{Board, Search};
use super::bot::{Bot, safe_moves, straight_on};
use super::ring::Ring;
use super::tail::tail_moves;
use crate::core::{CellSet, Direction, Result, Rng};
use crate::games::snake::World;

/// The free share of a board, in percent, below which meals must leave a ring. Measured: of 50, 60, 75 and 100, 60 takes
/// the fewest steps on boards of 6x6 to 20x20.
const CROWDED: usize = 60;
/// A hungry snake takes one of so many moves at random.
const RANDOM_MOVE: u32 = 3;

/// The shortest way to the food, if that is safe; else after the tail.
#[derive(Clone, Debug)]
pub struct Bfs {
    seed: u64,
    game: Option<Play>,
}

impl Bfs {
    /// A bot whose choices between equally good moves, where it has circled for long, come from this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, game: None }
    }
}

impl Bot for Bfs {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn begin(&mut self, world: &World) -> Result<()> {
        self.game = Some(Play::new(world, self.seed)?);
        Ok(())
    }

    fn choose(&mut self, world: &World) -> Result<Direction> {
        let game = match &mut self.game {
            Some(game) if game.board.is_of(world) => game,
            game => game.insert(Play::new(world, self.seed)?),
        };
        Ok(game.choose(world))
    }
}

/// What it knows within a game.
#[derive(Clone, Debug)]
struct Play {
    board: Board,
    rng: Rng,
    search: Search,
    /// How many cells a ring has to leave out at least.
    spare: usize,
    /// A ring that the snake lies on, or none.
    ring: Ring,
    trial: Ring,
    /// The cells of the way to the food on which it is, the last one first.
    way: Vec<u32>,
    /// What would be free after a meal, and the body then.
    after: CellSet,
    body: Vec<u32>,
    /// Moves since the last meal.
    hungry: usize,
    /// The head and the length that its last answer leads to.
    expected: Option<(u32, usize)>,
}

impl Play {
    fn new(world: &World, seed: u64) -> Result<Self> {
        let board = Board::new(world);
        board.check_connected(world)?;
        // Rings grow by two cells, so where a board is not chequered one may be left over.
        let spare = if board.is_chequered() { board.imbalance() } else { 1 };
        let after = CellSet::empty(board.area());
        Ok(Self {
            rng: Rng::new(seed),
            search: Search::default(),
            spare,
            ring: Ring::default(),
            trial: Ring::default(),
            way: Vec::new(),
            after,
            body: Vec::new(),
            hungry: 0,
            expected: None,
            board,
        })
    }

    fn choose(&mut self, world: &World) -> Direction {
        let (head, length) = (self.board.head(world), world.body().len());
        if self.expected != Some((head, length)) {
            self.ring.clear();
            self.way.clear();
            self.hungry = 0;
        }
        self.hungry += 1;
        let direction = self.decide(world, head);
        let to = self.board.ahead(head, direction);
        let eats = to.is_some_and(|to| self.board.has_food(world, to));
        self.expected = to.map(|to| (to, length + usize::from(self.board.grows(world, to))));
        if eats {
            self.hungry = 0;
        }
        direction
    }

    fn decide(&mut self, world: &World, head: u32) -> Direction {
        let moves = safe_moves(world);
        if self.way.is_empty() {
            self.find_way(world);
        }
        if let Some(direction) = self.way.pop().and_then(|to| self.board.direction(head, to))
            && moves.contains(&direction)
        {
            return direction;
        }
        self.way.clear();
        if self.is_patient(2) && self.is_crowded(world) {
            if self.ring.next(head).is_none() {
                self.body.clear();
                self.body.extend(self.board.body(world));
                if !self.ring.close(&self.board, &mut self.search, world.free(), &self.body, self.spare) {
                    self.ring.clear();
                }
            }
            if let Some(direction) = self.ring.next(head).and_then(|to| self.board.direction(head, to))
                && moves.contains(&direction)
            {
                return direction;
            }
        }
        self.ring.clear();
        let after = self.after_tail(world, head);
        let choices = u32::try_from(after.len()).unwrap_or(0);
        if choices > 0 && !self.is_patient(1) && self.rng.below(RANDOM_MOVE) == 0 {
            return after[self.rng.below(choices) as usize].1;
        }
        let farthest = after.iter().rev().max_by_key(|&&(steps, _)| steps).map(|&(_, direction)| direction);
        farthest.or(moves.first().copied()).unwrap_or_else(|| straight_on(world))
    }

    /// The moves after its tail; a meal that is not safe is none to happen upon, unless there is no other move.
    fn after_tail(&mut self, world: &World, head: u32) -> SmallVec<[(u32, Direction); 4]> {
        let board = &self.board;
        let mut moves = tail_moves(board, &mut self.search, world);
        let eats = |direction| board.ahead(head, direction).is_some_and(|to| board.has_food(world, to));
        if moves.iter().any(|&(_, direction)| !eats(direction)) {
            moves.retain(|&mut (_, direction)| !eats(direction));
        }
        moves
    }

    /// Whether it has gone without food for at most so many rounds of the board's cells.
    fn is_patient(&self, rounds: usize) -> bool {
        self.hungry <= rounds * self.board.open()
    }

    fn is_crowded(&self, world: &World) -> bool {
        world.free().len() * 100 < self.board.open() * CROWDED
    }

    /// Looks for a safe way to the nearest food, by each first move, the shortest first, and remembers it.
    fn find_way(&mut self, world: &World) {
        let (board, head) = (&self.board, self.board.head(world));
        self.search.measure(board, board.foods(world), |cell| world.free().contains(cell));
        let beside = safe_moves(world).into_iter().filter_map(|direction| board.ahead(head, direction));
        let free = beside.filter(|&cell| world.free().contains(cell));
        let mut firsts: SmallVec<[(u32, u32); 4]> =
            free.filter_map(|cell| Some((self.search.steps(cell)?, cell))).collect();
        firsts.sort_unstable();
        // All ways are followed before the search is used for something else.
        let ways: SmallVec<[Vec<u32>; 4]> = firsts.iter().map(|&(_, first)| self.descend(first)).collect();
        self.way = ways.into_iter().find(|way| self.is_safe(world, way)).unwrap_or_default();
    }

    /// The way from a cell to the food that the search has measured from, the last cell first.
    fn descend(&self, first: u32) -> Vec<u32> {
        let mut way = vec![first];
        let steps = |cell| self.search.steps(cell).unwrap_or(u32::MAX);
        while let Some(&cell) = way.last()
            && steps(cell) > 0
        {
            let nearer = self.board.around(cell).map(|(_, next)| next).find(|&next| steps(next) < steps(cell));
            way.extend(nearer);
        }
        way.reverse();
        way
    }

    /// Whether the snake is safe after a way to the food.
    fn is_safe(&mut self, world: &World, way: &[u32]) -> bool {
        if !self.is_patient(4) {
            return true;
        }
        // All that it grows by counts at once.
        let grown = world.pending().saturating_add(world.growth().into());
        let covered = world.body().len() + way.len();
        let length =
            usize::try_from(grown).map_or(covered, |grown| grown.saturating_add(world.body().len()).min(covered));
        self.after.copy_from(world.free());
        for cell in self.board.body(world) {
            self.after.insert(cell);
        }
        self.body.clear();
        self.body.extend(way.iter().copied().chain(self.board.body(world)).take(length));
        for &cell in &self.body {
            self.after.remove(cell);
        }
        let (head, tail) = (self.body[0], self.body[length - 1]);
        if self.after.is_empty() {
            return true;
        }
        if self.is_crowded(world) && self.is_patient(2) {
            let safe = self.trial.close(&self.board, &mut self.search, &self.after, &self.body, self.spare);
            if safe {
                std::mem::swap(&mut self.ring, &mut self.trial);
            }
            return safe;
        }
        self.search.measure(&self.board, [head], |cell| cell == tail || self.after.contains(cell));
        self.search.steps(tail).is_some()
    }
}
