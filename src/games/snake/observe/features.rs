//! A few numbers that say much, for small networks and tables.

use crate::core::{Direction, Edges, Point};
use crate::games::snake::rules::Rules;
use crate::games::snake::world::{Plan, World};

/// How many there are.
pub(super) const COUNT: usize = 12;

/// | | |
/// |---|---|
/// | 0 to 3 | 1 for the direction the snake faces: up, down, left, right |
/// | 4 to 7 | 1 for an action (up, down, left, right) after which it would be dead; a reversal goes straight on |
/// | 8, 9 | the nearest food: columns to the right and rows down, as shares of the longest way there is; across an edge if the board wraps around and that is nearer |
/// | 10 | its length, as a share of the cells it can fill |
/// | 11 | steps since the last food, as a share of the limit; 0 without one |
#[expect(clippy::cast_precision_loss, reason = "boards have at most 2^24 cells")]
pub(super) fn features(world: &World, hungry: u32, rules: &Rules, out: &mut [f32]) {
    let head = world.head();
    for (number, direction) in Direction::ALL.into_iter().enumerate() {
        out[number] = f32::from(u8::from(world.direction() == direction));
        let heading = world.direction();
        let meant = if direction.reverses(heading) { heading } else { direction };
        out[4 + number] = f32::from(u8::from(matches!(world.plan(meant), Plan::Crash(_))));
    }
    let grid = world.grid();
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    // On a board that wraps around: the shorter way, of two equal ones that to the right and down.
    let shorter = |way: i32, around: i32| (way + (around - 1) / 2).rem_euclid(around) - (around - 1) / 2;
    let way = |to: Point| match (to.x - head.x, to.y - head.y, grid.edges()) {
        (dx, dy, Edges::Walls) => (dx, dy),
        (dx, dy, Edges::Wrap) => (shorter(dx, width), shorter(dy, height)),
    };
    let longest = |around: i32| if grid.edges() == Edges::Wrap { around / 2 } else { around - 1 };
    let ways = world.foods().iter().map(|food| way(food.position));
    let (dx, dy) = ways.min_by_key(|&(dx, dy)| (dx.abs() + dy.abs(), dy, dx)).unwrap_or((0, 0));
    out[8] = dx as f32 / longest(width) as f32;
    out[9] = dy as f32 / longest(height) as f32;
    out[10] = world.body().len() as f32 / (grid.area() - grid.obstacles().len()) as f32;
    out[11] = rules.config.starvation.map_or(0.0, |limit| hungry as f32 / limit as f32);
}
