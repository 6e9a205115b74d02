//! Counting the paths of a snake, beside a plain depth-first search. `cargo bench --bench paths`; no part of any test.
//!
//! Every figure is the median of rounds that are taken in turn, so that a noisy moment hits all alike. Ratios are against
//! the plain search in the same run; answers are asserted. `benches/count_paths.py` has the ratios against a list of snakes in
//! Python.

use std::hint::black_box;
use std::time::Instant;

use num_bigint::BigUint;
use tickgrid::core::Rng;
use tickgrid::paths::{Method, Options, Problem, count};

const ROUNDS: usize = 11;

/// A board, a snake, a number of moves.
#[derive(Clone)]
struct Question {
    board: [i64; 2],
    snake: Vec<[i64; 2]>,
    depth: u64,
    modulus: Option<u64>,
}

impl Question {
    fn straight(board: [i64; 2], head: [i64; 2], length: i64, depth: u64) -> Self {
        Self { board, snake: (0..length).map(|cell| [head[0], head[1] - cell]).collect(), depth, modulus: None }
    }

    fn modulo(self, modulus: u64) -> Self {
        Self { modulus: Some(modulus), ..self }
    }

    fn ours(&self, method: Method, threads: usize) -> BigUint {
        let problem = Problem::new(&self.board, &self.snake, BigUint::from(self.depth)).expect("a snake");
        count(&problem, &Options { modulus: self.modulus, method, threads, ..Options::default() }).expect("a count")
    }

    /// As one would write it: an array of when each cell was last entered, and a recursion.
    fn plain(&self) -> u64 {
        let [rows, columns] = self.board.map(|side| usize::try_from(side).expect("a small board"));
        let mut last = vec![i64::MIN / 2; rows * columns];
        for (age, &[row, column]) in (0..).zip(&self.snake) {
            last[usize::try_from(row).expect("a row") * columns + usize::try_from(column).expect("a column")] = -age;
        }
        let length = i64::try_from(self.snake.len()).expect("a short snake");
        let depth = i64::try_from(self.depth).expect("few moves");
        let [row, column] = self.snake[0].map(|place| usize::try_from(place).expect("a place"));
        plain(&mut last, [rows, columns], [row, column], 1, depth, length)
    }
}

fn plain(last: &mut [i64], board: [usize; 2], head: [usize; 2], now: i64, depth: i64, length: i64) -> u64 {
    if now > depth {
        return 1;
    }
    let mut paths = 0;
    for (row, column) in [(usize::MAX, 0), (1, 0), (0, usize::MAX), (0, 1)] {
        let target = [head[0].wrapping_add(row), head[1].wrapping_add(column)];
        if target[0] >= board[0] || target[1] >= board[1] {
            continue;
        }
        let cell = target[0] * board[1] + target[1];
        // Entered with move `last`, left with move `last + length`.
        if last[cell] + length <= now {
            let was = std::mem::replace(&mut last[cell], now);
            paths += plain(last, board, target, now + 1, depth, length);
            last[cell] = was;
        }
    }
    paths
}

fn milliseconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let answer = black_box(work());
    (start.elapsed().as_secs_f64() * 1e3, answer)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A random snake, as long as asked.
fn snake(rng: &mut Rng, side: u32, length: usize) -> Vec<[i64; 2]> {
    let mut draw = |n: u32| i64::from(rng.below(n));
    loop {
        let mut cells = vec![[draw(side), draw(side)]];
        for _ in 0..100 {
            let (row, column) = [(-1, 0), (1, 0), (0, -1), (0, 1)][usize::try_from(draw(4)).expect("a move")];
            let next = [cells[cells.len() - 1][0] + row, cells[cells.len() - 1][1] + column];
            let inside = next.iter().all(|place| (0..i64::from(side)).contains(place));
            if inside && !cells.contains(&next) && cells.len() < length {
                cells.push(next);
            }
        }
        if cells.len() == length {
            return cells;
        }
    }
}

