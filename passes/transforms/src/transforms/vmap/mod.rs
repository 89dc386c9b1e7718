//! Batching: expands `tensor.vmap` by rebuilding its region for all slices at once.
//!
//! A value that differs between slices (it is *mapped*) has a leading axis for the slices; other values do
//! not change. An op that uses a mapped value defines its batched form by its interface `Batch`.
//! Comprehensions get one more index (`compute`). Groups get one more loop (`group`). Loops, conditionals and
//! other ops with known data flow carry mapped values, under masks if slices diverge (`control`). Other ops
//! are decomposed, or run in a loop over the slices (`lanes`). Ops that must not run for slices that do not
//! need them also run in such a loop.

mod code;
mod compute;
mod control;
mod group;
mod lanes;
mod masks;

use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::transform::vmap::Vmap;
use tf_dialects::tensor::{Compute, Group, Transpose, build, decompose, member};
use tf_ir::batch::{Batch, Batched, Batching};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::RegionFlow;
use tf_ir::rewrite::{Forms, Rebuild};
use tf_ir::types::{Dim, Type};

/// Replaces a `tensor.vmap` by its batched code. Transforms in its region have been expanded.
///
/// # Errors
/// An extent without a name; the body is then invalid.
pub(crate) fn expand(body: &mut Body, op: Op) -> Result<(), Diagnostic> {
    check_extents(body, op)?;
    let (values, in_axes, out_axes, block, extent) = {
        let view = body.view(op, Vmap);
        let values: Vec<Value> = body.operands(op).collect();
        let extent = view.extent().and_then(|dim| dim.to_extent()).expect("the operand was checked above");
        (values, view.operand_axes(), view.result_axes(), view.block().expect("verified"), extent)
    };
    let arguments: Vec<Value> = body.args(block).collect();
    let results: Vec<Type> = body.results(op).map(|r| body.ty(r)).collect();
    let mut b = Builder::before(body, op);
    let mut slices = Slices { b: &mut b, extent, forms: Forms::default(), mask: None, slice: None };
    for ((value, axis), argument) in values.into_iter().zip(in_axes).zip(arguments) {
        let front = moved(slices.b, value, axis, 0);
        let wanted = slices.stacked_type(slices.ty(argument));
        let front = build::cast(slices.b, front, wanted);
        slices.forms.set(argument, Batched::Mapped(front));
    }
    let end = slices.block(block)?;
    let yielded = slices.stacked_operands(end);
    let mut made = Vec::new();
    for ((value, axis), ty) in yielded.into_iter().zip(out_axes).zip(results) {
        let stacked = moved(&mut b, value, 0, axis);
        made.push(build::cast(&mut b, stacked, ty));
    }
    body.replace(op, &made);
    Ok(())
}

/// Refuses unnamed extents: the shapes of mapped values are symbolic terms.
fn check_extents(body: &Body, op: Op) -> Result<(), Diagnostic> {
    let mut found = None;
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        let named = |v: Value| extents(body.ctx(), body.ty(v)).is_some();
        if found.is_none() && !body.operands(inner).chain(body.results(inner)).all(named) {
            found = Some(inner);
        }
    });
    match found {
        Some(inner) => {
            Err(body.op(inner).error("cannot be mapped: an extent has no name (run `name-extents` first)"))
        }
        None => Ok(()),
    }
}

/// The tensor with an axis moved to another position.
fn moved(b: &mut Builder<'_>, value: Value, from: usize, to: usize) -> Value {
    if from == to {
        return value;
    }
    let rank = b.body.ctx().dims(b.body.ty(value)).map_or(0, <[_]>::len);
    let mut perm: Vec<usize> = (0..rank).filter(|axis| *axis != from).collect();
    perm.insert(to, from);
    Transpose::build(b, value, &perm[..])
}

