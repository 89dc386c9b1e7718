//! `tensor-to-loops`: lowers computes to loop nests by their schedules, and bufferizes tensors.
//!
//! Arguments become memrefs, results trailing memref arguments; the tensor signature stays in `tf.signature`. A compute
//! whose result is returned writes the result's memory; other results get memory of their own, allocated where the
//! function starts, as all extents are known there. Loops that carry tensors pass buffers around: no trip copies one.
//! No subscript leaves its memref: policies of reads become comparisons.

mod access;
mod buffers;
mod carry;
mod compute;
mod control;
mod fold;
mod function;
mod in_place;
mod jam;
mod local;
mod put;
mod scan;
mod share;
mod sort;

use crate::code::Code;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_dialects::arith;
use tf_dialects::func::local::Local;
use tf_dialects::func::{Call, CallIndirect, Func};
use tf_dialects::loops::{For, If, While};
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::{self, Access, At, Bind, Compute, Fold, FromElements, Put, Require};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec,
    Scope, StatSpec,
};
use tf_ir::rewrite::Allowed;
use tf_ir::types::Type;

/// The pass.
struct TensorToLoops {
    share_buffers: bool,
}

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "tensor-to-loops",
    title: "TensorToLoops",
    summary: "Lower computes to loop nests over memory, as their schedules say",
    docs: "Arguments and results become memrefs, every tensor.compute a nest of loop.parallel and loop.for, every \
           tensor.fold a loop with accumulators, every tensor.at a load that cannot leave its memref. The schedule of \
           a compute is its attribute 'tf.schedule' (see docs/schedule.md); without one, loops run in order. With \
           'share-buffers', temporaries of one type that are not alive at the same time share a buffer.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "share-buffers",
        kind: OptionKind::Bool,
        default: "false",
        help: "give temporaries that are not alive at the same time one buffer",
    }],
    statistics: &[
        StatSpec { name: "num-computes", help: "computes that became loop nests" },
        StatSpec { name: "num-buffers", help: "temporary buffers allocated" },
        StatSpec { name: "num-shared", help: "temporary buffers that another one serves as" },
        StatSpec { name: "buffer-bytes", help: "bytes of temporary buffers, where that is a number" },
        StatSpec { name: "num-copies", help: "copies of whole tensors" },
    ],
    rules: &[
        RuleSpec { name: "blocks", help: "adds long sums without a written order up in blocks" },
        RuleSpec { name: "in-place", help: "lets a trip write over the buffer of a value that dies in it" },
        RuleSpec { name: "put-in-place", help: "lets a put write into the buffer that it starts from" },
        RuleSpec { name: "returned", help: "computes a returned tensor in the memory of the result" },
        RuleSpec {
            name: "share-buffers",
            help: "gives temporaries that are not alive at the same time one buffer",
        },
    ],
    make: |options: &Options| Ok(Box::new(TensorToLoops { share_buffers: options.bool("share-buffers") })),
};

impl Pass for TensorToLoops {
    // Subscripts are inside where no policy says otherwise; in memory nothing tells any more.
    fn trusts_verifier(&self) -> bool {
        true
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        // Functions of the program itself have no memory.
        let is_local = Local::of(body).is_some();
        if is_local || body.entry_block().is_none() || body.attr(body.root(), SIGNATURE).is_some() {
            return Ok(Changed::No);
        }
        let counts =
            function::lower(body, self.share_buffers, cx.allowed()).map_err(|error| cx.error(error))?;
        cx.count("num-computes", counts.computes);
        cx.count("num-buffers", counts.buffers);
        cx.count("num-shared", counts.shared);
        cx.count("buffer-bytes", counts.bytes);
        cx.count("num-copies", counts.copies);
        Ok(Changed::Yes)
    }
}

/// The attribute of a lowered function that holds its tensor signature, a function type.
pub const SIGNATURE: &str = "tf.signature";
/// The attribute of a loop whose iterations become this many lanes.
pub const VECTOR_WIDTH: &str = "vector_width";
/// Of a parallel loop with [`VECTOR_WIDTH`]: which axis.
pub const VECTOR_AXIS: &str = "vector_axis";
/// Of a loop with [`VECTOR_WIDTH`] and carried values: the combining kinds it folds them with.
pub const REDUCTION: &str = "reduction";
/// The attribute of a loop with the unroll factor that its schedule asks for; no pass acts on it yet.
pub const UNROLL: &str = "unroll";
/// The attribute of a parallel loop: iterations worth handing to a thread.
pub const GRAIN: &str = "grain";
/// The attribute of a comparison that is nearly always true.
pub const LIKELY: &str = "likely";

pub(crate) use buffers::unflatten;
pub(crate) use compute::folds_of;

type Result<T> = std::result::Result<T, Diagnostic>;

/// What a value of the tensor stage has become.
#[derive(Clone)]
enum Lowered {
    /// A number.
    Scalar(Value),
    /// A memref.
    Buffer(Value),
    /// The elements of a small tensor of constant extents, row-major.
    Local(Rc<[Value]>),
    /// A constant tensor that no memory holds yet.
    Constant(Attribute),
}

/// Statistics of one function.
#[derive(Default)]
struct Counts {
    computes: u64,
    buffers: u64,
    shared: u64,
    bytes: u64,
    copies: u64,
}

