//! The comprehension and what only occurs inside it: `tensor.compute`, `tensor.fold`, `tensor.yield`.

use super::accumulate::{ACCUMULATIONS_ATTR, Accumulation, accumulations};
use super::combiner::{self, Laws};
use super::constraints::*;
use super::kinds::CombiningKind;
use super::shape::{check_result, dims};
use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use crate::func::Call;
use crate::loops::{self, Condition, For, If, Switch, While};
use crate::scalar::{dtype, element_type};
use crate::tensor::reduce_window::ReduceWindow;
use crate::tensor::scan::Scan;
use crate::tensor::sort::Sort;
use crate::tensor::transform::checkpoint::Checkpoint;
use crate::tensor::transform::custom::Custom;
use crate::tensor::transform::vmap::Vmap;
use crate::tensor::transform::{Detach, Jvp, StraightThrough, Vjp};
use crate::tensor::{self, At, FromElements, Put};
use smallvec::SmallVec;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::control::LoopLike;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{Flow, Place, RegionFlow, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::{OpInfo, Traits};
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};
use tf_ir::{OpDef, OpKind, codes};

/// The comprehension: maps an index box to one or more results over it.
///
/// The region is scalar code; its arguments are the indices, of type `index`, one per extent of `box`; it runs once
/// for each point of the box, in no particular order, and not at all if an extent is not positive. A result's shape is the box followed by the
/// shape of the value that is yielded for it: a scalar, or a tensor of constant extents.
///
/// The last results accumulate, one for each operand, whose type they have: they start as the operand and change by
/// the `tensor.put`s of the region, which has an argument for each behind the indices, of memref type. With them, the
/// points follow each other in row-major order, as far as that can be seen in what is put. What is put is never read
/// in the region. `accumulate` says how elements change: by a combining kind, by being replaced (`set`), or as the
/// regions of the puts say (`region`); with ` unique` behind it, no element is put twice.
#[op(
    "tensor.compute",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS, OWN_ARGUMENTS),
    operands(inits: variadic(TENSOR)),
    results(results: variadic(TENSOR)),
    attrs(r#box: EXTENTS_ATTR, accumulate: optional(ACCUMULATIONS_ATTR)),
    regions(1),
    interfaces(Verify, LoopLike, RegionFlow, tf_ir::text::Assembly),
)]
pub struct Compute;

/// A reduction over one index, inside a compute.
///
/// The index runs from the first to the second result of `bounds`, step 1, that one excluded; nothing happens if the
/// range is empty. There is one accumulator per result: it starts at the identity of its kind and is combined with each value that the
/// region yields, in ascending order unless `fastmath` allows to reassociate.
///
/// Instead of kinds there may be a second region, the combiner: its arguments are the accumulators followed by the
/// yielded values, and it yields the new accumulators. Then the operands end with the initial values. Values are
/// combined in ascending order; a combiner that states that it is `associative` may be regrouped, one that is also
/// `commutative` reordered.
///
/// The first operands are the dimensions of `bounds`, the terms of `extents` its symbols.
#[op(
    "tensor.fold",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(values: variadic(SCALAR)),
    results(results: variadic(SCALAR)),
    attrs(
        bounds: MAP_ATTR,
        extents: optional(EXTENTS_ATTR),
        kinds: optional(KINDS_ATTR),
        fastmath: optional(FASTMATH_ATTR),
        associative: optional(UNIT_ATTR),
        commutative: optional(UNIT_ATTR),
    ),
    regions(at_least(1)),
    interfaces(Verify, LoopLike, tf_ir::text::Assembly),
)]
pub struct Fold;

/// Ends the regions of `tensor.compute` and `tensor.fold` with the values of one point, those of `tensor.put`
/// and `tensor.scatter` with the new elements.
#[op(
    "tensor.yield",
    traits(PURE, TERMINATOR, RETURN_LIKE),
    operands(values: variadic(ANY)),
    interfaces(Verify),
    asm = "attr-dict ($values^ `:` type($values))?",
)]
pub struct Yield;

/// The block of a region that has one, and the terminator of that block, of the given name.
pub(crate) fn sole_block<D: OpDef>(op: OpRef<'_>, i: usize, _: D) -> Result<(Block, Op), Diagnostic> {
    sole_block_of(op, i, &[D::NAME])
}

