//! Recognizes argmax and argmin, as importers and users write them: a `tensor.reduce` of a tensor and of the
//! indices along its axis, whose combiner keeps one of two pairs. They become reductions with kinds, which
//! vectorize:
//! ```text
//! %m = reduce maximumf %x init(%low)                         the extreme element
//! %first = reduce minsi (select (%x == %m), %index, %last)   its first index
//! %place = select (%m == %low), 0, %first                    0 if no element is beyond the initial value
//! ```
//! The pattern evaluates the combiner on samples. If its code only compares keys with keys and indices with
//! indices, and selects, then its result depends on the outcomes of these comparisons alone, so one sample
//! for each outcome is enough.

use crate::arith::{self, CmpF, CmpI};
use crate::elementwise::constant::{scalar, scalar_attr, splat_attr};
use crate::scalar::{DType, Scalar, dtype, element_type};
use crate::tensor::build;
use crate::tensor::combiner;
use crate::tensor::kinds::CombiningKind;
use crate::tensor::layout::{self, Broadcast};
use crate::tensor::policy::Policy;
use crate::tensor::reduce::Reduce;
use crate::tensor::shape::dims;
use crate::tensor::source::Iota;
use crate::tensor::subscripts::Subscripts;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::rewrite::{Rewrite, Rewriter, constant_value};

/// The semantics of a combiner of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PairCombiner {
    /// The kind by which the keys alone combine.
    kind: CombiningKind,
    /// For equal keys, the accumulator's key is preserved along with its index. This matters if the key
    /// result is used: zeros of different signs are equal.
    keeps_equal_key: bool,
    /// A NaN wins against every key; otherwise it is skipped.
    nan_wins: bool,
}

/// Rewrites an argmax or argmin to reductions with kinds.
pub(super) fn to_kinds(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, Reduce).ok_or("no reduction")?;
    let (inputs, inits, axes) = (view.inputs(), view.inits(), view.axes());
    let block = combiner::block_of(view.op(), 0).ok_or("it has no combiner")?;
    let (&[keys, places], &[start, place], &[axis]) = (&inputs[..], &inits[..], &axes[..]) else {
        return Err("it does not reduce one tensor and its indices along one axis".into());
    };
    if !counts_along(rw.body, places, axis) {
        return Err("the second tensor does not count along the axis".into());
    }
    let ctx = rw.body.ctx();
    let [start_at, place_at] =
        [start, place].map(|v| constant_value(rw.body, v).and_then(|a| scalar(ctx, a)));
    let start_at = start_at.filter(|key| !key.dtype().is_float() || !key.to_f64().is_nan());
    let start_at = start_at.ok_or("the initial key is not a constant")?;
    if place_at.and_then(Scalar::to_integer) != Some(0) {
        return Err("the initial index is not 0".into());
    }
    let choice = choice(rw.body, block, start_at.dtype());
    let choice = choice.ok_or("the combiner does not keep the first extreme key and its index")?;
    let looked_at = !rw.body.is_unused(rw.body.result(op, 0));
    if looked_at && !choice.keeps_equal_key && start_at.dtype().is_float() {
        return Err("it keeps the last of equal zeros".into());
    }
    let pairs = Pairs { keys, places, axis, start, place, choice };
    let results = pairs.reduce(rw, looked_at);
    rw.replace(op, &results);
    Ok(())
}

/// True if the elements of a tensor are the indices along one of its axes, without overflow of their type.
fn counts_along(body: &Body, tensor: Value, axis: usize) -> bool {
    let ctx = body.ctx();
    let shape = dims(ctx, body.ty(tensor));
    let Some(DType::Int(_) | DType::Index) = element_type(ctx, body.ty(tensor)) else { return false };
    let bits = element_type(ctx, body.ty(tensor)).map_or(0, DType::bits);
    let fits = bits >= 64 || shape[axis].as_static().is_some_and(|n| n < 1i64 << (bits - 1));
    let (mut at, mut along) = (tensor, axis);
    if let Some(wider) = body.def_cast(at, Broadcast) {
        let moved = layout::axes(ctx, wider.dims());
        let Some(from) = moved.iter().position(|to| *to == axis) else { return false };
        (at, along) = (wider.input(), from);
        if dims(ctx, body.ty(at))[along] != shape[axis] {
            return false;
        }
    }
    fits && body.def_cast(at, Iota).is_some_and(|counted| counted.axis() == along)
}

