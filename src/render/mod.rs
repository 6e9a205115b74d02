//! Pictures: a [`Scene`](crate::core::Scene) as text, as pixels and as SVG, and scenes as a moving picture. A drawing
//! routine knows no game.

mod gif;
mod rgb;
mod svg;
mod text;

pub use gif::Gif;
pub use rgb::rgb;
pub use svg::svg;
pub use text::text;