/// As [`sole_block`], with a choice of terminators.
pub(crate) fn sole_block_of(
    op: OpRef<'_>,
    i: usize,
    terminators: &[&str],
) -> Result<(Block, Op), Diagnostic> {
    let Some(block) = op.entry(i) else {
        return Err(op.error("has an empty region: it needs a block"));
    };
    match op.body().terminator(block) {
        Some(last) if terminators.iter().any(|name| op.body().is(last, *name)) => Ok((block, last)),
        _ => Err(op.error(format_args!("expects its region to end with {}", terminators.join(" or ")))),
    }
}

/// Checks that the arguments of a block are `count` indices.
fn check_indices(op: OpRef<'_>, block: Block, count: usize, whose: &str) -> Result<(), Diagnostic> {
    let body = op.body();
    let accumulators = if op.is(Compute) { op.operand_count() } else { 0 };
    let found = body.arg_count(block);
    if found != count + accumulators {
        return Err(op.error(format_args!("has {whose}, but its region has {found} arguments")));
    }
    match body.args(block).take(count).find(|arg| body.ty(*arg) != op.ctx().index()) {
        Some(arg) => {
            let ty = type_to_string(op.ctx(), body.ty(arg));
            Err(op.error(format_args!("expects region arguments of type index, but one is {ty}")))
        }
        None => Ok(()),
    }
}

fn check_yield_count(op: OpRef<'_>, end: Op, results: usize) -> Result<(), Diagnostic> {
    let yielded = op.body().operand_count(end);
    if op.result_count() == 0 {
        return Err(op.error("needs at least one result"));
    }
    if yielded != results {
        let error = op.error(format_args!("has {results} results but its region yields {yielded} values"));
        return Err(error.note(op.body().loc(end), "yielded here"));
    }
    Ok(())
}

impl<'a> ComputeOp<'a> {
    /// The extents of the box.
    pub fn extents(self) -> &'a [Extent] {
        self.r#box().and_then(|a| self.op().ctx().attr_extents(a)).unwrap_or_default()
    }

    /// The block of the region.
    pub fn block(self) -> Option<Block> {
        self.op().entry(0)
    }

    /// The indices.
    pub fn indices(self) -> Vec<Value> {
        let rank = self.extents().len();
        self.block().map(|b| self.op().body().args(b).take(rank).collect()).unwrap_or_default()
    }

    /// The arguments that stand for the accumulating results.
    pub fn accumulators(self) -> Vec<Value> {
        let rank = self.extents().len();
        self.block().map(|b| self.op().body().args(b).skip(rank).collect()).unwrap_or_default()
    }

    /// How the accumulating results take what is put, one per operand.
    pub fn accumulations(self) -> Vec<Accumulation> {
        self.accumulate().and_then(|a| accumulations(self.op().ctx(), a)).unwrap_or_default()
    }

    /// The number of results that are yielded; the others accumulate.
    pub fn plain_count(self) -> usize {
        self.op().result_count().saturating_sub(self.op().operand_count())
    }

    /// The yielded values.
    pub fn yielded(self) -> Vec<Value> {
        yielded(self.op())
    }
}

/// What the terminator of the first region yields.
fn yielded(op: OpRef<'_>) -> Vec<Value> {
    let body = op.body();
    let end = op.entry(0).and_then(|b| body.terminator(b));
    end.map(|end| body.operands(end).collect()).unwrap_or_default()
}

impl<'a> FoldOp<'a> {
    /// The values of the dimensions of the bounds.
    pub fn indices(self) -> Vec<Value> {
        self.op().operands().take(self.dimensions()).collect()
    }

    /// The initial values, of a fold with a combiner.
    pub fn inits(self) -> Vec<Value> {
        self.op().operands().skip(self.dimensions()).collect()
    }

    fn dimensions(self) -> usize {
        let map = self.bounds().and_then(|a| self.op().ctx().attr_map(a));
        map.map_or(0, |map| map.num_dims() as usize)
    }

    /// The block of the combiner; `None` if kinds combine.
    pub fn combiner(self) -> Option<Block> {
        combiner::block_of(self.op(), 1)
    }

