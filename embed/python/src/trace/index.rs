//! Indexing: ranges, single indices, new axes, and elements at computed indices.

use super::dim;
use super::values::{Value, value};
use crate::error::TraceError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PySlice, PyTuple};
use tensorforge::ir::extent::Extent;
use tensorforge::{Arg, Combine, Outside, Part, Tensor, Tracer, Update, range};

/// One entry of an index, for one axis or none.
enum Entry {
    /// A range: start, stop, step.
    Range(Option<Extent>, Option<Extent>, i64),
    /// One index that is known while tracing.
    Known(Extent),
    /// Indices that the program computes.
    Computed(Tensor),
    /// A new axis.
    New,
}

/// `x[key]`.
///
/// # Errors
/// Python's `TypeError` for an invalid index.
pub(crate) fn get(tracer: &Tracer, x: &Tensor, key: &Bound<'_, PyAny>) -> PyResult<Tensor> {
    let entries = entries(tracer, x, key)?;
    let computed = |entry: &Entry| matches!(entry, Entry::Computed(_));
    if !entries.iter().any(computed) {
        return Ok(new_axes(parts(tracer, x, &entries), &entries));
    }
    if entries.iter().any(|entry| matches!(entry, Entry::New)) {
        return Err(PyTypeError::new_err("computed indices and new axes need two steps: x[i][:, None]"));
    }
    if !entries.iter().any(|entry| matches!(entry, Entry::Range(..))) {
        return Ok(x.at(all(tracer, x, &entries)?));
    }
    let single = |entry: &Entry| !matches!(entry, Entry::Range(..));
    let first = entries.iter().position(single).unwrap_or(0);
    let last = entries.iter().rposition(single).unwrap_or(0);
    if entries[first..=last].iter().any(|entry| !single(entry)) {
        return Err(PyTypeError::new_err(
            "computed indices on both sides of a range need two steps, so that the order of axes is clear: \
             x[:, :, j][i]",
        ));
    }
    // Ranges first; then indexed axes are moved to the front and back.
    let whole = |entry: &Entry| match entry {
        Entry::Range(start, stop, step) => Entry::Range(start.clone(), stop.clone(), *step),
        _ => Entry::Range(None, None, 1),
    };
    let cut = parts(tracer, x, &entries.iter().map(whole).collect::<Vec<_>>());
    if cut.is_poisoned() {
        return Ok(cut);
    }
    let count = last + 1 - first;
    let rank = cut.rank();
    let order: Vec<i64> =
        (first..=last).chain(0..first).chain(last + 1..rank).map(|axis| axis as i64).collect();
    let cut = cut.permute(order);
    let read = cut.at(all(tracer, &cut, &entries[first..=last])?);
    if read.is_poisoned() {
        return Ok(read);
    }
    let made = read.rank().saturating_sub(rank - count);
    let back: Vec<i64> = (made..made + first)
        .chain(0..made)
        .chain(made + first..read.rank())
        .map(|axis| axis as i64)
        .collect();
    Ok(read.permute(back))
}

/// The entries of a key, one for each axis that it names and each new one.
fn entries(tracer: &Tracer, x: &Tensor, key: &Bound<'_, PyAny>) -> PyResult<Vec<Entry>> {
    let keys: Vec<Bound<'_, PyAny>> = match key.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter().collect(),
        Err(_) => vec![key.clone()],
    };
    let named = keys.iter().filter(|key| !key.is_none() && !key.is_instance_of::<PyEllipsis>()).count();
    let mut found = Vec::new();
    let mut open = true;
    for key in &keys {
        if !key.is_instance_of::<PyEllipsis>() {
            found.push(entry(tracer, key)?);
        } else if std::mem::take(&mut open) {
            (named..x.rank()).for_each(|_| found.push(Entry::Range(None, None, 1)));
        } else {
            return Err(PyTypeError::new_err("an index can have only one ellipsis"));
        }
    }
    if named > x.rank() {
        let message = format!("{named} indices are given for {x:?}, which has {} axes", x.rank());
        return Err(fail(tracer, message));
    }
    Ok(found)
}

