//! `polyphase`: splits dilated convolutions into one dense convolution for each phase of the result.
//!
//! Base dilation, as in the gradient of a strided convolution by its input, makes each point read every m-th
//! element of the kernel only; kernel dilation reads every m-th element of the input. The points of one phase
//! (those at a distance of m) are a dense convolution: of the input with a part of the kernel, or of a part
//! of the input with the kernel (the polyphase decomposition of multirate filters: Vaidyanathan, "Multirate
//! Systems and Filter Banks", 1993).

use tf_dialects::arith;
use tf_dialects::elementwise::constant::splat_attr;
use tf_dialects::func::Func;
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::tensor::algorithms::{ConvSpec, conv};
use tf_dialects::tensor::conv::{Conv, Convolution};
use tf_dialects::tensor::reduce_window::WindowAxis;
use tf_dialects::tensor::{Compute, Concat, FUSION, Range, build};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// The pass `polyphase`.
pub static INFO: PassInfo = PassInfo {
    name: "polyphase",
    title: "Polyphase",
    summary: "Decompose convolutions with dilation into convolutions without (polyphase)",
    docs: "For a 'tensor.conv' along an axis of constant extents with stride 1: one with input dilation m \
        becomes m convolutions of the input with every m-th element of the kernel; one with kernel \
        dilation m, and a result no longer than the kernel, becomes m convolutions with every m-th element \
        of the input. Their results are interleaved.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-split", help: "convolutions that were decomposed along an axis" }],
    rules: &[RuleSpec { name: "polyphase", help: "decomposes dilated convolutions into one per phase" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(Polyphase)),
};

struct Polyphase;

impl Pass for Polyphase {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        let mut pending: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Conv)).collect();
        while let Some(op) = pending.pop() {
            let Some(split) = Split::of(body, op).filter(|_| cx.allows("polyphase")) else { continue };
            let made = split.replace(body, op);
            // Another axis may be dilated, too.
            pending.extend(made);
            count += 1;
        }
        cx.count("num-split", count);
        Ok(Changed::from(count > 0))
    }
}

/// The dilated operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holes {
    Input,
    Kernel,
}

/// A convolution that is split along one of its spatial axes.
struct Split {
    conv: Convolution,
    /// The spatial axis.
    axis: usize,
    holes: Holes,
    /// The dilation, which is the number of phases.
    step: i64,
    /// Extents of input, kernel and result along the axis.
    input: i64,
    kernel: i64,
    result: i64,
}

/// The operands of one phase's convolution.
struct Phase {
    /// The slice of the dense operand: its first element, and its length. If it is empty, the phase is zero.
    start: i64,
    count: i64,
    low: i64,
    high: i64,
}

impl Split {
    /// The first axis along which a convolution can be split.
    fn of(body: &Body, op: Op) -> Option<Split> {
        let view = body.cast(op, Conv)?;
        let conv = view.convolution().ok()?;
        let is_inside = std::iter::successors(body.parent_op(op), |op| body.parent_op(*op));
        if { is_inside }.any(|op| body.is(op, Compute)) {
            return None;
        }
        let ctx = body.ctx();
        let shapes = [view.input(), view.kernel()].map(|value| ctx.dims(body.ty(value)).unwrap_or_default());
        (0..conv.axes.len()).find_map(|axis| {
            let [i, k, o] = conv.dims.spatial[axis];
            let extent = |dim: &Dim| dim.as_static().filter(|n| *n > 0);
            let input = extent(shapes[0].get(i)?)?;
            let (kernel, result) = (extent(shapes[1].get(k)?)?, extent(conv.shape.get(o)?)?);
            let window = &conv.axes[axis];
            let (holes, step) = match (window.stride, window.base_dilation, window.dilation) {
                (1, step, 1) if step > 1 => (Holes::Input, step),
                (1, 1, step) if step > 1 && result <= kernel => (Holes::Kernel, step),
                _ => return None,
            };
            Some(Split { conv: conv.clone(), axis, holes, step, input, kernel, result })
        })
    }

    /// Points of a phase; the last ones of some phases exceed the result.
    fn points(&self) -> i64 {
        (self.result + self.step - 1) / self.step
    }

    /// The operands of the points `step·q + p` of the result, for the phase `p = number`.
    fn phase(&self, number: i64) -> Phase {
        let (window, step) = (&self.conv.axes[self.axis], self.step);
        match self.holes {
            // Point `step·q + p` reads the element `r` of the kernel if `p + r - low` is a multiple of
            // `step`.
            Holes::Input => {
                let start = (window.low - number).rem_euclid(step);
                let count = ((self.kernel - start + step - 1) / step).max(0);
                let low = (window.low - number - start) / step;
                Phase { start, count, low, high: self.points() + count - 1 - self.input - low }
            }
            // Point `step·q + p` reads the elements `step·(q + r) + p - low` of the input.
            Holes::Kernel => {
                let offset = number - window.low;
                let start = offset.rem_euclid(step);
                let count = ((self.input - start + step - 1) / step).max(0);
                let low = -offset.div_euclid(step);
                Phase { start, count, low, high: self.points() + self.kernel - 1 - count - low }
            }
        }
    }

