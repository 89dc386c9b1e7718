//! `stablehlo.select_and_scatter`

use super::window::Window;
use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use crate::stablehlo::convert::regions::scalars;
use tf_dialects::arith;
use tf_dialects::arith::predicate::CmpI;
use tf_dialects::scalar::Scalar;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{self, build};
use tf_ir::body::Value;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_library::constant;

/// `stablehlo.select_and_scatter`: each window passes its source to the element that it selects. This makes
/// two computes: the row-major position that each window selects; and for each element, the combination of
/// the sources of the windows that selected it, in ascending window order.
pub(in crate::stablehlo) fn select_and_scatter<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let [operand, source, init] = l.exactly(op)?;
    l.tensors_only(op)?;
    let [shape, windows] = [l.extents(op, l.type_of(operand))?, l.extents(op, l.type_of(source))?];
    let window = Window::of(op, shape.len())?;
    if windows.len() != shape.len() || window.sizes.iter().chain(&window.strides).any(|n| *n < 1) {
        return Err(invalid(op, "has windows that do not fit its operands"));
    }
    let init = l.element(op, init)?;
    let selected = selected(l, op, operand, &shape, &windows, &window)?;
    let value = scattered(l, op, [source, selected, init], &shape, &windows, &window)?;
    l.define_one(op, value)
}

/// An `index` constant.
fn number(l: &mut Lower<'_, '_>, n: i64) -> Value {
    let index = l.ctx().index();
    constant::int(&mut l.b, index, n)
}

fn truth(l: &mut Lower<'_, '_>) -> Value {
    let i1 = l.ctx().i1();
    l.splat(i1, Scalar::from_bool(true))
}

/// The coordinates in a box of `sizes` of the row-major position `k`.
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

/// The row-major position of a subscript.
fn position(l: &mut Lower<'_, '_>, at: &[Value], shape: &[Extent]) -> Value {
    let mut sum = number(l, 0);
    for (index, extent) in at.iter().zip(shape) {
        let extent = l.extent(extent);
        let scaled = arith::muli(l, sum, extent);
        sum = arith::addi(l, scaled, *index);
    }
    sum
}

/// Whether every index is inside its extent.
fn inside(l: &mut Lower<'_, '_>, at: &[Value], shape: &[Extent]) -> Value {
    let mut all = truth(l);
    for (index, extent) in at.iter().zip(shape) {
        let extent = l.extent(extent);
        let fits = arith::cmpi(l, CmpI::Ult, *index, extent);
        all = arith::andi(l, all, fits);
    }
    all
}

/// The last result of a fold from 0 to `count` with a combiner.
fn fold<'a, 'b>(
    l: &mut Lower<'a, 'b>,
    count: i64,
    inits: &[Value],
    body: impl FnOnce(&mut Lower<'a, 'b>, Value) -> Vec<Value>,
    combine: impl FnOnce(&mut Lower<'a, 'b>, &[Value]) -> Done<Vec<Value>>,
) -> Done<Value> {
    let ctx = l.ctx();
    let types: Vec<Type> = inits.iter().map(|v| l.type_of(*v)).collect();
    let attrs = [("bounds", ctx.map_attr(build::bounds_of(&Extent::constant(count)).map))];
    let made = l.b.op_with_regions(tensor::Fold, inits, &types, &attrs, 2);
    l.region(made, 0, &[ctx.index()], |l, args| {
        let values = body(l, args[0]);
        tensor::Yield::build(&mut l.b, &values);
        Ok(())
    })?;
    l.region(made, 1, &types.repeat(2), |l, args| {
        let values = combine(l, args)?;
        tensor::Yield::build(&mut l.b, &values);
        Ok(())
    })?;
    Ok(l.b.body.result(made, types.len() - 1))
}

/// For each window, the row-major position of the element that it selects; −1 if the window is empty.
fn selected<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    operand: Value,
    shape: &[Extent],
    windows: &[Extent],
    window: &Window,
) -> Done<Value> {
    let ctx = l.ctx();
    let elem = ctx.elem_type(l.type_of(operand));
    let region = l.entry(op, 0)?;
    l.compute(op, l.shaped(windows, ctx.index()), |l, at| {
        let none = l.splat(ctx.i1(), Scalar::from_bool(false));
        let inits = [none, constant::zero(&mut l.b, elem), number(l, -1)];
        let body = |l: &mut Lower<'_, '_>, k| {
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
            vec![holds, value, position(l, &place, shape)]
        };
        // The left element wins if there is no right element, or by the region's choice.
        fold(l, window.sizes.iter().product(), &inits, body, |l, args| {
            let [keeps] = scalars(l, op, region, &[args[1], args[4]])?[..] else {
                return Err(invalid(op, "has a selection that returns no boolean"));
            };
            let keeps = arith::andi(l, keeps, args[0]);
            let empty = l.not(args[3]);
            let keeps = arith::ori(l, keeps, empty);
            let some = arith::ori(l, args[0], args[3]);
            let value = arith::select(l, keeps, args[1], args[4]);
            Ok(vec![some, value, arith::select(l, keeps, args[2], args[5])])
        })
    })
}

/// For each element, the initial value combined with the sources of the windows that selected it, in window
/// order: an element's last position in a window is that in the first of these windows.
fn scattered<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    [source, selected, init]: [Value; 3],
    shape: &[Extent],
    windows: &[Extent],
    window: &Window,
) -> Done<Value> {
    let ty = l.shaped(shape, l.type_of(source));
    let region = l.entry(op, 1)?;
    l.compute(op, ty, |l, at| {
        let here = position(l, at, shape);
        let yes = truth(l);
        let count = window.sizes.iter().product();
        let body = |l: &mut Lower<'_, '_>, k| {
            let last = number(l, count - 1);
            let k = arith::subi(l, last, k);
            let offsets = parts(l, k, &window.sizes);
            let (mut place, mut aligned) = (Vec::new(), yes);
            for d in 0..shape.len() {
                let (stride, low) = (number(l, window.strides[d]), number(l, window.low[d]));
                let sum = arith::addi(l, at[d], low);
                let start = arith::subi(l, sum, offsets[d]);
                let rest = arith::remsi(l, start, stride);
                let zero = number(l, 0);
                let whole = arith::cmpi(l, CmpI::Eq, rest, zero);
                aligned = arith::andi(l, aligned, whole);
                place.push(arith::divsi(l, start, stride));
            }
            let exists = inside(l, &place, windows);
            let subscripts = Subscripts::plain(&place);
            let [choice, value] =
                [selected, source].map(|from| build::at(&mut l.b, from, &subscripts, Policy::Clamp, None));
            let mine = arith::cmpi(l, CmpI::Eq, choice, here);
            let takes = arith::andi(l, exists, mine);
            vec![arith::andi(l, takes, aligned), value]
        };
        fold(l, count, &[yes, init], body, |l, args| {
            let [combined] = scalars(l, op, region, &[args[1], args[3]])?[..] else {
                return Err(invalid(op, "has a combination that returns no value"));
            };
            Ok(vec![args[0], arith::select(l, args[2], combined, args[1])])
        })
    })
}
