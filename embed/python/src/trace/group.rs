//! Groups of tensors that share loops.

use super::handle::{Local, run};
use super::schedule::Schedule;
use super::tensor::{Tensor, given};
use super::tracer::Tracer;
use super::values::{Leaves, Value, leaves};
use pyo3::prelude::*;
use pyo3::types::PyList;
use tensorforge::Arg;

/// A group that is being traced.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Group(Local<(tensorforge::Tracer, tensorforge::Group)>);

#[pymethods]
impl Group {
    /// Tensors that share loops; `body` takes the group, and returns the list of its results.
    #[staticmethod]
    fn of<'py>(
        tracer: &Tracer,
        label: &str,
        loops: Vec<String>,
        schedule: &Schedule,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(body.py(), |tracer, raised| {
            Ok(tracer.group(label, loops, &schedule.0, |group| {
                let traced = || {
                    let handle = Local::new((tracer.clone(), group.clone()));
                    leaves(tracer, &body.call1((Bound::new(body.py(), Group(handle))?,))?)
                };
                raised.catch(traced(), tracer, |poison| Leaves(vec![Value(Arg::Tensor(poison))]))
            }))
        })
    }

    /// Makes a tensor a member of the group.
    fn member<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        loops: (Vec<String>, Vec<String>),
        tensor: &Bound<'py, Tensor>,
        schedule: Option<&Schedule>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let (tracer, group) = self.0.get()?;
        let tensor = tensor.get().handle()?;
        let made = run(py, tracer, |_, _| {
            Ok(match schedule {
                Some(schedule) => group.member_with(name, loops, &schedule.0, tensor),
                None => group.member(name, loops, tensor),
            })
        })?;
        given(py, made)
    }
}
