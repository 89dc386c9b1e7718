//! Batching of ops on tensors: most become the same op with a leading batch dimension.

use crate::tensor::bitcast::Bitcast;
use crate::tensor::layout::Range;
use crate::tensor::scan::Scan;
use crate::tensor::sort::Sort;
use crate::tensor::transform::{After, Custom, Detach, StraightThrough};
use crate::tensor::{
    At, Broadcast, Cast, Concat, Contract, FromElements, Pad, Reduce, Reshape, Reverse, Slice,
};
use crate::tensor::{Splat, Transpose, build};
use tf_ir::batch::AxisChange::*;
use tf_ir::batch::BatchRule::{self, *};
use tf_ir::batch::{Batch, Batched, Batching, mapped_results};
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// The batched results of an op, if a rule exists.
type Results = Result<Option<Vec<Batched>>, Diagnostic>;

/// Ops with a standard batching rule.
macro_rules! rules {
    ($($op:ident $rule:expr;)*) => { $(
        impl Batch for $op {
            fn rule(&self) -> BatchRule {
                $rule
            }
        }
    )* };
}

rules! {
    At EachSlice;
    FromElements EachSlice;
    Detach Elementwise;
    StraightThrough Elementwise;
    Broadcast SameOp(&[("dims", EachAxis)]);
    Transpose SameOp(&[("perm", EachAxis)]);
    Reshape SameOp(&[]);
    Cast SameOp(&[]);
    Bitcast SameOp(&[]);
    Reverse SameOp(&[("dims", Axes)]);
    Reduce SameOp(&[("dims", Axes)]);
    Concat SameOp(&[("dim", Axis)]);
    Sort SameOp(&[("dim", Axis)]);
    Slice SameOp(&[("starts", NoExtent), ("stops", AllSlices), ("steps", Number(1))]);
    Pad SameOp(&[("low", NoExtent), ("high", NoExtent), ("interior", Number(0))]);
}

/// A tensor of one scalar per slice.
impl Batch for Splat {
    fn batch(&self, op: Op, code: &mut dyn Batching<'_>) -> Results {
        let body = code.body();
        let (scalar, ty) = (body.operand(op, 0), code.stacked_type(body.ty(body.result(op, 0))));
        let shape: Vec<Dim> = body.ctx().dims(ty).unwrap_or_default().to_vec();
        Ok(Some(vec![Batched::Mapped(code.stacked_to(scalar, &shape))]))
    }
}

/// Waits for all slices at once.
impl Batch for After {
    fn batch(&self, op: Op, code: &mut dyn Batching<'_>) -> Results {
        let operands: Vec<Batched> = code.body().operands(op).map(|value| code.form(value)).collect();
        let known: Vec<Value> = operands[1..].iter().map(|operand| operand.value()).collect();
        let value = crate::tensor::transform::checkpoint::after(code.builder(), operands[0].value(), &known);
        Ok(Some(vec![match operands[0] {
            Batched::Shared(_) => Batched::Shared(value),
            Batched::Mapped(_) => Batched::Mapped(value),
        }]))
    }
}

/// Code with derivative rules: each region is batched.
impl Batch for Custom {
    fn batch(&self, op: Op, code: &mut dyn Batching<'_>) -> Results {
        let operands = code.stacked_operands(op);
        let new = code.same_op(op, &operands);
        let regions = code.body().regions(op).len();
        for region in 0..regions {
            code.fill(op, new, region, true)?;
        }
        Ok(Some(mapped_results(code, new)))
    }
}

impl Batch for Scan {
    fn rule(&self) -> BatchRule {
        SameOp(&[("dim", Axis)])
    }

    fn batch(&self, op: Op, code: &mut dyn Batching<'_>) -> Results {
        let view = code.body().view(op, Scan);
        let differ = view.inits().iter().any(|init| code.form(*init).is_mapped());
        if differ && !view.combining_kinds().is_empty() {
            return Ok(Some(scan_from(op, code)));
        }
        self.rule().apply(op, code)
    }
}

/// A scan by kinds from initial values that differ between slices: they are prepended as elements, and their
/// results are cut off.
fn scan_from(op: Op, code: &mut dyn Batching<'_>) -> Vec<Batched> {
    let (inputs, inits, axis, reverse, exclusive) = {
        let view = code.body().view(op, Scan);
        (view.inputs(), view.inits(), view.axis() + 1, view.is_reverse(), view.is_exclusive())
    };
    let mut longer = Vec::new();
    for (input, init) in inputs.iter().zip(inits) {
        let (input, init) = (code.stacked(*input), code.stacked(init));
        let b = code.builder();
        let mut shape = b.body.ctx().dims(b.body.ty(input)).unwrap_or_default().to_vec();
        shape[axis] = Dim::Static(1);
        let first = build::broadcast(b, init, &[0], &shape);
        let parts = if reverse { [input, first] } else { [first, input] };
        longer.push(Concat::build(b, &parts, axis));
    }
    let results: Vec<Type> =
        code.body().results(op).map(|result| code.stacked_type(code.body().ty(result))).collect();
    let b = code.builder();
    let mut attrs = vec![("dim", b.ctx().i64_attr(axis as i64))];
    for name in ["kinds", "fastmath", "reverse"] {
        attrs.extend(b.body.attr(op, name).map(|attr| (name, attr)));
    }
    let types: Vec<Type> = longer.iter().map(|v| b.body.ty(*v)).collect();
    let new = b.op(Scan, &longer, &types, &attrs);
    let cut = |(i, ty): (usize, Type)| {
        let whole = b.body.result(new, i);
        let mut ranges: Vec<Range> = build::extents_of(b, whole)
            .into_iter()
            .map(|stop| Range { start: Extent::constant(0), stop, step: 1 })
            .collect();
        // Exclusive results exclude the element itself.
        if exclusive == reverse {
            ranges[axis].start = Extent::constant(1);
        } else if let Ok(last) = ranges[axis].stop.add_const(-1) {
            ranges[axis].stop = last;
        }
        let cut = build::slice(b, whole, &ranges);
        Batched::Mapped(build::cast(b, cut, ty))
    };
    results.into_iter().enumerate().map(cut).collect()
}

/// A contraction gets a further label, on mapped operands and on the result.
impl Batch for Contract {
    fn batch(&self, op: Op, code: &mut dyn Batching<'_>) -> Results {
        let (text, fastmath) = {
            let view = code.body().view(op, Contract);
            (view.text().unwrap_or_default().to_string(), code.body().attr(op, "fastmath"))
        };
        let label = ('a'..='z').chain('A'..='Z').find(|c| !text.contains(*c));
        let (Some(label), Some((inputs, output))) = (label, text.split_once("->")) else { return Ok(None) };
        let operands: Vec<Batched> = code.body().operands(op).map(|value| code.form(value)).collect();
        let parts = inputs.split(',').map(str::trim).zip(&operands);
        let labels: Vec<String> = parts
            .map(
                |(part, operand)| {
                    if operand.is_mapped() { format!("{label}{part}") } else { part.to_string() }
                },
            )
            .collect();
        let equation = format!("{}->{label}{}", labels.join(","), output.trim());
        let inputs: Vec<Value> = operands.iter().map(|operand| operand.value()).collect();
        let ty = code.stacked_type(code.body().ty(code.body().result(op, 0)));
        let b = code.builder();
        let elem = b.body.ctx().elem_type(ty);
        let value = build::contract(b, &equation, &inputs, Some(elem), fastmath);
        Ok(Some(vec![Batched::Mapped(build::cast(b, value, ty))]))
    }
}
