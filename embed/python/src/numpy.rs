//! NumPy, imported on first use: `import tensorforge` alone does not import it.

use ::numpy::npyffi::array::PY_ARRAY_API;
use ::numpy::npyffi::{PyArray_Descr, PyArrayAPI};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

/// NumPy's module.
///
/// # Errors
/// Python's `ImportError`, with advice.
pub(crate) fn module(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = NUMPY.get_or_try_init(py, || match py.import("numpy") {
        Ok(module) => Ok(module.unbind()),
        Err(error) => {
            let missing = PyImportError::new_err("arrays need NumPy 2: python -m pip install numpy");
            missing.set_cause(py, Some(error));
            Err(missing)
        }
    })?;
    Ok(module.bind(py))
}

/// NumPy's C API.
///
/// # Errors
/// As [`module`].
pub(crate) fn api(py: Python<'_>) -> PyResult<&'static PyArrayAPI> {
    module(py)?;
    Ok(&PY_ARRAY_API)
}

/// The element type bfloat16, which comes from the package `ml_dtypes`.
///
/// # Errors
/// Python's `ImportError`, with advice.
pub(crate) fn bfloat16(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static BFLOAT16: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let found = BFLOAT16.get_or_try_init(py, || {
        let own = py.import("ml_dtypes").and_then(|module| module.getattr("bfloat16")).map_err(|error| {
            let missing = PyImportError::new_err(
                "NumPy has no bfloat16; install it with: python -m pip install ml_dtypes",
            );
            missing.set_cause(py, Some(error));
            missing
        })?;
        Ok::<_, PyErr>(module(py)?.getattr("dtype")?.call1((own,))?.unbind())
    })?;
    Ok(found.bind(py).clone())
}

/// Whether a description of NumPy's is that of bfloat16: its scalar type is the one of `ml_dtypes`.
///
/// # Safety
/// `descr` is live.
pub(crate) unsafe fn is_bfloat16(py: Python<'_>, descr: *mut PyArray_Descr) -> bool {
    /// User-defined types have a `typenum` from here on.
    const FIRST_OWN: i32 = 256;
    // SAFETY: promised by the caller.
    let (number, scalar) = unsafe { ((*descr).fields.type_num, (*descr).fields.typeobj) };
    if number < FIRST_OWN
        || !py
            .import("sys")
            .and_then(|sys| sys.getattr("modules"))
            .is_ok_and(|modules| modules.contains("ml_dtypes").unwrap_or(false))
    {
        return false;
    }
    let own = bfloat16(py).and_then(|dtype| dtype.getattr("type"));
    own.is_ok_and(|own| own.as_ptr() == scalar.cast())
}
