//! Arrays on the host: the arguments and results of programs.
//!
//! [`Array`] owns its elements, row-major and without gaps; [`ArrayView`] and [`ArrayViewMut`] borrow
//! elements, with any strides. They have element types and extents, and do not depend on the IR.
//!
//! Element types are those with a whole number of bytes, and `i1`, which takes one byte that is 0 or 1.

mod display;
mod element;
mod layout;
mod memory;
mod pages;
mod view;

#[cfg(test)]
mod tests;

pub use element::Element;
pub use layout::{Dims, Layout, Strides, element_bytes, type_text};
pub use memory::trim;
pub use pages::{LARGE, Pages};
pub use view::{ArrayView, ArrayViewMut};

use crate::scalar::{DType, Scalar};
use memory::Memory;
use std::fmt;

/// Alignment of an [`Array`]'s first element in bytes: a cache line, and the widest vector.
pub const ALIGNMENT: usize = 64;

/// The highest rank an array may have.
pub const MAX_RANK: usize = 32;

/// An owned array: row-major, without gaps, its first element aligned to [`ALIGNMENT`].
pub struct Array {
    layout: Layout,
    memory: Memory,
}

impl Array {
    /// An array of zeros.
    ///
    /// # Errors
    /// [`ArrayError`] if the element type has no array form, the rank is above [`MAX_RANK`], or the size in
    /// bytes does not fit the address space or memory.
    pub fn zeros(dtype: DType, extents: &[usize]) -> Result<Self, ArrayError> {
        Self::with(dtype, extents, Memory::zeroed)
    }

    /// An array for results, whose elements are unspecified until they are written. Large ones reuse the
    /// memory of dropped results, which the system does not have to zero again.
    ///
    /// # Errors
    /// As [`Array::zeros`].
    pub fn for_result(dtype: DType, extents: &[usize]) -> Result<Self, ArrayError> {
        Self::with(dtype, extents, Memory::recycled)
    }

    fn with(
        dtype: DType,
        extents: &[usize],
        memory: impl FnOnce(usize) -> Option<Memory>,
    ) -> Result<Self, ArrayError> {
        let layout = Layout::dense(dtype, extents)?;
        let memory = layout.dense_bytes().and_then(memory).ok_or_else(|| layout.too_large())?;
        Ok(Self { layout, memory })
    }

    /// An array with these elements in row-major order.
    ///
    /// # Errors
    /// As [`Array::zeros`], and [`ArrayError::Count`] if the count of elements differs from the product of
    /// the extents.
    pub fn from_slice<T: Element>(extents: &[usize], elements: &[T]) -> Result<Self, ArrayError> {
        let mut array = Self::zeros(T::DTYPE, extents)?;
        array.fill_from(bytemuck::cast_slice(elements), elements.len())?;
        Ok(array)
    }

    /// An `i1` array with these elements in row-major order.
    ///
    /// # Errors
    /// As [`Array::from_slice`].
    pub fn from_bools(extents: &[usize], elements: &[bool]) -> Result<Self, ArrayError> {
        let mut array = Self::zeros(DType::I1, extents)?;
        let bytes = elements.iter().map(|b| u8::from(*b)).collect::<Vec<_>>();
        array.fill_from(&bytes, elements.len())?;
        Ok(array)
    }

    /// An array with these values, which all have the type `dtype`, in row-major order.
    ///
    /// # Errors
    /// As [`Array::from_slice`], and [`ArrayError::DType`] if a value has another type.
    pub fn from_scalars(dtype: DType, extents: &[usize], values: &[Scalar]) -> Result<Self, ArrayError> {
        let mut array = Self::zeros(dtype, extents)?;
        array.check_count(values.len())?;
        for (at, value) in values.iter().enumerate() {
            array.set_flat(at, *value)?;
        }
        Ok(array)
    }

    fn fill_from(&mut self, bytes: &[u8], count: usize) -> Result<(), ArrayError> {
        self.check_count(count)?;
        self.bytes_mut().copy_from_slice(bytes);
        Ok(())
    }

    fn check_count(&self, count: usize) -> Result<(), ArrayError> {
        if count == self.len() {
            Ok(())
        } else {
            Err(ArrayError::Count { expected: self.len(), found: count })
        }
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.layout.dtype()
    }

    /// The extents, outermost axis first.
    pub fn extents(&self) -> &[usize] {
        self.layout.extents()
    }

