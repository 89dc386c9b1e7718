//! Batching: maps an op over one more leading axis. Ops implement [`Batch`]; the pass that expands maps over
//! slices implements [`Batching`], which they query and build with.
//!
//! A value that differs between slices is *mapped*: a tensor with a leading axis for the slices (for a
//! scalar, a tensor of rank 1). Others are *shared*.

use crate::attr::Attribute;
use crate::body::{Body, Op, Value};
use crate::builder::Builder;
use crate::context::Context;
use crate::diag::Diagnostic;
use crate::extent::Extent;
use crate::types::{Dim, Type};

/// The form, in the code of all slices, of a value of the code of one slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Batched {
    /// The same for all slices.
    Shared(Value),
    /// Different between slices: a tensor with the leading axis.
    Mapped(Value),
}

impl Batched {
    /// The value of either form.
    pub fn value(self) -> Value {
        match self {
            Batched::Shared(value) | Batched::Mapped(value) => value,
        }
    }

    /// True if it differs between slices.
    pub fn is_mapped(self) -> bool {
        matches!(self, Batched::Mapped(_))
    }
}

/// The code of all slices, built from that of one. Queries take values of the code of one slice.
pub trait Batching<'b> {
    /// The body that holds both.
    fn body(&self) -> &Body;

    /// Builds the code of all slices.
    fn builder(&mut self) -> &mut Builder<'b>;

    /// The number of slices.
    fn extent(&self) -> &Extent;

    /// The form of a value.
    fn form(&self, value: Value) -> Batched;

    /// A value with the leading axis, along which a shared one is repeated.
    fn stacked(&mut self, value: Value) -> Value;

    /// As [`Batching::stacked`], repeated along further axes after the existing ones, up to a shape.
    fn stacked_to(&mut self, value: Value, shape: &[Dim]) -> Value;

    /// The type of a mapped value.
    fn stacked_type(&self, ty: Type) -> Type;

    /// True if code in the regions of an op uses mapped values from outside of it.
    fn captures_mapped(&self, op: Op) -> bool;

    /// The same op with the same attributes on other operands, its results with the leading axis and its
    /// regions empty.
    fn same_op(&mut self, op: Op, operands: &[Value]) -> Op;

    /// Fills a region of an op that [`Batching::same_op`] built. All its arguments and yielded values are
    /// mapped, or all shared.
    ///
    /// # Errors
    /// Errors of code in the region.
    fn fill(&mut self, op: Op, new: Op, region: usize, mapped: bool) -> Result<(), Diagnostic>;

    /// The results of an op that computes one element, or a few, at a time: those of a copy of it that runs
    /// once for each slice.
    ///
    /// # Errors
    /// If it reads a tensor by an access that has no form with one more axis.
    fn each_slice(&mut self, op: Op) -> Result<Vec<Batched>, Diagnostic>;

    /// The operands of an op with the leading axis.
    fn stacked_operands(&mut self, op: Op) -> Vec<Value> {
        let operands: Vec<Value> = self.body().operands(op).collect();
        operands.into_iter().map(|value| self.stacked(value)).collect()
    }
}

/// The change of an attribute that refers to axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AxisChange {
    /// An axis index: it increases by one.
    Axis,
    /// A list of axis indices: each increases by one.
    Axes,
    /// A list with an axis index per axis: each increases by one, and the new axis comes first.
    EachAxis,
    /// A list with an integer per axis: this one comes first.
    Number(i64),
    /// A list with an extent per axis: 0 comes first.
    NoExtent,
    /// A list with an extent per axis: the number of slices comes first.
    AllSlices,
}

impl AxisChange {
    /// The changed attribute; `None` if its kind is not the declared one.
    fn apply(self, ctx: &Context, old: Attribute, slices: &Extent) -> Option<Attribute> {
        let further = || Some(ctx.attr_i64s(old)?.into_iter().map(|axis| axis + 1).collect::<Vec<i64>>());
        let extents = |first: Extent| {
            let rest = ctx.attr_extents(old)?.to_vec();
            Some(ctx.extents_attr(&[vec![first], rest].concat()))
        };
        match self {
            AxisChange::Axis => Some(ctx.i64_attr(i64::try_from(ctx.attr_int(old)?).ok()? + 1)),
            AxisChange::Axes => Some(ctx.i64_array_attr(&further()?)),
            AxisChange::EachAxis => Some(ctx.i64_array_attr(&[vec![0], further()?].concat())),
            AxisChange::Number(n) => Some(ctx.i64_array_attr(&[vec![n], ctx.attr_i64s(old)?].concat())),
            AxisChange::NoExtent => extents(Extent::constant(0)),
            AxisChange::AllSlices => extents(slices.clone()),
        }
    }
}

