//! How the panel is drawn.

use super::rows::{self, MARGIN, Row, Spot, TRACK};
use super::{Grip, Panel, Value, Widget};
use crate::Picture;
use crate::draw::text_width;

const BACK: [u8; 3] = [22, 25, 31];
/// Of 1: what is below shines through.
const COVER: f32 = 0.86;
const INK: [u8; 3] = [226, 230, 236];
const QUIET: [u8; 3] = [150, 158, 170];
const FRAME: [u8; 3] = [70, 78, 92];
const ACCENT: [u8; 3] = [86, 180, 233];
const RED: [u8; 3] = [235, 87, 87];

impl Panel {
    /// Draws the panel over a window's pixels.
    pub(crate) fn draw(&self, out: &mut Picture) {
        for row in self.rows() {
            shade(out, &row);
            match row.spot {
                Spot::Head => self.head(out, &row),
                Spot::Pause => {
                    let name = if self.transport.is_paused { "go on" } else { "pause" };
                    self.box_with(out, &row, name, self.transport.is_paused.then_some(ACCENT));
                }
                Spot::Step => self.box_with(out, &row, "step", None),
                Spot::Record => {
                    self.box_with(out, &row, "record", self.transport.is_recording.then_some(RED))
                }
                Spot::Widget(i) => self.widget(out, &row, &self.widgets[i]),
            }
        }
    }

    fn head(&self, out: &mut Picture, row: &Row) {
        let [x, y] = [row.left as i64 + 8, row.top as i64 + 5];
        let room = rows::WIDTH as usize - 16 - text_width(&self.status) - 8;
        out.text([x, y], &cut(&self.title, room), INK);
        out.text([row.right as i64 - 8 - text_width(&self.status) as i64, y], &self.status, QUIET);
    }

    fn widget(&self, out: &mut Picture, row: &Row, widget: &Widget) {
        let [x, y] = [MARGIN as i64 + 12, row.top as i64 + 5];
        let room = (TRACK[1] - TRACK[0]) as usize;
        match widget {
            Widget::Text(text) => out.text([x, y], &cut(text, room), INK),
            Widget::Button(name) => self.box_with(out, row, &cut(name, room), None),
            Widget::Checkbox(name) => {
                let is_on = self.values.get(name) == Some(&Value::On(true));
                let square = [x as f32, row.top as f32 + 5.0, x as f32 + 15.0, row.top as f32 + 20.0];
                frame(out, square, if self.is_hot(row) { INK } else { FRAME });
                if is_on {
                    let [left, top, ..] = square;
                    out.line([left + 3.0, top + 8.0], [left + 6.5, top + 11.5], 2.2, ACCENT);
                    out.line([left + 6.5, top + 11.5], [left + 12.5, top + 3.5], 2.2, ACCENT);
                }
                out.text([x + 24, y], &cut(name, room - 24), INK);
            }
            Widget::Slider { name, low, high, is_whole } => {
                let Some(Value::Number(value)) = self.values.get(name) else { return };
                let shown = if *is_whole { format!("{value:.0}") } else { significant(*value) };
                out.text([x, y - 2], &cut(name, room - text_width(&shown) - 8), INK);
                out.text([TRACK[1] as i64 - text_width(&shown) as i64, y - 2], &shown, QUIET);
                let part = if high == low { 0.0 } else { ((value - low) / (high - low)).clamp(0.0, 1.0) };
                let middle = row.bottom as f32 - 9.0;
                let [left, right] = TRACK.map(|v| v as f32);
                let knob = left + (right - left) * part as f32;
                out.line([left, middle], [right, middle], 3.0, FRAME);
                out.line([left, middle], [knob, middle], 3.0, ACCENT);
                let is_held = self.grip == Some(Grip::Slider(name.clone()));
                out.disc([knob, middle], if is_held { 7.0 } else { 6.0 }, INK);
            }
            Widget::Plot { name, values } => {
                let last = values.last().map(|v| significant(*v)).unwrap_or_default();
                out.text([x, y - 2], &cut(name, room - text_width(&last) - 8), INK);
                out.text([TRACK[1] as i64 - text_width(&last) as i64, y - 2], &last, QUIET);
                let [left, right] = TRACK.map(|v| v as f32);
                curve(out, [left, row.top as f32 + 24.0, right, row.bottom as f32 - 6.0], values);
            }
        }
    }

    /// A button; `colour` marks it as on.
    fn box_with(&self, out: &mut Picture, row: &Row, text: &str, colour: Option<[u8; 3]>) {
        let sides = [row.left + 6.0, row.top + 3.0, row.right - 6.0, row.bottom - 2.0].map(|v| v as f32);
        frame(out, sides, colour.unwrap_or(if self.is_hot(row) { INK } else { FRAME }));
        let x = ((row.left + row.right) / 2.0) as i64 - text_width(text) as i64 / 2;
        out.text([x, row.top as i64 + 5], text, colour.unwrap_or(INK));
    }

    /// Whether the pointer is over a row.
    fn is_hot(&self, row: &Row) -> bool {
        self.pointer.is_some_and(|[x, y]| rows::spot(std::slice::from_ref(row), x, y).is_some())
    }
}

fn shade(out: &mut Picture, row: &Row) {
    for y in row.top as i64..row.bottom as i64 {
        for x in row.left as i64..row.right as i64 {
            out.mix(x, y, BACK, COVER);
        }
    }
}

fn frame(out: &mut Picture, [left, top, right, bottom]: [f32; 4], colour: [u8; 3]) {
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    for i in 0..4 {
        out.line(corners[i], corners[(i + 1) % 4], 1.0, colour);
    }
}

/// A line through values, from the least to the greatest.
fn curve(out: &mut Picture, [left, top, right, bottom]: [f32; 4], values: &[f64]) {
    frame(out, [left, top, right, bottom], FRAME);
    let finite = values.iter().filter(|v| v.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
    let span = if high > low { high - low } else { 1.0 };
    let last = values.len().saturating_sub(1).max(1) as f32;
    let at = |i: usize| {
        let part = ((values[i] - low) / span) as f32;
        [left + (right - left) * i as f32 / last, bottom - 3.0 - (bottom - top - 6.0) * part]
    };
    for i in 1..values.len() {
        out.line(at(i - 1), at(i), 1.5, ACCENT);
    }
}

/// As much of a text as fits.
fn cut(text: &str, room: usize) -> String {
    if text_width(text) <= room {
        return text.to_string();
    }
    let width = text_width("x").max(1);
    let mut short: String = text.chars().take((room / width).saturating_sub(2)).collect();
    short.push_str("..");
    short
}

/// Four digits.
fn significant(value: f64) -> String {
    let size = value.abs();
    if value != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{value:.2e}");
    }
    let digits = if size < 1.0 { 3 } else { 3usize.saturating_sub(size.log10() as usize) };
    format!("{value:.digits$}")
}
