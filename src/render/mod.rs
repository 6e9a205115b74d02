//! Pictures: a [`Scene`](crate::core::Scene) as text. A drawing routine knows no game.

mod text;

pub use text::text;
