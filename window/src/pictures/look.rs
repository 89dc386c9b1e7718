//! How the elements of arrays become colours.

use super::{Picture, maps::Map, pack};
use crate::Error;
use std::sync::OnceLock;
use tensorforge::{Array, DType};

/// What floats of red, green and blue mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Values as screens take them: 0.5 is half of 255.
    Srgb,
    /// Amounts of light: 0.5 is half the light, which is 188 of 255.
    Linear,
}

/// How elements become colours.
///
/// | array | colours |
/// |---|---|
/// | `[h, w]`, `[h, w, 1]` of `f32`, `f64` | by the map; 0 to 1, or [`Look::between`], [`Look::auto`] |
/// | the same of `u8` | by the map, 0 to 255 |
/// | the same of `i32`, `u32`, `i64` | by the map; from the least to the greatest element |
/// | the same of `i1` | the ends of the map |
/// | `[h, w, 3]`, `[h, w, 4]` of `f32`, `f64` | red, green, blue: 0 to 1 of sRGB, or [`Look::linear`] |
/// | the same of `u8` | sRGB bytes |
///
/// Alpha is ignored. NaN is magenta, so that it is seen; values beyond the range have the colours of its
/// ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    map: Map,
    range: Range,
    encoding: Encoding,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Range {
    /// That of the element type.
    Usual,
    /// From the least to the greatest finite element of each picture.
    Auto,
    Given(f64, f64),
}

/// The colour of NaN.
pub const NAN: [u8; 3] = [255, 0, 255];

impl Default for Look {
    fn default() -> Look {
        Look::map(Map::Gray)
    }
}

impl Look {
    /// Elements by a colour map.
    pub fn map(map: Map) -> Look {
        Look { map, range: Range::Usual, encoding: Encoding::Srgb }
    }

    /// Red, green and blue are amounts of light, which are encoded as sRGB.
    pub fn linear() -> Look {
        Look { encoding: Encoding::Linear, ..Look::default() }
    }

    /// What floats of red, green and blue mean.
    pub fn encoded(self, encoding: Encoding) -> Look {
        Look { encoding, ..self }
    }

    /// The elements with the first and the last colour of the map.
    pub fn between(self, low: f64, high: f64) -> Look {
        Look { range: Range::Given(low, high), ..self }
    }

    /// From the least to the greatest element of each picture: it may flicker in an animation.
    pub fn auto(self) -> Look {
        Look { range: Range::Auto, ..self }
    }

    /// The picture of an array.
    ///
    /// # Errors
    /// If its shape or element type is none of the table above.
    pub fn picture(&self, array: &Array) -> Result<Picture, Error> {
        let (height, width, channels) = match *array.extents() {
            [h, w] | [h, w, 1] => (h, w, 1),
            [h, w, c @ (3 | 4)] => (h, w, c),
            _ => return Err(refusal(array)),
        };
        let pixels = match (channels, array.dtype()) {
            (1, DType::I1) => self.mapped(array.bytes().iter().map(|v| f32::from(*v)), Some((0.0, 1.0))),
            (1, DType::U8) => self.bytes(array.bytes()),
            (1, DType::F32) => self.mapped(array.as_slice::<f32>()?.iter().copied(), Some((0.0, 1.0))),
            (1, DType::F64) => {
                self.mapped(array.as_slice::<f64>()?.iter().map(|v| *v as f32), Some((0.0, 1.0)))
            }
            (1, DType::I32) => self.mapped(array.as_slice::<i32>()?.iter().map(|v| *v as f32), None),
            (1, DType::U32) => self.mapped(array.as_slice::<u32>()?.iter().map(|v| *v as f32), None),
            (1, DType::I64) => self.mapped(array.as_slice::<i64>()?.iter().map(|v| *v as f32), None),
            (n, DType::U8) => array.bytes().chunks_exact(n).map(|p| pack([p[0], p[1], p[2]])).collect(),
            (n, DType::F32) => self.coloured(array.as_slice::<f32>()?.chunks_exact(n), |v| *v),
            (n, DType::F64) => self.coloured(array.as_slice::<f64>()?.chunks_exact(n), |v| *v as f32),
            _ => return Err(refusal(array)),
        };
        Picture::from_pixels(width, height, pixels)
    }

    /// Elements by the map; `usual` is the range of their type, if it has one.
    fn mapped(&self, elements: impl Iterator<Item = f32> + Clone, usual: Option<(f64, f64)>) -> Vec<u32> {
        let (low, high) = match (self.range, usual) {
            (Range::Given(low, high), _) => (low, high),
            (Range::Usual, Some(usual)) => usual,
            _ => least_and_greatest(elements.clone()),
        };
        let table = self.map.table();
        let nan = pack(NAN);
        // A range of one value has the first colour.
        let scale = if high == low { 0.0 } else { (255.0 / (high - low)) as f32 };
        let low = low as f32;
        let colour = |v: f32| {
            let at = (v - low) * scale;
            if at.is_nan() { nan } else { table[(at + 0.5).clamp(0.0, 255.0) as usize] }
        };
        elements.map(colour).collect()
    }

    fn bytes(&self, elements: &[u8]) -> Vec<u32> {
        match self.range {
            Range::Usual => {
                let table = self.map.table();
                elements.iter().map(|v| table[usize::from(*v)]).collect()
            }
            _ => self.mapped(elements.iter().map(|v| f32::from(*v)), None),
        }
    }

