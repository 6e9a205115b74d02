//! Snake in nanoseconds and bytes: rules, session, food, memory. `cargo bench`; no part of any test.
//!
//! Every figure is the median of rounds that are taken in turn, so that a noisy moment hits all alike. The last lines are
//! ratios within this run, which travel between machines better than times do.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use peak_alloc::PeakAlloc;
use tickgrid::core::{CellSet, Direction, Grid, Point, Result, Rng};
use tickgrid::games::snake::{Food, Plan, Snake, World};
use tickgrid::live::snake::{FoodSpawner, RandomFoodSpawner, Repeat, ScriptedFoodSpawner, SnakeGame, Strategies};
use tickgrid::session::Place;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const ROUNDS: usize = 31;
const STEPS: u32 = 40_000;

/// The moves of a walk over every cell of a board of even height, from the top left corner: right and left through the
/// rows without their first cell, and back up the first column.
fn cycle(side: u32) -> Vec<Direction> {
    let row = |direction, cells| std::iter::repeat_n(direction, cells as usize);
    let mut moves: Vec<_> = row(Direction::Right, side - 1).collect();
    for y in 1..side {
        moves.push(Direction::Down);
        let there = if y % 2 == 1 { Direction::Left } else { Direction::Right };
        moves.extend(row(there, if y == side - 1 { side - 1 } else { side - 2 }));
    }
    moves.extend(row(Direction::Up, side - 1));
    moves
}

/// A snake of `length` cells on the cycle, and the moves that follow.
fn on_cycle(side: u32, length: usize) -> (Snake, Vec<Direction>) {
    let mut moves = cycle(side);
    let mut cells = vec![Point::new(0, 0)];
    for &direction in &moves[..length - 1] {
        let ahead = cells[cells.len() - 1].checked_step(direction).expect("the cycle stays on the board");
        cells.push(ahead);
    }
    moves.rotate_left(length - 1);
    cells.reverse();
    (Snake::new(cells).expect("a cycle meets itself only at its ends"), moves)
}

/// Nanoseconds a step, of `STEPS` steps; each starts with its number.
fn nanoseconds(mut step: impl FnMut(usize)) -> f64 {
    let start = Instant::now();
    (0..STEPS as usize).for_each(&mut step);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(STEPS)
}

/// A walk without food, on the rules alone.
fn rules(side: u32, length: usize) -> Box<dyn FnMut() -> f64> {
    let (snake, moves) = on_cycle(side, length);
    let mut world = World::new(Grid::new(side, side).expect("a size"), &snake, moves[0]).expect("a snake on the board");
    let mut at = 0;
    Box::new(move || {
        let took = nanoseconds(|_| {
            let direction = black_box(moves[at]);
            at = if at + 1 == moves.len() { 0 } else { at + 1 };
            let plan = world.plan(direction);
            assert_eq!(plan, Plan::Move);
            world.commit(direction, plan);
        });
        assert_eq!(world.body().len(), length);
        took
    })
}

/// The same walk by a queue and a hash set of points, as a snake is usually written.
fn queue_and_set(side: u32, length: usize) -> Box<dyn FnMut() -> f64> {
    let (mut snake, moves) = on_cycle(side, length);
    let grid = Grid::new(side, side).expect("a size");
    let mut at = 0;
    Box::new(move || {
        nanoseconds(|_| {
            let direction = black_box(moves[at]);
            at = if at + 1 == moves.len() { 0 } else { at + 1 };
            let target = snake.next_head(direction).expect("a small board");
            assert!(grid.contains(target) && !grid.is_obstacle(target));
            snake.move_to(target, false).expect("the way is free");
        })
    })
}

/// The same walk by a live game, with a turn offered before each tick.
fn session(side: u32, length: usize) -> Box<dyn FnMut() -> f64> {
    let (snake, moves) = on_cycle(side, length);
    let strategies = Strategies::new(ScriptedFoodSpawner::new([], 1).expect("a value"));
    let grid = Grid::new(side, side).expect("a size");
    let game = SnakeGame::new(grid, &snake, moves[0], strategies).expect("a snake on the board");
    let mut at = 0;
    Box::new(move || {
        nanoseconds(|_| {
            let direction = black_box(moves[at]);
            at = if at + 1 == moves.len() { 0 } else { at + 1 };
            if game.read(|state| state.world().direction()) != direction {
                game.change_direction(direction).expect("the game is on");
            }
            assert!(game.tick().expect("the game is on").moved);
        })
    })
}

/// Straight ahead on the widest board, ticks only.
fn ticks_only() -> Box<dyn FnMut() -> f64> {
    Box::new(|| {
        let start = [Point::new(2, 1), Point::new(1, 1), Point::new(0, 1)];
        let mut took = Vec::new();
        while took.len() < 10 {
            let strategies = Strategies::new(ScriptedFoodSpawner::new([], 1).expect("a value"));
            let snake = Snake::new(start).expect("a snake");
            let game = SnakeGame::new(Grid::new(4096, 3).expect("a size"), &snake, Direction::Right, strategies);
            let game = game.expect("a snake on the board");
            let begin = Instant::now();
            for _ in 0..4_000 {
                assert!(game.tick().expect("the game is on").moved);
            }
            took.push(begin.elapsed().as_secs_f64() * 1e9 / 4_000.0);
        }
        median(took)
    })
}

