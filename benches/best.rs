//! How few steps the bot `Best` needs to fill a board, beside the best published player. `cargo bench --bench best`, or
//! with a side and a number of games: `cargo bench --bench best -- 10 1000 [first seed]`.
//!
//! The snake starts with one cell anywhere, food is uniform over the free cells, one piece at a time. The published
//! figures are means of T. van Laarhoven's cell tree, under the stricter rule that the tail's cell kills.

use tickgrid::bots::{Best, Bot, Games, Outcome, evaluate, standard};
use tickgrid::core::Game as _;
use tickgrid::games::snake::Episode;

/// Side, published mean steps, games played here, and the CPU time that a game may take, in milliseconds.
const BOARDS: [(u32, f64, u64, f64); 6] = [
    (6, 189.8, 2_000, f64::INFINITY),
    (8, 494.3, 1_000, f64::INFINITY),
    (10, 1_038.0, 500, 50.0),
    (12, 1_881.0, 300, f64::INFINITY),
    (20, 11_165.0, 40, 2_000.0),
    (30, 47_918.0, 24, 10_000.0),
];

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let seed = numbers.get(2).copied().unwrap_or(0);
    println!(
        "{:>5} {:>6} {:>7} {:>10} {:>8} {:>8} {:>10} {:>6} {:>8}",
        "side", "games", "filled", "steps", "se", "sd", "published", "ratio", "cpu ms"
    );
    for (side, published, games, most_cpu) in BOARDS {
        if numbers.first().is_some_and(|&only| only != u64::from(side)) {
            continue;
        }
        let count = numbers.get(1).copied().unwrap_or(games);
        let rules = Episode::rules(&standard(side, side)).expect("a board");
        let make = |_| Box::new(Best::default()) as Box<dyn Bot>;
        let played = evaluate(&make, &rules, Games { count, seed, threads: Some(1) }, |_| Ok(())).expect("no error");
        let filled = played.iter().filter(|outcome| outcome.filled()).count();
        let (mean, sd) = mean_and_sd(played.iter().map(steps));
        let (cpu, _) = mean_and_sd(played.iter().map(|outcome| outcome.cpu.as_secs_f64() * 1e3));
        #[expect(clippy::cast_precision_loss, reason = "some games")]
        let error = sd / (count as f64).sqrt();
        println!(
            "{side:>5} {count:>6} {filled:>7} {mean:>10.1} {error:>8.1} {sd:>8.1} {published:>10.1} {:>6.3} {cpu:>8.1}",
            mean / published
        );
        assert_eq!(filled, played.len(), "it fills every board");
        assert!(cpu < most_cpu, "{cpu} ms a game, at most {most_cpu}");
    }
}

#[expect(clippy::cast_precision_loss, reason = "some steps")]
fn steps(outcome: &Outcome) -> f64 {
    outcome.steps as f64
}

#[expect(clippy::cast_precision_loss, reason = "some games")]
fn mean_and_sd(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    (mean, (numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt())
}