    /// What the combiner states of itself.
    pub fn laws(self) -> Laws {
        Laws::of(self.op())
    }

    /// The combining kinds, one per result; none if there is a combiner.
    pub fn combining_kinds(self) -> Vec<CombiningKind> {
        self.kinds().and_then(|a| kinds(self.op().ctx(), a)).unwrap_or_default()
    }

    /// The terms that are the symbols of the bounds.
    pub fn symbols(self) -> &'a [Extent] {
        self.extents().and_then(|a| self.op().ctx().attr_extents(a)).unwrap_or_default()
    }

    /// The block of the region.
    pub fn block(self) -> Option<Block> {
        self.op().entry(0)
    }

    /// The index that runs.
    pub fn index(self) -> Option<Value> {
        self.block().map(|b| self.op().body().arg(b, 0))
    }

    /// The yielded values.
    pub fn yielded(self) -> Vec<Value> {
        yielded(self.op())
    }
}

/// The result type of a compute for a value yielded in a box; `None` if the value has extents that are not constant.
pub fn result_type(ctx: &tf_ir::context::Context, extents: &[Extent], value: Type) -> Option<Type> {
    let inner = dims(ctx, value);
    if inner.iter().any(|dim| dim.as_static().is_none()) {
        return None;
    }
    let mut shape: Vec<Dim> = extents.iter().cloned().map(Dim::from_extent).collect();
    shape.extend_from_slice(inner);
    Some(ctx.tensor(shape, ctx.elem_type(value)))
}

impl Verify for Compute {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (body, ctx) = (op.body(), op.ctx());
        let (block, end) = sole_block(op, 0, Yield)?;
        let view = op.view(tensor::Compute);
        let extents = view.extents();
        if let Some(negative) = extents.iter().find(|e| e.as_const().is_some_and(|n| n < 0)) {
            return Err(op.error(format_args!("has a box with the negative extent {negative}")));
        }
        check_accumulators(op, view, block)?;
        check_indices(op, block, extents.len(), &format!("a box of rank {}", extents.len()))?;
        check_yield_count(op, end, view.plain_count())?;
        for (i, value) in body.operands(end).enumerate() {
            let ty = body.ty(value);
            if !(SCALAR.check)(ctx, ty) && !(TENSOR.check)(ctx, ty) {
                let ty = type_to_string(ctx, ty);
                return Err(
                    op.error(format_args!("yields {ty} as value #{i}: neither a scalar nor a tensor"))
                );
            }
            let Some(wanted) = result_type(ctx, extents, ty) else {
                let ty = type_to_string(ctx, ty);
                let error = op.error(format_args!(
                    "yields {ty} as value #{i}: a tensor in a region must have constant extents"
                ));
                return Err(error.note(body.loc(end), "yielded here"));
            };
            check_result(op, i, wanted, "the box and the yielded value give")?;
        }
        check_contents(op, block, "a tensor.compute")?;
        super::put::check_accumulator_uses(op, &view.accumulators())
    }
}

/// The type of a region argument that stands for an accumulating result.
pub fn accumulator_type(ctx: &tf_ir::context::Context, result: Type) -> Type {
    ctx.memref(dims(ctx, result), ctx.elem_type(result))
}

/// Checks that operands, accumulations, the last results and the last arguments belong together.
fn check_accumulators(op: OpRef<'_>, view: ComputeOp<'_>, block: Block) -> Result<(), Diagnostic> {
    let (body, ctx, count) = (op.body(), op.ctx(), op.operand_count());
    let how = view.accumulations();
    if how.len() != count {
        let n = how.len();
        return Err(op.error(format_args!("has {count} operands to start from, but {n} accumulations")));
    }
    if op.result_count() < count {
        let n = op.result_count();
        return Err(op.error(format_args!("accumulates {count} results, but has {n}")));
    }
    let arguments = view.accumulators();
    if count > 0 && arguments.len() != count {
        let (rank, found) = (view.extents().len(), body.arg_count(block));
        return Err(op.error(format_args!(
            "has a box of rank {rank} and {count} accumulators, but its region has {found} arguments"
        )));
    }
    for i in 0..count {
        let (init, result) = (op.operand_type(i), op.result_type(view.plain_count() + i));
        if init != result {
            let words = [init, result].map(|t| type_to_string(ctx, t));
            return Err(
                op.error(format_args!("starts accumulator #{i} from {} but gives {}", words[0], words[1]))
            );
        }
        let (found, wanted) = (body.ty(arguments[i]), accumulator_type(ctx, init));
        if found != wanted {
            let words = [found, wanted].map(|t| type_to_string(ctx, t));
            return Err(
                op.error(format_args!("accumulator #{i} is {} in the region, not {}", words[1], words[0]))
            );
        }
        let dtype = element_type(ctx, init).expect("operands are tensors of element types");
        if !how[i].accepts(dtype) {
            return Err(op.error(format_args!("cannot accumulate values of type {dtype} with {}", how[i])));
        }
    }
    Ok(())
}

