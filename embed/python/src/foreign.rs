//! Arrays of other libraries (DLPack, the buffer protocol), and Python's lists.

use crate::dlpack;
use crate::dtypes;
use crate::numpy as np;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList, PyTuple};
use tensorforge::DType;

/// A NumPy array with the elements of `object`, borrowed if possible; `what` is its name in messages. Only
/// lists are converted to the wanted element type.
///
/// # Errors
/// Python's `TypeError` for an object that is not an array; the lender's error if it does not lend its
/// elements.
pub(crate) fn array<'py>(
    object: &Bound<'py, PyAny>,
    wanted: Option<DType>,
    what: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = np::module(object.py())?;
    let generic = object.is_instance(&numpy.getattr("generic")?)?;
    if !generic && object.hasattr("__dlpack__")? {
        return match numpy.getattr("from_dlpack")?.call1((object,)) {
            Ok(lent) => Ok(lent),
            // NumPy itself has no bfloat16.
            Err(error) => dlpack::bfloat16(object)?.ok_or(error),
        };
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return listed(object, wanted, what);
    }
    let array = numpy.getattr("asarray")?.call1((object,));
    let kind = |array: &Bound<'py, PyAny>| array.getattr("dtype")?.getattr("kind")?.extract::<String>();
    match array {
        // NumPy turns an unknown object into an array of that object, and text into an array of characters.
        Ok(array) if !matches!(kind(&array)?.as_str(), "O" | "U" | "S" | "M" | "m") => Ok(array),
        _ => Err(PyTypeError::new_err(format!(
            "{what}: {} is neither an array nor a number; pass a NumPy array, or an object with DLPack or \
             the buffer protocol",
            object.get_type().name()?
        ))),
    }
}

/// A list as an array of the wanted elements, if the conversion loses nothing: floats are rounded, and must
/// stay finite.
fn listed<'py>(list: &Bound<'py, PyAny>, wanted: Option<DType>, what: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = list.py();
    let numpy = np::module(py)?;
    let own = numpy.getattr("asarray")?.call1((list,)).map_err(|error| {
        PyTypeError::new_err(format!(
            "{what}: the rows of a list must have equal lengths: {}",
            error.value(py)
        ))
    })?;
    let Some(wanted) = wanted else { return Ok(own) };
    let wanted = dtypes::numpy_dtype(py, wanted)?;
    let kind = own.getattr("dtype")?.getattr("kind")?.extract::<String>()?;
    let is_empty = own.getattr("size")?.extract::<usize>()? == 0;
    let integers = matches!(kind.as_str(), "i" | "u");
    let whole = matches!(wanted.getattr("kind")?.extract::<String>()?.as_str(), "i" | "u");
    let to = (own.getattr("dtype")?, &wanted, "same_kind");
    let may = is_empty || (integers && whole) || numpy.getattr("can_cast")?.call1(to)?.extract::<bool>()?;
    if !may {
        return Err(PyTypeError::new_err(format!(
            "{what}: a list of {} cannot be converted to {wanted}; convert a NumPy array with \
             .astype(\"{wanted}\")",
            own.getattr("dtype")?
        )));
    }
    // NumPy would warn of the losses that are detected here.
    let silent = numpy.getattr("errstate")?.call((), Some(&[("all", "ignore")].into_py_dict(py)?))?;
    silent.call_method0("__enter__")?;
    let converted = own.call_method1("astype", (&wanted,));
    silent.call_method1("__exit__", (py.None(), py.None(), py.None()))?;
    let converted = converted?;
    match is_empty || keeps(&own, &converted, &kind)? {
        true => Ok(converted),
        false => {
            Err(PyTypeError::new_err(format!("{what}: a value of the list does not fit {wanted} exactly")))
        }
    }
}

/// Whether the values of a list survive the conversion.
fn keeps(own: &Bound<'_, PyAny>, converted: &Bound<'_, PyAny>, kind: &str) -> PyResult<bool> {
    let numpy = np::module(own.py())?;
    let same = match kind {
        "f" => {
            let finite = numpy.getattr("isfinite")?;
            finite.call1((converted,))?.rich_compare(finite.call1((own,))?, CompareOp::Eq)?
        }
        _ => {
            let back = converted.call_method1("astype", (own.getattr("dtype")?,))?;
            let signs = converted
                .rich_compare(0, CompareOp::Lt)?
                .rich_compare(own.rich_compare(0, CompareOp::Lt)?, CompareOp::Eq)?;
            back.rich_compare(own, CompareOp::Eq)?.bitand(signs)?
        }
    };
    same.call_method0("all")?.extract()
}
