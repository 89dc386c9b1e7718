//! Window reductions, convolutions, scans, sorts and random bits, with random combiners and comparators.

use crate::generators::{Generate, Generators};
use crate::order::{Order, less};
use crate::reduce::some_kind;
use crate::state::State;
use tf_dialects::arith;
use tf_dialects::scalar::{DType, dtype};
use tf_dialects::tensor::algorithms::{self, Combine, ConvSpec, Direction};
use tf_dialects::tensor::combiner::Laws;
use tf_dialects::tensor::conv::Conv;
use tf_dialects::tensor::reduce::extends;
use tf_dialects::tensor::reduce_window::{ReduceWindow, WindowAxis};
use tf_dialects::tensor::rng::{Algorithm, Rng};
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// How an accumulator and its value combine.
#[derive(Clone, Copy)]
enum Choice {
    /// By a kind, accumulator first or value first.
    Kind(CombiningKind, bool),
    /// The one that the comparison of the first pair selects.
    Pick,
}

/// A random combiner for values of some types.
#[derive(Clone)]
pub(crate) struct Drawn {
    choices: Vec<Choice>,
}

impl Drawn {
    pub(crate) fn new(state: &mut State<'_>, dtypes: &[DType]) -> Drawn {
        let mut choices = Vec::new();
        for dtype in dtypes {
            choices.push(match state.random.below(3) {
                0 => Choice::Pick,
                _ => Choice::Kind(some_kind(state, *dtype), state.random.chance(70)),
            });
        }
        Drawn { choices }
    }

    /// Laws that the combiner satisfies exactly.
    pub(crate) fn laws(&self, state: &mut State<'_>, dtypes: &[DType]) -> Laws {
        let exact = |(choice, dtype): (&Choice, &DType)| match choice {
            Choice::Kind(kind, _) => kind.is_exact(*dtype),
            Choice::Pick => false,
        };
        let all = self.choices.iter().zip(dtypes).all(exact);
        match all && state.random.chance(50) {
            true => Laws::ALL,
            false => Laws::default(),
        }
    }

    /// Builds the combiner from accumulators and values.
    pub(crate) fn build(&self, b: &mut Builder<'_>, args: &[Value]) -> Vec<Value> {
        let (before, values) = args.split_at(self.choices.len());
        let first = less(b, Order::Partial, before[0], values[0]);
        let one = |(i, choice): (usize, &Choice)| {
            let (x, y) = (before[i], values[i]);
            let ty = b.body.ty(x);
            match choice {
                Choice::Pick => arith::select(b, first, y, x),
                Choice::Kind(kind, forward) => {
                    let dtype = dtype(b.body.ctx(), ty).expect("combiners take scalars");
                    let what = kind.op(dtype).expect("the kind was drawn for the type");
                    let operands = if *forward { [x, y] } else { [y, x] };
                    b.value(what, &operands, ty, &[])
                }
            }
        };
        self.choices.iter().enumerate().map(one).collect()
    }
}

/// A tensor, sometimes with others of the same shape.
fn tensors(
    b: &mut Builder<'_>,
    state: &mut State<'_>,
    wanted: impl Fn(&[Extent], DType) -> bool,
) -> Option<Vec<Value>> {
    let first = state.tensor(b, wanted)?;
    let shape = state.shape(b, first);
    let mut inputs = vec![first];
    while inputs.len() < 3 && state.random.chance(30) {
        inputs.extend(state.tensor(b, |other, _| other == shape));
    }
    Some(inputs)
}

/// Initial values for tensors.
pub(crate) fn inits(b: &mut Builder<'_>, state: &mut State<'_>, inputs: &[Value]) -> Vec<Value> {
    let elems: Vec<Type> = inputs.iter().map(|v| state.ctx.elem_type(b.body.ty(*v))).collect();
    elems.into_iter().map(|ty| state.operand(b, ty)).collect()
}

/// The element types of values.
pub(crate) fn dtypes(b: &Builder<'_>, state: &State<'_>, values: &[Value]) -> Option<Vec<DType>> {
    values.iter().map(|v| state.dtype(b.body.ty(*v))).collect()
}

/// Calls `build` with kinds or with a combiner, and suitable initial values.
fn combining<R>(
    b: &mut Builder<'_>,
    state: &mut State<'_>,
    inputs: &[Value],
    build: impl FnOnce(&mut Builder<'_>, &[Value], Combine<'_>) -> R,
) -> Option<R> {
    let dtypes = dtypes(b, state, inputs)?;
    if state.random.chance(50) {
        let kinds: Vec<CombiningKind> = dtypes.iter().map(|dtype| some_kind(state, *dtype)).collect();
        let inits = if state.random.chance(50) { inits(b, state, inputs) } else { Vec::new() };
        return Some(build(b, &inits, Combine::Kinds(&kinds, None)));
    }
    let drawn = Drawn::new(state, &dtypes);
    let laws = drawn.laws(state, &dtypes);
    let inits = inits(b, state, inputs);
    Some(build(b, &inits, Combine::Region(laws, &mut |b, args| drawn.build(b, args))))
}

/// Stride, dilation and padding of a window with up to three taps.
fn axis(state: &mut State<'_>, size: Extent) -> WindowAxis {
    let mut rarely = |most: i64| if state.random.chance(30) { state.random.within(1, most) } else { 1 };
    let (stride, base_dilation, dilation) = (rarely(3), rarely(2), rarely(2));
    let mut pad = || if state.random.chance(40) { state.random.within(-1, 2) } else { 0 };
    WindowAxis { size, stride, base_dilation, dilation, low: pad(), high: pad() }
}

pub(crate) fn register(generators: &mut Generators) {
    generators.add(ReduceWindow).add(Conv).add(Scan).add(Sort).add(Rng);
}

