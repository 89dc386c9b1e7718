//! Discrete Fourier transforms.

use super::dim;
use super::tensor::{Axis, Tensor};
use super::tracer::Tracer;
use super::values::value;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Transforms of complex tensors, which are pairs of real and imaginary parts.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Fourier;

#[pymethods]
impl Fourier {
    /// The transform along axes, or its inverse.
    #[staticmethod]
    fn complex<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        parts: [Bound<'py, PyAny>; 2],
        axes: Option<Axis>,
        inverse: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(py, |tracer, _| {
            let parts = (value(tracer, &parts[0])?, value(tracer, &parts[1])?);
            let axes = axes.unwrap_or(Axis(None));
            let (re, im) = if inverse { tracer.ifft(parts, axes) } else { tracer.fft(parts, axes) };
            Ok(vec![re, im])
        })
    }

    /// The transform of a real tensor.
    #[staticmethod]
    fn real<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        axes: Option<Axis>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(py, |tracer, _| {
            let (re, im) = tracer.rfft(value(tracer, x)?, axes.unwrap_or(Axis(None)));
            Ok(vec![re, im])
        })
    }

    /// The `n` real elements along the last axis of a spectrum.
    #[staticmethod]
    fn to_real<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        parts: [Bound<'py, PyAny>; 2],
        n: &Bound<'py, PyAny>,
        axes: Option<Axis>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let n = dim::taken(n)?;
        tracer.one(py, |tracer, _| {
            let parts = (value(tracer, &parts[0])?, value(tracer, &parts[1])?);
            Ok(tracer.irfft(parts, dim::dim(tracer, &n), axes.unwrap_or(Axis(None))))
        })
    }

    /// Moves frequency 0 to the middle, or back.
    #[staticmethod]
    fn shift<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        axes: Option<Axis>,
        back: bool,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let (x, axes) = (tracer.value(value(tracer, x)?), axes.unwrap_or(Axis(None)));
            Ok(if back { x.ifftshift(axes) } else { x.fftshift(axes) })
        })
    }
}
