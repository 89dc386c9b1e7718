//! Windows whose sizes or padding are terms: JAX's custom call for them.

use super::window::{all_started, with_kinds};
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::moves::padded;
use crate::stablehlo::convert::regions::simple_kinds;
use crate::stablehlo::convert::symbolic::{constants, terms};
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::running_window::Running;
use tf_dialects::tensor::scan::Scan;
use tf_ir::body::Value;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// The target of the call.
pub(in crate::stablehlo::convert) const REDUCE_WINDOW: &str = "stablehlo.dynamic_reduce_window";

/// The parameters of a window, per axis; padding is `low, high`.
struct Window {
    sizes: Vec<Extent>,
    steps: [Vec<i64>; 3],
    padding: Vec<Extent>,
}

impl Window {
    /// Reads the window from the operands from `first` on.
    fn of(l: &Lower<'_, '_>, op: OpRef<'_>, first: usize, rank: usize) -> Done<Window> {
        let step = |i: usize| constants(l, op, first + i);
        let window = Window {
            sizes: terms(l, op, first)?,
            steps: [step(1)?, step(2)?, step(3)?],
            padding: terms(l, op, first + 4)?,
        };
        let fits = window.sizes.len() == rank
            && window.steps.iter().all(|steps| steps.len() == rank)
            && window.padding.len() == 2 * rank;
        if !fits {
            return Err(invalid(op, "has a window that does not fit its operands"));
        }
        if window.steps.iter().flatten().any(|step| *step < 1) {
            return Err(invalid(op, "has strides or dilations below 1"));
        }
        Ok(window)
    }

    /// The scan along an axis, if the window covers all elements before each one, or all after it.
    fn running(&self, shape: &[Extent]) -> Option<Running> {
        let mut found = None;
        if self.steps.iter().flatten().any(|step| *step != 1) {
            return None;
        }
        for (axis, (size, extent)) in self.sizes.iter().zip(shape).enumerate() {
            let (low, high) = (&self.padding[2 * axis], &self.padding[2 * axis + 1]);
            let is = |n: &Extent, value: i64| n.as_const() == Some(value);
            if is(size, 1) && is(low, 0) && is(high, 0) {
                continue;
            }
            let whole = size.add_const(-1).ok().filter(|_| size == extent)?;
            let reverse = match (*low == whole && is(high, 0), is(low, 0) && *high == whole) {
                (true, _) => false,
                (_, true) => true,
                _ => return None,
            };
            if found.replace(Running { axis, reverse, exclusive: false }).is_some() {
                return None;
            }
        }
        found
    }
}

/// The combining kinds of the called function for `n` accumulators, if it has one op per accumulator.
fn called_kinds(l: &Lower<'_, '_>, op: OpRef<'_>, n: usize) -> Done<Vec<CombiningKind>> {
    let ctx = l.ctx();
    let called = op.attr("called_computations").and_then(|a| ctx.attr_array(a)).and_then(|all| all.first());
    let name =
        called.and_then(|a| ctx.attr_symbol(*a)).ok_or_else(|| invalid(op, "needs a function to call"))?;
    let function = l.functions.get(name).copied();
    let function = function.ok_or_else(|| invalid(op, format!("calls '{name}', which is not a function")))?;
    let kinds = function.entry_block().and_then(|entry| simple_kinds(function, entry, n));
    kinds
        .ok_or_else(|| unsupported(op, "combines values by more than one op, in windows of symbolic extents"))
}

