//! The `tensor` dialect: tensors as values, the comprehension and named ops.
//!
//! `docs/dialects.md` has the model and the syntax. Every symbol of a program is at most
//! [`bounds::MAX_EXTENT`]; the call boundary refuses others.

pub mod accumulate;
pub mod algorithms;
mod asm;
mod at;
mod batch;
pub mod bind;
pub mod bitcast;
pub mod bounds;
mod bufferize;
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
mod extreme_and_place;
mod fold;
pub mod from_elements;
pub mod fusion;
pub mod gather;
pub mod group;
pub mod layout;
mod layout_rules;
mod loop_like;
pub mod loop_names;
pub mod member;
mod own_part;
pub mod pad;
pub mod print;
pub mod put;
pub mod reduce;
pub mod reduce_window;
mod register;
pub mod require;
pub mod rng;
pub mod running_window;
pub mod scalar_code;
pub mod scan;
pub mod scan_rules;
pub mod scatter;
pub mod schedule;
pub mod sort;
pub mod source;
pub mod tile;
pub mod tile_layout;
pub mod transform;
mod verify_compute;
mod whole_update;
pub mod window;
mod work;

pub use crate::shared::interfaces::Decompose;
pub(crate) use crate::shared::syntax;
pub use crate::shared::{access, constraints, kinds, policy, shape, subscripts};
pub use access::{Access, AffineAccess, set_policy};
pub use accumulate::{Accumulation, Combine};
pub use at::{At, AtOp};
pub use bind::{Bind, BindOp};
pub use bitcast::{Bitcast, BitcastOp};
pub use compute::{Compute, ComputeOp, Fold, FoldOp, result_type};
pub use concat::{Concat, ConcatOp};
pub use dynamic::{DynamicSlice, DynamicSliceOp, UpdateSlice, UpdateSliceOp};
pub use from_elements::{FromElements, FromElementsOp};
pub use fusion::{FUSION, Fusion};
pub use gather::{Gather, GatherOp};
pub use group::{Group, GroupOp};
pub use kinds::CombiningKind;
pub use layout::{
    Broadcast, BroadcastOp, Cast, CastOp, Range, Reshape, ReshapeOp, Reverse, ReverseOp, Slice, SliceOp,
    Transpose, TransposeOp,
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
