//! NumPy arrays as arguments and results, without copies if their layout allows.

use crate::array_info::{about, is_array};
use crate::device_array::DeviceArray;
use crate::dlpack;
use crate::dtypes;
use crate::error::{CallError, raised};
use crate::foreign;
use crate::numpy as np;
use crate::scalars;
use numpy::npyffi::flags::NPY_ARRAY_WRITEABLE;
use numpy::npyffi::{NpyTypes, PyArray_Descr, get_type_object};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use smallvec::SmallVec;
use std::ffi::c_int;
use tensorforge::{
    Argument, Array, ArrayView, ArrayViewMut, DType, Device, Layout, Number, Param, ParamType, Passed, Scalar,
};
use tf_dialects::array::element_bytes;

/// An argument, kept alive while a call uses it.
pub(crate) enum Given<'py> {
    /// A scalar.
    Scalar(Scalar),
    /// A NumPy array with elements of this type, aligned, in the machine's byte order.
    Array(Bound<'py, PyAny>, DType),
    /// An array on a device, and whether it is donated; `None` once it was donated.
    Held(Option<tensorforge::DeviceArray>, bool),
}

/// The name of an argument in messages.
pub(crate) fn title(entry: &str, param: &str) -> String {
    format!("argument '{param}' of '{entry}'")
}