/// `stablehlo.custom_call @stablehlo.dynamic_reduce_window`: inputs, initial values, sizes, strides,
/// dilations of input and window, and padding.
pub(in crate::stablehlo::convert) fn reduce_window(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let n = op.result_count();
    if n == 0 || op.operand_count() != 2 * n + 5 {
        return Err(invalid(
            op,
            "needs an initial value for each operand, and the five operands of the window",
        ));
    }
    l.tensors_only(op)?;
    let values = (0..2 * n).map(|i| l.operand(op, i)).collect::<Done<Vec<Value>>>()?;
    let (inputs, inits) = values.split_at(n);
    let kinds = called_kinds(l, op, n)?;
    let shape = l.extents(op, l.type_of(inputs[0]))?;
    let window = Window::of(l, op, 2 * n, shape.len())?;
    let results = match window.running(&shape) {
        Some(running) => scanned(l, &kinds, inputs, inits, running),
        None => moved(l, op, &kinds, inputs, inits, &window)?,
    };
    l.define_all(op, &results)
}

/// The scans of the inputs: the reduction of all elements up to each one.
fn scanned(
    l: &mut Lower<'_, '_>,
    kinds: &[CombiningKind],
    inputs: &[Value],
    inits: &[Value],
    running: Running,
) -> Vec<Value> {
    let ctx = l.ctx();
    let mut operands = inputs.to_vec();
    operands.extend(kinds.iter().zip(inputs).map(|(kind, input)| identity(l, *kind, *input)));
    let types: Vec<Type> = inputs.iter().map(|v| l.type_of(*v)).collect();
    let mut attrs = vec![("kinds", kinds_attr(ctx, kinds)), ("dim", ctx.i64_attr(running.axis as i64))];
    attrs.extend(running.reverse.then(|| ("reverse", ctx.unit_attr())));
    let made = l.b.op(Scan, &operands, &types, &attrs);
    all_started(l, made, kinds, inits)
}

/// The identity of a kind, with the element type of `like`.
fn identity(l: &mut Lower<'_, '_>, kind: CombiningKind, like: Value) -> Value {
    let identity = kind.identity(l.dtype(like)).expect("the kind is of the element type's class");
    let element = l.ctx().elem_type(l.type_of(like));
    l.splat(element, identity)
}

/// A window of constant sizes over inputs that are padded first.
fn moved(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    kinds: &[CombiningKind],
    inputs: &[Value],
    inits: &[Value],
    window: &Window,
) -> Done<Vec<Value>> {
    let sizes: Option<Vec<i64>> = window.sizes.iter().map(Extent::as_const).collect();
    let sizes = sizes.ok_or_else(|| {
        unsupported(op, "has a window of symbolic extents that does not cover the whole axis")
    })?;
    let rank = sizes.len();
    let [strides, base, dilations] = &window.steps;
    let mut inputs = inputs.to_vec();
    let mut padding: Option<Vec<i64>> = window.padding.iter().map(Extent::as_const).collect();
    if padding.is_none() {
        let side =
            |first: usize| window.padding.iter().skip(first).step_by(2).cloned().collect::<Vec<Extent>>();
        let holes: Vec<i64> = base.iter().map(|step| step - 1).collect();
        for (input, kind) in inputs.iter_mut().zip(kinds) {
            let fill = identity(l, *kind, *input);
            let open = l.ctx().tensor(vec![Dim::Unknown; rank], l.ctx().elem_type(l.type_of(*input)));
            *input = padded(l, *input, fill, open, [&side(0), &side(1)], &holes);
        }
        padding = Some(vec![0; 2 * rank]);
    }
    let padding = padding.unwrap_or_default();
    let ones = vec![1; rank];
    let all_const = window.padding.iter().all(|n| n.as_const().is_some());
    let (low, high): (Vec<i64>, Vec<i64>) = padding.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
    let lists = [
        ("window", &sizes),
        ("strides", strides),
        ("base_dilations", if all_const { base } else { &ones }),
        ("window_dilations", dilations),
        ("low", &low),
        ("high", &high),
    ];
    let attrs = lists.map(|(name, numbers)| (name, l.ctx().i64_array_attr(numbers))).to_vec();
    let types = l.result_types(op)?;
    Ok(with_kinds(l, kinds, &inputs, inits, attrs, &types))
}
