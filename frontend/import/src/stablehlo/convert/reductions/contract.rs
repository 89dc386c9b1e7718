//! Dot products: `stablehlo.dot_general`, `stablehlo.dot`, `stablehlo.einsum`.

use crate::stablehlo::convert::attrs::Fields;
use crate::stablehlo::convert::elements::compare::convert_value;
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::types::{Class, class};
use tf_dialects::arith;
use tf_dialects::arith::predicate::CmpI;
use tf_dialects::tensor::{Contract, build};
use tf_ir::body::Value;
use tf_ir::builder::Attrs;
use tf_ir::kind::WhichOp;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// Labels of an equation.
struct Labels(std::iter::Chain<std::ops::RangeInclusive<char>, std::ops::RangeInclusive<char>>);

impl Labels {
    fn new() -> Labels {
        Labels(('a'..='z').chain('A'..='Z'))
    }

    fn take(&mut self, op: OpRef<'_>) -> Done<char> {
        self.0.next().ok_or_else(|| unsupported(op, "has more than 52 axes"))
    }
}

/// `stablehlo.dot_general`: the axes of the result are the batch axes, then the left operand's, then the
/// right's.
pub(in crate::stablehlo) fn dot_general(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a, b] = l.exactly(op)?;
    let (left, right) = (l.rank(op, 0)?, l.rank(op, 1)?);
    let fields = Fields::of(op, "dot_dimension_numbers")?;
    let batch =
        (fields.axes("lhs_batching_dimensions", left)?, fields.axes("rhs_batching_dimensions", right)?);
    let summed =
        (fields.axes("lhs_contracting_dimensions", left)?, fields.axes("rhs_contracting_dimensions", right)?);
    if batch.0.len() != batch.1.len() || summed.0.len() != summed.1.len() {
        return Err(invalid(op, "needs as many axes of each operand as of the other"));
    }
    let mut labels = Labels::new();
    let mut equation = [vec![None; left], vec![None; right]];
    let mut result = String::new();
    let pairs = batch.0.iter().zip(&batch.1).map(|p| (p, true));
    for ((i, j), kept) in pairs.chain(summed.0.iter().zip(&summed.1).map(|p| (p, false))) {
        let label = labels.take(op)?;
        if equation[0][*i].replace(label).is_some() || equation[1][*j].replace(label).is_some() {
            return Err(invalid(op, "names an axis twice"));
        }
        if kept {
            result.push(label);
        }
    }
    for axis in equation.iter_mut().flatten().filter(|axis| axis.is_none()) {
        let label = labels.take(op)?;
        *axis = Some(label);
        result.push(label);
    }
    let words = equation.map(|axes| axes.into_iter().flatten().collect::<String>());
    contract(l, op, &format!("{},{}->{result}", words[0], words[1]), &[a, b])
}

/// `stablehlo.dot`: the last axis of the left operand with the first of the right.
pub(in crate::stablehlo) fn dot(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a, b] = l.exactly(op)?;
    let equation = match (l.rank(op, 0)?, l.rank(op, 1)?) {
        (1, 1) => "a,a->",
        (2, 1) => "ab,b->a",
        (1, 2) => "a,ab->b",
        (2, 2) => "ab,bc->ac",
        _ => return Err(invalid(op, "takes vectors and matrices")),
    };
    contract(l, op, equation, &[a, b])
}

/// `stablehlo.einsum` and `stablehlo.unary_einsum`
pub(in crate::stablehlo) fn einsum(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values = l.operands(op)?;
    let ctx = op.ctx();
    let Some(equation) = op.attr("einsum_config").and_then(|a| ctx.attr_str(a)) else {
        return Err(invalid(op, "needs the attribute 'einsum_config'"));
    };
    contract(l, op, equation, &values)
}