    /// Element type, extents and strides.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The count of elements.
    pub fn len(&self) -> usize {
        self.memory.len() / element_bytes(self.dtype()).unwrap_or(1)
    }

    /// True if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.memory.len() == 0
    }

    /// The elements as bytes, in row-major order.
    pub fn bytes(&self) -> &[u8] {
        self.memory.bytes()
    }

    /// The elements as bytes, for writing.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.memory.bytes_mut()
    }

    /// The elements in row-major order.
    ///
    /// # Errors
    /// [`ArrayError::DType`] if the elements are of another type.
    pub fn as_slice<T: Element>(&self) -> Result<&[T], ArrayError> {
        self.check_element::<T>()?;
        Ok(bytemuck::cast_slice(self.bytes()))
    }

    /// The elements in row-major order, for writing.
    ///
    /// # Errors
    /// As [`Array::as_slice`].
    pub fn as_mut_slice<T: Element>(&mut self) -> Result<&mut [T], ArrayError> {
        self.check_element::<T>()?;
        Ok(bytemuck::cast_slice_mut(self.bytes_mut()))
    }

    fn check_element<T: Element>(&self) -> Result<(), ArrayError> {
        if T::is(self.dtype()) {
            return Ok(());
        }
        Err(ArrayError::DType { expected: T::DTYPE, found: self.dtype() })
    }

    /// The only element of an array with a single element: a scalar result.
    ///
    /// ```
    /// # use tf_dialects::array::Array;
    /// assert_eq!(Array::from_slice(&[], &[2.5f32])?.item::<f32>()?, 2.5);
    /// # Ok::<(), tf_dialects::array::ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayError::DType`] if it is of another type, [`ArrayError::Single`] if there is not exactly one
    /// element.
    pub fn item<T: Element>(&self) -> Result<T, ArrayError> {
        match self.as_slice::<T>()? {
            [only] => Ok(*only),
            all => Err(ArrayError::Single { found: all.len() }),
        }
    }

    /// The element at a position in row-major order.
    pub fn get_flat(&self, at: usize) -> Option<Scalar> {
        let size = element_bytes(self.dtype())?;
        let bytes = self.bytes().get(at.checked_mul(size)?..)?.get(..size)?;
        Some(element::read(self.dtype(), bytes))
    }

    /// Writes the element at a position in row-major order.
    ///
    /// # Errors
    /// [`ArrayError::DType`] if the value is of another type, [`ArrayError::Index`] if the position is out of
    /// bounds.
    pub fn set_flat(&mut self, at: usize, value: Scalar) -> Result<(), ArrayError> {
        let dtype = self.dtype();
        if value.dtype() != dtype {
            return Err(ArrayError::DType { expected: dtype, found: value.dtype() });
        }
        let size = element_bytes(dtype).unwrap_or(1);
        let range = at.checked_mul(size).and_then(|start| Some(start..start.checked_add(size)?));
        let bytes = range.and_then(|range| self.bytes_mut().get_mut(range)).ok_or(ArrayError::Index)?;
        bytes.copy_from_slice(&value.bits().to_le_bytes()[..size]);
        Ok(())
    }

    /// The element at a subscript.
    pub fn get(&self, subscript: &[usize]) -> Option<Scalar> {
        self.get_flat(self.layout.position(subscript)?)
    }

    /// All elements in row-major order.
    pub fn scalars(&self) -> impl ExactSizeIterator<Item = Scalar> + '_ {
        let (dtype, size) = (self.dtype(), element_bytes(self.dtype()).unwrap_or(1));
        self.bytes().chunks_exact(size).map(move |bytes| element::read(dtype, bytes))
    }

    /// The same bytes as elements of another type of the same size: `i8` as `u8`, `f32` as `u32`.
    ///
    /// # Errors
    /// [`ArrayError::DType`] if elements of that type have another size, or are bools, for whose bytes only 0
    /// and 1 are valid.
    pub fn reinterpret(self, dtype: DType) -> Result<Self, ArrayError> {
        if dtype == DType::I1 && self.dtype() != DType::I1 {
            return Err(ArrayError::DType { expected: dtype, found: self.dtype() });
        }
        Ok(Self { layout: self.layout.reinterpret(dtype)?, memory: self.memory })
    }

    /// The same memory for other elements without gaps, whose values are unspecified until they are written;
    /// returns the array as the error if they have another size in bytes.
    #[allow(clippy::result_large_err)]
    pub fn reused(self, layout: &Layout) -> Result<Self, Self> {
        match layout.is_dense() && layout.dense_bytes() == Some(self.memory.len()) {
            true => Ok(Self { layout: layout.clone(), memory: self.memory }),
            false => Err(self),
        }
    }

    /// Borrows the array.
    pub fn view(&self) -> ArrayView<'_> {
        ArrayView::from_parts(self.layout.clone(), self.bytes())
    }

    /// Borrows the array to write to it.
    pub fn view_mut(&mut self) -> ArrayViewMut<'_> {
        ArrayViewMut::from_parts(self.layout.clone(), self.bytes_mut())
    }
}

