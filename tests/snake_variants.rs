//! Variants: the live game and the environment are one game, and each rule that was decided is as it was decided.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tickgrid::core::{Direction, Edges, Error, Game, Grid, Hazard, Motion, Point, Rng, Status};
use tickgrid::games::snake::{Config, Diet, EndReason, Episode, Food, Golden, Snake, World};
use tickgrid::live::snake::{
    Coin, FoodSpawner, GoldenFoodSpawner, Origin, Player, RandomFoodSpawner, ScriptedFoodSpawner, SnakeGame,
    SnakeReplay, State, Strategies,
};
use tickgrid::render;
use tickgrid::session::{Host, NoHost, Phase};

fn configs() -> Vec<Config> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/snake/configs.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A live game of what a replay was made of.
fn live(origin: &Origin) -> SnakeGame {
    let spawner = origin.spawner().unwrap();
    let strategies = Strategies { spawner, ..Strategies::new(ScriptedFoodSpawner::new([], 1).unwrap()) };
    origin.game(strategies).unwrap()
}

#[test]
fn an_episode_is_the_live_game_of_its_configuration_and_stream() {
    let host: Arc<dyn Host> = Arc::new(NoHost);
    let mut endings = [0; 6];
    for config in configs() {
        if config.width * config.height > 1_000 {
            continue;
        }
        let rules = Episode::rules(&config).unwrap();
        let (spec, mut player) = (Episode::spec(&rules), Rng::new(3));
        for seed in 0..12 {
            let mut rng = Rng::new(seed);
            let stream = rng.clone();
            let mut episode = Episode::new(&rules, &mut rng);
            let (mut actions, mut boards) = (Vec::new(), vec![render::text(&episode.scene())]);
            while episode.status() == Status::Ongoing && actions.len() < 400 {
                let mut mask = vec![false; spec.actions as usize];
                episode.mask(0, &mut mask);
                let allowed: Vec<u32> = (0..spec.actions).filter(|&action| mask[action as usize]).collect();
                let action = allowed[player.below(u32::try_from(allowed.len()).unwrap()) as usize];
                episode.step(&[action], &mut rng, &mut [0.0]).unwrap();
                actions.push(action);
                boards.push(render::text(&episode.scene()));
            }
            let replay = SnakeReplay::of_episode(&config, &stream, &actions, &host).unwrap();
            assert_eq!(SnakeReplay::from_json(&replay.to_json().unwrap()).unwrap(), replay);
            let (game, mut player, mut facts) = (live(&replay.setup), Player::default(), [0, 0]);
            for (tick, board) in (0..).zip(&boards) {
                player.play(&replay, &game, tick, |_, _| Ok(())).unwrap();
                assert_eq!(&render::text(&game.scene()), board, "{config:?}, seed {seed}, tick {tick}");
            }
            episode.facts(&mut facts);
            game.read(|state| {
                assert_eq!(i64::try_from(state.score()).unwrap(), facts[0]);
                assert_eq!(state.world().foods(), episode.world().foods());
                let ending = match state.phase() {
                    Phase::Over(reason) => {
                        endings[reason as usize] += 1;
                        Status::Over(reason as u8)
                    }
                    _ => Status::Ongoing,
                };
                assert_eq!(ending, episode.status(), "{config:?}, seed {seed}");
            });
            assert_eq!(game.replay().unwrap().digests, replay.digests);
        }
    }
    assert!(endings.iter().all(|&count| count > 0), "{endings:?}");
}

fn points(cells: &[(i32, i32)]) -> Vec<Point> {
    cells.iter().copied().map(Point::from).collect()
}

fn game(grid: Grid, snake: &[(i32, i32)], direction: Direction, food: &[(i32, i32)], diet: Diet) -> SnakeGame {
    let strategies = Strategies::new(ScriptedFoodSpawner::new(points(food), 1).unwrap());
    SnakeGame::with_diet(grid, &Snake::new(points(snake)).unwrap(), direction, strategies, diet).unwrap()
}

