//! The eight ways to turn and mirror the plane.

use super::problem::Offset;

/// A turn or a mirroring: maybe exchange rows and columns, then maybe negate rows, then maybe negate columns.
///
/// Three bits: 1 exchanges, 2 negates rows, 4 negates columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(pub(super) u8);

impl Symmetry {
    /// Leaves everything where it is.
    pub(super) const NONE: Self = Self(0);

    /// All eight.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// Whether rows become columns.
    pub(super) const fn exchanges(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the new rows run the other way.
    pub(super) const fn negates_rows(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether the new columns run the other way.
    pub(super) const fn negates_columns(self) -> bool {
        self.0 & 4 != 0
    }

    /// Where a cell goes; the origin stays.
    #[inline]
    pub(super) const fn of(self, cell: Offset) -> Offset {
        let (row, column) = if self.exchanges() { (cell.1, cell.0) } else { cell };
        let row = if self.negates_rows() { -row } else { row };
        (row, if self.negates_columns() { -column } else { column })
    }

    /// This one after another.
    pub(super) fn after(self, first: Self) -> Self {
        let image = |cell| self.of(first.of(cell));
        let same = |candidate: &Self| candidate.of((1, 0)) == image((1, 0)) && candidate.of((0, 1)) == image((0, 1));
        Self::all().find(same).unwrap_or(Self::NONE)
    }

    /// The one that undoes this one.
    pub(super) fn inverse(self) -> Self {
        Self::all().find(|candidate| candidate.after(self) == Self::NONE).unwrap_or(Self::NONE)
    }

    /// Distances up, down, left and right after it.
    #[inline]
    pub(super) fn of_sides<T: Copy>(self, sides: [T; 4]) -> [T; 4] {
        let [mut up, mut down, mut left, mut right] = sides;
        if self.exchanges() {
            [up, down, left, right] = [left, right, up, down];
        }
        if self.negates_rows() {
            (up, down) = (down, up);
        }
        if self.negates_columns() {
            (left, right) = (right, left);
        }
        [up, down, left, right]
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetry;
    use crate::paths::problem::MOVES;

    #[test]
    fn they_are_a_group_of_eight() {
        for a in Symmetry::all() {
            assert_eq!(a.after(a.inverse()), Symmetry::NONE);
            for b in Symmetry::all() {
                assert_eq!(a.of(b.of((2, -5))), a.after(b).of((2, -5)));
                assert_eq!(a == b, a.of((2, -5)) == b.of((2, -5)));
            }
            // A side goes where the move towards it goes.
            let sides = a.of_sides([0, 1, 2, 3]);
            for (index, side) in sides.into_iter().enumerate() {
                let side: usize = side;
                assert_eq!(a.of(MOVES[side]), MOVES[index]);
            }
        }
    }
}