/// The lowering of one function: reads old ops, builds new ones.
struct Lowering<'a> {
    code: Code<'a>,
    values: FxHashMap<Value, Lowered>,
    /// The points of a box whose code is lowered together.
    jammed: jam::Points,
    /// Where results of ops not lowered yet have to go.
    destinations: FxHashMap<Value, Value>,
    /// What is proved of reads.
    reads: FxHashMap<Op, access::Proved>,
    /// The new entry block, and the last allocation at its start.
    entry: Block,
    last_alloc: Option<Op>,
    /// Buffers of constants.
    constants: FxHashMap<Attribute, Value>,
    /// The plan of the compute being lowered, with the numbers of its folds.
    plan: Option<compute::Nest>,
    /// The new blocks that hold what ops outside of computes became: the function's, and those of loops and
    /// conditionals of the program, not those of nests.
    stages: Vec<Block>,
    counts: Counts,
    /// Which of the pass's rules may apply.
    allowed: Allowed<'a>,
}

impl Lowering<'_> {
    fn ctx(&self) -> Context {
        self.code.ctx()
    }

    fn body(&self) -> &Body {
        self.code.b.body
    }

    fn ty(&self, value: Value) -> Type {
        self.body().ty(value)
    }

    fn error(&self, op: Op, message: impl std::fmt::Display) -> Diagnostic {
        self.body().op(op).error(message).code(&codes::ILLEGAL)
    }

    fn operands(&self, op: Op) -> Vec<Value> {
        self.body().operands(op).collect()
    }

    fn results(&self, op: Op) -> Vec<Value> {
        self.body().results(op).collect()
    }

    /// What an old value has become.
    fn lowered(&self, old: Value) -> Lowered {
        self.known(old).cloned().expect("definitions are lowered before uses")
    }

    /// The new value of an old number.
    fn scalar(&self, op: Op, old: Value) -> Result<Value> {
        match self.known(old) {
            Some(Lowered::Scalar(value)) => Ok(*value),
            _ => Err(self.error(op, "uses a tensor as a whole: run tensor-decompose first")),
        }
    }

    fn scalars(&self, op: Op, old: &[Value]) -> Result<Vec<Value>> {
        old.iter().map(|v| self.scalar(op, *v)).collect()
    }

    fn known(&self, old: Value) -> Option<&Lowered> {
        self.jammed.get(old).or_else(|| self.values.get(&old))
    }

    fn set(&mut self, old: Value, new: Lowered) {
        self.jammed.values().unwrap_or(&mut self.values).insert(old, new);
    }

    /// Builds the only block of region `i` of a new op.
    fn region<R>(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Result<R>,
    ) -> Result<R> {
        let (block, outer) = self.code.b.enter(op, i, args);
        let args: Vec<Value> = self.code.b.body.args(block).collect();
        let result = fill(self, &args)?;
        self.code.b.cursor = outer;
        Ok(result)
    }

    /// Lowers all ops of an old block but its terminator, which is returned.
    fn block(&mut self, block: Block) -> Result<Op> {
        if let (None, Cursor::End(new)) = (&self.plan, self.code.b.cursor)
            && !self.stages.contains(&new)
        {
            self.stages.push(new);
        }
        let ops: Vec<Op> = self.body().ops(block).collect();
        let (end, ops) = ops.split_last().expect("verified blocks end with a terminator");
        for op in ops {
            // Folds of points that are lowered together are one loop.
            match self.body().is(*op, Fold) {
                true => self.op(*op)?,
                false => drop(self.each_point(|this, _| this.op(*op))?),
            }
        }
        self.code.b.loc = self.body().loc(*end);
        Ok(*end)
    }

    /// Lowers one op.
    fn op(&mut self, op: Op) -> Result<()> {
        self.code.b.loc = self.body().loc(op);
        match self.body().kind(op) {
            Compute::KIND => self.compute(op),
            Fold::KIND => self.fold(op),
            At::KIND => self.read(op),
            Put::KIND => self.put(op),
            FromElements::KIND => self.from_elements(op),
            tensor::ExtentOf::KIND => self.extent(op),
            tensor::Cast::KIND => self.cast(op),
            Require::KIND => self.require(op),
            Bind::KIND => self.bind(op),
            Scan::KIND => self.scan(op),
            Sort::KIND => self.sort(op),
            arith::Constant::KIND => self.constant(op),
            For::KIND | While::KIND | If::KIND => self.control(op),
            Call::KIND | CallIndirect::KIND => Err(self.error(op, "cannot be lowered: inline calls first")),
            _ => self.elementwise(op),
        }
    }

    /// An op on numbers: the same op on the new values.
    fn elementwise(&mut self, op: Op) -> Result<()> {
        if self.body().info(op).dialect() == tensor::DIALECT {
            return Err(self.error(op, "has no loop form of its own: run tensor-decompose first"));
        }
        if let Some(is_write) = Access::of(self.body().op(op)).map(|access| access.is_write) {
            return self.foreign_access(op, is_write);
        }
        if self.body().regions(op).len() > 0 {
            return Err(self.error(op, "has regions that cannot be lowered to loops"));
        }
        let operands = self.operands(op);
        let operands = self.scalars(op, &operands)?;
        let results = self.results(op);
        let types: Vec<Type> = results.iter().map(|v| self.ty(*v)).collect();
        if types.iter().any(|ty| self.ctx().is_tensor(*ty)) {
            return Err(self.error(op, "gives a tensor: run tensor-decompose first"));
        }
        let attrs: Vec<(String, Attribute)> = self.attributes(op);
        let attrs: Vec<(&str, Attribute)> =
            attrs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let name = self.body().name(op);
        let new = self.code.b.op(name, &operands, &types, &attrs);
        for (old, new) in results.iter().zip(self.results(new)) {
            self.set(*old, Lowered::Scalar(new));
        }
        Ok(())
    }

    /// All attributes of an op.
    fn attributes(&self, op: Op) -> Vec<(String, Attribute)> {
        let body = self.body();
        let inherent = body.inherent(op).map(|(name, value)| (name.to_string(), value));
        let discardable =
            body.discardable(op).map(|(name, value)| (body.ctx().text(name).to_string(), value));
        inherent.chain(discardable).collect()
    }
}
