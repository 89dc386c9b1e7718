//! What the program's thread and the windows' thread share.

use crate::panel::Panel;
use crate::{Button, Error, Event, Fit, Input, Picture};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The state of a window, under a lock that both sides hold for at most the drawing of its panel.
#[derive(Debug)]
pub(crate) struct State {
    pub picture: Option<Arc<Picture>>,
    pub panel: Panel,
    /// What happened since the frame before.
    pub input: Input,
    pub is_closed: bool,
    /// Why it was closed, if the display failed.
    pub error: Option<Error>,
    /// Where the picture is in the window.
    pub fit: Fit,
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Frames per second of the display.
    pub refresh: Option<f64>,
}

impl State {
    /// Gives an event to the panel, or else to the program.
    pub(crate) fn handle(&mut self, event: &Event) {
        match event {
            Event::Point(at) => {
                let is_over = self.panel.moved(*at);
                let inside = at.filter(|_| !is_over).and_then(|[x, y]| self.fit.inside(x, y));
                self.input.point(inside);
            }
            Event::Press(button, is_down) => {
                let is_panels = *button == Button::Left
                    && if *is_down { self.panel.pressed() } else { self.panel.released() };
                if !is_panels {
                    self.input.press(*button, *is_down);
                }
            }
            Event::Turn(notches) => {
                if !self.panel.turned(*notches) {
                    self.input.turn(*notches as f32);
                }
            }
            Event::Key(name, is_down) => {
                if *is_down && !self.input.is_key_held(name) {
                    match name.as_str() {
                        "f1" => self.panel.is_hidden = !self.panel.is_hidden,
                        "f9" => self.panel.pause(),
                        "f10" => self.panel.step(),
                        _ => {}
                    }
                }
                self.input.key(name, *is_down);
            }
            Event::Write(text) => self.input.write(text),
            Event::Release => self.input.release_all(),
        }
    }

    /// Draws the picture and the panel over it, in pixels of the window.
    pub(crate) fn draw(&mut self, out: &mut Picture) {
        if let Some(picture) = self.picture.clone() {
            self.fit = Fit::new([picture.width(), picture.height()], [out.width(), out.height()]);
            self.fit.draw(&picture, out.pixels_mut());
        }
        self.panel.draw(out);
    }
}

/// The state, and the news of it.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    pub(crate) fn new(title: &str, size: [usize; 2]) -> Arc<Shared> {
        let panel = Panel::new(title);
        let (input, fit) = (Input::default(), Fit::new(size, size));
        let state =
            State { picture: None, panel, input, is_closed: false, error: None, fit, size, refresh: None };
        Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Closes the window and wakes who waits for a frame.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Closes the window because the display failed: the program gets the error.
    #[cfg(feature = "live")]
    pub(crate) fn fail(&self, error: Error) {
        self.lock().error = Some(error);
        self.close();
    }

    /// Wakes who waits for a frame.
    pub(crate) fn notify(&self) {
        self.changed.notify_all();
    }

    /// Waits for a change, until a time at most.
    pub(crate) fn wait(&self, until: Instant) {
        let rest = until.saturating_duration_since(Instant::now());
        drop(self.changed.wait_timeout(self.lock(), rest).unwrap_or_else(PoisonError::into_inner));
    }
}

/// Whether Ctrl-C was pressed.
#[derive(Debug, Default)]
pub(crate) struct Interrupts(Option<Arc<AtomicBool>>);

impl Interrupts {
    /// Takes Ctrl-C: the first one sets a flag, a second one ends the process.
    pub(crate) fn taken() -> Result<Interrupts, Error> {
        static FLAG: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);
        let mut known = FLAG.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flag) = &*known {
            return Ok(Interrupts(Some(flag.clone())));
        }
        let flag = Arc::new(AtomicBool::new(false));
        let failed = |e: std::io::Error| Error::new(format!("cannot handle Ctrl-C: {e}"));
        let signal = signal_hook::consts::SIGINT;
        // In this order, the first Ctrl-C finds the flag not yet set. Shells expect 128 plus the
        // signal.
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, flag.clone())
            .map_err(failed)?;
        signal_hook::flag::register(signal, flag.clone()).map_err(failed)?;
        *known = Some(flag.clone());
        Ok(Interrupts(Some(flag)))
    }

    pub(crate) fn was_pressed(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