/// What a region of scalar code may hold besides `arith`, `math` and dialects that are not known here.
const ALLOWED: &[OpKind] = &[
    At::KIND,
    Put::KIND,
    tensor::Fold::KIND,
    tensor::Yield::KIND,
    FromElements::KIND,
    tensor::ExtentOf::KIND,
    Vjp::KIND,
    Jvp::KIND,
    Detach::KIND,
    StraightThrough::KIND,
    Custom::KIND,
    Checkpoint::KIND,
    For::KIND,
    While::KIND,
    If::KIND,
    Switch::KIND,
    loops::Yield::KIND,
    Condition::KIND,
    Call::KIND,
    UnrealizedCast::KIND,
];

/// True for an op that may stand in the region of a compute.
fn is_allowed(info: &OpInfo) -> bool {
    let ours = ["tensor", "loop", "mem", "vector", "func", "builtin"].contains(&info.dialect());
    !ours || ALLOWED.contains(&info.kind)
}

/// True if the code of a function, but for its return, may stand in the region of a compute: calls in such regions can be
/// inlined only then.
pub fn is_scalar_code(function: &Body) -> bool {
    let mut all = true;
    for block in function.regions(function.root()).flat_map(|r| function.blocks(r)) {
        for op in function.ops(block).filter(|op| !function.has(*op, Traits::RETURN_LIKE)) {
            tf_ir::walk::walk(function, op, &mut |body, inner| all &= is_allowed(body.info(inner)));
        }
    }
    all
}

/// Checks that a block, of the region of `whose`, holds scalar code.
pub(crate) fn check_contents(op: OpRef<'_>, block: Block, whose: &str) -> Result<(), Diagnostic> {
    let body = op.body();
    let mut pending: Vec<Block> = vec![block];
    while let Some(block) = pending.pop() {
        for inner in body.ops(block) {
            let info = body.info(inner);
            if !is_allowed(info) {
                let error = body.op(inner).error(format_args!("cannot stand in the region of {whose}"));
                let error = error.code(&codes::PLACE);
                let holder = if op.is(Compute) { "the compute" } else { "it" };
                return Err(error.note(
                    op.loc(),
                    format!(
                        "{holder} holds scalar code: arith, math, tensor.at, tensor.put, tensor.fold, \
                         tensor.from_elements, tensor.extent, loop.for, loop.while, loop.if, loop.switch"
                    ),
                ));
            }
            pending.extend(body.regions(inner).flat_map(|r| body.blocks(r)));
        }
    }
    Ok(())
}

