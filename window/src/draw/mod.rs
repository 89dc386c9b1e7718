//! Lines, discs and text on pictures, with soft edges.

pub mod plot;
mod ticks;

use crate::Picture;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// Height of a line of text in pixels.
pub(crate) const TEXT_HEIGHT: usize = 16;
const SIZE: RasterHeight = RasterHeight::Size16;

/// Width of a text in pixels.
pub(crate) fn text_width(text: &str) -> usize {
    text.chars().count() * get_raster_width(FontWeight::Regular, SIZE)
}

impl Picture {
    /// Writes a line of text, its top left corner at a pixel. Characters that the font lacks are `?`.
    pub fn text(&mut self, [x, y]: [i64; 2], text: &str, colour: [u8; 3]) {
        let advance = get_raster_width(FontWeight::Regular, SIZE) as i64;
        for (i, character) in text.chars().enumerate() {
            let glyph = get_raster(character, FontWeight::Regular, SIZE)
                .or_else(|| get_raster('?', FontWeight::Regular, SIZE));
            let Some(glyph) = glyph else { continue };
            for (row, values) in glyph.rows().enumerate() {
                for (column, value) in values.iter().enumerate() {
                    let at = [x + advance * i as i64 + column as i64, y + row as i64];
                    self.mix(at[0], at[1], colour, f32::from(*value) / 255.0);
                }
            }
        }
    }

    /// Draws a line between two points, in pixels from the top left corner, `width` pixels wide.
    pub fn line(&mut self, from: [f32; 2], to: [f32; 2], width: f32, colour: [u8; 3]) {
        let is_finite = from.iter().chain(&to).all(|v| v.is_finite());
        if !is_finite {
            return;
        }
        let reach = width / 2.0 + 1.0;
        let (columns, rows) = (self.box_of(0, from[0], to[0], reach), self.box_of(1, from[1], to[1], reach));
        let d = [to[0] - from[0], to[1] - from[1]];
        let length2 = d[0] * d[0] + d[1] * d[1];
        for y in rows {
            for x in columns.clone() {
                let p = [x as f32 + 0.5 - from[0], y as f32 + 0.5 - from[1]];
                // The nearest point of the segment.
                let t =
                    if length2 > 0.0 { ((p[0] * d[0] + p[1] * d[1]) / length2).clamp(0.0, 1.0) } else { 0.0 };
                let distance = (p[0] - t * d[0]).hypot(p[1] - t * d[1]);
                self.mix(x, y, colour, width / 2.0 + 0.5 - distance);
            }
        }
    }

    /// Draws a disc.
    pub fn disc(&mut self, centre: [f32; 2], radius: f32, colour: [u8; 3]) {
        self.line(centre, centre, 2.0 * radius, colour);
    }

    /// Fills a rectangle between two corners, in pixels; the second is outside.
    pub(crate) fn rectangle(&mut self, [x0, y0]: [i64; 2], [x1, y1]: [i64; 2], colour: [u8; 3]) {
        for y in y0.max(0)..y1.min(self.height() as i64) {
            for x in x0.max(0)..x1.min(self.width() as i64) {
                self.mix(x, y, colour, 1.0);
            }
        }
    }

    /// Draws another picture, its top left corner at a pixel.
    pub fn paste(&mut self, [x, y]: [i64; 2], other: &Picture) {
        for row in 0..other.height() {
            for column in 0..other.width() {
                if let Some(colour) = other.get(column, row) {
                    self.mix(x + column as i64, y + row as i64, colour, 1.0);
                }
            }
        }
    }

    /// The pixels of an axis that a line may touch.
    fn box_of(&self, axis: usize, a: f32, b: f32, reach: f32) -> std::ops::Range<i64> {
        let limit = [self.width(), self.height()][axis] as f32;
        let low = (a.min(b) - reach).floor().clamp(0.0, limit);
        let high = (a.max(b) + reach).ceil().clamp(0.0, limit);
        low as i64..high as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cover_their_pixels() {
        let mut picture = Picture::filled(9, 9, [0; 3]).unwrap();
        picture.line([1.0, 4.5], [8.0, 4.5], 1.0, [200, 100, 0]);
        assert_eq!((picture.get(4, 4), picture.get(4, 2)), (Some([200, 100, 0]), Some([0; 3])));
        picture.line([-1e9, 0.0], [f32::NAN, 0.0], 3.0, [255; 3]);
        picture.line([-1e6, -1e6], [1e6, 1e6], 1.0, [255; 3]);
        assert_eq!(picture.get(0, 0), Some([255; 3]));
        picture.disc([100.0, 100.0], 2.0, [255; 3]);
    }

    #[test]
    fn text_is_written_where_it_is_asked_for() {
        let mut picture = Picture::filled(60, 20, [255; 3]).unwrap();
        picture.text([10, 2], "Hé", [0; 3]);
        let dark = |x: std::ops::Range<usize>| {
            x.into_iter().any(|x| (0..20).any(|y| picture.get(x, y).unwrap()[0] < 100))
        };
        assert!(!dark(0..10) && dark(10..10 + text_width("H")) && !dark(10 + text_width("Hé") + 1..60));
        picture.text([-500, -3], "outside \u{4e00}", [0; 3]);
    }
}
