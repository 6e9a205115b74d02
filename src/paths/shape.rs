//! A snake as its head sees it: which cells around it are blocked, and for how long.
//!
//! Only that decides about the moves to come. So a cell that the head cannot reach before it is free again is left out:
//! no path is allowed or forbidden because of it. What is left is the same for many snakes, also of different length.

use super::problem::{MOVES, Offset};
use super::symmetry::Symmetry;

/// A cell of the body: no move from the next to the `life`-th may enter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocker {
    pub(super) life: u32,
    pub(super) row: i32,
    pub(super) column: i32,
}

/// Lives and distances are below this, so that a blocker fits a word.
pub(super) const LONGEST: usize = 1 << 20;
/// The search for reachable cells looks this many moves ahead; what lies beyond is kept.
const HORIZON: u32 = 48;
/// No wall.
pub(super) const OPEN: u32 = u32::MAX;

impl Blocker {
    /// As a word, by which blockers are sorted: the longest life first.
    pub(super) fn word(self) -> u64 {
        const BIAS: i64 = 1 << 20;
        let place = |number: i32| (i64::from(number) + BIAS).cast_unsigned();
        u64::from(!self.life & 0x1f_ffff) << 42 | place(self.row) << 21 | place(self.column)
    }

    pub(super) fn from_word(word: u64) -> Self {
        let field = |shift: u32| (word >> shift & 0x1f_ffff) as u32;
        let place = |number: u32| number.cast_signed() - (1 << 20);
        Self { life: !field(42) & 0x1f_ffff, row: place(field(21)), column: place(field(0)) }
    }

    /// How many moves away it is at least.
    fn distance(self) -> u32 {
        self.row.unsigned_abs() + self.column.unsigned_abs()
    }

    pub(super) fn turned(self, symmetry: Symmetry) -> Self {
        let (row, column) = symmetry.of((i64::from(self.row), i64::from(self.column)));
        #[expect(clippy::cast_possible_truncation, reason = "the numbers are the same but for their signs")]
        let turned = Self { life: self.life, row: row as i32, column: column as i32 };
        turned
    }
}

/// What the head sees of a body of odd length, the longest life first.
pub(super) fn blockers(body: &[Offset]) -> Vec<Blocker> {
    let cells = body.iter().enumerate().skip(1);
    // A cell that far away in the body, but not in space, is as good as any: lives are cut by the depth later on.
    cells
        .filter_map(|(age, &(row, column))| {
            let life = u32::try_from(body.len() - 1 - age).ok()?;
            let (row, column) = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
            (life > 0).then_some(Blocker { life, row, column })
        })
        .collect()
}

/// Whether a move is open.
pub(super) fn is_open(blockers: &[Blocker], direction: usize) -> bool {
    let (row, column) = MOVES[direction];
    !blockers.iter().any(|blocker| i64::from(blocker.row) == row && i64::from(blocker.column) == column)
}

/// What the head of a snake of `length` cells sees after an open move.
pub(super) fn moved(blockers: &[Blocker], direction: usize, length: u32, into: &mut Vec<Blocker>) {
    #[expect(clippy::cast_possible_truncation, reason = "a move is of one cell")]
    let (row, column) = (MOVES[direction].0 as i32, MOVES[direction].1 as i32);
    into.clear();
    if length > 2 {
        into.push(Blocker { life: length - 2, row: -row, column: -column });
    }
    let left = blockers.iter().filter(|blocker| blocker.life > 1);
    into.extend(left.map(|old| Blocker { life: old.life - 1, row: old.row - row, column: old.column - column }));
}

/// Finds out which blockers matter. Keeps its memory between calls.
#[derive(Default)]
pub(super) struct Reducer {
    /// For each cell around the head: in which call it was last seen.
    seen: Vec<u32>,
    /// For each cell: in which call it was last blocked, by which blocker.
    blocked: Vec<(u32, u32)>,
    call: u32,
    radius: i32,
    /// The cells that can be entered with each move.
    waves: Vec<Vec<u32>>,
    matters: Vec<bool>,
}

impl Reducer {
    /// Drops the blockers that no path of `depth` moves can run into. They are sorted, the longest life first. `sides`
    /// are the distances to the walls, as far as they are known to matter.
    ///
    /// The search lets the head wait and cross its own trail, so it finds too many cells rather than too few. Dropping
    /// all the others at once is right: a path that first enters one of them while it is blocked would have been found.
    pub(super) fn reduce(&mut self, blockers: &mut Vec<Blocker>, length: u32, depth: u32, sides: [u32; 4]) {
        blockers.retain(|blocker| blocker.distance() <= blocker.life.min(depth));
        let Some(first) = blockers.first() else { return };
        let horizon = first.life.min(depth).min(HORIZON);
        self.prepare(blockers, length, horizon);
        self.search(blockers, length, horizon, sides);
        let mut matters = self.matters.iter();
        blockers.retain(|blocker| {
            let found = matters.next().is_some_and(|&matters| matters);
            found || blocker.life.min(depth) > horizon
        });
    }

