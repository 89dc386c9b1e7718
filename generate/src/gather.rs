//! Gathers and scatters with dimension numbers of all kinds.

use crate::generators::{Generate, Generators};
use crate::reduce::some_kind;
use crate::state::State;
use tf_dialects::scalar::DType;
use tf_dialects::tensor;
use tf_dialects::tensor::window::Windows;
use tf_dialects::tensor::{Accumulation, Combine, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// Dimension numbers of a gather or scatter, with the shapes of the index tensor, of the window, and of the
/// outer tensor.
struct Numbers {
    windows: Windows,
    indices: Vec<Extent>,
    sizes: Vec<Extent>,
    outer: Vec<Extent>,
}

fn numbers(state: &mut State<'_>, shape: &[Extent]) -> Option<Numbers> {
    let mut windows = Windows::default();
    let mut batch: Vec<Extent> = (0..state.random.below(3)).map(|_| state.some_extent()).collect();
    let mut sizes: Vec<Extent> = shape.iter().map(|extent| size(state, extent)).collect();
    // Positions in the batch, before the axis of index vectors is inserted.
    let mut batching: Vec<(i64, i64)> = Vec::new();
    for (axis, extent) in shape.iter().enumerate() {
        if state.random.chance(15) && batch.len() < 3 {
            let at = state.random.below(batch.len() + 1);
            batching.iter_mut().for_each(|(_, place)| *place += i64::from(*place >= at as i64));
            batch.insert(at, extent.clone());
            batching.push((axis as i64, at as i64));
            sizes[axis] = Extent::constant(1);
            continue;
        }
        if state.random.chance(60) {
            windows.index_map.push(axis as i64);
        }
        let one = extent.as_const().is_some_and(|n| n >= 1);
        if one && state.random.chance(40) {
            windows.collapsed_dims.push(axis as i64);
            sizes[axis] = Extent::constant(1);
        }
    }
    state.random.shuffle(&mut windows.index_map);
    let mut indices = batch.clone();
    let at = state.random.below(batch.len() + 1);
    let has_axis = windows.index_map.len() != 1 || state.random.chance(60);
    windows.vector_dim = if has_axis { at as i64 } else { batch.len() as i64 };
    if has_axis {
        indices.insert(at, Extent::constant(windows.index_map.len() as i64));
    }
    for (axis, place) in batching {
        windows.batching_dims.push(axis);
        windows.index_batching_dims.push(place + i64::from(has_axis && place >= at as i64));
    }
    let mut outer = batch.into_iter().map(|extent| (false, extent)).collect::<Vec<_>>();
    let mut at = 0;
    for axis in windows.operand_window_axes(shape.len()) {
        at += state.random.below(outer.len() + 1 - at);
        outer.insert(at, (true, sizes[axis].clone()));
        at += 1;
    }
    for (i, (window, _)) in outer.iter().enumerate() {
        if *window {
            windows.window_dims.push(i as i64);
        }
    }
    let outer: Vec<Extent> = outer.into_iter().map(|(_, extent)| extent).collect();
    (state.fits(&outer) && state.fits(&indices)).then_some(Numbers { windows, indices, sizes, outer })
}

/// The extent of a window on an axis.
fn size(state: &mut State<'_>, extent: &Extent) -> Extent {
    match extent.as_const() {
        Some(n) => Extent::constant(state.random.within(0, n)),
        None if state.random.chance(50) => extent.clone(),
        None => {
            let few = Extent::constant(state.random.within(0, 2));
            Extent::min_of(&[few, extent.clone()]).unwrap_or_else(|_| extent.clone())
        }
    }
}

fn some_indices(b: &mut Builder<'_>, state: &mut State<'_>, shape: &[Extent]) -> Value {
    let dtypes = [DType::I32, DType::I64, DType::Index, DType::I8];
    let dtype = *state.random.pick(&dtypes).expect("the list is not empty");
    let ty = state.type_of(Some(shape), dtype);
    state.operand(b, ty)
}

pub(crate) fn register(generators: &mut Generators) {
    generators.add(tensor::Gather).add(tensor::Scatter);
}

impl Generate for tensor::Gather {
    fn weight(&self) -> u32 {
        6
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let operand = state.tensor(b, |_, _| true)?;
        let shape = state.shape(b, operand);
        let Numbers { windows, indices, sizes, .. } = numbers(state, &shape)?;
        let indices = some_indices(b, state, &indices);
        Some(vec![build::gather(b, operand, indices, &windows, &sizes)])
    }
}

/// `tensor.scatter` into one or two tensors.
impl Generate for tensor::Scatter {
    fn weight(&self) -> u32 {
        6
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let input = state.tensor(b, |_, _| true)?;
        let shape = state.shape(b, input);
        let Numbers { windows, indices, outer, .. } = numbers(state, &shape)?;
        let indices = some_indices(b, state, &indices);
        let (mut inputs, mut updates, mut how) = (vec![input], Vec::new(), Vec::new());
        if state.random.chance(30) {
            let dtype = state.some_dtype(b, |_| true)?;
            let ty = state.type_of(Some(&shape), dtype);
            inputs.push(state.operand(b, ty));
        }
        let by_region = state.random.chance(30);
        for input in &inputs {
            let dtype = state.dtype(b.body.ty(*input))?;
            let ty = state.type_of(Some(&outer), dtype);
            updates.push(state.operand(b, ty));
            how.push(match state.random.chance(30) {
                true => Accumulation::SET,
                false => Accumulation::of_kind(some_kind(state, dtype)),
            });
        }
        if by_region {
            how.iter_mut().for_each(|how| how.combine = Combine::Region);
        }
        let op = build::scatter(b, &inputs, indices, &updates, &windows, &how, |b, elements, values| {
            state.scope(|state| {
                state.enter_scalar_code(&[]);
                state.without_accumulators(|state| {
                    state.add(elements);
                    state.add(values);
                    state.ops(b, 2);
                    let types: Vec<Type> = elements.iter().map(|e| b.body.ty(*e)).collect();
                    types.into_iter().map(|ty| state.operand(b, ty)).collect()
                })
            })
        });
        Some(b.body.results(op).collect())
    }
}
