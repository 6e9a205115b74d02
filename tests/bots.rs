//! What bots promise, over many seeds on small boards.

mod watched;

use std::collections::HashSet;

use tickgrid::bots::{
    Bfs, Board, Bot, Cycle, Games, Greedy, Hamiltonian, Outcome, Random, Shortcut, evaluate, safe_moves, standard,
};
use tickgrid::core::{Direction, Error, Game as _, Grid, Point, Result, Rng};
use tickgrid::games::snake::{Config, Episode, Food, Obstacles, Snake, Start, World};

use watched::Watched;

/// No move is fatal while there is another.
fn is_safe(name: &str, world: &World, choice: Direction) {
    let safe = safe_moves(world);
    assert!(safe.contains(&choice) || safe.is_empty(), "{name}: {choice} is fatal, {safe:?} are not");
}

fn board(width: u32, height: u32, obstacles: Obstacles) -> Config {
    Config { obstacles, ..standard(width, height) }
}

fn open(width: u32, height: u32) -> Config {
    board(width, height, Obstacles::Cells(Vec::new()))
}

/// The open cells of a board.
fn cells(config: &Config) -> usize {
    let rules = Episode::rules(config).unwrap();
    rules.grid.area() - rules.grid.obstacles().len()
}

fn try_play<B: Bot + 'static>(config: &Config, count: u64, make: impl Fn(u64) -> B + Sync) -> Result<Vec<Outcome>> {
    let rules = Episode::rules(config).unwrap();
    let make = |seed| Box::new(Watched(make(seed), is_safe)) as Box<dyn Bot>;
    evaluate(&make, &rules, Games { count, seed: 7_000, threads: Some(2) }, |_| Ok(()))
}

fn play<B: Bot + 'static>(config: &Config, count: u64, make: impl Fn(u64) -> B + Sync) -> Vec<Outcome> {
    try_play(config, count, make).unwrap()
}

#[expect(clippy::cast_precision_loss, reason = "some games")]
fn share(outcomes: &[Outcome], which: impl Fn(&Outcome) -> bool) -> f64 {
    outcomes.iter().filter(|outcome| which(outcome)).count() as f64 / outcomes.len() as f64
}

#[expect(clippy::cast_precision_loss, reason = "some games")]
fn mean_steps(outcomes: &[Outcome]) -> f64 {
    assert!(outcomes.iter().all(Outcome::filled));
    outcomes.iter().map(|outcome| outcome.steps).sum::<u64>() as f64 / outcomes.len() as f64
}

/// Boards with even and odd sides, ten thousand games in all.
const SMALL: [(u32, u32); 10] = [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 4), (5, 5), (6, 3), (7, 3), (6, 6)];
const GAMES: u64 = 1_000;

#[test]
fn the_cycle_fills_every_board_with_and_without_shortcuts() {
    for (width, height) in SMALL {
        for start in [Start::Random, Start::Center] {
            for length in [1, 3] {
                let fits = start == Start::Random || width / 2 + 1 >= length;
                let config = Config { start: start.clone(), length, ..open(width, height) };
                let count = if fits { GAMES / 4 } else { 0 };
                let plain = if fits { play(&config, count, |_| Hamiltonian::default()) } else { Vec::new() };
                let cut = if fits { play(&config, count, |_| Shortcut::default()) } else { Vec::new() };
                for outcome in plain.iter().chain(&cut) {
                    assert!(outcome.filled(), "{width}x{height} from {length}: {outcome:?}");
                }
            }
        }
        let one = open(width, height);
        assert!(play(&one, GAMES, |_| Hamiltonian::default()).iter().all(Outcome::filled));
        assert!(play(&one, GAMES, |_| Shortcut::default()).iter().all(Outcome::filled));
    }
}

#[test]
fn a_round_of_the_cycle_takes_what_it_must() {
    for (width, height, games) in [(6, 6, 2_000), (4, 7, 2_000), (10, 8, 500)] {
        let area = f64::from(width * height);
        let (expected, config) = ((area * area + area - 2.0) / 4.0, open(width, height));
        let mean = mean_steps(&play(&config, games, |_| Hamiltonian::default()));
        assert!((mean / expected - 1.0).abs() < 0.01, "{width}x{height}: {mean} steps, expected {expected}");
        let (expected, config) = (area * (area - 3.0) / 4.0, Config { length: 3, ..config });
        let mean = mean_steps(&play(&config, games, |_| Hamiltonian::default()));
        assert!((mean / expected - 1.0).abs() < 0.01, "{width}x{height} from 3: {mean} steps, expected {expected}");
    }
}