    /// Replaces the convolution by those of the phases, and returns them.
    fn replace(&self, body: &mut Body, op: Op) -> Vec<Op> {
        let view = body.view(op, Conv);
        let (operands, text) = ([view.input(), view.kernel()], view.text().unwrap_or_default().to_string());
        let (fastmath, ty) = (view.fastmath(), body.ty(body.result(op, 0)));
        let mut b = Builder::before(body, op);
        let mut made = Vec::new();
        let parts: Vec<Value> = (0..self.step)
            .map(|number| {
                let value = self.part(&mut b, operands, &self.phase(number), (&text, fastmath, ty));
                made.extend(b.body.def_op(value).filter(|op| b.body.is(*op, Conv)));
                value
            })
            .collect();
        let whole = self.joined(&mut b, &parts, ty);
        // Consumers of the phases are computed at the join.
        made.iter().for_each(|conv| keep(&mut b, *conv));
        body.replace(op, &[whole]);
        made
    }

    /// Computes the points of a phase.
    fn part(
        &self,
        b: &mut Builder<'_>,
        [input, kernel]: [Value; 2],
        phase: &Phase,
        (text, fastmath, ty): (&str, Option<Attribute>, Type),
    ) -> Value {
        let elem = b.ctx().elem_type(ty);
        if phase.count == 0 {
            return self.zeros(b, ty);
        }
        let [i, k, _] = self.conv.dims.spatial[self.axis];
        let (input, kernel) = match self.holes {
            Holes::Input => {
                // A reversed kernel is sliced from its end.
                let last = phase.start + (phase.count - 1) * self.step;
                let start = if self.conv.reversed[self.axis] { self.kernel - 1 - last } else { phase.start };
                (input, every(b, kernel, k, (start, phase.count, self.step)))
            }
            Holes::Kernel => {
                let part = every(b, input, i, (phase.start, phase.count, self.step));
                // Strided elements are adjacent in memory once they are materialized.
                b.body.def_op(part).into_iter().for_each(|slice| keep(b, slice));
                (part, kernel)
            }
        };
        let mut axes = self.conv.axes.clone();
        axes[self.axis] = WindowAxis {
            base_dilation: 1,
            dilation: 1,
            low: phase.low,
            high: phase.high,
            ..axes[self.axis].clone()
        };
        let reversed: Vec<usize> = (0..axes.len()).filter(|axis| self.conv.reversed[*axis]).collect();
        let spec = ConvSpec {
            dims: text,
            axes: &axes,
            reversed: &reversed,
            feature_groups: self.conv.feature_groups,
            batch_groups: self.conv.batch_groups,
            elem,
        };
        conv(b, input, kernel, &spec, fastmath)
    }

    /// A phase without terms.
    fn zeros(&self, b: &mut Builder<'_>, ty: Type) -> Value {
        let ctx = b.ctx();
        let elem = ctx.elem_type(ty);
        let mut extents: Vec<Extent> = self.conv.shape.iter().filter_map(Dim::to_extent).collect();
        extents[self.conv.dims.spatial[self.axis][2]] = Extent::constant(self.points());
        let zero = dtype(&ctx, elem).map(|dtype| Scalar::from_i64(dtype, 0));
        let zero =
            zero.and_then(|zero| splat_attr(&ctx, elem, zero)).expect("convolutions have scalar elements");
        let zero = arith::constant(b, zero);
        build::splat(b, zero, &extents)
    }

    /// Interleaves the phases, point by point.
    fn joined(&self, b: &mut Builder<'_>, parts: &[Value], ty: Type) -> Value {
        let ctx = b.ctx();
        let axis = self.conv.dims.spatial[self.axis][2];
        let dims = ctx.dims(ty).unwrap_or_default().to_vec();
        let shape = |inner: &[i64]| {
            let inner = inner.iter().map(|n| Dim::Static(*n));
            dims[..axis]
                .iter()
                .cloned()
                .chain(inner)
                .chain(dims[axis + 1..].iter().cloned())
                .collect::<Vec<_>>()
        };
        let apart = shape(&[self.points(), 1]);
        let parts: Vec<Value> = parts.iter().map(|part| build::reshape(b, *part, &apart)).collect();
        let all = Concat::build(b, &parts, axis + 1);
        let all = build::reshape(b, all, &shape(&[self.points() * self.step]));
        every(b, all, axis, (0, self.result, 1))
    }
}

/// Materializes the result of an op.
fn keep(b: &mut Builder<'_>, op: Op) {
    let keep = b.ctx().string_attr("keep");
    b.body.set_attr(op, FUSION, keep);
}

/// A strided slice of a value along an axis: its start, its length, and its step.
fn every(b: &mut Builder<'_>, value: Value, axis: usize, (start, count, step): (i64, i64, i64)) -> Value {
    let extents = build::extents_of(b, value);
    let ranges: Vec<Range> = extents
        .into_iter()
        .enumerate()
        .map(|(at, extent)| match at == axis {
            true => Range {
                start: Extent::constant(start),
                stop: Extent::constant(start + (count - 1) * step + 1),
                step,
            },
            false => Range { start: Extent::constant(0), stop: extent, step: 1 },
        })
        .collect();
    build::slice(b, value, &ranges)
}
