//! The types of arguments and results.

use crate::array::{Layout, element_bytes};
use crate::scalar::DType;
use std::fmt;
use tf_ir::extent::Extent;

/// A tensor whose extents are terms: `tensor<?{2*n + 1}x3xf32>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorType {
    /// Its element type.
    pub dtype: DType,
    /// Its extents, outermost axis first.
    pub extents: Vec<Extent>,
}

/// The type of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamType {
    /// A scalar, passed by value.
    Scalar(DType),
    /// A tensor, borrowed.
    Tensor(TensorType),
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name in errors.
    pub name: String,
    /// Its type.
    pub r#type: ParamType,
    /// Whether the program reads a tensor through its strides; otherwise it gets a row-major one without
    /// gaps.
    pub strided: bool,
}

impl Param {
    /// Its tensor type, if it is a tensor.
    pub fn tensor(&self) -> Option<&TensorType> {
        match &self.r#type {
            ParamType::Tensor(tensor) => Some(tensor),
            ParamType::Scalar(_) => None,
        }
    }
}

impl TensorType {
    /// Whether element type and rank fit.
    pub(super) fn fits(&self, layout: &Layout) -> bool {
        self.dtype == layout.dtype() && self.extents.len() == layout.rank()
    }

    /// The bytes of its elements.
    pub(super) fn size(&self) -> Option<Extent> {
        let bytes = Extent::constant(element_bytes(self.dtype)? as i64);
        self.extents.iter().try_fold(bytes, |size, extent| size.mul(extent).ok())
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        for extent in &self.extents {
            match extent.as_const() {
                Some(value) => write!(f, "{value}x")?,
                None => write!(f, "?{{{extent}}}x")?,
            }
        }
        write!(f, "{}>", self.dtype)
    }
}

impl fmt::Display for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(dtype) => dtype.fmt(f),
            Self::Tensor(tensor) => tensor.fmt(f),
        }
    }
}