#[test]
fn shortcuts_are_short() {
    for (side, limit, games) in [(6, 281.0, 500), (8, 753.0, 200), (10, 1_536.0, 100), (12, 3_117.0, 60)] {
        let mean = mean_steps(&play(&open(side, side), games, |_| Shortcut::default()));
        assert!(mean < limit, "{side}x{side}: {mean} steps, expected less than {limit}");
    }
}

#[test]
fn breadth_first_fills_and_never_stalls() {
    for (width, height) in SMALL {
        let outcomes = play(&open(width, height), GAMES, Bfs::new);
        assert!(!outcomes.iter().any(Outcome::stalled), "{width}x{height}");
        let filled = share(&outcomes, Outcome::filled);
        assert!(filled >= if width * height < 16 { 0.5 } else { 0.95 }, "{width}x{height}: {filled}");
    }
    assert!(share(&play(&open(10, 10), 20, Bfs::new), Outcome::filled) >= 0.95);
}

#[test]
fn baselines_do_not_die_while_they_can_live() {
    for (width, height) in SMALL {
        for outcome in
            play(&open(width, height), GAMES, Random::new)
                .iter()
                .chain(&play(&open(width, height), GAMES, |_| Greedy::default()))
        {
            assert!(["self", "wall", "filled", "starved"].contains(&outcome.ending));
        }
    }
    let eaten = |outcomes: Vec<Outcome>| outcomes.iter().map(|outcome| outcome.eaten).sum::<u64>();
    let config = open(6, 6);
    assert!(eaten(play(&config, 200, |_| Greedy::default())) > 2 * eaten(play(&config, 200, Random::new)));
}

