//! The event loop's side: windows by their ids, and winit's events.

use super::pane::Pane;
use super::{Command, Request};
use crate::Error;
use std::collections::HashMap;
use std::rc::Rc;
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::{Window, WindowId};

/// All windows of the process.
#[derive(Default)]
pub(super) struct App {
    panes: HashMap<WindowId, Pane>,
    by_id: HashMap<u64, WindowId>,
}

impl App {
    fn open(&mut self, event_loop: &ActiveEventLoop, request: &Request) -> Result<(), Error> {
        let failed = |e: &dyn std::fmt::Display| Error::new(format!("cannot open a window: {e}"));
        let [width, height] = request.size.map(|v| u32::try_from(v).unwrap_or(u32::MAX));
        let attributes = Window::default_attributes()
            .with_title(&request.title)
            .with_inner_size(PhysicalSize::new(width, height));
        let window = Rc::new(event_loop.create_window(attributes).map_err(|e| failed(&e))?);
        let number = window.id();
        let pane = Pane::new(window, request.shared.clone()).map_err(|e| failed(&e))?;
        self.panes.insert(number, pane);
        self.by_id.insert(request.id, number);
        Ok(())
    }

    fn pane(&mut self, id: u64) -> Option<&mut Pane> {
        self.panes.get_mut(self.by_id.get(&id)?)
    }

    fn close(&mut self, number: WindowId) {
        if let Some(pane) = self.panes.remove(&number) {
            pane.shared.close();
        }
        self.by_id.retain(|_, known| *known != number);
    }

    /// The event loop has ended: programs must not wait for it.
    pub(super) fn close_all(&mut self, error: Option<&Error>) {
        for (_, pane) in self.panes.drain() {
            match error {
                Some(error) => pane.shared.fail(error.clone()),
                None => pane.shared.close(),
            }
        }
    }
}

impl ApplicationHandler<Command> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        event_loop.set_control_flow(ControlFlow::Wait);
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, command: Command) {
        match command {
            Command::Open(request) => {
                let opened = self.open(event_loop, &request);
                // The program has ended: so will this thread.
                let _ = request.reply.send(opened);
            }
            Command::Update(id) => {
                let Some(pane) = self.pane(id) else { return };
                if pane.shared.is_closed() {
                    let number = pane.number();
                    self.close(number);
                } else {
                    pane.redraw();
                }
            }
            Command::FullScreen(id, is_full) => {
                if let Some(pane) = self.pane(id) {
                    pane.full_screen(is_full);
                }
            }
        }
    }

    fn window_event(&mut self, _: &ActiveEventLoop, number: WindowId, event: WindowEvent) {
        let Some(pane) = self.panes.get_mut(&number) else { return };
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => self.close(number),
            WindowEvent::RedrawRequested => {
                if let Err(error) = pane.paint() {
                    pane.shared.fail(Error::new(format!("a window cannot be painted: {error}")));
                    self.close(number);
                }
            }
            other => pane.event(&other),
        }
    }
}
