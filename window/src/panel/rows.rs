//! The rows of a panel: where each widget is, and what is at a point.

use super::Widget;

/// Distance of the panel from the corner of the window, and of widgets from its edges, in pixels.
pub(super) const MARGIN: f64 = 8.0;
/// Width of the panel.
pub(super) const WIDTH: f64 = 248.0;
pub(super) const HEAD: f64 = 26.0;
const LINE: f64 = 26.0;
const SLIDER: f64 = 38.0;
const PLOT: f64 = 84.0;

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Head,
    Pause,
    Step,
    Record,
    /// By its index in the list.
    Widget(usize),
}

/// Something with a rectangle, in pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub spot: Spot,
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// The rows of a panel; a folded one has its head only.
pub(super) fn of(widgets: &[Widget], is_folded: bool) -> Vec<Row> {
    let (left, right) = (MARGIN, MARGIN + WIDTH);
    let row = |spot, left, right, top, height| Row { spot, left, top, right, bottom: top + height };
    let mut rows = vec![row(Spot::Head, left, right, MARGIN, HEAD)];
    if is_folded {
        return rows;
    }
    let mut top = MARGIN + HEAD;
    let third = WIDTH / 3.0;
    for (i, spot) in [Spot::Pause, Spot::Step, Spot::Record].into_iter().enumerate() {
        let start = left + third * i as f64;
        rows.push(row(spot, start, start + third, top, LINE));
    }
    top += LINE;
    for (i, widget) in widgets.iter().enumerate() {
        let height = match widget {
            Widget::Slider { .. } => SLIDER,
            Widget::Plot { .. } => PLOT,
            _ => LINE,
        };
        rows.push(row(Spot::Widget(i), left, right, top, height));
        top += height;
    }
    rows
}

impl Row {
    fn has(&self, x: f64, y: f64) -> bool {
        x >= self.left && x < self.right && y >= self.top && y < self.bottom
    }
}

/// What is at a point.
pub(super) fn spot(rows: &[Row], x: f64, y: f64) -> Option<Spot> {
    rows.iter().find(|row| row.has(x, y)).map(|row| row.spot)
}

/// Whether a point is over the panel.
pub(super) fn is_over(rows: &[Row], x: f64, y: f64) -> bool {
    rows.iter().any(|row| row.has(x, y))
}

/// The ends of sliders' tracks.
pub(super) const TRACK: [f64; 2] = [MARGIN + 12.0, MARGIN + WIDTH - 12.0];

/// Which part of a slider's range a column of the window is, from 0 to 1.
pub(super) fn part_of_track(x: f64) -> f64 {
    ((x - TRACK[0]) / (TRACK[1] - TRACK[0])).clamp(0.0, 1.0)
}
