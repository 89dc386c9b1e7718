//! Comprehensions: computes, folds and reads.

use crate::combine::Drawn;
use crate::generators::{Generate, Generators};
use crate::reduce::some_kind;
use crate::state::State;
use tf_dialects::arith::constant;
use tf_dialects::elementwise::constant::scalar_attr;
use tf_dialects::scalar::DType;
use tf_dialects::tensor;
use tf_dialects::tensor::{
    Accumulation, Combine, FromElements, Policy, Subscripts, build, compute::result_type,
};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

pub(crate) fn register(generators: &mut Generators) {
    generators.add(tensor::Compute).add(tensor::At).add(tensor::Put).add(tensor::Fold);
}

impl Generate for tensor::Compute {
    fn weight(&self) -> u32 {
        12
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        if !state.may_nest() {
            return None;
        }
        let like = state.tensor(b, |shape, _| shape.len() < 4).filter(|_| state.random.chance(60));
        let shape = match like {
            Some(value) => state.shape(b, value),
            None => state.some_shape(3),
        };
        let mut results = Vec::new();
        for _ in 0..=state.random.below(2) {
            let dtype = state.some_dtype(b, |_| true)?;
            let small = state.random.chance(12).then(|| vec![Extent::constant(state.random.within(1, 3))]);
            results.push(state.type_of(small.as_deref(), dtype));
        }
        let types: Option<Vec<Type>> = results.iter().map(|ty| result_type(state.ctx, &shape, *ty)).collect();
        let (inits, how) = accumulators(b, state);
        let op = build::accumulate(b, &shape, &types?, &inits, &how, |b, indices, accumulators| {
            state.scope(|state| {
                let combine = how.iter().map(|how| how.combine);
                state.add_accumulators(accumulators.iter().copied().zip(combine));
                let indices: Vec<_> = indices.iter().copied().zip(shape.iter().cloned()).collect();
                state.enter_scalar_code(&indices);
                reads(b, state);
                let count = 2 + state.random.below(6);
                state.ops(b, count);
                if !accumulators.is_empty() {
                    tensor::Put.generate(b, state);
                }
                results.iter().map(|ty| yielded(b, state, *ty)).collect()
            })
        });
        Some(b.body.results(op).collect())
    }
}

/// The accumulators of a compute, usually none: their initial tensors, and how they combine.
fn accumulators(b: &Builder<'_>, state: &mut State<'_>) -> (Vec<Value>, Vec<Accumulation>) {
    let (mut inits, mut how) = (Vec::new(), Vec::new());
    if state.random.chance(70) {
        return (inits, how);
    }
    for _ in 0..=state.random.below(2) {
        let Some(init) = state.tensor(b, |_, _| true) else { break };
        let dtype = state.dtype(b.body.ty(init)).expect("tensors have element types");
        how.push(match state.random.below(4) {
            0 => Accumulation::SET,
            1 => Accumulation::REGION,
            _ => Accumulation::of_kind(some_kind(state, dtype)),
        });
        inits.push(init);
    }
    (inits, how)
}

/// `tensor.put` into an enclosing accumulator, under every policy.
impl Generate for tensor::Put {
    fn weight(&self) -> u32 {
        10
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let all = state.accumulators().to_vec();
        let (target, combine) = *state.random.pick(&all)?;
        let shape = state.shape(b, target);
        let inside: Option<Vec<Subscript>> = shape.iter().map(|extent| proved(state, extent)).collect();
        let policies = [Policy::Drop, Policy::Clamp, Policy::Wrap];
        let policy = match &inside {
            Some(_) if state.random.chance(8) => Policy::Trap,
            Some(_) if state.random.chance(50) => Policy::Assumed,
            _ => *state.random.pick(&policies)?,
        };
        let subscripts = match inside {
            Some(inside) if matches!(policy, Policy::Assumed | Policy::Trap) => inside,
            _ => shape.iter().map(|_| anywhere(b, state)).collect(),
        };
        let subscripts = join(subscripts)?;
        let elem = state.ctx.elem_type(b.body.ty(target));
        let value = state.operand(b, elem);
        match combine {
            Combine::Region => combined(b, state, value, target, &subscripts, policy),
            _ => drop(build::put(b, value, target, &subscripts, policy)),
        }
        Some(Vec::new())
    }
}

