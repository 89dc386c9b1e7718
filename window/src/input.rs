//! What the mouse and the keyboard did since the frame before.

use std::collections::BTreeSet;

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The middle one, or the wheel pressed.
    Middle,
}

/// Something that the mouse or the keyboard does; [`crate::Window::send`] makes it happen.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The mouse is at a point of the window, in pixels from its top left corner, or outside.
    Point(Option<[f64; 2]>),
    /// A button goes down or up.
    Press(Button, bool),
    /// The wheel turns by notches, away from the user positive.
    Turn(f64),
    /// A key goes down or up; [`Input::is_key_held`] has examples of names.
    Key(String, bool),
    /// Characters are typed.
    Write(String),
    /// The window loses the keyboard: nothing is down any more.
    Release,
}

/// The mouse and the keyboard in one frame. What happens over the panel of widgets is not part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    mouse: Option<[f32; 2]>,
    held: [bool; 3],
    pressed: [bool; 3],
    wheel: f32,
    keys: BTreeSet<String>,
    pressed_keys: Vec<String>,
    text: String,
}

impl Input {
    /// Where the mouse is, in pixels of the picture from its top left corner; `None` outside.
    pub fn mouse(&self) -> Option<[f32; 2]> {
        self.mouse
    }

    /// Whether a button of the mouse is down.
    pub fn is_held(&self, button: Button) -> bool {
        self.held[button as usize]
    }

    /// Whether it went down since the frame before.
    pub fn was_pressed(&self, button: Button) -> bool {
        self.pressed[button as usize]
    }

    /// Notches that the wheel turned, away from the user positive.
    pub fn wheel(&self) -> f32 {
        self.wheel
    }

    /// Whether a key is down: `"a"`, `"space"`, `"left"`, `"f1"`, `"shift"`, ….
    pub fn is_key_held(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// Whether it went down since the frame before.
    pub fn was_key_pressed(&self, key: &str) -> bool {
        self.pressed_keys.iter().any(|k| k == key)
    }

    /// The keys that are down.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// The keys that went down since the frame before, the first first.
    pub fn pressed_keys(&self) -> &[String] {
        &self.pressed_keys
    }

    /// The characters that were typed since the frame before.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn point(&mut self, at: Option<[f32; 2]>) {
        self.mouse = at;
    }

    pub(crate) fn press(&mut self, button: Button, is_down: bool) {
        self.held[button as usize] = is_down;
        self.pressed[button as usize] |= is_down;
    }

    pub(crate) fn turn(&mut self, notches: f32) {
        self.wheel += notches;
    }

    pub(crate) fn key(&mut self, name: &str, is_down: bool) {
        if !is_down {
            self.keys.remove(name);
        } else if self.keys.insert(name.to_string()) {
            self.pressed_keys.push(name.to_string());
        }
    }

    pub(crate) fn write(&mut self, text: &str) {
        self.text.extend(text.chars().filter(|c| !c.is_control()));
    }

    /// Nothing is down any more: the window has lost the keyboard.
    pub(crate) fn release_all(&mut self) {
        self.keys.clear();
        self.held = [false; 3];
    }

    /// What happened since the last call; what is down stays.
    pub(crate) fn take(&mut self) -> Input {
        let next = Input { mouse: self.mouse, held: self.held, keys: self.keys.clone(), ..Input::default() };
        std::mem::replace(self, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_what_happened_before_it() {
        let mut input = Input::default();
        input.key("a", true);
        input.key("a", true);
        input.key("space", true);
        input.key("space", false);
        input.press(Button::Left, true);
        input.press(Button::Right, true);
        input.press(Button::Right, false);
        input.turn(1.0);
        input.turn(0.5);
        input.write("a\u{8}b");
        let frame = input.take();
        assert_eq!(frame.pressed_keys(), ["a", "space"]);
        assert!(frame.is_key_held("a") && !frame.is_key_held("space") && frame.was_key_pressed("space"));
        assert!(
            frame.is_held(Button::Left) && !frame.is_held(Button::Right) && frame.was_pressed(Button::Right)
        );
        assert_eq!((frame.wheel(), frame.text()), (1.5, "ab"));
        let next = input.take();
        assert!(next.is_key_held("a") && next.is_held(Button::Left));
        assert!(next.pressed_keys().is_empty() && !next.was_pressed(Button::Left) && next.wheel() == 0.0);
        input.release_all();
        assert!(input.take().keys().next().is_none());
    }
}
