//! State of handles: what a generator or a small array holds in each of the open regions.
//!
//! A body is traced once, but what it does to a handle of an outer region is done each time that it runs.
//! So where a region reads or changes such a state for the first time, the region gets a version of its
//! own, by its kind:
//! - a loop carries it: an argument, an operand and a result beside those that the loop was told to carry;
//! - a branch, or code that is differentiated, begins with the version around it, and gives what it changed
//!   as a result;
//! - the points of a compute, the terms of a fold and the slices of a map have copies: of a small array as
//!   it is, of a generator a fork by their index. What they change in it is not seen outside.
//!
//! What regions give when they end is in [`crate::trace::carried`].

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

/// The values of a generator for the points of a region, from those outside and the index of a point.
pub(crate) type Fork = fn(&Rc<Shared>, &[Tensor], Option<Tensor>) -> Vec<Tensor>;

/// The values after all points have got theirs.
pub(crate) type Advance = fn(&[Tensor]) -> Vec<Tensor>;

/// What is special about a kind of handle.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// What it is called in messages.
    pub(crate) name: &'static str,
    /// How points get values of their own, and what is outside after that; without it, points have copies.
    pub(crate) fork: Option<(Fork, Advance)>,
}

/// The values of a handle, whose number stays.
pub(crate) struct Held {
    pub(crate) shared: Rc<Shared>,
    pub(crate) kind: Kind,
    /// Where the handle was made.
    pub(crate) at: Site,
    /// The region that it was made in.
    home: u32,
    versions: RefCell<Vec<Version>>,
}

/// What a handle holds in one region.
struct Version {
    scope: u32,
    /// The values as the region began.
    first: Vec<Tensor>,
    now: Vec<Tensor>,
    /// Which values are not known, as the points of a region changed their copies: where they did.
    lost: Vec<Option<Site>>,
    /// Where a value was replaced last.
    changed: Option<Site>,
    /// Of a loop: the values outside.
    starts: Vec<Val>,
    /// Of a loop: where a derivative takes a value for what it is outside.
    fixed: Vec<Option<Site>>,
}

/// One value of a version, as its region begins and as it is.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) first: Tensor,
    pub(crate) now: Tensor,
    pub(crate) lost: Option<Site>,
    pub(crate) start: Option<Val>,
    pub(crate) fixed: Option<Site>,
}

impl Held {
    /// The state of a new handle.
    pub(crate) fn new(shared: &Rc<Shared>, at: Site, kind: Kind, values: Vec<Tensor>) -> Rc<Held> {
        let open = shared.state.borrow().scopes.last().map_or(0, |scope| scope.id);
        // The arguments of a region that is opened next belong to it.
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
        Rc::new(Held { shared: shared.clone(), kind, at, home, versions: RefCell::new(vec![version]) })
    }

    /// How many values it holds.
    pub(crate) fn len(&self) -> usize {
        self.versions.borrow()[0].now.len()
    }

    /// The element type of the values of an array.
    pub(crate) fn elem(&self) -> Elem {
        self.versions.borrow()[0].now.first().map_or(Elem::F32, Tensor::elem)
    }

    /// The values where the trace is.
    pub(crate) fn values(self: &Rc<Held>, at: Site) -> Traced<Vec<Tensor>> {
        let version = self.version(at)?;
        self.check(at, version, 0..self.len())?;
        Ok(self.versions.borrow()[version].now.clone())
    }

    /// One of the values where the trace is.
    pub(crate) fn value(self: &Rc<Held>, at: Site, i: usize) -> Traced<Tensor> {
        let version = self.version(at)?;
        self.check(at, version, i..i + 1)?;
        Ok(self.versions.borrow()[version].now[i].clone())
    }

    /// Replaces a value.
    pub(crate) fn set(self: &Rc<Held>, at: Site, i: usize, value: Tensor) -> Traced<()> {
        let version = self.version(at)?;
        let mut versions = self.versions.borrow_mut();
        let version = &mut versions[version];
        version.now[i] = value;
        version.lost[i] = None;
        version.changed = Some(self.shared.place_of(at));
        Ok(())
    }

