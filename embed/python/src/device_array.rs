//! Arrays that stay on their device between calls.

use crate::arrays;
use crate::dlpack;
use crate::dtypes;
use crate::error::{CallError, raised};
use crate::session::Session;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::{Mutex, PoisonError};

/// An array on a device: a result of `executable.on_device(…)` or `session.to_device(…)`. Programs on the
/// same device take it without a copy.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct DeviceArray {
    /// `None` once it was donated.
    inner: Mutex<Option<tensorforge::DeviceArray>>,
    /// Whether the next call that takes it may write results to its memory.
    donated: bool,
}

impl DeviceArray {
    pub(crate) fn new(array: tensorforge::DeviceArray) -> DeviceArray {
        DeviceArray { inner: Mutex::new(Some(array)), donated: false }
    }

    fn get(&self) -> PyResult<tensorforge::DeviceArray> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.clone().ok_or_else(gone)
    }

    fn take(&self) -> PyResult<tensorforge::DeviceArray> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.take().ok_or_else(gone)
    }

    /// The array for a call, and whether it is donated.
    pub(crate) fn for_call(&self) -> PyResult<(tensorforge::DeviceArray, bool)> {
        Ok((if self.donated { self.take()? } else { self.get()? }, self.donated))
    }
}

fn gone() -> PyErr {
    CallError::new_err("this array was donated to a call, which has reused its memory")
}

#[pymethods]
impl DeviceArray {
    /// The extents, outermost axis first.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get()?.extents())
    }

    /// The element type, as NumPy's.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dtypes::numpy_dtype(py, self.get()?.dtype())
    }

    /// The device.
    #[getter]
    fn device(&self) -> PyResult<String> {
        Ok(self.get()?.device().to_string())
    }

    /// Its device address.
    #[getter]
    fn address(&self) -> PyResult<u64> {
        Ok(self.get()?.address())
    }

    /// The same array for one call, which may write a result to its memory; afterwards, this object is empty.
    fn donate(&self) -> PyResult<DeviceArray> {
        Ok(DeviceArray { inner: Mutex::new(Some(self.take()?)), donated: true })
    }

    /// The elements as an array of NumPy's: a copy.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.get()?;
        let array = py.detach(|| array.to_array()).map_err(raised)?;
        arrays::result(py, array)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(pyo3::exceptions::PyValueError::new_err(
                "an array on a device cannot become a NumPy array without a copy",
            ));
        }
        let array = self.numpy(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    /// The elements in their memory, for other users of DLPack: NumPy and PyTorch on the processor's devices,
    /// PyTorch and JAX on GPUs. Work on them has ended when a call returns, so that every stream may read
    /// them. They must not be written.
    #[pyo3(signature = (**_options))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        _options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        dlpack::lend(py, self.get()?)
    }

    fn __dlpack_device__(&self) -> PyResult<(i32, i32)> {
        Ok(dlpack::device_of(&self.get()?))
    }

    fn __repr__(&self) -> String {
        match self.get() {
            Ok(array) => {
                let extents: Vec<String> = array.extents().iter().map(ToString::to_string).collect();
                format!("<DeviceArray {}[{}] on {}>", array.dtype(), extents.join(", "), array.device())
            }
            Err(_) => "<DeviceArray, donated>".to_string(),
        }
    }
}

/// A DLPack object as an array of a device, without a copy if it is on the device already.
pub(crate) fn from_dlpack(
    session: &Session,
    object: &Bound<'_, PyAny>,
    device: &str,
) -> PyResult<DeviceArray> {
    let device = crate::session::device(device, None)?;
    dlpack::borrow(&session.inner, object, &device, "from_dlpack: the array").map(DeviceArray::new)
}

/// Copies an array-like object to a device.
pub(crate) fn to_device<'py>(
    session: &Session,
    object: &Bound<'py, PyAny>,
    device: &str,
) -> PyResult<DeviceArray> {
    let device = crate::session::device(device, None)?;
    let given = arrays::Given::new(object, "to_device", None, None)?;
    let array = given.owned()?;
    let made = object.py().detach(|| session.inner.to_device(&array, &device)).map_err(raised)?;
    Ok(DeviceArray::new(made))
}
