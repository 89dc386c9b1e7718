//! Reads between members of a group: the access along each shared loop, relative to the reader's index.

use super::legality::Condition;
use super::members::{Member, Members};
use super::needs::{Read, Shift};
use super::refusal::{GroupRefusal, ReadRefusal};
use crate::apply::apply_tiles::Tiling;
use tf_dialects::tensor::{Access, Compute, Policy};
use tf_ir::affine::LinearForm;
use tf_ir::body::{Body, Op, Value};

impl Members {
    /// The reads of other members by a member.
    ///
    /// # Errors
    /// A read whose required region per iteration is not constant.
    pub(crate) fn reads(&self, body: &Body, at: usize, tiling: &Tiling) -> Result<Vec<Read>, GroupRefusal> {
        let member = &self.all[at];
        let (mut found, mut failed) = (Vec::new(), None);
        tf_ir::walk::walk(body, member.op, &mut |body, op| {
            for value in body.operands(op) {
                let Some((maker, _)) = self.maker(body, value) else { continue };
                match self.read(body, (member, op), (value, maker), tiling) {
                    Ok(read) => found.push(read),
                    Err(why) => failed = Some(why),
                }
            }
        });
        failed.map_or(Ok(found), Err)
    }

    fn read(
        &self,
        body: &Body,
        (member, op): (&Member, Op),
        (value, maker): (Value, usize),
        tiling: &Tiling,
    ) -> Result<Read, GroupRefusal> {
        let made = &self.all[maker];
        let name = || made.name(body);
        let access = Access::of_read(body.op(op)).filter(|read| read.source == value);
        self.legality
            .require(Condition::Elements, access.is_some(), || ReadRefusal::WholeTensor { member: name() })?;
        let mut shifts = Vec::new();
        let Some(access) = access else { return Ok(Read { maker, shifts }) };
        let forms = access.map.linear_forms();
        for (axis, dim) in made.axes.iter().enumerate() {
            // A member that is computed outside of a loop covers its axis completely.
            let Some(dim) = dim.filter(|dim| tiling.left_at(*dim, made.box_depth(tiling)).is_some()) else {
                continue;
            };
            let form = forms.as_ref().and_then(|forms| forms.get(axis));
            let shift = form.and_then(|form| shift(body, member, dim, form, &access.indices));
            let edge = || self.edge(body, (member, made), dim, shift?.by);
            // A read of a tile knows the bounds of the whole tensor: it finds elements out of bounds inside
            // of the tile, or does not read them.
            let has_edge = match access.policy {
                Policy::Assumed | Policy::Fill => true,
                Policy::Clamp => shift.is_none() || edge().is_some(),
                Policy::Wrap => self.rings[dim] || (shift == Some(Shift::OWN) && edge() == Some(0)),
                Policy::Trap | Policy::Drop => false,
            };
            self.legality.require(Condition::Policy, has_edge, || ReadRefusal::Policy { member: name() })?;
            self.legality.require(Condition::StridedReads, shift.is_some(), || ReadRefusal::Subscript {
                member: name(),
            })?;
            let shift = shift.unwrap_or(Shift::OWN);
            // A clamped index is between the edge and the identity access, or, if that is out of bounds, too,
            // at the edge.
            let clamped = |edge: i64| Shift { low: shift.low.min(edge), high: shift.high.max(0), ..shift };
            let is_clamped = access.policy == Policy::Clamp;
            shifts.push((dim, if is_clamped { clamped(edge().unwrap_or(0)) } else { shift }));
        }
        Ok(Read { maker, shifts })
    }
}

/// The access of a subscript along a loop, if it is a positive multiple of the loop's index plus a bounded
/// offset.
fn shift(body: &Body, member: &Member, dim: usize, form: &LinearForm, indices: &[Value]) -> Option<Shift> {
    if form.symbols.iter().any(|factor| *factor != 0) {
        return None;
    }
    let (mut by, mut low, mut high) = (None, form.constant, form.constant);
    for (index, factor) in indices.iter().zip(&form.dims).filter(|(_, factor)| **factor != 0) {
        if member.loop_of(body, *index) == Some(dim) {
            if *factor < 1 || by.replace(*factor).is_some() {
                return None;
            }
            continue;
        }
        let (first, last) = constant_range(body, *index)?;
        let ends = [first.checked_mul(*factor)?, last.checked_mul(*factor)?];
        low = low.checked_add(ends[0].min(ends[1]))?;
        high = high.checked_add(ends[0].max(ends[1]))?;
    }
    by.map(|by| Shift { by, low, high })
}

/// The index that a subscript is a multiple of, up to a bounded offset, and the factor. It is the only index
/// of the subscript, or the only one of the box next to those of folds of constant length.
pub(crate) fn near(body: &Body, compute: Op, form: &LinearForm, indices: &[Value]) -> Option<(Value, i64)> {
    if form.symbols.iter().any(|factor| *factor != 0) {
        return None;
    }
    let terms = indices.iter().zip(&form.dims).filter(|(_, factor)| **factor != 0);
    let terms: Vec<(Value, i64)> = terms.map(|(index, factor)| (*index, *factor)).collect();
    let own = body.view(compute, Compute).indices();
    let at = match terms[..] {
        [_] => 0,
        _ => terms.iter().position(|(index, _)| own.contains(index))?,
    };
    let others = terms.iter().enumerate().filter(|(other, _)| *other != at);
    let constant = { others }.all(|(_, (index, _))| constant_range(body, *index).is_some());
    (terms[at].1 > 0 && constant).then_some(terms[at])
}

/// The first and last value of an index of a fold of constant length.
fn constant_range(body: &Body, index: Value) -> Option<(i64, i64)> {
    let owner = body.def_block(index).and_then(|block| body.block_owner(block))?;
    let (low, high) = tf_passes_common::code::folds::fold_bounds(body, owner)?;
    (low < high).then_some((low, high - 1))
}
