//! A search for a closed way over a board with obstacles.
//!
//! First every cell gets two links to neighbours, so that all lie on rings; this is a flow, found by augmenting ways, and
//! where there is none, there is no closed way either. Then rings that pass side by side are joined by turning the two
//! links of a square of four cells. Where no such square is left, random turns change the rings until one is.

use smallvec::SmallVec;

use super::board::Board;
use crate::core::{Direction, Rng};

/// No cell.
const NOWHERE: u32 = u32::MAX;
/// How often rings are changed at random at most.
const MOST_CHANGES: u64 = 2_000;
/// Looks at a cell that all searches for one board together may take: some seconds.
pub(super) const MOST_LOOKS: u64 = 200_000_000;
/// Looks at a cell that one change takes, about.
const LOOKS: u64 = 50;
/// Choices of the random turns: the same for each board.
const SEED: u64 = 0;

/// What a search came to.
pub(super) enum Found {
    /// The cells of a closed way, in order.
    Way(Vec<u32>),
    /// There is none.
    None,
    /// None was found in time.
    NotInTime,
}

/// Searches for a closed way over all open cells but `left_out`, by as many looks at a cell as are left; takes off those
/// that it took.
pub(super) fn weave(board: &Board, left_out: Option<u32>, looks: &mut u64) -> Found {
    let mut web = Web { board, left_out, links: vec![0; board.area()], rings: vec![NOWHERE; board.area()] };
    match web.link_twice(looks) {
        Some(true) => {}
        Some(false) => return Found::None,
        None => return Found::NotInTime,
    }
    let mut rng = Rng::new(SEED);
    let mut rings = web.join();
    for _ in 0..MOST_CHANGES {
        if rings == 1 {
            return Found::Way(web.walk());
        }
        let Some(left) = looks.checked_sub(LOOKS * board.area() as u64) else { break };
        *looks = left;
        let before = web.links.clone();
        web.turn_at_random(&mut rng);
        let now = web.join();
        if now <= rings {
            rings = now;
        } else {
            web.links = before;
        }
    }
    if rings == 1 { Found::Way(web.walk()) } else { Found::NotInTime }
}

struct Web<'a> {
    board: &'a Board,
    left_out: Option<u32>,
    /// Of each cell the directions of its links, a bit each.
    links: Vec<u8>,
    /// The number of the ring of each cell, as last labelled.
    rings: Vec<u32>,
}

