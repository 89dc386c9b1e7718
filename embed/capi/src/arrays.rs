//! Checks descriptors of arrays.

use std::ffi::c_void;
use std::ops::Range;
use tensorforge::{Argument, ArrayView, ArrayViewMut, Destination, Overwritable};
use tf_dialects::array::{Layout, MAX_RANK, element_bytes};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::{Given, ParamType, Signature};

/// `tf_array` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// The element whose subscripts are all 0; may be null if there is none.
    pub data: *mut c_void,
    /// Extents, as many as `rank`.
    pub extents: *const i64,
    /// Number of axes.
    pub rank: i32,
    /// A `tf_dtype`.
    pub dtype: i32,
    /// In elements, as many as `rank`; null for row-major elements without gaps.
    pub strides: *const i64,
    /// A combination of `tf_array_flag`.
    pub flags: i64,
}

/// The flag of an argument whose memory the call may overwrite.
const DONATED: i64 = 1;

/// Element types by their value in `tf_dtype`, from 1 on.
const DTYPES: [DType; 13] = [
    DType::I1,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
];

/// The value of an element type in `tf_dtype`.
pub(crate) fn dtype_number(dtype: DType) -> i32 {
    let dtype = if dtype == DType::Index { DType::I64 } else { dtype };
    DTYPES.iter().position(|known| *known == dtype).map_or(0, |at| at as i32 + 1)
}

impl Array {
    /// Element type and extents. `wanted` is the type of the program's parameter: 64-bit integers serve as
    /// `index`.
    ///
    /// # Safety
    /// `extents` points to `rank` integers, or is null.
    pub(crate) unsafe fn layout(&self, what: &str, wanted: Option<DType>) -> Result<Layout, String> {
        let index = usize::try_from(self.dtype).ok().and_then(|d| d.checked_sub(1));
        let dtype = index.and_then(|at| DTYPES.get(at)).copied();
        let mut dtype = dtype.ok_or_else(|| {
            format!(
                "{what}: {} is not an element type of tf_dtype: create the array with tf_array_of",
                self.dtype
            )
        })?;
        if (dtype, wanted) == (DType::I64, Some(DType::Index)) {
            dtype = DType::Index;
        }
        let rank = usize::try_from(self.rank).ok().filter(|rank| *rank <= MAX_RANK);
        let rank = rank.ok_or_else(|| format!("{what}: {} is not a valid rank", self.rank))?;
        let extents: &[i64] = match (rank, self.extents.is_null()) {
            (0, _) => &[],
            (_, true) => return Err(format!("{what}: its pointer to extents is NULL")),
            // SAFETY: promised by the caller.
            _ => unsafe { std::slice::from_raw_parts(self.extents, rank) },
        };
        let extents = extents
            .iter()
            .map(|e| usize::try_from(*e).map_err(|_| format!("{what}: it has the negative extent {e}")));
        let extents = extents.collect::<Result<Vec<usize>, String>>()?;
        if self.flags & !DONATED != 0 {
            return Err(format!(
                "{what}: its flags are {:#x}, but only TF_DONATED is defined: create it with tf_array_of",
                self.flags
            ));
        }
        if self.strides.is_null() || rank == 0 {
            return Layout::dense(dtype, &extents).map_err(|e| format!("{what}: {e}"));
        }
        // SAFETY: promised by the caller.
        let strides = unsafe { std::slice::from_raw_parts(self.strides, rank) };
        let strides: Vec<isize> = strides.iter().map(|stride| *stride as isize).collect();
        Layout::strided(dtype, &extents, &strides).map_err(|e| format!("{what}: {e}"))
    }

    /// The address range of its elements, and the offset of the first element in it.
    fn span(&self, layout: &Layout, what: &str) -> Result<(Range<usize>, usize), String> {
        let Some((low, high)) = layout.byte_range() else { return Ok((0..0, 0)) };
        if self.data.is_null() {
            return Err(format!("{what}: its data is NULL"));
        }
        let address = |offset: i64| self.data.addr().checked_add_signed(offset as isize);
        match (address(low), address(high)) {
            (Some(start), Some(end)) => Ok((start..end, low.unsigned_abs() as usize)),
            _ => Err(format!("{what}: its strides reach outside the address space")),
        }
    }

