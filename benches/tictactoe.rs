//! Tic-tac-toe: all games of the classic board, steps of a batch, and what boards take to solve. `cargo bench --bench
//! tictactoe`. Every figure is the least of many rounds, and every answer is checked.

use std::time::Instant;

use tickgrid::batch::{Autoreset, Batch, Columns, Options, Rows};
use tickgrid::core::Rng;
use tickgrid::games::tictactoe::analysis::{Open, count_games, solve};
use tickgrid::games::tictactoe::{Board, Episode, Player, Shape};

const ROWS: usize = 8_192;
const STEPS: usize = 64;

/// The least seconds that a job takes.
fn least<T>(rounds: usize, mut job: impl FnMut() -> T) -> f64 {
    let times = (0..rounds).map(|_| {
        let start = Instant::now();
        std::hint::black_box(job());
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn games() {
    let shape = Shape::default();
    let open = Open::new(shape, &Board::empty(shape), Player::First).expect("nine free cells");
    let seconds = least(200, || {
        let games = count_games(&open, u64::MAX, &|| Ok(())).expect("a large budget").sum();
        assert_eq!(games, [131_184, 77_904, 46_080]);
    });
    println!("all 255,168 games                {:>10.3} ms", seconds * 1e3);
}

fn batch(shape: Shape) {
    let options = Options { rows: ROWS, autoreset: Autoreset::NextStep, most_steps: None, threads: Some(1), seed: 1 };
    let mut batch = Batch::<Episode>::new(&shape, options).expect("a small board");
    let start = batch.state(tickgrid::batch::LogToo::No).expect("a state");
    let (mut seen, mut rewards) = (vec![0; ROWS * batch.spec().size()], vec![0.0; ROWS]);
    let (mut terminated, mut truncated) = (vec![false; ROWS], vec![false; ROWS]);
    let mut step = |batch: &mut Batch<Episode>, actions: &[u32]| {
        let columns = Columns {
            observations: Rows::U8(&mut seen),
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        batch.step(actions, columns).expect("legal actions");
    };
    let (mut rng, mut mask) = (Rng::new(2), vec![false; ROWS * shape.cells()]);
    let mut drawn = Vec::new();
    for _ in 0..STEPS {
        batch.masks(&mut mask);
        let pick = |mask: &[bool]| {
            let legal: Vec<u32> = (0..).zip(mask).filter(|(_, flag)| **flag).map(|(action, _)| action).collect();
            legal[rng.below(u32::try_from(legal.len()).expect("few")) as usize]
        };
        let actions: Vec<u32> = mask.chunks_exact(shape.cells()).map(pick).collect();
        step(&mut batch, &actions);
        drawn.push(actions);
    }
    let mut best = f64::INFINITY;
    for _ in 0..40 {
        batch.set_state(&start).expect("its own state");
        best = best.min(least(1, || drawn.iter().for_each(|actions| step(&mut batch, actions))));
    }
    let moves = f64::from(u32::try_from(ROWS * STEPS).expect("few"));
    let (rows, cols, k) = (shape.rows(), shape.cols(), shape.k());
    println!(
        "a batch of {ROWS}, {rows}x{cols}, k={k:<8}{:>10.1} ns a move{:>8.1} million a second",
        best * 1e9 / moves,
        moves / best / 1e6
    );
}

fn solutions() {
    for (rows, cols, k, value) in [(3, 3, 3, 0), (4, 4, 3, 1), (4, 4, 4, 0), (4, 5, 4, 0), (5, 5, 4, 0)] {
        let shape = Shape::new(rows, cols, k).expect("a board");
        let board = Board::empty(shape);
        let seconds = least(1, || {
            let solution = solve(shape, &board, Player::First, u64::MAX, &|| Ok(())).expect("a large budget");
            assert_eq!(solution.value, value);
        });
        println!("solve {rows}x{cols}, k={k}                   {seconds:>10.3} s");
    }
}

fn main() {
    games();
    batch(Shape::default());
    batch(Shape::new(15, 15, 5).expect("a board"));
    solutions();
}
