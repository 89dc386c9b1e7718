//! Loops, conditions, derivatives and maps: operations that take functions of the user's.

use super::dim;
use super::handle::run;
use super::tracer::Tracer;
use super::values::{Function, Leaves, leaves, list, value};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

type Derived<'py> = (Bound<'py, PyList>, Bound<'py, PyList>);

#[pymethods]
impl Control {
    /// A counted loop; `body` takes the index and the carried values, and gives a list of the next ones.
    #[staticmethod]
    fn loop_<'py>(
        tracer: &Tracer,
        bounds: &Bound<'py, PyTuple>,
        start: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(body.py(), |tracer, raised| {
            let bound = |at: usize| value(tracer, &bounds.get_item(at)?);
            let (low, high, step) = (bound(0)?, bound(1)?, bound(2)?);
            let start = leaves(tracer, start)?;
            let count = start.0.len();
            let body = Function { tracer, raised, function: body };
            Ok(tracer.for_step(low, high, step, start, |index, state| {
                body.call([vec![index], state].concat(), count)
            }))
        })
    }

    /// A loop with a condition; both functions take the carried values.
    #[staticmethod]
    fn while_<'py>(
        tracer: &Tracer,
        condition: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
        start: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(body.py(), |tracer, raised| {
            let start = leaves(tracer, start)?;
            let count = start.0.len();
            let condition = Function { tracer, raised, function: condition };
            let body = Function { tracer, raised, function: body };
            Ok(tracer.while_(start, |state| condition.call_one(state), |state| body.call(state, count)))
        })
    }

    /// One of two functions, by a scalar condition.
    #[staticmethod]
    fn if_<'py>(
        tracer: &Tracer,
        condition: &Bound<'py, PyAny>,
        then: &Bound<'py, PyAny>,
        otherwise: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(then.py(), |tracer, raised| {
            let condition = value(tracer, condition)?;
            let then = Function { tracer, raised, function: then };
            let otherwise = Function { tracer, raised, function: otherwise };
            Ok(tracer.if_(condition, || then.call(Vec::new(), 1), || otherwise.call(Vec::new(), 1)))
        })
    }

    /// What a function gives, the value first and then the rest, and the value's gradient.
    #[staticmethod]
    fn value_and_grad<'py>(
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        function: &Bound<'py, PyAny>,
    ) -> PyResult<Derived<'py>> {
        let py = function.py();
        let (value, gradient) = run(py, tracer.0.get()?, |tracer, raised| {
            let x = leaves(tracer, x)?;
            let function = Function { tracer, raised, function };
            let ((value, rest), gradient) = tracer.value_and_grad_with(x, |x| {
                let mut given = function.call(x, 1).0;
                if given.is_empty() {
                    return (tracer.refuse("the function to be differentiated gives nothing"), Leaves(given));
                }
                let value = tracer.value(given.remove(0));
                (value, Leaves(given))
            });
            Ok(([vec![value], rest].concat(), gradient))
        })?;
        Ok((list(py, value)?, list(py, gradient)?))
    }

    /// What a function gives, and its derivative in the direction of the tangents.
    #[staticmethod]
    fn jvp<'py>(
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        tangents: &Bound<'py, PyAny>,
        function: &Bound<'py, PyAny>,
    ) -> PyResult<Derived<'py>> {
        let py = function.py();
        let (values, derivatives) = run(py, tracer.0.get()?, |tracer, raised| {
            let (x, tangents) = (leaves(tracer, x)?, leaves(tracer, tangents)?);
            let function = Function { tracer, raised, function };
            Ok(tracer.jvp(x, tangents, |x| function.call(x, 1)))
        })?;
        Ok((list(py, values)?, list(py, derivatives)?))
    }

    /// What a function gives, and the cotangents of its arguments.
    #[staticmethod]
    fn vjp<'py>(
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        cotangents: &Bound<'py, PyAny>,
        function: &Bound<'py, PyAny>,
    ) -> PyResult<Derived<'py>> {
        let py = function.py();
        let (given, derivatives) = run(py, tracer.0.get()?, |tracer, raised| {
            let (x, cotangents) = (leaves(tracer, x)?, leaves(tracer, cotangents)?);
            let function = Function { tracer, raised, function };
            Ok(tracer.vjp(x, cotangents, |x| function.call(x, 1)))
        })?;
        Ok((list(py, given)?, list(py, derivatives)?))
    }

    /// A function on each slice of tensors along an axis of each.
    #[staticmethod]
    fn vmap<'py>(
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        axes: Vec<i64>,
        out: i64,
        function: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(function.py(), |tracer, raised| {
            let x = leaves(tracer, x)?;
            let function = Function { tracer, raised, function };
            Ok(tracer.vmap_axes(x, &axes, out, |x| function.call(x, 1)))
        })
    }

    /// Tensors defined by scalar code for each element, which takes the element's indices.
    #[staticmethod]
    fn compute<'py>(
        tracer: &Tracer,
        shape: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let shape = dim::shape(shape)?;
        tracer.several(body.py(), |tracer, raised| {
            let body = Function { tracer, raised, function: body };
            Ok(tracer.compute_nd(dim::dims(tracer, &shape), |indices| body.call(indices, 1)))
        })
    }

    /// What a function gives; its derivative computes it again instead of keeping what is inside.
    #[staticmethod]
    fn checkpoint<'py>(
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        function: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(function.py(), |tracer, raised| {
            let x = leaves(tracer, x)?;
            let function = Function { tracer, raised, function };
            Ok(tracer.checkpoint(x, |x| function.call(x, 1)))
        })
    }
}

/// The operations that take functions, by name.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Control;
