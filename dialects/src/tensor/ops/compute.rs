//! The comprehension and its reductions: `tensor.compute`, `tensor.fold`.

use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use crate::shared::interfaces::ScalarCode;
use crate::tensor::accumulate::{ACCUMULATIONS_ATTR, Accumulation, accumulations};
use crate::tensor::combiner::{self, Combiner, Laws};
use crate::tensor::constraints::*;
use crate::tensor::kinds::CombiningKind;
use crate::tensor::schedule::{
    BY_ATTR, By, LOOP_NAME_ATTR, LOOP_NAMES_ATTR, LoopNames, MEMBER_NAME_ATTR, SCHEDULE_ATTR, Schedule,
};
use crate::tensor::shape::dims;
use crate::tensor::subscripts::AffineOperands;
use crate::tensor::syntax::{FASTMATH, KINDS, give_subscripts};
use smallvec::{SmallVec, smallvec};
use tf_ir::body::{Block, Value};
use tf_ir::bufferize::Bufferizable;
use tf_ir::control::LoopLike;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{BranchPoint, Flow, RegionFlow};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::{AffineNames, Custom, OpParser, OpState, ParseResult, Printer};
use tf_ir::types::{Dim, Type};

/// The comprehension: maps an index box to one or more results over it.
///
/// The region is scalar code; its arguments are the indices, of type `index`, one per extent of `box`. It
/// runs once for each point of the box, in no particular order, and not at all if an extent is not positive.
/// A result's shape is the box followed by the shape of the yielded value: a scalar, or a tensor of constant
/// extents.
///
/// The last results accumulate, one for each operand, whose type they have. They start as the operand, and
/// the `tensor.put`s of the region update them; after the indices, the region has an argument of memref type
/// for each. With accumulating results, the points run in row-major order, as far as the updates can observe
/// it. The region never reads an accumulating result. `accumulate` specifies the updates: a combining kind,
/// replacement (`set`), or the regions of the puts (`region`); the suffix ` unique` promises that no element
/// is put twice.
///
/// If the box has no axes and all results accumulate, the region runs once. It may hold loops over tensors as
/// schedules build them: `loop.parallel`, and loads and stores of the accumulators once their accesses are
/// lowered.
///
/// `schedule` configures the loops. It refers to those of the box by the names in `axes`, and to those of
/// folds in the region by their `axis`, which `folds` lists. In text, a compute with a schedule takes missing
/// names from its indices and folds. `member` is its name in the schedule of an enclosing `tensor.group`.
/// `by` keeps `by = each` or `by = all` of that schedule, unless another step assigns the points to threads:
/// the current thread runs them, or all threads do.
#[op(
    "tensor.compute",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS, OWN_ARGUMENTS),
    operands(inits: variadic(TENSOR)),
    results(results: variadic(TENSOR)),
    attrs(
        r#box: EXTENTS_ATTR,
        accumulate: optional(ACCUMULATIONS_ATTR),
        axes: optional(LOOP_NAMES_ATTR),
        folds: optional(LOOP_NAMES_ATTR),
        schedule: optional(SCHEDULE_ATTR),
        member: optional(MEMBER_NAME_ATTR),
        by: optional(BY_ATTR),
    ),
    regions(1),
    interfaces(Bufferizable, Verify, LoopLike, RegionFlow, tf_ir::text::Assembly),
)]
pub struct Compute;

/// A reduction over one index, inside a compute.
///
/// The index runs from the first to the second result of `bounds`, which is excluded, in steps of 1; an empty
/// range has no iterations. There is one accumulator per result: it starts at the identity of its kind and is
/// combined with each value that the region yields, in ascending order unless `fastmath` allows
/// reassociation.
///
/// Instead of kinds there may be a second region, the combiner: its arguments are the accumulators followed
/// by the yielded values, and it yields the new accumulators. The last operands are then the initial values.
/// Values are combined in ascending order; a combiner declared `associative` may be regrouped, one that is
/// also `commutative` reordered.
///
/// The first operands are the dimensions of `bounds`, the terms of `extents` its symbols. `axis` names the
/// loop for the schedule of the compute.
#[op(
    "tensor.fold",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS, COMBINES),
    operands(indices: variadic(SCALAR), inits: variadic(SCALAR) = results),
    sizes(indices_and_inits),
    results(results: variadic(SCALAR)),
    attrs(
        bounds: MAP_ATTR,
        extents: optional(EXTENTS_ATTR),
        kinds: optional(KINDS_ATTR),
        fastmath: optional(FASTMATH_ATTR),
        associative: optional(UNIT_ATTR),
        commutative: optional(UNIT_ATTR),
        axis: optional(LOOP_NAME_ATTR),
    ),
    regions(body, optional(combiner)),
    interfaces(ScalarCode, Verify, LoopLike, AffineOperands),
    asm = "indices($body, `k`) `=` custom<Bounds>($bounds, $extents, $indices) (as<KINDS>($kinds)^)? \
           (`init` `(` $inits^ `)`)? (as<FASTMATH>($fastmath)^)? attr-dict-with-keyword $body \
           custom<Combiner>($associative, $commutative, $combiner) `:` type($results)",
)]
pub struct Fold;

