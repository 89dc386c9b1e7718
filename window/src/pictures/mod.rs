//! Pictures: pixels of three bytes of sRGB.

pub mod fit;
pub mod look;
pub mod maps;

use crate::Error;

/// The most pixels per side.
pub const LARGEST: usize = 1 << 16;

/// A picture, row by row from the top, in the 8-bit values of sRGB that screens and files have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    /// Each `0x00RRGGBB`, as windows take them.
    pixels: Vec<u32>,
}

/// A pixel of red, green and blue.
pub(crate) fn pack([r, g, b]: [u8; 3]) -> u32 {
    u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b)
}

/// Red, green and blue of a pixel.
pub(crate) fn unpack(pixel: u32) -> [u8; 3] {
    let [_, r, g, b] = pixel.to_be_bytes();
    [r, g, b]
}

impl Picture {
    /// A picture of one colour.
    ///
    /// # Errors
    /// If a side is 0 or longer than 65536 pixels.
    pub fn filled(width: usize, height: usize, colour: [u8; 3]) -> Result<Picture, Error> {
        Self::from_pixels(width, height, vec![pack(colour); checked(width, height)?])
    }

    /// A picture of red, green and blue bytes, row by row.
    ///
    /// # Errors
    /// As [`Picture::filled`], and if the count of bytes is not `3 · width · height`.
    pub fn from_rgb(width: usize, height: usize, bytes: &[u8]) -> Result<Picture, Error> {
        checked(width, height)?;
        let (triples, rest) = bytes.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(Error::new(format!("{} bytes are not whole pixels of 3", bytes.len())));
        }
        Self::from_pixels(width, height, triples.iter().map(|rgb| pack(*rgb)).collect())
    }

    pub(crate) fn from_pixels(width: usize, height: usize, pixels: Vec<u32>) -> Result<Picture, Error> {
        if pixels.len() != checked(width, height)? {
            let found = pixels.len();
            return Err(Error::new(format!("a picture of {width} x {height} does not have {found} pixels")));
        }
        Ok(Picture { width, height, pixels })
    }

    /// Pixels per row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixels, `0x00RRGGBB` each.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// The pixels, for writing.
    pub(crate) fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }

    /// The colour of a pixel; `None` outside.
    pub fn get(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        (x < self.width).then(|| self.pixels.get(y * self.width + x).map(|pixel| unpack(*pixel)))?
    }

    /// Red, green and blue bytes, row by row.
    pub fn rgb(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|pixel| unpack(*pixel)).collect()
    }

    /// Mixes a colour into a pixel, `cover` from 0 to 1; outside, nothing happens.
    pub(crate) fn mix(&mut self, x: i64, y: i64, colour: [u8; 3], cover: f32) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let pixel = &mut self.pixels[y * self.width + x];
        let below = unpack(*pixel);
        let cover = cover.clamp(0.0, 1.0);
        *pixel = pack(std::array::from_fn(|c| {
            (f32::from(below[c]) + (f32::from(colour[c]) - f32::from(below[c])) * cover).round() as u8
        }));
    }
}

fn checked(width: usize, height: usize) -> Result<usize, Error> {
    if width == 0 || height == 0 || width > LARGEST || height > LARGEST {
        return Err(Error::new(format!("a picture of {width} x {height}: sides have 1 to {LARGEST} pixels")));
    }
    Ok(width * height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_those_given() {
        let picture = Picture::from_rgb(2, 1, &[1, 2, 3, 250, 251, 252]).unwrap();
        assert_eq!(
            (picture.get(1, 0), picture.get(2, 0), picture.get(0, 1)),
            (Some([250, 251, 252]), None, None)
        );
        assert_eq!(picture.rgb(), [1, 2, 3, 250, 251, 252]);
        assert!(Picture::from_rgb(2, 2, &[0; 6]).is_err() && Picture::filled(0, 3, [0; 3]).is_err());
        assert!(Picture::from_rgb(1, 1, &[0; 4]).unwrap_err().to_string().contains("whole pixels"));
    }

    #[test]
    fn mixing_stays_inside() {
        let mut picture = Picture::filled(2, 2, [0; 3]).unwrap();
        picture.mix(-1, 0, [255; 3], 1.0);
        picture.mix(0, 2, [255; 3], 1.0);
        picture.mix(1, 1, [200, 100, 0], 0.5);
        assert_eq!(picture.get(1, 1), Some([100, 50, 0]));
        assert_eq!(picture.pixels()[..3], [0; 3]);
    }
}
