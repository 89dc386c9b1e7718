//! `tensor.sort` sorts along an axis; `tensor.searchsorted` searches a sorted table.

use super::scalar_code::check_contents;
use super::source::ExtentOf;
use crate::arith::{self, CmpF, CmpI, const_index};
use crate::constraints::UNIT_ATTR;
use crate::loops::build::while_loop;
use crate::shared::interfaces::Decompose;
use crate::shared::policy::Policy;
use crate::shared::subscripts::Subscripts;
use crate::shared::tileable::named_extents;
use crate::tensor::combination::check_one_shape;
use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use crate::tensor::{build, combiner};
use smallvec::smallvec;
use std::fmt;
use tf_ir::body::{Block, Op, Value};
use tf_ir::bufferize::Bufferizable;
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::text::AttrSyntax;
use tf_ir::types::Type;

/// Sorts tensors of one shape together along axis `dim`: stably, by a comparator.
///
/// The region is the comparator. Its arguments are two elements of each tensor (`a0, b0, a1, b1 …`), and it
/// yields an i1: whether the first ones precede the others. Elements without an order between them keep their
/// positions relative to each other. If the comparator is not a strict weak order, the result is that of a
/// bottom-up merge sort, which takes from the right run if the right element precedes the left one, and
/// otherwise from the left.
///
/// `ordered` promises that the comparator is a strict weak order: then all stable sorts have the same result,
/// and runs may be merged from several positions at once.
#[op(
    "tensor.sort",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(TENSOR) = results),
    results(results: variadic(TENSOR)),
    attrs(dim: I64_ATTR, ordered: optional(UNIT_ATTR)),
    regions(comparator),
    interfaces(Bufferizable, Verify, InferTypes, crate::shared::work::Work, tf_ir::batch::Batch),
    asm = "$inputs `dim` `=` int($dim) attr-dict `by` args($comparator) $comparator `:` type($results)",
)]
pub struct Sort;

impl SortOp<'_> {
    /// The axis.
    pub fn axis(self) -> usize {
        self.dim().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
    }

    /// The block of the comparator.
    pub fn comparator(self) -> Option<Block> {
        combiner::block_of(self.op(), 0)
    }

    /// True if the comparator is a strict weak order: the op declares it, or the comparator compares
    /// integers.
    pub fn is_ordered(self) -> bool {
        let body = self.op().body();
        let compares = || {
            let block = self.comparator()?;
            let end = body.terminator(block)?;
            let test = body.def_op(body.operands(end).next()?)?;
            let predicate = body.attr(test, "predicate").filter(|_| body.is(test, arith::Cmpi))?;
            let place = |value: Value| body.args(block).position(|arg| arg == value);
            let (a, b) = (place(body.operand(test, 0))?, place(body.operand(test, 1))?);
            let strict = [CmpI::Slt, CmpI::Sgt, CmpI::Ult, CmpI::Ugt].map(|p| p as i128);
            Some(a != b && a / 2 == b / 2 && strict.contains(&body.ctx().attr_int(predicate)?))
        };
        self.ordered().is_some() || compares() == Some(true)
    }
}

impl InferTypes for Sort {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: &dyn fmt::Display| infer_error(args, Self::NAME, message);
        let Some(first) = args.operands.first() else {
            return Err(error(&"needs at least one tensor"));
        };
        let axis = args.attrs.get(Self::DIM).copied().flatten().and_then(|a| ctx.attr_int(a)).unwrap_or(-1);
        let axis = i64::try_from(axis).unwrap_or(-1);
        check_axes(&[axis], dims(ctx, *first).len()).map_err(|why| error(&why))?;
        check_one_shape(ctx, args.operands, "sorts").map_err(|why| error(&why))?;
        Ok(args.operands.iter().copied().collect())
    }
}

