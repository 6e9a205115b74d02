//! What bots promise where the board wraps around, where hazards are about, and where food is another matter; over many
//! seeds on small boards.

mod watched;

use tickgrid::bots::{Best, Bfs, Bot, Games, Greedy, Hamiltonian, Outcome, Random, Shortcut, evaluate, standard};
use tickgrid::core::{Direction, Edges, Error, Game as _, Hazard, Motion, Point, Result};
use tickgrid::games::snake::{Config, Episode, Golden, Obstacles, Plan, Start, World};

use watched::Watched;

/// Whether the snake is surely dead after a move, or after any move after that.
fn is_lost(world: &World, direction: Direction) -> [bool; 2] {
    let (grid, ticks) = (world.grid(), world.ticks());
    let fatal = matches!(world.plan(direction), Plan::Crash(_));
    let next = grid.step(world.body().head(), direction);
    [fatal, fatal || next.is_none_or(|cell| grid.is_deadly(cell, ticks + 2))]
}

/// No move is surely fatal, now or in the next tick, while there is another.
fn is_safe(name: &str, world: &World, choice: Direction) {
    let legal: Vec<Direction> = Direction::ALL.into_iter().filter(|way| !way.reverses(world.direction())).collect();
    for moves in 0..2 {
        let dies = is_lost(world, choice)[moves];
        let must = legal.iter().all(|&other| is_lost(world, other)[moves]);
        assert!(!dies || must, "{name}: {choice} is fatal within {} moves", moves + 1);
    }
}

fn try_play(config: &Config, count: u64, make: &(dyn Fn(u64) -> Box<dyn Bot> + Sync)) -> Result<Vec<Outcome>> {
    let rules = Episode::rules(config).unwrap();
    evaluate(make, &rules, Games { count, seed: 3_000, threads: Some(2) }, |_| Ok(()))
}

type Make = Box<dyn Fn(u64) -> Box<dyn Bot> + Sync>;

fn fresh<B: Bot + Clone + 'static>(bot: impl Fn(u64) -> B + Sync + 'static) -> Make {
    Box::new(move |seed| Box::new(Watched(bot(seed), is_safe)))
}

/// Those that promise to fill every board that has a closed way; they look for it once.
fn fillers() -> [Make; 3] {
    let (plain, cut, best) = (Hamiltonian::default(), Shortcut::default(), Best::default());
    [fresh(move |_| plain.clone()), fresh(move |_| cut.clone()), fresh(move |_| best.clone())]
}

/// Those that play on any board.
fn others() -> [Make; 3] {
    [fresh(Random::new), fresh(|_| Greedy::default()), fresh(Bfs::new)]
}

fn wrapped(width: u32, height: u32) -> Config {
    Config { edges: Edges::Wrap, ..standard(width, height) }
}

fn assert_filled(config: &Config, count: u64, make: &(dyn Fn(u64) -> Box<dyn Bot> + Sync)) {
    for (number, outcome) in try_play(config, count, make).unwrap().iter().enumerate() {
        assert!(outcome.filled(), "{}x{}, game {number}: {outcome:?}", config.width, config.height);
    }
}

#[expect(clippy::cast_precision_loss, reason = "some games")]
fn mean_steps(outcomes: &[Outcome]) -> f64 {
    assert!(outcomes.iter().all(Outcome::filled));
    outcomes.iter().map(|outcome| outcome.steps).sum::<u64>() as f64 / outcomes.len() as f64
}

const SMALL: [(u32, u32); 9] = [(3, 3), (3, 4), (4, 4), (5, 3), (3, 7), (5, 4), (5, 5), (4, 6), (7, 5)];

#[test]
fn boards_that_wrap_around_are_filled_whatever_their_sides() {
    for (width, height) in SMALL {
        for length in [1, 3] {
            let config = Config { length, ..wrapped(width, height) };
            for make in fillers() {
                assert_filled(&config, 120, &*make);
            }
        }
    }
}