/// The semantics of a combiner of pairs of key and index, if it keeps the first of the greatest or of the
/// least keys.
fn choice(body: &Body, block: Block, key: DType) -> Option<PairCombiner> {
    if !only_selects(body, block) {
        return None;
    }
    let types: Vec<DType> =
        body.args(block).map(|arg| dtype(body.ctx(), body.ty(arg))).collect::<Option<_>>()?;
    let numbers = |a: f64, b: f64| [a, b].map(|v| Scalar::from_f64(key, v));
    let keep = |keys: [Scalar; 2]| preserved(body, block, types[1], keys);
    // One sample has the greater key in the accumulator, the other in the value.
    let (rising, falling) = (keep(numbers(1.0, 2.0))?, keep(numbers(2.0, 1.0))?);
    let greatest = rising == (false, false);
    let extremes = if greatest { (false, true) } else { (true, false) };
    if (rising, falling) != ((extremes.0, extremes.0), (extremes.1, extremes.1)) {
        return None;
    }
    if !key.is_float() {
        let signs = [Scalar::from_i64(key, -1), Scalar::from_i64(key, 1)];
        let signed = keep(signs)?.0 != greatest;
        keep([Scalar::from_i64(key, 1); 2])?.1.then_some(())?;
        let kind = match (greatest, signed) {
            (true, true) => CombiningKind::MaxSI,
            (true, false) => CombiningKind::MaxUI,
            (false, true) => CombiningKind::MinSI,
            (false, false) => CombiningKind::MinUI,
        };
        return Some(PairCombiner { kind, keeps_equal_key: true, nan_wins: false });
    }
    let (low, high) = (keep(numbers(-0.0, 0.0))?, keep(numbers(0.0, -0.0))?);
    let (first_nan, second_nan) = (keep(numbers(f64::NAN, 1.0))?, keep(numbers(1.0, f64::NAN))?);
    let both_nan = keep(numbers(f64::NAN, f64::NAN))?;
    let nan_wins = second_nan == (false, false);
    let nans_fit = match nan_wins {
        true => first_nan == (true, true) && both_nan.1,
        false => second_nan == (true, true),
    };
    if !nans_fit || !low.1 || !high.1 || low.0 != high.0 {
        return None;
    }
    let kind = match (greatest, nan_wins) {
        (true, true) => CombiningKind::MaximumF,
        (true, false) => CombiningKind::MaxNumF,
        (false, true) => CombiningKind::MinimumF,
        (false, false) => CombiningKind::MinNumF,
    };
    Some(PairCombiner { kind, keeps_equal_key: low.0, nan_wins })
}

/// Whether the combiner keeps the accumulator's key, and whether it keeps its index, if the value's index is
/// later. The preserved key must be the same for equal indices: the index of the first element equals the
/// initial one.
fn preserved(body: &Body, block: Block, place: DType, keys: [Scalar; 2]) -> Option<(bool, bool)> {
    let ctx = body.ctx();
    let run = |places: [i64; 2]| {
        let places = places.map(|at| Scalar::from_i64(place, at));
        let pairs = [keys[0], places[0], keys[1], places[1]];
        let args: Option<Vec<Attribute>> = pairs.iter().map(|v| scalar_attr(ctx, *v)).collect();
        let after = combiner::evaluate(body, block, &args?)?;
        Some((scalar(ctx, after[0])?, scalar(ctx, after[1])?.to_integer()?))
    };
    let ((key, at), (same_key, _)) = (run([3, 5])?, run([3, 3])?);
    (key == same_key).then_some((key == keys[0], at == 3))
}

