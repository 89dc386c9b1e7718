//! State of handles: the values of a generator or a small array in each of the open regions.
//!
//! A body is traced once, but its changes to a handle from an outer region take effect each time that it
//! runs. So the first read or write of such a state in a region gives the region its own version, by the kind
//! of the region:
//! - a loop carries the state: it gets an argument, an operand and a result, after those that the program
//!   lists;
//! - a branch, or differentiated code, starts with the enclosing version and yields the changed values;
//! - the points of a compute, the terms of a fold and the slices of a map have copies: an array is copied, a
//!   generator is forked by the index. Their changes are not visible outside.
//!
//! [`crate::trace::carried`] computes the values that regions yield.

use crate::trace::error::Site;
use crate::trace::scope::Region;
use crate::trace::state::{Reported, Scope, ScopeKind, Shared, Traced, Val};
use crate::types::elem::Elem;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Repr, Tensor};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tf_ir::body::{Block, Value};
use tf_ir::diag::Diagnostic;

/// The values of a generator for the points of a region, from the outer values and the index of a point.
pub(crate) type Fork = fn(&Rc<Shared>, &[Tensor], Option<Tensor>) -> Vec<Tensor>;

/// The values after all points have forked.
pub(crate) type Advance = fn(&[Tensor]) -> Vec<Tensor>;

/// Properties of a kind of handle.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// The name of the kind in messages.
    pub(crate) name: &'static str,
    /// How to fork the values for points, and how to advance the outer values afterwards; `None` if points
    /// have copies.
    pub(crate) fork: Option<(Fork, Advance)>,
}

/// The state of a handle: a fixed number of values.
pub(crate) struct HandleState {
    pub(crate) shared: Rc<Shared>,
    pub(crate) kind: Kind,
    /// The source location at which the handle was made.
    pub(crate) at: Site,
    /// The region in which the handle was made.
    home: u32,
    versions: RefCell<Vec<Version>>,
}

/// The values of a handle in one region.
struct Version {
    scope: u32,
    /// The values at the start of the region.
    first: Vec<Tensor>,
    now: Vec<Tensor>,
    /// Values that are unknown because the points of a region changed their copies: the location of the
    /// change.
    lost: Vec<Option<Site>>,
    /// The location of the last write.
    changed: Option<Site>,
    /// For a loop: the outer values.
    starts: Vec<Val>,
    /// For a loop: values that a derivative replaced by their outer values, with the location of the
    /// derivative.
    fixed: Vec<Option<Site>>,
}

/// One value of a version: at the start of its region, and now.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) first: Tensor,
    pub(crate) now: Tensor,
    pub(crate) lost: Option<Site>,
    pub(crate) start: Option<Val>,
    pub(crate) fixed: Option<Site>,
}

impl HandleState {
    /// The state of a new handle.
    pub(crate) fn new(shared: &Rc<Shared>, at: Site, kind: Kind, values: Vec<Tensor>) -> Rc<HandleState> {
        let open = shared.state.borrow().scopes.last().map_or(0, |scope| scope.id);
        // Arguments of a region that is opened next belong to that region.
        let home = values.iter().flat_map(scopes).fold(open, u32::max);
        let version = Version {
            scope: home,
            first: values.clone(),
            lost: vec![None; values.len()],
            fixed: vec![None; values.len()],
            now: values,
            changed: None,
            starts: Vec::new(),
        };
        Rc::new(HandleState { shared: shared.clone(), kind, at, home, versions: RefCell::new(vec![version]) })
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        self.versions.borrow()[0].now.len()
    }

    /// The element type of an array's values.
    pub(crate) fn elem(&self) -> Elem {
        self.versions.borrow()[0].now.first().map_or(Elem::F32, Tensor::elem)
    }

    /// The values at the current point of the trace.
    pub(crate) fn values(self: &Rc<HandleState>, at: Site) -> Traced<Vec<Tensor>> {
        let version = self.version(at)?;
        self.check(at, version, 0..self.len())?;
        Ok(self.versions.borrow()[version].now.clone())
    }

