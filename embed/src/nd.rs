//! ndarray's arrays as arguments and results.

use crate::args::{IntoArgument, Passed};
use crate::error::Error;
use crate::results::{Outputs, ResultsInto};
use ndarray::{ArrayBase, ArrayD, Data, DataMut, Dimension, IxDyn};
use tf_cpu::exec::Argument;
use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut, Element, Layout};

/// The layout of an array whose elements have no gaps between them, and its first element's place among them.
fn layout<T: Element>(shape: &[usize], strides: &[isize]) -> Option<(Layout, usize)> {
    let backwards = shape.iter().zip(strides).filter(|(n, stride)| **stride < 0 && **n > 1);
    let first: isize = backwards.map(|(n, stride)| -stride * (*n as isize - 1)).sum();
    let layout = Layout::strided(T::DTYPE, shape, strides).ok()?;
    Some((layout, usize::try_from(first).ok()?.checked_mul(size_of::<T>())?))
}

/// Borrows the elements with their strides; an array with gaps between its elements is copied.
impl<'a, T: Element, S: Data<Elem = T>, D: Dimension> IntoArgument<'a> for &'a ArrayBase<S, D> {
    fn into_argument(self) -> Passed<'a> {
        let borrowed = self.as_slice_memory_order().and_then(|elements| {
            let (layout, first) = layout::<T>(self.shape(), self.strides())?;
            ArrayView::new(layout, bytemuck::cast_slice(elements), first).ok()
        });
        match borrowed {
            Some(view) => Passed::Plain(Argument::Tensor(view)),
            None => {
                let elements: Vec<T> = self.iter().copied().collect();
                let copy = Array::from_slice(self.shape(), &elements);
                Passed::Copied(copy.expect("an array that fits ndarray fits ours"))
            }
        }
    }
}

/// Writes to the elements with their strides; there must be no gaps between them.
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

/// A result as an ndarray array, a copy.
///
/// # Errors
/// [`ArrayError::DType`] if the elements are of another type.
pub fn to_ndarray<T: Element>(array: &Array) -> Result<ArrayD<T>, ArrayError> {
    let elements = array.as_slice::<T>()?.to_vec();
    let found = elements.len();
    let made = ArrayD::from_shape_vec(IxDyn(array.extents()), elements);
    made.map_err(|_| ArrayError::Count { expected: array.len(), found })
}
