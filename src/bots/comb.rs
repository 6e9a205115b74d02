//! Closed ways over boards without obstacles, written down at once.
//!
//! With an even side the way goes up and down the teeth of a comb and back along its spine. With two odd sides it leaves
//! out a corner; the first two rows are gone over in small steps so that the rest comes out even. On a board that wraps
//! around there is a way through all cells then too: each row is a round, and ends beside where it began.

/// A closed way over `width` x `height` cells, 3 or more each, as points `(x, y)`; over all of them but (0, 0) if both
/// sides are odd, and then it goes from (0, 1) over (1, 1) to (1, 0).
pub(super) fn comb(width: u32, height: u32) -> Vec<(u32, u32)> {
    if height.is_multiple_of(2) {
        return teeth(width, 0, height).chain((0..height).rev().map(|y| (0, y))).collect();
    }
    if width.is_multiple_of(2) {
        return comb(height, width).into_iter().map(|(x, y)| (y, x)).collect();
    }
    let steps = (1..width).flat_map(|x| if x % 2 == 1 { [(x, 1), (x, 0)] } else { [(x, 0), (x, 1)] });
    steps.chain(teeth(width, 1, height).skip(width as usize - 1)).chain((1..height).rev().map(|y| (0, y))).collect()
}

/// A closed way over all of `width` x `height` cells, 3 or more each and both odd, on a board that wraps around.
///
/// A row that is gone through to the right ends a column to the left of where it began, one to the left a column to the
/// right; with as many more of the one kind as there are columns the last row ends below where the first began.
pub(super) fn spiral(width: u32, height: u32) -> Vec<(u32, u32)> {
    if width > height {
        return spiral(height, width).into_iter().map(|(x, y)| (y, x)).collect();
    }
    let to_the_right = u32::midpoint(height, width);
    let mut first = 0;
    let mut way = Vec::with_capacity(width as usize * height as usize);
    for y in 0..height {
        // One column on in its sense, or back.
        let (on, back) = if y < to_the_right { (1, width - 1) } else { (width - 1, 1) };
        way.extend((0..width).map(|step| ((first + step * on) % width, y)));
        first = (first + back) % width;
    }
    way
}

/// The rows from `first` on but for their first cells, in turns to the right and to the left.
fn teeth(width: u32, first: u32, height: u32) -> impl Iterator<Item = (u32, u32)> {
    let row = move |y: u32| (1..width).map(move |x| (if (y - first).is_multiple_of(2) { x } else { width - x }, y));
    (first..height).flat_map(row)
}

#[cfg(test)]
mod tests {
    use super::{comb, spiral};
    use std::collections::HashSet;

    #[test]
    fn a_spiral_closes_and_leaves_out_none() {
        let odd = || (3..12).step_by(2);
        for (width, height) in odd().flat_map(|width| odd().map(move |height| (width, height))) {
            let way = spiral(width, height);
            assert_eq!(way.iter().collect::<HashSet<_>>().len(), (width * height) as usize);
            assert!(way.len() == (width * height) as usize && way.iter().all(|&(x, y)| x < width && y < height));
            let around = |one: u32, other: u32, side: u32| one.abs_diff(other).min(side - one.abs_diff(other));
            for (one, next) in way.iter().zip(way.iter().cycle().skip(1)) {
                let steps = around(one.0, next.0, width) + around(one.1, next.1, height);
                assert_eq!(steps, 1, "{width}x{height}: {one:?} {next:?}");
            }
        }
    }

    #[test]
    fn it_closes_and_leaves_out_a_corner_at_most() {
        for (width, height) in (3..12).flat_map(|width| (3..12).map(move |height| (width, height))) {
            let way = comb(width, height);
            let seen: HashSet<_> = way.iter().collect();
            let odd = width * height % 2 == 1;
            assert_eq!((way.len(), seen.len()), ((width * height) as usize - usize::from(odd), way.len()));
            assert!(way.iter().all(|&(x, y)| x < width && y < height && !(odd && x + y == 0)));
            for (one, next) in way.iter().zip(way.iter().cycle().skip(1)) {
                assert_eq!(one.0.abs_diff(next.0) + one.1.abs_diff(next.1), 1, "{width}x{height}: {one:?} {next:?}");
            }
            let twin = way.iter().position(|&cell| cell == (1, 1)).unwrap();
            let beside = [way[(twin + way.len() - 1) % way.len()], way[(twin + 1) % way.len()]];
            assert!(!odd || beside == [(0, 1), (1, 0)], "{width}x{height}: {beside:?}");
        }
    }
}
