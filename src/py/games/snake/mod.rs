//! Snake's classes.

pub(in crate::py) mod commands;
pub(in crate::py) mod food;
pub(in crate::py) mod frame;
pub(in crate::py) mod game;
pub(in crate::py) mod golden;
pub(in crate::py) mod phases;
pub(in crate::py) mod replay;
pub(in crate::py) mod snake;
pub(in crate::py) mod speed;
pub(in crate::py) mod text_renderer;

mod config;
mod copies;
