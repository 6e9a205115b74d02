//! What a player sees. Every element of the caller's memory is written.
//!
//! | view | type | shape | values |
//! |---|---|---|---|
//! | cells | u8 | (H, W) | the numbers of [`tiles`](super::tiles), 0 to 5, or to 6 where there are hazards |
//! | planes | u8 | (6, H, W) | 0 or 255; the sixth falls from 255 at the head to 1 at the tail; hazards have a seventh |
//! | egocentric | u8 | (V, V) | as cells, around the head, which faces up; beyond the board it is obstacles, or the board again where it wraps around |
//! | egocentric_planes | u8 | (6, V, V) | the same window as planes, six or seven |
//! | features | f32 | (12,) | -1 to 1, see `features` |
//! | rgb | u8 | (H, W, 3) | a pixel a cell |

mod cells;
mod egocentric;
mod features;
mod planes;

use self::planes::MARKS;
use super::config::View;
use super::picture::Picture;
use super::rules::Rules;
use super::tiles::{HAZARD, HEAD};
use super::world::World;
use crate::core::Observation;

/// The shape of an observation, and the greatest value in it.
pub(super) fn shape(rules: &Rules) -> (Vec<usize>, f32) {
    let (height, width, view) = (rules.grid.height() as usize, rules.grid.width() as usize, rules.view as usize);
    let hazards = usize::from(rules.grid.hazards().is_some());
    let (planes, highest) = (MARKS + 1 + hazards, f32::from(if hazards == 0 { HEAD } else { HAZARD }));
    match rules.config.observation {
        View::Cells => (vec![height, width], highest),
        View::Planes => (vec![planes, height, width], 255.0),
        View::Egocentric => (vec![view, view], highest),
        View::EgocentricPlanes => (vec![planes, view, view], 255.0),
        View::Features => (vec![features::COUNT], 1.0),
        View::Rgb => (vec![height, width, 3], 255.0),
    }
}

/// Writes what the player sees.
///
/// # Panics
/// If the memory is not of the shape and type that the rules say.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the commonest view is one copy, less than a call")]
pub(super) fn observe(rules: &Rules, world: &World, picture: &Picture, hungry: u32, out: Observation<'_>) {
    match (rules.config.observation, out) {
        (View::Cells, Observation::U8(out)) => out.copy_from_slice(picture.tiles()),
        (_, out) => observe_otherwise(rules, world, picture, hungry, out),
    }
}

#[inline(never)]
fn observe_otherwise(rules: &Rules, world: &World, picture: &Picture, hungry: u32, out: Observation<'_>) {
    match (rules.config.observation, out) {
        (View::Rgb, Observation::U8(out)) => cells::rgb(picture.tiles(), out),
        (View::Planes, Observation::U8(out)) => planes::planes(world, picture.tiles(), out),
        (View::Egocentric, Observation::U8(out)) => egocentric::cells(rules, world, picture, out),
        (View::EgocentricPlanes, Observation::U8(out)) => egocentric::planes(rules, world, picture, out),
        (View::Features, Observation::F32(out)) => features::features(world, hungry, rules, out),
        (view, _) => panic!("the memory of {view} is of the wrong type"),
    }
}
