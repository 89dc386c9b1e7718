//! A picture in a window of another size: as large as possible, its shape kept, in the middle.

use super::Picture;

/// Where a picture is in a window, in pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    left: f64,
    top: f64,
    /// Pixels of the window per pixel of the picture.
    scale: f64,
    picture: [usize; 2],
    window: [usize; 2],
}

impl Fit {
    /// The position of a picture of `picture` pixels (width, height) in a window of `window` pixels.
    pub fn new(picture: [usize; 2], window: [usize; 2]) -> Fit {
        let ratio = |axis: usize| window[axis] as f64 / picture[axis].max(1) as f64;
        let scale = ratio(0).min(ratio(1)).max(1e-9);
        let rest = |axis: usize| (window[axis] as f64 - picture[axis] as f64 * scale) / 2.0;
        Fit { left: rest(0), top: rest(1), scale, picture, window }
    }

    /// The point of the picture at a point of the window, in pixels; `None` outside of the picture.
    pub fn inside(&self, x: f64, y: f64) -> Option<[f32; 2]> {
        let at = [(x - self.left) / self.scale, (y - self.top) / self.scale];
        let is_in = (0..2).all(|axis| at[axis] >= 0.0 && at[axis] < self.picture[axis] as f64);
        is_in.then_some(at.map(|v| v as f32))
    }

    /// Draws a picture of this size into the pixels of the window; around it is black. Pixels are repeated,
    /// not blurred, so that each cell of a simulation is seen.
    pub fn draw(&self, picture: &Picture, out: &mut [u32]) {
        let [width, height] = self.window;
        let columns: Vec<Option<usize>> = (0..width).map(|x| self.source(0, x)).collect();
        for (y, row) in out.chunks_exact_mut(width.max(1)).take(height).enumerate() {
            let Some(from) = self.source(1, y) else {
                row.fill(0);
                continue;
            };
            let from = &picture.pixels()[from * picture.width()..][..picture.width()];
            if self.scale == 1.0 && self.window[0] == picture.width() {
                row.copy_from_slice(from);
                continue;
            }
            for (pixel, column) in row.iter_mut().zip(&columns) {
                *pixel = column.map_or(0, |x| from[x]);
            }
        }
    }

    /// The picture's column or row at one of the window.
    fn source(&self, axis: usize, at: usize) -> Option<usize> {
        let start = if axis == 0 { self.left } else { self.top };
        let source = (at as f64 + 0.5 - start) / self.scale;
        (source >= 0.0 && source < self.picture[axis] as f64).then_some(source as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_in_the_middle_and_keep_their_shape() {
        let fit = Fit::new([2, 1], [6, 5]);
        assert_eq!(fit.inside(0.0, 1.0), Some([0.0, 0.0]));
        assert_eq!((fit.inside(0.0, 0.9), fit.inside(6.0, 1.5)), (None, None));
        assert_eq!(fit.inside(4.5, 2.5).map(|[x, y]| (x, y)), Some((1.5, 0.5)));
        let picture = Picture::from_rgb(2, 1, &[255, 0, 0, 0, 255, 0]).unwrap();
        let mut out = vec![7; 30];
        fit.draw(&picture, &mut out);
        let (red, green) = (0x00ff_0000, 0x0000_ff00);
        assert_eq!(out[..6], [0; 6]);
        assert_eq!(out[6..12], [red, red, red, green, green, green]);
        assert_eq!(out[24..], [0; 6]);
    }

    #[test]
    fn a_picture_of_the_windows_size_is_copied() {
        let picture = Picture::from_rgb(2, 2, &(0..12).collect::<Vec<_>>()).unwrap();
        let mut out = vec![7; 4];
        Fit::new([2, 2], [2, 2]).draw(&picture, &mut out);
        assert_eq!(out, picture.pixels());
    }
}
