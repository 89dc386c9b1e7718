//! Windows, pictures and plots: the calls below `tensorforge/window.py`, `image.py` and `plot.py`.

use crate::arrays::{constant, result};
use crate::error::CallError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::time::Duration;
use tensorforge_window::{Builder, Button, Look, Map, Plot, Value, Window as Inner, files};

/// How often a waiting window looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(30);

fn raised(error: impl std::fmt::Display) -> PyErr {
    CallError::new_err(error.to_string())
}

/// A window and its frame loop.
#[pyclass(module = "tensorforge._native")]
pub(crate) struct Window(Inner);

/// What a window is opened with.
#[derive(FromPyObject)]
pub(crate) struct Wanted {
    title: String,
    size: [usize; 2],
    frames: Option<u64>,
    rate: Option<f64>,
    record: Option<PathBuf>,
    is_live: bool,
    is_full_screen: bool,
}

impl Wanted {
    fn builder(self) -> Builder {
        // Python has its own handler of Ctrl-C.
        let mut builder = Inner::builder(self.title).size(self.size[0], self.size[1]).takes_interrupts(false);
        if let Some(frames) = self.frames {
            builder = builder.frames(frames);
        }
        if let Some(rate) = self.rate {
            builder = builder.rate(rate);
        }
        if let Some(path) = self.record {
            builder = builder.record(path);
        }
        if self.is_full_screen {
            builder = builder.full_screen();
        }
        if self.is_live { builder } else { builder.headless() }
    }
}

/// How elements become colours.
#[derive(FromPyObject)]
pub(crate) struct Colours {
    map: String,
    range: Option<(f64, f64)>,
    is_auto: bool,
    is_linear: bool,
}

impl Colours {
    fn map(&self) -> PyResult<Map> {
        Map::by_name(&self.map).ok_or_else(|| {
            let known = Map::ALL.map(|(name, _)| name).join(", ");
            PyValueError::new_err(format!("there is no colour map '{}'; known are {known}", self.map))
        })
    }

    fn look(&self) -> PyResult<Look> {
        let map = self.map()?;
        let look = if self.is_linear { Look::linear() } else { Look::map(map) };
        Ok(match self.range {
            Some((low, high)) => look.between(low, high),
            None if self.is_auto => look.auto(),
            None => look,
        })
    }
}

#[pymethods]
impl Window {
    #[new]
    fn new(py: Python<'_>, wanted: Wanted) -> PyResult<Window> {
        py.detach(|| wanted.builder().open()).map(Window).map_err(raised)
    }

    /// Waits for the next frame without Python's lock; false at the end.
    fn next_frame(&mut self, py: Python<'_>) -> PyResult<bool> {
        loop {
            py.check_signals()?;
            if let Some(is_next) = py.detach(|| self.0.poll_frame(LOOK)).map_err(raised)? {
                return Ok(is_next);
            }
        }
    }

    fn show(&mut self, py: Python<'_>, array: &Bound<'_, PyAny>, colours: Colours) -> PyResult<()> {
        let (array, look) = (constant(array)?, colours.look()?);
        py.detach(|| self.0.show(&array, &look)).map_err(raised)
    }

    fn slider(&mut self, name: &str, start: f64, low: f64, high: f64) -> f64 {
        self.0.slider(name, start, low, high)
    }

    fn whole_slider(&mut self, name: &str, start: i64, low: i64, high: i64) -> i64 {
        self.0.whole_slider(name, start, low, high)
    }

    fn button(&mut self, name: &str) -> bool {
        self.0.button(name)
    }

    fn checkbox(&mut self, name: &str, start: bool) -> bool {
        self.0.checkbox(name, start)
    }

    fn text(&mut self, text: String) {
        self.0.text(text);
    }

    fn plot(&mut self, name: &str, values: Vec<f64>) {
        self.0.plot(name, &values);
    }

    fn set_number(&mut self, name: &str, value: f64) {
        self.0.set(name, Value::Number(value));
    }

    fn set_on(&mut self, name: &str, is_on: bool) {
        self.0.set(name, Value::On(is_on));
    }

    fn mouse(&self) -> Option<(f32, f32)> {
        self.0.input().mouse().map(|[x, y]| (x, y))
    }

    fn held(&self, button: &str) -> PyResult<bool> {
        Ok(self.0.input().is_held(by_name(button)?))
    }

    fn pressed(&self, button: &str) -> PyResult<bool> {
        Ok(self.0.input().was_pressed(by_name(button)?))
    }