impl<'py> Given<'py> {
    /// An argument for a parameter. Only scalars and lists are converted to its element type.
    ///
    /// # Errors
    /// Python's `TypeError` for other objects than arrays and scalars.
    pub(crate) fn new(
        object: &Bound<'py, PyAny>,
        entry: &str,
        param: Option<&Param>,
        there: Option<(&tensorforge::Session, &Device)>,
    ) -> PyResult<Given<'py>> {
        let py = object.py();
        np::module(py)?;
        if is_array(object) {
            return Self::array(object.clone(), entry, param);
        }
        if let Ok(held) = object.cast::<DeviceArray>() {
            let (array, donated) = held.get().for_call()?;
            return Ok(Given::Held(Some(array), donated));
        }
        if let Some((session, device)) = there
            && dlpack::gpu_of(object)?.is_some()
        {
            let what = title(entry, param.map_or("", |param| &param.name));
            return Ok(Given::Held(Some(dlpack::borrow(session, object, device, &what)?), false));
        }
        let scalar = param.is_none_or(|param| matches!(param.r#type, ParamType::Scalar(_)));
        if let Some(number) = scalars::number(object)? {
            return match param {
                Some(param) if !scalar => Self::filled(py, number, entry, param),
                _ => Ok(Given::Scalar(scalars::scalar(number))),
            };
        }
        let name = param.map_or("", |param| &param.name);
        let array = foreign::array(object, param.map(dtype_of), &title(entry, name))?;
        Self::array(array, entry, param)
    }

    /// A NumPy array, copied if its elements cannot be read in place.
    fn array(array: Bound<'py, PyAny>, entry: &str, param: Option<&Param>) -> PyResult<Given<'py>> {
        let py = array.py();
        let info = about(&array);
        let Some(mut dtype) = info.dtype(py) else {
            let name = param.map_or("", |param| &param.name);
            return Err(PyTypeError::new_err(format!(
                "{}: arrays of {} cannot be passed; supported are bool, int8 to int64, uint8 to uint64, \
                 float16, bfloat16, float32 and float64",
                title(entry, name),
                array.getattr("dtype")?
            )));
        };
        if dtype == DType::I64 && param.map(dtype_of) == Some(DType::Index) {
            dtype = DType::Index;
        }
        if let (true, Some(ParamType::Scalar(_))) = (info.extents.is_empty(), param.map(|p| &p.r#type)) {
            return Ok(Given::Scalar(item(&array, dtype)?));
        }
        if info.is_readable(dtype) {
            return Ok(Given::Array(array, dtype));
        }
        let native = dtypes::numpy_dtype(py, dtype)?;
        let copy = np::module(py)?.getattr("array")?.call1((array, native))?;
        Ok(Given::Array(copy, dtype))
    }

    /// A scalar for a tensor without axes.
    fn filled(py: Python<'py>, number: Number, entry: &str, param: &Param) -> PyResult<Given<'py>> {
        let dtype = dtype_of(param);
        let fits = match number {
            Number::Bool(_) => dtype == DType::I1,
            Number::Int(..) => dtype != DType::I1,
            Number::Float(..) => dtype.is_float(),
        };
        let message = || {
            let (what, ty) = (title(entry, &param.name), &param.r#type);
            CallError::new_err(format!("{what} is {ty}, but the call passes {number}"))
        };
        if !fits {
            return Err(message());
        }
        let value = match number {
            Number::Bool(value) => Scalar::from_bool(value),
            Number::Float(value, _) => Scalar::from_f64(dtype, value),
            Number::Int(value, _) if dtype.is_float() => Scalar::from_f64(dtype, value as f64),
            Number::Int(value, _) => match dtype.range() {
                Some((least, greatest)) if (least..=greatest).contains(&value) => {
                    Scalar::from_bits(dtype, value as u64 & dtype.mask())
                }
                _ => return Err(message()),
            },
        };
        let array =
            Array::from_scalars(dtype, &[], &[value]).map_err(|e| CallError::new_err(e.to_string()))?;
        Ok(Given::Array(result(py, array)?, dtype))
    }

    /// The element type of an array; `None` for scalars.
    pub(crate) fn dtype(&self) -> Option<DType> {
        match self {
            Given::Scalar(_) => None,
            Given::Array(_, dtype) => Some(*dtype),
            Given::Held(array, _) => array.as_ref().map(tensorforge::DeviceArray::dtype),
        }
    }

    /// NumPy's `typenum` and the layout, for an array in the memory of this process; an inner `None` for a
    /// scalar.
    pub(crate) fn shape(&self) -> Option<Option<(c_int, Layout)>> {
        match self {
            Given::Scalar(_) => Some(None),
            Given::Array(array, dtype) => {
                let info = about(array);
                Some(Some((info.number(), info.layout(*dtype).ok()?)))
            }
            Given::Held(..) => None,
        }
    }

    /// As an argument of a call, without donation.
    ///
    /// # Errors
    /// As [`Given::argument`].
    pub(crate) fn passed(&self) -> PyResult<Passed<'_>> {
        match self {
            Given::Held(Some(array), _) => Ok(Passed::Held(array)),
            _ => self.argument().map(Passed::Plain),
        }
    }

    /// As an argument of a call that may reuse the memory of donated arrays.
    ///
    /// # Errors
    /// As [`Given::argument`].
    pub(crate) fn given_away(&mut self) -> PyResult<Passed<'_>> {
        match self {
            Given::Held(array @ Some(_), true) => {
                Ok(array.take().map_or(Passed::Failed(tensorforge::ArrayError::SelfOverlap), Passed::Donated))
            }
            other => other.passed(),
        }
    }

    /// The elements as a separate array.
    ///
    /// # Errors
    /// As [`Given::argument`]; the error of a device that cannot copy its elements.
    pub(crate) fn owned(&self) -> PyResult<Array> {
        let refused = |error: tensorforge::ArrayError| CallError::new_err(error.to_string());
        match self.passed()? {
            Passed::Held(array) => array.to_array().map_err(raised),
            Passed::Plain(Argument::Scalar(scalar)) => {
                Array::from_scalars(scalar.dtype(), &[], &[scalar]).map_err(refused)
            }
            Passed::Plain(Argument::Tensor(view)) => {
                let layout = view.layout();
                let mut array = Array::zeros(layout.dtype(), layout.extents()).map_err(refused)?;
                view.pack_into(array.bytes_mut()).map_err(refused)?;
                Ok(array)
            }
            Passed::Owned(array) => Ok(array),
            Passed::Donated(array) => array.to_array().map_err(raised),
            Passed::Failed(error) => Err(refused(error)),
        }
    }

    /// As an argument of a call.
    ///
    /// # Errors
    /// [`CallError`] for an array with too many axes.
    pub(crate) fn argument(&self) -> PyResult<Argument<'_>> {
        let (array, dtype) = match self {
            Given::Scalar(scalar) => return Ok(Argument::Scalar(*scalar)),
            Given::Array(array, dtype) => (array, *dtype),
            Given::Held(..) => {
                return Err(CallError::new_err(
                    "an array on a device has no elements in host memory: copy it with numpy.asarray",
                ));
            }
        };
        let info = about(array);
        let refused = |error: tensorforge::ArrayError| CallError::new_err(error.to_string());
        let layout = info.layout(dtype).map_err(refused)?;
        let (start, length, first) = info.memory(&layout);
        // SAFETY: NumPy keeps the memory of a referenced array, and the layout is that of the array. If
        // another thread writes to the array during a call, the call sees old or new elements, as with
        // NumPy's own functions.
        let memory = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(start, length) } };
        Ok(Argument::Tensor(ArrayView::new(layout, memory, first).map_err(refused)?))
    }

    /// The address range of its memory.
    pub(crate) fn addresses(&self) -> std::ops::Range<usize> {
        let Given::Array(array, dtype) = self else { return 0..0 };
        let info = about(array);
        info.layout(*dtype).map_or(0..0, |layout| {
            let (start, length, _) = info.memory(&layout);
            start.addr()..start.addr() + length
        })
    }
}

/// The element type of a parameter.
pub(crate) fn dtype_of(param: &Param) -> DType {
    match &param.r#type {
        ParamType::Scalar(dtype) => *dtype,
        ParamType::Tensor(tensor) => tensor.dtype,
    }
}

