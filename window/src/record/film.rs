//! Films, which the program `ffmpeg` encodes from pixels that it reads from a pipe.

use crate::{Error, Picture};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// A running encoder.
pub(super) struct Film {
    child: Child,
    /// `None` when it was told to end.
    pipe: Option<ChildStdin>,
}

/// Whether the encoder can be started.
///
/// # Errors
/// What to install.
pub(super) fn look_for_ffmpeg(path: &Path) -> Result<(), Error> {
    let tried = Command::new("ffmpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    match tried {
        Ok(status) if status.success() => Ok(()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::file("record to", path, error)),
        _ => Err(Error::file(
            "record to",
            path,
            "films need the program ffmpeg, which is not installed; .png and .gif do not",
        )),
    }
}

impl Film {
    pub(super) fn start(path: &Path, [width, height]: [usize; 2], rate: f64) -> Result<Film, Error> {
        let size = format!("{width}x{height}");
        let rate = format!("{rate}");
        let input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &size, "-r", &rate, "-i", "-"];
        // The colours that most players take have one value per 2 x 2 pixels: sides are made even.
        let output = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-an"];
        let mut command = Command::new("ffmpeg");
        command.args(["-loglevel", "error", "-y"]).args(input).args(output);
        if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("mp4")) {
            // Players may begin before the whole file is there.
            command.args(["-movflags", "+faststart"]);
        }
        let mut child = command
            .arg(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| Error::file("record to", path, e))?;
        let pipe = child.stdin.take();
        Ok(Film { child, pipe })
    }

    pub(super) fn add(&mut self, picture: &Picture, path: &Path) -> Result<(), Error> {
        let Some(pipe) = &mut self.pipe else { return Ok(()) };
        let Err(error) = pipe.write_all(&picture.rgb()) else { return Ok(()) };
        // It has ended: its own words say why.
        self.pipe = None;
        let said = self.said();
        Err(Error::file("record to", path, if said.is_empty() { error.to_string() } else { said }))
    }

    pub(super) fn finish(mut self, path: &Path) -> Result<(), Error> {
        // Without more input, it ends.
        self.pipe = None;
        let said = self.said();
        let status = self.child.wait().map_err(|e| Error::file("record to", path, e))?;
        if status.success() { Ok(()) } else { Err(Error::file("record to", path, format!("ffmpeg: {said}"))) }
    }

    fn said(&mut self) -> String {
        let mut text = String::new();
        if let Some(stderr) = &mut self.child.stderr {
            // What can be read of it is all there is to say.
            let _ = stderr.read_to_string(&mut text);
        }
        text.trim().to_string()
    }
}
