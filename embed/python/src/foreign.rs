//! Arrays of others: whatever speaks DLPack or the buffer protocol, and Python's lists.

use crate::dlpack;
use crate::dtypes;
use crate::numpy as np;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tensorforge::DType;

/// An array of NumPy's with the elements of `object`, which it borrows where it can; `what` names it for messages. Only lists
/// of numbers are converted to the element type that is wanted.
///
/// # Errors
/// Python's `TypeError` for what is no array; what the other side says, if it does not lend its elements.
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
            // bfloat16 is not NumPy's.
            Err(error) => dlpack::bfloat16(object)?.ok_or(error),
        };
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return listed(object, wanted, what);
    }
    let array = numpy.getattr("asarray")?.call1((object,));
    let kind = |array: &Bound<'py, PyAny>| array.getattr("dtype")?.getattr("kind")?.extract::<String>();
    match array {
        // What NumPy does not know becomes an array of one object, text one of characters.
        Ok(array) if !matches!(kind(&array)?.as_str(), "O" | "U" | "S" | "M" | "m") => Ok(array),
        _ => Err(PyTypeError::new_err(format!(
            "{what}: {} is neither an array nor a number; arrays are NumPy's, and whatever speaks DLPack or the buffer protocol",
            object.get_type().name()?
        ))),
    }
}

/// A list of numbers as an array of the wanted elements, if no number is lost.
fn listed<'py>(list: &Bound<'py, PyAny>, wanted: Option<DType>, what: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = list.py();
    let numpy = np::module(py)?;
    let asarray = numpy.getattr("asarray")?;
    let own = asarray.call1((list,)).map_err(|error| {
        PyTypeError::new_err(format!(
            "{what}: a list is an array if all rows have as many numbers: {}",
            error.value(py)
        ))
    })?;
    let Some(wanted) = wanted else { return Ok(own) };
    let wanted = dtypes::numpy_dtype(py, wanted)?;
    let empty = own.getattr("size")?.extract::<usize>()? == 0;
    let may = empty
        || numpy.getattr("can_cast")?.call1((own.getattr("dtype")?, &wanted, "same_kind"))?.extract()?;
    match may {
        true => asarray.call1((list, wanted)),
        false => Ok(own),
    }
}