    /// The values outside of the innermost points that have not changed theirs: those that points have in
    /// common.
    pub(crate) fn common(self: &Rc<Held>, at: Site) -> Traced<Vec<Tensor>> {
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

    /// Refuses values that are lost.
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
            "reads {what} that code which runs for each point has changed: each point changes a copy of its \
             own, so there is no one value; return what is wanted from that code"
        );
        let place = |site: Site| site.location(&shared.ctx);
        let error = Diagnostic::error(place(shared.place_of(at)), message)
            .note(place(self.at), "it was made here")
            .note(place(changed), "a point's copy is changed here");
        shared.report(error)
    }

    /// Refuses a derivative through what a loop changes.
    pub(crate) fn refuse_derivative(&self, at: Site) -> Reported {
        let (what, shared) = (self.kind.name, &self.shared);
        let message = format!(
            "differentiates in a loop what depends on {what} of outside that the loop changes: tell the loop \
             to carry it"
        );
        let place = |site: Site| site.location(&shared.ctx);
        let error = Diagnostic::error(place(shared.place_of(at)), message);
        shared.report(error.note(place(self.at), "it was made here"))
    }

    /// The position of the version of the innermost open region.
    fn version(self: &Rc<Held>, at: Site) -> Traced<usize> {
        let chain = self.shared.chain();
        let home = self.position(at, &chain)?;
        Ok(self.open_all(at, &chain, home))
    }

    /// The version of the innermost of these regions, from that of the handle's own on.
    fn open_all(self: &Rc<Held>, at: Site, chain: &[Scope], home: usize) -> usize {
        (home + 1..chain.len()).fold(0, |outer, depth| {
            self.find(chain[depth].id).unwrap_or_else(|| self.open(at, &chain[..=depth], outer))
        })
    }

    fn find(&self, scope: u32) -> Option<usize> {
        self.versions.borrow().iter().position(|version| version.scope == scope)
    }

    /// Which of the open regions the handle was made in.
    fn position(&self, at: Site, chain: &[Scope]) -> Traced<usize> {
        if let Some(position) = chain.iter().position(|scope| scope.id == self.home) {
            return Ok(position);
        }
        let (what, shared) = (self.kind.name, &self.shared);
        let message = match chain.first().map(|first| first.kind) {
            Some(ScopeKind::Kernel) => {
                format!("uses {what} of the program in a kernel: make one there, of scalars that it is given")
            }
            _ => format!("uses {what} outside of the closure that it was made in: return it from there"),
        };
        let error = Diagnostic::error(shared.place_of(at).location(&shared.ctx), message);
        Err(shared.report(error.note(self.at.location(&shared.ctx), "it was made here")))
    }

    /// Opens a version for the last of these regions, whose values outside are those of `outer`.
    fn open(self: &Rc<Held>, at: Site, chain: &[Scope], outer: usize) -> usize {
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

    /// The body of a loop begins with what its condition passes on.
    fn pass_on(self: &Rc<Held>, body: Scope) {
        let mut chain = self.shared.chain();
        let outer = chain.iter().rev().find_map(|scope| self.find(scope.id)).unwrap_or(0);
        chain.push(body);
        self.open(body.at, &chain, outer);
    }

    /// The values where the trace is, each with what is known of it.
    pub(crate) fn now(self: &Rc<Held>, at: Site) -> Traced<Vec<Seen>> {
        let version = self.version(at)?;
        let scope = self.versions.borrow()[version].scope;
        self.seen(scope).ok_or(Reported)
    }

    /// A generator of outside after all points have got theirs.
    pub(crate) fn advance(self: &Rc<Held>, at: Site) {
        let (Some((_, advance)), Ok(values)) = (self.kind.fork, self.values(at)) else {
            return;
        };
        let next = self.shared.library(at, || advance(&values));
        for (i, value) in next.into_iter().enumerate() {
            // An error has been recorded.
            let _: Traced<()> = self.set(at, i, value);
        }
    }

    /// The values of a region's version, if it has one.
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

    /// The floats that a loop carries of this state, each with its number.
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

    /// Takes a value that a loop carries for what it is outside, and gives that.
    ///
    /// # Errors
    /// If the loop has changed it. [`crate::trace::carried`] refuses what it changes later.
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

    /// Where the version of a region was changed last.
    pub(crate) fn changed(&self, scope: u32) -> Site {
        let found = self.find(scope).and_then(|version| self.versions.borrow()[version].changed);
        found.unwrap_or(self.at)
    }

    /// Forgets the version of a region that has ended.
    pub(crate) fn forget(&self, scope: u32) {
        self.versions.borrow_mut().retain(|version| version.scope != scope);
    }

    /// Says of a value that it is not known where the trace is, or that it is.
    pub(crate) fn lose(self: &Rc<Held>, at: Site, i: usize, lost: Option<Site>) {
        if let Ok(version) = self.version(at) {
            self.versions.borrow_mut()[version].lost[i] = lost;
        }
    }
}