/// Times a question; prints its median, and the ratio to the plain search where that ends.
fn row(name: &str, question: &Question, threads: usize, plain: bool) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (time, answer) = milliseconds(|| question.ours(Method::Auto, threads));
        ours.push(time);
        if plain {
            let (time, expected) = milliseconds(|| question.plain());
            theirs.push(time);
            assert_eq!(answer, BigUint::from(expected));
        }
    }
    let ours = median(ours);
    print!("{name:<52}{ours:>10.4} ms");
    if plain {
        let theirs = median(theirs);
        print!("{:>10.1} x plain ({theirs:.3} ms)", theirs / ours);
    }
    println!();
}

fn main() {
    let mut rng = Rng::new(5);
    let few: Vec<Question> = (0..20)
        .map(|number| {
            let snake = snake(&mut rng, 10, 4 + number % 4);
            Question { board: [10, 10], snake, depth: 10 + number as u64 / 5, modulus: None }
        })
        .collect();
    let mut ratios = Vec::new();
    for question in &few {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (time, answer) = milliseconds(|| question.ours(Method::Auto, 1));
            let (plain_time, expected) = milliseconds(|| question.plain());
            assert_eq!(answer, BigUint::from(expected));
            ours.push(time);
            theirs.push(plain_time);
        }
        ratios.push(median(theirs) / median(ours));
    }
    ratios.sort_by(f64::total_cmp);
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / 20.0).exp();
    println!("10x10, length 4 to 7, depth 10 to 13, 20 snakes: {mean:.1} x plain, at least {:.1} x", ratios[0]);

    let bent = |depth| Question {
        board: [10, 10],
        snake: vec![[5, 5], [5, 4], [5, 3], [5, 2], [5, 1], [5, 0], [6, 0]],
        depth,
        modulus: None,
    };
    let huge = 1_000_000_000_000_000_000;
    let small =
        Question { board: [4, 4], snake: vec![[1, 1], [1, 2], [2, 2], [2, 1], [2, 0]], depth: huge, modulus: None };
    let mut long = Question::straight([8, 8], [4, 7], 8, huge);
    long.snake.extend([[5, 0], [5, 1], [5, 2]]);
    let prime = 1_000_000_007;
    row("10x10, length 7, depth 20", &bent(20), 1, false);
    row("20x20, length 9, depth 40", &Question::straight([20, 20], [10, 10], 9, 40), 1, false);
    row("10x10, length 7, depth 1000, modulo a prime", &bent(1_000).modulo(prime), 1, false);
    row("10x10, length 7, depth 1000, exact", &bent(1_000), 1, false);
    let straight = |depth| Question::straight([20, 20], [10, 19], 20, depth);
    row("20x20, straight length 20, depth 15, one thread", &straight(15), 1, true);
    row("20x20, straight length 20, depth 20, one thread", &straight(20), 1, true);
    row("20x20, straight length 20, depth 20, two threads", &straight(20), 2, true);
    row("4x4, length 5, depth 10^18 modulo 10^9 + 7", &small.modulo(prime), 1, false);
    row("10x10, length 7, depth 10^18 modulo 10^9 + 7", &bent(huge).modulo(prime), 1, false);
    row("10x10, length 7, depth 10^18 modulo 2^32", &bent(huge).modulo(1 << 32), 1, false);
    row("8x8, length 11, depth 10^18 modulo 10^9 + 7", &long.modulo(prime), 1, false);

    println!("\nmethods by name, 20x20, straight snake in the middle, depth 16 (ms)");
    println!("{:<10}{:>10}{:>10}{:>10}", "length", "dfs", "dp", "graph");
    for length in [3, 5, 7, 9, 11, 13, 15] {
        let question = Question::straight([20, 20], [10, 15], length, 16);
        let times = [Method::Dfs, Method::Dp, Method::Graph]
            .map(|method| median((0..3).map(|_| milliseconds(|| question.ours(method, 1)).0).collect()));
        println!("{length:<10}{:>10.3}{:>10.3}{:>10.3}", times[0], times[1], times[2]);
    }
}