impl Verify for Fold {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ctx = op.ctx();
        let (block, end) = sole_block(op, 0, Yield)?;
        let view = op.view(tensor::Fold);
        check_indices(op, block, 1, "one index")?;
        if op.body().regions(op.id()).len() > 2 {
            return Err(op.error("has more regions than its own and the combiner"));
        }
        let inits = check_operands(op, view)?;
        check_yield_count(op, end, op.result_count())?;
        let combines = op.body().regions(op.id()).len() > 1;
        let kinds = view.combining_kinds();
        check_way(op, combines, view.kinds().is_some(), kinds.len())?;
        if combines {
            let types: Vec<Type> = op.results().map(|v| op.body().ty(v)).collect();
            check_inits(op, &inits, &types)?;
            combiner::verify(op, 1, &types)?;
        }
        for (i, value) in op.body().operands(end).enumerate() {
            let (ty, wanted) = (op.body().ty(value), op.result_type(i));
            if ty != wanted {
                let words = [ty, wanted].map(|t| type_to_string(ctx, t));
                let error = op
                    .error(format_args!("yields {} as value #{i} but result #{i} is {}", words[0], words[1]));
                return Err(error.note(op.body().loc(end), "yielded here"));
            }
            let dtype = dtype(ctx, ty).expect("results are scalars");
            if !combines && !kinds[i].accepts(dtype) {
                return Err(op.error(format_args!("cannot combine values of type {dtype} with {}", kinds[i])));
            }
        }
        let comprehends = |p: OpRef<'_>| p.is(Compute) || p.is(super::scatter::Scatter);
        let inside = std::iter::successors(op.parent(), |p| p.parent()).any(comprehends);
        if !inside {
            let error = op.error("must stand in the region of a tensor.compute; elsewhere use tensor.reduce");
            return Err(error.code(&codes::PLACE));
        }
        Ok(())
    }
}

/// Checks the map of a fold and that its operands are the dimensions of the map, then initial values; gives these.
fn check_operands(op: OpRef<'_>, view: FoldOp<'_>) -> Result<Vec<Value>, Diagnostic> {
    let combines = op.body().regions(op.id()).len() > 1;
    let (indices, inits) = (view.indices(), view.inits());
    // Without a combiner every operand is an index.
    let count = if combines { indices.len() } else { op.operand_count() };
    super::access::check_map(op, view.bounds(), count, view.symbols().len(), Some(2), "bounds")?;
    let index = op.ctx().index();
    match indices.iter().find(|v| op.body().ty(**v) != index) {
        Some(value) => {
            let ty = type_to_string(op.ctx(), op.body().ty(*value));
            Err(op.error(format_args!("expects bounds of type index, but one is {ty}")))
        }
        None => Ok(inits),
    }
}

/// Checks that an op combines in one way: with a region or with one kind per result.
pub(crate) fn check_way(
    op: OpRef<'_>,
    region: bool,
    has_kinds: bool,
    kinds: usize,
) -> Result<(), Diagnostic> {
    let results = op.result_count();
    match (region, has_kinds) {
        (true, true) => Err(op.error("has both combining kinds and a combiner: give one of them")),
        (false, false) => Err(op.error("needs combining kinds or a combiner")),
        (false, true) if kinds != results => {
            Err(op.error(format_args!("has {results} results but {kinds} combining kinds")))
        }
        (false, true) if Laws::of(op) != Laws::default() => {
            Err(op.error("states laws of a combiner, but has none: kinds are associative and commutative"))
        }
        _ => Ok(()),
    }
}

/// Checks that there is one initial value of each type.
pub(crate) fn check_inits(op: OpRef<'_>, inits: &[Value], types: &[Type]) -> Result<(), Diagnostic> {
    let found: Vec<Type> = inits.iter().map(|v| op.body().ty(*v)).collect();
    if found == types {
        return Ok(());
    }
    let words = [&found[..], types].map(|types| super::shape::types_words(op.ctx(), types));
    Err(op.error(format_args!("has initial values ({}) for accumulators ({})", words[0], words[1])))
}

/// What a `tensor.yield` ends the regions of.
const YIELD_TO: &[&str] = &[
    tensor::Compute::NAME,
    tensor::Fold::NAME,
    Put::NAME,
    tensor::Scatter::NAME,
    Vjp::NAME,
    Jvp::NAME,
    Vmap::NAME,
    Custom::NAME,
    Checkpoint::NAME,
    tensor::Reduce::NAME,
    ReduceWindow::NAME,
    Scan::NAME,
    Sort::NAME,
];

impl Verify for Yield {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        match op.parent() {
            Some(parent) if YIELD_TO.contains(&parent.name()) => Ok(()),
            _ => Err(op.error(format_args!("expects one of the parent ops {}", YIELD_TO.join(", ")))),
        }
    }
}

impl RegionFlow for Compute {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        let Some(view) = op.cast(tensor::Compute) else { return SmallVec::new() };
        let to = [Place::Region(0, view.extents().len()), Place::Results(view.plain_count())];
        to.into_iter().map(|to| Flow { from: Place::Operands(0), to }).collect()
    }
}