/// A put with a region that combines the element, the value and values in scope.
fn combined(
    b: &mut Builder<'_>,
    state: &mut State<'_>,
    value: Value,
    target: Value,
    subscripts: &Subscripts,
    policy: Policy,
) {
    build::put_combined(b, &[value], &[target], subscripts, policy, |b, elements, values| {
        let ty = b.body.ty(elements[0]);
        state.scope(|state| {
            state.without_accumulators(|state| {
                state.add(elements);
                state.add(values);
                let count = 1 + state.random.below(3);
                state.ops(b, count);
                vec![state.operand(b, ty)]
            })
        })
    });
}

/// Reads a few elements as initial values.
fn reads(b: &mut Builder<'_>, state: &mut State<'_>) {
    for _ in 0..1 + state.random.below(3) {
        if let Some(values) = tensor::At.generate(b, state) {
            state.add(&values);
        }
    }
}

fn yielded(b: &mut Builder<'_>, state: &mut State<'_>, ty: Type) -> Value {
    if !state.ctx.is_tensor(ty) {
        return state.operand(b, ty);
    }
    let elem = state.ctx.elem_type(ty);
    let count = state.ctx.dims(ty).and_then(|d| d.first()).and_then(|d| d.as_static()).unwrap_or(0);
    let elements: Vec<Value> = (0..count).map(|_| state.operand(b, elem)).collect();
    FromElements::build(b, &elements, ty)
}

/// `tensor.at`, under every policy.
impl Generate for tensor::At {
    fn weight(&self) -> u32 {
        8
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let source = state.tensor(b, |_, _| true)?;
        let shape = state.shape(b, source);
        let inside: Option<Vec<Subscript>> = shape.iter().map(|extent| proved(state, extent)).collect();
        let policies = [Policy::Clamp, Policy::Wrap, Policy::Fill];
        let policy = match &inside {
            Some(_) if state.random.chance(8) => Policy::Trap,
            Some(_) if state.random.chance(60) => Policy::Assumed,
            _ => *state.random.pick(&policies)?,
        };
        let subscripts = match inside {
            Some(inside) if matches!(policy, Policy::Assumed | Policy::Trap) => inside,
            _ => shape.iter().map(|_| anywhere(b, state)).collect(),
        };
        let subscripts = join(subscripts)?;
        let elem = state.ctx.elem_type(b.body.ty(source));
        let fill = (policy == Policy::Fill).then(|| state.operand(b, elem));
        Some(vec![build::at(b, source, &subscripts, policy, fill)])
    }
}

/// `scale * value + offset`, plus an extent.
struct Subscript {
    value: Option<Value>,
    scale: i64,
    offset: i64,
    extent: Option<Extent>,
}

impl Subscript {
    fn constant(offset: i64) -> Subscript {
        Subscript { value: None, scale: 0, offset, extent: None }
    }
}

fn join(subscripts: Vec<Subscript>) -> Option<Subscripts> {
    let (mut exprs, mut values, mut extents) = (Vec::new(), Vec::new(), Vec::new());
    for Subscript { value, scale, offset, extent } in subscripts {
        let mut expr = AffineExpr::constant(offset);
        if let Some(value) = value {
            expr = expr.add(&AffineExpr::dim(values.len() as u32).scale(scale).ok()?).ok()?;
            values.push(value);
        }
        if let Some(extent) = extent {
            expr = expr.add(&AffineExpr::symbol(extents.len() as u32)).ok()?;
            extents.push(extent);
        }
        exprs.push(expr);
    }
    Subscripts::new(&exprs, &values, &extents).ok()
}

/// A subscript that is in bounds of an axis for all values of its symbols.
fn proved(state: &mut State<'_>, extent: &Extent) -> Option<Subscript> {
    let indices: Vec<Value> =
        state.indices().iter().filter(|(_, bound)| bound == extent).map(|(v, _)| *v).collect();
    if let Some(value) = state.random.pick(&indices).copied() {
        return Some(match state.random.chance(25) {
            true => Subscript { value: Some(value), scale: -1, offset: -1, extent: Some(extent.clone()) },
            false => Subscript { value: Some(value), scale: 1, offset: 0, extent: None },
        });
    }
    let n = extent.as_const().filter(|n| *n > 0)?;
    Some(Subscript::constant(state.random.within(0, n - 1)))
}

