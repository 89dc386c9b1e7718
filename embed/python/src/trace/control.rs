//! Python bindings of loops, conditions, derivatives and maps: operations that take functions of the user.

use super::dim;
use super::functions::Function;
use super::handle::run;
use super::index;
use super::tensor::Tensor;
use super::tracer::Tracer;
use super::values::{Leaves, leaves, list, value};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

type Derived<'py> = (Bound<'py, PyList>, Bound<'py, PyList>);

#[pymethods]
impl Control {
    /// A counted loop; `body` takes the index and the carried values, and returns the list of the next ones.
    #[staticmethod]
    fn loop_<'py>(
        tracer: &Tracer,
        bounds: &Bound<'py, PyTuple>,
        unroll: i64,
        start: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(body.py(), |tracer, raised| {
            let bound = |at: usize| value(tracer, &bounds.get_item(at)?);
            let (low, high, step) = (bound(0)?, bound(1)?, bound(2)?);
            let start = leaves(tracer, start)?;
            let count = start.0.len();
            let body = Function { tracer, raised, function: body };
            Ok(tracer.for_unrolled(low, high, step, unroll, start, |index, state| {
                body.call([vec![index], state].concat(), count)
            }))
        })
    }

    /// Prints a text with values while the program runs.
    #[staticmethod]
    fn print_(tracer: &Tracer, text: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        run(values.py(), tracer.0.get()?, |tracer, _| {
            tracer.print(text, leaves(tracer, values)?);
            Ok(())
        })
    }

    /// Ends the call unless a condition holds.
    #[staticmethod]
    fn assert_(
        tracer: &Tracer,
        condition: &Bound<'_, PyAny>,
        text: &str,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        run(values.py(), tracer.0.get()?, |tracer, _| {
            let condition = value(tracer, condition)?;
            tracer.assert_(condition, text, leaves(tracer, values)?);
            Ok(())
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

    /// The results of a function, the value first, and the value's gradient.
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
                    return (tracer.refuse("the function to differentiate returns nothing"), Leaves(given));
                }
                let value = tracer.value(given.remove(0));
                (value, Leaves(given))
            });
            Ok(([vec![value], rest].concat(), gradient))
        })?;
        Ok((list(py, value)?, list(py, gradient)?))
    }

    /// The results of a function, and its derivative in the direction of the tangents.
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

    /// The results of a function, and the cotangents of its arguments.
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

    /// The results of a function; its derivative recomputes intermediate values instead of storing them.
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

