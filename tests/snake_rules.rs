//! Snake's rules: the fast world against a naive one, and what must hold in every position.

use std::collections::HashSet;

use proptest::prelude::*;
use tickgrid::core::{Direction, Edges, Grid, Hazard, Motion, Point};
use tickgrid::games::snake::{Diet, EndReason, Food, Plan, Snake, World};
use tickgrid::render;

/// The rules as one would write them down: lists, scans, and nothing remembered.
struct Naive {
    width: i32,
    height: i32,
    wraps: bool,
    obstacles: Vec<Point>,
    /// The rounds of obstacles that move, and their ticks a cell.
    movers: Vec<(Vec<Point>, usize)>,
    /// Ticks from one closing of a ring to the next, and how many close.
    shrink: Option<(usize, i32)>,
    growth: u32,
    lifetime: Option<usize>,
    ticks: usize,
    pending: u32,
    body: Vec<Point>,
    /// Where food lies, and since which tick.
    foods: Vec<(Point, usize)>,
}

impl Naive {
    fn plain(width: i32, height: i32, obstacles: Vec<Point>, start: Point) -> Self {
        Self {
            width,
            height,
            wraps: false,
            obstacles,
            movers: Vec::new(),
            shrink: None,
            growth: 1,
            lifetime: None,
            ticks: 0,
            pending: 0,
            body: vec![start],
            foods: Vec::new(),
        }
    }

    fn target(&self, direction: Direction) -> Point {
        let (dx, dy) = direction.delta();
        let (x, y) = (self.body[0].x + dx, self.body[0].y + dy);
        if self.wraps {
            Point::new((x + self.width) % self.width, (y + self.height) % self.height)
        } else {
            (x, y).into()
        }
    }

    fn is_shut(&self, point: Point, ticks: usize) -> bool {
        let ring = point.x.min(point.y).min(self.width - 1 - point.x).min(self.height - 1 - point.y);
        self.shrink.is_some_and(|(every, rings)| ring < rings.min(i32::try_from(ticks / every).unwrap()))
    }

    fn is_hazard(&self, point: Point, ticks: usize) -> bool {
        let moves_there = |(round, every): &(Vec<Point>, usize)| round[ticks / every % round.len()] == point;
        self.is_shut(point, ticks) || self.movers.iter().any(moves_there)
    }

    fn plan(&self, direction: Direction) -> Result<bool, EndReason> {
        if self.is_hazard(self.body[0], self.ticks + 1) {
            return Err(EndReason::Hazard);
        }
        let target = self.target(direction);
        if target.x < 0 || target.y < 0 || target.x >= self.width || target.y >= self.height {
            return Err(EndReason::Wall);
        }
        if self.obstacles.contains(&target) {
            return Err(EndReason::Obstacle);
        }
        if self.is_hazard(target, self.ticks + 1) {
            return Err(EndReason::Hazard);
        }
        let eats = self.foods.iter().any(|(food, _)| *food == target);
        let grows = self.pending > 0 || eats && self.growth > 0;
        let stays = if grows { &self.body[..] } else { &self.body[..self.body.len() - 1] };
        if stays.contains(&target) { Err(EndReason::Itself) } else { Ok(eats) }
    }

    fn step(&mut self, direction: Direction) {
        let (plan, target) = (self.plan(direction), self.target(direction));
        self.ticks += 1;
        let mut foods = std::mem::take(&mut self.foods);
        foods.retain(|(food, _)| !self.is_shut(*food, self.ticks));
        if let Ok(eats) = plan {
            foods.retain(|(food, _)| *food != target);
            self.pending += if eats { self.growth } else { 0 };
            self.body.insert(0, target);
            if self.pending > 0 {
                self.pending -= 1;
            } else {
                self.body.pop();
            }
            foods.retain(|(_, laid)| self.lifetime.is_none_or(|lifetime| self.ticks - laid < lifetime));
        }
        self.foods = foods;
    }

