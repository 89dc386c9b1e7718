//! A user of a window: sees its pixels, moves the mouse, presses keys.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tensorforge_window::Window;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, EventMask, ImageFormat, InputFocus,
    Window as Id,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// Codes of X events.
const KEY: [u8; 2] = [3, 2];
const BUTTON: [u8; 2] = [5, 4];
const MOTION: u8 = 6;

/// There is one mouse and one keyboard: tests take turns.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Frames until what is waited for must have happened.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs frames until `done`; panics after ten seconds.
pub fn frames_until(window: &mut Window, what: &str, mut frame: impl FnMut(&mut Window) -> bool) {
    let start = Instant::now();
    loop {
        assert!(window.next_frame().unwrap(), "the window was closed before {what}");
        if frame(window) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{what} did not happen");
    }
}

/// A connection to the display, and the window it is about.
pub struct Robot {
    connection: RustConnection,
    root: Id,
    window: Id,
}

impl Robot {
    /// The user of the window with a title.
    pub fn of(title: &str) -> Robot {
        let (connection, screen) = x11rb::connect(None).expect("./x test --window starts a display");
        let root = connection.setup().roots[screen].root;
        let start = Instant::now();
        loop {
            if let Some(window) = titled(&connection, root, title) {
                let robot = Robot { connection, root, window };
                robot.focus();
                return robot;
            }
            assert!(start.elapsed() < PATIENCE, "there is no window '{title}'");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn focus(&self) {
        // Only a window that is mapped takes it.
        std::thread::sleep(Duration::from_millis(100));
        self.connection.set_input_focus(InputFocus::PARENT, self.window, x11rb::CURRENT_TIME).unwrap();
        self.sync();
    }

    fn sync(&self) {
        self.connection.get_input_focus().unwrap().reply().unwrap();
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) {
        self.connection.xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, x, y, 0).unwrap();
        self.sync();
    }

    /// Moves the mouse to a pixel of the window.
    pub fn point(&self, x: i16, y: i16) {
        let at =
            self.connection.translate_coordinates(self.window, self.root, x, y).unwrap().reply().unwrap();
        self.fake(MOTION, 0, at.dst_x, at.dst_y);
    }

    /// Presses (or releases) a button: 1 left, 2 middle, 3 right, 4 and 5 the wheel.
    pub fn button(&self, number: u8, is_down: bool) {
        self.fake(BUTTON[usize::from(is_down)], number, 0, 0);
    }

    pub fn click(&self, number: u8) {
        self.button(number, true);
        self.button(number, false);
    }

    /// Presses (or releases) the key with a symbol of X.
    pub fn key(&self, symbol: u32, is_down: bool) {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map = self.connection.get_keyboard_mapping(first, last - first + 1).unwrap().reply().unwrap();
        let per = usize::from(map.keysyms_per_keycode);
        let at = map.keysyms.chunks(per).position(|symbols| symbols.contains(&symbol)).unwrap();
        self.fake(KEY[usize::from(is_down)], first + at as u8, 0, 0);
    }

    pub fn resize(&self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.connection.configure_window(self.window, &size).unwrap();
        self.sync();
    }

    /// Brings the window to the front.
    pub fn raise(&self) {
        let front = ConfigureWindowAux::new().stack_mode(x11rb::protocol::xproto::StackMode::ABOVE);
        self.connection.configure_window(self.window, &front).unwrap();
        self.sync();
    }

    /// The button of a window's frame.
    pub fn close(&self) {
        let [protocols, delete] = ["WM_PROTOCOLS", "WM_DELETE_WINDOW"]
            .map(|name| self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom);
        let event = ClientMessageEvent::new(32, self.window, protocols, [delete, 0, 0, 0, 0]);
        self.connection.send_event(false, self.window, EventMask::NO_EVENT, event).unwrap();
        self.sync();
    }

    /// From now on, [`Robot::asks_for_full_screen`] sees what windows ask of a window manager.
    pub fn watch(&self) {
        let aux = x11rb::protocol::xproto::ChangeWindowAttributesAux::new()
            .event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        self.connection.change_window_attributes(self.root, &aux).unwrap();
        self.sync();
    }

    /// Whether the window asked to fill the screen.
    pub fn asks_for_full_screen(&self) -> bool {
        let [state, full] = ["_NET_WM_STATE", "_NET_WM_STATE_FULLSCREEN"]
            .map(|name| self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom);
        while let Some(event) = self.connection.poll_for_event().unwrap() {
            if let x11rb::protocol::Event::ClientMessage(message) = event
                && message.type_ == state
                && message.data.as_data32()[1..3].contains(&full)
            {
                return true;
            }
        }
        false
    }

    /// The window's pixels, `0x00RRGGBB`, with its width and height.
    pub fn pixels(&self) -> (Vec<u32>, usize, usize) {
        let size = self.connection.get_geometry(self.window).unwrap().reply().unwrap();
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.window, 0, 0, size.width, size.height, !0)
            .unwrap()
            .reply()
            .unwrap();
        let pixels =
            image.data.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b) & 0xff_ffff).collect();
        (pixels, usize::from(size.width), usize::from(size.height))
    }
}

fn titled(connection: &RustConnection, root: Id, title: &str) -> Option<Id> {
    let tree = connection.query_tree(root).ok()?.reply().ok()?;
    tree.children.into_iter().find(|window| {
        let name = connection.get_property(false, *window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 100);
        name.ok().and_then(|name| name.reply().ok()).is_some_and(|name| name.value == title.as_bytes())
    })
}
