//! Snake as people hold it: the rules, made safe to share, with an input buffer and strategies.

mod command;
mod food;
mod frame;
mod game;
mod golden;
mod recording;
mod replay;
mod run;
mod speed;
mod state;
mod text_renderer;
mod tick;
mod turns;

pub use command::Command;
pub use food::{FoodSpawner, RandomFoodSpawner, RecordedFoodSpawner, ScriptedFoodSpawner, Source};
pub use frame::{Board, Frame, TickResult};
pub use game::{SnakeGame, Strategies};
pub use golden::{Coin, GoldenFoodSpawner};
pub use replay::{Origin, Player, SnakeReplay};
pub use run::Repeat;
pub use speed::{AcceleratingSpeed, ConstantSpeed, Pace, SpeedPolicy};
pub use state::{Record, State};
pub use text_renderer::TextRenderer;
pub use turns::MAX_BUFFERED_INPUTS;