#[test]
fn a_round_takes_what_it_must_on_odd_boards_that_wrap_around() {
    for (width, height, games) in [(5, 5, 1_500), (3, 7, 1_500), (7, 9, 200)] {
        let area = f64::from(width * height);
        let expected = (area * area + area - 2.0) / 4.0;
        let [plain, cut, _] =
            fillers().map(|make| mean_steps(&try_play(&wrapped(width, height), games, &*make).unwrap()));
        assert!((plain / expected - 1.0).abs() < 0.015, "{width}x{height}: {plain} steps, expected {expected}");
        assert!(cut < 0.9 * plain, "{width}x{height}: {cut} steps with shortcuts, {plain} without");
    }
}

#[test]
fn the_others_play_boards_that_wrap_around_too() {
    for (width, height) in SMALL {
        let [random, greedy, bfs] = others().map(|make| try_play(&wrapped(width, height), 150, &*make).unwrap());
        assert!(random.iter().chain(&greedy).chain(&bfs).all(|outcome| outcome.ending != "wall"));
        assert!(!bfs.iter().any(Outcome::stalled), "{width}x{height}");
        let filled = bfs.iter().filter(|outcome| outcome.filled()).count();
        assert!(filled * 100 >= bfs.len() * if width * height < 16 { 50 } else { 90 }, "{width}x{height}: {filled}");
    }
    // Around the board is nearer at times: on a line of nine no food is more than four steps away.
    let greedy = &others()[1];
    let per_food = |config: &Config| {
        let games = try_play(config, 300, &**greedy).unwrap();
        let steps: u64 = games.iter().map(|game| game.steps).sum();
        steps * 100 / games.iter().map(|game| game.eaten).sum::<u64>()
    };
    assert!(per_food(&wrapped(9, 9)) * 4 < per_food(&standard(9, 9)) * 3);
}

