//! The `tensor` dialect: tensors as values, the comprehension and named ops.
//!
//! `docs/dialects.md` has the model and the syntax. Every symbol of a program is at most
//! [`bounds::MAX_EXTENT`]; the call boundary refuses others.

pub mod accumulate;
pub mod algorithms;
mod asm;
mod asm_window;
mod at;
pub mod bind;
pub mod bitcast;
pub mod bounds;
pub mod build;
mod canonical;
mod canonical_access;
pub(crate) mod combination;
pub mod combiner;
pub mod compute;
pub mod concat;
pub mod conv;
pub mod decompose;
pub mod dynamic;
pub mod einsum;
mod fold;
pub mod gather;
pub mod layout;
mod layout_rules;
mod loop_like;
pub mod pad;
pub mod put;
pub mod reduce;
pub mod reduce_window;
pub mod require;
pub mod rng;
pub mod running_window;
pub mod scalar_code;
pub mod scan;
pub mod scan_rules;
pub mod scatter;
pub mod select_scatter;
pub mod sort;
pub mod source;
pub mod transform;
mod verify_compute;
pub mod window;

pub(crate) use crate::shared::syntax;
pub use crate::shared::{access, constraints, kinds, policy, shape, subscripts};
pub use access::{Access, AffineAccess, set_policy};
pub use accumulate::{Accumulation, Combine};
pub use at::{At, AtOp};
pub use bind::{Bind, BindOp};
pub use bitcast::{Bitcast, BitcastOp};
pub use compute::{Compute, ComputeOp, Fold, FoldOp};
pub use concat::{Concat, ConcatOp};
pub use decompose::Decompose;
pub use dynamic::{DynamicSlice, DynamicSliceOp, UpdateSlice, UpdateSliceOp};
pub use gather::{Gather, GatherOp};
pub use kinds::CombiningKind;
pub use layout::{
    Broadcast, BroadcastOp, Cast, CastOp, Range, Reshape, ReshapeOp, Reverse, ReverseOp, Slice, SliceOp,
    Transpose, TransposeOp,
};
pub use pad::{Pad, PadOp, Padding};
pub use policy::Policy;
pub use put::{Put, PutOp};
pub use reduce::{Contract, ContractOp, Reduce, ReduceOp};
pub use require::{Require, RequireOp};
pub use scalar_code::{Yield, YieldOp};
pub use scatter::{Scatter, ScatterOp};
pub use source::{ExtentOf, ExtentOfOp, FromElements, FromElementsOp, Iota, IotaOp, Splat, SplatOp};
pub use subscripts::Subscripts;

use crate::arith::ArithConstants;
use std::sync::Arc;
use tf_ir::interfaces::Materialize;
use tf_ir::registry::Registry;
use tf_ir::rewrite::Canonicalize;

/// The dialect's namespace.
pub const DIALECT: &str = "tensor";

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect(DIALECT, "Tensors as values: the comprehension, and named ops that decompose to it")
    {
        return;
    }
    let ops = [
        Compute::info(),
        Fold::info(),
        Yield::info(),
        At::info(),
        Put::info(),
        FromElements::info(),
        ExtentOf::info(),
        Broadcast::info(),
        Transpose::info(),
        Reshape::info(),
        Slice::info(),
        Reverse::info(),
        Splat::info(),
        Iota::info(),
        Reduce::info(),
        Contract::info(),
        reduce_window::ReduceWindow::info(),
        conv::Conv::info(),
        scan::Scan::info(),
        sort::Sort::info(),
        rng::Rng::info(),
        Cast::info(),
        require::Require::info(),
        bind::Bind::info(),
        transform::Vjp::info(),
        transform::Jvp::info(),
        transform::Detach::info(),
        transform::StraightThrough::info(),
        transform::Custom::info(),
        transform::Checkpoint::info(),
        transform::After::info(),
        transform::Vmap::info(),
        Pad::info(),
        Concat::info(),
        DynamicSlice::info(),
        UpdateSlice::info(),
        Bitcast::info(),
        Gather::info(),
        Scatter::info(),
    ];
    ops.into_iter().for_each(|op| registry.op(op));
    registry.dialect_interface::<dyn Materialize>(DIALECT, Arc::new(ArithConstants));
    registry.dialect_interface::<dyn Canonicalize>(DIALECT, Arc::new(canonical::patterns));
}