/// Records an error of the program, which is raised when the operation ends.
fn fail(tracer: &Tracer, message: String) -> PyErr {
    tracer.refuse(message.clone());
    TraceError::new_err(message)
}

fn entry(tracer: &Tracer, key: &Bound<'_, PyAny>) -> PyResult<Entry> {
    if key.is_none() {
        return Ok(Entry::New);
    }
    if let Ok(slice) = key.cast::<PySlice>() {
        let end = |name: &str| -> PyResult<Option<Extent>> {
            let end = slice.getattr(name)?;
            if end.is_instance_of::<super::tensor::Tensor>() {
                let message = "the ends of a range must be known when a program is traced: for n elements \
                               from a computed start, use x[start + arange(n)]";
                return Err(fail(tracer, message.to_string()));
            }
            if end.is_none() { Ok(None) } else { dim::taken(&end).map(Some) }
        };
        let step = slice.getattr("step")?;
        let step = if step.is_none() { 1 } else { step.extract()? };
        return Ok(Entry::Range(end("start")?, end("stop")?, step));
    }
    if let Some(index) = dim::optional(key)? {
        return Ok(Entry::Known(index));
    }
    let Value(Arg::Tensor(indices)) = value(tracer, key)? else {
        return Err(PyTypeError::new_err(format!(
            "{key:?} is not an index: indices are integers, ranges and tensors of integers"
        )));
    };
    if indices.elem() == tensorforge::Elem::Bool {
        let message = "a mask selects a count of elements that is known only when the program runs: use \
                       compress(condition, x, axis), or where(condition, x, y)";
        return Err(fail(tracer, message.to_string()));
    }
    Ok(Entry::Computed(indices))
}

/// Ranges and single indices.
fn parts(tracer: &Tracer, x: &Tensor, entries: &[Entry]) -> Tensor {
    let dim = |extent: &Extent| dim::dim(tracer, extent);
    let part = |entry: &Entry| match entry {
        Entry::Range(start, stop, step) => Some(
            match (start, stop) {
                (None, None) => Part::from(..),
                (Some(start), None) => Part::from(dim(start)..),
                (None, Some(stop)) => Part::from(..dim(stop)),
                (Some(start), Some(stop)) => range(dim(start), dim(stop)),
            }
            .step(*step),
        ),
        Entry::Known(index) => Some(Part::from(dim(index))),
        Entry::Computed(_) | Entry::New => None,
    };
    let parts: Vec<Part> = entries.iter().filter_map(part).collect();
    if parts.is_empty() { x.clone() } else { x.slice(parts) }
}

/// The new axes of an index.
fn new_axes(mut x: Tensor, entries: &[Entry]) -> Tensor {
    let mut axis = 0;
    for entry in entries {
        match entry {
            Entry::New => {
                x = x.expand(axis);
                axis += 1;
            }
            Entry::Range(..) => axis += 1,
            _ => {}
        }
    }
    x
}

/// Indices for each of the first axes; known ones below 0 count from the end.
///
/// # Errors
/// [`TraceError`] for a known index that is always out of bounds.
fn all(tracer: &Tracer, x: &Tensor, entries: &[Entry]) -> PyResult<Vec<Value>> {
    let shape = x.shape();
    let one = |(axis, entry): (usize, &Entry)| match entry {
        Entry::Computed(indices) => Ok(Value(Arg::Tensor(indices.clone()))),
        Entry::Known(index) => known(tracer, index, shape.get(axis).and_then(|extent| extent.to_extent())),
        Entry::Range(..) | Entry::New => Ok(Value(Arg::Number(tensorforge::Number::from(0)))),
    };
    entries.iter().enumerate().map(one).collect()
}

