//! Environment steps a second of a batch, beside what it costs to write its bytes. `cargo bench --bench batch`.
//!
//! Actions are random and drawn beforehand. Every figure is the median of rounds that are taken in turn.

use std::hint::black_box;
use std::time::Instant;

use tickgrid::batch::{Autoreset, Batch, Columns, Options, Rows};
use tickgrid::core::Rng;
use tickgrid::games::snake::{Config, Episode, View};

const ROUNDS: usize = 9;
const STEPS_A_ROUND: usize = 1_000_000;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Nanoseconds a row, of a job that is done on so many rows at a time.
fn nanoseconds(rows: usize, mut job: impl FnMut(usize)) -> f64 {
    let times = STEPS_A_ROUND / rows;
    let start = Instant::now();
    (0..times).for_each(&mut job);
    let done = u32::try_from(times * rows).expect("a small number");
    start.elapsed().as_secs_f64() * 1e9 / f64::from(done)
}

/// Steps of a batch.
fn steps(view: View, window: Option<u32>, rows: usize, threads: usize) -> Box<dyn FnMut() -> f64> {
    let config = Config { width: 10, height: 10, observation: view, view: window, ..Config::default() };
    let options = Options { rows, autoreset: Autoreset::NextStep, most_steps: None, threads: Some(threads), seed: 1 };
    let mut batch = Batch::<Episode>::new(&config, options).expect("a configuration");
    let (mut observations, mut rewards) = (vec![0; rows * batch.spec().size()], vec![0.0; rows]);
    let (mut terminated, mut truncated) = (vec![false; rows], vec![false; rows]);
    let mut rng = Rng::new(2);
    let actions: Vec<Vec<u32>> = (0..64).map(|_| (0..rows).map(|_| rng.below(4)).collect()).collect();
    Box::new(move || {
        let took = nanoseconds(rows, |step| {
            let columns = Columns {
                observations: Rows::U8(&mut observations),
                rewards: &mut rewards,
                terminated: &mut terminated,
                truncated: &mut truncated,
            };
            batch.step(&actions[step % 64], columns).expect("actions in range");
        });
        assert!(!batch.take_finished().is_empty());
        took
    })
}

/// The least that a step could do: write the bytes of its observation.
fn bytes(size: usize) -> Box<dyn FnMut() -> f64> {
    let rows = 8_192;
    let (from, mut to) = (vec![1_u8; rows * size], vec![0_u8; rows * size]);
    Box::new(move || nanoseconds(rows, |_| black_box(&mut to).copy_from_slice(black_box(&from))))
}

fn main() {
    let mut benches: Vec<(String, Box<dyn FnMut() -> f64>)> = Vec::new();
    let wanted = std::env::args().nth(1).filter(|word| !word.starts_with('-'));
    for (view, window) in [
        (View::Cells, None),
        (View::Planes, None),
        (View::Egocentric, Some(11)),
        (View::EgocentricPlanes, Some(11)),
        (View::Rgb, None),
    ] {
        for (rows, threads) in [(1, 1), (1_024, 1), (8_192, 1), (8_192, 2)] {
            benches.push((format!("{view}, {rows} rows, {threads} threads"), steps(view, window, rows, threads)));
        }
    }
    benches.push(("100 bytes a row".to_owned(), bytes(100)));
    benches.retain(|(name, _)| wanted.as_ref().is_none_or(|wanted| name.starts_with(wanted)));
    let mut rounds = vec![Vec::new(); benches.len()];
    for _ in 0..ROUNDS {
        for ((_, bench), times) in benches.iter_mut().zip(&mut rounds) {
            times.push(bench());
        }
    }
    for ((name, _), times) in benches.iter().zip(rounds) {
        let nanoseconds = median(times);
        println!("{name:<42}{nanoseconds:>8.1} ns{:>8.1} million a second", 1e3 / nanoseconds);
    }
}
