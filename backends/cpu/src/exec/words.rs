//! The words with which an entry is called.

use super::{RawArgument, RawTensor, RunError, Watch};
use crate::runtime::scratch;
use smallvec::SmallVec;
use tf_dialects::array::{Layout, element_bytes};
use tf_dialects::signature::Signature;

/// The words of a call, see [`tf_abi::call`], and the results that must be copied out of scratch memory
/// afterwards.
pub(super) struct Words<'a> {
    words: SmallVec<[u64; 32]>,
    copies: SmallVec<[(RawTensor<'a>, *mut u8); 2]>,
}

impl<'a> Words<'a> {
    /// # Safety
    /// Arguments are readable and results writable; they fit the signature.
    pub unsafe fn new(
        watch: &Watch,
        signature: &Signature,
        symbols: &[i64],
        arguments: &[RawArgument<'_>],
        results: &[RawTensor<'a>],
    ) -> Result<Self, RunError> {
        let mut this = Self { words: SmallVec::new(), copies: SmallVec::new() };
        let room = |name: &str, layout: &Layout| {
            let no_memory = || RunError::no_memory(signature, name, layout.dtype(), layout.extents());
            watch.take(layout.dense_bytes().ok_or_else(no_memory)?)?;
            packed_memory(layout).ok_or_else(no_memory)
        };
        this.words.extend(symbols.iter().map(|s| *s as u64));
        for (param, argument) in signature.params().iter().zip(arguments) {
            match argument {
                RawArgument::Scalar(scalar) => this.words.push(scalar.bits()),
                RawArgument::Tensor(tensor)
                    if is_aligned(tensor) && (param.strided || tensor.layout.is_dense()) =>
                {
                    this.tensor(tensor.first, tensor.layout, !param.strided);
                }
                RawArgument::Tensor(tensor) => {
                    let copy = room(&param.name, tensor.layout)?;
                    // SAFETY: the argument is readable, the copy has its size.
                    unsafe { pack(tensor, copy) };
                    this.tensor(copy, tensor.layout, true);
                }
            }
        }
        for (declared, result) in signature.results().iter().zip(results) {
            let mut first = result.first;
            if !is_aligned(result) || !result.layout.is_dense() {
                first = room(&declared.name, result.layout)?;
                this.copies.push((*result, first));
            }
            this.tensor(first, result.layout, true);
        }
        Ok(this)
    }

    fn tensor(&mut self, first: *mut u8, layout: &Layout, dense: bool) {
        self.words.push(first.expose_provenance() as u64);
        self.words.extend(layout.extents().iter().map(|e| *e as u64));
        if !dense {
            self.words.extend(layout.strides().iter().map(|s| *s as i64 as u64));
            return;
        }
        let at = self.words.len();
        let mut step = 1u64;
        self.words.resize(at + layout.rank(), 0);
        for (stride, extent) in self.words[at..].iter_mut().zip(layout.extents()).rev() {
            *stride = step;
            // Overflows only in empty tensors, whose strides are unused.
            step = step.wrapping_mul(*extent as u64);
        }
    }

    /// The words alone, for a call whose results need no copies.
    pub fn into_words(self) -> SmallVec<[u64; 32]> {
        self.words
    }

    /// A pointer to the words.
    pub fn as_ptr(&self) -> *const u64 {
        self.words.as_ptr()
    }

    /// Copies results out of scratch memory.
    ///
    /// # Safety
    /// Results are writable, and their copies filled.
    pub unsafe fn finish(self) {
        for (result, copy) in self.copies {
            // SAFETY: promised by the caller.
            unsafe { unpack(&result, copy) };
        }
    }
}

fn is_aligned(tensor: &RawTensor<'_>) -> bool {
    let size = element_bytes(tensor.layout.dtype()).unwrap_or(1);
    tensor.first.addr().is_multiple_of(size) || tensor.layout.is_empty()
}

/// Scratch memory for the elements without gaps.
fn packed_memory(layout: &Layout) -> Option<*mut u8> {
    let memory = scratch::alloc_bytes(layout.dense_bytes()?);
    (!memory.is_null()).then_some(memory)
}

/// # Safety
/// `tensor` is readable; `copy` has the size of its elements without gaps.
unsafe fn pack(tensor: &RawTensor<'_>, copy: *mut u8) {
    let mut next = copy;
    let size = element_bytes(tensor.layout.dtype()).unwrap_or(1);
    tensor.layout.for_each(|offset| {
        // SAFETY: both are elements, by the caller's promise.
        unsafe {
            next.copy_from_nonoverlapping(tensor.first.wrapping_offset(offset * size as isize), size);
            next = next.add(size);
        }
    });
}

/// # Safety
/// `tensor` is writable; `copy` has its elements without gaps.
unsafe fn unpack(tensor: &RawTensor<'_>, copy: *mut u8) {
    let mut next = copy;
    let size = element_bytes(tensor.layout.dtype()).unwrap_or(1);
    tensor.layout.for_each(|offset| {
        // SAFETY: both are elements, by the caller's promise.
        unsafe {
            tensor.first.wrapping_offset(offset * size as isize).copy_from_nonoverlapping(next, size);
            next = next.add(size);
        }
    });
}