/// A subscript that may be out of bounds: a constant, an affine expression of an index, or a computed value.
fn anywhere(b: &mut Builder<'_>, state: &mut State<'_>) -> Subscript {
    let index = state.indices().to_vec();
    match state.random.below(10) {
        0 | 1 => Subscript::constant(state.random.within(-2, 6)),
        2..=4 => {
            let ty = state.ctx.index();
            let value = state.operand(b, ty);
            Subscript { value: Some(value), scale: 1, offset: 0, extent: None }
        }
        _ => match state.random.pick(&index) {
            Some((value, _)) => {
                let (scale, offset) = (state.random.within(-2, 2), state.random.within(-3, 3));
                Subscript { value: Some(*value), scale, offset, extent: None }
            }
            None => Subscript::constant(state.random.within(-2, 6)),
        },
    }
}

impl Generate for tensor::Fold {
    fn weight(&self) -> u32 {
        10
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        if !state.scalar_code || !state.may_nest() {
            return None;
        }
        let extent = state.some_extent();
        let bounds = bounds(state, &extent)?;
        let (mut kinds, mut results) = (Vec::new(), Vec::new());
        for _ in 0..=state.random.below(2) {
            let dtype: DType = state.some_dtype(b, |_| true)?;
            kinds.push(some_kind(state, dtype));
            results.push(state.type_of(None, dtype));
        }
        let flags = state.some_flags();
        let combiner = state.random.chance(30);
        let dtypes: Vec<DType> = results.iter().filter_map(|ty| state.dtype(*ty)).collect();
        let drawn = Drawn::new(state, &dtypes);
        let laws = drawn.laws(state, &dtypes);
        let inits: Vec<Value> = match combiner {
            true => results.iter().map(|ty| state.operand(b, *ty)).collect(),
            false => Vec::new(),
        };
        let body = |b: &mut Builder<'_>, index: Value| {
            state.scope(|state| {
                state.enter_scalar_code(&[(index, extent)]);
                reads(b, state);
                let count = 1 + state.random.below(3);
                state.ops(b, count);
                results.iter().map(|ty| state.operand(b, *ty)).collect()
            })
        };
        let op = match combiner {
            true => build::fold_combining(b, &bounds, &inits, laws, body, |b, args| drawn.build(b, args)),
            false => build::fold(b, &bounds, &kinds, &results, flags, body),
        };
        Some(b.body.results(op).collect())
    }
}

/// Bounds of a fold over part of `0 to extent`: from 0, or from an enclosing index.
fn bounds(state: &mut State<'_>, extent: &Extent) -> Option<Subscripts> {
    let outer = state.indices().to_vec();
    if let Some((value, _)) = state.random.pick(&outer).filter(|_| state.random.clone().chance(30)) {
        let from = AffineExpr::dim(0).add(&AffineExpr::constant(state.random.within(0, 1))).ok()?;
        return Subscripts::new(&[from, AffineExpr::symbol(0)], &[*value], std::slice::from_ref(extent)).ok();
    }
    Some(build::bounds_of(extent))
}

/// An `index`: with a probability of `constants` percent, a constant from −2 to `last`.
pub(crate) fn offset(b: &mut Builder<'_>, state: &mut State<'_>, constants: usize, last: i64) -> Value {
    match state.random.chance(constants) {
        true => {
            let at = state.random.within(-2, last);
            index_constant(b, state, at)
        }
        false => state.operand(b, state.ctx.index()),
    }
}

/// An `index` constant.
pub(crate) fn index_constant(b: &mut Builder<'_>, state: &State<'_>, value: i64) -> Value {
    let value = tf_dialects::scalar::Scalar::from_i64(DType::Index, value);
    constant(b, scalar_attr(state.ctx, value).expect("integers can be written"))
}
