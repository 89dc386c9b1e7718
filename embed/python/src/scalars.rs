//! Python's numeric scalars.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};
use tensorforge::{DType, Elem, Number, Scalar};

/// The scalar value of a Python object, if it is a `bool`, `int` or `float`.
///
/// # Errors
/// Python's `OverflowError` for an integer of more than 64 bits.
pub(crate) fn number(object: &Bound<'_, PyAny>) -> PyResult<Option<Number>> {
    if let Ok(value) = object.cast::<PyFloat>() {
        return Ok(Some(Number::Float(value.value(), Elem::F32)));
    }
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(Some(Number::Bool(value.is_true())));
    }
    if !object.is_instance_of::<PyInt>() {
        return Ok(None);
    }
    if let Ok(value) = object.extract::<i64>() {
        return Ok(Some(Number::Int(value.into(), integer(value))));
    }
    match object.extract::<u64>() {
        Ok(value) => Ok(Some(Number::Int(value.into(), Elem::UInt(64)))),
        Err(_) => Err(PyOverflowError::new_err(format!("the integer {object} has more than 64 bits"))),
    }
}

/// The type of an integer without context: i32 if it fits.
fn integer(value: i64) -> Elem {
    if i32::try_from(value).is_ok() { Elem::Int(32) } else { Elem::Int(64) }
}

/// A scalar argument of a call: of the widest type of its kind, which the call converts without loss.
pub(crate) fn scalar(number: Number) -> Scalar {
    match number {
        Number::Bool(value) => Scalar::from_bool(value),
        Number::Float(value, _) => Scalar::from_f64(DType::F64, value),
        Number::Int(value, Elem::UInt(_)) => Scalar::from_bits(DType::U64, value as u64),
        Number::Int(value, _) => Scalar::from_i64(DType::I64, value as i64),
    }
}
