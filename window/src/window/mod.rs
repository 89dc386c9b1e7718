//! A window with a frame loop: on a display, or without one for a count of frames that go to a file.

mod builder;
mod clock;
pub(crate) mod shared;
#[cfg(test)]
mod tests;

pub use builder::Builder;

use crate::record::Recording;
use crate::{Error, Event, Fit, Input, Look, Picture, Value, Widget};
use clock::Clock;
use shared::{Interrupts, Shared};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tensorforge::Array;

/// How often a waiting loop looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// A window and its frame loop; see [the crate](crate).
///
/// A frame begins when [`Window::next_frame`] returns, and its picture is shown by [`Window::show`]. On a
/// display, frames begin at its refresh rate, or that of [`Builder::rate`]; pictures are shown when they are
/// complete, without waiting for the vertical blank, so input is at most one frame and its computation old.
pub struct Window {
    shared: Arc<Shared>,
    screen: Screen,
    title: String,
    clock: Clock,
    /// The frames that are left; `None`: until it is closed.
    left: Option<u64>,
    recording: Option<Recording>,
    records_panel: bool,
    /// Where the panel's button records to, and the pictures per second.
    target: (PathBuf, f64),
    interrupts: Interrupts,
    widgets: Vec<Widget>,
    input: Input,
    frame: u64,
    picture: Option<Arc<Picture>>,
}

/// What shows the pictures.
enum Screen {
    Headless,
    #[cfg(feature = "live")]
    Live(crate::live::Handle),
}

impl Screen {
    fn update(&self) {
        match self {
            Screen::Headless => {}
            #[cfg(feature = "live")]
            Screen::Live(handle) => handle.update(),
        }
    }
}

impl Window {
    /// A window in the making, with a title.
    pub fn builder(title: impl Into<String>) -> Builder {
        Builder::new(title)
    }

    /// Waits for the next frame; false if the window was closed, Ctrl-C was pressed, or all frames were
    /// shown.
    ///
    /// # Errors
    /// If the display fails, or the recording cannot be started.
    pub fn next_frame(&mut self) -> Result<bool, Error> {
        loop {
            if let Some(is_next) = self.poll_frame(LOOK)? {
                return Ok(is_next);
            }
        }
    }

