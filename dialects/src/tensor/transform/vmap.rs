//! `tensor.vmap`: code for one slice, applied to all slices.
//!
//! `tensor.vmap (%u = %x, %v = %y) axes [0, 1] -> [0] : (T, U) -> (R) {…}`: the arguments of the region are
//! the operands without the mapped axes.

use super::words;
use crate::shared::regions::sole_block;
use crate::tensor;
use crate::tensor::constraints::{I64S_ATTR, TENSOR};
use crate::tensor::scalar_code::Yield;
use crate::tensor::shape::same_extent;
use tf_ir::body::{Block, Value};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Verdict;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::{
    Argument, Assembly, Delimiter, OpParser, OpState, ParseResult, Printer, Tok, type_to_string,
};
use tf_ir::types::{Dim, Type};

/// Applies the code of its region to each slice of its operands along an axis of each, and stacks the yielded
/// values.
///
/// `in_axes` has the mapped axis of each operand, `out_axes` the axis of each result along which the yielded
/// tensors are stacked. The mapped axes have one extent. Captured values are the same for all slices. The
/// region has no access to other slices: the order of the slices is irrelevant.
#[op(
    "tensor.vmap",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(TENSOR)),
    results(results: variadic(TENSOR)),
    attrs(in_axes: I64S_ATTR, out_axes: I64S_ATTR),
    regions(1),
    interfaces(Verify, tf_ir::text::Assembly),
)]
pub struct Vmap;

/// The type without an axis; `None` if it has no such axis.
pub fn without_axis(ctx: &Context, ty: Type, axis: usize) -> Option<Type> {
    let mut dims: Vec<Dim> = ctx.dims(ty)?.to_vec();
    if axis >= dims.len() {
        return None;
    }
    dims.remove(axis);
    Some(ctx.tensor(dims, ctx.elem_type(ty)))
}

/// The type with an axis of this extent inserted; `None` if the rank is too small.
pub fn with_axis(ctx: &Context, ty: Type, axis: usize, extent: &Dim) -> Option<Type> {
    let mut dims: Vec<Dim> = ctx.dims(ty).unwrap_or_default().to_vec();
    if axis > dims.len() {
        return None;
    }
    dims.insert(axis, extent.clone());
    Some(ctx.tensor(dims, ctx.elem_type(ty)))
}

impl<'a> VmapOp<'a> {
    fn axes(self, slot: usize) -> Vec<usize> {
        let op = self.op();
        let axes = op.slot(slot).and_then(|a| op.ctx().attr_i64s(a)).unwrap_or_default();
        axes.iter().map(|axis| usize::try_from(*axis).unwrap_or(usize::MAX)).collect()
    }

    /// The mapped axis of each operand.
    pub fn operand_axes(self) -> Vec<usize> {
        self.axes(Vmap::IN_AXES)
    }

    /// The axis of each result along which the slices are stacked.
    pub fn result_axes(self) -> Vec<usize> {
        self.axes(Vmap::OUT_AXES)
    }

    /// The block of the region.
    pub fn block(self) -> Option<Block> {
        self.op().entry(0)
    }

    /// The number of slices.
    pub fn extent(self) -> Option<Dim> {
        let op = self.op();
        let axis = *self.operand_axes().first()?;
        op.ctx().dims(op.operand_type(0))?.get(axis).cloned()
    }
}

impl Verify for Vmap {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, body) = (op.ctx(), op.body());
        let view = op.view(tensor::transform::vmap::Vmap);
        let (block, end) = sole_block(op, 0, Yield)?;
        let (axes, count) = (view.operand_axes(), op.operand_count());
        if count == 0 || axes.len() != count {
            let n = axes.len();
            return Err(op.error(format_args!(
                "needs at least one operand, and an axis for each: it has {count} operands and {n} axes"
            )));
        }
        let mut wanted = Vec::new();
        for (i, axis) in axes.iter().enumerate() {
            let ty = op.operand_type(i);
            wanted.push(without_axis(ctx, ty, *axis).ok_or_else(|| no_axis(op, "operand", i, *axis, ty))?);
        }
        let arguments: Vec<Type> = body.args(block).map(|v| body.ty(v)).collect();
        if arguments != wanted {
            return Err(op.error(format_args!(
                "has a region of arguments {} instead of {}, its operands without the mapped axes",
                words(op, &arguments),
                words(op, &wanted)
            )));
        }
        let extent = view.extent().expect("the first axis is there");
        for (i, axis) in axes.iter().enumerate() {
            let other = &ctx.dims(op.operand_type(i)).expect("operands are tensors")[*axis];
            if same_extent(&extent, other) == Verdict::Refuted {
                let [a, b] = [0, i].map(|i| type_to_string(ctx, op.operand_type(i)));
                return Err(op.error(format_args!(
                    "maps over axes of different extents: axis {} of {a} and axis {axis} of {b}",
                    axes[0]
                )));
            }
        }
        verify_results(op, view, end, &extent)
    }
}

