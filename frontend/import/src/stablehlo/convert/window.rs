//! `stablehlo.reduce_window` and `stablehlo.select_and_scatter`

use super::attrs::optional_ints;
use super::control::tensor_extents;
use super::lower::{Done, Lower, refuse};
use super::reduce::{is_identity, scan_with_region, with_region};
use super::regions::{scalars, simple_kinds};
use crate::error::Refusal;
use tf_dialects::arith;
use tf_dialects::arith::predicate::CmpI;
use tf_dialects::scalar::Scalar;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::reduce_window::{ReduceWindow, WindowAxis};
use tf_dialects::tensor::running_window::Running;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{self, CombiningKind, Compute, build};
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// How a window moves, per axis.
struct Window {
    sizes: Vec<i64>,
    strides: Vec<i64>,
    base: Vec<i64>,
    dilations: Vec<i64>,
    low: Vec<i64>,
    high: Vec<i64>,
}

impl Window {
    fn of(op: OpRef<'_>, rank: usize) -> Done<Window> {
        let list = |name: &str, default: i64, n: usize| -> Done<Vec<i64>> {
            let found = optional_ints(op, name)?.unwrap_or_else(|| vec![default; n]);
            let why = format!("needs {n} numbers as '{name}'");
            if found.len() == n { Ok(found) } else { Err(refuse(op, Refusal::Invalid, &why)) }
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

    /// Whether it reaches over all elements before each one, or behind it.
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
pub(super) fn reduce_window<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let n = op.result_count();
    if n == 0 || values.len() != 2 * n {
        return Err(refuse(op, Refusal::Invalid, "takes an initial value for each operand"));
    }
    if l.scalar {
        return Err(refuse(op, Refusal::Unsupported, "stands in a region that works on elements"));
    }
    let (inputs, inits) = values.split_at(n);
    let window = Window::of(op, l.rank(op, 0)?)?;
    let ctx = l.ctx();
    let list = |numbers: &[i64]| ctx.i64_array_attr(numbers);
    let attrs = vec![
        ("window", list(&window.sizes)),
        ("strides", list(&window.strides)),
        ("base_dilations", list(&window.base)),
        ("window_dilations", list(&window.dilations)),
        ("low", list(&window.low)),
        ("high", list(&window.high)),
    ];
    let types = (0..n).map(|i| l.result_type(op, i)).collect::<Done<Vec<Type>>>()?;
    let source = l.entry(op, 0)?;
    let kinds = simple_kinds(l.src, source, n).filter(|kinds| !depends_on_nesting(l, kinds, inputs, &window));
    let results = match kinds {
        Some(kinds) => with_kinds(l, op, &kinds, inputs, inits, attrs, &types)?,
        None => {
            // The order is not defined, and initial values are taken in anywhere: they change nothing.
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

/// Whether sums of sums, as kinds combine axis by axis, may differ from what the region gives element by element: floats
/// that are added or multiplied along several axes, in a program whose sums have an order.
fn depends_on_nesting(l: &Lower<'_, '_>, kinds: &[CombiningKind], inputs: &[Value], window: &Window) -> bool {
    let rounds = |(kind, value): (&CombiningKind, &Value)| {
        matches!(kind, CombiningKind::Add | CombiningKind::Mul) && l.dtype(*value).is_float()
    };
    let several = window.sizes.iter().filter(|size| **size > 1).count() > 1;
    several && kinds.iter().zip(inputs).any(rounds) && strict(l)
}

/// Whether a function of the module, into which this one may be inlined, asks for the written order of sums.
fn strict(l: &Lower<'_, '_>) -> bool {
    l.functions.values().any(|body| {
        let mode = body.attr(body.root(), "tf.numerics").and_then(|a| l.ctx().attr_str(a));
        mode == Some("strict")
    })
}

/// The window's op by kinds. Each step is rounded to the element type, as the region says and XLA does.
fn with_kinds(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    kinds: &[CombiningKind],
    inputs: &[Value],
    inits: &[Value],
    mut attrs: Vec<(&str, Attribute)>,
    types: &[Type],
) -> Done<Vec<Value>> {
    attrs.push(("kinds", kinds_attr(l.ctx(), kinds)));
    let mut operands = inputs.to_vec();
    if !(0..kinds.len()).all(|i| is_identity(l, kinds[i], inits[i])) {
        for init in inits {
            operands.push(l.element(op, *init)?);
        }
    }
    let made = l.b.op(ReduceWindow, &operands, types, &attrs);
    Ok(l.b.body.results(made).collect())
}

/// `stablehlo.select_and_scatter`: of each window, the selected element takes the window's source. Two computes: which
/// element each window selects, as a number in row-major order; and for each element, the sources of the windows that
/// selected it, combined in ascending order of the windows.
pub(super) fn select_and_scatter<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let [operand, source, init] = l.exactly(op)?;
    if l.scalar {
        return Err(refuse(op, Refusal::Unsupported, "stands in a region that works on elements"));
    }
    let shape = l.static_shape(op, op.operand(0))?;
    let windows = l.static_shape(op, op.operand(1))?;
    let window = Window::of(op, shape.len())?;
    if windows.len() != shape.len() || window.sizes.iter().chain(&window.strides).any(|n| *n < 1) {
        return Err(refuse(op, Refusal::Invalid, "has windows that do not fit its operands"));
    }
    let init = l.element(op, init)?;
    let selected = selected(l, op, operand, &shape, &windows, &window)?;
    let value = scattered(l, op, [source, selected, init], &shape, &windows, &window)?;
    l.define_one(op, value)
}

/// `index` numbers as values.
fn number(l: &mut Lower<'_, '_>, n: i64) -> Value {
    let index = l.ctx().index();
    l.splat(index, Scalar::from_i64(tf_dialects::scalar::DType::Index, n))
}

/// The parts of `k` as a number in row-major order of a box of `sizes`.
fn parts(l: &mut Lower<'_, '_>, k: Value, sizes: &[i64]) -> Vec<Value> {
    let mut rest = k;
    let mut parts = Vec::new();
    for size in sizes.iter().rev() {
        let size = number(l, *size);
        parts.push(arith::remui(l, rest, size));
        rest = arith::divui(l, rest, size);
    }
    parts.reverse();
    parts
}

/// The number of a subscript in row-major order.
fn position(l: &mut Lower<'_, '_>, at: &[Value], shape: &[i64]) -> Value {
    let mut sum = number(l, 0);
    for (index, extent) in at.iter().zip(shape) {
        let extent = number(l, *extent);
        let scaled = arith::muli(l, sum, extent);
        sum = arith::addi(l, scaled, *index);
    }
    sum
}

/// Whether every index is inside its extent.
fn inside(l: &mut Lower<'_, '_>, at: &[Value], shape: &[i64]) -> Value {
    let i1 = l.ctx().i1();
    let mut all = l.splat(i1, Scalar::from_bool(true));
    for (index, extent) in at.iter().zip(shape) {
        let extent = number(l, *extent);
        let fits = l.cmpi(CmpI::Ult, *index, extent);
        all = arith::andi(l, all, fits);
    }
    all
}

/// Begins a fold from 0 to `count` with a combiner; the cursor stands in its first region. The op, the index, the cursor as it was.
fn begin_fold(
    l: &mut Lower<'_, '_>,
    count: i64,
    inits: &[Value],
) -> (tf_ir::body::Op, Value, tf_ir::builder::Cursor) {
    let ctx = l.ctx();
    let bounds = build::bounds_of(&Extent::constant(count));
    let types: Vec<Type> = inits.iter().map(|v| l.type_of(*v)).collect();
    let attrs = [("bounds", ctx.map_attr(bounds.map.clone()))];
    let made = l.b.op_with_regions(tensor::Fold, inits, &types, &attrs, 2);
    let (entry, outer) = l.b.enter(made, 0, &[ctx.index()]);
    let k = l.b.body.arg(entry, 0);
    (made, k, outer)
}

/// For each window, the number of the element that it selects; −1 if it holds none.
fn selected<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    operand: Value,
    shape: &[i64],
    windows: &[i64],
    window: &Window,
) -> Done<Value> {
    let ctx = l.ctx();
    let elem = ctx.elem_type(l.type_of(operand));
    let dims: Vec<Dim> = windows.iter().map(|n| Dim::Static(*n)).collect();
    let ty = ctx.tensor(dims, ctx.index());
    let extents = tensor_extents(l, op, ty)?;
    let made = l.b.op(Compute, &[], &[ty], &[("box", ctx.extents_attr(&extents))]);
    let (entry, outer) = l.b.enter(made, 0, &vec![ctx.index(); windows.len()]);
    let at: Vec<Value> = l.b.body.args(entry).collect();
    let dtype = super::types::dtype_of(ctx, elem);
    let none = l.splat(ctx.i1(), Scalar::from_bool(false));
    let zero = l.splat(elem, Scalar::from_bits(dtype, 0));
    let nowhere = number(l, -1);
    let inits = [none, zero, nowhere];
    let (fold, k, before) = begin_fold(l, window.sizes.iter().product(), &inits);
    let offsets = parts(l, k, &window.sizes);
    let mut place = Vec::new();
    for d in 0..shape.len() {
        let (stride, low) = (number(l, window.strides[d]), number(l, window.low[d]));
        let start = arith::muli(l, at[d], stride);
        let sum = arith::addi(l, start, offsets[d]);
        place.push(arith::subi(l, sum, low));
    }
    let holds = inside(l, &place, shape);
    let value = build::at(&mut l.b, operand, &Subscripts::plain(&place), Policy::Clamp, None);
    let number = position(l, &place, shape);
    tensor::Yield::build(&mut l.b, &[holds, value, number]);
    l.b.cursor = before;
    select_combiner(l, op, fold, elem)?;
    let result = l.b.body.result(fold, 2);
    tensor::Yield::build(&mut l.b, &[result]);
    l.b.cursor = outer;
    Ok(l.b.body.result(made, 0))
}

/// Keeps the left element where there is no right one, or the region selects it.
fn select_combiner<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>, fold: tf_ir::body::Op, elem: Type) -> Done {
    let ctx = l.ctx();
    let types = [ctx.i1(), elem, ctx.index()];
    let (entry, outer) = l.b.enter(fold, 1, &[types, types].concat());
    let args: Vec<Value> = l.b.body.args(entry).collect();
    let region = l.entry(op, 0)?;
    let keeps = scalars(l, op, region, &[args[1], args[4]])?;
    let [keeps] = keeps[..] else {
        return Err(refuse(op, Refusal::Invalid, "has a selection that returns no boolean"));
    };
    let keeps = arith::andi(l, keeps, args[0]);
    let empty = l.not(args[3]);
    let keeps = arith::ori(l, keeps, empty);
    let some = arith::ori(l, args[0], args[3]);
    let value = l.select(keeps, args[1], args[4]);
    let number = l.select(keeps, args[2], args[5]);
    tensor::Yield::build(&mut l.b, &[some, value, number]);
    l.b.cursor = outer;
    Ok(())
}

/// For each element, the initial value combined with the sources of the windows that selected it, the first window
/// first: an element's last place in a window is in the first of them.
fn scattered<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    [source, selected, init]: [Value; 3],
    shape: &[i64],
    windows: &[i64],
    window: &Window,
) -> Done<Value> {
    let ctx = l.ctx();
    let ty = l.result_type(op, 0)?;
    let elem = ctx.elem_type(ty);
    let extents = tensor_extents(l, op, ty)?;
    let made = l.b.op(Compute, &[], &[ty], &[("box", ctx.extents_attr(&extents))]);
    let (entry, outer) = l.b.enter(made, 0, &vec![ctx.index(); shape.len()]);
    let at: Vec<Value> = l.b.body.args(entry).collect();
    let here = position(l, &at, shape);
    let yes = l.splat(ctx.i1(), Scalar::from_bool(true));
    let count = window.sizes.iter().product();
    let (fold, k, before) = begin_fold(l, count, &[yes, init]);
    let last = number(l, count - 1);
    let k = arith::subi(l, last, k);
    let offsets = parts(l, k, &window.sizes);
    let mut place = Vec::new();
    let mut aligned = yes;
    for d in 0..shape.len() {
        let (stride, low) = (number(l, window.strides[d]), number(l, window.low[d]));
        let sum = arith::addi(l, at[d], low);
        let start = arith::subi(l, sum, offsets[d]);
        let rest = arith::remsi(l, start, stride);
        let zero = number(l, 0);
        let whole = l.cmpi(CmpI::Eq, rest, zero);
        aligned = arith::andi(l, aligned, whole);
        place.push(arith::divsi(l, start, stride));
    }
    let exists = inside(l, &place, windows);
    let subscripts = Subscripts::plain(&place);
    let choice = build::at(&mut l.b, selected, &subscripts, Policy::Clamp, None);
    let value = build::at(&mut l.b, source, &subscripts, Policy::Clamp, None);
    let mine = l.cmpi(CmpI::Eq, choice, here);
    let takes = arith::andi(l, exists, mine);
    let takes = arith::andi(l, takes, aligned);
    tensor::Yield::build(&mut l.b, &[takes, value]);
    l.b.cursor = before;
    let types = [ctx.i1(), elem];
    let (entry, before) = l.b.enter(fold, 1, &[types, types].concat());
    let args: Vec<Value> = l.b.body.args(entry).collect();
    let region = l.entry(op, 1)?;
    let combined = scalars(l, op, region, &[args[1], args[3]])?;
    let [combined] = combined[..] else {
        return Err(refuse(op, Refusal::Invalid, "has a combination that returns no value"));
    };
    let value = l.select(args[2], combined, args[1]);
    tensor::Yield::build(&mut l.b, &[args[0], value]);
    l.b.cursor = before;
    let result = l.b.body.result(fold, 1);
    tensor::Yield::build(&mut l.b, &[result]);
    l.b.cursor = outer;
    Ok(l.b.body.result(made, 0))
}