fn mover(cells: &[(i32, i32)]) -> Hazard {
    Hazard::Path { cells: points(cells), motion: Motion::Bounce, every: 1 }
}

fn board(game: &SnakeGame) -> String {
    render::text(&game.scene())
}

#[test]
fn a_snake_goes_round_a_board_that_wraps_in_every_direction_and_lies_across_the_edge() {
    let wrapped = || Grid::new(5, 4).unwrap().with_edges(Edges::Wrap);
    for (direction, around) in [(Direction::Up, 4), (Direction::Down, 4), (Direction::Left, 5), (Direction::Right, 5)] {
        for corner in [(0, 0), (4, 0), (0, 3), (4, 3)] {
            let game = game(wrapped(), &[corner], direction, &[], Diet::default());
            let start = board(&game);
            for _ in 0..around {
                assert!(game.tick().unwrap().moved);
            }
            assert_eq!(board(&game), start);
        }
    }
    let game = game(wrapped(), &[(0, 0), (4, 0), (4, 3), (3, 3)], Direction::Up, &[(0, 3)], Diet::default());
    assert_eq!(board(&game), "O...o\n.....\n.....\n*..oo");
    assert!(game.tick().unwrap().ate);
    assert_eq!(board(&game), "o...o\n.....\n.....\nO..oo");
    // Snakes that only a board that wraps has room for.
    let across = Snake::new(points(&[(0, 0), (4, 0)])).unwrap();
    assert!(World::new(wrapped(), &across, Direction::Right).is_ok());
    assert!(World::new(Grid::new(5, 4).unwrap(), &across, Direction::Right).is_err());
}

#[test]
fn a_hazard_kills_the_head_that_meets_it_and_the_head_it_meets() {
    let hit = |hazard: Hazard, snake: &[(i32, i32)], direction| {
        let grid = Grid::new(6, 4).unwrap().with_hazards(vec![hazard]).unwrap();
        let game = game(grid, snake, direction, &[], Diet::default());
        let before = game.read(|state| state.world().points().collect::<Vec<_>>());
        let result = game.tick().unwrap();
        let after = game.read(|state| state.world().points().collect::<Vec<_>>());
        assert_eq!(result.reason.is_some(), before == after);
        result.reason
    };
    // Both move onto one cell; the hazard comes to the head; head and hazard change places.
    assert_eq!(hit(mover(&[(4, 1), (3, 1)]), &[(2, 1)], Direction::Right), Some(EndReason::Hazard));
    assert_eq!(hit(mover(&[(2, 0), (2, 1)]), &[(2, 1)], Direction::Right), Some(EndReason::Hazard));
    assert_eq!(hit(mover(&[(3, 1), (2, 1)]), &[(2, 1)], Direction::Right), Some(EndReason::Hazard));
    // It has left the cell before the head comes there.
    assert_eq!(hit(mover(&[(3, 1), (3, 2)]), &[(2, 1)], Direction::Right), None);
    // What comes to the head comes before the wall; the wall before a hazard that nobody can reach.
    assert_eq!(hit(mover(&[(4, 0), (5, 0)]), &[(5, 0)], Direction::Right), Some(EndReason::Hazard));
    // Body and tail are not hurt.
    assert_eq!(hit(mover(&[(1, 0), (1, 1)]), &[(2, 1), (1, 1), (0, 1)], Direction::Right), None);
}