    /// One of the values at the current point of the trace.
    pub(crate) fn value(self: &Rc<HandleState>, at: Site, i: usize) -> Traced<Tensor> {
        let version = self.version(at)?;
        self.check(at, version, i..i + 1)?;
        Ok(self.versions.borrow()[version].now[i].clone())
    }

    /// Replaces a value.
    pub(crate) fn set(self: &Rc<HandleState>, at: Site, i: usize, value: Tensor) -> Traced<()> {
        let version = self.version(at)?;
        let mut versions = self.versions.borrow_mut();
        let version = &mut versions[version];
        version.now[i] = value;
        version.lost[i] = None;
        version.changed = Some(self.shared.place_of(at));
        Ok(())
    }

    /// The outer values shared by all points: those outside the innermost points whose copies are unchanged.
    pub(crate) fn common(self: &Rc<HandleState>, at: Site) -> Traced<Vec<Tensor>> {
        let chain = self.shared.chain();
        let home = self.position(at, &chain)?;
        let has = |scope: &Scope| !has_points(scope.kind) || self.find(scope.id).is_some();
        let mut end =
            chain[home + 1..].iter().position(|scope| !has(scope)).map_or(chain.len(), |i| home + 1 + i);
        let mut found = self.open_all(at, &chain[..end], home);
        loop {
            let inner = (home + 1..end).rev().find(|depth| has_points(chain[*depth].kind));
            let Some(depth) = inner else { break };
            let versions = self.versions.borrow();
            let Some(points) = self.find(chain[depth].id) else { break };
            let is_first = versions[points].first.iter().zip(&versions[found].now).all(|(a, b)| same(a, b));
            if !is_first {
                break;
            }
            drop(versions);
            end = depth;
            found = self.open_all(at, &chain[..end], home);
        }
        Ok(self.versions.borrow()[found].now.clone())
    }

    /// Refuses values that are unknown.
    fn check(&self, at: Site, version: usize, which: std::ops::Range<usize>) -> Traced<()> {
        let lost = self.versions.borrow()[version].lost[which].iter().flatten().next().copied();
        match lost {
            None => Ok(()),
            Some(changed) => Err(self.refuse(at, changed)),
        }
    }

    pub(crate) fn refuse(&self, at: Site, changed: Site) -> Reported {
        let shared = &self.shared;
        let what = self.kind.name;
        let message = format!(
            "{what} cannot be read here: code that runs for each point changed a copy of it, so there is no \
             single value; return the result from that code"
        );
        let place = |site: Site| site.location(&shared.ctx);
        let error = Diagnostic::error(place(shared.place_of(at)), message)
            .note(place(self.at), "it was created here")
            .note(place(changed), "a point's copy is changed here");
        shared.report(error)
    }

    /// Refuses a derivative through a state that a loop changes.
    pub(crate) fn refuse_derivative(&self, at: Site) -> Reported {
        let (what, shared) = (self.kind.name, &self.shared);
        let message = format!(
            "cannot differentiate in a loop a value that depends on {what} from outside, which the loop \
             changes: add it to the loop's state"
        );
        let place = |site: Site| site.location(&shared.ctx);
        let error = Diagnostic::error(place(shared.place_of(at)), message);
        shared.report(error.note(place(self.at), "it was created here"))
    }

    /// The index of the version of the innermost open region.
    fn version(self: &Rc<HandleState>, at: Site) -> Traced<usize> {
        let chain = self.shared.chain();
        let home = self.position(at, &chain)?;
        Ok(self.open_all(at, &chain, home))
    }

    /// The version of the innermost of these regions; opens missing versions from the handle's home region
    /// inwards.
    fn open_all(self: &Rc<HandleState>, at: Site, chain: &[Scope], home: usize) -> usize {
        (home + 1..chain.len()).fold(0, |outer, depth| {
            self.find(chain[depth].id).unwrap_or_else(|| self.open(at, &chain[..=depth], outer))
        })
    }