    fn coloured<'a, T: 'a>(
        &self,
        pixels: impl Iterator<Item = &'a [T]>,
        value: impl Fn(&T) -> f32,
    ) -> Vec<u32> {
        let light = light_table();
        let encode = |v: f32| match self.encoding {
            Encoding::Srgb => (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8,
            Encoding::Linear => light[(v.clamp(0.0, 1.0) * LIGHTS as f32 + 0.5) as usize],
        };
        let pixel = |p: &[T]| {
            let rgb = [value(&p[0]), value(&p[1]), value(&p[2])];
            if rgb.iter().any(|v| v.is_nan()) { pack(NAN) } else { pack(rgb.map(encode)) }
        };
        pixels.map(pixel).collect()
    }
}

fn least_and_greatest(elements: impl Iterator<Item = f32>) -> (f64, f64) {
    let finite = elements.filter(|v| v.is_finite());
    let (low, high) = finite.fold((f32::MAX, f32::MIN), |(low, high), v| (low.min(v), high.max(v)));
    if low > high { (0.0, 1.0) } else { (f64::from(low), f64::from(high)) }
}

fn refusal(array: &Array) -> Error {
    Error::new(format!(
        "an array of {} with extents {:?} is no picture: pictures are [h, w], [h, w, 1], [h, w, 3] or \
         [h, w, 4] of f32, f64 or u8, and [h, w] of i1, i32, u32 or i64",
        array.dtype(),
        array.extents()
    ))
}

/// Entries of the table of light: its steepest slope, 12.92 at 0, is a fifth of a byte per entry.
const LIGHTS: usize = 1 << 14;

/// The bytes of sRGB for amounts of light at even distances from 0 to 1.
fn light_table() -> &'static [u8] {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    TABLE.get_or_init(|| (0..=LIGHTS).map(|i| srgb(i as f32 / LIGHTS as f32)).collect())
}

/// The byte of sRGB (IEC 61966-2-1) for an amount of light.
pub(crate) fn srgb(light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let value = if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(look: Look, array: &Array) -> Vec<[u8; 3]> {
        look.picture(array).unwrap().pixels().iter().map(|p| super::super::unpack(*p)).collect()
    }

    #[test]
    fn one_channel_has_the_colours_of_the_map() {
        let gray = Look::default();
        let x = Array::from_slice(&[1, 5], &[-1.0f32, 0.0, 0.5, 9.0, f32::NAN]).unwrap();
        assert_eq!(pixels(gray, &x), [[0; 3], [0; 3], [128; 3], [255; 3], NAN]);
        let signed = Array::from_slice(&[1, 3], &[-2.0f64, 0.0, 2.0]).unwrap();
        assert_eq!(pixels(gray.between(-2.0, 2.0), &signed), [[0; 3], [128; 3], [255; 3]]);
        assert_eq!(pixels(gray.between(2.0, -2.0), &signed), [[255; 3], [128; 3], [0; 3]]);
        assert_eq!(pixels(gray.auto(), &signed)[2], [255; 3]);
        let counts = Array::from_slice(&[1, 3, 1], &[10i32, 20, 30]).unwrap();
        assert_eq!(pixels(gray, &counts), [[0; 3], [128; 3], [255; 3]]);
        let bytes = Array::from_slice(&[1, 2], &[7u8, 255]).unwrap();
        assert_eq!(pixels(gray, &bytes), [[7; 3], [255; 3]]);
        assert_eq!(pixels(gray.auto(), &bytes), [[0; 3], [255; 3]]);
        let alive = Array::from_bools(&[1, 2], &[false, true]).unwrap();
        assert_eq!(pixels(gray, &alive), [[0; 3], [255; 3]]);
        let even = Array::from_slice(&[1, 2], &[3i32, 3]).unwrap();
        assert_eq!(pixels(gray, &even), [[0; 3]; 2]);
    }

    #[test]
    fn colours_are_srgb_or_light() {
        let x = Array::from_slice(&[1, 2, 3], &[0.0f32, 0.5, 1.0, 2.0, -1.0, 0.002]).unwrap();
        assert_eq!(pixels(Look::default(), &x), [[0, 128, 255], [255, 0, 1]]);
        assert_eq!(pixels(Look::linear(), &x), [[0, 188, 255], [255, 0, 7]]);
        let x = Array::from_slice(&[1, 1, 4], &[9u8, 8, 7, 6]).unwrap();
        assert_eq!(pixels(Look::default(), &x), [[9, 8, 7]]);
        for i in 0..1000 {
            let light = i as f32 / 999.0;
            let found = light_table()[(light * LIGHTS as f32 + 0.5) as usize];
            assert!(found.abs_diff(srgb(light)) <= 1, "{light}");
        }
    }

    #[test]
    fn what_is_no_picture_is_refused_by_its_shape() {
        let error =
            Look::default().picture(&Array::from_slice(&[2, 2, 2], &[0.0f32; 8]).unwrap()).unwrap_err();
        assert!(error.to_string().contains("[2, 2, 2]"), "{error}");
        let error = Look::default().picture(&Array::from_slice(&[0, 2], &[0.0f32; 0]).unwrap()).unwrap_err();
        assert!(error.to_string().contains("2 x 0"), "{error}");
    }
}