    fn wheel(&self) -> f32 {
        self.0.input().wheel()
    }

    fn keys(&self) -> Vec<String> {
        self.0.input().keys().map(str::to_string).collect()
    }

    fn pressed_keys(&self) -> Vec<String> {
        self.0.input().pressed_keys().to_vec()
    }

    fn typed(&self) -> String {
        self.0.input().text().to_string()
    }

    fn size(&self) -> (usize, usize) {
        let [width, height] = self.0.size();
        (width, height)
    }

    fn frame(&self) -> u64 {
        self.0.frame()
    }

    fn seconds(&self) -> f64 {
        self.0.seconds()
    }

    fn rate(&self) -> f64 {
        self.0.rate()
    }

    fn frame_time(&self) -> f64 {
        self.0.frame_time()
    }

    fn pause(&mut self, is_paused: bool) {
        self.0.pause(is_paused);
    }

    fn full_screen(&mut self, is_full: bool) {
        self.0.full_screen(is_full);
    }

    fn show_panel(&mut self, is_shown: bool) {
        self.0.show_panel(is_shown);
    }

    fn is_live(&self) -> bool {
        self.0.is_live()
    }

    /// The last picture as the bytes of a PNG file.
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let Some(picture) = self.0.picture() else { return Ok(None) };
        let bytes = files::png_bytes(picture).map_err(raised)?;
        Ok(Some(PyBytes::new(py, &bytes)))
    }

    /// Closes the window and completes its recording: its path and number of pictures.
    fn finish(&mut self, py: Python<'_>) -> PyResult<Option<(PathBuf, usize)>> {
        py.detach(|| self.0.complete()).map_err(raised)
    }
}

fn by_name(button: &str) -> PyResult<Button> {
    match button {
        "left" => Ok(Button::Left),
        "right" => Ok(Button::Right),
        "middle" => Ok(Button::Middle),
        _ => Err(PyValueError::new_err(format!("there is no button '{button}': left, right and middle are"))),
    }
}

/// An array as the bytes of a PNG file.
#[pyfunction]
pub(crate) fn png<'py>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
    colours: Colours,
) -> PyResult<Bound<'py, PyBytes>> {
    let (array, look) = (constant(array)?, colours.look()?);
    let made = py.detach(|| files::png_bytes(&look.picture(&array)?));
    Ok(PyBytes::new(py, &made.map_err(raised)?))
}

/// Writes an array to a picture file.
#[pyfunction]
pub(crate) fn save_picture(
    py: Python<'_>,
    path: PathBuf,
    array: &Bound<'_, PyAny>,
    colours: Colours,
) -> PyResult<()> {
    let (array, look) = (constant(array)?, colours.look()?);
    py.detach(|| files::save(&path, &array, &look)).map_err(raised)
}

/// Reads a picture file.
#[pyfunction]
pub(crate) fn load_picture(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let array = py.detach(|| files::load(&path)).map_err(raised)?;
    result(py, array)
}

/// A line of a plot.
#[derive(FromPyObject)]
pub(crate) struct Line {
    name: String,
    x: Vec<f64>,
    y: Vec<f64>,
}

/// Lines as the bytes of a PNG file.
#[pyfunction]
pub(crate) fn plot_lines<'py>(
    py: Python<'py>,
    title: String,
    lines: Vec<Line>,
    size: (usize, usize),
) -> PyResult<Bound<'py, PyBytes>> {
    let made = py.detach(|| {
        let plot = lines
            .iter()
            .fold(Plot::new().title(title), |plot, line| plot.curve(&line.name, &line.x, &line.y));
        files::png_bytes(&plot.picture(size.0, size.1)?)
    });
    Ok(PyBytes::new(py, &made.map_err(raised)?))
}

/// An array with a bar of its colours, as the bytes of a PNG file.
#[pyfunction]
pub(crate) fn plot_array<'py>(
    py: Python<'py>,
    title: String,
    array: &Bound<'py, PyAny>,
    colours: Colours,
) -> PyResult<Bound<'py, PyBytes>> {
    let (array, map, range) = (constant(array)?, colours.map()?, colours.range);
    let made = py.detach(|| files::png_bytes(&tensorforge_window::with_bar(&array, map, range, &title)?));
    Ok(PyBytes::new(py, &made.map_err(raised)?))
}

/// The names of the colour maps.
#[pyfunction]
pub(crate) fn colour_maps() -> Vec<&'static str> {
    Map::ALL.map(|(name, _)| name).to_vec()
}
