//! ndarray's arrays as arguments and results.

use crate::call::args::{IntoArgument, Passed};
use crate::call::results::{Outputs, ResultsInto};
use crate::error::Error;
use ndarray::{ArrayBase, ArrayD, Data, DataMut, Dimension, IxDyn};
use tf_cpu::exec::Argument;
use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut, Element, Layout};

/// The layout of an array whose elements have no gaps, and the position of its first element.
fn layout<T: Element>(shape: &[usize], strides: &[isize]) -> Option<(Layout, usize)> {
    let backwards = shape.iter().zip(strides).filter(|(n, stride)| **stride < 0 && **n > 1);
    let first: isize = backwards.map(|(n, stride)| -stride * (*n as isize - 1)).sum();
    let layout = Layout::strided(T::DTYPE, shape, strides).ok()?;
    Some((layout, usize::try_from(first).ok()?.checked_mul(size_of::<T>())?))
}

/// Borrows the elements with their strides; copies an array with gaps between its elements.
impl<'a, T: Element, S: Data<Elem = T>, D: Dimension> IntoArgument<'a> for &'a ArrayBase<S, D> {
    fn into_argument(self) -> Passed<'a> {
        let borrowed = self.as_slice_memory_order().and_then(|elements| {
            let (layout, first) = layout::<T>(self.shape(), self.strides())?;
            ArrayView::new(layout, bytemuck::cast_slice(elements), first).ok()
        });
        match borrowed {
            Some(view) => Passed::Plain(Argument::Tensor(view)),
            None => from_ndarray(self).map_or_else(Passed::Failed, Passed::Owned),
        }
    }
}

/// Writes the elements with their strides; there must be no gaps between them.
impl<'a, T: Element, S: DataMut<Elem = T>, D: Dimension> ResultsInto<'a> for &'a mut ArrayBase<S, D> {
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        let found = layout::<T>(self.shape(), self.strides());
        let (layout, first) =
            found.ok_or_else(|| Error::from(ArrayError::too_large(T::DTYPE, self.shape())))?;
        let elements = self.as_slice_memory_order_mut().ok_or(Error::from(ArrayError::Outside))?;
        out.push(ArrayViewMut::new(layout, bytemuck::cast_slice_mut(elements), first)?);
        Ok(())
    }
}

/// A copy of an ndarray array of any rank and strides as an [`Array`]. Calls do not need it: they borrow
/// arrays.
///
/// ```
/// # use tensorforge::{from_ndarray, to_ndarray};
/// let matrix = ndarray::array![[1.0f32, 2.0], [3.0, 4.0]];
/// let array = from_ndarray(&matrix.t())?;
/// assert_eq!(array.as_slice::<f32>()?, [1.0, 3.0, 2.0, 4.0]);
/// assert_eq!(to_ndarray::<f32>(&array)?, matrix.t().into_dyn());
/// # Ok::<(), tensorforge::ArrayError>(())
/// ```
///
/// # Errors
/// [`ArrayError::Rank`] for more axes than an array has, and as [`Array::zeros`].
pub fn from_ndarray<T: Element, S: Data<Elem = T>, D: Dimension>(
    array: &ArrayBase<S, D>,
) -> Result<Array, ArrayError> {
    let mut copy = Array::zeros(T::DTYPE, array.shape())?;
    copy.as_mut_slice::<T>()?.iter_mut().zip(array).for_each(|(to, from)| *to = *from);
    Ok(copy)
}

/// A copy of a result as an ndarray array. For a static rank, use `.into_dimensionality()`.
///
/// # Errors
/// [`ArrayError::DType`] if the elements are of another type.
pub fn to_ndarray<T: Element>(array: &Array) -> Result<ArrayD<T>, ArrayError> {
    let elements = array.as_slice::<T>()?.to_vec();
    let found = elements.len();
    let made = ArrayD::from_shape_vec(IxDyn(array.extents()), elements);
    made.map_err(|_| ArrayError::Count { expected: array.len(), found })
}
