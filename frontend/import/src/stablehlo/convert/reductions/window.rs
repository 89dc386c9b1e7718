//! `stablehlo.reduce_window`

use super::{scan_with_region, started, with_region};
use crate::stablehlo::convert::attrs::optional_ints;
use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use crate::stablehlo::convert::regions::simple_kinds;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::reduce_window::{ReduceWindow, WindowAxis};
use tf_dialects::tensor::running_window::Running;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// The parameters of a window, per axis.
pub(super) struct Window {
    pub(super) sizes: Vec<i64>,
    pub(super) strides: Vec<i64>,
    base: Vec<i64>,
    dilations: Vec<i64>,
    pub(super) low: Vec<i64>,
    high: Vec<i64>,
}

impl Window {
    pub(super) fn of(op: OpRef<'_>, rank: usize) -> Done<Window> {
        let list = |name: &str, default: i64, n: usize| -> Done<Vec<i64>> {
            let found = optional_ints(op, name)?.unwrap_or_else(|| vec![default; n]);
            let why = format!("needs {n} integers as '{name}'");
            if found.len() == n { Ok(found) } else { Err(invalid(op, &why)) }
        };
        let padding = list("padding", 0, 2 * rank)?;
        Ok(Window {
            sizes: list("window_dimensions", 1, rank)?,
            strides: list("window_strides", 1, rank)?,
            base: list("base_dilations", 1, rank)?,
            dilations: list("window_dilations", 1, rank)?,
            low: padding.iter().step_by(2).copied().collect(),
            high: padding.iter().skip(1).step_by(2).copied().collect(),
        })
    }

    /// The scan along an axis, if the window covers all elements before each one, or all after it.
    fn running(&self, ctx: &Context, input: Type) -> Option<Running> {
        let axis = |d: usize| WindowAxis {
            size: Extent::constant(self.sizes[d]),
            stride: self.strides[d],
            base_dilation: self.base[d],
            dilation: self.dilations[d],
            low: self.low[d],
            high: self.high[d],
        };
        let axes: Vec<WindowAxis> = (0..self.sizes.len()).map(axis).collect();
        Running::of(&axes, ctx.dims(input)?)
    }
}

/// `stablehlo.reduce_window`
pub(in crate::stablehlo) fn reduce_window<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let n = op.result_count();
    if n == 0 || values.len() != 2 * n {
        return Err(invalid(op, "takes an initial value for each operand"));
    }
    l.tensors_only(op)?;
    let (inputs, inits) = values.split_at(n);
    let window = Window::of(op, l.rank(op, 0)?)?;
    let lists = [
        ("window", &window.sizes),
        ("strides", &window.strides),
        ("base_dilations", &window.base),
        ("window_dilations", &window.dilations),
        ("low", &window.low),
        ("high", &window.high),
    ];
    let attrs = lists.map(|(name, numbers)| (name, l.ctx().i64_array_attr(numbers))).to_vec();
    let types = l.result_types(op)?;
    let source = l.entry(op, 0)?;
    let kinds = simple_kinds(l.src, source, n).filter(|kinds| !depends_on_nesting(l, kinds, inputs, &window));
    let results = match kinds {
        Some(kinds) => with_kinds(l, &kinds, inputs, inits, attrs, &types),
        None => {
            // StableHLO leaves the order open and lets initial values enter anywhere, so they are identities
            // in valid programs: a scan is correct, unless a function requires the written order.
            let running = window.running(l.ctx(), l.type_of(inputs[0])).filter(|_| !strict(l));
            let made = match running {
                Some(running) => scan_with_region(l, op, inputs, inits, &types, running)?,
                None => with_region(l, op, inputs, inits, &types, &attrs, ReduceWindow)?,
            };
            l.b.body.results(made).collect()
        }
    };
    l.define_all(op, &results)
}

/// Whether a reduction axis by axis, as combining kinds compute it, may differ from the region's
/// element-by-element order: floats that are added or multiplied along several axes, in a program with
/// ordered sums.
fn depends_on_nesting(l: &Lower<'_, '_>, kinds: &[CombiningKind], inputs: &[Value], window: &Window) -> bool {
    let rounds = |(kind, value): (&CombiningKind, &Value)| {
        matches!(kind, CombiningKind::Add | CombiningKind::Mul) && l.dtype(*value).is_float()
    };
    let several = window.sizes.iter().filter(|size| **size > 1).count() > 1;
    several && kinds.iter().zip(inputs).any(rounds) && strict(l)
}

/// Whether a function of the module requires the written order of sums: this function may be inlined into it.
fn strict(l: &Lower<'_, '_>) -> bool {
    l.functions.values().any(|body| {
        let mode = body.attr(body.root(), "tf.numerics").and_then(|a| l.ctx().attr_str(a));
        mode == Some("strict")
    })
}

/// The window op with combining kinds. Each step is rounded to the element type, as the region specifies and
/// XLA does. Padding counts as the identity of a kind, and the initial value counts once: the specification
/// allows any use of initial values that are not identities, and XLA ignores padding.
pub(super) fn with_kinds(
    l: &mut Lower<'_, '_>,
    kinds: &[CombiningKind],
    inputs: &[Value],
    inits: &[Value],
    mut attrs: Vec<(&str, Attribute)>,
    types: &[Type],
) -> Vec<Value> {
    attrs.push(("kinds", kinds_attr(l.ctx(), kinds)));
    let made = l.b.op(ReduceWindow, inputs, types, &attrs);
    l.close(made);
    all_started(l, made, kinds, inits)
}

/// The results of folds from identities, combined with initial values.
pub(super) fn all_started(
    l: &mut Lower<'_, '_>,
    made: Op,
    kinds: &[CombiningKind],
    inits: &[Value],
) -> Vec<Value> {
    let folded: Vec<Value> = l.b.body.results(made).collect();
    let from = folded.into_iter().zip(kinds).zip(inits);
    from.map(|((value, kind), init)| started(l, *kind, value, *init, l.type_of(value))).collect()
}