/// A step that eats on every cell of a board: plan, move, draw the k-th free cell, and lay out food, here right ahead.
fn eating(side: u32) -> Box<dyn FnMut() -> f64> {
    let moves = cycle(side);
    Box::new(move || {
        let snake = Snake::new([Point::new(0, 0)]).expect("a snake");
        let grid = Grid::new(side, side).expect("a size");
        let mut world = World::new(grid.clone(), &snake, moves[0]).expect("a snake on the board");
        let spawner = RandomFoodSpawner::resume(Rng::new(1), 1).expect("a value");
        let steps = grid.area() - 2;
        let begin = Instant::now();
        for &direction in &moves[..steps] {
            let ahead = world.head().checked_step(direction).expect("a small board");
            let food = Food::new(ahead, 1).expect("a value");
            world.place(Some(food)).expect("the cell ahead is free");
            let plan = world.plan(direction);
            assert_eq!(plan, Plan::Eat(food));
            world.commit(direction, plan);
            let next = FoodSpawner::spawn(&spawner, world.grid(), world.free(), &mut std::iter::empty());
            assert!(black_box(next).expect("a native spawner").is_some());
        }
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let took = begin.elapsed().as_secs_f64() * 1e9 / steps as f64;
        assert_eq!(world.body().len(), steps + 1);
        took
    })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Food right ahead of a snake that goes round: it eats in every tick. Counts as native, so that nothing is copied.
struct Ahead {
    moves: Vec<Direction>,
    eaten: AtomicUsize,
}

impl FoodSpawner for Ahead {
    fn spawn(&self, _: &Grid, _: &CellSet, snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let direction = self.moves[self.eaten.fetch_add(1, Ordering::Relaxed)];
        snake.next().and_then(|head| head.checked_step(direction)).map(|ahead| Food::new(ahead, 1)).transpose()
    }

    fn place(&self) -> Place {
        Place::Native
    }
}

/// Bytes of the largest game, with a snake of one cell, and when it has filled the board.
fn memory() {
    #[expect(clippy::cast_precision_loss, reason = "for a person to read")]
    let megabytes = |bytes: usize| format!("{:.1} MB", bytes as f64 / 1e6);
    let side = 4096;
    let spawner = Ahead { moves: cycle(side), eaten: AtomicUsize::new(0) };
    let moves = spawner.moves.clone();
    let strategies = Strategies::new(spawner);
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let grid = Grid::new(side, side).expect("the largest size");
    let snake = Snake::new([Point::new(0, 0)]).expect("a snake");
    let game = SnakeGame::new(grid, &snake, Direction::Right, strategies).expect("a snake on the board");
    println!("memory   4096x4096, one cell    {:>10}", megabytes(ALLOCATOR.current_usage() - before));
    println!("         while it was made      {:>10}", megabytes(ALLOCATOR.peak_usage() - before));
    ALLOCATOR.reset_peak_usage();
    game.run(moves.len() as u64 - 2, &moves, Repeat::Once).expect("the way is free");
    assert_eq!(game.read(|state| state.world().free().len()), 1);
    println!("         filled but for one     {:>10}", megabytes(ALLOCATOR.current_usage() - before));
    println!("         while it grew          {:>10}", megabytes(ALLOCATOR.peak_usage() - before));
}

fn main() {
    let names = [
        "rules    20x20, length 3",
        "rules    200x200, length 10,000",
        "rules    4096x4096, length 3",
        "queue + set  20x20, length 3",
        "session  20x20, turn and tick",
        "session  200x200, length 10,000",
        "session  4096x3, tick only",
        "eating   200x200, to the full",
    ];
    let mut benches = [
        rules(20, 3),
        rules(200, 10_000),
        rules(4096, 3),
        queue_and_set(20, 3),
        session(20, 3),
        session(200, 10_000),
        ticks_only(),
        eating(200),
    ];
    let mut rounds: Vec<Vec<f64>> = vec![Vec::new(); benches.len()];
    for _ in 0..ROUNDS {
        for (bench, times) in benches.iter_mut().zip(&mut rounds) {
            times.push(bench());
        }
    }
    let medians: Vec<f64> = rounds.into_iter().map(median).collect();
    for (name, nanoseconds) in names.iter().zip(&medians) {
        println!("{name:<32} {nanoseconds:>8.1} ns");
    }
    memory();
    let ratio =
        |what: &str, over: usize, under: usize| println!("ratio    {what:<40} {:>6.2}", medians[over] / medians[under]);
    ratio("length 10,000 on 200x200 : 3 on 20x20", 1, 0);
    ratio("queue and set : rules", 3, 0);
    ratio("session at length 10,000 : 3", 5, 4);
    ratio("session tick : rules step", 6, 0);
}
