//! Pictures and arrays in files: PNG of bytes, and Radiance HDR of light.

mod hdr;
mod png_file;

pub use png_file::{png_bytes, png_from_bytes};

use crate::{Error, Look};
use std::path::Path;
use tensorforge::{Array, DType};

/// Writes an array as a picture: `.png` with the colours of `look`, or `.hdr` with `[h, w, 3]` or `[h, w]`
/// floats as amounts of light.
///
/// # Errors
/// A message with the path: of another ending, of an array that is no picture, or of the file system.
pub fn save(path: impl AsRef<Path>, array: &Array, look: &Look) -> Result<(), Error> {
    let path = path.as_ref();
    match ending(path).as_str() {
        "png" => write(path, &png_bytes(&look.picture(array)?)?),
        "hdr" => write(path, &hdr::encode(array)?),
        other => Err(unknown(path, other)),
    }
}

/// Reads a picture: `.png` as `u8[h, w]`, `[h, w, 3]` or `[h, w, 4]`, `.hdr` as `f32[h, w, 3]` of light.
///
/// # Errors
/// A message with the path: of another ending, of a file that is no such picture, or of the file system.
pub fn load(path: impl AsRef<Path>) -> Result<Array, Error> {
    let path = path.as_ref();
    let kind = ending(path);
    if kind != "png" && kind != "hdr" {
        return Err(unknown(path, &kind));
    }
    let bytes = std::fs::read(path).map_err(|e| Error::file("read", path, e))?;
    let array = if kind == "png" { png_from_bytes(&bytes) } else { hdr::decode(&bytes) };
    array.map_err(|e| Error::file("read", path, e))
}

/// The ending of a path in lower case, without its dot.
pub(crate) fn ending(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

fn unknown(path: &Path, ending: &str) -> Error {
    let cause = format!("the ending '.{ending}' is of no known format; known are .png and .hdr");
    Error::file("use", path, cause)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    std::fs::write(path, bytes).map_err(|e| Error::file("write", path, e))
}

/// Light of `[h, w, 3]`, `[h, w, 4]` or `[h, w]` as `f32` triples.
fn light(array: &Array) -> Result<(usize, usize, Vec<[f32; 3]>), Error> {
    let extents = array.extents();
    let values: Vec<f32> = match array.dtype() {
        DType::F32 => array.as_slice::<f32>()?.to_vec(),
        DType::F64 => array.as_slice::<f64>()?.iter().map(|v| *v as f32).collect(),
        other => {
            return Err(Error::new(format!(
                "elements of {other} are no amounts of light: HDR files take floats"
            )));
        }
    };
    let (h, w, channels) = match *extents {
        [h, w] => (h, w, 1),
        [h, w, c @ (1 | 3 | 4)] => (h, w, c),
        _ => return Err(Error::new(format!("extents {extents:?} are no picture: [h, w] or [h, w, 3] are"))),
    };
    let triple = |p: &[f32]| if channels < 3 { [p[0]; 3] } else { [p[0], p[1], p[2]] };
    Ok((h, w, values.chunks_exact(channels).map(triple).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("tensorforge-{}-{name}", std::process::id()))
    }

    #[test]
    fn files_read_back() {
        let light: Vec<f32> =
            (0..5 * 20 * 3).map(|i| (i as f32 * 0.37).exp2().fract() * (i % 7) as f32).collect();
        let array = Array::from_slice(&[5, 20, 3], &light).unwrap();
        let file = path("a.hdr");
        save(&file, &array, &Look::default()).unwrap();
        let back = load(&file).unwrap();
        assert_eq!(back.extents(), [5, 20, 3]);
        for (found, wanted) in back.as_slice::<f32>().unwrap().chunks(3).zip(light.chunks(3)) {
            let most = wanted.iter().fold(0.0f32, |a, b| a.max(*b));
            for c in 0..3 {
                assert!((found[c] - wanted[c]).abs() <= most / 128.0, "{found:?} for {wanted:?}");
            }
        }
        std::fs::remove_file(file).unwrap();
        let bytes: Vec<u8> = (0..2 * 3 * 3).collect();
        let file = path("a.png");
        let array = Array::from_slice(&[2, 3, 3], &bytes).unwrap();
        save(&file, &array, &Look::default()).unwrap();
        assert_eq!(load(&file).unwrap(), array);
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn mistakes_name_the_file() {
        let array = Array::from_slice(&[1, 1], &[0.0f32]).unwrap();
        for (error, word) in [
            (save("x.jpg", &array, &Look::default()).unwrap_err(), ".png and .hdr"),
            (save("/nowhere/x.png", &array, &Look::default()).unwrap_err(), "/nowhere/x.png"),
            (load("/nowhere/x.hdr").unwrap_err(), "/nowhere/x.hdr"),
            (
                save("x.hdr", &Array::from_slice(&[1, 1], &[0u8]).unwrap(), &Look::default()).unwrap_err(),
                "floats",
            ),
        ] {
            assert!(error.to_string().contains(word), "{error}");
        }
    }

    #[test]
    fn broken_files_are_errors() {
        let array = Array::from_slice(&[3, 9, 3], &[0.5f32; 81]).unwrap();
        for (name, bytes) in [
            ("b.hdr", hdr::encode(&array).unwrap()),
            ("b.png", png_bytes(&Look::default().picture(&array).unwrap()).unwrap()),
        ] {
            let file = path(name);
            for end in 0..bytes.len() - 1 {
                std::fs::write(&file, &bytes[..end]).unwrap();
                // The end chunk of a PNG has no pixels.
                assert!(load(&file).is_err() || name == "b.png" && end > bytes.len() - 20, "{name}: {end}");
            }
            std::fs::remove_file(file).unwrap();
        }
    }
}
