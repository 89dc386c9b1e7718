//! The `tensor` dialect: tensors as values, the comprehension and named ops.
//!
//! `docs/reference/dialects.md` has the model and the syntax. Every symbol of a program is at most
//! [`bounds::MAX_EXTENT`]; the call boundary refuses others.

pub mod accumulate;
pub mod algorithms;
mod asm;
pub mod bounds;
pub mod build;
mod canonical;
pub(crate) mod combination;
pub mod combiner;
pub mod decompose;
mod disjoint_parts;
pub mod einsum;
pub mod fusion;
mod interfaces;
pub mod loop_names;
pub mod member;
pub(crate) mod ops;
mod register;
pub mod schedule;
pub mod tile_layout;
pub mod transform;
mod verify_compute;
pub mod window;

pub use crate::shared::interfaces::Decompose;
pub(crate) use crate::shared::syntax;
pub use crate::shared::{access, constraints, kinds, policy, shape, subscripts};
pub use access::{Access, AffineAccess, set_policy};
pub use accumulate::{Accumulation, Combine};
pub use bind::{Bind, BindOp};
pub use bitcast::{Bitcast, BitcastOp};
pub use canonical::running_window;
pub use compute::{Compute, ComputeOp, Fold, FoldOp, result_type};
pub use concat::{Concat, ConcatOp};
pub use dynamic::{DynamicSlice, DynamicSliceOp, UpdateSlice, UpdateSliceOp};
pub use from_elements::{FromElements, FromElementsOp};
pub use fusion::{FUSION, Fusion};
pub use gather::{Gather, GatherOp};
pub use group::{Group, GroupOp};
pub use interfaces::scan_rules;
pub use kinds::CombiningKind;
pub use layout::{
    Broadcast, BroadcastOp, Cast, CastOp, Range, Reshape, ReshapeOp, Reverse, ReverseOp, Slice, SliceOp,
    Transpose, TransposeOp,
};
pub use ops::at::{At, AtOp};
pub use ops::{
    bind, bitcast, compute, concat, conv, dynamic, from_elements, gather, group, layout, pad, print, put,
    reduce, reduce_window, require, rng, scalar_code, scan, scatter, sort, source, tile,
};
pub use pad::{Pad, PadOp, Padding};
pub use policy::Policy;
pub use print::{Assert, AssertOp, Print, PrintOp};
pub use put::{Put, PutOp};
pub use reduce::{Contract, ContractOp, Reduce, ReduceOp};
pub use register::register;
pub use require::{Require, RequireOp};
pub use scalar_code::{Yield, YieldOp};
pub use scatter::{Scatter, ScatterOp};
pub use source::{Empty, ExtentOf, ExtentOfOp, Iota, IotaOp, Splat, SplatOp};
pub use subscripts::{AffineOperands, Subscripts};
pub use tile::{TileRead, TileReadOp, TileWrite, TileWriteOp};
pub use tile_layout::TileLayout;

/// The dialect's namespace.
pub const DIALECT: &str = "tensor";