fn no_axis(op: OpRef<'_>, what: &str, i: usize, axis: usize, ty: Type) -> Diagnostic {
    let ty = type_to_string(op.ctx(), ty);
    op.error(format_args!("maps over axis {axis} of {what} #{i}, which {ty} does not have"))
}

fn verify_results(
    op: OpRef<'_>,
    view: VmapOp<'_>,
    end: tf_ir::body::Op,
    extent: &Dim,
) -> Result<(), Diagnostic> {
    let (ctx, body) = (op.ctx(), op.body());
    let axes = view.result_axes();
    let yielded: Vec<Type> = body.operands(end).map(|v| body.ty(v)).collect();
    if axes.len() != yielded.len() || yielded.len() != op.result_count() {
        return Err(op.error(format_args!(
            "yields {} values for {} results with {} axes",
            yielded.len(),
            op.result_count(),
            axes.len()
        )));
    }
    for (i, (ty, axis)) in yielded.into_iter().zip(axes).enumerate() {
        if !(TENSOR.check)(ctx, ty) {
            let ty = type_to_string(ctx, ty);
            return Err(op.error(format_args!("yields {ty} as value #{i}: only tensors can be stacked")));
        }
        let wanted = with_axis(ctx, ty, axis, extent).ok_or_else(|| no_axis(op, "result", i, axis, ty))?;
        if op.result_type(i) != wanted {
            let [found, wanted] = [op.result_type(i), wanted].map(|t| type_to_string(ctx, t));
            return Err(op.error(format_args!("has result #{i} of type {found}, but stacks to {wanted}")));
        }
    }
    Ok(())
}

fn parse_axes(p: &mut OpParser, state: &mut OpState, name: &str) -> ParseResult<Vec<i64>> {
    let mut axes: Vec<i64> = Vec::new();
    p.list_of(Delimiter::Square, |p| {
        axes.push(p.integer::<i64>()?);
        Ok(())
    })?;
    let attr = p.ctx().i64_array_attr(&axes);
    p.set_attr(state, name, attr);
    Ok(axes)
}

impl Assembly for Vmap {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let (names, values) = p.assignments(Delimiter::Paren)?;
        p.keyword("axes")?;
        let axes = parse_axes(p, state, "in_axes")?;
        p.expect(Tok::Arrow)?;
        parse_axes(p, state, "out_axes")?;
        p.expect(Tok::Colon)?;
        let types = p.paren_types()?;
        p.expect(Tok::Arrow)?;
        state.results = p.paren_types()?;
        p.attr_dict_with_keyword(state)?;
        if names.len() != types.len() {
            return Err(p.expected(&format!(
                "{} types of operands instead of {},",
                names.len(),
                types.len()
            )));
        }
        p.resolve_all(&values, &types, state)?;
        let ctx = p.ctx().clone();
        let mut arguments: Vec<Argument> = Vec::new();
        for (i, (name, ty)) in names.iter().zip(&types).enumerate() {
            let axis = axes.get(i).and_then(|axis| usize::try_from(*axis).ok());
            let Some(ty) = axis.and_then(|axis| without_axis(&ctx, *ty, axis)) else {
                let ty = type_to_string(&ctx, *ty);
                return Err(p.expected(&format!("an axis of {ty} for operand #{i}")));
            };
            arguments.push(p.named_argument(*name, ty));
        }
        p.region(state, &arguments)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(tensor::transform::vmap::Vmap);
        let names: Vec<Value> = view.block().map(|b| op.body().args(b).collect()).unwrap_or_default();
        p.text(" (");
        p.commas(names.iter().zip(op.operands()), |p, (name, value)| {
            p.value(*name);
            p.text(" = ");
            p.value(value);
        });
        p.text(") axes [");
        p.commas(view.operand_axes(), |p, axis| p.integer(axis));
        p.text("] -> [");
        p.commas(view.result_axes(), |p, axis| p.integer(axis));
        p.text("] : (");
        p.value_types(op.operands());
        p.text(") -> (");
        p.value_types(op.results());
        p.text(")");
        p.attr_dict_with_keyword(op, &["in_axes", "out_axes"]);
        p.text(" ");
        p.region(op.region(0), false, true);
    }
}