/// True if a combiner of two accumulators compares only keys with keys and indices with indices, and
/// otherwise only combines the outcomes and selects. Its result then depends on these outcomes alone.
fn only_selects(body: &Body, block: Block) -> bool {
    let args: Vec<Value> = body.args(block).collect();
    let is_key = |v: &Value| *v == args[0] || *v == args[2];
    let is_place = |v: &Value| *v == args[1] || *v == args[3];
    let is_truth = |v: &Value| body.ty(*v) == body.ctx().i1();
    let ops: Vec<Op> = body.ops(block).collect();
    let Some((end, ops)) = ops.split_last() else { return false };
    let selects = ops.iter().all(|op| {
        let operands: Vec<Value> = body.operands(*op).collect();
        match body.kind(*op) {
            arith::Cmpi::KIND | arith::Cmpf::KIND => {
                operands.iter().all(is_key) || operands.iter().all(is_place)
            }
            arith::Andi::KIND | arith::Ori::KIND | arith::Xori::KIND => operands.iter().all(is_truth),
            arith::Select::KIND => true,
            arith::Constant::KIND => is_truth(&body.result(*op, 0)),
            _ => false,
        }
    });
    // Boolean keys could also come from comparisons.
    selects && body.operand_count(*end) == 2 && !args.iter().any(is_truth)
}

/// A reduction of keys and their indices.
struct Pairs {
    keys: Value,
    places: Value,
    axis: usize,
    start: Value,
    place: Value,
    choice: PairCombiner,
}

impl Pairs {
    /// The extreme key and its first index along the axis; if the key is unused, the initial key replaces it.
    fn reduce(&self, b: &mut Rewriter<'_>, looked_at: bool) -> [Value; 2] {
        let shape = build::extents_of(b, self.keys);
        let kept: Vec<usize> = (0..shape.len()).filter(|at| *at != self.axis).collect();
        let kept_shape: Vec<Extent> = kept.iter().map(|at| shape[*at].clone()).collect();
        let beyond = build::reduce(b, &[self.choice.kind], &[self.keys, self.start], &[self.axis], None);
        let beyond = b.body.result(beyond, 0);
        let along = dims(&b.ctx(), b.body.ty(self.keys)).to_vec();
        let everywhere = build::broadcast(b, beyond, &kept, &along);
        let is_float = b.ctx().is_float(b.body.ty(self.start));
        let mut hit = equal(b, is_float, self.keys, everywhere);
        if self.choice.nan_wins {
            let nan = arith::cmpf(b, CmpF::UNE, self.keys, self.keys);
            hit = arith::ori(b, hit, nan);
        }
        let last = self.last(b);
        let last = build::splat(b, last, &shape);
        let places = arith::select(b, hit, self.places, last);
        let first = build::reduce(b, &[CombiningKind::MinSI], &[places], &[self.axis], None);
        let first = b.body.result(first, 0);
        let [start, place] = [self.start, self.place].map(|v| build::splat(b, v, &kept_shape));
        let none = equal(b, is_float, beyond, start);
        let found = arith::select(b, none, place, first);
        let key = if looked_at { self.key_at(b, &kept_shape, none, first) } else { start };
        [key, found]
    }

    /// The greatest index of the type, for elements that do not match.
    fn last(&self, b: &mut Rewriter<'_>) -> Value {
        let (ctx, ty) = (b.ctx(), b.body.ty(self.place));
        let dtype = dtype(&ctx, ty).expect("indices are integers");
        let last = CombiningKind::MinSI.identity(dtype).expect("integers have a least one");
        let last = splat_attr(&ctx, ty, last).expect("integers have constants");
        arith::constant(b, last)
    }

    /// The key at an index, with the bits of the element that the combiner keeps; the initial key if there is
    /// no such element.
    fn key_at(&self, b: &mut Rewriter<'_>, shape: &[Extent], none: Value, first: Value) -> Value {
        let elem = b.body.ty(self.start);
        build::compute_one(b, shape, elem, |b, at| {
            let place = build::at_indices(b, first, at);
            let index = b.ctx().index();
            let place = if b.body.ty(place) == index { place } else { arith::index_cast(b, place, index) };
            let mut point = at.to_vec();
            point.insert(self.axis, place);
            let key = build::at(b, self.keys, &Subscripts::plain(&point), Policy::Clamp, None);
            let none = build::at_indices(b, none, at);
            arith::select(b, none, self.start, key)
        })
    }
}

/// Compares elements for equality.
fn equal(b: &mut Rewriter<'_>, float: bool, x: Value, y: Value) -> Value {
    match float {
        true => arith::cmpf(b, CmpF::OEQ, x, y),
        false => arith::cmpi(b, CmpI::Eq, x, y),
    }
}
