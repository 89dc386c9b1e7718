//! Traced programs.

use super::handle::{Local, Raised};
use super::tracer::Tracer;
use super::values::{Leaves, leaves};
use crate::error::TraceError;
use crate::executable::Executable;
use crate::session::{self, Session};
use crate::stages;
use pyo3::prelude::*;
use std::sync::Arc;
use tensorforge::ir::body::Body;

/// A traced program: a module of the IR with one function that can be called.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Program {
    session: Arc<tensorforge::Session>,
    module: Arc<Body>,
    name: String,
    inputs: Vec<String>,
    outputs: usize,
}

/// Traces a function, which takes the trace and returns a list of results; it begins at a file, line and
/// column.
///
/// # Errors
/// The function's exception, else `TraceError` with all errors.
#[pyfunction]
pub(crate) fn trace(
    session: &Session,
    name: &str,
    place: (String, u32, u32),
    function: &Bound<'_, PyAny>,
) -> PyResult<Program> {
    let waiting = Raised::default();
    let at = (place.0.as_str(), place.1, place.2);
    let program = tensorforge::Program::trace_placed(session.inner.context(), name, at, |tracer| {
        let own = Tracer(Local::new(tracer.clone()));
        let given = function.call1((own,)).and_then(|given| leaves(tracer, &given));
        waiting.catch(given, tracer, |_| Leaves(Vec::new()))
    });
    if let Some(error) = waiting.taken() {
        return Err(error);
    }
    let program = program.map_err(|error| TraceError::new_err(error.to_string()))?;
    let (name, inputs) = (program.name().to_string(), program.inputs().to_vec());
    let outputs = program.outputs();
    Ok(Program {
        session: session.inner.clone(),
        module: Arc::new(program.into_module()),
        name,
        inputs,
        outputs,
    })
}

#[pymethods]
impl Program {
    /// Compiles the program for a device.
    #[pyo3(signature = (device="cpu", pipeline=None))]
    fn compile(&self, py: Python<'_>, device: &str, pipeline: Option<&str>) -> PyResult<Executable> {
        let device = session::device(device, pipeline)?;
        Executable::compile_here(py, self.session.clone(), self.module.clone(), device)
    }

    /// The program as text; with source locations on request.
    #[pyo3(signature = (locations=false))]
    fn to_text(&self, locations: bool) -> String {
        stages::text(&self.module, locations)
    }

    /// A copy of the program as IR.
    fn module(&self) -> crate::ir::Module {
        crate::ir::Module::new(self.session.clone(), self.module.duplicate())
    }

    /// The name of the function.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The names of the inputs, in order.
    #[getter]
    fn inputs(&self) -> Vec<String> {
        self.inputs.clone()
    }

    /// The number of results.
    #[getter]
    fn outputs(&self) -> usize {
        self.outputs
    }
}
