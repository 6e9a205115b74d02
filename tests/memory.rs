//! What a batch keeps for itself, beside the arrays it hands out: 8,192 rows of 10x10 in less than 8 MB.
//!
//! Alone in its process, because it counts what the process allocates. `make bench` shows the figures.

use peak_alloc::PeakAlloc;
use tickgrid::batch::{Autoreset, Batch, Columns, Options, Rows};
use tickgrid::core::Rng;
use tickgrid::games::snake::{Config, Episode, View};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const ROWS: usize = 8_192;
const STEPS: usize = 12;

/// Bytes of a batch that has been stepped, and the most while it was.
fn bytes(view: View, window: Option<u32>) -> (usize, usize) {
    let config = Config { width: 10, height: 10, observation: view, view: window, ..Config::default() };
    let options = Options { rows: ROWS, autoreset: Autoreset::NextStep, most_steps: None, threads: Some(1), seed: 1 };
    // Memory for the largest observation there is; it belongs to the caller.
    let (mut whole, mut real) = (vec![0; ROWS * 6 * 11 * 11], vec![0.0; ROWS * 12]);
    let (mut rewards, mut terminated, mut truncated) = (vec![0.0; ROWS], vec![false; ROWS], vec![false; ROWS]);
    let (mut rng, mut actions) = (Rng::new(2), vec![0; ROWS]);

    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let mut batch = Batch::<Episode>::new(&config, options).expect("a configuration");
    let values = ROWS * batch.spec().size();
    for _ in 0..STEPS {
        actions.fill_with(|| rng.below(4));
        let observations =
            if view == View::Features { Rows::F32(&mut real[..values]) } else { Rows::U8(&mut whole[..values]) };
        let columns =
            Columns { observations, rewards: &mut rewards, terminated: &mut terminated, truncated: &mut truncated };
        batch.step(&actions, columns).expect("actions in range");
        assert!(!batch.take_finished().is_empty(), "some of so many die in every step");
    }
    (ALLOCATOR.current_usage() - before, ALLOCATOR.peak_usage() - before)
}

#[test]
fn a_batch_keeps_little() {
    println!("{ROWS} rows of 10x10{:>33}{:>10}{:>13}", "MB", "peak", "bytes a row");
    let megabytes = |bytes: usize| format!("{}.{:02}", bytes / 1_000_000, bytes % 1_000_000 / 10_000);
    for (view, window) in [
        (View::Cells, None),
        (View::Planes, None),
        (View::Features, None),
        (View::Rgb, None),
        // They keep two copies of the board, with margins as wide as the window reaches.
        (View::Egocentric, Some(11)),
        (View::EgocentricPlanes, Some(11)),
    ] {
        let (kept, peak) = bytes(view, window);
        println!("{:<40}{:>13}{:>10}{:>13}", view.to_string(), megabytes(kept), megabytes(peak), kept / ROWS);
        // What Python keeps beside it is less than a quarter of a megabyte; see tests/python/envs/test_memory.py.
        assert!(peak < 8_000_000 - 250_000, "{view}: {peak} bytes");
    }
}