    fn find(&self, scope: u32) -> Option<usize> {
        self.versions.borrow().iter().position(|version| version.scope == scope)
    }

    /// The position of the handle's home region among the open regions.
    fn position(&self, at: Site, chain: &[Scope]) -> Traced<usize> {
        if let Some(position) = chain.iter().position(|scope| scope.id == self.home) {
            return Ok(position);
        }
        let (what, shared) = (self.kind.name, &self.shared);
        let message = match chain.first().map(|first| first.kind) {
            Some(ScopeKind::Kernel) => {
                format!(
                    "a kernel cannot use {what} of the program: create one in the kernel, from scalars that \
                     it is given"
                )
            }
            _ => format!("{what} is used outside the body that created it: return it from that body"),
        };
        let error = Diagnostic::error(shared.place_of(at).location(&shared.ctx), message);
        Err(shared.report(error.note(self.at.location(&shared.ctx), "it was created here")))
    }

    /// Opens a version for the last of these regions; `outer` is the enclosing version.
    fn open(self: &Rc<HandleState>, at: Site, chain: &[Scope], outer: usize) -> usize {
        let shared = &self.shared;
        let (scope, around) = (chain[chain.len() - 1], &chain[..chain.len() - 1]);
        let (values, lost) = {
            let versions = self.versions.borrow();
            (versions[outer].now.clone(), versions[outer].lost.clone())
        };
        let version = |scope: Scope, first: Vec<Tensor>, starts: Vec<Val>| {
            let held: Rc<dyn Any> = self.clone();
            shared.state.borrow_mut().touched.push((scope, held));
            let (now, lost) = (first.clone(), lost.clone());
            let made = Version {
                scope: scope.id,
                first,
                now,
                lost,
                changed: None,
                starts,
                fixed: vec![None; self.len()],
            };
            self.versions.borrow_mut().push(made);
            self.versions.borrow().len() - 1
        };
        match (scope.kind, self.kind.fork) {
            (ScopeKind::For | ScopeKind::While, _) => {
                let starts = shared.at_level(around, || shared.start_values(at, &values));
                let starts = starts.unwrap_or_default();
                let before = shared.state.borrow().condition_of(scope.id);
                let before = before.filter(|before| self.find(before.id).is_none());
                if let Some(before) = before {
                    version(before, shared.arguments(before, &starts, self.len()), starts.clone());
                }
                version(scope, shared.arguments(scope, &starts, self.len()), starts)
            }
            (kind, Some((fork, _))) if has_points(kind) => {
                let forked = shared.at_level(chain, || {
                    shared.library(at, || match shared.point(at, scope, self.kind.name) {
                        Ok(point) => fork(shared, &values, point),
                        Err(Reported) => vec![Tensor::poison(shared); values.len()],
                    })
                });
                version(scope, forked, Vec::new())
            }
            _ => version(scope, values, Vec::new()),
        }
    }

    /// The body of a loop begins with the values that its condition passes on.
    fn pass_on(self: &Rc<HandleState>, body: Scope) {
        let mut chain = self.shared.chain();
        let outer = chain.iter().rev().find_map(|scope| self.find(scope.id)).unwrap_or(0);
        chain.push(body);
        self.open(body.at, &chain, outer);
    }

    /// The values at the current point of the trace, as [`Seen`].
    pub(crate) fn now(self: &Rc<HandleState>, at: Site) -> Traced<Vec<Seen>> {
        let version = self.version(at)?;
        let scope = self.versions.borrow()[version].scope;
        self.seen(scope).ok_or(Reported)
    }

