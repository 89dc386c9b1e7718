//! A window: its pixels, and where its events go.

use super::keys;
use crate::pictures::fit::Fit;
use crate::window::shared::Shared;
use crate::{Button, Picture};
use softbuffer::{Context, Surface};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::Arc;
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{Key, NamedKey};
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
    fit: Fit,
    pointer: Option<[f64; 2]>,
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
        Ok(Pane { shared, window, surface, pixels, fit: Fit::new([1, 1], [1, 1]), pointer: None })
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
        let picture = self.shared.lock().picture.clone();
        if let Some(picture) = picture {
            self.fit = Fit::new([picture.width(), picture.height()], [wide, high]);
            self.fit.draw(&picture, self.pixels.pixels_mut());
        }
        self.shared.lock().panel.draw(&mut self.pixels);
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
            WindowEvent::CursorMoved { position, .. } => self.moved(Some([position.x, position.y])),
            WindowEvent::CursorLeft { .. } => self.moved(None),
            WindowEvent::MouseInput { state, button, .. } => {
                self.clicked(*button, *state == ElementState::Pressed)
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let notches = match delta {
                    MouseScrollDelta::LineDelta(_, y) => f64::from(*y),
                    MouseScrollDelta::PixelDelta(at) => at.y / NOTCH,
                };
                let mut state = self.shared.lock();
                if !state.panel.turned(notches) {
                    state.input.turn(notches as f32);
                }
            }
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => self.key(event),
            WindowEvent::Focused(false) => self.shared.lock().input.release_all(),
            _ => return,
        }
        // Widgets follow the pointer, also while the program is paused.
        self.shared.notify();
        self.redraw();
    }

    fn moved(&mut self, at: Option<[f64; 2]>) {
        self.pointer = at;
        let mut state = self.shared.lock();
        let is_over = state.panel.moved(at);
        let inside = at.filter(|_| !is_over).and_then(|[x, y]| self.fit.inside(x, y));
        state.input.point(inside);
    }

    fn clicked(&mut self, button: MouseButton, is_down: bool) {
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right => Button::Right,
            MouseButton::Middle => Button::Middle,
            _ => return,
        };
        let mut state = self.shared.lock();
        let is_panels =
            button == Button::Left && if is_down { state.panel.pressed() } else { state.panel.released() };
        if !is_panels {
            state.input.press(button, is_down);
        }
    }

    fn key(&mut self, event: &KeyEvent) {
        let is_down = event.state == ElementState::Pressed;
        let Some(name) = keys::name(&event.logical_key) else { return };
        let mut state = self.shared.lock();
        if is_down && !event.repeat {
            match &event.logical_key {
                Key::Named(NamedKey::F1) => state.panel.is_hidden = !state.panel.is_hidden,
                Key::Named(NamedKey::F9) => state.panel.pause(),
                Key::Named(NamedKey::F10) => state.panel.step(),
                Key::Named(NamedKey::F11) => self.full_screen(self.window.fullscreen().is_none()),
                _ => {}
            }
        }
        state.input.key(&name, is_down);
        if is_down && let Some(text) = &event.text {
            state.input.write(text);
        }
    }
}
