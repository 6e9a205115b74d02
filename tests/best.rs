//! What the bot `Best` promises, over many seeds on small boards. How few steps it takes is measured by `benches/best.rs`.

mod watched;

use tickgrid::bots::{Best, Bot, Games, Outcome, Shortcut, evaluate, safe_moves, standard};
use tickgrid::core::{Direction, Game as _, Grid, Point, Rng};
use tickgrid::games::snake::{Config, Episode, Food, Obstacles, Plan, Snake, Start, World};

use watched::Watched;

/// No move is fatal while there is another.
fn is_safe(name: &str, world: &World, choice: Direction) {
    let safe = safe_moves(world);
    assert!(safe.contains(&choice) || safe.is_empty(), "{name}: {choice} is fatal, {safe:?} are not");
}

fn play<B: Bot + 'static>(config: &Config, count: u64, make: impl Fn() -> B + Sync) -> Vec<Outcome> {
    let rules = Episode::rules(config).unwrap();
    let make = |_| Box::new(Watched(make(), is_safe)) as Box<dyn Bot>;
    evaluate(&make, &rules, Games { count, seed: 11_000, threads: Some(2) }, |_| Ok(())).unwrap()
}

fn assert_all_filled(config: &Config, count: u64) {
    for (number, outcome) in play(config, count, Best::default).iter().enumerate() {
        assert!(outcome.filled(), "{}x{}, game {number}: {outcome:?}", config.width, config.height);
    }
}

#[expect(clippy::cast_precision_loss, reason = "some games")]
fn mean_steps(outcomes: &[Outcome]) -> f64 {
    assert!(outcomes.iter().all(Outcome::filled));
    outcomes.iter().map(|outcome| outcome.steps).sum::<u64>() as f64 / outcomes.len() as f64
}

#[test]
fn it_fills_every_board_of_even_sides() {
    let small = [(4, 4, 7_500), (4, 6, 1_200), (6, 4, 1_000), (6, 6, 300), (8, 4, 100), (4, 10, 50)];
    for (width, height, games) in small.into_iter().chain([(8, 8, 15), (10, 10, 2)]) {
        assert_all_filled(&standard(width, height), games);
    }
}

#[test]
fn it_fills_from_longer_starts_and_with_more_food() {
    for (length, start, food_count) in
        [(3, Start::Random, 1), (3, Start::Center, 1), (1, Start::Random, 3), (2, Start::Center, 12)]
    {
        for (width, height) in [(4, 4), (6, 4), (6, 6)] {
            let config = Config { length, start: start.clone(), food_count, ..standard(width, height) };
            if start == Start::Random || width / 2 + 1 >= length {
                assert_all_filled(&config, 150);
            }
        }
    }
}

#[test]
fn it_takes_fewer_steps_than_the_best_published_player() {
    for (side, published, games) in [(6, 189.8, 250), (8, 494.3, 25)] {
        let mean = mean_steps(&play(&standard(side, side), games, Best::default));
        assert!(mean < published, "{side}x{side}: {mean} steps, published {published}");
    }
}

#[test]
fn other_boards_are_played_as_shortcut_plays_them() {
    let block = Obstacles::Cells([(0, 0), (1, 0), (0, 1), (1, 1)].map(Point::from).to_vec());
    let blocked = Config { obstacles: block, ..standard(6, 6) };
    for config in [standard(5, 5), standard(5, 4), standard(4, 7), blocked] {
        let steps = |outcomes: Vec<Outcome>| outcomes.iter().map(|outcome| outcome.steps).collect::<Vec<_>>();
        let (best, shortcut) = (play(&config, 40, Best::default), play(&config, 40, Shortcut::default));
        assert!(best.iter().all(Outcome::filled));
        assert_eq!(steps(best), steps(shortcut));
    }
    // A board of one colour more than the other, by more than one, cannot be filled; the bot says so when it begins.
    let corners = Obstacles::Cells([(1, 0), (3, 0), (1, 2)].map(Point::from).to_vec());
    let rules = Episode::rules(&Config { obstacles: corners, ..standard(4, 4) }).unwrap();
    let error = Best::default().begin(Episode::new(&rules, &mut Rng::new(0)).world()).unwrap_err().to_string();
    assert!(error.starts_with("obstacles: got "), "{error}");
}

