//! Extents of shapes: constants are Python's integers, terms over named extents are of the class `Dim`.

use crate::error::TraceError;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use tensorforge::ir::extent::{Extent, ExtentError, Symbol};
use tensorforge::{Dim as Traced, Tracer};

/// A term over named extents, as `2 * n + 1`.
#[pyclass(frozen, module = "tensorforge")]
#[derive(Clone)]
pub(crate) struct Dim {
    pub(crate) extent: Extent,
}

fn refused(error: ExtentError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An extent for Python.
pub(crate) fn given<'py>(py: Python<'py>, extent: &Extent) -> PyResult<Bound<'py, PyAny>> {
    match extent.as_const() {
        Some(value) => Ok(value.into_pyobject(py)?.into_any()),
        None => Ok(Bound::new(py, Dim { extent: extent.clone() })?.into_any()),
    }
}

/// An extent from Python: an integer, a `Dim`, or a name.
///
/// # Errors
/// Python's `TypeError` and `ValueError`.
pub(crate) fn taken(object: &Bound<'_, PyAny>) -> PyResult<Extent> {
    match optional(object)? {
        Some(extent) => Ok(extent),
        None => match object.cast::<PyString>() {
            Ok(name) => name.to_str().and_then(|name| {
                let symbol = Symbol::new(name).map_err(|_| {
                    PyValueError::new_err(format!(
                        "'{name}' cannot name an extent: use letters, digits and _"
                    ))
                })?;
                Ok(Extent::from(symbol))
            }),
            Err(_) => Err(PyTypeError::new_err(format!(
                "{object:?} is not an extent: extents are integers, names, and expressions of them, such as \
                 2 * n + 1"
            ))),
        },
    }
}

/// An extent from Python, without names; nothing for other objects.
pub(crate) fn optional(object: &Bound<'_, PyAny>) -> PyResult<Option<Extent>> {
    if let Ok(dim) = object.cast::<Dim>() {
        return Ok(Some(dim.get().extent.clone()));
    }
    if object.is_instance_of::<PyBool>() || !object.hasattr("__index__")? {
        return Ok(None);
    }
    // A traced value is not a constant.
    if object.is_instance_of::<super::tensor::Tensor>() {
        return Ok(None);
    }
    // Arrays have the method, too, but are not integers.
    match object.call_method0("__index__") {
        Ok(value) => value.extract().map(|value: i64| Some(Extent::constant(value))),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A shape from Python: a sequence of extents, or one alone.
///
/// # Errors
/// As [`taken`].
pub(crate) fn shape(object: &Bound<'_, PyAny>) -> PyResult<Vec<Extent>> {
    if object.is_instance_of::<PyString>() || optional(object)?.is_some() {
        return Ok(vec![taken(object)?]);
    }
    object.try_iter()?.map(|extent| taken(&extent?)).collect()
}

/// Extents as the front end takes them; names that are new to the program are declared.
pub(crate) fn dims<'p>(tracer: &'p Tracer, extents: &[Extent]) -> Vec<Traced<'p>> {
    extents.iter().map(|extent| dim(tracer, extent)).collect()
}

/// An extent as the front end takes it.
pub(crate) fn dim<'p>(tracer: &'p Tracer, extent: &Extent) -> Traced<'p> {
    for symbol in extent.symbols() {
        if !tracer.knows(&symbol) {
            tracer.dim(symbol.as_str());
        }
    }
    tracer.dim_from(extent.clone())
}

#[pymethods]
impl Dim {
    #[new]
    fn new(name: &Bound<'_, PyString>) -> PyResult<Dim> {
        Ok(Dim { extent: taken(name.as_any())? })
    }

    fn __add__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, Extent::add)
    }

    fn __radd__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, Extent::add)
    }

    fn __sub__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, Extent::sub)
    }

    fn __rsub__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| b.sub(a))
    }

    fn __mul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, Extent::mul)
    }

    fn __rmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, Extent::mul)
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        given(py, &self.extent.neg().map_err(refused)?)
    }

    fn __floordiv__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| by_constant(a, b, Extent::floordiv))
    }

    fn __mod__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| by_constant(a, b, Extent::modulo))
    }

    /// The lesser of two extents.
    fn min<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, Extent::minimum)
    }

    /// The greater of two extents.
    fn max<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, Extent::maximum)
    }

    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let equal = match (op, optional(other)?) {
            (CompareOp::Eq | CompareOp::Ne, Some(other)) => other == self.extent,
            (CompareOp::Eq | CompareOp::Ne, None) => false,
            (_, Some(_)) => {
                let message = format!(
                    "the extent {} has no value while a program is traced, so it cannot be ordered: compare \
                     it in the program, as asarray(extent)",
                    self.extent
                );
                return Err(TraceError::new_err(message));
            }
            _ => return Ok(py.NotImplemented().into_bound(py)),
        };
        Ok(PyBool::new(py, equal == matches!(op, CompareOp::Eq)).to_owned().into_any())
    }

    fn __index__(&self) -> PyResult<i64> {
        Err(TraceError::new_err(format!(
            "the extent {} has no value while a program is traced: use tensorforge's loop, compute or vmap \
             instead of Python's range; asarray(extent) is its value in the program",
            self.extent
        )))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.extent.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        self.extent.to_string()
    }
}

impl Dim {
    fn with<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        op: impl FnOnce(&Extent, &Extent) -> Result<Extent, ExtentError>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match optional(other)? {
            Some(other) => given(py, &op(&self.extent, &other).map_err(refused)?),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }
}

fn by_constant(
    a: &Extent,
    b: &Extent,
    op: fn(&Extent, i64) -> Result<Extent, ExtentError>,
) -> Result<Extent, ExtentError> {
    let divisor = b.as_const().ok_or_else(|| ExtentError::DivisorNotConstant(b.to_string()))?;
    op(a, divisor)
}
