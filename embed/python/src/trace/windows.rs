//! Python bindings of convolutions.

use super::tensor::Tensor;
use super::tracer::Tracer;
use super::values::value;
use pyo3::prelude::*;
use tensorforge::Convolution;

/// Convolutions.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Windows;

#[pymethods]
impl Windows {
    /// The convolution of `[batch, …, features]` with a kernel `[…, features / groups, new features]`; lists
    /// have an entry for each spatial axis, and empty ones mean ones, or no padding.
    #[staticmethod]
    #[pyo3(signature = (tracer, x, kernel, strides, places, dilations, input_dilations, groups, reversed))]
    #[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn conv<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        kernel: &Bound<'py, PyAny>,
        strides: Vec<i64>,
        places: Vec<[i64; 2]>,
        dilations: Vec<i64>,
        input_dilations: Vec<i64>,
        groups: i64,
        reversed: bool,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let padding = tensorforge::Padding::Valid;
            let how = Convolution { strides, padding, places, dilations, input_dilations, groups, reversed };
            Ok(tracer.value(value(tracer, x)?).conv_with(value(tracer, kernel)?, &how))
        })
    }
}
