//! The named tensor ops, each by its own definition; their decompositions are tested against it.

use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::tensor::total::Combined;
use crate::values::value::{Dense, Partial};
use std::sync::Arc;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::scalar::{DType, Kernel, Scalar, element_type, row};
use tf_dialects::stops;
use tf_dialects::tensor::einsum::Equation;
use tf_dialects::tensor::{self, CombiningKind, ContractOp};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// The extents that a tensor type declares, as terms.
pub(crate) fn type_extents(op: OpRef<'_>, ty: Type) -> Result<Vec<Extent>, Diagnostic> {
    let dims = op.ctx().dims(ty).ok_or_else(|| op.error("needs ranked tensors"))?;
    let terms: Option<Vec<Extent>> = dims.iter().map(Dim::to_extent).collect();
    terms.ok_or_else(|| op.error("has a type with unnamed extents '?'; run name-extents first"))
}

pub(crate) fn result_dtype(op: OpRef<'_>) -> Result<DType, Diagnostic> {
    let ty = op.body().ty(op.result(0));
    element_type(op.ctx(), ty).ok_or_else(|| op.error("has an element type the interpreter cannot hold"))
}

pub(crate) fn axes(op: OpRef<'_>, name: &str) -> Result<Vec<usize>, Diagnostic> {
    let values = op.attr(name).and_then(|a| op.ctx().attr_i64s(a));
    let values = values.ok_or_else(|| op.error(format_args!("needs the attribute '{name}'")))?;
    Ok(values.into_iter().map(|v| v as usize).collect())
}

/// A tensor whose elements are all `bits`.
pub(crate) fn filled(
    m: &Machine<'_>,
    op: Op,
    dtype: DType,
    extents: &[usize],
    bits: u64,
) -> Result<Dense, Stop> {
    let made = Dense::filled(dtype, extents, bits);
    made.map_err(|e| m.too_large(op, &e).into())
}

/// Calls `visit` for every index tuple of a box in row-major order, unless the run is to end.
pub(crate) fn for_each(m: &Machine<'_>, extents: &[usize], mut visit: impl FnMut(&[usize])) {
    if extents.contains(&0) {
        return;
    }
    let mut at = vec![0; extents.len()];
    while m.goes_on() {
        visit(&at);
        let Some(d) = (0..at.len()).rev().find(|d| at[*d] + 1 < extents[*d]) else { return };
        at[d] += 1;
        at[d + 1..].fill(0);
    }
}

/// Position of an index tuple that is inside.
pub(crate) fn position(extents: &[usize], index: impl Iterator<Item = usize>) -> usize {
    extents.iter().zip(index).fold(0, |at, (extent, i)| at * extent + i)
}

/// A tensor over `extents` whose element at an index tuple is `source` at `from(index)`.
pub(crate) fn rearrange(
    m: &Machine<'_>,
    source: &Dense,
    extents: Vec<usize>,
    from: impl Fn(&[usize]) -> Vec<usize>,
) -> Dense {
    let mut data = Vec::with_capacity(extents.iter().product());
    for_each(m, &extents, |at| data.push(source.data[position(&source.extents, from(at).into_iter())]));
    Dense { dtype: source.dtype, extents, data }
}

/// An action that makes the only result from the first operand and the result's extents.
fn from_operand(
    op: OpRef<'_>,
    make: impl Fn(&Machine<'_>, &Dense, Vec<usize>) -> Dense + 'static,
) -> Result<Box<dyn Action>, Diagnostic> {
    let extents = type_extents(op, op.result_type(0))?;
    Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
        let extents = m.extents(op, &extents)?;
        let body = m.body();
        let source: Arc<Dense> = m.get(body.operand(op, 0)).dense().clone();
        let made = make(m, &source, extents);
        m.set(body.result(op, 0), made.into());
        Ok(())
    })))
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(tensor::Broadcast)
        .add(tensor::Transpose)
        .add(tensor::Reshape)
        .add(tensor::Slice)
        .add(tensor::Reverse)
        .add(tensor::Splat)
        .add(tensor::Empty)
        .add(tensor::Iota)
        .add(tensor::Contract)
        .add(tensor::Cast)
        .add(tensor::Require);
}

impl Interpret for tensor::Broadcast {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let dims = axes(op, "dims")?;
        from_operand(op, move |m, x, extents| {
            rearrange(m, x, extents, |at| {
                dims.iter().zip(&x.extents).map(|(d, e)| if *e == 1 { 0 } else { at[*d] }).collect()
            })
        })
    }
}