/// A known index of an axis.
fn known(tracer: &Tracer, index: &Extent, extent: Option<Extent>) -> PyResult<Value> {
    let mut found = index.clone();
    if let (Some(at), Some(extent)) = (index.as_const(), extent) {
        if at < 0 {
            found = extent.add_const(at).unwrap_or(found);
        }
        let inside = |at: i64| at >= 0 && extent.as_const().is_none_or(|length| at < length);
        if found.as_const().is_some_and(|at| !inside(at)) {
            return Err(fail(tracer, format!("the index {at} is outside an axis of extent {extent}")));
        }
    }
    dim::dim(tracer, &found);
    Ok(Value(Arg::Dim(Ok(found))))
}

/// `x.at(…)`.
///
/// # Errors
/// Python's `TypeError` for an invalid index and for an unknown value of `outside`.
pub(crate) fn at(
    tracer: &Tracer,
    x: &Tensor,
    indices: &Bound<'_, PyTuple>,
    (outside, fill): (Option<&str>, Option<&Bound<'_, PyAny>>),
) -> PyResult<Tensor> {
    let indices: Vec<Value> = indices.iter().map(|index| value(tracer, &index)).collect::<PyResult<_>>()?;
    Ok(match self::outside(tracer, (outside, fill))? {
        None => x.at(indices),
        Some(outside) => x.at_with(indices, &outside),
    })
}

/// The bounds policy with a name; `None` without a name.
///
/// # Errors
/// Python's `TypeError` for another name.
pub(crate) fn outside(
    tracer: &Tracer,
    (outside, fill): (Option<&str>, Option<&Bound<'_, PyAny>>),
) -> PyResult<Option<Outside>> {
    Ok(Some(match (outside, fill) {
        (None, None) => return Ok(None),
        (Some("fill") | None, Some(fill)) => Outside::fill(value(tracer, fill)?),
        (Some("clamp"), None) => Outside::Clamp,
        (Some("wrap"), None) => Outside::Wrap,
        (Some("check"), None) => Outside::Trap,
        (Some(word), _) => {
            return Err(PyTypeError::new_err(format!(
                "outside is 'clamp', 'wrap', 'check', or 'fill' with a value for fill, not {word:?}"
            )));
        }
    }))
}

/// The combining function with a name.
///
/// # Errors
/// Python's `TypeError` for another name.
pub(crate) fn combine(word: &str) -> PyResult<Combine> {
    Ok(match word {
        "add" | "sum" => Combine::Sum,
        "mul" | "prod" => Combine::Product,
        "min" => Combine::Min,
        "max" => Combine::Max,
        "and" | "all" => Combine::All,
        "or" | "any" => Combine::Any,
        "xor" => Combine::Xor,
        _ => {
            let message = format!("values are combined by add, mul, min, max, and, or, xor, not by '{word}'");
            return Err(PyTypeError::new_err(message));
        }
    })
}

/// The update with a name.
///
/// # Errors
/// As [`combine`].
pub(crate) fn change(word: &str) -> PyResult<Update> {
    if word == "set" { Ok(Update::Set) } else { combine(word).map(Update::from) }
}

/// Updates elements at computed indices.
///
/// # Errors
/// As [`at`].
pub(crate) fn update(
    tracer: &Tracer,
    x: &Tensor,
    (indices, values): (&Bound<'_, PyAny>, &Bound<'_, PyAny>),
    (name, outside): (&str, &str),
) -> PyResult<Tensor> {
    let several = indices.is_instance_of::<PyTuple>();
    let indices: Vec<Value> = match several {
        true => indices.try_iter()?.map(|index| value(tracer, &index?)).collect::<PyResult<_>>()?,
        false => vec![value(tracer, indices)?],
    };
    let (values, update) = (value(tracer, values)?, change(name)?);
    match outside {
        "drop" => Ok(x.update_at(indices, values, update)),
        "check" => Ok(x.update_at_checked(indices, values, update)),
        word => Err(PyTypeError::new_err(format!("outside is 'drop' or 'check', not {word:?}"))),
    }
}
