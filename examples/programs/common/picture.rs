//! Pictures, and PNG files of one or more of them.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// A picture of red, green and blue, in 0 ..= 1 each (more is white), row by row from the top.
#[derive(Clone)]
pub struct Picture {
    /// Pixels per row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The colours.
    pub pixels: Vec<[f32; 3]>,
}

impl Picture {
    /// A black picture.
    pub fn black(width: usize, height: usize) -> Picture {
        Picture { width, height, pixels: vec![[0.0; 3]; width * height] }
    }

    /// A picture whose pixel in column `x` and row `y` is `colour(x, y)`.
    pub fn of(width: usize, height: usize, colour: impl Fn(usize, usize) -> [f32; 3]) -> Picture {
        let at = |i: usize| colour(i % width, i / width);
        Picture { width, height, pixels: (0..width * height).map(at).collect() }
    }

    /// Adds light around a point, with a soft edge of `radius` pixels.
    pub fn glow(&mut self, x: f32, y: f32, radius: f32, light: [f32; 3]) {
        let reach = (3.0 * radius).ceil();
        let range = |centre: f32, limit: usize| {
            let low = (centre - reach).floor().max(0.0);
            let high = (centre + reach).ceil().min(limit as f32 - 1.0);
            if low > high { 0..0 } else { low as usize..high as usize + 1 }
        };
        for row in range(y, self.height) {
            for column in range(x, self.width) {
                let (dx, dy) = (column as f32 - x, row as f32 - y);
                let weight = (-(dx * dx + dy * dy) / (radius * radius)).exp();
                let pixel = &mut self.pixels[row * self.width + column];
                (0..3).for_each(|c| pixel[c] += weight * light[c]);
            }
        }
    }

    /// Light compressed to the range of a screen: `1 - exp(-x)`.
    pub fn exposed(mut self) -> Picture {
        self.pixels.iter_mut().flatten().for_each(|value| *value = 1.0 - (-*value).exp());
        self
    }

    /// The picture as windows show it.
    ///
    /// # Errors
    /// If it has no pixels.
    pub fn shown(&self) -> Result<tensorforge_window::Picture, tensorforge_window::Error> {
        tensorforge_window::Picture::from_rgb(self.width, self.height, &self.bytes())
    }

    fn bytes(&self) -> Vec<u8> {
        // Light to the values of sRGB.
        let encode = |v: &f32| (v.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8;
        self.pixels.iter().flatten().map(encode).collect()
    }
}

/// Writes a PNG; several pictures of one size make an animation of 25 per second.
///
/// # Errors
/// A message with the path.
pub fn save(path: impl AsRef<Path>, frames: &[Picture]) -> Result<(), String> {
    let path = path.as_ref();
    let write = || -> Result<(), Box<dyn std::error::Error>> {
        let first = frames.first().ok_or("there is no picture")?;
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, u32::try_from(first.width)?, u32::try_from(first.height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        if frames.len() > 1 {
            encoder.set_animated(u32::try_from(frames.len())?, 0)?;
            encoder.set_frame_delay(1, 25)?;
        }
        let mut writer = encoder.write_header()?;
        for frame in frames {
            writer.write_image_data(&frame.bytes())?;
        }
        Ok(writer.finish()?)
    };
    write().map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_falls_on_the_picture_only() {
        let mut picture = Picture::black(8, 4);
        picture.glow(2.0, 1.0, 1.0, [1.0, 0.5, 0.0]);
        picture.glow(-50.0, 900.0, 2.0, [1.0; 3]);
        assert_eq!(picture.pixels[8 + 2], [1.0, 0.5, 0.0]);
        assert!(picture.pixels[8 + 3][0] < 0.5 && picture.pixels[3 * 8 + 7][0] == 0.0);
        assert!(picture.exposed().pixels.iter().flatten().all(|v| (0.0..1.0).contains(v)));
    }

    #[test]
    fn files_read_back() {
        let path = std::env::temp_dir().join(format!("tensorforge-picture-{}.png", std::process::id()));
        let picture = Picture::of(3, 2, |x, y| [x as f32 / 2.0, y as f32, 0.0]);
        save(&path, &[picture.clone(), picture]).unwrap();
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(&path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 2);
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        assert_eq!(bytes[..9], [0, 0, 0, 186, 0, 0, 255, 0, 0]);
        std::fs::remove_file(path).unwrap();
        assert!(save("/nowhere/x.png", &[Picture::black(1, 1)]).unwrap_err().contains("/nowhere/x.png"));
    }
}
