//! Row-major positions in tensors of constant extents.

use crate::code::folding_builder::FoldingBuilder;
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::types::{Dim, Type};

/// The extents of a type, if all are constant.
pub fn static_dims(ctx: &Context, ty: Type) -> Option<Vec<i64>> {
    ctx.dims(ty)?.iter().map(Dim::as_static).collect()
}

/// The indices of a row-major position.
pub fn unflatten(mut at: i64, dims: &[i64]) -> Vec<i64> {
    let mut indices = vec![0; dims.len()];
    for (index, dim) in indices.iter_mut().zip(dims).rev() {
        *index = at % dim;
        at /= dim;
    }
    indices
}

/// The row-major position of constant subscripts.
pub fn known_position(code: &FoldingBuilder<'_>, dims: &[i64], subscripts: &[Value]) -> Option<usize> {
    let mut at = 0i64;
    for (dim, subscript) in dims.iter().zip(subscripts) {
        let index = code.known(*subscript).filter(|i| (0..*dim).contains(i))?;
        at = at * dim + index;
    }
    usize::try_from(at).ok()
}