/// Common rules for batching ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchRule {
    /// The same op on tensors with the leading axis, with these attributes changed. Its scalar operands and
    /// the values that its regions capture must be shared, or the rule does not apply.
    SameOp(&'static [(&'static str, AxisChange)]),
    /// The same op on all elements of all slices; a scalar operand next to tensors gets their shape.
    Elementwise,
    /// A copy of the op for each slice, by [`Batching::each_slice`].
    EachSlice,
}

impl BatchRule {
    /// Builds the op for all slices.
    ///
    /// # Errors
    /// As [`Batch::batch`].
    pub fn apply(self, op: Op, code: &mut dyn Batching<'_>) -> Result<Option<Vec<Batched>>, Diagnostic> {
        match self {
            BatchRule::SameOp(changes) => with_leading_axis(op, changes, code),
            BatchRule::Elementwise => Ok(Some(elementwise(op, code))),
            BatchRule::EachSlice => code.each_slice(op).map(Some),
        }
    }
}

/// Ops that can be mapped over one more leading axis otherwise than by a loop over the slices.
pub trait Batch: Send + Sync {
    /// The batching rule, if it is a common one.
    fn rule(&self) -> BatchRule {
        BatchRule::SameOp(&[])
    }

    /// Builds the op for all slices, with at least one mapped operand or capture, and returns the forms of
    /// its results. `None` if the op has no such form; nothing has been built then.
    ///
    /// # Errors
    /// Errors of code in its regions.
    fn batch(&self, op: Op, code: &mut dyn Batching<'_>) -> Result<Option<Vec<Batched>>, Diagnostic> {
        self.rule().apply(op, code)
    }
}

fn with_leading_axis(
    op: Op,
    changes: &[(&str, AxisChange)],
    code: &mut dyn Batching<'_>,
) -> Result<Option<Vec<Batched>>, Diagnostic> {
    let ctx = code.body().ctx().clone();
    let operands: Vec<(Value, bool)> =
        code.body().operands(op).map(|v| (v, ctx.is_tensor(code.body().ty(v)))).collect();
    let differs = |(value, is_tensor): &(Value, bool)| !is_tensor && code.form(*value).is_mapped();
    if operands.iter().any(differs) || code.captures_mapped(op) {
        return Ok(None);
    }
    let operands: Vec<Value> = operands
        .into_iter()
        .map(|(value, is_tensor)| if is_tensor { code.stacked(value) } else { code.form(value).value() })
        .collect();
    let new = code.same_op(op, &operands);
    for (name, change) in changes {
        let slices = code.extent().clone();
        let body = &mut *code.builder().body;
        if let Some(attr) = body.attr(op, name).and_then(|old| change.apply(&ctx, old, &slices)) {
            body.set_attr(new, name, attr);
        }
    }
    let regions = code.body().regions(op).len();
    for region in 0..regions {
        code.fill(op, new, region, false)?;
    }
    Ok(Some(mapped_results(code, new)))
}

fn elementwise(op: Op, code: &mut dyn Batching<'_>) -> Vec<Batched> {
    let body = code.body();
    let ty = code.stacked_type(body.ty(body.result(op, 0)));
    let shape: Vec<Dim> = body.ctx().dims(ty).unwrap_or_default().to_vec();
    let operands: Vec<Value> = body.operands(op).collect();
    let operands: Vec<Value> = operands.into_iter().map(|v| code.stacked_to(v, &shape)).collect();
    let new = code.same_op(op, &operands);
    mapped_results(code, new)
}

/// The results of an op of the code of all slices, all with the leading axis.
pub fn mapped_results(code: &dyn Batching<'_>, new: Op) -> Vec<Batched> {
    code.body().results(new).map(Batched::Mapped).collect()
}