/// Code being rebuilt for all slices.
struct Slices<'a, 'b> {
    b: &'a mut Builder<'b>,
    /// The slice count.
    extent: Extent,
    /// The batched forms of the region's values; values from outside are shared.
    forms: Forms<Batched>,
    /// In branches that only some slices chose: the mask of these slices.
    mask: Option<Value>,
    /// In a group: the name of its loop over slices.
    slice: Option<String>,
}

impl<'b> Rebuild<'b> for Slices<'_, 'b> {
    type Form = Batched;
    type Error = Diagnostic;

    fn source(&self) -> &Body {
        self.b.body
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn forms(&mut self) -> &mut Forms<Batched> {
        &mut self.forms
    }

    /// An operand of an op that is the same for all slices.
    fn operand(&mut self, _: Op, value: Value) -> Result<Value, Diagnostic> {
        Ok(self.form(value).value())
    }

    fn define(&mut self, value: Value, new: Value) {
        self.forms.set(value, Batched::Shared(new));
    }

    fn op(&mut self, op: Op) -> Result<(), Diagnostic> {
        let may_be_endless = self.mask.is_some() && control::ends_by_condition(self.b.body, op);
        if self.mapped_uses(op).is_empty() && !may_be_endless {
            return self.copy(op).map(drop);
        }
        if self.b.body.is(op, Compute) {
            return self.compute(op);
        }
        if self.b.body.is(op, Group) {
            return self.group(op);
        }
        let ctx = self.b.ctx();
        let info = ctx.op_info(self.b.body.name(op));
        if let Some(flow) = info.interface::<dyn RegionFlow>() {
            return self.regions(op, flow);
        }
        let results: Vec<Value> = self.b.body.results(op).collect();
        self.check_stacked(op, results.iter().copied())?;
        if let Some(rule) = info.interface::<dyn Batch>()
            && let Some(forms) = rule.batch(op, self)?
        {
            self.keep_names(op, &forms);
            self.forms.extend(results.into_iter().zip(forms));
            return Ok(());
        }
        match decompose::is_decomposable(self.b.body.op(op)) {
            true => self.decompose(op),
            false => self.one_by_one(op),
        }
    }
}

impl Slices<'_, '_> {
    fn dim(&self) -> Dim {
        Dim::from_extent(self.extent.clone())
    }

    fn is_mapped(&self, value: Value) -> bool {
        self.form(value).is_mapped()
    }

    /// The mapped values that an op and its regions use.
    fn mapped_uses(&self, op: Op) -> Vec<Value> {
        compute::uses(self.b.body, op).into_iter().filter(|value| self.is_mapped(*value)).collect()
    }

    /// Defines the results of an op as those of another one, with the leading axis.
    fn set_mapped(&mut self, op: Op, new: Op) {
        let body = &*self.b.body;
        self.forms.extend(body.results(op).zip(body.results(new).map(Batched::Mapped)));
    }

    /// Decomposes an op and maps the resulting code.
    ///
    fn decompose(&mut self, op: Op) -> Result<(), Diagnostic> {
        let before = self.b.body.prev(op);
        let block = self.b.body.block_of(op).expect("a verified op is in a block");
        let mut inner = Builder::before(self.b.body, op);
        let values = decompose::decompose(&mut inner, op)?.expect("the op is decomposable");
        let compute = values.first().and_then(|value| inner.body.def_op(*value));
        if let Some(compute) = compute.filter(|compute| inner.body.is(*compute, Compute)) {
            member::move_schedule(inner.body, op, compute);
        }
        let mut next = match before {
            Some(before) => self.b.body.next(before),
            None => self.b.body.first(block),
        };
        while let Some(inner) = next.filter(|inner| *inner != op) {
            self.visit(inner)?;
            next = self.b.body.next(inner);
        }
        let results: Vec<Value> = self.b.body.results(op).collect();
        for (result, value) in results.into_iter().zip(values) {
            self.forms.set(result, self.form(value));
        }
        Ok(())
    }
}