    /// [`Window::next_frame`], but `None` if the frame does not begin in this time: for callers who look for
    /// signals in between.
    ///
    /// # Errors
    /// As [`Window::next_frame`].
    pub fn poll_frame(&mut self, longest: Duration) -> Result<Option<bool>, Error> {
        if self.clock.is_running() {
            self.end_frame();
        }
        let until = Instant::now() + longest;
        loop {
            if let Some(error) = self.shared.lock().error.take() {
                return Err(error);
            }
            if self.interrupts.was_pressed() || self.shared.is_closed() || self.left == Some(0) {
                return Ok(Some(false));
            }
            let due = self.due();
            if due.is_some_and(|due| due <= Instant::now()) {
                break;
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            self.shared.wait(due.unwrap_or(until).min(until));
        }
        self.begin_frame()?;
        Ok(Some(true))
    }

    /// When the next frame begins; `None` while the window is paused.
    fn due(&self) -> Option<Instant> {
        let state = self.shared.lock();
        let transport = state.panel.transport;
        if transport.is_paused && transport.steps == 0 {
            return None;
        }
        Some(self.clock.due(state.refresh))
    }

    fn end_frame(&mut self) {
        self.clock.stop();
        let status = self.clock.status();
        self.shared.lock().panel.list(std::mem::take(&mut self.widgets), status);
        self.screen.update();
    }

    fn begin_frame(&mut self) -> Result<(), Error> {
        let mut state = self.shared.lock();
        let transport = &mut state.panel.transport;
        transport.steps = transport.steps.saturating_sub(1);
        let records = transport.is_recording;
        self.input = state.input.take();
        let refresh = state.refresh;
        drop(state);
        if records && self.recording.is_none() {
            self.recording = Some(Recording::new(self.target.0.clone(), self.target.1)?);
        } else if !records && let Some(recording) = self.recording.take() {
            recording.finish()?;
        }
        self.clock.start(refresh);
        self.frame += 1;
        self.left = self.left.map(|left| left - 1);
        Ok(())
    }

    /// Shows an array, with the colours of `look`, and records it if a recording is in progress.
    ///
    /// # Errors
    /// As [`Look::picture`], and if the recording's file cannot be written.
    pub fn show(&mut self, array: &Array, look: &Look) -> Result<(), Error> {
        self.show_picture(look.picture(array)?)
    }

    /// Shows a picture, and records it if a recording is in progress.
    ///
    /// # Errors
    /// If the recording's file cannot be written, or the picture's size is not that of the first.
    pub fn show_picture(&mut self, picture: Picture) -> Result<(), Error> {
        let picture = Arc::new(picture);
        let mut state = self.shared.lock();
        state.fit = Fit::new([picture.width(), picture.height()], state.size);
        state.picture = Some(picture.clone());
        drop(state);
        self.picture = Some(picture.clone());
        self.screen.update();
        if self.recording.is_none() {
            return Ok(());
        }
        let whole = if self.records_panel { Some(self.whole()?) } else { None };
        match &mut self.recording {
            Some(recording) => recording.add(whole.as_ref().unwrap_or(&picture)),
            None => Ok(()),
        }
    }

    /// What the window shows: the picture in its size, and the panel with the widgets of the frame before.
    ///
    /// # Errors
    /// As [`Picture::filled`].
    pub fn whole(&self) -> Result<Picture, Error> {
        let mut state = self.shared.lock();
        let mut out = Picture::filled(state.size[0], state.size[1], [0; 3])?;
        state.draw(&mut out);
        Ok(out)
    }

    /// Lets something happen as if the mouse or the keyboard did it: for tests, demonstrations and recordings
    /// without a display.
    pub fn send(&mut self, event: &Event) {
        self.shared.lock().handle(event);
        self.shared.notify();
        self.screen.update();
    }

    /// A slider's value, from `low` to `high`, `start` until it is moved.
    pub fn slider(&mut self, name: &str, start: f64, low: f64, high: f64) -> f64 {
        self.number(name, start, (low, high), false)
    }

    /// A slider of integers.
    pub fn whole_slider(&mut self, name: &str, start: i64, low: i64, high: i64) -> i64 {
        self.number(name, start as f64, (low as f64, high as f64), true) as i64
    }

    fn number(&mut self, name: &str, start: f64, (low, high): (f64, f64), is_whole: bool) -> f64 {
        self.widgets.push(Widget::Slider { name: name.to_string(), low, high, is_whole });
        match self.shared.lock().panel.value(name, Value::Number(start)) {
            Value::Number(value) => value,
            _ => start,
        }
    }

    /// A button: whether it was clicked since the frame before.
    pub fn button(&mut self, name: &str) -> bool {
        self.widgets.push(Widget::Button(name.to_string()));
        self.shared.lock().panel.take_clicks(name) > 0
    }

    /// A checkbox, checked at first if `start`.
    pub fn checkbox(&mut self, name: &str, start: bool) -> bool {
        self.widgets.push(Widget::Checkbox(name.to_string()));
        self.shared.lock().panel.value(name, Value::On(start)) == Value::On(true)
    }

    /// A line of text in the panel. [`Picture::text`] writes on pictures.
    pub fn text(&mut self, text: impl Into<String>) {
        self.widgets.push(Widget::Text(text.into()));
    }

    /// A line through values, in the panel.
    pub fn plot(&mut self, name: &str, values: &[f64]) {
        let values = Arc::new(values.to_vec());
        self.widgets.push(Widget::Plot { name: name.to_string(), values });
    }

    /// Changes the value of a slider or checkbox.
    pub fn set(&mut self, name: &str, value: Value) {
        self.shared.lock().panel.set(name, value);
    }

    /// What the mouse and the keyboard did between the last two frames.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Width and height of the window in pixels, which change as it is resized.
    pub fn size(&self) -> [usize; 2] {
        self.shared.lock().size
    }

    /// The index of the current frame, 0 for the first.
    pub fn frame(&self) -> u64 {
        self.frame.saturating_sub(1)
    }

    /// Seconds from the first frame to this one: by the clock on a display; without one, by the rate, so that
    /// recordings are the same on every machine.
    pub fn seconds(&self) -> f64 {
        self.clock.seconds(self.frame())
    }

    /// Frames per second, of the last 60.
    pub fn rate(&self) -> f64 {
        self.clock.rate()
    }

    /// Seconds of a frame without the wait for the next, the mean of the last 60.
    pub fn frame_time(&self) -> f64 {
        self.clock.work()
    }

    /// Pauses, or goes on: a paused window waits in [`Window::next_frame`].
    pub fn pause(&mut self, is_paused: bool) {
        let mut state = self.shared.lock();
        if state.panel.transport.is_paused != is_paused {
            state.panel.pause();
        }
    }

    /// Fills the screen, or ends that. The key F11 does the same. Nothing happens without a display.
    pub fn full_screen(&mut self, is_full: bool) {
        match &self.screen {
            Screen::Headless => {
                let _ = is_full;
            }
            #[cfg(feature = "live")]
            Screen::Live(handle) => handle.full_screen(is_full),
        }
    }

    /// Shows or hides the panel. The key F1 does the same.
    pub fn show_panel(&mut self, is_shown: bool) {
        self.shared.lock().panel.is_hidden = !is_shown;
    }

    /// The last picture that was shown.
    pub fn picture(&self) -> Option<&Picture> {
        self.picture.as_deref()
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether it is on a display.
    pub fn is_live(&self) -> bool {
        !matches!(self.screen, Screen::Headless)
    }

    /// Closes the window; [`Window::next_frame`] gives false from now on.
    pub fn close(&mut self) {
        self.shared.close();
        self.screen.update();
    }

    /// Closes the window and completes its recording: the path and the pictures of its file.
    ///
    /// # Errors
    /// If the recording's file cannot be written.
    pub fn finish(mut self) -> Result<Option<(PathBuf, usize)>, Error> {
        self.complete()
    }

    /// [`Window::finish`] for owners that keep the window.
    ///
    /// # Errors
    /// As [`Window::finish`].
    pub fn complete(&mut self) -> Result<Option<(PathBuf, usize)>, Error> {
        self.close();
        let Some(recording) = self.recording.take() else { return Ok(None) };
        let made = (recording.path().to_path_buf(), recording.count());
        recording.finish()?;
        Ok(Some(made))
    }
}

impl Drop for Window {
    /// Completes the recording; [`Window::finish`] reports its errors.
    fn drop(&mut self) {
        let _ = self.complete();
    }
}
