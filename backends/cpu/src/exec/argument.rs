//! Arguments of calls from arrays, views and scalars.

use super::executable::Argument;
use tf_dialects::array::{Array, ArrayView};
use tf_dialects::scalar::Scalar;

impl<'a> From<&'a Array> for Argument<'a> {
    fn from(array: &'a Array) -> Self {
        Self::Tensor(array.view())
    }
}

impl<'a> From<ArrayView<'a>> for Argument<'a> {
    fn from(view: ArrayView<'a>) -> Self {
        Self::Tensor(view)
    }
}

impl From<Scalar> for Argument<'_> {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}
