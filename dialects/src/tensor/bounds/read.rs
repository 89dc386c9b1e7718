//! Value range of the elements read from a tensor of indices.

use super::{Indices, is_program_term};
use crate::elementwise::constant::{self, Elements};
use crate::scalar::{Scalar, element_type};
use crate::tensor::policy::Policy;
use crate::tensor::shape::dims;
use crate::tensor::{At, Compute, Group, Iota};
use tf_ir::body::{Def, Value};
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

/// Larger constants are not inspected.
const MAX_ELEMENTS: usize = 1 << 12;

impl Indices<'_> {
    /// An unknown value between the least and the greatest element of the source tensor: two reads of one
    /// tensor may differ.
    pub(super) fn read(&mut self, op: OpRef<'_>) -> Option<Extent> {
        let at = op.cast(At)?;
        let [mut low, mut high] = self.elements(at.source())?;
        // Without an element, or after a trap, a read gives 0; outside, `fill` gives its value.
        let other = match at.out_of_bounds() {
            Policy::Assumed => None,
            Policy::Fill => Some(self.exact(at.fill()?)),
            _ => Some(Extent::constant(0)),
        };
        if let Some(other) = other {
            (low, high) = (low.minimum(&other).ok()?, high.maximum(&other).ok()?);
        }
        let offset = self.variable(Some(high.sub(&low).ok()?));
        low.add(&offset).ok()
    }

    /// Bounds of the elements of a tensor of integers, over extents only.
    fn elements(&mut self, tensor: Value) -> Option<[Extent; 2]> {
        let ctx = self.body.ctx();
        let elem = element_type(ctx, self.body.ty(tensor)).filter(|d| d.is_int())?;
        let Def::Result(def, i) = self.body.def(tensor) else { return None };
        let def = self.body.op(def);
        if let Some(attr) = def.constant() {
            let signed = |bits: &u64| Scalar::from_bits(elem, *bits).to_i64();
            let (least, greatest) = match constant::elements(ctx, attr, MAX_ELEMENTS)? {
                Elements::One(bits) => (signed(&bits), signed(&bits)),
                Elements::All(bits) => (bits.iter().map(signed).min()?, bits.iter().map(signed).max()?),
            };
            return Some([Extent::constant(least), Extent::constant(greatest)]);
        }
        if def.is(Iota) {
            let axis = def.cast(crate::tensor::Iota)?.axis();
            let last = dims(ctx, self.body.ty(tensor)).get(axis)?.to_extent()?.add_const(-1).ok()?;
            let fits = is_program_term(&last) && self.fits(&last, elem.bits());
            return fits.then(|| [Extent::constant(0), last]);
        }
        if let Some(group) = def.cast(Group) {
            return self.elements(*group.yielded().get(i)?);
        }
        let compute = def.cast(Compute).filter(|compute| i < compute.plain_count())?;
        let yielded = *compute.yielded().get(i)?;
        if ctx.is_tensor(self.body.ty(yielded)) {
            return None;
        }
        let term = self.exact(yielded);
        Some([self.extreme(&term, false)?, self.extreme(&term, true)?])
    }
}
