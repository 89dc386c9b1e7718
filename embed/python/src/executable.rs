//! Compiled programs, and their calls.

use crate::arrays::{self, Given};
use crate::device_array::DeviceArray;
use crate::error::{CallError, raised};
use crate::interrupt;
use crate::prepared::Last;
use crate::stages;
use pyo3::exceptions::{PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use smallvec::SmallVec;
use std::ffi::CString;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tensorforge::ir::body::Body;
use tensorforge::{Array, Device, Limits, Passed, Signature};

/// A compiled program. Calls may run on several threads at once.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Executable {
    session: Arc<tensorforge::Session>,
    module: Arc<Body>,
    pub(crate) inner: tensorforge::Executable,
    /// The same program for calls that Ctrl-C ends: those of the main thread.
    watched: OnceLock<tensorforge::Executable>,
    /// The index of the called function.
    entry: usize,
    /// The shapes of its last calls.
    last: Last,
}

/// Arguments of a call, kept alive.
type Alive<'py> = SmallVec<[Given<'py>; 8]>;

impl Executable {
    /// Compiles a module.
    pub(crate) fn compile(
        session: &Arc<tensorforge::Session>,
        module: Arc<Body>,
        device: Device,
    ) -> Result<Executable, tensorforge::Error> {
        let inner = session.compile_module(&module, device)?;
        Ok(Executable {
            session: session.clone(),
            module,
            inner,
            watched: OnceLock::new(),
            entry: 0,
            last: Last::default(),
        })
    }

    /// As [`Executable::compile`], without Python's lock; Ctrl-C cancels it.
    pub(crate) fn compile_here(
        py: Python<'_>,
        session: Arc<tensorforge::Session>,
        module: Arc<Body>,
        device: Device,
    ) -> PyResult<Executable> {
        interrupt::compilation(py, move || Executable::compile(&session, module, device))?.warned(py)
    }

