//! The trace of a program in Python: inputs, constants, functions of values.

use super::dim;
use super::handle::{Local, POISONED, Raised, run};
use super::math;
use super::tensor::{Axis, Tensor, given};
use super::values::{Value, leaves, list, value};
use crate::dtypes;
use crate::error::TraceError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use tensorforge::{Arg, Elem, Number, Numerics};

/// The program that is being traced.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Tracer(pub(crate) Local<tensorforge::Tracer>);

impl Tracer {
    /// Runs an operation that makes one tensor.
    pub(crate) fn one<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce(&tensorforge::Tracer, &Raised) -> PyResult<tensorforge::Tensor>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let made = run(py, self.0.get()?, make)?;
        if made.is_poisoned() {
            return Err(TraceError::new_err(POISONED));
        }
        given(py, made)
    }

    /// Runs an operation that makes several tensors.
    pub(crate) fn several<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce(&tensorforge::Tracer, &Raised) -> PyResult<Vec<tensorforge::Tensor>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let made = run(py, self.0.get()?, make)?;
        list(py, made)
    }
}

#[pymethods]
impl Tracer {
    /// An argument: a tensor of this shape, or a scalar if the shape is None.
    fn input<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        dtype: &str,
        shape: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let elem = dtypes::by_name(dtype)?;
        let shape = shape.map(dim::shape).transpose()?;
        self.one(py, |tracer, _| {
            Ok(match shape {
                Some(shape) => tracer.input_of(elem, name, dim::dims(tracer, &shape)),
                None => tracer.scalar_of(elem, name),
            })
        })
    }

    /// An extent that the caller passes as an integer.
    fn dim_given<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.extent(py, |tracer| Ok(tracer.dim_given(name).to_extent()))
    }

    /// An extent from an integer that the program computes.
    fn dim_of<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        count: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.extent(py, |tracer| Ok(tracer.dim_of(name, value(tracer, count)?).to_extent()))
    }

    /// A scalar, an extent, an array or a tensor as a value.
    fn value<'py>(&self, py: Python<'py>, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| Ok(tracer.value(value(tracer, object)?)))
    }

    /// A tensor filled with one value, of the given element type or of the value's.
    #[pyo3(signature = (shape, fill, dtype=None))]
    fn full<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        fill: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let shape = dim::shape(shape)?;
        let elem = dtype.map(dtypes::of_object).transpose()?;
        self.one(py, |tracer, _| {
            let fill = value(tracer, fill)?;
            let fill = match (elem, fill.0) {
                (Some(elem), Arg::Number(number)) => tracer.value(typed(number, elem)).cast(elem),
                (Some(elem), other) => tracer.value(Value(other)).cast(elem),
                (None, other) => tracer.value(Value(other)),
            };
            Ok(tracer.full(dim::dims(tracer, &shape), fill))
        })
    }

    /// A tensor of each element's index along an axis.
    fn iota<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        axis: i64,
        dtype: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let (shape, elem) = (dim::shape(shape)?, dtypes::of_object(dtype)?);
        self.one(py, |tracer, _| Ok(tracer.iota::<i64>(dim::dims(tracer, &shape), axis).cast(elem)))
    }

    /// A function of one value, by name.
    fn unary<'py>(&self, py: Python<'py>, name: &str, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| math::unary(name, &tracer.value(value(tracer, x)?)))
    }

    /// A function of two values, by name.
    fn binary<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| math::binary(name, value(tracer, a)?, value(tracer, b)?))
    }

    /// A reduction, by name.
    #[pyo3(signature = (name, x, axis=None, keepdims=false))]
    fn reduce<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        x: &Bound<'py, PyAny>,
        axis: Option<Axis>,
        keepdims: bool,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| {
            math::reduction(&tracer.value(value(tracer, x)?), name, axis.unwrap_or(Axis(None)), keepdims)
        })
    }

    /// A function along an axis, by name.
    fn along<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        x: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| math::along(&tracer.value(value(tracer, x)?), name, axis))
    }

    /// Elementwise selection between two values by a condition.
    fn select<'py>(
        &self,
        py: Python<'py>,
        condition: &Bound<'py, PyAny>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| {
            let condition = tracer.value(value(tracer, condition)?);
            Ok(condition.select(value(tracer, a)?, value(tracer, b)?))
        })
    }

    /// The elements at which a condition along an axis is true.
    fn compress<'py>(
        &self,
        py: Python<'py>,
        condition: &Bound<'py, PyAny>,
        x: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| {
            Ok(tracer.value(value(tracer, x)?).compress(axis, value(tracer, condition)?))
        })
    }

    /// Clamps the elements to the range from `low` to `high`.
    fn clip<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        low: &Bound<'py, PyAny>,
        high: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| {
            Ok(tracer.value(value(tracer, x)?).clip(value(tracer, low)?, value(tracer, high)?))
        })
    }

    /// Concatenates tensors along an axis.
    fn concatenate<'py>(
        &self,
        py: Python<'py>,
        tensors: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| Ok(tracer.concat(axis, leaves(tracer, tensors)?.0)))
    }

    /// Tensors along a new axis.
    fn stack<'py>(
        &self,
        py: Python<'py>,
        tensors: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| {
            let tensors = leaves(tracer, tensors)?.0;
            let is_scalar = |value: &Value| match &value.0 {
                Arg::Tensor(tensor) => tensor.rank() == 0 && !tensor.is_poisoned(),
                _ => true,
            };
            // In scalar code, too: an axis after those of the compute.
            let scalars = matches!(axis, 0 | -1) && !tensors.is_empty() && tensors.iter().all(is_scalar);
            Ok(if scalars { tracer.stack(tensors) } else { tracer.stack_axis(axis, tensors) })
        })
    }

    /// A sum of products, in the notation of NumPy's `einsum`.
    fn einsum<'py>(
        &self,
        py: Python<'py>,
        equation: &str,
        tensors: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| Ok(tracer.einsum(equation, leaves(tracer, tensors)?.0)))
    }

    /// The tensor repeated along new and short axes.
    fn broadcast_to<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        shape: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let shape = dim::shape(shape)?;
        self.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).broadcast_to(dim::dims(tracer, &shape))))
    }

    /// Elements picked along an axis.
    fn take<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).take(axis, value(tracer, indices)?)))
    }

    /// The numerics of floats: `strict`, `precise`, `standard`, `fast`.
    fn numerics(&self, how: &str) -> PyResult<()> {
        self.0.get()?.numerics(numerics(how)?);
        Ok(())
    }
}

/// The numerics with a name.
pub(crate) fn numerics(word: &str) -> PyResult<Numerics> {
    Numerics::named(word).ok_or_else(|| {
        TraceError::new_err(format!("numerics are strict, precise, standard or fast, not '{word}'"))
    })
}

impl Tracer {
    fn extent<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce(&tensorforge::Tracer) -> PyResult<Option<tensorforge::ir::extent::Extent>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let made = run(py, self.0.get()?, |tracer, _| make(tracer))?;
        let made =
            made.ok_or_else(|| TraceError::new_err("the extent is unknown because of an earlier error"))?;
        dim::given(py, &made)
    }
}

/// A scalar with an element type, if it is of that kind: one that does not fit is refused at its use.
fn typed(number: Number, elem: Elem) -> Number {
    match number {
        Number::Int(value, _) if elem.is_int() => Number::Int(value, elem),
        Number::Float(value, _) if elem.is_float() => Number::Float(value, elem),
        number => number,
    }
}