#[test]
fn a_ring_that_closes_takes_food_and_leaves_the_body() {
    let grid = Grid::new(7, 5).unwrap().with_hazards(vec![Hazard::Shrink { every: 2, least: 1 }]).unwrap();
    let snake = [(2, 1), (1, 1), (0, 1), (0, 2)];
    let game = game(grid, &snake, Direction::Right, &[(6, 4), (4, 2), (2, 3)], Diet::default());
    game.tick().unwrap();
    assert_eq!(board(&game), ".......\noooO...\n.......\n.......\n......*");
    game.tick().unwrap();
    assert_eq!(board(&game), "XXXXXXX\nXoooO.X\nX...*.X\nX.....X\nXXXXXXX", "the food has moved, the tail has left");
    assert_eq!(game.read(|state| state.world().body().len()), 4);
    game.change_direction(Direction::Down).unwrap();
    assert!(game.tick().unwrap().ate);
    // The second ring closes, with the head on the one cell row that stays.
    let result = game.tick().unwrap();
    assert_eq!(result.reason, Some(EndReason::Hazard), "the cell below is closed by then");
    assert_eq!(board(&game), "XXXXXXX\nXXXXXXX\nXX..OXX\nXXXXXXX\nXXXXXXX");
}

#[test]
fn food_under_something_that_moves_stays_and_none_is_laid_out_there() {
    let grid = Grid::new(5, 3).unwrap().with_hazards(vec![mover(&[(4, 2), (3, 2), (2, 2)])]).unwrap();
    let game = game(grid, &[(0, 0)], Direction::Right, &[(4, 2), (3, 2)], Diet::default());
    assert_eq!(board(&game), "O....\n.....\n...*X", "a position that is no use is skipped");
    game.tick().unwrap();
    assert_eq!(board(&game), ".O...\n.....\n...X.");
    game.tick().unwrap();
    assert_eq!(board(&game), "..O..\n.....\n..X*.");
}

#[test]
fn food_perishes_in_time_and_is_laid_out_anew() {
    let diet = Diet { lifetime: Some(3), ..Diet::default() };
    let script = [(5, 5), (4, 4), (1, 0)];
    let game = game(Grid::new(8, 8).unwrap(), &[(0, 0)], Direction::Down, &script, diet);
    let food = || game.read(|state| state.world().food().map(|food| <(i32, i32)>::from(food.position)));
    let mut seen = vec![food()];
    for _ in 0..6 {
        game.tick().unwrap();
        seen.push(food());
    }
    assert_eq!(seen[..3], [Some((5, 5)); 3]);
    assert_eq!(seen[3..6], [Some((4, 4)); 3]);
    assert_eq!(seen[6], Some((1, 0)));
    // With nothing to lay out in its place the game is filled.
    let result = game.run(3, &[Direction::Right], tickgrid::live::snake::Repeat::Once).unwrap();
    assert_eq!((result.tick, result.ate, result.reason), (9, false, Some(EndReason::Filled)));
}

#[test]
fn a_snake_grows_by_as_much_as_it_is_told() {
    for (growth, lengths) in [(0, [1, 1, 1, 1]), (1, [2, 2, 2, 2]), (3, [2, 3, 4, 4])] {
        let diet = Diet { growth, ..Diet::default() };
        let game = game(Grid::new(9, 3).unwrap(), &[(0, 0)], Direction::Right, &[(1, 0), (0, 2)], diet);
        let grown = lengths.map(|_| {
            game.tick().unwrap();
            game.read(|state| state.world().body().len())
        });
        assert_eq!(grown, lengths);
        assert_eq!(game.read(State::score), 1);
    }
    // While it grows, its tail stays where it is.
    let diet = Diet { growth: 9, ..Diet::default() };
    let game = game(Grid::new(4, 4).unwrap(), &[(1, 1), (0, 1)], Direction::Right, &[(2, 1), (3, 3)], diet);
    for turn in [Direction::Right, Direction::Down, Direction::Left, Direction::Up] {
        let _ = game.change_direction(turn);
        let result = game.tick().unwrap();
        if turn == Direction::Up {
            assert_eq!(result.reason, Some(EndReason::Itself));
        }
    }
}