    /// Advances an outer generator after all points have forked.
    pub(crate) fn advance(self: &Rc<HandleState>, at: Site) {
        let (Some((_, advance)), Ok(values)) = (self.kind.fork, self.values(at)) else {
            return;
        };
        let next = self.shared.library(at, || advance(&values));
        for (i, value) in next.into_iter().enumerate() {
            // The error has been recorded.
            let _: Traced<()> = self.set(at, i, value);
        }
    }

    /// The values of a region's version; `None` if the region has no version.
    pub(crate) fn seen(&self, scope: u32) -> Option<Vec<Seen>> {
        let version = self.find(scope)?;
        let versions = self.versions.borrow();
        let version = &versions[version];
        let one = |i: usize| Seen {
            first: version.first[i].clone(),
            now: version.now[i].clone(),
            lost: version.lost[i],
            start: version.starts.get(i).cloned(),
            fixed: version.fixed[i],
        };
        Some((0..version.now.len()).map(one).collect())
    }

    /// The floats of this state that a loop carries, each with its index.
    pub(crate) fn carried_floats(&self, scope: u32) -> Vec<(usize, Val)> {
        let Some(version) = self.find(scope) else { return Vec::new() };
        let versions = self.versions.borrow();
        let version = &versions[version];
        let first = version.first.iter().take(version.starts.len()).enumerate();
        let value = |(i, first): (usize, &Tensor)| match &first.repr {
            Repr::Value(arg) if arg.elem.is_float() => Some((i, arg.clone())),
            _ => None,
        };
        first.filter_map(value).collect()
    }

    /// Replaces a value that a loop carries by its outer value, and returns that.
    ///
    /// # Errors
    /// If the loop has changed the value. [`crate::trace::carried`] refuses later changes.
    pub(crate) fn fix(&self, at: Site, scope: u32, i: usize, arg: &Val) -> Traced<Val> {
        let version = self.find(scope).ok_or(Reported)?;
        let mut versions = self.versions.borrow_mut();
        let version = &mut versions[version];
        if !same(&version.first[i], &version.now[i]) {
            return Err(self.refuse_derivative(at));
        }
        version.fixed[i].get_or_insert(self.shared.place_of(at));
        let start = version.starts.get(i).cloned().ok_or(Reported)?;
        let mut state = self.shared.state.borrow_mut();
        state.body.as_mut().ok_or(Reported)?.replace_uses(arg.value, start.value);
        Ok(start)
    }

    /// The location of the last change in a region's version.
    pub(crate) fn changed(&self, scope: u32) -> Site {
        let found = self.find(scope).and_then(|version| self.versions.borrow()[version].changed);
        found.unwrap_or(self.at)
    }

    /// Removes the version of a region that has ended.
    pub(crate) fn forget(&self, scope: u32) {
        self.versions.borrow_mut().retain(|version| version.scope != scope);
    }

    /// Marks a value as unknown at the current point of the trace, or as known.
    pub(crate) fn lose(self: &Rc<HandleState>, at: Site, i: usize, lost: Option<Site>) {
        if let Ok(version) = self.version(at) {
            self.versions.borrow_mut()[version].lost[i] = lost;
        }
    }
}

/// Whether regions of this kind run once per point, in no order.
pub(crate) fn has_points(kind: ScopeKind) -> bool {
    match kind {
        ScopeKind::Compute | ScopeKind::Fold | ScopeKind::Map | ScopeKind::Own | ScopeKind::Group => true,
        ScopeKind::For | ScopeKind::While | ScopeKind::If | ScopeKind::Transform => false,
        ScopeKind::Function | ScopeKind::Kernel => false,
    }
}

/// The regions in which the values of a handle are defined.
fn scopes(tensor: &Tensor) -> Vec<u32> {
    match &tensor.repr {
        Repr::Poison => Vec::new(),
        Repr::Value(val) => vec![val.scope],
        Repr::Index(index) => index.values.iter().map(|value| value.val.scope).collect(),
    }
}

