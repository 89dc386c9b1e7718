//! nalgebra's matrices and vectors as arguments and results.
//!
//! nalgebra stores matrices column-major, arrays are row-major: a borrowed matrix is viewed with strides, a
//! copied one is reordered. A row or column vector becomes an array of one axis, by its type: `DMatrix` with
//! one column keeps two axes.

use crate::call::args::{IntoArgument, Passed};
use crate::call::results::{Outputs, ResultsInto};
use crate::error::Error;
use nalgebra::{DMatrix, DVector, Dim, IsContiguous, Matrix, RawStorage, RawStorageMut, Scalar};
use tf_cpu::exec::Argument;
use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut, Element, Layout};

/// The layout of a matrix without gaps, with the extents of the array.
fn layout<T: Element, R: Dim, C: Dim>((rows, columns): (usize, usize)) -> Result<Layout, ArrayError> {
    let is_one = |extent: Option<usize>| extent == Some(1);
    if is_one(R::try_to_usize()) || is_one(C::try_to_usize()) {
        return Layout::dense(T::DTYPE, &[rows * columns]);
    }
    let down = isize::try_from(rows).map_err(|_| ArrayError::too_large(T::DTYPE, &[rows, columns]))?;
    Layout::strided(T::DTYPE, &[rows, columns], &[1, down])
}

/// Borrows the elements of a matrix that owns them, or of a view of one column. Copy other views first, with
/// [`from_nalgebra`].
impl<'a, T, R, C, S> IntoArgument<'a> for &'a Matrix<T, R, C, S>
where
    T: Element + Scalar,
    R: Dim,
    C: Dim,
    S: RawStorage<T, R, C> + IsContiguous,
{
    fn into_argument(self) -> Passed<'a> {
        let elements = bytemuck::cast_slice(self.as_slice());
        let view = layout::<T, R, C>(self.shape()).and_then(|layout| ArrayView::new(layout, elements, 0));
        view.map_or_else(Passed::Failed, |view| Passed::Plain(Argument::Tensor(view)))
    }
}

/// Writes the elements directly, without a copy.
impl<'a, T, R, C, S> ResultsInto<'a> for &'a mut Matrix<T, R, C, S>
where
    T: Element + Scalar,
    R: Dim,
    C: Dim,
    S: RawStorageMut<T, R, C> + IsContiguous,
{
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        let layout = layout::<T, R, C>(self.shape())?;
        out.push(ArrayViewMut::new(layout, bytemuck::cast_slice_mut(self.as_mut_slice()), 0)?);
        Ok(())
    }
}

/// A copy of a matrix, a vector or a view of one as an [`Array`]. Calls do not need it: they borrow matrices.
///
/// ```
/// # use tensorforge::{from_nalgebra, to_dmatrix};
/// let matrix = nalgebra::Matrix2x3::new(1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0);
/// let array = from_nalgebra(&matrix)?;
/// assert_eq!(array.extents(), [2, 3]);
/// assert_eq!(array.as_slice::<f32>()?, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!(to_dmatrix::<f32>(&array)?, matrix);
/// assert_eq!(from_nalgebra(&matrix.column(1))?.as_slice::<f32>()?, [2.0, 5.0]);
/// # Ok::<(), tensorforge::ArrayError>(())
/// ```
///
/// # Errors
/// As [`Array::zeros`].
pub fn from_nalgebra<T, R, C, S>(matrix: &Matrix<T, R, C, S>) -> Result<Array, ArrayError>
where
    T: Element + Scalar,
    R: Dim,
    C: Dim,
    S: RawStorage<T, R, C>,
{
    let (rows, columns) = matrix.shape();
    let layout = layout::<T, R, C>((rows, columns))?;
    let mut copy = Array::zeros(T::DTYPE, layout.extents())?;
    for (at, to) in copy.as_mut_slice::<T>()?.iter_mut().enumerate() {
        *to = matrix[(at / columns, at % columns)];
    }
    Ok(copy)
}

/// A copy of a result of two axes as a matrix. Build a matrix of static size from it, as in
/// `Matrix3::from_iterator(matrix.iter().copied())`.
///
/// # Errors
/// [`ArrayError::DType`] if the elements are of another type, [`ArrayError::Shape`] for another number of
/// axes.
pub fn to_dmatrix<T: Element + Scalar>(array: &Array) -> Result<DMatrix<T>, ArrayError> {
    let [rows, columns] = *array.extents() else {
        return Err(ArrayError::shape("rows and columns, for a matrix", array.extents()));
    };
    Ok(DMatrix::from_row_slice(rows, columns, array.as_slice::<T>()?))
}

/// A copy of a result of one axis as a column vector.
///
/// # Errors
/// As [`to_dmatrix`].
pub fn to_dvector<T: Element + Scalar>(array: &Array) -> Result<DVector<T>, ArrayError> {
    match array.extents() {
        [_] => Ok(DVector::from_column_slice(array.as_slice::<T>()?)),
        extents => Err(ArrayError::shape("one axis, for a vector", extents)),
    }
}