impl Generate for ReduceWindow {
    fn weight(&self) -> u32 {
        3
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let inputs = tensors(b, state, |shape, _| shape.len() < 4)?;
        let shape = state.shape(b, inputs[0]);
        let mut axes = Vec::new();
        for _ in &shape {
            let size = Extent::constant(state.random.within(1, 3));
            axes.push(axis(state, size));
        }
        let counts: Option<Vec<Extent>> =
            shape.iter().zip(&axes).map(|(extent, axis)| axis.count(extent).ok()).collect();
        if !state.fits(&counts?) {
            return None;
        }
        let op = combining(b, state, &inputs, |b, inits, combine| {
            algorithms::reduce_window(b, &inputs, inits, &axes, combine)
        })?;
        Some(b.body.results(op).collect())
    }
}

/// `tensor.conv`, of a tensor with a small kernel.
impl Generate for Conv {
    fn weight(&self) -> u32 {
        3
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |shape, _| shape.len() >= 2)?;
        let (shape, dtype) = (state.shape(b, input), state.dtype(b.body.ty(input))?);
        let rank = shape.len() - 2;
        let digits: String = (0..rank).map(|d| char::from(b'0' + d as u8)).collect();
        let (features, outputs) = (shape[rank + 1].clone(), state.random.within(1, 3));
        let mut kernel: Vec<Extent> =
            (0..rank).map(|_| Extent::constant(state.random.within(1, 2))).collect();
        let axes: Vec<WindowAxis> = kernel.clone().into_iter().map(|size| axis(state, size)).collect();
        let mut result = vec![shape[0].clone(), Extent::constant(outputs)];
        for (axis, extent) in axes.iter().zip(&shape[1..]) {
            result.push(axis.count(extent).ok()?);
        }
        if !state.fits(&result) {
            return None;
        }
        kernel.extend([features, Extent::constant(outputs)]);
        // A kernel of equal elements would hide a missing reversal.
        let kernel = match state.random.chance(60) {
            true => {
                let along = state.random.below(kernel.len());
                build::iota(b, &kernel, state.type_of(None, dtype), along)
            }
            false => {
                let ty = state.type_of(Some(&kernel), dtype);
                state.operand(b, ty)
            }
        };
        let wider: Vec<DType> = crate::DTYPES.into_iter().filter(|to| extends(dtype, *to)).collect();
        let to = if state.random.chance(25) { *state.random.pick(&wider)? } else { dtype };
        let reversed: Vec<usize> = (0..rank).filter(|_| state.random.chance(30)).collect();
        let spec = ConvSpec {
            dims: &format!("b{digits}f,{digits}io->bf{digits}"),
            axes: &axes,
            reversed: &reversed,
            feature_groups: 1,
            batch_groups: 1,
            elem: state.type_of(None, to),
        };
        Some(vec![algorithms::conv(b, input, kernel, &spec, None)])
    }
}

impl Generate for Scan {
    fn weight(&self) -> u32 {
        4
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let inputs = tensors(b, state, |shape, _| !shape.is_empty())?;
        let axis = state.random.below(state.shape(b, inputs[0]).len());
        let direction = Direction { reverse: state.random.chance(40), exclusive: state.random.chance(40) };
        let op = combining(b, state, &inputs, |b, inits, combine| {
            algorithms::scan(b, &inputs, inits, axis, direction, combine)
        })?;
        Some(b.body.results(op).collect())
    }
}

/// `tensor.sort`, by orders of the first tensor that need not be strict or weak.
impl Generate for Sort {
    fn weight(&self) -> u32 {
        4
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let inputs = tensors(b, state, |shape, _| !shape.is_empty())?;
        let axis = state.random.below(state.shape(b, inputs[0]).len());
        let orders = [Order::NanLast, Order::Total, Order::Partial, Order::Unsigned];
        let order = *state.random.pick(&orders)?;
        let swapped = state.random.chance(40);
        let op = algorithms::sort(b, &inputs, axis, |b, pairs| {
            let (x, y) = if swapped { (pairs[1], pairs[0]) } else { (pairs[0], pairs[1]) };
            less(b, order, x, y)
        });
        Some(b.body.results(op).collect())
    }
}

impl Generate for Rng {
    fn weight(&self) -> u32 {
        2
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let algorithm = *state.random.pick(&Algorithm::ALL)?;
        let words: Vec<i64> = (1..=3).filter(|n| algorithm.takes_words(*n)).collect();
        let words = Extent::constant(*state.random.pick(&words)?);
        let seed = state.type_of(Some(&[words]), DType::I64);
        let seed = state.operand(b, seed);
        let dtype = *state.random.pick(&[DType::I8, DType::I16, DType::I32, DType::I64])?;
        let mut shape = state.some_shape(3);
        if algorithm == Algorithm::Threefry && dtype != DType::I64 {
            shape = shape.iter().map(|_| Extent::constant(state.random.within(0, 4))).collect();
        }
        let elem = state.type_of(None, dtype);
        let (next, bits) = algorithms::random_bits(b, algorithm, seed, &shape, elem);
        Some(vec![next, bits])
    }
}

/// `tensor.reduce` with a combiner.
pub(crate) fn reduce(
    b: &mut Builder<'_>,
    state: &mut State<'_>,
    inputs: &[Value],
    axes: &[usize],
) -> Option<Vec<Value>> {
    let op = combining(b, state, inputs, |b, inits, combine| match combine {
        Combine::Kinds(kinds, fastmath) => build::reduce(b, kinds, &[inputs, inits].concat(), axes, fastmath),
        Combine::Region(laws, body) => build::reduce_combining(b, inputs, inits, axes, laws, body),
    })?;
    Some(b.body.results(op).collect())
}