    /// The bytes of its elements.
    ///
    /// # Safety
    /// They are readable, and nobody writes to them during `'a`.
    unsafe fn bytes<'a>(&self, (span, first): &(Range<usize>, usize)) -> &'a [u8] {
        match span.len() {
            0 => &[],
            // SAFETY: promised by the caller.
            len => unsafe { std::slice::from_raw_parts(self.data.cast::<u8>().wrapping_sub(*first), len) },
        }
    }

    /// Its only element.
    ///
    /// # Safety
    /// `data` points to a readable element of this type.
    unsafe fn scalar(&self, dtype: DType) -> Scalar {
        let mut word = [0; 8];
        let size = element_bytes(dtype).unwrap_or(0).min(8);
        // SAFETY: promised by the caller.
        word[..size].copy_from_slice(unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), size) });
        Scalar::from_bits(dtype, u64::from_le_bytes(word))
    }
}

/// The memory of an array.
#[derive(Clone)]
struct Taken {
    span: Range<usize>,
    what: String,
    /// Its index and layout, if the call may overwrite it.
    donated: Option<(usize, Layout)>,
}

/// The arguments of a call.
pub(crate) struct Arguments<'a> {
    pub(crate) values: Vec<Argument<'a>>,
    taken: Vec<Taken>,
}

/// Borrows the arguments of a function.
///
/// # Safety
/// Their elements are readable, and nobody writes to them during `'a`.
pub(crate) unsafe fn arguments<'a>(arrays: &[Array], signature: &Signature) -> Result<Arguments<'a>, String> {
    let mut found = Arguments { values: Vec::new(), taken: Vec::new() };
    for (at, array) in arrays.iter().enumerate() {
        let (what, wanted, scalar) = describe(signature, at);
        // SAFETY: promised by the caller.
        let layout = unsafe { array.layout(&what, wanted)? };
        let span = array.span(&layout, &what)?;
        if scalar && layout.rank() == 0 {
            // SAFETY: promised by the caller; there is an element.
            found.values.push(Argument::Scalar(unsafe { array.scalar(layout.dtype()) }));
            continue;
        }
        // SAFETY: promised by the caller.
        let memory = unsafe { array.bytes(&span) };
        let donated = (array.flags & DONATED != 0).then(|| (at, layout.clone()));
        let view = ArrayView::new(layout, memory, span.1).map_err(|e| format!("{what}: {e}"))?;
        found.taken.push(Taken { span: span.0, what, donated });
        found.values.push(Argument::Tensor(view));
    }
    Ok(found)
}

/// Borrows one argument of a function.
///
/// # Safety
/// As for [`arguments`].
pub(crate) unsafe fn argument<'a>(
    array: &Array,
    signature: &Signature,
    at: usize,
) -> Result<Argument<'a>, String> {
    let (what, wanted, scalar) = describe(signature, at);
    // SAFETY: promised by the caller.
    let layout = unsafe { array.layout(&what, wanted)? };
    let span = array.span(&layout, &what)?;
    if scalar && layout.rank() == 0 {
        // SAFETY: promised by the caller; there is an element.
        return Ok(Argument::Scalar(unsafe { array.scalar(layout.dtype()) }));
    }
    // SAFETY: promised by the caller.
    let memory = unsafe { array.bytes(&span) };
    Ok(Argument::Tensor(ArrayView::new(layout, memory, span.1).map_err(|e| format!("{what}: {e}"))?))
}

/// Borrows the elements of an array.
///
/// # Safety
/// They are readable, and nobody writes to them during `'a`.
pub(crate) unsafe fn view<'a>(array: &Array, what: &str) -> Result<ArrayView<'a>, String> {
    // SAFETY: promised by the caller.
    let layout = unsafe { array.layout(what, None)? };
    let span = array.span(&layout, what)?;
    // SAFETY: promised by the caller.
    let memory = unsafe { array.bytes(&span) };
    ArrayView::new(layout, memory, span.1).map_err(|e| format!("{what}: {e}"))
}

/// The name of an argument in messages, its element type, and whether it is a scalar.
fn describe(signature: &Signature, at: usize) -> (String, Option<DType>, bool) {
    let Some(param) = signature.params().get(at) else { return (format!("argument #{at}"), None, false) };
    let what = format!("argument '{}' of '{}'", param.name, signature.name());
    match &param.r#type {
        ParamType::Scalar(dtype) => (what, Some(*dtype), true),
        ParamType::Tensor(tensor) => (what, Some(tensor.dtype), false),
    }
}

