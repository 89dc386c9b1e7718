//! The gain of packing: the prologue of a product runs once per element of a panel, not once per term.

use super::factors::Factors;
use crate::apply::apply_tiles::nest::{Dims, Nest};
use tf_ir::body::{Body, Op};
use tf_passes_common::cost::likely;
use tf_passes_common::cost::work::{Reach, Work};

/// The work of a product in panels. The code that computes a factor from memory runs during packing, once for
/// all points of the other factor, and only one packed element is read per term.
pub(super) fn packed_once(body: &Body, nest: &Nest, factors: &Factors, mut work: Work) -> Work {
    let loops_of = |dims: Dims| (0..nest.dims.len()).filter(move |dim| dims & (1 << dim) != 0);
    let points =
        |dims: Dims| loops_of(dims).map(|dim| likely(&nest.dims[dim].extent) as f64).product::<f64>();
    for (own, other) in [(factors.rows, factors.lanes), (factors.lanes, factors.rows)] {
        let ops = nest.needed(body, &nest.parts(body, own), &[]);
        let others = points(other & !own).max(1.0);
        let is_own = |op: Op| ops.contains(&op);
        work.arithmetic.iter_mut().filter(|one| is_own(one.op)).for_each(|one| one.count /= others);
        let mut is_packed = false;
        for access in work.accesses.iter_mut().filter(|access| access.op.is_some_and(is_own)) {
            let moves = |dim: usize| access.reach(nest.name(dim)) != Reach::Same;
            if !is_packed && loops_of(own).all(moves) {
                is_packed = true;
            } else {
                access.count /= others;
            }
        }
    }
    work
}
