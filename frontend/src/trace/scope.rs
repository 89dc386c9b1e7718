//! Regions: opening, filling by the user's closure, closing.

use crate::trace::error::Site;
use crate::trace::remedy::Remedy;
use crate::trace::state::{Reported, Scope, ScopeKind, Shared, Traced, Val};
use crate::trace::values::Values;
use crate::types::convert::Piece;
use crate::types::elem::Elem;
use tf_ir::body::{Block, Value};
use tf_ir::kind::WhichOp;
use tf_ir::types::Type;
use tf_ir::walk::MAX_NESTING;

/// A block that is being filled or is complete.
#[derive(Clone, Copy)]
pub(crate) struct Region {
    scope: Scope,
}

impl Region {
    pub(crate) fn scope(self) -> Scope {
        self.scope
    }

    /// The block, to be given to the op that owns the region.
    pub(crate) fn block(self) -> Block {
        self.scope.block
    }
}

/// The construct that this kind of region belongs to, if kernels do not support it; for messages.
fn only_on_tensors(kind: ScopeKind) -> Option<&'static str> {
    match kind {
        ScopeKind::Compute => Some("a compute"),
        ScopeKind::Fold => Some("a fold"),
        ScopeKind::Transform | ScopeKind::Map | ScopeKind::Own => Some("a derivative or a map"),
        ScopeKind::Group => Some("a group"),
        _ => None,
    }
}

impl Shared {
    /// Opens a region whose block takes arguments of these types; returns the arguments.
    pub(crate) fn region(
        &self,
        at: Site,
        kind: ScopeKind,
        args: &[(Type, Elem)],
    ) -> Traced<(Region, Vec<Val>)> {
        let at = self.place_of(at);
        let depth = {
            let state = self.state.borrow();
            state.scopes.len() + state.aside.len()
        };
        if depth > MAX_NESTING {
            self.endless(
                at,
                format!(
                    "conditions, loops and other regions nest deeper than {MAX_NESTING}: use a loop, or \
                     move some of them into functions"
                ),
            );
        }
        if let Some(what) = only_on_tensors(kind).filter(|_| self.in_kernel()) {
            let [loops, conditionals] =
                [Remedy::Loops, Remedy::Conditionals].map(|remedy| self.remedy(at, remedy));
            let message = format!(
                "{what} cannot be in a kernel, whose code is scalar: use loops ({loops}) and conditionals \
                 ({conditionals})"
            );
            return Err(self.fail(at, message));
        }
        let mut state = self.state.borrow_mut();
        let types: Vec<Type> = args.iter().map(|(ty, _)| *ty).collect();
        let body = state.body.as_mut().ok_or(Reported)?;
        let block = body.create_block(&types);
        let values: Vec<Value> = body.args(block).collect();
        state.last_scope += 1;
        let id = state.last_scope;
        let vals = values.into_iter().zip(args).map(|(value, typed)| Val::new(value, *typed, id, at));
        Ok((Region { scope: Scope { id, block, kind, at } }, vals.collect()))
    }

    /// Runs `fill` with the insertion point at the end of the region.
    pub(crate) fn inside<R>(&self, region: Region, fill: impl FnOnce() -> R) -> R {
        let depth = {
            let mut state = self.state.borrow_mut();
            state.scopes.push(region.scope);
            state.scopes.len()
        };
        let result = fill();
        self.state.borrow_mut().scopes.truncate(depth - 1);
        result
    }

    /// Runs `make` outside the outermost compute, if the insertion point is in one.
    pub(crate) fn outside_compute<R>(&self, make: impl FnOnce() -> R) -> R {
        let mut state = self.state.borrow_mut();
        let Some(first) = state.first_compute() else {
            drop(state);
            return make();
        };
        let mine = state.scopes.split_off(first);
        let all = mine.iter().chain(&state.aside).copied().collect();
        let before = std::mem::replace(&mut state.aside, all);
        drop(state);
        let result = make();
        let mut state = self.state.borrow_mut();
        state.scopes.extend(mine);
        state.aside = before;
        result
    }
}

impl Shared {
    /// Runs the user's closure in a region; returns its values, and their conversions by `convert`.
    pub(crate) fn fill<V: Values>(
        &self,
        at: Site,
        region: Region,
        body: impl FnOnce() -> V,
        convert: impl Fn(&Piece) -> Traced<Val>,
    ) -> (V, Traced<Vec<Val>>) {
        self.inside(region, || {
            let values = body();
            let converted = self.pieces(at, values.args()).and_then(|pieces| {
                let all: Vec<Traced<Val>> = pieces.iter().map(convert).collect();
                all.into_iter().collect()
            });
            (values, converted)
        })
    }

    /// Puts a terminator at the end of a region.
    pub(crate) fn end_region(
        &self,
        at: Site,
        region: Region,
        end: impl WhichOp,
        values: &[Val],
    ) -> Traced<()> {
        self.inside(region, || self.op(at, end, values, &[], &[], &[])).map(|_| ())
    }

    /// True for a region that is an open compute, or is nested in one.
    pub(crate) fn scope_is_in_compute(&self, id: u32) -> bool {
        let state = self.state.borrow();
        let first = state.first_compute().unwrap_or(state.scopes.len());
        state.scopes[first..].iter().any(|s| s.id == id)
    }
}