/// Borrows the memory of results, after a check that it overlaps nothing but a donated argument; and the
/// arguments of the call.
///
/// # Safety
/// The elements are writable, and nobody else uses them during `'a`.
pub(crate) unsafe fn results<'a>(
    arrays: &[Array],
    signature: &Signature,
    arguments: Arguments<'a>,
) -> Result<(Vec<Overwritable<'a>>, Vec<Destination<'a>>), String> {
    let mut taken = arguments.taken;
    let mut values: Vec<Overwritable<'a>> = arguments.values.into_iter().map(Overwritable::Lent).collect();
    let mut places = Vec::new();
    for (at, array) in arrays.iter().enumerate() {
        let declared = signature.results().get(at);
        let what = match declared {
            Some(result) => format!("result '{}' of '{}'", result.name, signature.name()),
            None => format!("result #{at}"),
        };
        // SAFETY: promised by the caller.
        let layout = unsafe { array.layout(&what, declared.map(|r| r.r#type.dtype))? };
        let (span, first) = array.span(&layout, &what)?;
        let mut over = taken.iter().filter(|t| t.span.start < span.end && span.start < t.span.end);
        let (other, more) = (over.next(), over.next().is_some());
        let donated = match (other, other.and_then(|t| t.donated.as_ref())) {
            (None, _) => None,
            (Some(t), Some((argument, own)))
                if !more && t.span == span && layout.is_dense() && *own == layout =>
            {
                Some(*argument)
            }
            (Some(t), _) => return Err(overlap(&what, t)),
        };
        taken.retain(|t| donated.is_none() || t.span != span);
        taken.push(Taken { span: span.clone(), what: what.clone(), donated: None });
        if let Some(argument) = donated {
            // Its memory is borrowed only once: as the result's.
            values[argument] = Overwritable::Lent(Argument::Scalar(Scalar::from_bool(false)));
        }
        let memory: &mut [u8] = match span.len() {
            0 => &mut [],
            // SAFETY: promised by the caller; it overlaps nothing that is borrowed.
            len => unsafe {
                std::slice::from_raw_parts_mut(array.data.cast::<u8>().wrapping_sub(first), len)
            },
        };
        let view = ArrayViewMut::new(layout, memory, first).map_err(|e| format!("{what}: {e}"))?;
        places.push(match donated {
            Some(argument) => {
                values[argument] = Overwritable::Mutable(view);
                Destination::Over(argument)
            }
            None => Destination::Own(view),
        });
    }
    Ok((values, places))
}

fn overlap(what: &str, other: &Taken) -> String {
    let why = match &other.donated {
        Some(_) => {
            "; to reuse the memory of a donated argument it must be row-major and have that argument's type \
             and extents"
        }
        None => "; set the flag TF_DONATED of the argument that the call may overwrite",
    };
    format!("{what}: it overlaps the memory of {}{why}", other.what)
}

/// The extents of a result for these arguments. Only the data of scalars that bind an extent is read.
///
/// # Safety
/// The extents of the arguments are readable, and the data of scalars that bind an extent.
pub(crate) unsafe fn result_extents(
    arrays: &[Array],
    signature: &Signature,
    result: usize,
) -> Result<Vec<usize>, String> {
    let mut layouts = Vec::new();
    for (at, array) in arrays.iter().enumerate() {
        let (what, wanted, scalar) = describe(signature, at);
        // SAFETY: promised by the caller.
        let layout = unsafe { array.layout(&what, wanted)? };
        let mut number = None;
        if scalar && layout.rank() == 0 {
            number = Some(Scalar::from_bits(layout.dtype(), 0));
            if signature.number(at).is_some() {
                array.span(&layout, &what)?;
                // SAFETY: promised by the caller.
                number = Some(unsafe { array.scalar(layout.dtype()) });
            }
        }
        layouts.push((layout, number));
    }
    let given: Vec<Given<'_>> = layouts
        .iter()
        .map(|(layout, number)| match *number {
            Some(number) => Given::Scalar(number),
            None => Given::Tensor(layout),
        })
        .collect();
    let symbols = signature.bind(&given).map_err(|e| e.to_string())?;
    if result >= signature.results().len() {
        return Err(format!("'{}' has no result #{result}", signature.name()));
    }
    Ok(signature.result_extents(result, &symbols).map_err(|e| e.to_string())?.to_vec())
}