    fn free(&self) -> Vec<Point> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| Point::new(x, y)));
        let is_free = |point: &Point| {
            !self.obstacles.contains(point) && !self.body.contains(point) && !self.is_hazard(*point, self.ticks)
        };
        all.filter(is_free).collect()
    }

    /// What kills next on a cell.
    fn is_deadly(&self, point: Point) -> bool {
        let eats = self.foods.iter().any(|(food, _)| *food == point);
        let grows = self.pending > 0 || eats && self.growth > 0;
        let stays = if grows { &self.body[..] } else { &self.body[..self.body.len() - 1] };
        self.obstacles.contains(&point) || self.is_hazard(point, self.ticks + 1) || stays.contains(&point)
    }

    /// The board as text.
    fn board(&self) -> String {
        let glyph = |point: Point| match point {
            point if self.obstacles.contains(&point) => '#',
            point if point == self.body[0] => 'O',
            point if self.is_hazard(point, self.ticks) => 'X',
            point if self.body.contains(&point) => 'o',
            point if self.foods.iter().any(|(food, _)| *food == point) => '*',
            _ => '.',
        };
        let row = |y| (0..self.width).map(|x| glyph(Point::new(x, y))).collect::<String>();
        (0..self.height).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// A board, a few obstacles, a start that is not one of them, and what to do: a move and a choice for food each.
fn games() -> impl Strategy<Value = (u32, u32, Vec<usize>, usize, Vec<(usize, usize)>)> {
    let script = prop::collection::vec((0..4_usize, any::<prop::sample::Index>()), 1..300);
    (3..12_u32, 3..12_u32).prop_flat_map(move |(width, height)| {
        let area = (width * height) as usize;
        let script = script.clone().prop_map(move |steps| steps.iter().map(|(d, i)| (*d, i.index(1 << 20))).collect());
        (Just(width), Just(height), prop::collection::vec(0..area, 0..area / 3), 0..area, script)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_fast_world_is_the_naive_one((width, height, obstacles, start, script) in games()) {
        let area = (width * height) as usize;
        let point = |cell: usize| {
            let cell = i32::try_from(cell % area).unwrap();
            Point::new(cell % width.cast_signed(), cell / width.cast_signed())
        };
        let obstacles: Vec<Point> = obstacles.into_iter().map(point).collect();
        let start = point(start);
        prop_assume!(!obstacles.contains(&start));
        let grid = Grid::with_obstacles(width, height, obstacles.iter().copied()).unwrap();
        let mut fast = World::new(grid, &Snake::new([start]).unwrap(), Direction::Right).unwrap();
        let (width, height) = (width.cast_signed(), height.cast_signed());
        let mut slow = Naive::plain(width, height, obstacles, start);

        for (wish, choice) in script {
            // Prefer a move that survives, so that snakes grow long.
            let moves = (0..4).map(|turn| Direction::ALL[(wish + turn) % 4]);
            let direction = moves.clone().find(|&d| slow.plan(d).is_ok()).unwrap_or(Direction::ALL[wish]);
            for tried in Direction::ALL {
                let naive = match slow.plan(tried) {
                    Err(reason) => Plan::Crash(reason),
                    Ok(false) => Plan::Move,
                    Ok(true) => Plan::Eat(fast.food().unwrap()),
                };
                prop_assert_eq!(fast.plan(tried), naive);
            }
            let before = format!("{:?}", fast.body());
            fast.commit(direction, fast.plan(direction));
            prop_assert_eq!(fast.direction(), direction);
            let crashes = slow.plan(direction).is_err();
            slow.step(direction);
            if crashes {
                prop_assert_eq!(format!("{:?}", fast.body()), before);
                break;
            }

            let body: Vec<Point> = fast.points().collect();
            prop_assert_eq!(&body, &slow.body);
            prop_assert_eq!(body.iter().collect::<HashSet<_>>().len(), body.len());
            let free: Vec<Point> = fast.free().iter().map(|cell| fast.grid().point(cell)).collect();
            prop_assert_eq!(&free, &slow.free());
            prop_assert_eq!(fast.free().len() + body.len() + fast.grid().obstacles().len(), area);
            if slow.foods.is_empty() && !free.is_empty() {
                let food = free[choice % free.len()];
                fast.place(Some(Food::new(food, 1).unwrap())).unwrap();
                slow.foods.push((food, 0));
            }
            prop_assert_eq!(fast.food().map(|food| food.position), slow.foods.first().map(|food| food.0));
        }
    }

    #[test]
    fn a_world_with_variants_is_the_naive_one(
        (width, height, obstacles, start, script) in games(),
        (wraps, growth, lifetime, count) in (any::<bool>(), 0..4_u32, prop::option::of(1..15_u32), 1..4_usize),
        paths in prop::collection::vec((any::<prop::sample::Index>(), prop::collection::vec(0..5_usize, 0..9), 1..4_u32), 0..4),
        shrink in prop::option::of((1..40_u32, 1..4_u32)),
    ) {
        let area = (width * height) as usize;
        let (wide, high) = (width.cast_signed(), height.cast_signed());
        let point = |cell: usize| {
            let cell = i32::try_from(cell % area).unwrap();
            Point::new(cell % wide, cell / wide)
        };
        let obstacles: Vec<Point> = obstacles.into_iter().take(area / 8).map(point).collect();
        let start = point(start);
        prop_assume!(!obstacles.contains(&start));
        let mut slow = Naive::plain(wide, high, obstacles.clone(), start);
        (slow.wraps, slow.growth, slow.lifetime) = (wraps, growth, lifetime.map(|ticks| ticks as usize));
        let mut hazards = Vec::new();
        for (cell, way, every) in paths {
            // A path that goes where it can, and the same way back.
            let mut cells = vec![point(cell.index(area))];
            for step in way {
                slow.body = vec![cells[cells.len() - 1]];
                let there = if step == 4 { slow.body[0] } else { slow.target(Direction::ALL[step]) };
                let inside = (0..wide).contains(&there.x) && (0..high).contains(&there.y);
                if inside && !obstacles.contains(&there) {
                    cells.push(there);
                }
            }
            slow.body = vec![start];
            if obstacles.contains(&cells[0]) || cells[0] == start {
                continue;
            }
            let back: Vec<Point> = cells.iter().rev().skip(1).take(cells.len().saturating_sub(2)).copied().collect();
            slow.movers.push((cells.iter().copied().chain(back).collect(), every as usize));
            hazards.push(Hazard::Path { cells, motion: Motion::Bounce, every });
        }
        if let Some((every, least)) = shrink {
            let least = least.min(width.min(height));
            slow.shrink = Some((every as usize, (wide.min(high) - least.cast_signed()) / 2));
            hazards.push(Hazard::Shrink { every, least });
        }
        let edges = if wraps { Edges::Wrap } else { Edges::Walls };
        let grid = Grid::with_obstacles(width, height, obstacles).unwrap().with_edges(edges);
        let grid = grid.with_hazards(hazards).unwrap();
        let diet = Diet { growth, lifetime, ..Diet::default() };
        let mut fast = World::with_diet(grid, &Snake::new([start]).unwrap(), Direction::Right, &diet).unwrap();

        for (wish, choice) in script {
            let moves = (0..4).map(|turn| Direction::ALL[(wish + turn) % 4]);
            let direction = moves.clone().find(|&d| slow.plan(d).is_ok()).unwrap_or(Direction::ALL[wish]);
            for tried in Direction::ALL {
                let food = fast.foods().iter().copied().find(|food| food.position == slow.target(tried));
                let naive = match slow.plan(tried) {
                    Err(reason) => Plan::Crash(reason),
                    Ok(false) => Plan::Move,
                    Ok(true) => Plan::Eat(food.unwrap()),
                };
                prop_assert_eq!(fast.plan(tried), naive);
            }
            for cell in 0..width * height {
                prop_assert_eq!(fast.is_deadly_next(cell), slow.is_deadly(fast.grid().point(cell)));
            }
            let crashes = slow.plan(direction).is_err();
            fast.commit(direction, fast.plan(direction));
            slow.step(direction);
            prop_assert!(fast.points().eq(slow.body.iter().copied()));
            prop_assert_eq!(render::text(&fast.scene()), slow.board());
            let lying: Vec<Point> = fast.foods().iter().map(|food| food.position).collect();
            prop_assert_eq!(&lying, &slow.foods.iter().map(|food| food.0).collect::<Vec<_>>());
            let free: Vec<Point> = fast.free().iter().map(|cell| fast.grid().point(cell)).collect();
            prop_assert_eq!(&free, &slow.free());
            if crashes {
                break;
            }
            let open: Vec<Point> = free.into_iter().filter(|point| !lying.contains(point)).collect();
            prop_assert!(fast.open().iter().map(|cell| fast.grid().point(cell)).eq(open.iter().copied()));
            if lying.len() < count && !open.is_empty() {
                let food = open[choice % open.len()];
                fast.add_food(Food::new(food, 1).unwrap()).unwrap();
                slow.foods.push((food, slow.ticks));
            }
        }
    }

    #[test]
    fn food_is_refused_wherever_a_cell_is_not_free(x in -2..6_i32, y in -2..6_i32) {
        let grid = Grid::with_obstacles(4, 4, [Point::new(3, 3)]).unwrap();
        let snake = Snake::new([(1, 1), (1, 2)].map(Point::from)).unwrap();
        let mut world = World::new(grid, &snake, Direction::Up).unwrap();
        let point = Point::new(x, y);
        let free = world.grid().cell(point).is_some_and(|cell| world.free().contains(cell));
        let placed = world.place(Some(Food::new(point, 5).unwrap()));
        prop_assert_eq!(placed.is_ok(), free);
        prop_assert_eq!(world.food().is_some(), free);
    }
}

#[test]
fn a_snake_must_lie_on_free_neighbouring_cells() {
    let grid = Grid::with_obstacles(5, 5, [Point::new(2, 2)]).unwrap();
    let made = |cells: &[(i32, i32)]| {
        let snake = Snake::new(cells.iter().copied().map(Point::from)).unwrap();
        World::new(grid.clone(), &snake, Direction::Right).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(made(&[(0, 0), (0, 1), (1, 1)]), Ok(()));
    assert!(made(&[(1, 2), (2, 2)]).unwrap_err().contains("(2,2)"));
    assert!(made(&[(0, 0), (-1, 0)]).unwrap_err().contains("(-1,0)"));
    assert!(made(&[(0, 0), (1, 1)]).unwrap_err().contains("(1,1) behind (0,0)"));
    assert!(made(&[(0, 0), (2, 0)]).is_err());
}
