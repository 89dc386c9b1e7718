//! PNG, of one picture.

use crate::{Error, Picture};
use tensorforge::Array;

fn failed(error: impl std::fmt::Display) -> Error {
    Error::new(format!("PNG: {error}"))
}

/// An encoder of red, green and blue bytes that are sRGB.
pub(crate) fn encoder<W: std::io::Write>(
    file: W,
    width: usize,
    height: usize,
) -> Result<png::Encoder<'static, W>, Error> {
    let (width, height) = (u32::try_from(width).map_err(failed)?, u32::try_from(height).map_err(failed)?);
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    Ok(encoder)
}

/// The bytes of a PNG file.
///
/// # Errors
/// That of the encoder.
pub fn png_bytes(picture: &Picture) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut writer =
        encoder(&mut bytes, picture.width(), picture.height())?.write_header().map_err(failed)?;
    writer.write_image_data(&picture.rgb()).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The pixels of a PNG file: `u8` of `[h, w]` (gray), `[h, w, 3]`, or `[h, w, 4]` with alpha. Palettes are
/// replaced by their colours, samples of 16 bits by their high bytes; of an animation, the first picture.
///
/// # Errors
/// That of the decoder.
pub fn png_from_bytes(bytes: &[u8]) -> Result<Array, Error> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(failed)?;
    let size = reader.output_buffer_size().ok_or_else(|| failed("the picture is too large"))?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).map_err(failed)?;
    pixels.truncate(info.buffer_size());
    let (height, width) = (info.height as usize, info.width as usize);
    // There is no picture of two channels.
    if info.color_type == png::ColorType::GrayscaleAlpha {
        pixels = pixels.as_chunks::<2>().0.iter().flat_map(|[v, a]| [*v, *v, *v, *a]).collect();
        return Ok(Array::from_slice(&[height, width, 4], &pixels)?);
    }
    Ok(match info.color_type.samples() {
        1 => Array::from_slice(&[height, width], &pixels)?,
        samples => Array::from_slice(&[height, width, samples], &pixels)?,
    })
}
