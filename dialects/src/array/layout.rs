//! The memory layout of arrays: element type, extents and strides.

use super::{ArrayError, MAX_RANK};
use crate::scalar::DType;
use smallvec::SmallVec;
use std::fmt;

/// Extents, outermost axis first.
pub type Dims = SmallVec<[usize; 4]>;

/// Strides in elements, outermost axis first; they may be zero or negative.
pub type Strides = SmallVec<[isize; 4]>;

/// Bytes per element in memory; `None` if the type has no array form. An `i1` takes one byte.
pub const fn element_bytes(dtype: DType) -> Option<usize> {
    match dtype {
        DType::Int(1 | 8) | DType::UInt(8) => Some(1),
        DType::Int(16) | DType::UInt(16) | DType::F16 | DType::BF16 => Some(2),
        DType::Int(32) | DType::UInt(32) | DType::F32 => Some(4),
        DType::Int(64) | DType::UInt(64) | DType::Index | DType::F64 => Some(8),
        DType::Int(_) | DType::UInt(_) => None,
    }
}

/// Element type, extents and strides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    dtype: DType,
    extents: Dims,
    strides: Strides,
}

impl Layout {
    /// The row-major layout without gaps.
    ///
    /// # Errors
    /// [`ArrayError`] if the element type has no array form, the rank is above [`MAX_RANK`], or the number of
    /// bytes does not fit an `isize`.
    pub fn dense(dtype: DType, extents: &[usize]) -> Result<Self, ArrayError> {
        let size = check(dtype, extents)?;
        let too_large = || ArrayError::too_large(dtype, extents);
        let mut strides = Strides::from_elem(0, extents.len());
        // With an empty axis, the product of the others may still overflow; the strides are then irrelevant.
        let empty = extents.contains(&0);
        let mut step = 1usize;
        for (stride, extent) in strides.iter_mut().zip(extents).rev() {
            *stride = if empty { 0 } else { isize::try_from(step).map_err(|_| too_large())? };
            step = if empty { 0 } else { step.checked_mul(*extent).ok_or_else(too_large)? };
        }
        let bytes = step.checked_mul(size).filter(|b| isize::try_from(*b).is_ok());
        bytes.ok_or_else(too_large)?;
        Ok(Self { dtype, extents: Dims::from_slice(extents), strides })
    }

    /// A layout with strides in elements.
    ///
    /// # Errors
    /// [`ArrayError`] as for [`Layout::dense`], or if the number of strides differs from the rank.
    pub fn strided(dtype: DType, extents: &[usize], strides: &[isize]) -> Result<Self, ArrayError> {
        check(dtype, extents)?;
        if strides.len() != extents.len() {
            return Err(ArrayError::Strides { extents: extents.len(), strides: strides.len() });
        }
        let layout =
            Self { dtype, extents: Dims::from_slice(extents), strides: Strides::from_slice(strides) };
        layout.byte_range().ok_or_else(|| layout.too_large())?;
        Ok(layout)
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The same layout with another element type of the same size.
    ///
    /// # Errors
    /// [`ArrayError::DType`] if elements of that type have another size.
    pub fn reinterpret(self, dtype: DType) -> Result<Self, ArrayError> {
        if element_bytes(dtype) == element_bytes(self.dtype) {
            return Ok(Self { dtype, ..self });
        }
        Err(ArrayError::DType { expected: dtype, found: self.dtype })
    }

    /// The extents.
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    /// The strides in elements.
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.extents.len()
    }

