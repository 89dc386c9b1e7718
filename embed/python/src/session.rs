//! Sessions, which compile programs.

use crate::device_array::{self, DeviceArray};
use crate::error::{CompileError, raised};
use crate::executable::Executable;
use crate::interrupt;
use crate::ir::Module;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use tensorforge::ir::body::Body;
use tensorforge::{Device, Printed, Printer};
use tf_import::stablehlo::is_stablehlo;

/// Compiles programs and caches the results: equal programs are compiled once. May be used from several
/// threads.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Session {
    pub(crate) inner: Arc<tensorforge::Session>,
}

/// The device with a name and a pipeline.
pub(crate) fn device(name: &str, pipeline: Option<&str>) -> PyResult<Device> {
    let device = Device::by_name(name).ok_or_else(|| {
        CompileError::new_err(format!("there is no device '{name}'; there are {}", Device::NAMES.join(", ")))
    })?;
    Ok(match pipeline {
        Some(pipeline) => device.with_pipeline(pipeline),
        None => device,
    })
}

/// Reads a program in Tensorforge's dialects or StableHLO.
pub(crate) fn read(
    session: &tensorforge::Session,
    name: &str,
    text: &str,
) -> Result<Body, tensorforge::Error> {
    let module = session.parse(name, text)?;
    if is_stablehlo(&module) { session.import_stablehlo(&module) } else { Ok(module) }
}

/// Passes the output of a program to a Python function, or to `sys.stderr`. An exception of the function is
/// reported as unraisable.
fn print(printer: Option<&Py<PyAny>>, printed: Printed<'_>) {
    Python::attach(|py| {
        let done = match printer {
            Some(printer) => printer.bind(py).call1((printed.text,)).map(drop),
            None => py.import("sys").and_then(|sys| {
                let stderr = sys.getattr("stderr")?;
                // Programs without a terminal may have none.
                if stderr.is_none() {
                    return Ok(());
                }
                stderr.call_method1("write", (format!("{}\n", printed.text),)).map(drop)
            }),
        };
        if let Err(error) = done {
            error.write_unraisable(py, printer.map(|printer| printer.bind(py)));
        }
    });
}

#[pymethods]
impl Session {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "Python keywords")]
    #[pyo3(signature = (*, threads=None, checked=false, llvm_library=None, cache_dir=None, nan_traps=false, profile=false, printer=None, numerics=None))]
    fn new(
        threads: Option<usize>,
        checked: bool,
        llvm_library: Option<PathBuf>,
        cache_dir: Option<PathBuf>,
        nan_traps: bool,
        profile: bool,
        printer: Option<Py<PyAny>>,
        numerics: Option<&str>,
    ) -> PyResult<Session> {
        let mut builder = tensorforge::Session::builder()
            .checked(checked)
            .nan_traps(nan_traps)
            .profile(profile)
            .printer(Printer::new(move |printed| print(printer.as_ref(), printed)));
        if let Some(word) = numerics {
            builder = builder.numerics(crate::trace::tracer::numerics(word)?);
        }
        if let Some(threads) = threads {
            builder = builder.threads(threads);
        }
        if let Some(path) = llvm_library {
            builder = builder.llvm_library(path);
        }
        if let Some(folder) = cache_dir {
            builder = builder.cache_dir(folder);
        }
        Ok(Session { inner: Arc::new(builder.build().map_err(raised)?) })
    }

    /// Compiles a program given as text in Tensorforge's dialects or StableHLO.
    #[pyo3(signature = (text, device="cpu", pipeline=None, name="<text>"))]
    fn compile_text(
        &self,
        py: Python<'_>,
        text: &str,
        device: &str,
        pipeline: Option<&str>,
        name: &str,
    ) -> PyResult<Executable> {
        let device = self::device(device, pipeline)?;
        let (session, name, text) = (self.inner.clone(), name.to_string(), text.to_string());
        interrupt::compilation(py, move || {
            let module = read(&session, &name, &text)?;
            Executable::compile(&session, Arc::new(module), device)
        })?
        .warned(py)
    }

    /// Reads a program given as text in Tensorforge's dialects or StableHLO.
    #[pyo3(signature = (text, name="<text>"))]
    fn parse(&self, py: Python<'_>, text: &str, name: &str) -> PyResult<Module> {
        let body = py.detach(|| read(&self.inner, name, text)).map_err(raised)?;
        Ok(Module::new(self.inner.clone(), body))
    }

    /// Runs a pass pipeline on a program given as text; returns the resulting text.
    fn run_pipeline(&self, py: Python<'_>, text: &str, pipeline: &str) -> PyResult<String> {
        py.detach(|| self.inner.run_pipeline(text, pipeline)).map_err(raised)
    }

    /// Copies an array to a device; programs of this session take it there without another copy.
    #[pyo3(signature = (array, device))]
    fn to_device(&self, array: &Bound<'_, PyAny>, device: &str) -> PyResult<DeviceArray> {
        device_array::to_device(self, array, device)
    }

    /// A DLPack object as an array on a device, which programs of this session take there and never write:
    /// without a copy on GPUs and on `simt-compiled`. The elements must not change while it lives.
    #[pyo3(signature = (array, device))]
    fn from_dlpack(&self, array: &Bound<'_, PyAny>, device: &str) -> PyResult<DeviceArray> {
        device_array::from_dlpack(self, array, device)
    }

    /// The names of the available devices.
    fn devices(&self, py: Python<'_>) -> Vec<&'static str> {
        py.detach(|| self.inner.devices().iter().map(Device::name).collect())
    }

    /// The number of programs compiled so far, without cache hits.
    #[getter]
    fn compilations(&self) -> u64 {
        self.inner.compilations()
    }
}