/// Sums of products in the result's element type.
fn contract(l: &mut Lower<'_, '_>, op: OpRef<'_>, equation: &str, values: &[Value]) -> Done {
    let ty = l.result_type(op, 0)?;
    if l.ctx().dims(ty).is_none() {
        return Err(unsupported(op, "is in a region of scalar code"));
    }
    let (values, dims) = agreeing(l, op, equation, values)?;
    let ty = if l.is_open(ty) { l.ctx().tensor(dims, l.ctx().elem_type(ty)) } else { ty };
    let attrs = [("equation", l.ctx().string_attr(equation))];
    let value = summed(l, op, Contract, &values, ty, &attrs)?;
    l.define_one(op, value)
}

/// Casts the operands so that each axis has the extent of the first axis with its label (the call checks
/// terms that differ), and computes the extents of the result.
fn agreeing(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    equation: &str,
    values: &[Value],
) -> Done<(Vec<Value>, Vec<Dim>)> {
    let ctx = l.ctx();
    let wrong = || invalid(op, "has an equation that does not fit its operands");
    let (inputs, result) = equation.split_once("->").ok_or_else(wrong)?;
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>();
    let mut known: Vec<(char, Dim)> = Vec::new();
    let mut fitted = Vec::new();
    for (labels, value) in inputs.split(',').zip(values) {
        let ty = l.type_of(*value);
        let mut dims = ctx.dims(ty).unwrap_or_default().to_vec();
        for (label, dim) in letters(labels).into_iter().zip(&mut dims) {
            match known.iter().find(|(own, _)| *own == label).map(|(_, first)| first.clone()) {
                Some(first) if matches!((&*dim, &first), (Dim::Term(_), _) | (_, Dim::Term(_))) => {
                    *dim = first
                }
                Some(_) => {}
                None => known.push((label, dim.clone())),
            }
        }
        let wanted = ctx.tensor(dims, ctx.elem_type(ty));
        fitted.push(build::cast(&mut l.b, *value, wanted));
    }
    let find = |label| known.iter().find(|(own, _)| *own == label).map(|(_, dim)| dim.clone());
    let dims: Option<Vec<Dim>> = letters(result).into_iter().map(find).collect();
    match dims.filter(|_| fitted.len() == values.len()) {
        Some(dims) => Ok((fitted, dims)),
        None => Err(wrong()),
    }
}

/// An op that sums products: narrow floats accumulate in f32 and are rounded; for booleans, the result is
/// whether any product is true.
pub(super) fn summed(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    what: impl WhichOp,
    values: &[Value],
    ty: Type,
    attrs: Attrs<'_>,
) -> Done<Value> {
    let ctx = l.ctx();
    let result = ctx.elem_type(ty);
    let Some(kind) = class(ctx, op.result_type(0)) else {
        return Err(unsupported(op, "sums elements of an unsupported type"));
    };
    let widest = values.iter().map(|v| l.dtype(*v).bits()).max().unwrap_or(0);
    let widest = widest.max(ctx.scalar_width(result).unwrap_or(0));
    let sum = match kind {
        Class::Bool => ctx.i32(),
        Class::Float if widest <= 32 => ctx.f32(),
        Class::Float => ctx.f64(),
        Class::Signed | Class::Unsigned => ctx.int(widest),
    };
    let mut wide = Vec::new();
    for (i, value) in values.iter().enumerate() {
        let from = ctx.elem_type(op.operand_type(i));
        let float = class(ctx, from) == Some(Class::Float);
        if float && kind != Class::Float {
            return Err(unsupported(op, "gives integers from floats"));
        }
        // The op itself extends floats and signed integers.
        let extends =
            float || (class(ctx, from) == Some(Class::Signed) && !matches!(kind, Class::Bool | Class::Float));
        wide.push(if extends { *value } else { convert_value(l, op, *value, from, sum)? });
    }
    let total = l.make(what, &wide, ctx.with_elem(ty, sum), attrs);
    Ok(match kind {
        Class::Bool => {
            let zero = l.int_like(total, 0);
            arith::cmpi(l, CmpI::Ne, total, zero)
        }
        Class::Float => l.cast(arith::Truncf, total, result),
        _ => l.cast(arith::Trunci, total, result),
    })
}
