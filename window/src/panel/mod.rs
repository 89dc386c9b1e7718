//! The panel of widgets over a picture: sliders, buttons, checkboxes, text and plots in one column. A program
//! lists them in each frame; their values belong to the panel and go by name.

mod look;
mod rows;

use rows::{Row, Spot};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A widget.
#[derive(Clone, Debug, PartialEq)]
pub enum Widget {
    /// A value between two others.
    Slider {
        /// Its name, which is shown.
        name: String,
        /// The least value.
        low: f64,
        /// The greatest value.
        high: f64,
        /// Whether values are integers.
        is_whole: bool,
    },
    /// A button.
    Button(String),
    /// A box that is checked or not.
    Checkbox(String),
    /// A line of text.
    Text(String),
    /// A line through values.
    Plot {
        /// Its name, which is shown.
        name: String,
        /// The heights, from left to right.
        values: Arc<Vec<f64>>,
    },
}

/// The value of a widget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of a slider.
    Number(f64),
    /// Of a checkbox.
    On(bool),
    /// How many times a button was clicked since the program saw it.
    Clicks(u32),
}

/// What is under the pointer while its button is down.
#[derive(Clone, Debug, PartialEq)]
enum Grip {
    Slider(String),
    /// A click that ends where it began.
    Spot(Spot),
}

/// What the panel's own buttons ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Transport {
    pub is_paused: bool,
    /// Frames to run although it is paused.
    pub steps: u32,
    pub is_recording: bool,
}

/// The panel of a window.
#[derive(Debug, Default)]
pub(crate) struct Panel {
    title: String,
    /// Rate and time of the frames.
    status: String,
    widgets: Vec<Widget>,
    values: BTreeMap<String, Value>,
    pub transport: Transport,
    is_folded: bool,
    pub is_hidden: bool,
    grip: Option<Grip>,
    pointer: Option<[f64; 2]>,
}

impl Panel {
    pub(crate) fn new(title: &str) -> Panel {
        Panel { title: title.to_string(), ..Panel::default() }
    }

    /// The widgets of a frame, and the text of its head.
    pub(crate) fn list(&mut self, widgets: Vec<Widget>, status: String) {
        self.widgets = widgets;
        self.status = status;
    }

    /// The value of a widget, which is `start` until somebody changes it.
    pub(crate) fn value(&mut self, name: &str, start: Value) -> Value {
        let known = self.values.entry(name.to_string()).or_insert(start);
        // A name that was another kind of widget before.
        if std::mem::discriminant(known) != std::mem::discriminant(&start) {
            *known = start;
        }
        *known
    }

    /// Changes the value of a widget.
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.values.insert(name.to_string(), value);
    }

    /// How many times a button was clicked since the last call.
    pub(crate) fn take_clicks(&mut self, name: &str) -> u32 {
        let clicks = self.value(name, Value::Clicks(0));
        self.set(name, Value::Clicks(0));
        if let Value::Clicks(count) = clicks { count } else { 0 }
    }

    fn rows(&self) -> Vec<Row> {
        if self.is_hidden { Vec::new() } else { rows::of(&self.widgets, self.is_folded) }
    }

    /// Moves the pointer; true if it is over the panel, or a slider follows it.
    pub(crate) fn moved(&mut self, at: Option<[f64; 2]>) -> bool {
        self.pointer = at;
        let Some([x, y]) = at else { return self.grip.is_some() };
        if let Some(Grip::Slider(name)) = self.grip.clone() {
            self.slide(&name, x);
            return true;
        }
        self.grip.is_some() || rows::is_over(&self.rows(), x, y)
    }

    /// Presses the left button; true if it is over the panel.
    pub(crate) fn pressed(&mut self) -> bool {
        let Some([x, y]) = self.pointer else { return false };
        let rows = self.rows();
        if !rows::is_over(&rows, x, y) {
            return false;
        }
        match rows::spot(&rows, x, y) {
            Some(Spot::Widget(i)) if matches!(self.widgets[i], Widget::Slider { .. }) => {
                let Widget::Slider { name, .. } = &self.widgets[i] else { return true };
                let name = name.clone();
                self.slide(&name, x);
                self.grip = Some(Grip::Slider(name));
            }
            Some(spot) => self.grip = Some(Grip::Spot(spot)),
            None => {}
        }
        true
    }

    /// Releases the left button; true if it was pressed over the panel.
    pub(crate) fn released(&mut self) -> bool {
        let Some(grip) = self.grip.take() else { return false };
        let (Grip::Spot(spot), Some([x, y])) = (grip, self.pointer) else { return true };
        if rows::spot(&self.rows(), x, y) == Some(spot) {
            self.click(spot);
        }
        true
    }

    /// Turns the wheel; true if it is over the panel.
    pub(crate) fn turned(&mut self, notches: f64) -> bool {
        let Some([x, y]) = self.pointer else { return false };
        let rows = self.rows();
        if let Some(Spot::Widget(i)) = rows::spot(&rows, x, y)
            && let Some(Widget::Slider { name, low, high, is_whole }) = self.widgets.get(i).cloned()
        {
            // A hundredth of the range, or 1.
            let step = if is_whole { 1.0 } else { (high - low) / 100.0 };
            if let Value::Number(value) = self.value(&name, Value::Number(low)) {
                self.set(&name, Value::Number(round(value + notches * step, low, high, is_whole)));
            }
        }
        rows::is_over(&rows, x, y)
    }

    fn click(&mut self, spot: Spot) {
        match spot {
            Spot::Head => self.is_folded = !self.is_folded,
            Spot::Pause => self.pause(),
            Spot::Step => self.step(),
            Spot::Record => self.transport.is_recording = !self.transport.is_recording,
            Spot::Widget(i) => match self.widgets.get(i).cloned() {
                Some(Widget::Button(name)) => {
                    if let Value::Clicks(count) = self.value(&name, Value::Clicks(0)) {
                        self.set(&name, Value::Clicks(count + 1));
                    }
                }
                Some(Widget::Checkbox(name)) => {
                    if let Value::On(is_on) = self.value(&name, Value::On(false)) {
                        self.set(&name, Value::On(!is_on));
                    }
                }
                _ => {}
            },
        }
    }

    /// Pauses, or goes on.
    pub(crate) fn pause(&mut self) {
        self.transport.is_paused = !self.transport.is_paused;
        self.transport.steps = 0;
    }

    /// One frame, then a pause.
    pub(crate) fn step(&mut self) {
        self.transport.is_paused = true;
        self.transport.steps += 1;
    }

    /// The slider's value for a pointer in this column.
    fn slide(&mut self, name: &str, x: f64) {
        let slider = self.widgets.iter().find_map(|w| match w {
            Widget::Slider { name: own, low, high, is_whole } if own == name => {
                Some((*low, *high, *is_whole))
            }
            _ => None,
        });
        if let Some((low, high, is_whole)) = slider {
            let value = low + (high - low) * rows::part_of_track(x);
            self.set(name, Value::Number(round(value, low, high, is_whole)));
        }
    }
}

fn round(value: f64, low: f64, high: f64, is_whole: bool) -> f64 {
    let value = if is_whole { value.round() } else { value };
    // Not `clamp`, which panics where the ends are reversed.
    value.max(low.min(high)).min(high.max(low))
}

#[cfg(test)]
mod tests;
