//! Snake's rules: the fast world against a naive one, and what must hold in every position.

use std::collections::HashSet;

use proptest::prelude::*;
use tickgrid::core::{Direction, Grid, Point};
use tickgrid::games::snake::{EndReason, Food, Plan, Snake, World};

/// The rules as one would write them down: lists, scans, and nothing remembered.
struct Naive {
    width: i32,
    height: i32,
    obstacles: Vec<Point>,
    body: Vec<Point>,
    food: Option<Point>,
}

impl Naive {
    fn plan(&self, direction: Direction) -> Result<bool, EndReason> {
        let (dx, dy) = direction.delta();
        let target = Point::new(self.body[0].x + dx, self.body[0].y + dy);
        if target.x < 0 || target.y < 0 || target.x >= self.width || target.y >= self.height {
            return Err(EndReason::Wall);
        }
        if self.obstacles.contains(&target) {
            return Err(EndReason::Obstacle);
        }
        let grows = self.food == Some(target);
        let stays = if grows { &self.body[..] } else { &self.body[..self.body.len() - 1] };
        if stays.contains(&target) { Err(EndReason::Itself) } else { Ok(grows) }
    }

    fn step(&mut self, direction: Direction, grows: bool) {
        let (dx, dy) = direction.delta();
        self.body.insert(0, Point::new(self.body[0].x + dx, self.body[0].y + dy));
        if grows {
            self.food = None;
        } else {
            self.body.pop();
        }
    }

    fn free(&self) -> Vec<Point> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| Point::new(x, y)));
        all.filter(|point| !self.obstacles.contains(point) && !self.body.contains(point)).collect()
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
        let mut slow = Naive { width, height, obstacles, body: vec![start], food: None };

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
            let Ok(grows) = slow.plan(direction) else {
                prop_assert_eq!(format!("{:?}", fast.body()), before);
                break;
            };
            slow.step(direction, grows);

            let body: Vec<Point> = fast.points().collect();
            prop_assert_eq!(&body, &slow.body);
            prop_assert_eq!(body.iter().collect::<HashSet<_>>().len(), body.len());
            let free: Vec<Point> = fast.free().iter().map(|cell| fast.grid().point(cell)).collect();
            prop_assert_eq!(&free, &slow.free());
            prop_assert_eq!(fast.free().len() + body.len() + fast.grid().obstacles().len(), area);
            if slow.food.is_none() && !free.is_empty() {
                let food = free[choice % free.len()];
                fast.place(Some(Food::new(food, 1).unwrap())).unwrap();
                slow.food = Some(food);
            }
            prop_assert_eq!(fast.food().map(|food| food.position), slow.food);
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