/// The only element of an array without axes.
fn item(array: &Bound<'_, PyAny>, dtype: DType) -> PyResult<Scalar> {
    let given = Given::Array(array.clone(), dtype);
    let Argument::Tensor(view) = given.argument()? else { return Err(PyTypeError::new_err("no element")) };
    let mut word = [0; 8];
    let size = element_bytes(dtype).unwrap_or(0).min(8);
    word[..size].copy_from_slice(&view.bytes()[..size]);
    Ok(Scalar::from_bits(dtype, u64::from_le_bytes(word)))
}

/// Memory of results, which NumPy arrays keep alive.
#[pyclass(frozen, module = "tensorforge")]
struct Memory {
    // Only the NumPy array accesses the elements.
    _array: Array,
}

/// A result as a NumPy array, which takes ownership of its memory.
///
/// # Errors
/// NumPy's error, for instance when it is out of memory; an `ImportError` for bfloat16 without `ml_dtypes`.
pub(crate) fn result<'py>(py: Python<'py>, mut array: Array) -> PyResult<Bound<'py, PyAny>> {
    let api = np::api(py)?;
    let mut extents: SmallVec<[isize; 6]> = array.extents().iter().map(|extent| *extent as isize).collect();
    let (dtype, data) = (array.dtype(), array.bytes_mut().as_mut_ptr());
    // Moving the array does not move its memory.
    let owner = Bound::new(py, Memory { _array: array })?.into_any();
    // SAFETY: the data has all elements, aligned, and lives as long as its owner, which becomes the array's
    // base; functions that steal a reference get a separate one.
    unsafe {
        let descr: *mut PyArray_Descr = match dtypes::number(dtype) {
            Some(number) => api.PyArray_DescrFromType(py, number),
            None => np::bfloat16(py)?.into_ptr().cast(),
        };
        let made = api.PyArray_NewFromDescr(
            py,
            get_type_object(py, NpyTypes::PyArray_Type),
            descr,
            extents.len() as c_int,
            extents.as_mut_ptr(),
            std::ptr::null_mut(),
            data.cast(),
            NPY_ARRAY_WRITEABLE,
            std::ptr::null_mut::<ffi::PyObject>(),
        );
        let made = Bound::from_owned_ptr_or_err(py, made)?;
        match api.PyArray_SetBaseObject(py, made.as_ptr().cast(), owner.into_ptr()) {
            0 => Ok(made),
            _ => Err(PyErr::fetch(py)),
        }
    }
}

/// An array of the caller to which a result is written, after a check that it overlaps nothing else.
///
/// # Errors
/// Python's `TypeError` for an object that is not a writable array; [`CallError`] for memory in `taken`, to
/// which the array's is added.
pub(crate) fn output<'a>(
    object: &'a Bound<'_, PyAny>,
    wanted: Option<DType>,
    taken: &mut Vec<std::ops::Range<usize>>,
) -> PyResult<ArrayViewMut<'a>> {
    np::module(object.py())?;
    if !is_array(object) {
        return Err(PyTypeError::new_err(format!(
            "a result must be written to a NumPy array, not {object:?}"
        )));
    }
    let info = about(object);
    let dtype = info.dtype(object.py()).filter(|dtype| info.is_readable(*dtype));
    let (Some(mut dtype), true) = (dtype, info.flags & NPY_ARRAY_WRITEABLE != 0) else {
        return Err(PyTypeError::new_err(
            "a result cannot be written to this array: it is read-only, or its elements have an unsupported \
             type, alignment or byte order",
        ));
    };
    if dtype == DType::I64 && wanted == Some(DType::Index) {
        dtype = DType::Index;
    }
    let refused = |error: tensorforge::ArrayError| CallError::new_err(error.to_string());
    let layout = info.layout(dtype).map_err(refused)?;
    let (start, length, first) = info.memory(&layout);
    let place = start.addr()..start.addr() + length;
    if taken.iter().any(|other| other.start < place.end && place.start < other.end) {
        return Err(CallError::new_err(
            "a result cannot be written to the memory of an argument or of another result",
        ));
    }
    taken.push(place);
    let memory: &mut [u8] = match length {
        0 => &mut [],
        // SAFETY: the array is held by the caller, its memory is writable, and overlaps nothing that this
        // call uses.
        _ => unsafe { std::slice::from_raw_parts_mut(start, length) },
    };
    ArrayViewMut::new(layout, memory, first).map_err(refused)
}

/// The elements of an array-like object, row-major: for constants of programs.
///
/// # Errors
/// As [`Given::new`].
pub(crate) fn constant(object: &Bound<'_, PyAny>) -> PyResult<Array> {
    let py = object.py();
    np::module(py)?;
    let array = if is_array(object) { object.clone() } else { foreign::array(object, None, "a constant")? };
    let given = Given::array(array, "", None)?;
    let Argument::Tensor(view) = given.argument()? else { return Err(PyTypeError::new_err("no array")) };
    let refused = |error: tensorforge::ArrayError| CallError::new_err(error.to_string());
    let mut made = Array::zeros(view.layout().dtype(), view.layout().extents()).map_err(refused)?;
    view.pack_into(made.bytes_mut()).map_err(refused)?;
    Ok(made)
}
