//! Scatter targets and the cost of an update, for owner-computes partitioning.

use crate::apply::split_reductions::owners::{ScatterSite, Targets, needed_by};
use rustc_hash::FxHashSet;
use tf_dialects::target::{Caches, Target};
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, Compute, Policy, Put, Subscripts};
use tf_ir::body::{Body, Op};
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::walk;
use tf_passes_common::code::subscript::Subscript;
use tf_passes_common::cost::access_map::bytes_of_element;
use tf_passes_common::cost::figures::{MIN_PER_CORE, PAGE};
use tf_passes_common::cost::scattered::Update;
use tf_passes_common::cost::work::Work;

impl Targets {
    /// The scatter targets of a compute. `None` if it has other effects: an op that may trap would do so once
    /// per owner.
    pub fn of(body: &Body, compute: Op, owners: i64) -> Option<Targets> {
        let mut shapes = body.operands(compute).map(|start| extents(body.ctx(), body.ty(start)));
        let shape = shapes.next()??;
        if !shapes.all(|other| other.as_ref() == Some(&shape)) {
            return None;
        }
        let (mut puts, mut is_plain) = (Vec::new(), true);
        walk::walk(body, compute, &mut |body, op| {
            let has_code = body.regions(op).len() > 0;
            if body.is(op, Put) {
                puts.push(op);
            } else {
                is_plain &= has_code || is_end(body, op) || is_pure(body, op);
            }
        });
        let puts: Vec<ScatterSite> =
            puts.into_iter().map(|put| ScatterSite::of(body, compute, put, &shape)).collect();
        let may_be = |axis: &usize| puts.iter().all(|put| put.may_decide(body, *axis));
        let length = |axis: usize| shape[axis].as_const().unwrap_or(i64::MAX);
        // The first of the longest.
        let axis = (0..shape.len()).rev().filter(may_be).max_by_key(|axis| length(*axis))?;
        let bytes = body.operands(compute).map(|start| bytes_of_element(body, start)).sum();
        let shift = block_bits(&shape[axis..], bytes, owners);
        (is_plain && !puts.is_empty()).then_some(Targets { shape, bytes, axis, shift, puts })
    }

    /// The least count of elements with which `owners` owners share blocks evenly.
    pub fn least(&self, owners: i64) -> f64 {
        let beside: f64 =
            self.shape[self.axis + 1..].iter().filter_map(Extent::as_const).map(|n| n as f64).product();
        let before: f64 =
            self.shape[..self.axis].iter().filter_map(Extent::as_const).map(|n| n as f64).product();
        before * beside * MIN_PER_CORE * owners as f64 * (self.shift as f64).exp2()
    }

    /// The cost of an update; `lanes` points of the last axis are one update.
    pub fn update(&self, work: &Work, lanes: Option<i64>, target: &Target) -> Update {
        let side = lanes.unwrap_or(1) as f64;
        let vectors = (side / target.lanes(work.widest) as f64).ceil();
        let own: FxHashSet<Op> = self.puts.iter().flat_map(|put| put.needed.iter().copied()).collect();
        let puts: FxHashSet<Op> = self.puts.iter().map(|put| put.op).collect();
        let mut update = Update { side: self.bytes * side, ..Update::default() };
        for arithmetic in &work.arithmetic {
            match own.contains(&arithmetic.op) {
                true => update.change += arithmetic.cost * arithmetic.count * vectors,
                false => update.place += arithmetic.cost * arithmetic.count,
            }
        }
        let mut seen = FxHashSet::default();
        for access in &work.accesses {
            let Some(op) = access.op else { continue };
            let is_own = own.contains(&op);
            match is_own {
                true => update.change += access.count * vectors,
                false => update.place += access.count,
            }
            if puts.contains(&op) {
                update.puts += if seen.insert(op) { access.count } else { 0.0 };
                continue;
            }
            // Memory transfers entire lines: a narrower read also loads its neighbours.
            let bytes = access.count * access.map.bytes * if is_own { side } else { 1.0 };
            update.read[usize::from(is_own && bytes >= f64::from(target.caches.line_bytes))] += bytes;
        }
        update
    }
}

impl ScatterSite {
    fn of(body: &Body, compute: Op, op: Op, shape: &[Extent]) -> ScatterSite {
        let view = body.view(compute, Compute);
        let through = |(subscript, extent): (Subscript, &Extent)| {
            let index = subscript.as_value()?;
            let axis = view.indices().iter().position(|own| *own == index)?;
            (view.extents()[axis] == *extent).then_some(index)
        };
        let stays = subscripts(body, op).into_iter().zip(shape).map(through).collect();
        let needed = std::iter::once(op).chain(needed_by(body, op, op)).collect();
        ScatterSite { op, stays, needed }
    }

    /// True if the index of this axis may determine the owner of an element. An index that is proved in
    /// bounds has to keep its proof.
    fn may_decide(&self, body: &Body, axis: usize) -> bool {
        let Some(access) = Access::of_write(body.op(self.op)) else { return false };
        let subscript = subscripts(body, self.op).swap_remove(axis);
        let is_known = access.policy != Policy::Assumed || subscript.as_value().is_some();
        is_known && self.stays[axis].is_none() && !subscript.dims.is_empty()
    }
}

fn subscripts(body: &Body, put: Op) -> Vec<Subscript> {
    Subscripts::of_op(body.op(put)).map_or_else(Vec::new, |all| Subscript::of(&all))
}

fn is_end(body: &Body, op: Op) -> bool {
    body.block_of(op).is_some_and(|block| body.last(block) == Some(op))
}

/// The count of low index bits that select an element within a block of at most a page.
fn block_bits(shape: &[Extent], bytes: f64, owners: i64) -> i64 {
    let row = shape[1..].iter().try_fold(bytes, |all, extent| Some(all * extent.as_const()? as f64));
    let line = f64::from(Caches::USUAL.line_bytes);
    let row = row.unwrap_or(line).max(1.0);
    let bits = |elements: f64| elements.max(1.0).log2().floor() as i64;
    let few = shape[0].as_const().map_or(f64::INFINITY, |n| n as f64 / (MIN_PER_CORE * owners as f64));
    bits(PAGE as f64 / row).min(bits(few).max(bits(line / row)))
}
