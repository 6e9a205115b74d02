//! What many games come to.

use super::play::Outcome;
use crate::core::Game as _;
use crate::games::snake::Episode;

/// The quantile of the normal distribution for an interval of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// Numbers over many games; what has no games to be taken from is not a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many games there were.
    pub games: u64,
    /// How many of them filled the board.
    pub filled: u64,
    /// Moves to fill the board: their mean over the games that did.
    pub mean_steps: f64,
    /// The sample's standard deviation of the same (with `n - 1`).
    pub sd_steps: f64,
    /// The 95th percentile of the same, between two games by proportion.
    pub p95_steps: f64,
    /// Moves for each piece of food, over all games.
    pub steps_per_food: f64,
    /// How many games ended by each collision, by its name; those that none did are left out.
    pub deaths: Vec<(&'static str, u64)>,
    /// How many were given up because nothing was eaten any more.
    pub stalls: u64,
    /// Milliseconds of a processor's time for each game, bot and rules together.
    pub cpu_ms: f64,
}

#[expect(clippy::cast_precision_loss, reason = "statistics")]
impl Summary {
    /// Sums up games.
    #[must_use]
    pub fn new(outcomes: &[Outcome]) -> Self {
        let count = |ending: &str| outcomes.iter().filter(|outcome| outcome.ending == ending).count() as u64;
        let collisions = Episode::ENDINGS.iter().filter(|&&ending| ending != "filled" && ending != "starved");
        let mut steps: Vec<u64> = outcomes.iter().filter(|outcome| outcome.filled()).map(|game| game.steps).collect();
        steps.sort_unstable();
        let filled = steps.len() as f64;
        let mean = steps.iter().sum::<u64>() as f64 / filled;
        let squares: f64 = steps.iter().map(|&steps| (steps as f64 - mean).powi(2)).sum();
        let total = |of: fn(&Outcome) -> u64| outcomes.iter().map(of).sum::<u64>() as f64;
        let cpu: f64 = outcomes.iter().map(|outcome| outcome.cpu.as_secs_f64()).sum();
        Self {
            games: outcomes.len() as u64,
            filled: count("filled"),
            mean_steps: mean,
            sd_steps: if filled > 1.0 { (squares / (filled - 1.0)).sqrt() } else { f64::NAN },
            p95_steps: percentile(&steps, 0.95),
            steps_per_food: total(|outcome| outcome.steps) / total(|outcome| outcome.eaten),
            deaths: collisions.map(|&ending| (ending, count(ending))).filter(|&(_, games)| games > 0).collect(),
            stalls: count("starved"),
            cpu_ms: cpu * 1e3 / outcomes.len() as f64,
        }
    }

    /// The share of games that filled the board.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.filled as f64 / self.games as f64
    }

    /// Where that share lies with 95 % confidence: the interval of E. B. Wilson, "Probable inference, the law of
    /// succession, and statistical inference", 1927.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let (n, share) = (self.games as f64, self.share());
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        // Exact where no game or every game did it.
        let low = if self.filled == 0 { 0.0 } else { (middle - half) / whole };
        let high = if self.filled == self.games { 1.0 } else { (middle + half) / whole };
        (low, high)
    }
}

/// The value below which a share of sorted values lies.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "statistics")]
fn percentile(sorted: &[u64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = share * last as f64;
    let (below, above) = (sorted[place as usize] as f64, sorted[last.min(place as usize + 1)] as f64);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Outcome, Summary};

    #[test]
    fn numbers_are_those_of_the_textbook() {
        let game = |ending, steps| Outcome { ending, steps, eaten: 10, length: 11, cpu: Duration::from_millis(3) };
        let games = [game("filled", 10), game("filled", 20), game("filled", 60), game("self", 30), game("starved", 80)];
        let summary = Summary::new(&games);
        assert_eq!((summary.games, summary.filled, summary.stalls), (5, 3, 1));
        assert_eq!(summary.deaths, [("self", 1)]);
        assert_eq!((summary.mean_steps, summary.p95_steps, summary.steps_per_food), (30.0, 56.0, 4.0));
        assert!((summary.sd_steps - 700.0_f64.sqrt()).abs() < 1e-12 && (summary.cpu_ms - 3.0).abs() < 1e-9);
        // Worked out from the formula, apart from this code.
        let (low, high) = summary.interval();
        assert!((low - 0.230_724).abs() < 1e-6 && (high - 0.882_379).abs() < 1e-6, "{low} {high}");
        let none = Summary::new(&[]);
        assert_eq!((Summary::new(&games[3..]).interval().0, Summary::new(&games[..3]).interval().1), (0.0, 1.0));
        assert!(Summary::new(&games[..1]).sd_steps.is_nan());
        assert!(none.share().is_nan() && none.mean_steps.is_nan() && none.p95_steps.is_nan());
    }
}
