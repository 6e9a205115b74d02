//! Counting paths: recorded cases, every method against the others, and all of them against a naive count.

use num_bigint::BigUint;
use proptest::prelude::*;
use serde::Deserialize;
use tickgrid::core::Error;
use tickgrid::paths::{Method, Options, Problem, count};

/// A line of the recorded cases.
#[derive(Deserialize)]
struct Case {
    id: String,
    board: Vec<i64>,
    snake: Vec<[i64; 2]>,
    depth: i64,
    #[serde(rename = "mod")]
    modulus: Option<u64>,
    count: Option<String>,
    valid: bool,
}

fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/paths/paths_dev.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rules as one would write them down: a list of snakes, each moved four ways.
fn naive(board: [i64; 2], obstacles: &[[i64; 2]], snake: &[[i64; 2]], depth: u64) -> u64 {
    let mut snakes = vec![snake.to_vec()];
    for _ in 0..depth {
        let mut next = Vec::new();
        for snake in &snakes {
            for (row, column) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let head = [snake[0][0] + row, snake[0][1] + column];
                let inside = (0..board[0]).contains(&head[0]) && (0..board[1]).contains(&head[1]);
                let stays = &snake[..snake.len() - 1];
                if inside && !obstacles.contains(&head) && !stays.contains(&head) {
                    next.push([&[head], stays].concat());
                }
            }
        }
        snakes = next;
    }
    snakes.len() as u64
}

fn answer(problem: &Problem, modulus: Option<u64>, method: Method) -> BigUint {
    match count(problem, &Options { modulus, method, ..Options::default() }) {
        // Exact numbers that grow are not for a recurrence.
        Err(Error::ResourceLimit(_)) if method == Method::Recurrence && modulus.is_none() => {
            answer(problem, modulus, Method::Dfs)
        }
        done => done.unwrap(),
    }
}

/// Whether a method is done with a case before a test gets long.
fn is_quick(case: &Case, method: Method, expected: &BigUint) -> bool {
    match method {
        Method::Dfs => case.depth <= 60 && *expected <= BigUint::from(1_000_000_u32),
        Method::Dp => case.depth <= 1_000 && case.snake.len() * usize::try_from(case.depth).unwrap() <= 300,
        Method::Recurrence => case.modulus.is_some() && case.snake.len() < 8,
        Method::Auto if case.modulus.is_some() => case.snake.len() < 8,
        Method::Graph | Method::Auto => case.depth <= 1_000 && case.snake.len() < 14,
    }
}

#[test]
fn the_recorded_cases_are_right_by_every_method_that_can() {
    let mut done = 0;
    for case in cases().iter().filter(|case| case.valid) {
        let board = [case.board[0], case.board[1]];
        let problem = Problem::new(&board, &case.snake, BigUint::from(case.depth.unsigned_abs())).unwrap();
        let expected: BigUint = case.count.as_ref().unwrap().parse().unwrap();
        for method in Method::ALL {
            if is_quick(case, method, &expected) {
                assert_eq!(answer(&problem, case.modulus, method), expected, "{}: {method}", case.id);
                done += 1;
            }
        }
    }
    assert!(done > 250, "{done}");
}

#[test]
fn the_recorded_cases_that_are_wrong_are_refused() {
    let refused = |case: &Case| {
        let Ok(board) = <[i64; 2]>::try_from(case.board.clone()) else { return true };
        case.depth < 0 || Problem::new(&board, &case.snake, BigUint::from(case.depth.unsigned_abs())).is_err()
    };
    let wrong: Vec<_> = cases().into_iter().filter(|case| !case.valid).collect();
    assert_eq!(wrong.len(), 11);
    assert!(wrong.iter().all(refused));
}

#[test]
fn sequences_are_counted_and_not_ends() {
    let snake = [[1, 1], [1, 2], [2, 2]];
    let depth = BigUint::from(8_u8);
    for method in Method::ALL {
        let paths = |snake: &[[i64; 2]]| answer(&Problem::new(&[4, 4], snake, depth.clone()).unwrap(), None, method);
        assert_eq!(paths(&snake), BigUint::from(557_u32));
        // One cell may go back, and two may reverse.
        assert_eq!(paths(&snake[..1]), paths(&snake[..2]));
        assert!(paths(&snake[..1]) > paths(&snake));
    }
}

/// A board, blocked cells, a snake that lies on the rest, a number of moves.
type Question = ([i64; 2], Vec<[i64; 2]>, Vec<[i64; 2]>, u64);

