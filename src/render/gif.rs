//! Scenes as a moving picture, by the `gif` crate.
//!
//! The palette is the legend, and a frame holds the cells that have changed, so that a long game stays small.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::core::{Error, Result, Scene};

/// A moving picture that is being written.
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    side: usize,
    /// In hundredths of a second.
    delay: u16,
    before: Scene,
}

impl<W: Write> Gif<W> {
    /// Begins with a scene, at `side` pixels a cell. Each scene is shown for a time, in hundredths of a second, of which
    /// most viewers take at least two.
    ///
    /// # Errors
    /// [`Error::Validation`] if that is more than 65,535 pixels in a row or a column.
    pub fn new(out: W, scene: Scene, side: usize, time: Duration) -> Result<io::Result<Self>> {
        let pixels = |cells: usize| u16::try_from(cells * side).ok().filter(|&pixels| pixels > 0);
        let (Some(width), Some(height)) = (pixels(scene.width), pixels(scene.tiles.len() / scene.width)) else {
            return Err(Error::validation(
                "cell",
                format_args!("{side} pixels"),
                "a picture of 1 to 65535 pixels a side",
            ));
        };
        let delay = u16::try_from(time.as_millis().div_ceil(10)).unwrap_or(u16::MAX);
        let palette: Vec<u8> = scene.legend.iter().flat_map(|sprite| sprite.color).collect();
        let begin = || {
            let mut encoder = Encoder::new(out, width, height, &palette).map_err(io::Error::other)?;
            encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
            let mut gif = Self { encoder, side, delay, before: scene };
            let whole = [0, 0, gif.before.width, gif.before.tiles.len() / gif.before.width];
            gif.write(whole)?;
            Ok(gif)
        };
        Ok(begin())
    }

    /// Adds the next scene, of the same size and legend.
    ///
    /// # Errors
    /// Whatever the writer raises.
    pub fn add(&mut self, scene: Scene) -> io::Result<()> {
        let width = scene.width;
        let mut changed = [usize::MAX, usize::MAX, 0, 0];
        let pairs = scene.tiles.iter().zip(&self.before.tiles).enumerate();
        for (cell, _) in pairs.filter(|(_, (now, before))| now != before) {
            let (x, y) = (cell % width, cell / width);
            changed = [changed[0].min(x), changed[1].min(y), changed[2].max(x + 1), changed[3].max(y + 1)];
        }
        self.before = scene;
        // A scene that changes nothing takes its time all the same.
        self.write(if changed[2] == 0 { [0, 0, 1, 1] } else { changed })
    }

    /// Writes the end, and gives the writer back.
    ///
    /// # Errors
    /// Whatever the writer raises.
    pub fn finish(self) -> io::Result<W> {
        let mut out = self.encoder.into_inner().map_err(io::Error::other)?;
        out.flush()?;
        Ok(out)
    }

    /// Writes the cells from the column and row of the first two numbers to before those of the last two.
    fn write(&mut self, [left, top, right, bottom]: [usize; 4]) -> io::Result<()> {
        let side = self.side;
        let mut pixels = Vec::with_capacity((right - left) * (bottom - top) * side * side);
        for row in self.before.tiles.chunks_exact(self.before.width).take(bottom).skip(top) {
            let start = pixels.len();
            row[left..right].iter().for_each(|&tile| pixels.extend(std::iter::repeat_n(tile, side)));
            let end = pixels.len();
            (1..side).for_each(|_| pixels.extend_from_within(start..end));
        }
        // `new` has checked that the picture is that small.
        let pixel = |cells: usize| u16::try_from(cells * side).unwrap_or(u16::MAX);
        self.encoder
            .write_frame(&Frame {
                delay: self.delay,
                dispose: DisposalMethod::Keep,
                left: pixel(left),
                top: pixel(top),
                width: pixel(right - left),
                height: pixel(bottom - top),
                buffer: Cow::Owned(pixels),
                ..Frame::default()
            })
            .map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Gif, Scene};
    use crate::core::Sprite;

    const LEGEND: &[Sprite] = &[
        Sprite { name: "free", glyph: b'.', color: [1, 2, 3] },
        Sprite { name: "food", glyph: b'*', color: [200, 100, 50] },
    ];

    #[test]
    fn a_reader_sees_the_scenes() {
        let scene = |tiles: [u8; 6]| Scene { width: 3, legend: LEGEND, tiles: tiles.to_vec() };
        let scenes = [[0; 6], [0, 1, 0, 0, 0, 1], [0, 1, 0, 0, 0, 1], [1, 1, 0, 0, 0, 0]].map(scene);
        let mut bytes = Vec::new();
        let mut gif = Gif::new(&mut bytes, scenes[0].clone(), 4, Duration::from_millis(100)).unwrap().unwrap();
        scenes[1..].iter().for_each(|scene| gif.add(scene.clone()).unwrap());
        gif.finish().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (12, 8));
        let mut screen = [u8::MAX; 12 * 8];
        for scene in scenes {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            assert_eq!(frame.delay, 10);
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            for (number, &pixel) in frame.buffer.iter().enumerate() {
                let (x, y) = (number % usize::from(frame.width), number / usize::from(frame.width));
                screen[(top + y) * 12 + left + x] = pixel;
            }
            let cells = (0..96).map(|pixel| scene.tiles[pixel / 12 / 4 * 3 + pixel % 12 / 4]);
            assert!(screen.iter().copied().eq(cells));
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        let scene = Scene::new(4_096, 3, LEGEND);
        assert!(Gif::new(Vec::new(), scene, 16, Duration::ZERO).is_err());
    }
}