    /// True if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.extents.contains(&0)
    }

    /// Whether this is the row-major layout without gaps. Strides of axes with fewer than two elements do not
    /// matter.
    pub fn is_dense(&self) -> bool {
        let mut step = 1;
        for (extent, stride) in self.extents.iter().zip(&self.strides).rev() {
            if *extent == 0 {
                return true;
            }
            if *extent > 1 {
                if *stride != step {
                    return self.is_empty();
                }
                step *= *extent as isize;
            }
        }
        true
    }

    pub(super) fn too_large(&self) -> ArrayError {
        ArrayError::too_large(self.dtype, &self.extents)
    }

    /// The number of bytes of the elements without gaps; `None` if it does not fit an `isize`.
    pub fn dense_bytes(&self) -> Option<usize> {
        if self.is_empty() {
            return Some(0);
        }
        let size = element_bytes(self.dtype)?;
        let bytes = self.extents.iter().try_fold(size, |bytes, extent| bytes.checked_mul(*extent))?;
        isize::try_from(bytes).is_ok().then_some(bytes)
    }

    /// The bytes the elements occupy relative to the first one: `start..end`, `start ≤ 0`. Empty layouts
    /// occupy none. `None` if an offset does not fit an `i64`.
    pub fn byte_range(&self) -> Option<(i64, i64)> {
        if self.is_empty() {
            return Some((0, 0));
        }
        let size = i64::try_from(element_bytes(self.dtype)?).ok()?;
        let (mut low, mut high) = (0i64, 0i64);
        for (extent, stride) in self.extents.iter().zip(&self.strides) {
            let last = i64::try_from(extent - 1).ok()?.checked_mul(i64::try_from(*stride).ok()?)?;
            if last < 0 {
                low = low.checked_add(last)?;
            } else {
                high = high.checked_add(last)?;
            }
        }
        Some((low.checked_mul(size)?, high.checked_add(1)?.checked_mul(size)?))
    }

    /// Whether no two subscripts refer to the same element, as far as a comparison of sorted strides can
    /// tell. A true result is always correct.
    pub fn is_injective(&self) -> bool {
        if self.is_empty() {
            return true;
        }
        let axes = self.extents.iter().zip(&self.strides).filter(|(extent, _)| **extent > 1);
        let mut axes: SmallVec<[(usize, usize); 4]> =
            axes.map(|(extent, stride)| (stride.unsigned_abs(), *extent)).collect();
        axes.sort_unstable();
        let mut reach = 0usize;
        for (stride, extent) in axes {
            if stride <= reach {
                return false;
            }
            reach = reach.saturating_add(stride.saturating_mul(extent - 1));
        }
        true
    }

    /// The offset in elements of a subscript from the first element; `None` if it is outside. Only for
    /// layouts without negative strides.
    pub fn position(&self, subscript: &[usize]) -> Option<usize> {
        if subscript.len() != self.rank() {
            return None;
        }
        let mut position = 0usize;
        for ((at, extent), stride) in subscript.iter().zip(&self.extents).zip(&self.strides) {
            if at >= extent {
                return None;
            }
            position = position.checked_add(at.checked_mul(usize::try_from(*stride).ok()?)?)?;
        }
        Some(position)
    }

    /// Calls `visit` with the offset in elements of each element from the first, in row-major order.
    pub fn for_each(&self, mut visit: impl FnMut(isize)) {
        if self.is_empty() {
            return;
        }
        let mut at = Dims::from_elem(0, self.rank());
        // Wrapping: the stride of an axis with one element is never taken, and may be anything.
        let mut offset = 0isize;
        loop {
            visit(offset);
            let mut axis = self.rank();
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                at[axis] += 1;
                offset = offset.wrapping_add(self.strides[axis]);
                if at[axis] < self.extents[axis] {
                    break;
                }
                let back = self.strides[axis].wrapping_mul(self.extents[axis] as isize);
                offset = offset.wrapping_sub(back);
                at[axis] = 0;
            }
        }
    }
}

/// The element's size, if the element type and the rank are valid for arrays.
fn check(dtype: DType, extents: &[usize]) -> Result<usize, ArrayError> {
    if extents.len() > MAX_RANK {
        return Err(ArrayError::Rank(extents.len()));
    }
    element_bytes(dtype).ok_or(ArrayError::NoArrayOf(dtype))
}

/// As a tensor type: `tensor<2x3xf32>`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&type_text(self.dtype, &self.extents))
    }
}

/// A type in the syntax of programs: `tensor<2x3xf32>`.
pub fn type_text(dtype: DType, extents: &[usize]) -> String {
    let extents: String = extents.iter().map(|extent| format!("{extent}x")).collect();
    format!("tensor<{extents}{dtype}>")
}
