//! Replays: what is recorded plays back, what is not as recorded is named, and what is no replay is refused.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use tickgrid::core::{CellSet, Direction, Error, Grid, Point, Result};
use tickgrid::games::snake::{EndReason, Food, Snake};
use tickgrid::live::snake::{
    AcceleratingSpeed, FoodSpawner, Player, RandomFoodSpawner, Repeat, ScriptedFoodSpawner, SnakeGame, SnakeReplay,
    State, Strategies,
};
use tickgrid::render;
use tickgrid::session::{GameState, Host, NoHost, Phase};

fn host() -> Arc<dyn Host> {
    Arc::new(NoHost)
}

fn game(strategies: Strategies) -> SnakeGame {
    let grid = Grid::with_obstacles(6, 5, [Point::new(5, 4)]).unwrap();
    let snake = Snake::new([(2, 1), (1, 1), (0, 1)].map(Point::from)).unwrap();
    SnakeGame::new(grid, &snake, Direction::Right, strategies).unwrap()
}

fn random(seed: u64) -> Strategies {
    Strategies::new(RandomFoodSpawner::new(seed, 3).unwrap())
}

/// The game as a replay leaves it after so many ticks.
fn played(replay: &SnakeReplay, ticks: u64) -> SnakeGame {
    let (spawner, speed) = (replay.setup.spawner().unwrap(), replay.setup.speed().unwrap());
    let strategies = Strategies { spawner, speed, ..random(0) };
    let game = replay.setup.game(strategies).unwrap();
    Player::default().play(replay, &game, ticks, |_, _| Ok(())).unwrap();
    game
}

fn seen(game: &SnakeGame) -> String {
    game.read(|state| {
        let world = state.world();
        format!("{:?} {} {:?}\n{}", state.phase(), state.score(), world.foods(), render::text(&state.scene()))
    })
}

/// A spawner of somebody else's: the last free cell but some.
struct Foreign;

