//! Estimates the running time of loops, and finds those that must poll.

use rustc_hash::FxHashMap;
use tf_dialects::func::declared_extents::extent_arguments;
use tf_dialects::kernel::{BlockDim, BlockId, GridDim, LaneId, Launch, ThreadId, WarpId};
use tf_dialects::loops::For;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{Bound, as_loop};
use tf_ir::registry::Traits;
use tf_ir::walk::preorder;
use tf_passes_common::cost::figures::{
    LONGEST_UNWATCHED, OPERATIONS_PER_LOOK, UNKNOWN_TRIP_COUNT, USUAL_TRIP_COUNT,
};

/// A loop that must poll, and the number of iterations between polls.
pub(super) struct Watched {
    pub(super) op: Op,
    pub(super) every: i64,
}

/// A count of operations: the known upper bound, and a typical value.
#[derive(Clone, Copy, Default)]
pub(super) struct Work {
    most: u64,
    usual: u64,
}

impl Work {
    fn add(&mut self, other: Work) {
        self.most = self.most.saturating_add(other.most);
        self.usual = self.usual.saturating_add(other.usual);
    }

    fn times(self, trips: Work) -> Work {
        Work { most: self.most.saturating_mul(trips.most), usual: self.usual.saturating_mul(trips.usual) }
    }
}

/// For each kernel by name: the arguments that are computed from extents in all launches of the module.
pub(super) fn launched(module: &Body) -> FxHashMap<String, Vec<bool>> {
    let mut found: FxHashMap<String, Vec<bool>> = FxHashMap::default();
    for function in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
        let known = Known { body: function, sized: &[] };
        for op in preorder(function) {
            let Some(view) = function.cast(op, Launch) else { continue };
            let sized: Vec<bool> =
                view.arguments().into_iter().map(|value| known.is_of_extents(value)).collect();
            let all = found.entry(view.kernel().to_string()).or_insert_with(|| sized.clone());
            all.iter_mut().zip(sized).for_each(|(all, one)| *all &= one);
        }
    }
    found
}

/// Facts about the values of a function or a kernel.
pub(super) struct Known<'a> {
    pub(super) body: &'a Body,
    /// The arguments that are computed from extents.
    pub(super) sized: &'a [bool],
}

impl Known<'_> {
    /// The loops that may run longer than the limit, inner ones before outer ones.
    pub(super) fn endless(&self) -> Vec<Watched> {
        let (body, mut found) = (self.body, Vec::new());
        let mut inside: FxHashMap<Op, Work> = FxHashMap::default();
        for op in preorder(body).into_iter().rev() {
            let mut work = Work { most: 1, usual: 1 };
            work.add(inside.remove(&op).unwrap_or_default());
            if as_loop(body, op).is_some() {
                let all = work.times(self.trip_count(op));
                if all.most > LONGEST_UNWATCHED {
                    let every = (OPERATIONS_PER_LOOK / work.usual.max(1)).max(1);
                    found.push(Watched { op, every: every as i64 });
                    // It polls, so the loops around it need not poll because of it.
                    work = Work { most: all.usual, usual: all.usual };
                } else {
                    work = all;
                }
            }
            if let Some(parent) = body.parent_op(op) {
                inside.entry(parent).or_default().add(work);
            }
        }
        found
    }

    /// The trip count of a loop.
    fn trip_count(&self, op: Op) -> Work {
        let endless = Work { most: u64::MAX, usual: USUAL_TRIP_COUNT };
        let body = self.body;
        let Some(counted) = as_loop(body, op) else { return endless };
        let inductions = counted.inductions(body.op(op));
        if inductions.is_empty() {
            return endless;
        }
        if let Some(trips) = counted.max_trip_count(body.op(op)) {
            return Work { most: trips, usual: trips };
        }
        let bounds = inductions.iter().flat_map(|one| [&one.lower, &one.upper, &one.step]);
        let index = body.ctx().index();
        let sized = bounds.into_iter().all(|bound| match bound {
            Bound::Constant(_) | Bound::Term(_) => true,
            Bound::Value(value) => self.is_of_extents(*value),
            Bound::Computed => {
                body.operands(op).all(|value| body.ty(value) != index || self.is_of_extents(value))
            }
        });
        if sized { Work { most: UNKNOWN_TRIP_COUNT, usual: USUAL_TRIP_COUNT } } else { endless }
    }

    /// True if a value is computed from extents, from the indices and counts of threads and blocks, and from
    /// induction variables over such bounds.
    fn is_of_extents(&self, value: Value) -> bool {
        let body = self.body;
        let (mut seen, mut pending) = (vec![false; body.value_bound()], vec![value]);
        while let Some(value) = pending.pop() {
            if std::mem::replace(&mut seen[value.index()], true) {
                continue;
            }
            let Some(def) = body.def_op(value) else {
                match self.counting(value) {
                    Some(counted) => pending.extend(body.operands(counted).take(3)),
                    None if self.is_sized(value) => {}
                    None => return false,
                }
                continue;
            };
            let numbers =
                [ThreadId::KIND, BlockId::KIND, BlockDim::KIND, GridDim::KIND, LaneId::KIND, WarpId::KIND];
            let is_pure = numbers.contains(&body.kind(def)) || body.has(def, Traits::PURE);
            if !is_pure || body.regions(def).len() > 0 {
                return false;
            }
            pending.extend(body.operands(def));
        }
        true
    }

    /// The loop whose induction variable a value is.
    fn counting(&self, value: Value) -> Option<Op> {
        let body = self.body;
        let owner = body.def_block(value).and_then(|block| body.block_owner(block))?;
        let counted = as_loop(body, owner).filter(|_| body.is(owner, For))?;
        counted.inductions(body.op(owner)).iter().any(|one| one.variable == value).then_some(owner)
    }

    /// True if an argument is an extent, or is computed from extents in every launch of the kernel.
    fn is_sized(&self, value: Value) -> bool {
        let body = self.body;
        let at = body.entry_block().and_then(|block| body.args(block).position(|arg| arg == value));
        at.is_some_and(|at| {
            let is_extent = matches!(extent_arguments(body).get(at), Some(Some(_)));
            is_extent || self.sized.get(at).copied().unwrap_or(false)
        })
    }
}