fn problems() -> impl Strategy<Value = Question> {
    let walk = prop::collection::vec(0..4_usize, 0..14);
    let cells = (
        1..7_i64,
        1..7_i64,
        (0..100_i64, 0..100_i64),
        prop::collection::vec((0..7_i64, 0..7_i64), 0..6),
        walk,
        0..9_u64,
    );
    cells.prop_map(|(rows, columns, start, obstacles, walk, depth)| {
        let mut snake = vec![[start.0 % rows, start.1 % columns]];
        for turn in walk {
            let (row, column) = [(-1, 0), (1, 0), (0, -1), (0, 1)][turn];
            let next = [snake[snake.len() - 1][0] + row, snake[snake.len() - 1][1] + column];
            if (0..rows).contains(&next[0]) && (0..columns).contains(&next[1]) && !snake.contains(&next) {
                snake.push(next);
            }
        }
        let obstacles = obstacles.into_iter().map(|(row, column)| [row, column]);
        let obstacles = obstacles.filter(|cell| cell[0] < rows && cell[1] < columns && !snake.contains(cell)).collect();
        ([rows, columns], obstacles, snake, depth)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_method_counts_as_the_naive_one((board, obstacles, snake, depth) in problems(), modulus in any::<u64>()) {
        let moduli = [None, Some(1), Some(6), Some(1 << 32), Some(1_000_000_007), Some(modulus | 1 << 62)];
        let free = Problem::new(&board, &snake, BigUint::from(depth)).unwrap();
        let blocked = free.clone().with_obstacles(obstacles.iter().copied(), snake[0]).unwrap();
        for (problem, obstacles) in [(free, &[][..]), (blocked, &obstacles[..])] {
            let expected = naive(board, obstacles, &snake, depth);
            for method in Method::ALL {
                for modulus in moduli {
                    let expected = modulus.map_or(expected, |modulus| expected % modulus);
                    prop_assert_eq!(answer(&problem, modulus, method), BigUint::from(expected), "{} {:?}", method, modulus);
                }
            }
        }
    }
}

#[test]
fn a_recurrence_goes_on_where_adding_ends() {
    let snake = [[1, 1], [1, 2], [2, 2], [2, 1], [2, 0]];
    let problem = |depth: BigUint| Problem::new(&[4, 4], &snake, depth).unwrap();
    // Primes, powers of primes, products; narrow and wide.
    for modulus in [2, 3, 4, 7, 12, 1 << 32, 1_000_000_000, 1_000_000_007, 3 << 40, (1 << 61) - 1, 1 << 63, u64::MAX] {
        for depth in [1, 2, 30, 31, 500, 1_000_u32] {
            let added = answer(&problem(depth.into()), Some(modulus), Method::Graph);
            assert_eq!(answer(&problem(depth.into()), Some(modulus), Method::Recurrence), added, "{depth} {modulus}");
        }
    }
    let huge = BigUint::from(10_u8).pow(30);
    let parts = [1_000_000_007_u64, 998_244_353].map(|prime| answer(&problem(huge.clone()), Some(prime), Method::Auto));
    let product = answer(&problem(huge), Some(1_000_000_007 * 998_244_353), Method::Auto);
    assert_eq!(parts, [1_000_000_007_u64, 998_244_353].map(|prime| &product % prime));
}

#[test]
fn exact_counts_that_stay_small_are_had_at_any_depth() {
    let huge = BigUint::from(10_u8).pow(30);
    let cycle = [[0, 2], [0, 1], [0, 0], [1, 0], [1, 1], [1, 2]];
    let counted = |board: [i64; 2], snake: &[[i64; 2]], depth: &BigUint| {
        answer(&Problem::new(&board, snake, depth.clone()).unwrap(), None, Method::Auto)
    };
    assert_eq!(counted([2, 3], &cycle, &huge), BigUint::from(1_u8));
    assert_eq!(counted([1, 2], &[[0, 0]], &huge), BigUint::from(1_u8));
    assert_eq!(counted([1, 1], &[[0, 0]], &huge), BigUint::ZERO);
    assert_eq!(counted([1, 9], &[[0, 5], [0, 4], [0, 3]], &huge), BigUint::ZERO);
    // In a ring with a few more cells than the snake, the same way round for ever, or none.
    for depth in [20_u32, 21, 50] {
        let ring = [[0, 0], [0, 1], [0, 2], [0, 3], [1, 3], [1, 2], [1, 1]];
        let problem = Problem::new(&[2, 4], &ring, depth.into()).unwrap();
        assert_eq!(answer(&problem, None, Method::Recurrence), answer(&problem, None, Method::Dfs));
    }
    // One that grows has too many digits.
    let growing = Problem::new(&[3, 3], &[[1, 1]], huge).unwrap();
    for method in [Method::Auto, Method::Recurrence, Method::Graph, Method::Dp, Method::Dfs] {
        let options = Options { method, memory: 1 << 24, ..Options::default() };
        assert!(matches!(count(&growing, &options), Err(Error::ResourceLimit(_))), "{method}");
    }
}

#[test]
fn exact_counts_of_many_words_agree_with_remainders() {
    let snake = [[2, 2], [2, 1], [2, 0], [1, 0], [0, 0], [0, 1], [0, 2]];
    for (depth, threads) in [(63_u32, 1), (64, 2), (159, 1), (160, 1), (161, 2), (700, 1), (701, 2)] {
        let problem = Problem::new(&[6, 5], &snake, depth.into()).unwrap();
        let exact = count(&problem, &Options { method: Method::Graph, threads, ..Options::default() }).unwrap();
        for modulus in [(1 << 61) - 1, u64::MAX - 58, 1_000_000_007] {
            assert_eq!(answer(&problem, Some(modulus), Method::Graph), &exact % modulus, "{depth}");
        }
    }
}