impl FoodSpawner for Foreign {
    fn spawn(&self, grid: &Grid, free: &CellSet, snake: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        let cell = free.nth(free.len().saturating_sub(1 + snake.count() % 3));
        cell.map(|cell| Food::new(grid.point(cell), 7)).transpose()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn whatever_is_done_to_a_game_plays_back(
        seed in 0_u64..50,
        spawner in 0..3,
        verbs in prop::collection::vec((0..30, 0..4_usize), 1..120),
    ) {
        let game = game(match spawner {
            0 => random(seed),
            1 => Strategies::new(Foreign),
            _ => Strategies::new(
                ScriptedFoodSpawner::new((0..12).map(|i| Point::new(i * 5 % 7, i * 3 % 5)), 2).unwrap(),
            ),
        });
        let mut at = vec![seen(&game)];
        for (verb, which) in verbs {
            let direction = Direction::ALL[which];
            let phases = [Phase::Ready, Phase::Running, Phase::Paused, Phase::Over(EndReason::Itself)];
            // Refused verbs are part of the game, too.
            match verb {
                0 => drop(game.pause()),
                1..4 => drop(game.resume()),
                4 => drop(game.advance()),
                5 => drop(game.transition(phases[which])),
                6 => drop(game.tick_as(phases[which])),
                7..10 => drop(game.run(1, &[direction], Repeat::Once)),
                10..18 => drop(game.change_direction(direction)),
                _ => drop(game.tick()),
            }
            let ticks = usize::try_from(game.read(State::tick_count)).unwrap();
            at.truncate(ticks.max(1));
            at.resize(ticks, String::new());
            at.push(seen(&game));
        }
        let replay = game.replay().unwrap();
        prop_assert_eq!(replay.ticks, game.read(State::tick_count));
        prop_assert_eq!(replay.setup.given.is_some(), spawner == 1);
        let text = replay.to_json().unwrap();
        let again = SnakeReplay::from_json(&text).unwrap();
        prop_assert_eq!(&again, &replay);
        again.verify(&host()).unwrap();
        let end = played(&again, again.ticks);
        prop_assert_eq!(seen(&end), seen(&game));
        // What is played back is recorded as it was.
        prop_assert_eq!(end.replay().unwrap().to_json().unwrap(), text);
        // And it goes on alike, where the food to come is known.
        for game in [&end, &game] {
            drop(game.transition(Phase::Running));
        }
        for _ in 0..if spawner == 1 { 0 } else { 5 } {
            prop_assert_eq!(end.tick().ok(), game.tick().ok());
        }
    }
}

#[test]
fn each_tick_plays_back() {
    let game = game(Strategies { speed: Arc::new(AcceleratingSpeed::default()), ..random(9) });
    let mut boards = vec![seen(&game).replace("Ready", "Running")];
    for turn in [1, 2, 0, 3, 3, 1, 1, 2, 2, 0].into_iter().cycle().take(60) {
        game.change_direction(Direction::ALL[turn]).unwrap();
        let result = game.tick().unwrap();
        boards.push(seen(&game));
        if result.state == GameState::Over {
            break;
        }
    }
    let replay = game.replay().unwrap();
    assert!(boards.len() > 8);
    for (tick, board) in (0..).zip(boards) {
        assert_eq!(seen(&played(&replay, tick)).replace("Ready", "Running"), board, "tick {tick}");
    }
}

#[test]
fn a_shared_spawner_is_told_by_what_it_gave() {
    let spawner: Arc<dyn FoodSpawner> = Arc::new(RandomFoodSpawner::new(4, 1).unwrap());
    let strategies = Strategies { spawner, ..random(0) };
    let (one, other) = (game(strategies.clone()), game(strategies));
    let circle = [Direction::Up, Direction::Left, Direction::Down, Direction::Right];
    for game in [&one, &other, &one, &other] {
        drop(game.run(40, &circle, Repeat::Forever));
    }
    for game in [one, other] {
        let replay = game.replay().unwrap();
        replay.verify(&host()).unwrap();
        assert_eq!(seen(&played(&replay, replay.ticks)), seen(&game));
    }
}

#[test]
fn the_first_tick_that_differs_is_named() {
    let game = game(random(1));
    for turn in [1, 2, 1, 3, 3, 0] {
        game.change_direction(Direction::ALL[turn]).unwrap();
        game.tick().unwrap();
    }
    let replay = game.replay().unwrap();
    let message = |replay: &SnakeReplay| replay.verify(&host()).unwrap_err().to_string();
    for tick in 0..=6 {
        let mut broken = replay.clone();
        broken.digests[tick] ^= 1;
        assert!(message(&broken).starts_with(&format!("tick {tick}: the game differs")));
    }
    // Another turn, and all is different from the tick after it.
    let mut turned = replay.to_json().unwrap();
    assert!(turned.contains("\"0d 1l 1d 1r"), "{turned}");
    turned = turned.replace("\"0d 1l 1d 1r", "\"0d 1l 1d 1l");
    assert!(message(&SnakeReplay::from_json(&turned).unwrap()).starts_with("tick 4: "));
    // A command that the rules refuse.
    let refused = replay.to_json().unwrap().replace("\"0d 1l", "\"0d 0d");
    assert_eq!(message(&SnakeReplay::from_json(&refused).unwrap()), "tick 0: the command \"d\" is refused");
    let unknown = replay.to_json().unwrap().replace("\"0d 1l", "\"0d 1x");
    let unknown = SnakeReplay::from_json(&unknown).unwrap_err().to_string();
    assert_eq!(unknown, "commands: got \"x\" after tick 1, expected one there is");
}

/// A replay's text, with one piece of it changed.
fn changed(from: &str, to: &str) -> String {
    let game = game(random(1));
    game.change_direction(Direction::Down).unwrap();
    game.tick().unwrap();
    let text = game.replay().unwrap().to_json().unwrap();
    assert!(text.contains(from), "{from} is not in {text}");
    text.replace(from, to)
}

#[test]
fn what_is_no_replay_is_refused_by_what_is_wrong() {
    let nested = format!("\"version\": {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    for (from, to, expected) in [
        ("\"version\": 1", "\"version\": 2", "version: got 2, expected 1; a newer tickgrid has written it"),
        ("\"version\": 1", "\"version\": 0", "version: got 0, expected 1"),
        ("\"version\": 1", "\"version\": \"one\"", "invalid type"),
        ("\"version\": 1", &nested, "cannot be read"),
        ("\"version\": 1,", "", "missing field `version`"),
        ("\"ticks\"", "\"version\": 1, \"ticks\"", "duplicate field `version`"),
        ("\"ticks\"", "\"tocks\"", "unknown field `tocks`"),
        ("tickgrid replay", "another", "format: got \"another\""),
        ("\"game\": \"snake\"", "\"game\": \"chess\"", "game: got \"chess\", expected \"snake\""),
        ("\"ticks\": 1", "\"ticks\": 10000001", "ticks: got 10000001"),
        ("\"ticks\": 1", "\"ticks\": -1", "invalid value"),
        ("\"ticks\": 1", "\"ticks\": 2", "digests: got 4 bytes"),
        ("\"ticks\": 1", "\"ticks\": 1e400", "out of range"),
        ("\"0d\"", "\"2d\"", "commands: got one after tick 2"),
        ("\"0d\"", "\"d\"", "commands: got \"d\""),
        ("\"0d\"", "[[0, \"down\"]]", "invalid type"),
        ("\"digests\": \"", "\"digests\": \"!", "digests: "),
        ("\"width\":6", "\"width\":1000000000", "setup: grid: got 1000000000x5"),
        ("\"width\":6", "\"width\":2", "setup: grid: got 2x5"),
        ("\"width\":6", "\"width\":6.5", "invalid type"),
        ("[[2,1],[1,1],[0,1]]", "[[2,1],[1,1],[9,1]]", "setup: snake: got a start on (9,1)"),
        ("[[2,1],[1,1],[0,1]]", "[[2,1],[2,1]]", "setup: body: got (2,1) twice"),
        ("[[2,1],[1,1],[0,1]]", "[[2,1],[0,1]]", "setup: snake: got (0,1) behind (2,1)"),
        ("[[2,1],[1,1],[0,1]]", "[]", "setup: body: got no cells"),
        ("[[5,4]]", "[[5,5]]", "setup: obstacles: got (5,5)"),
        ("[[5,4]]", "{\"density\":0.5,\"seed\":1}", "setup: obstacles: got random ones"),
        ("\"food_value\":3", "\"food_value\":0", "setup: value: got 0"),
        ("\"seed\":1,\"drawn\":0", "\"seed\":-1,\"drawn\":0", "invalid value"),
        ("{\"constant\":0.15}", "{\"constant\":0}", "setup: seconds: got 0"),
        ("{\"constant\":0.15}", "{\"light\":1}", "unknown variant"),
    ] {
        let error = SnakeReplay::from_json(&changed(from, to)).unwrap_err();
        assert!(matches!(error, Error::Replay(_)));
        assert!(error.to_string().contains(expected), "{error} (expected {expected})");
    }
    for text in ["", "null", "[]", "{}", "\u{feff}{}", "{\"format\":\"tickgrid replay\""] {
        assert!(matches!(SnakeReplay::from_json(text), Err(Error::Replay(_))), "{text}");
    }
}

#[test]
fn a_file_of_the_largest_size_is_refused_without_much_memory() {
    // Lists that would take many times their text's size, if each item was kept as JSON.
    let cells = format!("[{}[0,0]]", "[0,0],".repeat(10_000_000));
    let error = SnakeReplay::from_json(&changed("[[5,4]]", &cells).replace("\"width\":6", "\"width\":1")).unwrap_err();
    assert!(error.to_string().contains("grid: got 1x5"), "{error}");
    assert!(SnakeReplay::from_json(&" ".repeat((64 << 20) + 1)).unwrap_err().to_string().contains("67108865 bytes"));
}

#[test]
fn every_golden_file_plays_back_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/snake/replays");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let replay = SnakeReplay::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        replay.verify(&host()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let again = played(&replay, replay.ticks).replay().unwrap();
        assert_eq!(again.to_json().unwrap(), text, "{}", path.display());
        assert_eq!(replay.to_json().unwrap(), text, "{}", path.display());
        names.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    names.sort();
    assert_eq!(names, ["episode", "food", "foreign", "hazards", "plain", "scripted", "shrink", "wrap"]);
}
