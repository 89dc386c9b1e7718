//! The fast path for repeated calls with small arrays of the same shapes: reuses the prepared call, and
//! returns plain NumPy arrays.

use crate::array_info::{about, is_array};
use crate::dtypes;
use crate::interrupt;
use crate::numpy as np;
use crate::scalars;
use numpy::npyffi::flags::{NPY_ARRAY_ALIGNED, NPY_ARRAY_C_CONTIGUOUS};
use numpy::npyffi::objects::_PyArray_GET_ITEM_DATA;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use smallvec::SmallVec;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tensorforge::{Entry, Filling, Layout, PreparedCall};

/// Larger results use this package's allocator instead: large pages, which are reused.
const MOST_BYTES: usize = 32 << 10;
/// Prepares only every 64th call with other shapes.
const OTHERS: u32 = 64;

/// The arguments of a call: NumPy's `typenum` and the layout of arrays.
pub(crate) type Shapes = Vec<Option<(c_int, Layout)>>;

/// The shapes of the last calls of a function.
#[derive(Default)]
pub(crate) struct Last {
    call: Mutex<Option<Arc<Prepared>>>,
    others: AtomicU32,
}

/// A call for arrays of certain types and extents.
struct Prepared {
    call: PreparedCall,
    arguments: Vec<Expected>,
    results: Vec<Made>,
}

enum Expected {
    Array(Made),
    Number,
}

/// An array without gaps: its `typenum`, extents and bytes.
struct Made {
    number: c_int,
    extents: SmallVec<[isize; 6]>,
    bytes: usize,
}

impl Last {
    /// Calls the function, if a call with such arguments is prepared.
    pub(crate) fn call<'py>(
        &self,
        entry: Entry<'_>,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let last = self.call.lock().unwrap_or_else(PoisonError::into_inner).clone();
        last.map_or(Ok(None), |last| last.call(entry, args))
    }

    /// Remembers the arguments of a successful call.
    pub(crate) fn remember(&self, py: Python<'_>, entry: Entry<'_>, shapes: impl FnOnce() -> Option<Shapes>) {
        if self.others.fetch_add(1, Ordering::Relaxed) % OTHERS > 1 {
            return;
        }
        if let Some(prepared) = shapes().and_then(|shapes| Prepared::new(py, entry, shapes)) {
            *self.call.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(prepared));
        }
    }
}

impl Prepared {
    fn new(py: Python<'_>, entry: Entry<'_>, shapes: Shapes) -> Option<Prepared> {
        let (mut layouts, mut arguments) = (Vec::new(), Vec::new());
        for shape in shapes {
            arguments.push(match &shape {
                Some((number, layout)) => Expected::Array(Made::new(*number, layout)?),
                None => Expected::Number,
            });
            layouts.push(shape.map(|(_, layout)| layout));
        }
        np::api(py).ok()?;
        let call = entry.prepare(&layouts)?;
        let made = |layout: &Layout| Made::new(dtypes::number(layout.dtype())?, layout);
        let results = call.results().iter().map(made).collect::<Option<Vec<_>>>()?;
        let small = results.iter().all(|result| result.bytes <= MOST_BYTES);
        small.then_some(Prepared { call, arguments, results })
    }

    /// Makes the call, if its arguments are of the same types and extents.
    fn call<'py>(&self, entry: Entry<'_>, args: &Bound<'py, PyTuple>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = args.py();
        if args.len() != self.arguments.len() {
            return Ok(None);
        }
        let objects: SmallVec<[_; 8]> = args.iter_borrowed().collect();
        let mut fillings = SmallVec::<[Filling<'_>; 8]>::new();
        for (at, (object, expected)) in objects.iter().zip(&self.arguments).enumerate() {
            let filling = match expected {
                Expected::Array(made) => made.memory(object),
                Expected::Number if is_array(object) => None,
                Expected::Number => {
                    let number = scalars::number(object)?.map(scalars::scalar);
                    number.and_then(|number| entry.number(at, number)).map(Filling::Number)
                }
            };
            let Some(filling) = filling else { return Ok(None) };
            fillings.push(filling);
        }
        let mut arrays = SmallVec::<[Bound<'py, PyAny>; 2]>::new();
        let mut memory = SmallVec::<[&mut [u8]; 2]>::new();
        for result in &self.results {
            let (array, bytes) = result.make(py)?;
            arrays.push(array);
            memory.push(bytes);
        }
        interrupt::watched(py, || entry.call_prepared(&self.call, &fillings, &mut memory))?;
        match arrays.len() {
            1 => Ok(arrays.pop()),
            _ => Ok(Some(PyTuple::new(py, arrays)?.into_any())),
        }
    }
}

impl Made {
    fn new(number: c_int, layout: &Layout) -> Option<Made> {
        let extents = layout.extents().iter().map(|extent| isize::try_from(*extent).ok());
        Some(Made { number, extents: extents.collect::<Option<_>>()?, bytes: layout.dense_bytes()? })
    }

    /// The elements of an array of this kind.
    fn memory<'a>(&self, object: &'a Bound<'_, PyAny>) -> Option<Filling<'a>> {
        const FLAGS: c_int = NPY_ARRAY_ALIGNED | NPY_ARRAY_C_CONTIGUOUS;
        if !is_array(object) {
            return None;
        }
        let info = about(object);
        let same = info.flags & FLAGS == FLAGS
            && info.number() == self.number
            && info.is_native()
            && info.extents.len() == self.extents.len()
            && info.extents.iter().zip(&self.extents).all(|(own, known)| *own == *known as usize);
        let memory = match self.bytes {
            _ if !same => return None,
            0 => &[],
            // SAFETY: NumPy keeps the memory of a referenced array, which has this many bytes without gaps.
            // If another thread writes to the array during a call, the call sees old or new elements, as with
            // NumPy's own functions.
            bytes => unsafe { std::slice::from_raw_parts(info.data, bytes) },
        };
        Some(Filling::Array(memory))
    }

    /// A new array of this kind, and its memory, which lives as long as the array: nothing else refers to it
    /// before the call is over.
    fn make<'py, 'a>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, &'a mut [u8])> {
        let api = np::api(py)?;
        let rank = self.extents.len() as c_int;
        // SAFETY: there are `rank` extents; the function takes the descriptor's reference, and returns a new
        // array or sets an error.
        let array = unsafe {
            let descr = api.PyArray_DescrFromType(py, self.number);
            let made = api.PyArray_Zeros(py, rank, self.extents.as_ptr().cast_mut(), descr, 0);
            Bound::from_owned_ptr_or_err(py, made)?
        };
        let memory: &mut [u8] = match self.bytes {
            0 => &mut [],
            // SAFETY: the array is new, and has this many bytes, all zero.
            bytes => unsafe {
                let fields = &*_PyArray_GET_ITEM_DATA(array.as_ptr().cast());
                std::slice::from_raw_parts_mut(fields.data.cast(), bytes)
            },
        };
        Ok((array, memory))
    }
}
