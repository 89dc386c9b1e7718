//! Recordings: pictures of one size, one after the other, to a file.
//!
//! | ending | file |
//! |---|---|
//! | `.png` | one picture, or an animation (APNG) of several |
//! | `name-%04d.png` | a file for each picture, numbered from 0 |
//! | `.gif` | an animation of 256 colours per picture |
//! | `.mp4`, `.webm`, `.mkv` | a film, made by the program `ffmpeg` |

use crate::files::{self, ending};
use crate::{Error, Picture};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

mod animated;
mod film;

/// A recording in progress; [`Recording::finish`] completes its file.
pub struct Recording {
    path: PathBuf,
    /// Pictures per second.
    rate: f64,
    size: Option<[usize; 2]>,
    count: usize,
    sink: Sink,
}

enum Sink {
    Numbered { before: String, digits: usize, after: String },
    Animated(animated::Frames),
    Gif(Option<gif::Encoder<BufWriter<File>>>),
    Film(Option<film::Film>),
}

impl Recording {
    /// A recording to a path, whose ending is the format, of `rate` pictures per second.
    ///
    /// # Errors
    /// If the ending is of no known format, the rate is not positive, or `ffmpeg` is needed and missing.
    pub fn new(path: impl Into<PathBuf>, rate: f64) -> Result<Recording, Error> {
        let path = path.into();
        if !(rate > 0.0 && rate <= 1000.0) {
            return Err(Error::file(
                "record to",
                &path,
                format!("{rate} pictures per second: 1 to 1000 are possible"),
            ));
        }
        let name = path.to_string_lossy().into_owned();
        let sink = match (ending(&path).as_str(), numbered(&name)) {
            ("png", Some(sink)) => sink,
            ("png" | "apng", None) => Sink::Animated(animated::Frames::default()),
            ("gif", _) => Sink::Gif(None),
            ("mp4" | "webm" | "mkv", _) => {
                film::look_for_ffmpeg(&path)?;
                Sink::Film(None)
            }
            (other, _) => {
                let cause = format!(
                    "the ending '.{other}' is of no format; known are .png, .gif, .mp4, .webm and .mkv"
                );
                return Err(Error::file("record to", &path, cause));
            }
        };
        Ok(Recording { path, rate, size: None, count: 0, sink })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many pictures it has.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds a picture, of the size of the first.
    ///
    /// # Errors
    /// If the size differs, or the file cannot be written.
    pub fn add(&mut self, picture: &Picture) -> Result<(), Error> {
        let size = [picture.width(), picture.height()];
        let first = *self.size.get_or_insert(size);
        if first != size && !matches!(self.sink, Sink::Numbered { .. }) {
            return Err(Error::file(
                "record to",
                &self.path,
                format!("a picture of {} x {} after one of {} x {}", size[0], size[1], first[0], first[1]),
            ));
        }
        match &mut self.sink {
            Sink::Numbered { before, digits, after } => {
                let path = PathBuf::from(format!("{before}{:0digits$}{after}", self.count));
                let bytes = files::png_bytes(picture)?;
                std::fs::write(&path, bytes).map_err(|e| Error::file("write", &path, e))?;
            }
            Sink::Animated(frames) => frames.add(picture)?,
            Sink::Gif(encoder) => add_gif(encoder, &self.path, picture, self.rate)?,
            Sink::Film(film) => {
                let film = match film {
                    Some(film) => film,
                    None => film.insert(film::Film::start(&self.path, size, self.rate)?),
                };
                film.add(picture, &self.path)?;
            }
        }
        self.count += 1;
        Ok(())
    }

    /// Completes the file. Without pictures there is none.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<(), Error> {
        match self.sink {
            Sink::Animated(frames) if self.count > 0 => {
                let bytes = frames.file(self.size.unwrap_or_default(), self.rate)?;
                std::fs::write(&self.path, bytes).map_err(|e| Error::file("write", &self.path, e))
            }
            Sink::Gif(Some(encoder)) => {
                let mut file = encoder.into_inner().map_err(|e| Error::file("write", &self.path, e))?;
                file.flush().map_err(|e| Error::file("write", &self.path, e))
            }
            Sink::Film(Some(film)) => film.finish(&self.path),
            _ => Ok(()),
        }
    }
}

