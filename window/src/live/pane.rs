//! A window: its pixels, and where its events go.

use super::keys;
use crate::window::shared::Shared;
use crate::{Button, Event, Picture};
use softbuffer::{Context, Surface};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::Arc;
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::window::{Fullscreen, Window, WindowId};

/// Pixels that a touch pad scrolls for one notch of a wheel.
const NOTCH: f64 = 40.0;

/// A window with its surface.
pub(super) struct Pane {
    pub shared: Arc<Shared>,
    window: Rc<Window>,
    surface: Surface<Rc<Window>, Rc<Window>>,
    /// The picture and the panel, in pixels of the window.
    pixels: Picture,
}

impl Pane {
    /// # Errors
    /// That of the surface.
    pub(super) fn new(window: Rc<Window>, shared: Arc<Shared>) -> Result<Pane, Box<dyn std::error::Error>> {
        let context = Context::new(window.clone())?;
        let surface = Surface::new(&context, window.clone())?;
        let size = window.inner_size();
        {
            let mut state = shared.lock();
            state.size = [size.width as usize, size.height as usize];
            // In thousandths of frames per second.
            let refresh = window.current_monitor().and_then(|m| m.refresh_rate_millihertz());
            state.refresh = refresh.map(|r| f64::from(r) / 1000.0).filter(|r| *r >= 1.0);
        }
        let pixels = Picture::filled(1, 1, [0; 3])?;
        Ok(Pane { shared, window, surface, pixels })
    }

    pub(super) fn number(&self) -> WindowId {
        self.window.id()
    }

    pub(super) fn redraw(&self) {
        self.window.request_redraw();
    }

    pub(super) fn full_screen(&self, is_full: bool) {
        self.window.set_fullscreen(is_full.then_some(Fullscreen::Borderless(None)));
    }

    /// Draws the picture and the panel.
    ///
    /// # Errors
    /// That of the surface.
    pub(super) fn paint(&mut self) -> Result<(), Box<dyn std::error::Error>> {
        let size = self.window.inner_size();
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            return Ok(());
        };
        let [wide, high] = [size.width as usize, size.height as usize];
        if [self.pixels.width(), self.pixels.height()] != [wide, high] {
            self.pixels = Picture::filled(wide, high, [0; 3])?;
        }
        self.shared.lock().draw(&mut self.pixels);
        self.surface.resize(width, height)?;
        let mut buffer = self.surface.buffer_mut()?;
        buffer.copy_from_slice(self.pixels.pixels());
        self.window.pre_present_notify();
        buffer.present()?;
        Ok(())
    }

    pub(super) fn event(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::Resized(size) => {
                self.shared.lock().size = [size.width as usize, size.height as usize];
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.send(Event::Point(Some([position.x, position.y])))
            }
            WindowEvent::CursorLeft { .. } => self.send(Event::Point(None)),
            WindowEvent::MouseInput { state, button, .. } => {
                let button = match button {
                    MouseButton::Left => Button::Left,
                    MouseButton::Right => Button::Right,
                    MouseButton::Middle => Button::Middle,
                    _ => return,
                };
                self.send(Event::Press(button, *state == ElementState::Pressed));
            }
            WindowEvent::MouseWheel { delta, .. } => self.send(Event::Turn(match delta {
                MouseScrollDelta::LineDelta(_, y) => f64::from(*y),
                MouseScrollDelta::PixelDelta(at) => at.y / NOTCH,
            })),
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => self.key(event),
            WindowEvent::Focused(false) => self.send(Event::Release),
            _ => return,
        }
        // Widgets follow the pointer, also while the program is paused.
        self.shared.notify();
        self.redraw();
    }

    fn send(&self, event: Event) {
        self.shared.lock().handle(&event);
    }

    fn key(&mut self, event: &KeyEvent) {
        let is_down = event.state == ElementState::Pressed;
        let Some(name) = keys::name(&event.logical_key) else { return };
        if is_down && !event.repeat && name == "f11" {
            self.full_screen(self.window.fullscreen().is_none());
        }
        self.send(Event::Key(name, is_down));
        if is_down && let Some(text) = &event.text {
            self.send(Event::Write(text.to_string()));
        }
    }
}