impl Verify for Sort {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)?;
        let (body, ctx) = (op.body(), op.ctx());
        let Some(block) = combiner::block_of(op, 0) else {
            return Err(op.error("has an empty comparator: it needs a block"));
        };
        let elems = op.operands().map(|v| ctx.elem_type(body.ty(v)));
        let wanted: Vec<Type> = elems.flat_map(|ty| [ty, ty]).collect();
        let found: Vec<Type> = body.args(block).map(|arg| body.ty(arg)).collect();
        if found != wanted {
            let words = [&found, &wanted].map(|types| types_words(ctx, types));
            return Err(op.error(format_args!(
                "has a comparator of ({}), but its pairs of elements are ({})",
                words[0], words[1]
            )));
        }
        combiner::verify_end(op, block, &[ctx.i1()])?;
        check_contents(op, block, "a comparator")
    }
}

/// The keyword of a side.
const SIDE: AttrSyntax = AttrSyntax::Words("a side", &["left", "right"]);

/// `"left"` or `"right"`
pub const SIDE_ATTR: AttrConstraint = AttrConstraint {
    summary: "one of \"left\", \"right\"",
    check: |ctx, a| matches!(ctx.attr_str(a), Some("left" | "right")),
};

/// Binary search: for each query, the number of table elements that precede it (`left`), or that do not
/// follow it (`right`).
///
/// Integers are ordered as signed ones, i1 as false before true, floats by `<` with NaN last; −0 and 0 are
/// equal. The result is from 0 to the table's extent. The bisection begins with the middle element, at
/// `n / 2`; for an unsorted table, this defines the result.
#[op(
    "tensor.searchsorted",
    traits(PURE),
    operands(table: TENSOR, queries: TENSOR),
    results(result: TENSOR),
    attrs(side: SIDE_ATTR),
    interfaces(Verify, InferTypes, Decompose, crate::shared::work::Work),
    asm = "as<SIDE>($side) $table `,` $queries attr-dict `:` type($table) `,` type($queries) `to` type($result)",
)]
pub struct SearchSorted;

impl InferTypes for SearchSorted {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        match *args.operands {
            [table, queries]
                if dims(ctx, table).len() == 1 && ctx.elem_type(table) == ctx.elem_type(queries) =>
            {
                Ok(smallvec![ctx.with_elem(queries, ctx.index())])
            }
            _ => {
                let found = types_words(ctx, args.operands);
                let message = format!("searches tables of rank 1 for elements of their type, not {found}");
                Err(infer_error(args, Self::NAME, message))
            }
        }
    }
}

impl Verify for SearchSorted {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

/// Whether an element precedes another one.
fn goes_before(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(x));
    if !ctx.is_float(ty) {
        return arith::cmpi(b, if ty == ctx.i1() { CmpI::Ult } else { CmpI::Slt }, x, y);
    }
    // `x < y`, or only `y` is NaN.
    let less = arith::cmpf(b, CmpF::ULT, x, y);
    let number = arith::cmpf(b, CmpF::ORD, x, x);
    arith::andi(b, less, number)
}

impl Decompose for SearchSorted {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let (ctx, table, queries) = (b.ctx(), view.operand(0), view.operand(1));
        let (length, shape) = (named_extents(view, table)?.swap_remove(0), named_extents(view, queries)?);
        let right = view.view(SearchSorted).side().and_then(|side| ctx.attr_str(side)) == Some("right");
        let index = ctx.index();
        Ok(vec![build::compute_one(b, &shape, index, |b, at| {
            let query = build::at_indices(b, queries, at);
            let range = [const_index(b, 0), ExtentOf::build(b, &length)];
            // Invariant: the result is in `range[0] ..= range[1]`.
            let found = while_loop(
                b,
                &range,
                &[index, index],
                |b, range| (arith::cmpi(b, CmpI::Slt, range[0], range[1]), range.to_vec()),
                |b, range| {
                    let (sum, one) = (arith::addi(b, range[0], range[1]), const_index(b, 1));
                    let middle = arith::shrui(b, sum, one);
                    let element = build::at(b, table, &Subscripts::plain(&[middle]), Policy::Clamp, None);
                    let next = arith::addi(b, middle, one);
                    let (passed, stays) = ([next, range[1]], [range[0], middle]);
                    let (test, yes, no) = match right {
                        true => (goes_before(b, query, element), stays, passed),
                        false => (goes_before(b, element, query), passed, stays),
                    };
                    (0..2).map(|i| arith::select(b, test, yes[i], no[i])).collect()
                },
            );
            b.body.result(found, 0)
        })])
    }
}