impl Interpret for tensor::Transpose {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let perm = axes(op, "perm")?;
        from_operand(op, move |m, x, extents| {
            rearrange(m, x, extents, |at| {
                let mut from = vec![0; at.len()];
                perm.iter().zip(at).for_each(|(p, i)| from[*p] = *i);
                from
            })
        })
    }
}

impl Interpret for tensor::Reshape {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        from_operand(op, |_, x, extents| Dense { dtype: x.dtype, extents, data: x.data.clone() })
    }
}

impl Interpret for tensor::Cast {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let extents = type_extents(op, op.result_type(0))?;
        let declared = type_extents(op, op.operand_type(0)).unwrap_or_default();
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let want = m.extents(op, &extents)?;
            let body = m.body();
            let source = m.get(body.operand(op, 0)).clone();
            let have = &source.dense().extents;
            if let Some(axis) = have.iter().zip(&want).position(|(a, b)| a != b) {
                let numbers = [have[axis] as i64, want[axis] as i64];
                let given = declared.get(axis).cloned().unwrap_or_else(|| Extent::constant(numbers[0]));
                return Err(m.stop(op, &stops::differ(&given, &extents[axis]), &numbers).into());
            }
            m.set(body.result(op, 0), source);
            Ok(())
        })))
    }
}

impl Interpret for tensor::Require {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let pairs = op.cast(tensor::Require).map(|view| view.pairs()).unwrap_or_default();
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            for (a, b) in &pairs {
                let (x, y) = (m.extent(op, a)?, m.extent(op, b)?);
                if x != y {
                    return Err(m.stop(op, &stops::differ(a, b), &[x, y]).into());
                }
            }
            Ok(())
        })))
    }
}

impl Interpret for tensor::Slice {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::Slice).ok_or_else(|| op.error("is no slice"))?;
        let ranges = view.ranges();
        let starts: Vec<Extent> = ranges.iter().map(|r| r.start.clone()).collect();
        let steps: Vec<usize> = ranges.iter().map(|r| r.step as usize).collect();
        let extents = type_extents(op, op.result_type(0))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let starts = m.extents(op, &starts)?;
            let body = m.body();
            let x = m.get(body.operand(op, 0)).dense().clone();
            let inside = |d: usize| extents[d] == 0 || starts[d] + (extents[d] - 1) * steps[d] < x.extents[d];
            if !(0..extents.len()).all(inside) {
                return Err(m.error(op, format_args!("slices outside the extents {:?}", x.extents)).into());
            }
            let from = |at: &[usize]| (0..at.len()).map(|d| starts[d] + at[d] * steps[d]).collect();
            let made = rearrange(m, &x, extents, from);
            m.set(body.result(op, 0), made.into());
            Ok(())
        })))
    }
}

impl Interpret for tensor::Reverse {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let dims = axes(op, "dims")?;
        from_operand(op, move |m, x, extents| {
            rearrange(m, x, extents, |at| {
                let flip =
                    |(d, i): (usize, &usize)| if dims.contains(&d) { x.extents[d] - 1 - i } else { *i };
                at.iter().enumerate().map(flip).collect()
            })
        })
    }
}

impl Interpret for tensor::Splat {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (dtype, extents) = (result_dtype(op)?, type_extents(op, op.result_type(0))?);
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let body = m.body();
            let bits = m.bits(body.operand(op, 0));
            let made = filled(m, op, dtype, &extents, bits)?;
            m.set(body.result(op, 0), made.into());
            Ok(())
        })))
    }
}

/// Creates unwritten elements: no op may read them.
impl Interpret for tensor::Empty {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (dtype, extents) = (result_dtype(op)?, type_extents(op, op.result_type(0))?);
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let dense = filled(m, op, dtype, &extents, 0)?;
            let written = vec![false; dense.data.len()];
            m.set(m.body().result(op, 0), Partial { dense, written }.into());
            m.has_unwritten = true;
            Ok(())
        })))
    }
}

impl Interpret for tensor::Iota {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (dtype, extents) = (result_dtype(op)?, type_extents(op, op.result_type(0))?);
        let dim = op.attr("dim").and_then(|a| op.ctx().attr_int(a)).ok_or_else(|| op.error("needs 'dim'"))?
            as usize;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let mut out = Dense { dtype, extents: extents.clone(), data: Vec::new() };
            for_each(m, &extents, |at| out.data.push(Scalar::from_i64(dtype, at[dim] as i64).bits()));
            let result = m.body().result(op, 0);
            m.set(result, out.into());
            Ok(())
        })))
    }
}

