//! Pictures: a [`Scene`](crate::core::Scene) as text and as pixels. A drawing routine knows no game.

mod rgb;
mod text;

pub use rgb::rgb;
pub use text::text;