/// Loops with an early exit, multi-way branches, folds, scans, and functions with custom derivatives.
#[pymethods]
impl More {
    /// As `Control.loop_`; the body takes the loop as its first argument and may leave it.
    #[staticmethod]
    fn loop_with<'py>(
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
            Ok(tracer.for_step_with(low, high, step, start, |handle, index, state| {
                body.call_in(handle, [vec![index], state].concat(), count)
            }))
        })
    }

    /// As `Control.while_`; the body takes the loop as its first argument and may leave it; without a
    /// condition, it must.
    #[staticmethod]
    fn while_with<'py>(
        tracer: &Tracer,
        condition: Option<&Bound<'py, PyAny>>,
        body: &Bound<'py, PyAny>,
        start: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(body.py(), |tracer, raised| {
            let start = leaves(tracer, start)?;
            let count = start.0.len();
            let body = Function { tracer, raised, function: body };
            let Some(condition) = condition else {
                return Ok(tracer.loop_(start, |handle, state| body.call_in(handle, state, count)));
            };
            let condition = Function { tracer, raised, function: condition };
            Ok(tracer.while_with(
                start,
                |state| condition.call_one(state),
                |handle, state| body.call_in(handle, state, count),
            ))
        })
    }

    /// One of several functions, by a scalar integer.
    #[staticmethod]
    fn switch<'py>(
        tracer: &Tracer,
        number: &Bound<'py, PyAny>,
        branches: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(number.py(), |tracer, raised| {
            let number = value(tracer, number)?;
            Ok(tracer.switch(number, branches.len(), |at| match branches.get(at) {
                Some(branch) => Function { tracer, raised, function: branch }.call(Vec::new(), 1),
                None => Leaves(Vec::new()),
            }))
        })
    }

    /// A reduction of the function's results over a range of indices.
    #[staticmethod]
    fn fold<'py>(
        tracer: &Tracer,
        bounds: &Bound<'py, PyTuple>,
        combine: Vec<String>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let ways = combine.iter().map(|word| index::combine(word)).collect::<PyResult<Vec<_>>>()?;
        tracer.several(body.py(), |tracer, raised| {
            let (low, high) = (value(tracer, &bounds.get_item(0)?)?, value(tracer, &bounds.get_item(1)?)?);
            let body = Function { tracer, raised, function: body };
            Ok(tracer.fold(low, high, ways, |index| body.call(vec![index], 1)))
        })
    }

    /// A scan along an axis of tensors: scalar code with a carried state.
    #[staticmethod]
    fn scan<'py>(
        tracer: &Tracer,
        axis: i64,
        tensors: &Bound<'py, PyAny>,
        starts: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(body.py(), |tracer, raised| {
            let (tensors, starts) = (leaves(tracer, tensors)?, leaves(tracer, starts)?);
            let count = starts.0.len();
            let body = Function { tracer, raised, function: body };
            Ok(tracer
                .scan(axis, tensors, starts, |state, elements| body.call([state, elements].concat(), count)))
        })
    }

    /// Tensors that scalar code updates at any indices, for each point of a shape.
    #[staticmethod]
    fn scatter<'py>(
        tracer: &Tracer,
        shape: &Bound<'py, PyAny>,
        targets: Vec<(Bound<'py, PyAny>, String)>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let shape = dim::shape(shape)?;
        tracer.several(body.py(), |tracer, raised| {
            let one = |(tensor, word): &(Bound<'py, PyAny>, String)| {
                Ok((value(tracer, tensor)?, index::change(word)?))
            };
            let targets = targets.iter().map(one).collect::<PyResult<Vec<_>>>()?;
            let body = Function { tracer, raised, function: body };
            Ok(tracer.scatter_nd(dim::dims(tracer, &shape), targets, |indices, targets| {
                body.call_on(indices, targets);
            }))
        })
    }

    /// The results of a function with a custom derivative: for cotangents, or for tangents.
    #[staticmethod]
    fn custom<'py>(
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        function: &Bound<'py, PyAny>,
        rule: &Bound<'py, PyAny>,
        forwards: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(function.py(), |tracer, raised| {
            let x = leaves(tracer, x)?;
            let count = x.0.len();
            let function = Function { tracer, raised, function };
            let rule = Function { tracer, raised, function: rule };
            let apply = |x: Vec<_>, y: Vec<_>, d: Vec<_>| rule.call_grouped([x, y, d], count);
            Ok(match forwards {
                true => tracer.custom_jvp(x, |x| function.call(x, 1), apply),
                false => tracer.custom_vjp(x, |x| function.call(x, 1), apply),
            })
        })
    }

    /// All derivatives of a function's value by `x`: reverse mode, forward mode, or second derivatives.
    #[staticmethod]
    fn derivatives<'py>(
        tracer: &Tracer,
        how: &str,
        x: &Bound<'py, PyAny>,
        function: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(function.py(), |tracer, raised| {
            let x = value(tracer, x)?;
            let function = Function { tracer, raised, function };
            let f = |x| function.call_one(vec![x]);
            Ok(match how {
                "backwards" => tracer.jacobian(x, f),
                "forwards" => tracer.jacobian_forward(x, f),
                _ => tracer.hessian(x, f),
            })
        })
    }
}

/// The rest of the operations that take functions, by name.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct More;

/// The operations that take functions, by name.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Control;
