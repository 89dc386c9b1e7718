//! Values of the interpreter: scalars as bits, dense tensors and vectors, references to buffers.

use std::sync::Arc;
use tf_dialects::array::type_text;
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::tensor::bounds::MAX_EXTENT;
use tf_ir::context::Context;
use tf_ir::types::{Type, TypeData};

/// A tensor or vector: row-major, each element as zero-extended bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dense {
    /// Element type.
    pub dtype: DType,
    /// Extents.
    pub extents: Vec<usize>,
    /// Elements, row-major.
    pub data: Vec<u64>,
}

impl Dense {
    /// A tensor whose elements are all `bits`.
    ///
    /// # Errors
    /// [`TooLarge`] if the size is out of range, or memory runs out.
    pub fn filled(dtype: DType, extents: &[usize], bits: u64) -> Result<Dense, TooLarge> {
        let count = count(dtype, extents)?;
        let no_memory = || TooLarge::new(dtype, extents);
        let data = match bits {
            // Fresh memory from the system is zero already.
            0 => bytemuck::try_zeroed_vec(count).map_err(|()| no_memory())?,
            bits => {
                let mut data = Vec::new();
                data.try_reserve_exact(count).map_err(|_| no_memory())?;
                data.resize(count, bits);
                data
            }
        };
        Ok(Dense { dtype, extents: extents.to_vec(), data })
    }

    /// The position of an element, if every index is in bounds.
    pub fn offset(&self, index: &[i64]) -> Option<usize> {
        offset(&self.extents, index)
    }
}

/// The maximum element count of a tensor: index arithmetic is exact up to it.
const MAX_ELEMENTS: u64 = 1 << 62;

/// The element count of a tensor.
///
/// # Errors
/// [`TooLarge`] if an extent is above [`MAX_EXTENT`], or the product above 2^62.
pub(crate) fn count(dtype: DType, extents: &[usize]) -> Result<usize, TooLarge> {
    let too_large = || TooLarge::new(dtype, extents);
    if extents.iter().any(|extent| *extent as u64 > MAX_EXTENT as u64) {
        return Err(too_large());
    }
    if extents.contains(&0) {
        return Ok(0);
    }
    let product = extents.iter().try_fold(1usize, |product, extent| product.checked_mul(*extent));
    let product = product.filter(|count| *count as u64 <= MAX_ELEMENTS);
    product.ok_or_else(too_large)
}

/// True if there is memory for a tensor, as the interpreter holds it.
pub fn has_room(dtype: DType, extents: &[usize]) -> bool {
    count(dtype, extents).is_ok_and(|count| Vec::<u64>::new().try_reserve_exact(count).is_ok())
}

/// A tensor that is too large for the index range or for the memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLarge {
    dtype: DType,
    extents: Vec<usize>,
}

impl TooLarge {
    /// The error for this tensor.
    pub(crate) fn new(dtype: DType, extents: &[usize]) -> TooLarge {
        TooLarge { dtype, extents: extents.to_vec() }
    }

    /// True if a value of the type can be this tensor.
    pub(crate) fn is_of(&self, ctx: &Context, ty: Type) -> bool {
        let rank = ctx.dims(ty).map(<[_]>::len);
        element_type(ctx, ty) == Some(self.dtype) && rank == Some(self.extents.len())
    }
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no memory for a {}", type_text(self.dtype, &self.extents))
    }
}

/// Row-major position of an index tuple, if every index is inside its extent.
pub fn offset(extents: &[usize], index: &[i64]) -> Option<usize> {
    let mut at = 0usize;
    for (extent, i) in extents.iter().zip(index) {
        let i = usize::try_from(*i).ok().filter(|i| i < extent)?;
        at = at * extent + i;
    }
    Some(at)
}

/// A value at run time. Scalars do not store their type: the IR has it.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// Not computed yet.
    Unset,
    /// A scalar's bits, zero-extended.
    Bits(u64),
    /// A tensor or vector.
    Dense(Arc<Dense>),
    /// A tensor with unwritten elements, as `tensor.empty` creates it.
    Partial(Arc<Partial>),
    /// A buffer of the machine.
    Buffer(usize),
}

/// A tensor with unwritten elements, which no op may read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial {
    /// The elements; unwritten ones are 0.
    pub dense: Dense,
    /// For each element, whether it was written.
    pub written: Vec<bool>,
}

impl Datum {
    /// The bits of a scalar.
    ///
    /// # Panics
    /// If it is not a scalar: the verifier ensures operand types.
    #[inline]
    pub fn bits(&self) -> u64 {
        match self {
            Datum::Bits(bits) => *bits,
            other => panic!("a verified op got {other:?} where a scalar is needed"),
        }
    }

    /// The elements of a tensor or vector.
    ///
    /// # Panics
    /// If it is neither: the verifier ensures operand types.
    #[inline]
    pub fn dense(&self) -> &Arc<Dense> {
        match self {
            Datum::Dense(dense) => dense,
            other => panic!("a verified op got {other:?} where a tensor or vector is needed"),
        }
    }

    /// The extents of a tensor or vector; `None` for anything else.
    pub fn extents(&self) -> Option<&[usize]> {
        match self {
            Datum::Dense(dense) => Some(&dense.extents),
            Datum::Partial(partial) => Some(&partial.dense.extents),
            _ => None,
        }
    }

    /// The buffer of a memref.
    ///
    /// # Panics
    /// If it is not a memref: the verifier ensures operand types.
    pub fn buffer(&self) -> usize {
        match self {
            Datum::Buffer(id) => *id,
            other => panic!("a verified op got {other:?} where a memref is needed"),
        }
    }
}

impl From<Dense> for Datum {
    fn from(dense: Dense) -> Datum {
        Datum::Dense(Arc::new(dense))
    }
}

impl From<Partial> for Datum {
    /// An ordinary tensor if every element was written.
    fn from(partial: Partial) -> Datum {
        match partial.written.iter().all(|written| *written) {
            true => partial.dense.into(),
            false => Datum::Partial(Arc::new(partial)),
        }
    }
}

/// True for tensors and vectors: their values are [`Datum::Dense`].
pub fn is_dense(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Tensor { .. } | TypeData::Vector { .. })
}