impl Clone for Array {
    fn clone(&self) -> Self {
        let mut copy = Self::zeros(self.dtype(), self.extents()).expect("as large as the original");
        copy.bytes_mut().copy_from_slice(self.bytes());
        copy
    }
}

/// Equality of type, extents and bits.
impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        self.layout == other.layout && self.bytes() == other.bytes()
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        write!(f, "{} [", self.layout)?;
        for (at, value) in self.scalars().take(SHOWN).enumerate() {
            write!(f, "{}{value}", if at == 0 { "" } else { ", " })?;
        }
        f.write_str(if self.len() > SHOWN { ", …]" } else { "]" })
    }
}

/// The reason why an array could not be created or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayError {
    /// The element type has no array form.
    NoArrayOf(DType),
    /// The rank is above [`MAX_RANK`].
    Rank(usize),
    /// The size does not fit the address space, or memory.
    TooLarge {
        /// The element type.
        dtype: DType,
        /// The extents.
        extents: Dims,
    },
    /// The count of elements differs from the product of the extents.
    Count {
        /// The product of the extents.
        expected: usize,
        /// The number of elements given.
        found: usize,
    },
    /// An array that should have one element has another count.
    Single {
        /// The count of elements.
        found: usize,
    },
    /// Elements of another type than expected.
    DType {
        /// The expected type.
        expected: DType,
        /// The actual type.
        found: DType,
    },
    /// The axes of an array do not fit a type that it is converted to.
    Shape {
        /// The expected axes, as text.
        wanted: String,
        /// The actual extents.
        found: Dims,
    },
    /// A position out of bounds.
    Index,
    /// A view with different counts of strides and extents.
    Strides {
        /// Number of extents.
        extents: usize,
        /// Number of strides.
        strides: usize,
    },
    /// A view exceeds its memory.
    Outside,
    /// Several subscripts of a writable view refer to the same element.
    SelfOverlap,
}

impl ArrayError {
    /// An array of this type and these extents does not fit in memory.
    pub fn too_large(dtype: DType, extents: &[usize]) -> ArrayError {
        ArrayError::TooLarge { dtype, extents: Dims::from_slice(extents) }
    }

    /// An array of these extents does not have the wanted axes.
    pub fn shape(wanted: impl Into<String>, found: &[usize]) -> ArrayError {
        ArrayError::Shape { wanted: wanted.into(), found: Dims::from_slice(found) }
    }
}

impl fmt::Display for ArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArrayOf(dtype) => write!(f, "there are no arrays of {dtype}"),
            Self::Rank(rank) => write!(f, "rank {rank} is above the limit of {MAX_RANK}"),
            Self::TooLarge { dtype, extents } => {
                write!(f, "a {} does not fit in memory", type_text(*dtype, extents))
            }
            Self::Count { expected, found } => {
                write!(f, "the extents need {expected} elements, not {found}")
            }
            Self::Single { found } => write!(f, "the array has {found} elements, not one"),
            Self::DType { expected, found } => {
                write!(f, "expected elements of type {expected}, found {found}")
            }
            Self::Shape { wanted, found } => {
                write!(
                    f,
                    "expected an array with {wanted}, found an array with extents {:?}",
                    found.as_slice()
                )
            }
            Self::Index => f.write_str("no such element"),
            Self::Strides { extents, strides } => write!(
                f,
                "{extents} extents do not match {strides} \
                strides"
            ),
            Self::Outside => f.write_str("the view reaches outside its memory"),
            Self::SelfOverlap => f.write_str("elements of the view overlap, so it cannot be written to"),
        }
    }
}

impl std::error::Error for ArrayError {}
