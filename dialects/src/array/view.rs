//! Borrowed arrays with any strides.

use super::{ArrayError, Element, Layout, element_bytes};
use crate::scalar::DType;

/// A borrowed array to read from.
#[derive(Clone, Debug)]
pub struct ArrayView<'a> {
    layout: Layout,
    // From the lowest element to the end of the highest; the first element is at `first`.
    bytes: &'a [u8],
    first: usize,
}

/// A borrowed array for writing. No two subscripts refer to the same element.
#[derive(Debug)]
pub struct ArrayViewMut<'a> {
    layout: Layout,
    bytes: &'a mut [u8],
    first: usize,
}

impl<'a> ArrayView<'a> {
    /// Row-major elements without gaps.
    ///
    /// # Errors
    /// [`ArrayError`] if the extents are too large or require another count of elements.
    pub fn from_slice<T: Element>(extents: &[usize], elements: &'a [T]) -> Result<Self, ArrayError> {
        let layout = dense::<T>(extents, elements.len())?;
        Ok(Self::from_parts(layout, bytemuck::cast_slice(elements)))
    }

    /// A view into `bytes`: the first element at byte `first`, the others given by the layout.
    ///
    /// # Errors
    /// [`ArrayError::Outside`] if an element is not inside `bytes`.
    pub fn new(layout: Layout, bytes: &'a [u8], first: usize) -> Result<Self, ArrayError> {
        let (start, end, first) = range(&layout, bytes.len(), first)?;
        Ok(Self { layout, bytes: &bytes[start..end], first })
    }

    pub(super) fn from_parts(layout: Layout, bytes: &'a [u8]) -> Self {
        Self { layout, bytes, first: 0 }
    }

    /// Element type, extents and strides.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The same bytes as elements of another type of the same size; see [`super::Array::reinterpret`].
    ///
    /// # Errors
    /// As for that function.
    pub fn reinterpret(self, dtype: DType) -> Result<Self, ArrayError> {
        if dtype == DType::I1 && self.layout.dtype() != DType::I1 {
            return Err(ArrayError::DType { expected: dtype, found: self.layout.dtype() });
        }
        Ok(Self { layout: self.layout.reinterpret(dtype)?, ..self })
    }

    /// Address of the first element. Without elements, it must not be read.
    pub fn first(&self) -> *const u8 {
        self.bytes.as_ptr().wrapping_add(self.first)
    }

    /// The bytes from the lowest element to the end of the highest.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Copies the elements, in row-major order, to `out`, which has exactly their size.
    ///
    /// # Errors
    /// [`ArrayError::Count`] if `out` has another size.
    pub fn pack_into(&self, out: &mut [u8]) -> Result<(), ArrayError> {
        let size = check_size(&self.layout, out.len())?;
        if self.layout.is_dense() {
            out.copy_from_slice(&self.bytes[..out.len()]);
            return Ok(());
        }
        let mut chunks = out.chunks_exact_mut(size);
        self.layout.for_each(|offset| {
            let start = self.first.wrapping_add_signed(offset * size as isize);
            if let Some(chunk) = chunks.next() {
                chunk.copy_from_slice(&self.bytes[start..start + size]);
            }
        });
        Ok(())
    }
}

impl<'a> ArrayViewMut<'a> {
    /// Row-major elements without gaps.
    ///
    /// # Errors
    /// [`ArrayError`] if the extents are too large or require another count of elements.
    pub fn from_slice<T: Element>(extents: &[usize], elements: &'a mut [T]) -> Result<Self, ArrayError> {
        let layout = dense::<T>(extents, elements.len())?;
        Ok(Self::from_parts(layout, bytemuck::cast_slice_mut(elements)))
    }

    /// A view into `bytes`: the first element at byte `first`, the others given by the layout.
    ///
    /// # Errors
    /// [`ArrayError::Outside`] if an element is not inside `bytes`, [`ArrayError::SelfOverlap`] if elements
    /// overlap.
    pub fn new(layout: Layout, bytes: &'a mut [u8], first: usize) -> Result<Self, ArrayError> {
        let (start, end, first) = range(&layout, bytes.len(), first)?;
        if !layout.is_injective() {
            return Err(ArrayError::SelfOverlap);
        }
        Ok(Self { layout, bytes: &mut bytes[start..end], first })
    }

    pub(super) fn from_parts(layout: Layout, bytes: &'a mut [u8]) -> Self {
        Self { layout, bytes, first: 0 }
    }

    /// Element type, extents and strides.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Address of the first element. Without elements, it must not be accessed.
    pub fn first(&mut self) -> *mut u8 {
        self.bytes.as_mut_ptr().wrapping_add(self.first)
    }

    /// The bytes from the lowest element to the end of the highest.
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The same array, borrowed for a shorter lifetime.
    pub fn reborrow(&mut self) -> ArrayViewMut<'_> {
        ArrayViewMut { layout: self.layout.clone(), bytes: self.bytes, first: self.first }
    }

    /// Writes the elements from `packed`, which has them in row-major order.
    ///
    /// # Errors
    /// [`ArrayError::Count`] if `packed` has another size.
    pub fn unpack_from(&mut self, packed: &[u8]) -> Result<(), ArrayError> {
        let size = check_size(&self.layout, packed.len())?;
        if self.layout.is_dense() {
            self.bytes[..packed.len()].copy_from_slice(packed);
            return Ok(());
        }
        let mut chunks = packed.chunks_exact(size);
        let (bytes, first) = (&mut *self.bytes, self.first);
        self.layout.for_each(|offset| {
            let start = first.wrapping_add_signed(offset * size as isize);
            if let Some(chunk) = chunks.next() {
                bytes[start..start + size].copy_from_slice(chunk);
            }
        });
        Ok(())
    }
}

fn dense<T: Element>(extents: &[usize], count: usize) -> Result<Layout, ArrayError> {
    let layout = Layout::dense(T::DTYPE, extents)?;
    let expected = layout.dense_bytes().ok_or_else(|| layout.too_large())? / size_of::<T>();
    if expected == count { Ok(layout) } else { Err(ArrayError::Count { expected, found: count }) }
}

/// The range of `len` bytes that the elements occupy, and the offset of the first one in it.
fn range(layout: &Layout, len: usize, first: usize) -> Result<(usize, usize, usize), ArrayError> {
    if layout.is_empty() {
        return Ok((0, 0, 0));
    }
    let (low, high) = layout.byte_range().ok_or_else(|| layout.too_large())?;
    let at = |offset: i64| {
        let offset = isize::try_from(offset).ok()?;
        first.checked_add_signed(offset)
    };
    let (start, end) = (at(low).ok_or(ArrayError::Outside)?, at(high).ok_or(ArrayError::Outside)?);
    if end > len {
        return Err(ArrayError::Outside);
    }
    Ok((start, end, first - start))
}

/// The element's size, if all elements take `bytes` bytes.
fn check_size(layout: &Layout, bytes: usize) -> Result<usize, ArrayError> {
    let size = element_bytes(layout.dtype()).ok_or(ArrayError::NoArrayOf(layout.dtype()))?;
    let expected = layout.dense_bytes().ok_or_else(|| layout.too_large())?;
    if expected == bytes {
        Ok(size)
    } else {
        Err(ArrayError::Count { expected: expected / size, found: bytes / size })
    }
}
