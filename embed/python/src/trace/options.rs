//! Options of functions that Python gives as words or numbers.

use crate::error::TraceError;
use pyo3::prelude::*;
use tensorforge::{Norm, Padding};

/// The padding of a window: `"valid"`, `"same"`, or the size on each side.
pub(super) fn padding(object: &Bound<'_, PyAny>) -> PyResult<Padding> {
    if let Ok(places) = object.extract::<i64>() {
        return Ok(Padding::Each(places));
    }
    match object.extract::<String>().as_deref() {
        Ok("valid") => Ok(Padding::Valid),
        Ok("same") => Ok(Padding::Same),
        _ => Err(TraceError::new_err(format!(
            "padding is 'valid', 'same' or a count for each side, not {object:?}"
        ))),
    }
}

/// The order of a norm.
pub(super) fn norm(object: &Bound<'_, PyAny>) -> PyResult<Norm> {
    let order: f64 = object.extract().map_err(|_| {
        TraceError::new_err(format!("the order of a norm is a float or math.inf, not {object:?}"))
    })?;
    Ok(match order {
        0.0 => Norm::Zero,
        1.0 => Norm::One,
        2.0 => Norm::Two,
        f64::INFINITY => Norm::Max,
        f64::NEG_INFINITY => Norm::Min,
        order => Norm::P(order),
    })
}