#[test]
fn every_bot_plays_among_obstacles_or_says_why_not() {
    let (mut filled, mut refused) = (0, 0);
    for seed in 0..60 {
        let (width, height) = [(4, 4), (5, 5), (6, 5), (7, 7), (8, 6)][seed % 5];
        let density = [0.05, 0.1, 0.15, 0.2][seed % 4];
        let seed = seed as u64;
        let config = board(width, height, Obstacles::Random { density, seed });
        for outcome in play(&config, 20, Bfs::new) {
            assert!(!outcome.stalled(), "{seed}: {outcome:?}");
        }
        play(&config, 5, |_| Greedy::default());
        play(&config, 5, Random::new);
        // The way is looked for once.
        let (plain, shorter) = (Hamiltonian::default(), Shortcut::default());
        match try_play(&config, 40, |_| plain.clone()) {
            Ok(outcomes) => {
                let cut = play(&config, 40, |_| shorter.clone());
                for outcome in outcomes.iter().chain(&cut) {
                    assert!(outcome.filled() && outcome.length == cells(&config), "{seed}: {outcome:?}");
                }
                filled += 1;
            }
            Err(Error::Validation(message)) => {
                assert!(message.starts_with("obstacles: got "), "{message}");
                refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(filled > 8 && refused > 8, "{filled} filled, {refused} refused");
}

/// Whether there is a closed way through all of some cells, by trying all ways.
fn has_cycle(board: &Board, cells: &HashSet<u32>) -> bool {
    fn extend(board: &Board, cells: &HashSet<u32>, way: &mut Vec<u32>) -> bool {
        let last = way[way.len() - 1];
        if way.len() == cells.len() {
            return cells.len() > 2 && board.direction(last, way[0]).is_some();
        }
        let beside: Vec<u32> = board.around(last).map(|(_, cell)| cell).collect();
        beside.into_iter().any(|cell| {
            if !cells.contains(&cell) || way.contains(&cell) {
                return false;
            }
            way.push(cell);
            let found = extend(board, cells, way);
            way.pop();
            found
        })
    }
    extend(board, cells, &mut vec![*cells.iter().min().unwrap()])
}

#[test]
fn a_cycle_is_found_where_there_is_one() {
    let mut rng = Rng::new(3);
    let (mut found, mut none) = (0, 0);
    for _ in 0..3_000 {
        let (width, height) = [(4, 4), (5, 4), (5, 5), (6, 4)][rng.below(4) as usize];
        let mut blocked: Vec<u32> = (0..rng.below(6)).map(|_| rng.below(width * height)).collect();
        blocked.sort_unstable();
        blocked.dedup();
        let point = |cell: u32| Point::new((cell % width).cast_signed(), (cell / width).cast_signed());
        let grid = Grid::with_obstacles(width, height, blocked.iter().map(|&cell| point(cell))).unwrap();
        let head = (0..width * height).find(|cell| !blocked.contains(cell)).unwrap();
        let world = World::new(grid, &Snake::new([point(head)]).unwrap(), Direction::Up).unwrap();
        let board = Board::new(&world);
        let all: HashSet<u32> = board.cells().collect();
        match (board.imbalance(), Cycle::new(&world)) {
            (0, Ok(cycle)) => {
                assert_eq!((cycle.cells().iter().copied().collect::<HashSet<_>>(), cycle.spare()), (all, None));
                check_closed(&board, &cycle);
                found += 1;
            }
            (0, Err(error)) => {
                assert!(!has_cycle(&board, &all), "{blocked:?} on {width}x{height}: {error}");
                none += 1;
            }
            (1, Ok(cycle)) => {
                let seen: HashSet<u32> = cycle.cells().iter().copied().chain(cycle.spare()).collect();
                assert_eq!((seen.len(), cycle.cells().len()), (all.len(), all.len() - 1));
                check_closed(&board, &cycle);
            }
            (1, Err(_)) => {}
            (_, result) => assert!(result.unwrap_err().to_string().starts_with("obstacles: got ")),
        }
    }
    assert!(found > 200 && none > 200, "{found} found, {none} none");
}

fn check_closed(board: &Board, cycle: &Cycle) {
    let cells = cycle.cells();
    for (&cell, &next) in cells.iter().zip(cells.iter().cycle().skip(1)) {
        assert!(board.direction(cell, next).is_some(), "{cells:?}");
    }
}

#[test]
fn games_depend_on_nothing_but_their_seeds() {
    let rules = Episode::rules(&open(5, 6)).unwrap();
    let facts = |threads, seed, count| {
        let make = |seed| Box::new(Bfs::new(seed)) as Box<dyn Bot>;
        let games = Games { count, seed, threads };
        let outcomes = evaluate(&make, &rules, games, |_| Ok(())).unwrap();
        outcomes.iter().map(|outcome| (outcome.ending, outcome.steps, outcome.length)).collect::<Vec<_>>()
    };
    let all = facts(Some(1), 0, 60);
    assert_eq!(all, facts(Some(3), 0, 60));
    assert_eq!(all, facts(None, 0, 60));
    assert!(facts(Some(1), 0, 0).is_empty());
    assert_eq!(facts(Some(2), u64::MAX, 2).len(), 2);
}

#[test]
fn whoever_looks_can_end_it() {
    let rules = Episode::rules(&open(40, 40)).unwrap();
    let make = |_| Box::new(Hamiltonian::default()) as Box<dyn Bot>;
    let games = Games { count: 1_000_000, seed: 0, threads: Some(2) };
    let mut seen = Vec::new();
    let ended = evaluate(&make, &rules, games, |done| {
        seen.push(done);
        if seen.len() < 3 { Ok(()) } else { Err(Error::InvalidState("enough".to_owned())) }
    });
    assert_eq!(ended.unwrap_err().to_string(), "enough");
    assert!(seen.is_sorted() && seen[2] < 1.0);
}

/// A snake that lies anyhow, on a board on which the bot has not begun.
#[test]
fn bots_take_over_in_any_position() {
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let grid = Grid::new(5 + rng.below(3), 6).unwrap();
        let mut body = vec![grid.point(rng.below(30))];
        for _ in 0..rng.below(12) {
            let last = body[body.len() - 1];
            let next = last.checked_step(Direction::from_bits(rng.below(4).into()));
            body.extend(next.filter(|&next| grid.contains(next) && !body.contains(&next)));
        }
        let snake = Snake::new(body.iter().copied()).unwrap();
        let heading = Direction::from_bits(rng.below(4).into());
        let world = World::new(grid, &snake, heading).unwrap();
        let bots: [Box<dyn Bot>; 5] = [
            Box::new(Watched(Random::new(seed), is_safe)),
            Box::new(Watched(Greedy::default(), is_safe)),
            Box::new(Watched(Bfs::new(seed), is_safe)),
            Box::new(Watched(Hamiltonian::default(), is_safe)),
            Box::new(Watched(Shortcut::default(), is_safe)),
        ];
        for mut bot in bots {
            let (mut world, mut rng) = (world.clone(), Rng::new(seed));
            for _ in 0..2_000 {
                if world.foods().is_empty() {
                    let Some(free) = u32::try_from(world.free().len()).ok().filter(|&free| free > 0) else { break };
                    let cell = world.free().nth(rng.below(free) as usize).unwrap();
                    world.place(Some(Food::new(world.grid().point(cell), 1).unwrap())).unwrap();
                }
                if safe_moves(&world).is_empty() {
                    break;
                }
                let direction = bot.choose(&world).unwrap();
                let plan = world.plan(direction);
                world.commit(direction, plan);
            }
            // Once in order, a snake on the cycle fills the board; it may be locked in from the start.
            if bot.name() == "hamiltonian" && !safe_moves(&world).is_empty() {
                assert!(world.free().is_empty(), "{seed}: {} of {}", world.free().len(), world.grid().area());
            }
        }
    }
}
