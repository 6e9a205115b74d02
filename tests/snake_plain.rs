//! Games without variants play as they did before there were any: digests that were taken then.
//!
//! `tests/data/snake/plain.json` holds configurations, each with the digest of what 600 steps show: records, observations,
//! rewards, masks and scenes; and digests of live games, by their frames and results.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use tickgrid::core::{Direction, Dtype, Game, Grid, Observation, Point, Rng, Status};
use tickgrid::games::snake::{Config, Episode, Snake};
use tickgrid::live::snake::{RandomFoodSpawner, ScriptedFoodSpawner, SnakeGame, State, Strategies};
use tickgrid::render;

/// FNV-1a of 64 bits.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[derive(Deserialize)]
struct Plain {
    episodes: Vec<PlainEpisode>,
    live: Vec<String>,
}

#[derive(Deserialize)]
struct PlainEpisode {
    config: serde_json::Value,
    digest: String,
}

fn plain() -> Plain {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/snake/plain.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn of_episodes(config: &Config) -> String {
    let rules = Episode::rules(config).unwrap();
    let spec = Episode::spec(&rules);
    let (mut rng, mut player, mut digest) = (Rng::new(11), Rng::new(12), Digest::new());
    let mut game = Episode::new(&rules, &mut rng);
    let (mut bytes, mut floats) = (vec![0; spec.size()], vec![0.0; spec.size()]);
    for _ in 0..600 {
        if game.status() != Status::Ongoing {
            game.restart(&mut rng);
        }
        let mut mask = vec![false; spec.actions as usize];
        game.mask(0, &mut mask);
        let choices: Vec<u32> = (0..spec.actions).filter(|&action| mask[action as usize]).collect();
        let action = choices[player.below(u32::try_from(choices.len()).unwrap()) as usize];
        let mut rewards = [0.0];
        game.step(&[action], &mut rng, &mut rewards).unwrap();
        match spec.dtype {
            Dtype::U8 => {
                game.observe(0, Observation::U8(&mut bytes));
                digest.add(&bytes);
            }
            Dtype::F32 => {
                game.observe(0, Observation::F32(&mut floats));
                for value in &floats {
                    digest.add(&value.to_le_bytes());
                }
            }
        }
        digest.add(serde_json::to_string(&game.record()).unwrap().as_bytes());
        digest.add(&rewards[0].to_le_bytes());
        digest.add(&mask.iter().map(|&flag| u8::from(flag)).collect::<Vec<u8>>());
        digest.add(render::text(&game.scene()).as_bytes());
    }
    digest.text()
}

/// Games of random turns, one after the other.
fn of_live_games(width: u32, height: u32, scripted: bool) -> String {
    let (mut player, mut digest) = (Rng::new(21), Digest::new());
    for seed in 0..40 {
        let strategies = if scripted {
            let cell = |number: u32| Point::new((number % width).cast_signed(), (number / width).cast_signed());
            let mut stream = Rng::new(seed);
            let cells: Vec<Point> = (0..20).map(|_| cell(stream.below(width * height))).collect();
            Strategies::new(ScriptedFoodSpawner::new(cells, 3).unwrap())
        } else {
            Strategies::new(RandomFoodSpawner::new(seed, 2).unwrap())
        };
        let grid = Grid::with_obstacles(width, height, [Point::new(0, 0)]).unwrap();
        let snake = Snake::new([(2, 1), (1, 1), (0, 1)].map(Point::from)).unwrap();
        let game = SnakeGame::new(grid, &snake, Direction::Right, strategies).unwrap();
        for _ in 0..200 {
            let taken = game.change_direction(Direction::ALL[player.below(4) as usize]).unwrap();
            let result = game.tick().unwrap();
            digest.add(format!("{taken} {result:?} {:?}", game.read(|state| state.world().food())).as_bytes());
            digest.add(render::text(&game.scene()).as_bytes());
            if result.reason.is_some() {
                break;
            }
        }
        digest.add(format!("{:?}", game.read(State::last_result)).as_bytes());
    }
    digest.text()
}

#[test]
fn episodes_are_what_they_were() {
    for PlainEpisode { config, digest } in plain().episodes {
        let found = of_episodes(&serde_json::from_value(config.clone()).unwrap());
        assert_eq!(found, digest, "{config}");
    }
}

#[test]
fn live_games_are_what_they_were() {
    let found = [(6, 5, false), (4, 3, false), (6, 5, true), (4, 3, true)];
    assert_eq!(found.map(|(width, height, scripted)| of_live_games(width, height, scripted)).to_vec(), plain().live);
}
