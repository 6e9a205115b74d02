#![doc = include_str!("../README.md")]

pub mod batch;
pub mod bots;
pub mod core;
pub mod games;
pub mod live;
pub mod paths;
pub mod render;
pub mod replay;
pub mod session;

#[cfg(feature = "python")]
mod py;