/// ` %a to %b + 1`: the bounds of a fold.
struct Bounds;

impl Custom for Bounds {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let mut names = AffineNames::default();
        let lower = p.affine_expr(&mut names)?;
        p.keyword("to")?;
        let upper = p.affine_expr(&mut names)?;
        give_subscripts(p, state, "bounds", &[lower, upper], &names)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let fold = op.view(Fold);
        let Some(map) = fold.bounds().and_then(|a| op.ctx().attr_map(a)) else { return };
        for (i, expr) in map.results().iter().enumerate() {
            p.text(if i > 0 { " to " } else { " " });
            p.affine_expr(expr, &fold.indices(), fold.symbols());
        }
    }
}

/// The values of the dimensions of the bounds, and the initial values.
fn indices_and_inits(op: OpRef<'_>) -> Sizes {
    let indices = op.view(Fold).dimensions().min(op.operand_count());
    smallvec![indices, op.operand_count() - indices]
}

impl<'a> ComputeOp<'a> {
    /// The threads that compute its points, if a group has specified them.
    pub fn computed_by(self) -> Option<By> {
        self.by().and_then(|attr| By::of_word(self.op().ctx().attr_str(attr)?))
    }

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

    /// The region arguments of the accumulating results.
    pub fn accumulators(self) -> Vec<Value> {
        let rank = self.extents().len();
        self.block().map(|b| self.op().body().args(b).skip(rank).collect()).unwrap_or_default()
    }

    /// The update rules of the accumulating results, one per operand.
    pub fn accumulations(self) -> Vec<Accumulation> {
        self.accumulate().and_then(|a| accumulations(self.op().ctx(), a)).unwrap_or_default()
    }

    /// The number of results that are yielded; the others accumulate.
    pub fn plain_count(self) -> usize {
        self.op().result_count().saturating_sub(self.op().operand_count())
    }

    /// True if the region runs once and all results accumulate: it contains explicit loops.
    pub fn is_nest(self) -> bool {
        self.extents().is_empty() && self.plain_count() == 0
    }

    /// The names of the loops; empty if they have none.
    pub fn loop_names(self) -> LoopNames {
        LoopNames::of_attrs(self.op().ctx(), self.axes(), self.folds())
    }

    /// The schedule of the loops, if there is one.
    pub fn scheduled(self) -> Option<Schedule> {
        self.schedule().and_then(|attr| Schedule::from_attr(self.op().ctx(), attr))
    }

    /// The yielded values.
    pub fn yielded(self) -> Vec<Value> {
        yielded(self.op())
    }
}

/// The operands of the terminator of the first region.
fn yielded(op: OpRef<'_>) -> Vec<Value> {
    let body = op.body();
    let end = op.entry(0).and_then(|b| body.terminator(b));
    end.map(|end| body.operands(end).collect()).unwrap_or_default()
}

impl<'a> FoldOp<'a> {
    /// The number of dimensions of the bounds.
    pub(in crate::tensor) fn dimensions(self) -> usize {
        let map = self.bounds().and_then(|a| self.op().ctx().attr_map(a));
        map.map_or(0, |map| map.num_dims() as usize)
    }

    /// The block of the combiner; `None` if kinds combine.
    pub fn combiner(self) -> Option<Block> {
        combiner::block_of(self.op(), 1)
    }

    /// The algebraic laws that the combiner declares.
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

    /// The loop index.
    pub fn index(self) -> Option<Value> {
        self.block().map(|b| self.op().body().arg(b, 0))
    }

    /// The yielded values.
    pub fn yielded(self) -> Vec<Value> {
        yielded(self.op())
    }
}

/// The result type of a compute for a value yielded in a box; `None` if the value has extents that are not
/// constant.
pub fn result_type(ctx: &tf_ir::context::Context, extents: &[Extent], value: Type) -> Option<Type> {
    let inner = dims(ctx, value);
    if inner.iter().any(|dim| dim.as_static().is_none()) {
        return None;
    }
    let mut shape: Vec<Dim> = extents.iter().cloned().map(Dim::from_extent).collect();
    shape.extend_from_slice(inner);
    Some(ctx.tensor(shape, ctx.elem_type(value)))
}

/// The type of the region argument of an accumulating result.
pub fn accumulator_type(ctx: &tf_ir::context::Context, result: Type) -> Type {
    ctx.memref(dims(ctx, result), ctx.elem_type(result))
}

impl RegionFlow for Compute {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        let Some(view) = op.cast(Compute) else { return SmallVec::new() };
        let to = [BranchPoint::Region(0, view.extents().len()), BranchPoint::Results(view.plain_count())];
        to.into_iter().map(|to| Flow { from: BranchPoint::Operands(0), to }).collect()
    }
}