#[test]
fn obstacles_on_a_board_that_wraps_around_are_filled_around_or_refused() {
    let (mut filled, mut refused) = (0, 0);
    for seed in 0..60 {
        let (width, height) = [(4, 4), (5, 5), (6, 5), (7, 7), (8, 6), (3, 6)][seed % 6];
        let density = [0.04, 0.08, 0.12][seed % 3];
        let obstacles = Obstacles::Random { density, seed: seed as u64 };
        let config = Config { obstacles, ..wrapped(width, height) };
        for make in others() {
            assert!(try_play(&config, 8, &*make).unwrap().iter().all(|outcome| outcome.ending != "wall"));
        }
        for make in fillers() {
            match try_play(&config, 15, &*make) {
                Ok(outcomes) => {
                    assert!(outcomes.iter().all(Outcome::filled), "{width}x{height}, {seed}");
                    filled += 1;
                }
                Err(Error::Validation(message)) => {
                    assert!(message.starts_with("obstacles: got "), "{message}");
                    refused += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(filled > 90 && refused > 0, "{filled} filled, {refused} refused");
}

/// Hazards of each kind, by a seed.
fn hazards(width: u32, height: u32, seed: u64) -> Vec<Hazard> {
    let (x, y) = (width.cast_signed() - 1, height.cast_signed() - 1);
    let row: Vec<Point> = (0..=x).map(|x| Point::new(x, y / 2)).collect();
    let square = [(0, 0), (1, 0), (1, 1), (0, 1)].map(Point::from).to_vec();
    match seed % 4 {
        0 => vec![Hazard::Walk { seed, steps: 30, every: 1 }, Hazard::Walk { seed: seed + 1, steps: 9, every: 2 }],
        1 => vec![Hazard::Path { cells: row, motion: Motion::Bounce, every: 1 }],
        2 => {
            vec![Hazard::Path { cells: square, motion: Motion::Loop, every: 3 }, Hazard::Shrink { every: 40, least: 2 }]
        }
        _ => vec![Hazard::Shrink { every: 7, least: 3 }],
    }
}

#[test]
fn hazards_kill_only_where_there_is_no_other_move() {
    let mut eaten = 0;
    for (seed, (width, height)) in (0..48).zip([(4, 4), (5, 5), (7, 6)].into_iter().cycle()) {
        let edges = if seed % 2 == 0 { Edges::Walls } else { Edges::Wrap };
        let config = Config { edges, hazards: hazards(width, height, seed / 2), ..standard(width, height) };
        for make in others() {
            let outcomes = try_play(&config, 25, &*make).unwrap();
            eaten += outcomes.iter().map(|outcome| outcome.eaten).sum::<u64>();
        }
        for make in fillers() {
            let error = try_play(&config, 1, &*make).unwrap_err().to_string();
            assert!(error.starts_with("hazards: got "), "{error}");
        }
    }
    assert!(eaten > 10_000, "{eaten}");
}

#[test]
fn a_bot_that_has_not_begun_refuses_hazards_as_well() {
    let config = Config { hazards: vec![Hazard::Shrink { every: 9, least: 3 }], ..standard(6, 6) };
    let rules = Episode::rules(&config).unwrap();
    let game = Episode::new(&rules, &mut tickgrid::core::Rng::new(1));
    for make in fillers() {
        assert!(make(0).choose(game.world()).unwrap_err().to_string().starts_with("hazards: got "));
    }
}

/// Many pieces of food, growth by more than a cell, golden food.
fn diets() -> Vec<Config> {
    let plain = || standard(4, 4);
    let golden = vec![Golden { probability: 0.5, value: 10, seed: Some(4) }];
    vec![
        Config { food_count: 3, ..plain() },
        Config { food_count: 16, ..plain() },
        Config { growth: 2, ..plain() },
        Config { growth: 5, food_count: 2, ..plain() },
        Config { growth: 100, ..plain() },
        Config { growth: 3, golden, food_value: 2, ..plain() },
    ]
}

#[test]
fn food_of_any_kind_is_eaten_and_counted() {
    for config in diets() {
        for (width, height) in [(4, 4), (4, 5), (6, 6), (5, 5), (3, 7)] {
            for edges in [Edges::Walls, Edges::Wrap] {
                let starvation = Some(10 * width * height);
                let config = Config { width, height, edges, starvation, ..config.clone() };
                let has_way = edges == Edges::Wrap || width % 2 == 0 || height % 2 == 0;
                for make in fillers() {
                    if has_way || config.growth == 1 {
                        assert_filled(&config, 12, &*make);
                    } else {
                        let error = try_play(&config, 1, &*make).unwrap_err().to_string();
                        assert!(error.starts_with("growth: got "), "{error}");
                    }
                }
                for make in others() {
                    for outcome in try_play(&config, 8, &*make).unwrap() {
                        let most = 1 + outcome.eaten * u64::from(config.growth);
                        assert!(
                            outcome.length as u64 <= most && outcome.eaten < outcome.length as u64 + 1,
                            "{outcome:?}"
                        );
                        assert!(config.growth > 1 || outcome.length as u64 == most, "{outcome:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn food_that_perishes_stops_nobody() {
    for (width, height) in [(4, 4), (5, 5), (6, 5)] {
        for (lifetime, edges) in [(1, Edges::Walls), (5, Edges::Wrap), (20, Edges::Walls), (20, Edges::Wrap)] {
            let config = Config { edges, food_lifetime: Some(lifetime), ..standard(width, height) };
            for make in fillers() {
                let outcomes = try_play(&config, 20, &*make).unwrap();
                // It never dies; whether it is fed is up to the food.
                assert!(outcomes.iter().all(|outcome| outcome.filled() || outcome.stalled()), "{width}x{height}");
                assert!(
                    outcomes.iter().filter(|outcome| outcome.filled()).count() >= 18,
                    "{width}x{height} {lifetime}"
                );
            }
            for make in others() {
                try_play(&config, 20, &*make).unwrap();
            }
        }
    }
}

#[test]
fn a_snake_that_would_not_grow_is_refused() {
    for make in others().into_iter().chain(fillers()) {
        let error = try_play(&Config { growth: 0, ..standard(5, 4) }, 1, &*make).unwrap_err().to_string();
        assert!(error.starts_with("growth: got 0"), "{error}");
    }
}

#[test]
fn a_snake_across_the_way_is_refused_where_it_grows_fast() {
    let snake = [(2, 2), (2, 1), (2, 0)].map(Point::from).to_vec();
    let start = Start::Cells { snake, direction: Direction::Down };
    let config = Config { start, growth: 4, ..standard(6, 6) };
    for make in fillers() {
        let error = try_play(&config, 1, &*make).unwrap_err().to_string();
        assert!(error.starts_with("growth: got 4"), "{error}");
    }
    for make in fillers() {
        assert_filled(&Config { growth: 1, ..config.clone() }, 4, &*make);
    }
}