/// Food on a free cell that has none.
fn draw_food(world: &World, rng: &mut Rng) -> Option<Food> {
    let has_food = |point| world.foods().iter().any(|food| food.position == point);
    let points = world.free().iter().map(|cell| world.grid().point(cell)).filter(|&point| !has_food(point));
    let points: Vec<Point> = points.collect();
    let choices = u32::try_from(points.len()).unwrap();
    (choices > 0).then(|| Food::new(points[rng.below(choices) as usize], 1).unwrap())
}

/// The food is taken away, moved, or doubled while the snake is on its way.
#[test]
fn it_lives_while_others_play_with_the_food() {
    for seed in 0..60 {
        let (mut rng, grid) = (Rng::new(seed), Grid::new(6, 6).unwrap());
        let snake = Snake::new([grid.point(rng.below(36))]).unwrap();
        let mut world = World::new(grid, &snake, Direction::from_bits(rng.below(4).into())).unwrap();
        let mut bot = Watched(Best::default(), is_safe);
        bot.begin(&world).unwrap();
        for _ in 0..3_000 {
            if world.foods().is_empty() || rng.below(8) == 0 {
                let Some(food) = draw_food(&world, &mut rng) else { break };
                match rng.below(4) {
                    0 => world.place(None).unwrap(),
                    1 => world.add_food(food).unwrap(),
                    _ => world.place(Some(food)).unwrap(),
                }
            }
            let direction = bot.choose(&world).unwrap();
            let plan = world.plan(direction);
            assert!(!matches!(plan, Plan::Crash(_)), "{seed}: {} cells", world.body().len());
            world.commit(direction, plan);
        }
        assert!(world.body().len() >= 35, "{seed}: {} cells", world.body().len());
    }
}

/// A snake that lies anyhow, on a board on which the bot has not begun.
#[test]
fn it_takes_over_in_any_position() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let grid = Grid::new(4 + rng.below(4), 6).unwrap();
        let mut body = vec![grid.point(rng.below(24))];
        for _ in 0..rng.below(12) {
            let next = body[body.len() - 1].checked_step(Direction::from_bits(rng.below(4).into()));
            body.extend(next.filter(|&next| grid.contains(next) && !body.contains(&next)));
        }
        let heading = Direction::from_bits(rng.below(4).into());
        let mut world = World::new(grid, &Snake::new(body).unwrap(), heading).unwrap();
        let mut bot = Watched(Best::default(), is_safe);
        for _ in 0..500 {
            if world.foods().is_empty() {
                let Some(food) = draw_food(&world, &mut rng) else { break };
                world.place(Some(food)).unwrap();
            }
            if safe_moves(&world).is_empty() {
                break;
            }
            let direction = bot.choose(&world).unwrap();
            let plan = world.plan(direction);
            world.commit(direction, plan);
        }
    }
}

#[test]
fn the_same_game_whatever_was_played_before() {
    let rules = Episode::rules(&standard(8, 6)).unwrap();
    let game = |bot: &mut Best, seed| {
        let mut rng = Rng::new(seed);
        let mut episode = Episode::new(&rules, &mut rng);
        bot.begin(episode.world()).unwrap();
        let mut moves = Vec::new();
        loop {
            let direction = bot.choose(episode.world()).unwrap();
            moves.push(direction);
            if episode.step(&[direction as u32], &mut rng, &mut [0.0]).unwrap() != tickgrid::core::Status::Ongoing {
                return moves;
            }
        }
    };
    let mut used = Best::default();
    for seed in 0..20 {
        assert_eq!(game(&mut used, seed), game(&mut Best::default(), seed));
    }
}