    fn prepare(&mut self, blockers: &[Blocker], length: u32, horizon: u32) {
        let radius = horizon.cast_signed() + 2;
        if radius > self.radius {
            self.radius = radius;
            let side = 2 * radius.unsigned_abs() as usize + 1;
            self.seen = vec![0; side * side];
            self.blocked = vec![(0, 0); side * side];
            self.waves.resize_with(radius.unsigned_abs() as usize + 1, Vec::new);
            self.call = 0;
        }
        if self.call == u32::MAX {
            self.seen.fill(0);
            self.blocked.fill((0, 0));
            self.call = 0;
        }
        self.call += 1;
        self.waves.iter_mut().for_each(Vec::clear);
        self.matters.clear();
        self.matters.resize(blockers.len(), false);
        for (number, blocker) in (0..).zip(blockers) {
            if blocker.distance() <= horizon {
                let cell = self.cell(blocker.row, blocker.column);
                self.blocked[cell] = (self.call, number);
            }
        }
        // The head's own cell is blocked as well, from the first move on.
        if length > 2 {
            let cell = self.cell(0, 0);
            self.blocked[cell] = (self.call, u32::MAX);
        }
    }

    fn cell(&self, row: i32, column: i32) -> usize {
        let side = 2 * self.radius + 1;
        ((row + self.radius) * side + column + self.radius).unsigned_abs() as usize
    }

    fn search(&mut self, blockers: &[Blocker], length: u32, horizon: u32, sides: [u32; 4]) {
        let side = 2 * self.radius + 1;
        let steps = [-side, side, -1, 1];
        let center = self.cell(0, 0);
        self.waves[0].push(u32::try_from(center).unwrap_or_default());
        let walled = sides.iter().any(|&room| room < horizon);
        let mut undecided = 0;
        for now in 0..horizon {
            // Who is left to be found is found before it is free.
            while self.matters.get(undecided) == Some(&true) {
                undecided += 1;
            }
            if blockers.get(undecided).is_none_or(|blocker| blocker.life <= now) {
                return;
            }
            let wave = std::mem::take(&mut self.waves[now as usize]);
            for &cell in &wave {
                if self.seen[cell as usize] == self.call {
                    continue;
                }
                self.seen[cell as usize] = self.call;
                for step in steps {
                    let target = cell.wrapping_add_signed(step);
                    if self.seen[target as usize] == self.call || walled && !self.inside(target, sides) {
                        continue;
                    }
                    let (call, number) = self.blocked[target as usize];
                    let life = if call != self.call {
                        0
                    } else if number == u32::MAX {
                        length - 1
                    } else {
                        let life = blockers[number as usize].life;
                        if life > now {
                            self.matters[number as usize] = true;
                        }
                        life
                    };
                    // Cells and moves have the same parity, so a cell that is free after `life` is entered two later.
                    let entered = if life > now { life + 2 } else { now + 1 };
                    if entered <= horizon {
                        self.waves[entered as usize].push(target);
                    }
                }
            }
            self.waves[now as usize] = wave;
        }
    }

    fn inside(&self, cell: u32, [up, down, left, right]: [u32; 4]) -> bool {
        let side = 2 * self.radius + 1;
        let (row, column) = (cell.cast_signed() / side - self.radius, cell.cast_signed() % side - self.radius);
        let within =
            |place: i32, before: u32, after: u32| place.unsigned_abs() <= if place < 0 { before } else { after };
        within(row, up, down) && within(column, left, right)
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocker, OPEN, Reducer, blockers};

    #[test]
    fn a_word_is_a_blocker() {
        for (life, row, column) in [(1, 0, -1), ((1 << 20) - 1, -5_000, 7), (3, 1_048_575, -1_048_575)] {
            let blocker = Blocker { life, row, column };
            assert_eq!(Blocker::from_word(blocker.word()), blocker);
        }
        let [old, young] = [9, 3].map(|life| Blocker { life, row: -4, column: 4 }.word());
        assert!(old < young);
    }

    #[test]
    fn a_straight_snake_of_nine_is_half_seen() {
        let body: Vec<_> = (0..9).map(|column| (0, -column)).collect();
        let mut seen = blockers(&body);
        assert_eq!(seen.len(), 7);
        Reducer::default().reduce(&mut seen, 9, 100, [OPEN; 4]);
        // Beside the body and back takes two moves more than straight on.
        assert_eq!(seen.iter().map(|blocker| blocker.column).collect::<Vec<_>>(), [-1, -2, -3]);
        // Nobody gets around it in a corridor.
        let mut seen = blockers(&body);
        Reducer::default().reduce(&mut seen, 9, 100, [0, 0, OPEN, OPEN]);
        assert_eq!(seen.len(), 1);
        let mut seen = blockers(&body);
        Reducer::default().reduce(&mut seen, 9, 3, [OPEN; 4]);
        assert_eq!(seen.len(), 1);
    }
}
