//! Tiles: boxes of constant size, read under every policy and layout, and written.

use crate::compute::offset;
use crate::generators::{Generate, Generators};
use crate::state::State;
use tf_dialects::tensor::{self, CombiningKind, Policy, Subscripts, build};
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

pub(crate) fn register(generators: &mut Generators) {
    generators.add(tensor::TileRead).add(tensor::TileWrite);
}

/// The extents of a tile, often even, so that layouts can split them.
fn sizes(state: &mut State<'_>, rank: usize) -> Vec<i64> {
    let most = if state.is_wide() && rank == 1 { 40 } else { 3 };
    let one = |state: &mut State<'_>| match state.random.chance(60) {
        true => 2 * state.random.within(1, 2),
        false => state.random.within(1, most),
    };
    (0..rank).map(|_| one(state)).collect()
}

/// Offsets of a tile: values, some with an added constant.
fn begin(b: &mut Builder<'_>, state: &mut State<'_>, rank: usize) -> Subscripts {
    let (mut values, mut exprs) = (Vec::new(), Vec::new());
    for d in 0..rank {
        values.push(offset(b, state, 70, 5));
        let shift = if state.random.chance(30) { state.random.within(-2, 2) } else { 0 };
        exprs.push(AffineExpr::dim(d as u32).add_const(shift).expect("a small number"));
    }
    Subscripts::new(&exprs, &values, &[]).expect("offsets are small")
}

/// The layout of a tile: digits of its indices in any order.
fn layout(state: &mut State<'_>, sizes: &[i64]) -> AffineMap {
    let mut digits = Vec::new();
    for (d, size) in sizes.iter().enumerate() {
        let (index, two) = (AffineExpr::dim(d as u32), AffineExpr::constant(2));
        match size % 2 == 0 && state.random.chance(50) {
            true => {
                digits.extend([index.floordiv(&two), index.modulo(&two)].map(|e| e.expect("a small divisor")))
            }
            false => digits.push(index),
        }
    }
    state.random.shuffle(&mut digits);
    AffineMap::new(sizes.len() as u32, 0, digits).expect("the indices are dimensions")
}

fn extents(sizes: &[i64]) -> Vec<Extent> {
    sizes.iter().map(|n| Extent::constant(*n)).collect()
}

/// Reads a tile; one with a layout is then read by element.
impl Generate for tensor::TileRead {
    fn weight(&self) -> u32 {
        6
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let source = state.tensor(b, |_, _| true)?;
        let (rank, dtype) = (state.shape(b, source).len(), state.dtype(b.body.ty(source))?);
        let sizes = sizes(state, rank);
        let shape = extents(&sizes);
        if !state.fits(&shape) {
            return None;
        }
        let begin = begin(b, state, rank);
        let policies = [Policy::Fill, Policy::Fill, Policy::Clamp, Policy::Wrap, Policy::Trap];
        let policy = *state.random.pick(&policies)?;
        let fill = (policy == Policy::Fill).then(|| state.operand(b, state.type_of(None, dtype)));
        let layout = state.random.chance(40).then(|| layout(state, &sizes));
        let is_stored = layout.is_some();
        let tile = build::tile_read(b, source, &begin, (policy, fill), &sizes, layout);
        if !is_stored {
            return Some(vec![tile]);
        }
        let elem = state.type_of(None, dtype);
        Some(vec![build::compute_one(b, &shape, elem, |b, indices| build::at_indices(b, tile, indices))])
    }
}

/// Writes a tile into a tensor.
impl Generate for tensor::TileWrite {
    fn weight(&self) -> u32 {
        6
    }

    fn moves_elements(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let dest = state.tensor(b, |_, _| true)?;
        let (rank, dtype) = (state.shape(b, dest).len(), state.dtype(b.body.ty(dest))?);
        let shape = extents(&sizes(state, rank));
        if !state.fits(&shape) {
            return None;
        }
        let ty = state.type_of(Some(&shape), dtype);
        let tile = state.operand(b, ty);
        let begin = begin(b, state, rank);
        let policy = if state.random.chance(85) { Policy::Drop } else { Policy::Trap };
        let kinds: Vec<CombiningKind> =
            CombiningKind::ALL.into_iter().filter(|kind| kind.accepts(dtype)).collect();
        let kind = if state.random.chance(30) { state.random.pick(&kinds).copied() } else { None };
        Some(vec![build::tile_write(b, (tile, dest), kind, &begin, policy)])
    }
}
