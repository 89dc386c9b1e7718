//! Descriptors of arrays, checked.

use tensorforge::{Argument, ArrayView, ArrayViewMut};
use tf_dialects::array::{Layout, MAX_RANK, element_bytes};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::{Given, ParamType, Signature};

/// `tf_array` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// First element, row-major without gaps; may be null if there is none.
    pub data: *mut u8,
    /// As many as `rank`.
    pub extents: *const i64,
    /// Number of axes.
    pub rank: i32,
    /// A number of `tf_dtype`.
    pub dtype: i32,
}

/// Element types by their number in `tf_dtype`, from 1 on.
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

/// The arrays behind a pointer.
///
/// # Safety
/// `arrays` points to `count` arrays that nobody writes to during `'a`, or is null.
pub(crate) unsafe fn slice<'a>(
    arrays: *const Array,
    count: usize,
    what: &str,
) -> Result<&'a [Array], String> {
    match (arrays.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("the pointer to {what} is NULL")),
        // SAFETY: promised by the caller.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(arrays, count) }),
    }
}

impl Array {
    /// Element type and extents. `wanted` is the type that the program has there: 64-bit integers serve as `index`.
    ///
    /// # Safety
    /// `extents` points to `rank` numbers, or is null.
    pub(crate) unsafe fn layout(&self, what: &str, wanted: Option<DType>) -> Result<Layout, String> {
        let index = usize::try_from(self.dtype).ok().and_then(|d| d.checked_sub(1));
        let dtype = index.and_then(|at| DTYPES.get(at)).copied();
        let mut dtype = dtype.ok_or_else(|| format!("{what}: {} is no element type", self.dtype))?;
        if (dtype, wanted) == (DType::I64, Some(DType::Index)) {
            dtype = DType::Index;
        }
        let rank = usize::try_from(self.rank).ok().filter(|rank| *rank <= MAX_RANK);
        let rank = rank.ok_or_else(|| format!("{what}: {} is no rank", self.rank))?;
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
        Layout::dense(dtype, &extents).map_err(|e| format!("{what}: {e}"))
    }

    /// The bytes of its elements.
    fn bytes(&self, layout: &Layout, what: &str) -> Result<usize, String> {
        let bytes = layout.dense_bytes().ok_or_else(|| format!("{what}: it does not fit in memory"))?;
        if bytes > 0 && self.data.is_null() {
            return Err(format!("{what}: its data is NULL"));
        }
        Ok(bytes)
    }

    /// Its only element.
    ///
    /// # Safety
    /// `data` points to a readable element of this type.
    unsafe fn scalar(&self, dtype: DType) -> Scalar {
        let mut word = [0; 8];
        let size = element_bytes(dtype).unwrap_or(0).min(8);
        // SAFETY: promised by the caller.
        word[..size].copy_from_slice(unsafe { std::slice::from_raw_parts(self.data, size) });
        Scalar::from_bits(dtype, u64::from_le_bytes(word))
    }
}

/// The arguments of a call.
pub(crate) struct Arguments<'a> {
    pub(crate) values: Vec<Argument<'a>>,
    /// Where tensor arguments lie: addresses from the first byte to the end, and what they are.
    places: Vec<(std::ops::Range<usize>, String)>,
}

/// Borrows the arguments of a function.
///
/// # Safety
/// Their elements are readable, and nobody writes to them during `'a`.
pub(crate) unsafe fn arguments<'a>(arrays: &[Array], signature: &Signature) -> Result<Arguments<'a>, String> {
    let mut found = Arguments { values: Vec::new(), places: Vec::new() };
    for (at, array) in arrays.iter().enumerate() {
        let (what, wanted, scalar) = describe(signature, at);
        // SAFETY: promised by the caller.
        let layout = unsafe { array.layout(&what, wanted)? };
        let bytes = array.bytes(&layout, &what)?;
        // SAFETY: promised by the caller; without elements there is nothing to point to.
        let memory = if bytes == 0 { &[] } else { unsafe { std::slice::from_raw_parts(array.data, bytes) } };
        if scalar && layout.rank() == 0 {
            // SAFETY: promised by the caller; there is an element.
            found.values.push(Argument::Scalar(unsafe { array.scalar(layout.dtype()) }));
            continue;
        }
        let start = array.data.addr();
        found.places.push((start..start + bytes, what.clone()));
        let view = ArrayView::new(layout, memory, 0).map_err(|e| format!("{what}: {e}"))?;
        found.values.push(Argument::Tensor(view));
    }
    Ok(found)
}

/// What to call an argument, its element type, and whether it is a scalar.
fn describe(signature: &Signature, at: usize) -> (String, Option<DType>, bool) {
    let Some(param) = signature.params().get(at) else { return (format!("argument #{at}"), None, false) };
    let what = format!("argument '{}' of '{}'", param.name, signature.name());
    match &param.r#type {
        ParamType::Scalar(dtype) => (what, Some(*dtype), true),
        ParamType::Tensor(tensor) => (what, Some(tensor.dtype), false),
    }
}

/// Borrows the memory of results, after looking that it is nobody else's.
///
/// # Safety
/// The elements are writable, and nobody else uses them during `'a`.
pub(crate) unsafe fn results<'a>(
    arrays: &[Array],
    signature: &Signature,
    arguments: &Arguments<'_>,
) -> Result<Vec<ArrayViewMut<'a>>, String> {
    let mut taken: Vec<(std::ops::Range<usize>, String)> = arguments.places.clone();
    let mut found = Vec::new();
    for (at, array) in arrays.iter().enumerate() {
        let declared = signature.results().get(at);
        let what = match declared {
            Some(result) => format!("result '{}' of '{}'", result.name, signature.name()),
            None => format!("result #{at}"),
        };
        // SAFETY: promised by the caller.
        let layout = unsafe { array.layout(&what, declared.map(|r| r.r#type.dtype))? };
        let bytes = array.bytes(&layout, &what)?;
        let start = array.data.addr();
        let place = start..start + bytes;
        if let Some((_, other)) = taken.iter().find(|(p, _)| p.start < place.end && place.start < p.end) {
            return Err(format!("{what}: it lies in the memory of {other}"));
        }
        taken.push((place, what.clone()));
        let memory: &mut [u8] = match bytes {
            0 => &mut [],
            // SAFETY: promised by the caller; it overlaps nothing that is borrowed.
            _ => unsafe { std::slice::from_raw_parts_mut(array.data, bytes) },
        };
        found.push(ArrayViewMut::new(layout, memory, 0).map_err(|e| format!("{what}: {e}"))?);
    }
    Ok(found)
}

/// The extents of a result for arguments whose data is not looked at, but for scalars that give an extent.
///
/// # Safety
/// The extents of the arguments are readable, and the data of scalars that give an extent.
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
                array.bytes(&layout, &what)?;
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