/// Nested folds over some axes of an index tuple, the first outermost.
struct Folds<'a> {
    sum: &'a Combined,
    axes: &'a [usize],
    machine: &'a Machine<'a>,
}

impl Folds<'_> {
    /// The value of the nest around `element`; without folds, the element.
    fn value(&self, extents: &[usize], at: &mut [usize], element: &mut dyn FnMut(&[usize]) -> u64) -> u64 {
        let Some((axis, inner)) = self.axes.split_first() else { return element(at) };
        let inner = Folds { axes: inner, ..*self };
        let mut total = self.sum.total();
        for i in (0..extents[*axis]).take_while(|_| self.machine.goes_on()) {
            at[*axis] = i;
            total.add(self.sum, inner.value(extents, at, element));
        }
        total.finish(self.sum)
    }
}

/// `tensor.contract`: nested folds over the labels that are absent on the right, in their order of
/// appearance.
impl Interpret for tensor::Contract {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let equation = op.cast(tensor::Contract).and_then(ContractOp::parsed);
        let equation = equation.ok_or_else(|| op.error("has a malformed equation"))?;
        let dtype = result_dtype(op)?;
        let refuse = || op.error(format_args!("cannot contract {dtype}"));
        let sum = Combined::new(CombiningKind::Add, dtype, FastMath::of(op)).ok_or_else(refuse)?;
        let mul = CombiningKind::Mul.kernel(dtype).ok_or_else(refuse)?;
        let widen =
            op.operands().map(|v| widening(op, op.body().ty(v), dtype)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let operands = m.operands(op);
            let inputs: Vec<&Dense> = operands.iter().map(|d| &**d.dense()).collect();
            let sizes = label_sizes(&equation, &inputs).map_err(|e| m.error(op, e))?;
            let summed = equation.summed();
            let outer: Vec<usize> = equation.result.iter().map(|l| sizes[*l]).collect();
            let folds = Folds { sum: &sum, axes: &summed, machine: m };
            let mut at = vec![0; sizes.len()];
            let mut out = Dense { dtype, extents: outer.clone(), data: Vec::new() };
            for_each(m, &outer, |i| {
                equation.result.iter().zip(i).for_each(|(label, i)| at[*label] = *i);
                let value = folds.value(&sizes, &mut at, &mut |at| {
                    let elements =
                        equation.operands.iter().zip(&inputs).zip(&widen).map(|((labels, x), widen)| {
                            let bits = x.data[position(&x.extents, labels.iter().map(|l| at[*l]))];
                            widen.as_ref().map_or(bits, |kernel| kernel.call(bits, 0, 0))
                        });
                    elements.reduce(|a, b| mul.call(a, b, 0)).expect("a contraction has operands")
                });
                out.data.push(value);
            });
            let result = m.body().result(op, 0);
            m.set(result, out.into());
            Ok(())
        })))
    }
}

/// The widening of an operand's elements to the result's type, if the types differ.
pub(crate) fn widening(op: OpRef<'_>, ty: Type, to: DType) -> Result<Option<Kernel>, Diagnostic> {
    let from = element_type(op.ctx(), ty)
        .ok_or_else(|| op.error("has an element type the interpreter cannot hold"))?;
    if from == to {
        return Ok(None);
    }
    let extension = if from.is_float() { arith::Extf::KIND } else { arith::Extsi::KIND };
    let spec = row(extension).expect("the scalar table has the extensions");
    spec.kernel(&[from], &[to], None).map(Some).map_err(|e| op.error(e))
}

/// The extent of each label; operands that share a label agree.
fn label_sizes(equation: &Equation, inputs: &[&Dense]) -> Result<Vec<usize>, String> {
    let mut sizes: Vec<Option<usize>> = vec![None; equation.labels.len()];
    for (labels, x) in equation.operands.iter().zip(inputs) {
        for (label, extent) in labels.iter().zip(&x.extents) {
            let known = *sizes[*label].get_or_insert(*extent);
            if known != *extent {
                let name = equation.labels[*label];
                return Err(format!("has label '{name}' with extents {known} and {extent}"));
            }
        }
    }
    Ok(sizes.into_iter().map(|n| n.unwrap_or(1)).collect())
}