impl Web<'_> {
    fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.board.cells().filter(|&cell| Some(cell) != self.left_out)
    }

    fn around(&self, cell: u32) -> impl Iterator<Item = (Direction, u32)> + '_ {
        self.board.around(cell).filter(|&(_, next)| Some(next) != self.left_out)
    }

    fn is_linked(&self, cell: u32, direction: Direction) -> bool {
        self.links[cell as usize] >> direction as u8 & 1 == 1
    }

    fn count(&self, cell: u32) -> u32 {
        self.links[cell as usize].count_ones()
    }

    /// Makes or undoes the link between two neighbours.
    fn toggle(&mut self, one: u32, other: u32) {
        if let Some(direction) = self.board.direction(one, other) {
            self.links[one as usize] ^= 1 << direction as u8;
            self.links[other as usize] ^= 1 << direction.opposite() as u8;
        }
    }

    /// Gives each cell two links; whether that could be done, `None` if not in time.
    fn link_twice(&mut self, looks: &mut u64) -> Option<bool> {
        let (light, dark): (Vec<u32>, Vec<u32>) = self.cells().partition(|&cell| self.board.colour(cell) == 0);
        if light.len() != dark.len() {
            return Some(false);
        }
        let mut from = vec![NOWHERE; self.board.area()];
        for cell in light.into_iter().flat_map(|cell| [cell; 2]) {
            let (linked, seen) = self.augment(cell, &mut from);
            if !linked {
                return Some(false);
            }
            *looks = looks.checked_sub(seen.len() as u64)?;
            for cell in seen {
                from[cell as usize] = NOWHERE;
            }
        }
        Some(true)
    }

    /// Gives a light cell one more link, by changing others' if need be; whether it could, and the cells in `from`, which
    /// tells whence each cell was reached.
    fn augment(&mut self, start: u32, from: &mut [u32]) -> (bool, Vec<u32>) {
        from[start as usize] = start;
        let mut seen = vec![start];
        let mut next = 0;
        while let Some(&cell) = seen.get(next) {
            next += 1;
            // From light to dark by what is no link yet, back by what is one.
            let is_light = self.board.colour(cell) == 0;
            for (direction, to) in self.around(cell).collect::<SmallVec<[_; 4]>>() {
                if self.is_linked(cell, direction) == is_light || from[to as usize] != NOWHERE {
                    continue;
                }
                from[to as usize] = cell;
                seen.push(to);
                if is_light && self.count(to) < 2 {
                    let mut here = to;
                    while here != start {
                        self.toggle(from[here as usize], here);
                        here = from[here as usize];
                    }
                    return (true, seen);
                }
            }
        }
        (false, seen)
    }

    /// Joins rings for as long as two pass side by side; how many are left.
    fn join(&mut self) -> usize {
        loop {
            let rings = self.label();
            if rings <= 1 {
                return rings;
            }
            let mut parents: Vec<u32> = (0..u32::try_from(rings).unwrap_or(u32::MAX)).collect();
            let mut joined = 0;
            for cell in 0..u32::try_from(self.board.area()).unwrap_or(u32::MAX) {
                let Some([one, other]) = self.square(cell) else { continue };
                let (one, other) =
                    (root(&mut parents, self.rings[one as usize]), root(&mut parents, self.rings[other as usize]));
                if one != other && self.turn(cell) {
                    parents[one as usize] = other;
                    joined += 1;
                }
            }
            if joined == 0 {
                return rings;
            }
        }
    }

    /// A cell of each of two links that lie side by side in the square of `cell` and those to its right and below.
    fn square(&self, cell: u32) -> Option<[u32; 2]> {
        use Direction::{Down, Right};
        let (right, below) = (self.board.ahead(cell, Right)?, self.board.ahead(cell, Down)?);
        let across = self.board.ahead(right, Down).filter(|&across| self.board.ahead(below, Right) == Some(across))?;
        let links = [
            self.is_linked(cell, Right),
            self.is_linked(below, Right),
            self.is_linked(cell, Down),
            self.is_linked(right, Down),
        ];
        match links {
            [true, true, false, false] => Some([cell, below]),
            [false, false, true, true] => Some([cell, across]),
            _ => None,
        }
    }

    /// Turns the two links of a square, if it has two that lie side by side.
    fn turn(&mut self, cell: u32) -> bool {
        use Direction::{Down, Right};
        if self.square(cell).is_none() {
            return false;
        }
        let (Some(right), Some(below)) = (self.board.ahead(cell, Right), self.board.ahead(cell, Down)) else {
            return false;
        };
        let Some(across) = self.board.ahead(right, Down) else { return false };
        for (one, other) in [(cell, right), (below, across), (cell, below), (right, across)] {
            self.toggle(one, other);
        }
        true
    }

    /// Turns some squares, wherever they are.
    fn turn_at_random(&mut self, rng: &mut Rng) {
        let area = u32::try_from(self.board.area()).unwrap_or(u32::MAX);
        let mut left = 1 + rng.below(3);
        for _ in 0..area {
            if left > 0 && self.turn(rng.below(area)) {
                left -= 1;
            }
        }
    }

    /// Numbers the rings; how many there are.
    fn label(&mut self) -> usize {
        self.rings.fill(NOWHERE);
        let mut rings = 0;
        for cell in self.cells().collect::<Vec<_>>() {
            if self.rings[cell as usize] != NOWHERE {
                continue;
            }
            let mut here = cell;
            while self.rings[here as usize] == NOWHERE {
                self.rings[here as usize] = rings;
                let next = self
                    .around(here)
                    .find(|&(to, next)| self.is_linked(here, to) && self.rings[next as usize] == NOWHERE);
                here = next.map_or(here, |(_, next)| next);
            }
            rings += 1;
        }
        rings as usize
    }

    /// The cells of the one ring, in order.
    fn walk(&self) -> Vec<u32> {
        let mut way: Vec<u32> = self.cells().take(1).collect();
        let (mut before, Some(mut here)) = (NOWHERE, way.first().copied()) else {
            return way;
        };
        while let Some((_, next)) = self.around(here).find(|&(to, next)| self.is_linked(here, to) && next != before)
            && next != way[0]
        {
            way.push(next);
            (before, here) = (here, next);
        }
        way
    }
}

/// The ring that stands for a ring and all that it has been joined with.
fn root(parents: &mut [u32], mut ring: u32) -> u32 {
    while parents[ring as usize] != ring {
        parents[ring as usize] = parents[parents[ring as usize] as usize];
        ring = parents[ring as usize];
    }
    ring
}
