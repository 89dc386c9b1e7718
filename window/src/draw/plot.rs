//! Plots of lines, and of arrays with their colours.

use super::{TEXT_HEIGHT, text_width, ticks};
use crate::{Error, Look, Map, Picture};
use tensorforge::Array;

/// Colours of lines that are told apart by most people (Okabe and Ito, 2008).
const LINES: [[u8; 3]; 6] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233]];
const INK: [u8; 3] = [40, 44, 52];
const RULE: [u8; 3] = [225, 228, 232];

/// A plot in the making: lines over common axes.
///
/// ```
/// use tensorforge_window::Plot;
/// let sine: Vec<f64> = (0..200).map(|i| (i as f64 / 20.0).sin()).collect();
/// let picture = Plot::new().title("a sine").line("sin", &sine).picture(480, 320)?;
/// assert_eq!((picture.width(), picture.height()), (480, 320));
/// # Ok::<(), tensorforge_window::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Plot {
    title: String,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    name: String,
    points: Vec<[f64; 2]>,
}

/// The rectangle of the axes, and the values at its sides.
struct Axes {
    /// Left, top, right, bottom.
    pixels: [f64; 4],
    low: [f64; 2],
    high: [f64; 2],
}

impl Axes {
    fn at(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let [left, top, right, bottom] = self.pixels;
        let part = |v: f64, axis: usize| (v - self.low[axis]) / (self.high[axis] - self.low[axis]);
        [(left + (right - left) * part(x, 0)) as f32, (bottom + (top - bottom) * part(y, 1)) as f32]
    }
}

impl Plot {
    /// A plot without lines.
    pub fn new() -> Plot {
        Plot::default()
    }

    /// The text above.
    pub fn title(mut self, title: impl Into<String>) -> Plot {
        self.title = title.into();
        self
    }

    /// Adds a line through values at 0, 1, 2, …; it has a gap where a value is not finite.
    pub fn line(self, name: impl Into<String>, values: &[f64]) -> Plot {
        let xs: Vec<f64> = (0..values.len()).map(|i| i as f64).collect();
        self.curve(name, &xs, values)
    }

    /// Adds a line through points, as many as the shorter list has.
    pub fn curve(mut self, name: impl Into<String>, xs: &[f64], ys: &[f64]) -> Plot {
        let points = xs.iter().zip(ys).map(|(x, y)| [*x, *y]).collect();
        self.lines.push(Line { name: name.into(), points });
        self
    }

    /// The plot as a picture.
    ///
    /// # Errors
    /// As [`Picture::filled`].
    pub fn picture(&self, width: usize, height: usize) -> Result<Picture, Error> {
        let mut picture = Picture::filled(width, height, [255; 3])?;
        let axes = self.axes(width as f64, height as f64);
        self.rules(&mut picture, &axes);
        for (line, colour) in self.lines.iter().zip(LINES.iter().cycle()) {
            for pair in line.points.windows(2) {
                if pair.as_flattened().iter().all(|v| v.is_finite()) {
                    picture.line(axes.at(pair[0]), axes.at(pair[1]), 2.0, *colour);
                }
            }
            if let [only] = line.points[..] {
                picture.disc(axes.at(only), 3.0, *colour);
            }
        }
        self.names(&mut picture, &axes);
        Ok(picture)
    }