/// `name-%04d.png`.
fn numbered(name: &str) -> Option<Sink> {
    let (before, rest) = name.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let digits = if digits.is_empty() { 1 } else { digits.parse::<usize>().ok()?.min(20) };
    Some(Sink::Numbered { before: before.to_string(), digits, after: after.to_string() })
}

fn add_gif(
    encoder: &mut Option<gif::Encoder<BufWriter<File>>>,
    path: &Path,
    picture: &Picture,
    rate: f64,
) -> Result<(), Error> {
    let failed = |e: &dyn std::fmt::Display| Error::file("write", path, e);
    let side = |v: usize| u16::try_from(v).map_err(|_| failed(&"GIF has at most 65535 pixels per side"));
    let (width, height) = (side(picture.width())?, side(picture.height())?);
    let encoder = match encoder {
        Some(encoder) => encoder,
        None => {
            let file = BufWriter::new(File::create(path).map_err(|e| failed(&e))?);
            let mut made = gif::Encoder::new(file, width, height, &[]).map_err(|e| failed(&e))?;
            made.set_repeat(gif::Repeat::Infinite).map_err(|e| failed(&e))?;
            encoder.insert(made)
        }
    };
    let mut frame = gif::Frame::from_rgb_speed(width, height, &picture.rgb(), GIF_SPEED);
    // In hundredths of a second; viewers slow down what is shorter than 2.
    frame.delay = (100.0 / rate).round().max(2.0) as u16;
    encoder.write_frame(&frame).map_err(|e| failed(&e))
}

/// Of 1 to 30: the colours of a picture are chosen from every tenth pixel.
const GIF_SPEED: i32 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("tensorforge-{}-{name}", std::process::id()))
    }

    fn pictures() -> Vec<Picture> {
        (0..3u8).map(|i| Picture::filled(20, 10, [80 * i, 255 - 80 * i, 40]).unwrap()).collect()
    }

    fn record(path: &Path, pictures: &[Picture]) {
        let mut recording = Recording::new(path, 25.0).unwrap();
        pictures.iter().for_each(|p| recording.add(p).unwrap());
        assert_eq!(recording.count(), pictures.len());
        recording.finish().unwrap();
    }

    #[test]
    fn an_animated_png_has_all_pictures() {
        let file = path("r.png");
        record(&file, &pictures());
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(&file).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 3);
        for picture in pictures() {
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut bytes).unwrap();
            assert_eq!(bytes, picture.rgb());
            let control = *reader.info().frame_control().unwrap();
            assert_eq!((control.delay_num, control.delay_den), (40, 1000));
        }
        record(&file, &pictures()[..1]);
        let plain = files::load(&file).unwrap();
        assert_eq!((plain.extents(), plain.bytes()), (&[10, 20, 3][..], &pictures()[0].rgb()[..]));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn a_gif_has_all_pictures() {
        let file = path("r.gif");
        record(&file, &pictures());
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(File::open(&file).unwrap()).unwrap();
        for picture in pictures() {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            assert_eq!((frame.width, frame.height, frame.delay), (20, 10, 4));
            for c in 0..3 {
                assert!(frame.buffer[c].abs_diff(picture.rgb()[c]) <= 2, "{:?}", &frame.buffer[..4]);
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn numbered_files_are_pictures() {
        let pattern = path("n-%03d.png");
        record(&pattern, &pictures());
        for (i, picture) in pictures().iter().enumerate() {
            let file = path(&format!("n-{i:03}.png"));
            assert_eq!(files::load(&file).unwrap().bytes(), picture.rgb());
            std::fs::remove_file(file).unwrap();
        }
    }

    #[test]
    fn mistakes_are_errors() {
        let error = |path: &str, rate| Recording::new(path, rate).err().unwrap().to_string();
        assert!(error("x.bmp", 25.0).contains("known are .png"));
        assert!(error("x.png", 0.0).contains("0 pictures per second"));
        let mut recording = Recording::new(path("e.gif"), 25.0).unwrap();
        recording.add(&Picture::filled(2, 2, [0; 3]).unwrap()).unwrap();
        let error = recording.add(&Picture::filled(2, 3, [0; 3]).unwrap()).unwrap_err();
        assert!(error.to_string().contains("2 x 3 after one of 2 x 2"), "{error}");
        std::fs::remove_file(path("e.gif")).unwrap();
    }
}