#[test]
fn several_pieces_of_food_lie_about_and_hunger_kills() {
    let diet = Diet { count: 3, starvation: Some(4), ..Diet::default() };
    let script = [(1, 0), (5, 5), (1, 0), (2, 0), (7, 7)];
    let game = game(Grid::new(8, 8).unwrap(), &[(0, 0)], Direction::Right, &script, diet);
    let count = || game.read(|state| state.world().foods().len());
    assert_eq!(count(), 3, "a position that has food is skipped");
    assert!(game.tick().unwrap().ate);
    assert_eq!(count(), 3);
    assert!(game.tick().unwrap().ate);
    assert_eq!(count(), 2, "the script is used up, and the game goes on");
    let result = game.run(9, &[], tickgrid::live::snake::Repeat::Once).unwrap();
    assert_eq!((result.tick, result.moved, result.reason), (6, true, Some(EndReason::Starved)));
}

#[test]
fn some_food_is_golden_by_its_own_coin_or_the_games_stream() {
    let coin = |probability, seed| Arc::new(Coin::new(Golden { probability, value: 50, seed }).unwrap());
    let random = |seed| Arc::new(RandomFoodSpawner::new(seed, 1).unwrap()) as Arc<dyn FoodSpawner>;
    let grid = Grid::new(9, 9).unwrap();
    let free = grid.free_cells([]);
    let foods = |spawner: &dyn FoodSpawner| -> Vec<Food> {
        (0..2_000).map(|_| spawner.spawn(&grid, &free, &mut std::iter::empty()).unwrap().unwrap()).collect()
    };
    for seed in [Some(5), None] {
        let given = foods(&GoldenFoodSpawner::new(random(1), coin(0.25, seed)).unwrap());
        let golden = given.iter().filter(|food| food.value() == 50).count();
        assert!((420..580).contains(&golden), "{golden}");
        assert_eq!(given, foods(&GoldenFoodSpawner::new(random(1), coin(0.25, seed)).unwrap()));
        // A coin of its own leaves the cells as they are.
        let cells = |foods: &[Food]| foods.iter().map(|food| food.position).collect::<Vec<_>>();
        assert_eq!(cells(&given) == cells(&foods(&*random(1))), seed.is_some());
    }
    let always = |share| foods(&GoldenFoodSpawner::new(random(1), coin(share, Some(1))).unwrap());
    assert!(always(1.0).iter().all(|food| food.value() == 50) && always(0.0).iter().all(|food| food.value() == 1));
    for golden in [
        Golden { probability: -0.1, value: 5, seed: None },
        Golden { probability: f64::NAN, value: 5, seed: None },
        Golden { probability: 0.5, value: 0, seed: None },
    ] {
        assert!(matches!(Coin::new(golden), Err(Error::Validation(_))));
    }
    let scripted: Arc<dyn FoodSpawner> = Arc::new(ScriptedFoodSpawner::new([], 1).unwrap());
    assert!(GoldenFoodSpawner::new(scripted, coin(0.5, None)).is_err());
}

#[test]
fn what_cannot_be_played_is_refused_by_its_field() {
    let base = || Config { width: 6, height: 5, ..Config::default() };
    for (config, field) in [
        (Config { growth: 1 << 25, ..base() }, "growth"),
        (Config { food_lifetime: Some(0), ..base() }, "food_lifetime"),
        (Config { food_count: 0, ..base() }, "food_count"),
        (Config { food_count: 31, ..base() }, "food_count"),
        (Config { starvation: Some(0), ..base() }, "starvation_limit"),
        (Config { hazards: vec![Hazard::Shrink { every: 0, least: 1 }], ..base() }, "every"),
        (Config { golden: vec![Golden { probability: 2.0, value: 1, seed: None }], ..base() }, "probability"),
        (
            Config {
                golden: vec![Golden { probability: 0.5, value: 1, seed: None }],
                food_script: Some([Point::new(0, 0)].into()),
                ..base()
            },
            "golden",
        ),
    ] {
        let error = Episode::rules(&config).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{field}: got ")), "{error}");
    }
    let grid = Grid::new(6, 5).unwrap().with_hazards(vec![mover(&[(1, 1)])]).unwrap();
    let error = World::new(grid, &Snake::new(points(&[(1, 1)])).unwrap(), Direction::Up).unwrap_err().to_string();
    assert!(error.contains("a start on (1,1), expected cells without a hazard"), "{error}");
}
