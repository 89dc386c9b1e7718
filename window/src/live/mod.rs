//! Windows on a display. One thread, started by the first window, has winit's event loop, which is one per
//! process; programs' threads share each window's state with it.

mod app;
mod keys;
mod pane;

use crate::Error;
use crate::window::shared::Shared;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use winit::event_loop::{EventLoop, EventLoopProxy};
use winit::platform::x11::EventLoopBuilderExtX11;

/// Requests of programs' threads to the windows' thread.
pub(super) enum Command {
    Open(Request),
    /// There is something new to show.
    Update(u64),
    FullScreen(u64, bool),
}

/// A window to open.
pub(super) struct Request {
    pub id: u64,
    pub title: String,
    pub size: [usize; 2],
    pub shared: Arc<Shared>,
    pub reply: Sender<Result<(), Error>>,
}

/// A window on the display.
pub(crate) struct Handle {
    id: u64,
    proxy: EventLoopProxy<Command>,
}

impl Handle {
    /// There is something new to show, or it is closed.
    pub(crate) fn update(&self) {
        // The thread has ended: the window is closed.
        let _ = self.proxy.send_event(Command::Update(self.id));
    }

    pub(crate) fn full_screen(&self, is_full: bool) {
        let _ = self.proxy.send_event(Command::FullScreen(self.id, is_full));
    }
}

/// Opens a window.
///
/// # Errors
/// Without a display.
pub(crate) fn open(title: &str, size: [usize; 2], shared: &Arc<Shared>) -> Result<Handle, Error> {
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let proxy = proxy()?;
    let id = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let (reply, answer) = channel();
    let request = Request { id, title: title.to_string(), size, shared: shared.clone(), reply };
    let ended = || Error::new("the windows of this process were shut down");
    proxy.send_event(Command::Open(request)).map_err(|_| ended())?;
    answer.recv().map_err(|_| ended())??;
    Ok(Handle { id, proxy })
}

/// The proxy of the windows' thread, which the first call starts.
fn proxy() -> Result<EventLoopProxy<Command>, Error> {
    static PROXY: OnceLock<Result<EventLoopProxy<Command>, Error>> = OnceLock::new();
    PROXY.get_or_init(start).clone()
}

fn start() -> Result<EventLoopProxy<Command>, Error> {
    let (send, receive) = channel();
    let run = move || {
        let mut builder = EventLoop::<Command>::with_user_event();
        EventLoopBuilderExtX11::with_any_thread(&mut builder, true);
        let made = match builder.build() {
            Ok(made) => made,
            Err(error) => {
                let _ = send.send(Err(no_display(&error)));
                return;
            }
        };
        if send.send(Ok(made.create_proxy())).is_err() {
            return;
        }
        let mut app = app::App::default();
        let ended = made.run_app(&mut app);
        let error = ended.err().map(|e| Error::new(format!("the display ended its windows: {e}")));
        app.close_all(error.as_ref());
    };
    let started = thread::Builder::new().name("tensorforge-windows".to_string()).spawn(run);
    started.map_err(|e| Error::new(format!("cannot start the thread of windows: {e}")))?;
    receive.recv().unwrap_or_else(|_| Err(Error::new("the thread of windows ended")))
}

fn no_display(error: &dyn std::fmt::Display) -> Error {
    let text = error.to_string();
    // winit begins with the line of its own source.
    let cause = text.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    let error = cause.map_or(text.as_str(), |(_, cause)| cause.trim_end_matches('.'));
    Error::new(format!(
        "there is no display for a window ({error}); a number of frames makes a file without one: \
         --frames N in the examples, frames=N in Python, headless().frames(N) in Rust"
    ))
}