/// Whether code of this kind runs for each point of something, in no order.
pub(crate) fn has_points(kind: ScopeKind) -> bool {
    match kind {
        ScopeKind::Compute | ScopeKind::Fold | ScopeKind::Map | ScopeKind::Own | ScopeKind::Group => true,
        ScopeKind::For | ScopeKind::While | ScopeKind::If | ScopeKind::Transform => false,
        ScopeKind::Function | ScopeKind::Kernel => false,
    }
}

/// The regions that the values of a handle live in.
fn scopes(tensor: &Tensor) -> Vec<u32> {
    match &tensor.repr {
        Repr::Poison => Vec::new(),
        Repr::Value(val) => vec![val.scope],
        Repr::Index(index) => index.values.iter().map(|value| value.val.scope).collect(),
    }
}

/// Whether two handles are of one value.
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
    /// The open regions around the place of new code, outermost first, with those that are set aside.
    fn chain(&self) -> Vec<Scope> {
        let state = self.state.borrow();
        let mut all: Vec<Scope> = state.scopes.iter().chain(&state.aside).copied().collect();
        // An inner region is opened later.
        all.sort_by_key(|scope| scope.id);
        all
    }

    /// Runs `make` at the end of the last of these regions.
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

    /// What a loop carries at first; in a compute, scalars.
    fn start_values(&self, at: Site, values: &[Tensor]) -> Traced<Vec<Val>> {
        let start = |tensor: &Tensor| {
            let val = tensor.val(at)?;
            if self.in_compute() { self.to_scalar(at, val) } else { Ok(val) }
        };
        values.iter().map(start).collect()
    }

    /// New arguments of a region for what a loop carries; poisoned ones if there was an error.
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

    /// Whether code in a region has used the state of a handle of outside.
    pub(crate) fn uses_state(&self, region: Region) -> bool {
        self.state.borrow().touched.iter().any(|(scope, _)| scope.id == region.scope().id)
    }

    /// Says that a region is the body of a loop with this condition, which is filled.
    pub(crate) fn pass_on(&self, condition: Region, body: Region) {
        let (condition, body) = (condition.scope(), body.scope());
        self.state.borrow_mut().conditions.push((body.id, condition));
        self.touched_in(&[condition.block]).iter().for_each(|(_, held)| held.pass_on(body));
    }

    /// The states that open regions with these blocks have used, in the order of first use.
    pub(crate) fn touched_in(&self, blocks: &[Block]) -> Vec<(Scope, Rc<Held>)> {
        let state = self.state.borrow();
        let mine = state.touched.iter().filter(|(scope, _)| blocks.contains(&scope.block));
        mine.filter_map(|(scope, held)| Some((*scope, held.clone().downcast().ok()?))).collect()
    }

    /// As [`Shared::touched_in`]; it is known no more that they have.
    pub(crate) fn take_touched(&self, blocks: &[Block]) -> Vec<(Scope, Rc<Held>)> {
        let mine = self.touched_in(blocks);
        if !mine.is_empty() {
            self.state.borrow_mut().touched.retain(|(scope, _)| !blocks.contains(&scope.block));
        }
        mine
    }
}
