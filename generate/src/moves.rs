//! Ops that assemble, split and search tensors.

use crate::compute::offset;
use crate::generators::{Generate, Generators};
use crate::state::{DTYPES, State};
use tf_dialects::scalar::DType;
use tf_dialects::tensor::bitcast::{Parts, parts};
use tf_dialects::tensor::{self, Padding, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

pub(crate) fn register(generators: &mut Generators) {
    generators
        .add(tensor::Pad)
        .add(tensor::Concat)
        .add(tensor::DynamicSlice)
        .add(tensor::UpdateSlice)
        .add(tensor::Bitcast)
        .add(tensor::sort::SearchSorted);
}

/// `tensor.pad`, with amounts that keep all extents nonnegative.
impl Generate for tensor::Pad {
    fn weight(&self) -> u32 {
        6
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |_, _| true)?;
        let shape = state.shape(b, input);
        let paddings: Vec<Padding> = shape.iter().map(|extent| padding(state, extent)).collect();
        let padded: Option<Vec<Extent>> =
            paddings.iter().zip(&shape).map(|(p, extent)| p.padded(extent).ok()).collect();
        if !state.fits(&padded?) {
            return None;
        }
        let dtype = state.dtype(b.body.ty(input))?;
        let elem = state.type_of(None, dtype);
        let value = match state.is_wide() && state.random.chance(70) {
            true => state.nonzero(b, dtype),
            false => state.operand(b, elem),
        };
        Some(vec![build::pad(b, input, value, &paddings)])
    }
}

/// The padding of an axis: elements may be removed only from a constant extent; other axes only grow.
fn padding(state: &mut State<'_>, extent: &Extent) -> Padding {
    // A vector is ragged at both ends if an axis grows by less than its width.
    let most = if state.is_wide() { 5 } else { 2 };
    let few = extent.as_const().unwrap_or(0).min(2);
    let low = state.random.within(-few, most);
    let left = extent.as_const().map_or(0, |n| (n + low).clamp(0, 2));
    let high = state.random.within(-left, most);
    let often = if state.is_wide() { 8 } else { 30 };
    let interior = if state.random.chance(often) { state.random.within(1, 2) } else { 0 };
    // `low` may be the whole extent; `high` then cannot be negative, since the extent may be 0.
    let (low, high) = match state.random.chance(20) {
        true => (extent.clone(), high.max(0)),
        false => (Extent::constant(low), high),
    };
    Padding { low, high: Extent::constant(high), interior }
}

/// `tensor.concat` of up to four tensors.
impl Generate for tensor::Concat {
    fn weight(&self) -> u32 {
        6
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let first = state.tensor(b, |shape, _| !shape.is_empty())?;
        let (shape, dtype) = (state.shape(b, first), state.dtype(b.body.ty(first))?);
        let axis = state.random.below(shape.len());
        let mut inputs = vec![first];
        let mut whole = shape.clone();
        for _ in 0..1 + state.random.below(3) {
            let mut other = shape.clone();
            if state.random.chance(50) {
                other[axis] = state.some_extent();
            }
            whole[axis] = whole[axis].add(&other[axis]).ok()?;
            if !state.fits(&whole) {
                return None;
            }
            let ty = state.type_of(Some(&other), dtype);
            inputs.push(state.operand(b, ty));
        }
        Some(vec![tensor::Concat::build(b, &inputs, axis)])
    }
}

/// A window that fits a shape for all values of its symbols.
fn window(state: &mut State<'_>, shape: &[Extent]) -> Vec<Extent> {
    let one = |extent: &Extent| match extent.as_const() {
        Some(n) => Extent::constant(state.random.within(0, n)),
        None if state.random.chance(40) => {
            let few = Extent::constant(state.random.within(0, 2));
            Extent::min_of(&[few, extent.clone()]).unwrap_or_else(|_| extent.clone())
        }
        None => extent.clone(),
    };
    shape.iter().map(one).collect()
}

fn starts(b: &mut Builder<'_>, state: &mut State<'_>, rank: usize) -> Vec<Value> {
    (0..rank).map(|_| offset(b, state, 60, 6)).collect()
}

impl Generate for tensor::DynamicSlice {
    fn weight(&self) -> u32 {
        5
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |_, _| true)?;
        let shape = state.shape(b, input);
        let sizes = window(state, &shape);
        let starts = starts(b, state, shape.len());
        Some(vec![build::dynamic_slice(b, input, &starts, &sizes)])
    }
}

impl Generate for tensor::UpdateSlice {
    fn weight(&self) -> u32 {
        5
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |_, _| true)?;
        let (shape, dtype) = (state.shape(b, input), state.dtype(b.body.ty(input))?);
        let sizes = window(state, &shape);
        let ty = state.type_of(Some(&sizes), dtype);
        let update = state.operand(b, ty);
        let starts = starts(b, state, shape.len());
        Some(vec![tensor::UpdateSlice::build(b, update, input, &starts)])
    }
}

/// `tensor.bitcast` between element types of all widths.
impl Generate for tensor::Bitcast {
    fn weight(&self) -> u32 {
        6
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |_, dtype| dtype != DType::I1 && dtype != DType::Index)?;
        let (shape, from) = (state.shape(b, input), state.dtype(b.body.ty(input))?);
        let last = shape.last().and_then(|e| e.as_const());
        let mut wanted = Vec::new();
        for to in DTYPES {
            let fits = match parts(from, to) {
                Some(Parts::Same) => true,
                Some(Parts::Split(n)) => {
                    let split: Vec<Extent> = shape.iter().cloned().chain([Extent::constant(n)]).collect();
                    state.fits(&split)
                }
                Some(Parts::Joined(n)) => last == Some(n),
                None => false,
            };
            if fits {
                wanted.push(to);
            }
        }
        let to = *state.random.pick(&wanted)?;
        let elem = state.type_of(None, to);
        Some(vec![build::bitcast(b, input, elem)])
    }
}

/// `tensor.searchsorted` in tables that are rarely sorted: bisection is defined for any table.
impl Generate for tensor::sort::SearchSorted {
    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let queries = state.tensor(b, |_, _| true)?;
        let (dtype, length) = (state.dtype(b.body.ty(queries))?, state.some_extent());
        let ty = state.type_of(Some(&[length]), dtype);
        let table = state.operand(b, ty);
        let side = if state.random.chance(50) { "left" } else { "right" };
        Some(vec![Self::build(b, table, queries, side)])
    }
}
