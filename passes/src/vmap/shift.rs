//! Batching of named ops: the same op with a batch dimension in front.

use super::Batch;
use tf_dialects::tensor::layout::Range;
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::{self, Bitcast, Concat, Contract, Pad, Reshape, Reverse, Slice, Transpose, build};
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{IrMap, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// What an attribute becomes.
#[derive(Clone, Copy)]
enum Change {
    /// Axes are counted one further.
    Axes,
    /// The same, after the new axis.
    AllAxes,
    /// One axis is counted one further.
    Axis,
    /// A number of its own for the new axis.
    Number(i64),
    /// An extent of its own for the new axis: 0.
    None,
    /// The extent of the new axis.
    Whole,
}

/// The attributes of an op that takes one more axis by changing them.
fn changes(what: OpKind) -> Option<&'static [(&'static str, Change)]> {
    Some(match what {
        tensor::Broadcast::KIND => &[("dims", Change::AllAxes)],
        Transpose::KIND => &[("perm", Change::AllAxes)],
        Reshape::KIND | tensor::Cast::KIND | Bitcast::KIND => &[],
        Reverse::KIND => &[("dims", Change::Axes)],
        tensor::Reduce::KIND => &[("dims", Change::Axes)],
        Scan::KIND => &[("dim", Change::Axis)],
        Concat::KIND | Sort::KIND => &[("dim", Change::Axis)],
        Slice::KIND => &[("starts", Change::None), ("stops", Change::Whole), ("steps", Change::Number(1))],
        Pad::KIND => &[("low", Change::None), ("high", Change::None), ("interior", Change::Number(0))],
        _ => return None,
    })
}

impl Batch<'_, '_> {
    /// Rebuilds an op with one more axis, if it is one that can be so; false if it cannot.
    pub(super) fn shift(&mut self, op: Op) -> bool {
        let ctx = self.b.ctx();
        if self.b.body.is(op, Contract) {
            return self.contract(op);
        }
        if self.b.body.is(op, Scan) && self.scan_from(op) {
            return true;
        }
        let Some(changes) = changes(self.b.body.kind(op)) else { return false };
        // A combiner or a scalar operand that differs from slice to slice cannot be expressed by adding a batch dimension.
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let is_tensor = |v: &Value| ctx.is_tensor(self.b.body.ty(*v));
        let all = self.mapped_uses(op);
        if all.iter().any(|v| !operands.contains(v) || !is_tensor(v)) {
            return false;
        }
        let operands: Vec<Value> = operands
            .into_iter()
            .map(|v| if ctx.is_tensor(self.b.body.ty(v)) { self.spread(v) } else { self.value(v) })
            .collect();
        let mut map = IrMap::default();
        map.values.extend(self.shared.iter().map(|(from, to)| (*from, *to)));
        let copy = self.b.body.clone_op(op, &mut map);
        self.b.body.set_operands(copy, &operands);
        for (attr, change) in changes {
            if let Some(old) = self.b.body.attr(op, attr)
                && let Some(new) = self.changed(old, *change)
            {
                self.b.body.set_attr(copy, attr, new);
            }
        }
        for result in self.b.body.results(copy).collect::<Vec<_>>() {
            let ty = self.mapped_type(self.b.body.ty(result));
            self.b.body.set_ty(result, ty);
        }
        self.b.insert(copy);
        self.set_mapped(op, copy);
        true
    }