/// Whether two handles refer to the same value.
pub(crate) fn same(a: &Tensor, b: &Tensor) -> bool {
    match (&a.repr, &b.repr) {
        (Repr::Poison, Repr::Poison) => true,
        (Repr::Value(a), Repr::Value(b)) => a.value == b.value,
        (Repr::Index(a), Repr::Index(b)) => {
            let values = |index: &IndexExpr| -> Vec<Value> {
                index.values.iter().map(|value| value.val.value).collect()
            };
            a.expr == b.expr && a.extents == b.extents && values(a) == values(b)
        }
        _ => false,
    }
}

impl Shared {
    /// The open regions that enclose the insertion point, outermost first, including those that are set
    /// aside.
    fn chain(&self) -> Vec<Scope> {
        let state = self.state.borrow();
        let mut all: Vec<Scope> = state.scopes.iter().chain(&state.aside).copied().collect();
        // Inner regions are opened later.
        all.sort_by_key(|scope| scope.id);
        all
    }

    /// Runs `make` with the insertion point at the end of the last of these regions.
    fn at_level<R>(&self, open: &[Scope], make: impl FnOnce() -> R) -> R {
        let (scopes, aside) = {
            let mut state = self.state.borrow_mut();
            (std::mem::replace(&mut state.scopes, open.to_vec()), std::mem::take(&mut state.aside))
        };
        let made = make();
        let mut state = self.state.borrow_mut();
        (state.scopes, state.aside) = (scopes, aside);
        made
    }

    /// The initial values that a loop carries; in a compute, scalars.
    fn start_values(&self, at: Site, values: &[Tensor]) -> Traced<Vec<Val>> {
        let start = |tensor: &Tensor| {
            let val = tensor.val(at)?;
            if self.in_compute() { self.to_scalar(at, val) } else { Ok(val) }
        };
        values.iter().map(start).collect()
    }

    /// New region arguments for values that a loop carries; poisoned after an error.
    fn arguments(self: &Rc<Self>, scope: Scope, starts: &[Val], count: usize) -> Vec<Tensor> {
        let one = |start: &Val| {
            let mut state = self.state.borrow_mut();
            let value = state.body.as_mut().ok_or(Reported)?.add_arg(scope.block, start.ty);
            Ok(Val::new(value, start.typed(), scope.id, scope.at))
        };
        let made: Traced<Vec<Val>> = starts.iter().map(one).collect();
        match made {
            Ok(vals) if vals.len() == count => {
                vals.into_iter().map(|val| Tensor::of(self, Ok(val))).collect()
            }
            _ => vec![Tensor::poison(self); count],
        }
    }

    /// Whether code in a region has used the state of an outer handle.
    pub(crate) fn uses_state(&self, region: Region) -> bool {
        self.state.borrow().touched.iter().any(|(scope, _)| scope.id == region.scope().id)
    }

    /// Records that a region is the body of a loop with this condition, which is complete.
    pub(crate) fn pass_on(&self, condition: Region, body: Region) {
        let (condition, body) = (condition.scope(), body.scope());
        self.state.borrow_mut().conditions.push((body.id, condition));
        self.touched_in(&[condition.block]).iter().for_each(|(_, held)| held.pass_on(body));
    }

    /// The states used by open regions with these blocks, in the order of first use.
    pub(crate) fn touched_in(&self, blocks: &[Block]) -> Vec<(Scope, Rc<HandleState>)> {
        let state = self.state.borrow();
        let mine = state.touched.iter().filter(|(scope, _)| blocks.contains(&scope.block));
        mine.filter_map(|(scope, held)| Some((*scope, held.clone().downcast().ok()?))).collect()
    }

    /// As [`Shared::touched_in`]; also removes the records of these uses.
    pub(crate) fn take_touched(&self, blocks: &[Block]) -> Vec<(Scope, Rc<HandleState>)> {
        let mine = self.touched_in(blocks);
        if !mine.is_empty() {
            self.state.borrow_mut().touched.retain(|(scope, _)| !blocks.contains(&scope.block));
        }
        mine
    }
}