    /// Raises the warnings as Python warnings.
    pub(crate) fn warned(self, py: Python<'_>) -> PyResult<Executable> {
        for warning in self.inner.warnings() {
            let text = CString::new(warning.trim_end()).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)?;
        }
        Ok(self)
    }

    /// The program with the cancel handle of this thread.
    fn called(&self) -> &tensorforge::Executable {
        let Some(cancel) = interrupt::handle() else { return &self.inner };
        self.watched.get_or_init(|| {
            let limits = self.inner.limits().clone();
            self.inner.limited(Limits { cancel: Some(cancel), ..limits })
        })
    }

    /// The program, and the index of the called function.
    pub(crate) fn parts(&self) -> (tensorforge::Executable, usize) {
        (self.inner.clone(), self.entry)
    }

    fn signature(&self) -> &Signature {
        self.entry().signature()
    }

    fn entry(&self) -> tensorforge::Entry<'_> {
        self.inner.entries().nth(self.entry).expect("the function was found before")
    }

    fn callee(&self) -> tensorforge::Entry<'_> {
        self.called().entries().nth(self.entry).expect("the function was found before")
    }

    /// The arguments in order: by position, then by name.
    fn given<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Alive<'py>> {
        let signature = self.signature();
        let (entry, params) = (signature.title(), signature.params());
        let there = Some((&*self.session, self.inner.device()));
        let mut given = Alive::new();
        for (at, object) in args.iter_borrowed().enumerate() {
            given.push(Given::new(&object, entry, params.get(at), there)?);
        }
        let Some(named) = named.filter(|named| !named.is_empty()) else { return Ok(given) };
        for (name, _) in named.iter() {
            let name: String = name.extract()?;
            let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
            let taken = names.iter().position(|known| *known == name);
            let message = match taken {
                None => format!("'{entry}' has no argument '{name}'; it has {}", names.join(", ")),
                Some(at) if at < args.len() => format!("'{entry}' gets its argument '{name}' twice"),
                Some(_) => continue,
            };
            return Err(PyTypeError::new_err(message));
        }
        for param in params.iter().skip(args.len()) {
            match named.get_item(&param.name)? {
                Some(object) => given.push(Given::new(&object, entry, Some(param), there)?),
                None => {
                    let message = format!("'{entry}' is missing its argument '{}'", param.name);
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(given)
    }

    /// The error of a call, with advice for arrays of other element types, which are not converted.
    fn explained(&self, py: Python<'_>, given: &Alive<'_>, error: PyErr) -> PyErr {
        let mut pairs = given.iter().zip(self.signature().params());
        let other =
            pairs.find(|(given, param)| given.dtype().is_some_and(|own| own != arrays::dtype_of(param)));
        let Some((_, param)) = other.filter(|_| error.is_instance_of::<CallError>(py)) else { return error };
        let wanted = crate::dtypes::numpy_name(arrays::dtype_of(param));
        let cure = format!("arrays are not converted: pass {}.astype(\"{wanted}\")", param.name);
        CallError::new_err(format!("{}; {cure}", error.value(py)))
    }

    /// Calls the function; results are new arrays.
    pub(crate) fn call<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let by_place = named.is_none_or(|named| named.is_empty());
        if by_place && let Some(result) = self.last.call(self.callee(), args)? {
            return Ok(result);
        }
        let given = self.given(args, named)?;
        let arguments: Vec<Passed<'_>> = given.iter().map(Given::passed).collect::<PyResult<_>>()?;
        let results: Vec<Array> = interrupt::watched(py, || self.callee().call(arguments))
            .map_err(|error| self.explained(py, &given, error))?;
        if by_place {
            let shapes = || given.iter().map(Given::shape).collect();
            self.last.remember(py, self.callee(), shapes);
        }
        if results.len() == 1 {
            let only = results.into_iter().next().ok_or_else(|| CallError::new_err("no result"))?;
            return arrays::result(py, only);
        }
        let results = results.into_iter().map(|array| arrays::result(py, array));
        Ok(PyTuple::new(py, results.collect::<PyResult<Vec<_>>>()?)?.into_any())
    }

    /// Calls the function with results in arrays of the caller.
    fn write<'py>(&self, py: Python<'py>, given: &Alive<'py>, out: Bound<'py, PyAny>) -> PyResult<()> {
        let outputs: Vec<Bound<'py, PyAny>> = match out.cast::<PyTuple>() {
            Ok(tuple) => tuple.iter().collect(),
            Err(_) => vec![out],
        };
        let arguments: Vec<Passed<'_>> = given.iter().map(Given::passed).collect::<PyResult<_>>()?;
        let mut taken = given.iter().map(Given::addresses).filter(|range| !range.is_empty()).collect();
        let results = self.signature().results();
        let mut views = Vec::with_capacity(outputs.len());
        for (at, output) in outputs.iter().enumerate() {
            views.push(arrays::output(output, results.get(at).map(|r| r.r#type.dtype), &mut taken)?);
        }
        interrupt::watched(py, || self.callee().call_into(arguments, views))
    }
}

#[pymethods]
impl Executable {
    /// Calls the program.
    #[pyo3(signature = (*args, **named))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.call(args, named)
    }

    /// Calls the program; results stay on its device, as `DeviceArray`s.
    #[pyo3(signature = (*args, **named))]
    fn on_device<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut given = self.given(args, named)?;
        let arguments: Vec<Passed<'_>> = given.iter_mut().map(Given::given_away).collect::<PyResult<_>>()?;
        let results: Vec<tensorforge::DeviceArray> =
            interrupt::watched(py, || self.callee().call_on_device(arguments))
                .map_err(|error| self.explained(py, &given, error))?;
        let mut results: Vec<DeviceArray> = results.into_iter().map(DeviceArray::new).collect();
        match (results.len(), results.pop()) {
            (1, Some(only)) => Ok(Bound::new(py, only)?.into_any()),
            (_, last) => {
                results.extend(last);
                Ok(PyTuple::new(py, results)?.into_any())
            }
        }
    }

    /// Calls the program; results are written to arrays of the caller.
    #[pyo3(signature = (out, *args, **named))]
    fn call_into<'py>(
        &self,
        py: Python<'py>,
        out: Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<()> {
        let given = self.given(args, named)?;
        self.write(py, &given, out)
    }

    /// The name of the called function.
    #[getter]
    fn name(&self) -> &str {
        self.signature().name()
    }

    /// Requests that the compilation could not fulfil, each with its source location.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.inner.warnings().to_vec()
    }

    /// The device: `cpu`, `interp` or `simt`.
    #[getter]
    fn device(&self) -> String {
        self.inner.device().to_string()
    }

    /// Names and types of the arguments.
    #[getter]
    fn arguments(&self) -> Vec<(String, String)> {
        let params = self.signature().params().iter();
        params.map(|param| (param.name.clone(), param.r#type.to_string())).collect()
    }

    /// Names and types of the results.
    #[getter]
    fn results(&self) -> Vec<(String, String)> {
        let results = self.signature().results().iter();
        results.map(|result| (result.name.clone(), result.r#type.to_string())).collect()
    }

    /// The names of all functions of the program.
    #[getter]
    fn functions(&self) -> Vec<String> {
        self.inner.entries().map(|entry| entry.signature().name().to_string()).collect()
    }

    /// The time of each compilation phase in seconds, in order.
    #[getter]
    fn phases(&self) -> Vec<(String, f64)> {
        self.inner.phases().iter().map(|(name, time)| (name.clone(), time.as_secs_f64())).collect()
    }

    /// The same program, but calls go to another of its functions.
    fn function(&self, name: &str) -> PyResult<Executable> {
        self.inner.entry(name).map_err(raised)?;
        let at = self.inner.entries().position(|entry| entry.signature().name() == name);
        Ok(self.with(self.inner.clone(), at.unwrap_or_default()))
    }

    /// The same program with limits: a call ends with an error after this many seconds, bytes, or steps of
    /// the interpreter.
    #[pyo3(signature = (*, seconds=None, bytes=None, steps=None))]
    fn limited(&self, seconds: Option<f64>, bytes: Option<u64>, steps: Option<u64>) -> PyResult<Executable> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
        let limits = Limits { steps, time, bytes, cancel: None };
        Ok(self.with(self.inner.limited(limits), self.entry))
    }

    /// The program as text at a stage: `program`, the name of a pass, `mlir`, `llvm` or `asm`.
    #[pyo3(signature = (stage="program"))]
    fn ir(&self, py: Python<'_>, stage: &str) -> PyResult<String> {
        stages::stage(py, (&self.session, &self.module), self.inner.device(), stage)
    }

    /// A report of the compilation: its loop nests and its memory.
    fn explain(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.explain().to_string())
    }

    /// The time of each loop nest in all calls so far, as a table, or as a page; nothing in a session that
    /// does not profile.
    #[pyo3(signature = (html=false))]
    fn profile(&self, py: Python<'_>, html: bool) -> Option<String> {
        py.detach(|| {
            let profile = self.inner.profile()?;
            Some(if html { profile.to_html() } else { profile.to_string() })
        })
    }

    /// The names and texts of the stages: the program, then its text after each pass that changed it.
    fn stages(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        stages::stages(py, (&self.session, &self.module), self.inner.device())
    }

    fn __repr__(&self) -> String {
        let join = |list: Vec<(String, String)>| {
            list.into_iter().map(|(name, ty)| format!("{name}: {ty}")).collect::<Vec<_>>().join(", ")
        };
        format!(
            "<Executable {}({}) -> ({}) on {}>",
            self.name(),
            join(self.arguments()),
            join(self.results()),
            self.device()
        )
    }
}

impl Executable {
    fn with(&self, inner: tensorforge::Executable, entry: usize) -> Executable {
        Executable {
            session: self.session.clone(),
            module: self.module.clone(),
            inner,
            watched: OnceLock::new(),
            entry,
            last: Last::default(),
        }
    }
}
