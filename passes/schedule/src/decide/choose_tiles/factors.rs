//! The two factors of a product's terms: the values for the rows of the result, and those for the lanes.

use crate::apply::apply_tiles::nest::{Dims, Nest};
use rustc_hash::FxHashSet;
use tf_ir::body::{Body, Value};
use tf_passes_common::cost::figures::LEAST_ROW_AXIS;
use tf_passes_common::cost::likely;

/// The two factors of a term, by the dimensions that they depend on.
pub(crate) struct Factors {
    /// The dimensions of the factor of the rows, and of that of the lanes.
    pub rows: Dims,
    pub lanes: Dims,
    /// The axes of rows and of lanes.
    pub row: usize,
    pub lane: usize,
}

impl Factors {
    /// The factors of a nest of known size; `None` if its terms have another form.
    pub fn of(body: &Body, nest: &Nest) -> Option<Factors> {
        Factors::of_any(body, nest).filter(|found| found.are_of_known_size(nest))
    }

    /// True if all loops that become tiles have constant lengths.
    pub fn are_of_known_size(&self, nest: &Nest) -> bool {
        let mut dims = (nest.rank..nest.dims.len()).chain([self.row, self.lane]);
        dims.all(|dim| nest.dims[dim].extent.as_const().is_some())
    }

    /// The factors of a nest of any size; `None` if its terms have another form.
    pub fn of_any(body: &Body, nest: &Nest) -> Option<Factors> {
        let all: Dims = (0..nest.dims.len()).fold(0, |all, dim| all | 1 << dim);
        let lane = nest.rank.checked_sub(1)?;
        let folds: Dims = (nest.rank..nest.dims.len()).fold(0, |all, dim| all | 1 << dim);
        let (mut found, mut pending) = (Vec::new(), vec![nest.term]);
        // An operand of many ops is visited once, else a term of shared parts would take exponential time.
        let mut visited: FxHashSet<Value> = FxHashSet::default();
        while let Some(value) = pending.pop() {
            match nest.depends_on(value) {
                _ if !visited.insert(value) => {}
                0 => {}
                dims if dims == all => {
                    let op = body.def_op(value)?;
                    // A read that depends on all loops has no reuse.
                    if tf_dialects::tensor::Access::of_read(body.op(op)).is_some() {
                        return None;
                    }
                    pending.extend(body.operands(op));
                }
                dims if found.contains(&dims) => {}
                dims => found.push(dims),
            }
        }
        let [one, other] = found[..] else { return None };
        let is_of_lanes = |dims: Dims| dims & (1 << lane) != 0;
        let (lanes, rows) = match (is_of_lanes(one), is_of_lanes(other)) {
            (true, false) => (one, other),
            (false, true) => (other, one),
            _ => return None,
        };
        let reads = |dims: Dims| !nest.parts(body, dims).is_empty();
        if (one & folds, other & folds) != (folds, folds)
            || one | other != all
            || !reads(one)
            || !reads(other)
        {
            return None;
        }
        let alone = (0..lane).filter(|axis| rows & !lanes & (1 << axis) != 0);
        let length = |axis: &usize| (likely(&nest.dims[*axis].extent) >= LEAST_ROW_AXIS, *axis);
        let row = alone.max_by_key(length)?;
        Some(Factors { rows, lanes, row, lane })
    }
}

/// The extents of a product of one batch element: points along rows and along lanes, and terms per point.
pub(crate) struct Sizes {
    pub rows: f64,
    pub lanes: f64,
    pub fold: f64,
}

impl Sizes {
    pub fn of(nest: &Nest, factors: &Factors) -> Sizes {
        let length = |dim: usize| likely(&nest.dims[dim].extent) as f64;
        let once = |dims: Dims| (0..nest.rank).filter(|a| dims & (1 << a) != 0).map(length).product::<f64>();
        Sizes {
            rows: once(factors.rows & !factors.lanes),
            lanes: once(factors.lanes & !factors.rows),
            fold: (nest.rank..nest.dims.len()).map(length).product(),
        }
    }

    /// All terms.
    pub fn terms(&self) -> f64 {
        self.rows * self.lanes * self.fold
    }
}
