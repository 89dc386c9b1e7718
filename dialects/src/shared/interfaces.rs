//! Interfaces of ops that several dialects implement and ask.

use super::tileable::Tileable;
use tf_ir::OpDef;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Symbol;
use tf_ir::opref::OpRef;
use tf_ir::registry::OpInfo;

/// Ops of ours that may stand in scalar code: the regions of comprehensions and combiners. Those of dialects that are not known here
/// may always.
pub trait ScalarCode: Send + Sync {}

impl<D: OpDef + Send + Sync> ScalarCode for D {}

/// Ops that loops over tensors consist of, besides scalar code: parallel loops, and loads and stores of what is accumulated. They stand in
/// computes whose loops are written out.
pub trait LoopCode: Send + Sync {}

impl<D: OpDef + Send + Sync> LoopCode for D {}

/// Ops that bind an extent of their function to a number.
pub trait BindsExtent: Send + Sync {
    /// The symbol; `None` if the op is not valid.
    fn symbol(&self, op: OpRef<'_>) -> Option<Symbol>;
}

/// Ops on tensors that are comprehensions in disguise; an interface of ops.
pub trait Decompose: Send + Sync {
    /// Builds what `op` means at the builder's cursor, which stands before it, and gives the values of its results.
    ///
    /// # Errors
    /// An extent without a name; the body is as it was.
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic>;
}

/// Ops on tensors whose result is made where they stand, once, and in the form they say: what they decompose to is not fused with its
/// surroundings. So they are decomposed behind fusion, by the pass `lower-tiles`.
pub trait Staged: Send + Sync {}

impl<D: OpDef + Send + Sync> Staged for D {}

/// Which part of a tensor an op takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The operand that is the tensor.
    pub operand: usize,
    /// True if the first result is the tensor with another part.
    pub writes: bool,
}

/// Ops that read or write a part of a tensor. Their verifiers prove of a tensor that the trips of a parallel loop share that the part is no
/// other trip's.
pub trait PartAccess: Send + Sync {
    /// The tensor, and what happens to it.
    fn part(&self, op: OpRef<'_>) -> Part;
}

/// True if an op says what it means as a comprehension, by [`Decompose`] or [`Tileable`].
pub fn has_decomposition(info: &OpInfo) -> bool {
    info.interface::<dyn Decompose>().is_some() || info.interface::<dyn Tileable>().is_some()
}
