//! Kernels: functions that each thread of a grid executes.

use super::access::{self, Access};
use super::hardware::{BLOCK_EXTENTS, BLOCK_THREADS};
use crate::constraints::{DICT_ARRAY_ATTR, FUNCTION_TYPE_ATTR, UNIT_ATTR};
use crate::func::FunctionAssembly;
use crate::shared::constraints::{I64_ATTR, I64S_ATTR};
use tf_ir::OpKind;
use tf_ir::builtin::STRING_ATTR;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{FunctionLike, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::{Assembly, OpParser, OpState, ParseResult, Printer};
use tf_ir::types::{Type, TypeData};

/// The attribute of a kernel with independent points: one thread executes each point, in the kernel's one
/// loop over points, and writes elements of arguments that no other point accesses, each once.
pub const POINTS: &str = "tf.points";

/// A kernel: the code of each thread of a grid. It is an isolated symbol with arguments and a body.
///
/// Arguments are scalars and memrefs. The attribute `kernel.access = "in"`, `"out"` or `"inout"` of a memref
/// specifies whether the kernel reads it, overwrites it, or updates it; the default is `"in"`. Extents of
/// memrefs may be terms over symbols of the kernel, which the launch binds.
///
/// `block_size` is the size of its blocks along x, y and z; without it, each launch specifies the size.
/// `max_threads` is the maximum block size in threads, `min_blocks` the minimum count of blocks that a
/// multiprocessor must hold.
///
/// `cluster_size` partitions the grid into clusters of this many blocks along x, y and z, at most 8 in total,
/// which run at the same time and can access each other's shared memory; with `large_clusters`, at most 16,
/// which only some GPUs support.
#[op(
    "kernel.func",
    traits(ISOLATED, SYMBOL),
    attrs(
        sym_name: STRING_ATTR,
        function_type: FUNCTION_TYPE_ATTR,
        arg_attrs: optional(DICT_ARRAY_ATTR),
        block_size: optional(I64S_ATTR),
        max_threads: optional(I64_ATTR),
        min_blocks: optional(I64_ATTR),
        cluster_size: optional(I64S_ATTR),
        large_clusters: optional(UNIT_ATTR),
    ),
    regions(1),
    interfaces(Verify, FunctionLike),
)]
pub struct Func;

/// Ends a thread.
#[op("kernel.return", traits(PURE, TERMINATOR, RETURN_LIKE), interfaces(Verify), asm = "attr-dict")]
pub struct Return;

/// The assembly of functions, except that ops inside have full names.
pub(super) struct KernelAssembly;

impl Assembly for KernelAssembly {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        FunctionAssembly.parse(p, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        FunctionAssembly.print(op, p);
    }
}

impl FunctionLike for Func {
    fn return_op(&self) -> OpKind {
        Return::KIND
    }
}

impl FuncOp<'_> {
    /// The threads of a block along x, y and z, if the kernel specifies them.
    pub fn block(self) -> Option<[u64; 3]> {
        block_of(self.op().ctx(), self.block_size())
    }

    /// The blocks of a cluster along x, y and z, if there are clusters.
    pub fn cluster(self) -> Option<[u64; 3]> {
        block_of(self.op().ctx(), self.cluster_size())
    }

    /// The access of each argument's memory.
    pub fn accesses(self) -> Vec<Access> {
        let count = Func.signature(self.op()).map_or(0, |(inputs, _)| inputs.len());
        access::accesses(self.op().ctx(), self.arg_attrs(), count)
    }

    /// A positive integer attribute.
    fn number(self, slot: usize) -> Option<u64> {
        let value = self.op().slot(slot).and_then(|a| self.op().ctx().attr_int(a))?;
        u64::try_from(value).ok()
    }

    /// The maximum count of threads in a block.
    pub fn most_threads(self) -> Option<u64> {
        self.number(Func::MAX_THREADS)
    }

    /// The minimum count of blocks that a multiprocessor must hold.
    pub fn least_blocks(self) -> Option<u64> {
        self.number(Func::MIN_BLOCKS)
    }
}

/// The extents of a block in an attribute, with 1 for omitted axes.
pub(super) fn block_of(ctx: &Context, attr: Option<tf_ir::attr::Attribute>) -> Option<[u64; 3]> {
    let sizes = ctx.attr_i64s(attr?)?;
    let mut block = [1; 3];
    for (to, from) in block.iter_mut().zip(sizes) {
        *to = u64::try_from(from).ok()?;
    }
    Some(block)
}

/// Checks that an op is inside a kernel.
pub(super) fn check_inside(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let body = op.body();
    match body.is(body.root(), Func) {
        true => Ok(()),
        false => Err(op.error("is outside a kernel.func: only the threads of a kernel can execute it")),
    }
}

/// The fault of block extents, as the end of a sentence.
pub(super) fn block_fault(block: [u64; 3]) -> Option<String> {
    for (extent, (most, axis)) in block.iter().zip(BLOCK_EXTENTS.iter().zip(["x", "y", "z"])) {
        if !(1..=*most).contains(extent) {
            return Some(format!("{extent} threads along {axis}: a block has 1 to {most}"));
        }
    }
    let threads: u64 = block.iter().product();
    let [x, y, z] = block;
    (threads > BLOCK_THREADS)
        .then(|| format!("{x} x {y} x {z} = {threads} threads: a block has at most {BLOCK_THREADS}"))
}

impl Verify for Return {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        match op.parent() {
            Some(parent) if parent.is(Func) => Ok(()),
            _ => Err(op.error("expects parent op kernel.func")),
        }
    }
}

/// The memory form of a signature as tensors: the operands and results of a launch on values.
pub(super) fn as_tensors(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::MemRef { dims, elem, .. } => ctx.tensor(dims.clone(), *elem),
        _ => ty,
    }
}
