//! The source location of the user's call in a Python file.

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyAny;

/// The package whose frames are skipped.
const PACKAGE: &str = "tensorforge";

/// File, line and column, from 1, of the innermost frame outside of the package.
///
/// # Errors
/// Python's error for a frame that it cannot describe; every call has such a frame.
pub(crate) fn caller(py: Python<'_>) -> PyResult<(String, u32, u32)> {
    // SAFETY: the interpreter is attached; the frame is borrowed from it.
    let frame = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetFrame().cast()) };
    let mut frame: Bound<'_, PyAny> =
        frame.ok_or_else(|| PyRuntimeError::new_err("no Python function is running"))?;
    while is_own(&frame)? {
        let outer = frame.getattr("f_back")?;
        if outer.is_none() {
            break;
        }
        frame = outer;
    }
    of_frame(&frame)
}

fn is_own(frame: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(name) = frame.getattr("f_globals")?.get_item("__name__") else { return Ok(false) };
    let Ok(name) = name.extract::<String>() else { return Ok(false) };
    Ok(name == PACKAGE || name.strip_prefix(PACKAGE).is_some_and(|rest| rest.starts_with('.')))
}

/// The location of a frame: the expression that it evaluates, or only its line if the code has no columns.
fn of_frame(frame: &Bound<'_, PyAny>) -> PyResult<(String, u32, u32)> {
    let code = frame.getattr("f_code")?;
    let file: String = code.getattr("co_filename")?.extract()?;
    let line: Option<u32> = frame.getattr("f_lineno")?.extract()?;
    let at =
        frame.getattr("f_lasti")?.extract::<i64>().map_or(0, |byte| usize::try_from(byte / 2).unwrap_or(0));
    let position = code.call_method0("co_positions")?.try_iter()?.nth(at).transpose()?;
    let position: Option<(Option<u32>, Option<u32>, Option<u32>, Option<u32>)> =
        position.map(|position| position.extract()).transpose()?;
    let (start, column) = position.map_or((None, None), |(line, _, column, _)| (line, column));
    Ok((file, start.or(line).unwrap_or(1), column.unwrap_or(0) + 1))
}
