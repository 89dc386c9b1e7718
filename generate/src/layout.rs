//! Ops that move elements without computing: broadcast, transpose, reshape, slices, casts.

use crate::generators::{Generate, Generators};
use crate::state::State;
use tf_dialects::tensor::layout::Range;
use tf_dialects::tensor::{self, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;

fn dims(shape: &[Extent]) -> Vec<Dim> {
    shape.iter().cloned().map(Dim::from_extent).collect()
}

pub(crate) fn register(generators: &mut Generators) {
    generators
        .add(tensor::Broadcast)
        .add(tensor::Transpose)
        .add(tensor::Reshape)
        .add(tensor::Slice)
        .add(tensor::Reverse)
        .add(tensor::Cast);
}

/// `tensor.broadcast`: adds axes anywhere, and widens axes of extent 1.
impl Generate for tensor::Broadcast {
    fn weight(&self) -> u32 {
        5
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |shape, _| shape.len() < 4)?;
        let (mut shape, mut axes) = (Vec::new(), Vec::new());
        for extent in state.shape(b, input) {
            if state.random.chance(30) {
                shape.push(state.some_extent());
            }
            axes.push(shape.len());
            let widen = extent.as_const() == Some(1) && state.random.chance(50);
            shape.push(if widen { state.some_extent() } else { extent });
        }
        if state.random.chance(40) {
            shape.push(state.some_extent());
        }
        state.fits(&shape).then(|| vec![build::broadcast(b, input, &axes, &dims(&shape))])
    }
}

impl Generate for tensor::Transpose {
    fn weight(&self) -> u32 {
        4
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |shape, _| shape.len() > 1)?;
        let mut perm: Vec<usize> = (0..state.shape(b, input).len()).collect();
        state.random.shuffle(&mut perm);
        Some(vec![tensor::Transpose::build(b, input, &perm[..])])
    }
}

/// `tensor.reshape`: merges two axes, or adds or removes an axis of extent 1.
impl Generate for tensor::Reshape {
    fn weight(&self) -> u32 {
        5
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |_, _| true)?;
        let mut shape = state.shape(b, input);
        if shape.len() > 1 && state.random.chance(60) {
            let axis = state.random.below(shape.len() - 1);
            let second = shape.remove(axis + 1);
            shape[axis] = shape[axis].mul(&second).ok()?;
        } else if let Some(axis) = shape.iter().position(|e| e.as_const() == Some(1)) {
            shape.remove(axis);
        } else if let Some(axis) = shape.iter().position(|e| e.as_const() == Some(4)) {
            shape[axis] = Extent::constant(2);
            shape.insert(axis, Extent::constant(2));
        } else {
            let axis = state.random.below(shape.len() + 1);
            shape.insert(axis, Extent::constant(1));
        }
        state.fits(&shape).then(|| vec![build::reshape(b, input, &dims(&shape))])
    }
}

impl Generate for tensor::Slice {
    fn weight(&self) -> u32 {
        5
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |shape, _| !shape.is_empty())?;
        let shape = state.shape(b, input);
        let ranges: Option<Vec<Range>> = shape.iter().map(|extent| range(state, extent)).collect();
        Some(vec![build::slice(b, input, &ranges?)])
    }
}

/// A range of an axis that is in bounds for all values of its symbols.
fn range(state: &mut State<'_>, extent: &Extent) -> Option<Range> {
    let step = state.random.within(1, 3);
    if let Some(n) = extent.as_const().filter(|_| state.is_wide()) {
        // Most of the axis remains, so that chains of moves do not end in empty tensors.
        let start = state.random.within(0, n.min(3));
        let stop = state.random.within((n - 3).max(start), n);
        let step = if state.random.chance(80) { 1 } else { step };
        return Some(Range { start: Extent::constant(start), stop: Extent::constant(stop), step });
    }
    if let Some(n) = extent.as_const() {
        let start = state.random.within(0, n);
        let stop = state.random.within(start, n);
        return Some(Range { start: Extent::constant(start), stop: Extent::constant(stop), step });
    }
    let few = Extent::constant(state.random.within(0, 2));
    let start = Extent::min_of(&[few, extent.clone()]).ok()?;
    let start = if state.random.chance(50) { Extent::constant(0) } else { start };
    Some(Range { start, stop: extent.clone(), step })
}

impl Generate for tensor::Reverse {
    fn weight(&self) -> u32 {
        4
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |shape, _| !shape.is_empty())?;
        let rank = state.shape(b, input).len();
        let mut axes: Vec<usize> = (0..rank).filter(|_| state.random.chance(60)).collect();
        if axes.is_empty() {
            axes.push(rank - 1);
        }
        Some(vec![tensor::Reverse::build(b, input, &axes[..])])
    }
}

/// `tensor.cast`, to a term that is equal for the arguments of test runs.
impl Generate for tensor::Cast {
    fn weight(&self) -> u32 {
        8
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let symbolic = |shape: &[Extent]| shape.iter().any(|e| e.as_symbol().is_some());
        let input = state.tensor(b, |shape, _| symbolic(shape))?;
        let dtype = state.dtype(b.body.ty(input))?;
        let bound = Extent::constant(state.random.within(100, 1000));
        let shape: Option<Vec<Extent>> = state
            .shape(b, input)
            .into_iter()
            .map(|e| if e.as_symbol().is_some() { Extent::min_of(&[e, bound.clone()]).ok() } else { Some(e) })
            .collect();
        let ty = state.type_of(Some(&shape?), dtype);
        Some(vec![build::cast(b, input, ty)])
    }
}
