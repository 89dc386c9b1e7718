//! Radiance HDR (`.hdr`): red, green and blue with a shared exponent, a byte each; rows are run-length coded.
//! G. Ward, "Real Pixels", Graphics Gems II (1991).

use super::light;
use crate::{Error, pictures::LARGEST};
use tensorforge::Array;

/// Rows of these lengths are coded; others are plain.
const CODED: std::ops::Range<usize> = 8..0x8000;
/// The longest run and the longest list of different bytes.
const RUN: usize = 127;
const LIST: usize = 128;

/// The bytes of a file.
///
/// # Errors
/// If the array is no picture of floats.
pub(super) fn encode(array: &Array) -> Result<Vec<u8>, Error> {
    let (height, width, pixels) = light(array)?;
    if width == 0 || height == 0 {
        return Err(Error::new("HDR: a picture has at least one pixel"));
    }
    let mut out = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n").into_bytes();
    for row in pixels.chunks_exact(width) {
        let row: Vec<[u8; 4]> = row.iter().map(|p| shared(*p)).collect();
        if !CODED.contains(&width) {
            out.extend(row.as_flattened());
            continue;
        }
        out.extend([2, 2, (width >> 8) as u8, width as u8]);
        for channel in 0..4 {
            code(&row.iter().map(|p| p[channel]).collect::<Vec<_>>(), &mut out);
        }
    }
    Ok(out)
}

/// Three floats as bytes with one exponent; negative ones and NaN are 0.
fn shared(light: [f32; 3]) -> [u8; 4] {
    let light = light.map(|v| if v > 0.0 { v.min(1e38) } else { 0.0 });
    let most = light[0].max(light[1]).max(light[2]);
    if most < 1e-32 {
        return [0; 4];
    }
    // most = fraction · 2^exponent with a fraction from 0.5 to 1.
    let exponent = most.log2().floor() as i32 + 1;
    let scale = 256.0 / f64::from(exponent).exp2();
    let [r, g, b] = light.map(|v| (f64::from(v) * scale).min(255.0) as u8);
    [r, g, b, (exponent + 128).clamp(0, 255) as u8]
}

fn code(bytes: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < bytes.len() {
        let run = run_at(bytes, at);
        // A shorter run takes no less room than a list.
        if run >= 4 {
            out.extend([(128 + run) as u8, bytes[at]]);
            at += run;
            continue;
        }
        let mut end = at + run;
        while end < bytes.len() && end - at < LIST && run_at(bytes, end) < 4 {
            end += 1;
        }
        out.push((end - at) as u8);
        out.extend(&bytes[at..end]);
        at = end;
    }
}

/// How many equal bytes begin at an index.
fn run_at(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take(RUN).take_while(|b| **b == bytes[at]).count()
}

/// The picture of a file, `f32[h, w, 3]`.
///
/// # Errors
/// If the bytes are no such file.
pub(super) fn decode(bytes: &[u8]) -> Result<Array, Error> {
    let broken = || Error::new("HDR: the file ends too early, or is no Radiance picture of -Y h +X w");
    let mut rest = bytes;
    let mut line = || -> Option<String> {
        let end = rest.iter().position(|b| *b == b'\n')?;
        let text = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 1..];
        Some(text)
    };
    if !line().is_some_and(|first| first.starts_with("#?")) {
        return Err(broken());
    }
    while !line().ok_or_else(broken)?.is_empty() {}
    let size = line().ok_or_else(broken)?;
    let [height, width] = match size.split_whitespace().collect::<Vec<_>>()[..] {
        ["-Y", height, "+X", width] => [height, width].map(|v| v.parse::<usize>().unwrap_or(0)),
        _ => return Err(broken()),
    };
    if width == 0 || height == 0 || width > LARGEST || height > LARGEST {
        return Err(Error::new(format!("HDR: {width} x {height} pixels: sides have 1 to {LARGEST}")));
    }
    let mut out = Vec::new();
    for _ in 0..height {
        let row = row(&mut rest, width).ok_or_else(broken)?;
        out.extend(row.into_iter().flat_map(spread));
    }
    Ok(Array::from_slice(&[height, width, 3], &out)?)
}

fn spread([r, g, b, e]: [u8; 4]) -> [f32; 3] {
    if e == 0 {
        return [0.0; 3];
    }
    // The middle of each step.
    let scale = (f64::from(e) - 136.0).exp2();
    [r, g, b].map(|v| ((f64::from(v) + 0.5) * scale) as f32)
}

fn row(rest: &mut &[u8], width: usize) -> Option<Vec<[u8; 4]>> {
    let is_coded = CODED.contains(&width) && rest.get(..2)? == [2, 2];
    if !is_coded {
        let bytes = take(rest, width * 4)?;
        return Some(bytes.as_chunks::<4>().0.to_vec());
    }
    let head = take(rest, 4)?;
    if usize::from(head[2]) << 8 | usize::from(head[3]) != width {
        return None;
    }
    let mut row = vec![[0; 4]; width];
    for channel in 0..4 {
        let mut at = 0;
        while at < width {
            let count = usize::from(take(rest, 1)?[0]);
            let run = count.checked_sub(128).filter(|run| *run > 0);
            let values = take(rest, if run.is_some() { 1 } else { count })?;
            let count = run.unwrap_or(count);
            if count == 0 {
                return None;
            }
            for (i, pixel) in row.get_mut(at..at + count)?.iter_mut().enumerate() {
                pixel[channel] = values[if run.is_some() { 0 } else { i }];
            }
            at += count;
        }
    }
    Some(row)
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (first, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_lists_read_back() {
        for width in [1, 7, 8, 300] {
            for period in [1, 3, 1000] {
                let light: Vec<f32> = (0..width * 3).map(|i| ((i / period) % 50) as f32 * 0.25).collect();
                let array = Array::from_slice(&[1, width, 3], &light).unwrap();
                let back = decode(&encode(&array).unwrap()).unwrap();
                for (found, wanted) in back.as_slice::<f32>().unwrap().iter().zip(&light) {
                    assert!((found - wanted).abs() <= 0.06, "{width} {period}: {found} {wanted}");
                }
            }
        }
    }

    #[test]
    fn a_colour_has_the_known_bytes() {
        assert_eq!(shared([1.0, 0.5, 0.25]), [128, 64, 32, 129]);
        assert_eq!(shared([0.0, f32::NAN, -1.0]), [0; 4]);
        assert_eq!(shared([3.0, 0.0, 0.0]), [192, 0, 0, 130]);
    }
}
