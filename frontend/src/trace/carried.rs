//! States of handles at the end of regions: the hidden operands and results of loops and branches.

use crate::control::{Types, types};
use crate::trace::error::Site;
use crate::trace::handles::{HandleState, Seen, has_points, same};
use crate::trace::scope::Region;
use crate::trace::state::{Reported, Shared, Traced, Val};
use crate::types::tensor::{Operand, Tensor};
use std::rc::Rc;
use tf_ir::body::{Block, Value};

/// Values of handles that are hidden operands and results of an op.
#[derive(Default)]
pub(crate) struct HiddenState {
    /// The handle of each value, and its index in the handle.
    parts: Vec<(Rc<HandleState>, usize)>,
    /// The values before the op.
    pub(crate) starts: Vec<Val>,
    /// For each region, the values at its end.
    pub(crate) ends: Vec<Vec<Val>>,
    /// Values that are unknown after the op (with the location), or known again (`None`).
    lost: Vec<(Rc<HandleState>, usize, Option<Site>)>,
    /// Loop arguments that no iteration changes, and their outer values.
    unchanged: Vec<(Block, Value, Value)>,
}

impl HiddenState {
    pub(crate) fn types(&self) -> Types {
        types(&self.starts)
    }

    /// The yielded values of a region: its own, then the hidden ones.
    pub(crate) fn after(&self, own: Vec<Val>, region: usize) -> Vec<Val> {
        [own, self.ends[region].clone()].concat()
    }
}

/// The state of a handle in the regions of an op.
struct Part {
    held: Rc<HandleState>,
    seen: Vec<Option<Vec<Seen>>>,
}

impl Shared {
    /// The states that code in these regions has used, in the order of first use; their records are removed.
    fn taken(&self, regions: &[Region]) -> Vec<Part> {
        let mut found: Vec<Rc<HandleState>> = Vec::new();
        let ids: Vec<u32> = regions.iter().map(|region| region.scope().id).collect();
        let blocks: Vec<Block> = regions.iter().map(|region| region.block()).collect();
        for (_, held) in self.take_touched(&blocks) {
            if found.iter().all(|known| !Rc::ptr_eq(known, &held)) {
                found.push(held);
            }
        }
        let part = |held: Rc<HandleState>| {
            let seen = ids.iter().map(|id| held.seen(*id)).collect();
            ids.iter().for_each(|id| held.forget(*id));
            Part { held, seen }
        };
        found.into_iter().map(part).collect()
    }

    /// The outer states that the body of a loop, and before it the condition, has used.
    pub(crate) fn carried(self: &Rc<Self>, at: Site, regions: &[Region]) -> Traced<HiddenState> {
        let mut hidden = HiddenState { ends: vec![Vec::new(); regions.len()], ..HiddenState::default() };
        for Part { held, mut seen } in self.taken(regions) {
            for i in 0..held.len() {
                let each: Vec<Seen> = seen.iter_mut().flatten().map(|values| values.remove(0)).collect();
                self.carry(at, regions, (&held, i), &each, &mut hidden)?;
            }
        }
        Ok(hidden)
    }

    fn carry(
        self: &Rc<Self>,
        at: Site,
        regions: &[Region],
        (held, i): (&Rc<HandleState>, usize),
        each: &[Seen],
        hidden: &mut HiddenState,
    ) -> Traced<()> {
        let start = each.first().and_then(|seen| seen.start.clone()).ok_or(Reported)?;
        let (mut args, mut ends) = (Vec::new(), Vec::new());
        for (region, seen) in regions.iter().zip(each) {
            args.push(seen.first.val(at)?);
            ends.push(self.inside(*region, || self.fit_state(at, held, &seen.now, &start))?);
        }
        let lost = each.iter().rev().find_map(|seen| seen.lost);
        if let Some(changed) = lost {
            // The first iteration reads known values, but the next one reads unknown ones.
            let state = self.state.borrow();
            let body = state.body.as_ref().ok_or(Reported)?;
            let is_read = args.iter().any(|arg| !body.is_unused(arg.value));
            drop(state);
            if is_read {
                return Err(held.refuse(at, changed));
            }
        }
        let before = held.now(at)?.get(i).and_then(|seen| seen.lost);
        hidden.lost.push((held.clone(), i, lost.or(before)));
        if args.iter().zip(&ends).all(|(arg, end)| arg.value == end.value) {
            let blocks = regions.iter().zip(&args);
            hidden.unchanged.extend(blocks.map(|(region, arg)| (region.block(), arg.value, start.value)));
            return Ok(());
        }
        if let Some(taken) = each.iter().find_map(|seen| seen.fixed) {
            return Err(held.refuse_derivative(taken));
        }
        hidden.parts.push((held.clone(), i));
        hidden.starts.push(start);
        hidden.ends.iter_mut().zip(ends).for_each(|(all, end)| all.push(end));
        Ok(())
    }

