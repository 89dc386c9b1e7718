//! What a window is opened with.

use super::clock::Clock;
use super::shared::{Interrupts, Shared};
use super::{Screen, Window};
use crate::record::Recording;
use crate::{Error, Input};
use std::path::PathBuf;

/// Pictures per second of recordings without a display.
const RECORDED: f64 = 25.0;
/// The same of a display.
const SHOWN: f64 = 60.0;

/// A window in the making.
#[derive(Clone, Debug)]
pub struct Builder {
    title: String,
    size: [usize; 2],
    is_headless: bool,
    frames: Option<u64>,
    rate: Option<f64>,
    record: Option<PathBuf>,
    takes_interrupts: bool,
    is_full_screen: bool,
    records_panel: bool,
}

impl Builder {
    pub(super) fn new(title: impl Into<String>) -> Builder {
        Builder {
            title: title.into(),
            size: [640, 480],
            is_headless: false,
            frames: None,
            rate: None,
            record: None,
            takes_interrupts: true,
            is_full_screen: false,
            records_panel: false,
        }
    }

    /// Width and height in pixels; pictures of other sizes are scaled.
    pub fn size(self, width: usize, height: usize) -> Builder {
        Builder { size: [width.max(1), height.max(1)], ..self }
    }

    /// Without a display: frames follow each other at once, widgets keep their first values, and the loop
    /// ends after [`Builder::frames`].
    pub fn headless(self) -> Builder {
        Builder { is_headless: true, ..self }
    }

    /// The loop ends after this many frames; without it, when the window is closed.
    pub fn frames(self, frames: u64) -> Builder {
        Builder { frames: Some(frames), ..self }
    }

    /// Frames per second, and pictures per second of recordings. By default that of the display, and 25
    /// without one. [`f64::INFINITY`]: as fast as they are computed.
    pub fn rate(self, rate: f64) -> Builder {
        Builder { rate: Some(rate), ..self }
    }

    /// Records all frames to a file; see [`crate::record`].
    pub fn record(self, path: impl Into<PathBuf>) -> Builder {
        Builder { record: Some(path.into()), ..self }
    }

    /// Whether Ctrl-C ends the loop, as it does by default; a second one ends the process.
    pub fn takes_interrupts(self, does: bool) -> Builder {
        Builder { takes_interrupts: does, ..self }
    }

    /// Recordings show the whole window, the panel too, instead of the pictures alone.
    pub fn records_panel(self) -> Builder {
        Builder { records_panel: true, ..self }
    }

    /// Fills the screen, where there is one.
    pub fn full_screen(self) -> Builder {
        Builder { is_full_screen: true, ..self }
    }

    /// Opens the window.
    ///
    /// # Errors
    /// Without a display, or in a build without the feature `live`; if the recording's format is unknown; if
    /// a rate is not positive, or a window without a display lacks a count of frames.
    pub fn open(self) -> Result<Window, Error> {
        if self.rate.is_some_and(|rate| rate.is_nan() || rate <= 0.0) {
            return Err(Error::new("a window's rate is a positive number of frames per second"));
        }
        if self.is_headless && self.frames.is_none() {
            return Err(Error::new("a window without a display needs a number of frames"));
        }
        let rate = self.rate.filter(|rate| rate.is_finite());
        let pictures = rate.unwrap_or(if self.is_headless { RECORDED } else { SHOWN });
        let recording = self.record.clone().map(|path| Recording::new(path, pictures)).transpose()?;
        let shared = Shared::new(&self.title, self.size);
        shared.lock().panel.transport.is_recording = recording.is_some();
        let interrupts = if self.takes_interrupts { Interrupts::taken()? } else { Interrupts::default() };
        let screen = self.screen(&shared)?;
        let is_live = !self.is_headless;
        let target = self.record.unwrap_or_else(|| PathBuf::from(format!("{}.png", self.title)));
        let is_full_screen = self.is_full_screen;
        let mut window = Window {
            shared,
            screen,
            title: self.title,
            clock: if is_live { Clock::live(self.rate) } else { Clock::headless(pictures) },
            left: self.frames,
            recording,
            records_panel: self.records_panel,
            target: (target, pictures),
            interrupts,
            widgets: Vec::new(),
            input: Input::default(),
            frame: 0,
            picture: None,
        };
        if is_full_screen {
            window.full_screen(true);
        }
        Ok(window)
    }

    #[cfg(feature = "live")]
    fn screen(&self, shared: &std::sync::Arc<Shared>) -> Result<Screen, Error> {
        if self.is_headless {
            return Ok(Screen::Headless);
        }
        let handle = crate::live::open(&self.title, self.size, shared)?;
        Ok(Screen::Live(handle))
    }

    #[cfg(not(feature = "live"))]
    fn screen(&self, _: &std::sync::Arc<Shared>) -> Result<Screen, Error> {
        if self.is_headless {
            return Ok(Screen::Headless);
        }
        Err(Error::new(
            "this build has no windows: build it with the feature 'live' of tensorforge-window, or give a \
             number of frames, which go to a file",
        ))
    }
}