    /// A scan by kinds from initial values that differ from slice to slice: these are elements in front of the others, and what they
    /// give is cut off.
    fn scan_from(&mut self, op: Op) -> bool {
        let (inputs, inits, axis, reverse, exclusive) = {
            let view = self.b.body.view(op, Scan);
            if view.combining_kinds().is_empty() {
                return false;
            }
            (view.inputs(), view.inits(), view.axis() + 1, view.is_reverse(), view.is_exclusive())
        };
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let known = self.mapped_uses(op).iter().all(|v| operands.contains(v));
        if !known || !inits.iter().any(|v| self.is_mapped(*v)) {
            return false;
        }
        let mut longer = Vec::new();
        for (input, init) in inputs.iter().zip(inits) {
            let (input, init) = (self.spread(*input), self.spread(init));
            let mut shape = self.b.body.ctx().dims(self.b.body.ty(input)).unwrap_or_default().to_vec();
            shape[axis] = Dim::Static(1);
            let first = build::broadcast(self.b, init, &[0], &shape);
            let parts = if reverse { [input, first] } else { [first, input] };
            longer.push(Concat::build(self.b, &parts, axis));
        }
        let ctx = self.b.ctx();
        let mut attrs = vec![("dim", ctx.i64_attr(axis as i64))];
        for name in ["kinds", "fastmath", "reverse"] {
            attrs.extend(self.b.body.attr(op, name).map(|attr| (name, attr)));
        }
        let types: Vec<Type> = longer.iter().map(|v| self.b.body.ty(*v)).collect();
        let new = self.b.op(Scan, &longer, &types, &attrs);
        let results: Vec<Value> = self.b.body.results(op).collect();
        for (i, result) in results.into_iter().enumerate() {
            let whole = self.b.body.result(new, i);
            let mut ranges: Vec<Range> = build::extents_of(self.b, whole)
                .into_iter()
                .map(|stop| Range { start: Extent::constant(0), stop, step: 1 })
                .collect();
            // Exclusive results are those before each element.
            if exclusive == reverse {
                ranges[axis].start = Extent::constant(1);
            } else if let Ok(last) = ranges[axis].stop.add_const(-1) {
                ranges[axis].stop = last;
            }
            let cut = build::slice(self.b, whole, &ranges);
            let ty = self.mapped_type(self.b.body.ty(result));
            let cut = build::cast(self.b, cut, ty);
            self.mapped.insert(result, cut);
        }
        true
    }

    fn changed(&self, old: Attribute, change: Change) -> Option<Attribute> {
        let ctx = self.b.ctx();
        let further = |axes: Vec<i64>| axes.into_iter().map(|axis| axis + 1).collect::<Vec<i64>>();
        let with_first = |first: Extent| {
            let rest = ctx.attr_extents(old)?.to_vec();
            Some(ctx.extents_attr(&[vec![first], rest].concat()))
        };
        match change {
            Change::Axes => Some(ctx.i64_array_attr(&further(ctx.attr_i64s(old)?))),
            Change::AllAxes => Some(ctx.i64_array_attr(&[vec![0], further(ctx.attr_i64s(old)?)].concat())),
            Change::Axis => Some(ctx.i64_attr(i64::try_from(ctx.attr_int(old)?).ok()? + 1)),
            Change::Number(n) => Some(ctx.i64_array_attr(&[vec![n], ctx.attr_i64s(old)?].concat())),
            Change::None => with_first(Extent::constant(0)),
            Change::Whole => with_first(self.extent.clone()),
        }
    }

    /// A product gets one more label on what is mapped and on the result.
    fn contract(&mut self, op: Op) -> bool {
        let (text, fastmath) = {
            let view = self.b.body.view(op, Contract);
            (view.text().unwrap_or_default().to_string(), self.b.body.attr(op, "fastmath"))
        };
        let label = ('a'..='z').chain('A'..='Z').find(|c| !text.contains(*c));
        let (Some(label), Some((inputs, output))) = (label, text.split_once("->")) else { return false };
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let labels: Vec<String> =
            inputs
                .split(',')
                .zip(&operands)
                .map(|(part, v)| {
                    if self.is_mapped(*v) {
                        format!("{label}{}", part.trim())
                    } else {
                        part.trim().to_string()
                    }
                })
                .collect();
        let equation = format!("{}->{label}{}", labels.join(","), output.trim());
        let inputs: Vec<Value> =
            operands.iter().map(|v| self.mapped.get(v).copied().unwrap_or_else(|| self.value(*v))).collect();
        let result = self.b.body.result(op, 0);
        let ty: Type = self.b.body.ty(result);
        let elem = self.b.ctx().elem_type(ty);
        let value = build::contract(self.b, &equation, &inputs, Some(elem), fastmath);
        let ty = self.mapped_type(ty);
        let value = build::cast(self.b, value, ty);
        self.mapped.insert(result, value);
        true
    }
}