    /// Converts a handle's value to the type that it had before.
    fn fit_state(&self, at: Site, held: &HandleState, value: &Tensor, like: &Val) -> Traced<Val> {
        let piece = self.piece(at, value.arg())?;
        self.fit(at, held.kind.name, &piece, like.ty, like.elem)
    }

    /// Removes region arguments that no iteration changes.
    pub(crate) fn drop_unchanged(&self, hidden: &HiddenState) {
        let mut state = self.state.borrow_mut();
        let Some(body) = state.body.as_mut() else { return };
        for (block, arg, start) in &hidden.unchanged {
            body.replace_uses(*arg, *start);
            let position = body.args(*block).position(|value| value == *arg);
            if let Some(position) = position {
                body.erase_arg(*block, position);
            }
        }
    }

    /// The outer states that the branches of a conditional have changed.
    pub(crate) fn changed(self: &Rc<Self>, at: Site, regions: &[Region]) -> Traced<HiddenState> {
        let mut hidden = HiddenState { ends: vec![Vec::new(); regions.len()], ..HiddenState::default() };
        for Part { held, mut seen } in self.taken(regions) {
            let outside = held.now(at)?;
            for (i, before) in outside.into_iter().enumerate() {
                let each: Vec<Seen> = seen
                    .iter_mut()
                    .map(|values| values.as_mut().map_or_else(|| before.clone(), |values| values.remove(0)))
                    .collect();
                hidden.lost.push((held.clone(), i, each.iter().find_map(|seen| seen.lost)));
                if each.iter().all(|seen| same(&seen.now, &before.now)) {
                    continue;
                }
                let start = before.now.val(at)?;
                let start = if self.in_compute() { self.to_scalar(at, start)? } else { start };
                for (r, (region, seen)) in regions.iter().zip(&each).enumerate() {
                    let end = self.inside(*region, || self.fit_state(at, &held, &seen.now, &start))?;
                    hidden.ends[r].push(end);
                }
                hidden.parts.push((held.clone(), i));
                hidden.starts.push(start);
            }
        }
        Ok(hidden)
    }

    /// Gives handles their new values from an op's results: those after the first `own`, which it returns.
    pub(crate) fn settle(
        self: &Rc<Self>,
        at: Site,
        hidden: &HiddenState,
        mut results: Vec<Val>,
    ) -> Traced<Vec<Val>> {
        let own = results.len().checked_sub(hidden.parts.len()).ok_or(Reported)?;
        for ((held, i), val) in hidden.parts.iter().zip(results.split_off(own)) {
            held.set(at, *i, Tensor::of(self, Ok(val)))?;
        }
        for (held, i, lost) in &hidden.lost {
            held.lose(at, *i, *lost);
        }
        Ok(results)
    }

    /// Ends regions whose code runs once per point: an outer generator has made one draw for all points
    /// together, and array elements that points changed in their copies are unknown.
    pub(crate) fn settle_points(&self, at: Site, blocks: &[Block]) {
        for (scope, held) in self.take_touched(blocks) {
            let (seen, changed) = (held.seen(scope.id).unwrap_or_default(), held.changed(scope.id));
            held.forget(scope.id);
            if held.kind.fork.is_some() && has_points(scope.kind) {
                held.advance(at);
                continue;
            }
            for (i, seen) in seen.iter().enumerate() {
                let lost = seen.lost.or((!same(&seen.first, &seen.now)).then_some(changed));
                if lost.is_some() {
                    held.lose(at, i, lost);
                }
            }
        }
    }
}