    fn axes(&self, width: f64, height: f64) -> Axes {
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        let finite = |p: &&[f64; 2]| p.iter().all(|v| v.is_finite());
        for point in self.lines.iter().flat_map(|line| &line.points).filter(finite) {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        for axis in 0..2 {
            if low[axis] > high[axis] {
                (low[axis], high[axis]) = (0.0, 1.0);
            } else if low[axis] == high[axis] {
                (low[axis], high[axis]) = (low[axis] - 0.5, high[axis] + 0.5);
            }
        }
        // Room above and below the lines.
        let margin = 0.05 * (high[1] - low[1]);
        (low[1], high[1]) = (low[1] - margin, high[1] + margin);
        let numbers = ticks::ticks(low[1], high[1], 6);
        let gap = numbers.get(1).map_or(1.0, |v| v - numbers[0]);
        let widest = numbers.iter().map(|v| text_width(&ticks::label(*v, gap))).max().unwrap_or(0) as f64;
        let top = if self.title.is_empty() { 12.0 } else { TEXT_HEIGHT as f64 + 16.0 };
        let left = (widest + 14.0).min(width / 2.0);
        let bottom = (height - TEXT_HEIGHT as f64 - 10.0).max(top + 1.0);
        Axes { pixels: [left, top, (width - 14.0).max(left + 1.0), bottom], low, high }
    }

    /// The grid, its labels and the title.
    fn rules(&self, picture: &mut Picture, axes: &Axes) {
        let [left, top, right, bottom] = axes.pixels.map(|v| v as f32);
        let columns = ((right - left) / 80.0).max(2.0) as usize;
        for (axis, count) in [(0, columns), (1, 6)] {
            let numbers = ticks::ticks(axes.low[axis], axes.high[axis], count);
            let gap = numbers.get(1).map_or(1.0, |v| v - numbers[0]);
            for value in numbers {
                let text = ticks::label(value, gap);
                let [x, y] = axes.at(if axis == 0 { [value, axes.low[1]] } else { [axes.low[0], value] });
                let wide = text_width(&text) as i64;
                if axis == 0 {
                    picture.line([x, top], [x, bottom], 1.0, RULE);
                    picture.text([x as i64 - wide / 2, bottom as i64 + 6], &text, INK);
                } else {
                    picture.line([left, y], [right, y], 1.0, RULE);
                    picture.text([left as i64 - wide - 6, y as i64 - TEXT_HEIGHT as i64 / 2], &text, INK);
                }
            }
        }
        let start = (picture.width() as i64 - text_width(&self.title) as i64) / 2;
        picture.text([start, 8], &self.title, INK);
        picture.line([left, bottom], [right, bottom], 1.0, INK);
        picture.line([left, top], [left, bottom], 1.0, INK);
    }

    /// The names of the lines, in the upper right corner.
    fn names(&self, picture: &mut Picture, axes: &Axes) {
        let named: Vec<_> =
            self.lines.iter().zip(LINES.iter().cycle()).filter(|(l, _)| !l.name.is_empty()).collect();
        let Some(widest) = named.iter().map(|(line, _)| text_width(&line.name)).max() else { return };
        let [_, top, right, _] = axes.pixels.map(|v| v as i64);
        let x = right - widest as i64 - 36;
        let rows = named.len() as i64;
        picture.rectangle([x - 4, top + 4], [right - 2, top + 8 + rows * (TEXT_HEIGHT as i64 + 2)], [255; 3]);
        for (i, (line, colour)) in named.iter().enumerate() {
            let y = top + 6 + i as i64 * (TEXT_HEIGHT as i64 + 2);
            let middle = (y + TEXT_HEIGHT as i64 / 2) as f32;
            picture.line([x as f32, middle], [x as f32 + 22.0, middle], 2.0, **colour);
            picture.text([x + 28, y], &line.name, INK);
        }
    }
}

/// The picture of an array with a bar of its colours and their values, small arrays with larger pixels.
///
/// # Errors
/// As [`Look::picture`].
pub fn with_bar(array: &Array, map: Map, range: Option<(f64, f64)>, title: &str) -> Result<Picture, Error> {
    let (low, high) = range.unwrap_or_else(|| extent(array));
    let inside = Look::map(map).between(low, high).picture(array)?;
    let [width, height] = [inside.width(), inside.height()];
    let times = (SMALL / width.max(height)).max(1);
    let [wide, high_pixels] = [width * times, height * times];
    let mut pixels = vec![0; wide * high_pixels];
    crate::Fit::new([width, height], [wide, high_pixels]).draw(&inside, &mut pixels);
    let inside = Picture::from_pixels(wide, high_pixels, pixels)?;
    let top = if title.is_empty() { 10 } else { TEXT_HEIGHT + 14 };
    let tall = high_pixels.max(BAR_HEIGHT);
    let mut picture = Picture::filled(wide + 110, tall + top + 10, [255; 3])?;
    picture.paste([10, top as i64], &inside);
    let bar = wide as i64 + 22;
    for y in 0..tall {
        let value = 1.0 - y as f32 / (tall - 1) as f32;
        let row = top as i64 + y as i64;
        picture.rectangle([bar, row], [bar + 14, row + 1], map.at(value));
    }
    let numbers = ticks::ticks(low, high, (tall / 60).max(2));
    let gap = numbers.get(1).map_or(1.0, |v| v - numbers[0]);
    for value in numbers {
        let part = if high > low { (value - low) / (high - low) } else { 0.5 };
        let y = top as f64 + (tall - 1) as f64 * (1.0 - part);
        picture.text([bar + 20, y as i64 - TEXT_HEIGHT as i64 / 2], &ticks::label(value, gap), INK);
    }
    let start = (picture.width() as i64 - text_width(title) as i64) / 2;
    picture.text([start, 8], title, INK);
    Ok(picture)
}

/// Arrays of fewer elements per side are enlarged.
const SMALL: usize = 256;
/// The least height of a bar of colours.
const BAR_HEIGHT: usize = 128;

/// The least and the greatest finite element.
fn extent(array: &Array) -> (f64, f64) {
    let values = (0..array.len()).filter_map(|i| array.get_flat(i)).map(|v| v.to_f64());
    let finite = values.filter(|v| v.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
    if low > high { (0.0, 1.0) } else { (low, high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows in which a column has a colour.
    fn rows(picture: &Picture, x: usize, colour: [u8; 3]) -> Vec<usize> {
        (0..picture.height()).filter(|y| picture.get(x, *y) == Some(colour)).collect()
    }

    #[test]
    fn a_line_rises_from_left_to_right() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let picture = Plot::new().line("", &values).picture(400, 300).unwrap();
        let [left, right] = [100, 350].map(|x| rows(&picture, x, LINES[0]));
        assert!(!left.is_empty() && !right.is_empty());
        assert!(left[0] > right[0] + 150, "{left:?} {right:?}");
    }

    #[test]
    fn gaps_and_nothing_are_drawn() {
        let picture = Plot::new().line("a", &[1.0, f64::NAN, 3.0, f64::INFINITY]).picture(200, 100).unwrap();
        assert_eq!(
            picture.pixels().iter().filter(|p| **p == super::super::super::pictures::pack(LINES[1])).count(),
            0
        );
        Plot::new().picture(1, 1).unwrap();
        Plot::new().title("one").line("b", &[5.0]).picture(300, 200).unwrap();
    }

    #[test]
    fn a_bar_has_the_colours_of_the_map() {
        let array = Array::from_slice(&[2, 2], &[0.0f32, 1.0, 2.0, 4.0]).unwrap();
        let picture = with_bar(&array, Map::Magma, None, "title").unwrap();
        let top = TEXT_HEIGHT + 14;
        assert_eq!(picture.get(10 + 5, top + 5), Some(Map::Magma.at(0.0)));
        assert_eq!(picture.get(10 + 250, top + 250), Some(Map::Magma.at(1.0)));
        assert_eq!(picture.get(256 + 22, top), Some(Map::Magma.at(1.0)));
        assert_eq!(picture.get(256 + 22, top + 255), Some(Map::Magma.at(0.0)));
    }
}
