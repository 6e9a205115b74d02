//! Closed ways over boards without obstacles, written down at once.
//!
//! With an even side the way goes up and down the teeth of a comb and back along its spine. With two odd sides it leaves
//! out a corner; the first two rows are gone over in small steps so that the rest comes out even.

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

/// The rows from `first` on but for their first cells, in turns to the right and to the left.
fn teeth(width: u32, first: u32, height: u32) -> impl Iterator<Item = (u32, u32)> {
    let row = move |y: u32| (1..width).map(move |x| (if (y - first).is_multiple_of(2) { x } else { width - x }, y));
    (first..height).flat_map(row)
}

#[cfg(test)]
mod tests {
    use super::comb;
    use std::collections::HashSet;

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
