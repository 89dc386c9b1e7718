//! A compute and the shared loops that it is bound to: what both passes about groups ask of one.
//!
//! `form-groups` finds bindings by how computes read each other, `apply-groups` reads them from names; what an index moves with, and which folds parts
//! may be added to, is the same for both.

use super::legality::{Condition, Legality};
use super::stored::Stored;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::func::names::given_name;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::loop_names::loop_name;
use tf_dialects::tensor::schedule::{By, Space};
use tf_dialects::tensor::{CombiningKind, Compute, Fold, Group};
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{Bound, LoopLike};
use tf_ir::extent::Extent;

/// A fold over a shared loop: each trip gives a part of it.
#[derive(Clone)]
pub struct SharedFold {
    pub dim: usize,
    pub op: Op,
    /// Which of its values it is: a fold may fold several.
    pub at: usize,
    pub kind: CombiningKind,
}

impl SharedFold {
    /// The value that it gives.
    pub fn value(&self, body: &Body) -> Value {
        body.result(self.op, self.at)
    }
}

/// A compute that shares loops.
#[derive(Clone)]
pub struct Binding {
    pub op: Op,
    /// Of each of its axes the shared loop that it is, if it is one.
    pub axes: Vec<Option<usize>>,
    /// Of each result the fold over a shared loop that it is: of all results over one loop, or of none.
    pub folds: Vec<SharedFold>,
    /// In how many of the loops it is computed, if that is said.
    pub place: Option<Place>,
    /// Who computes it, if that is said.
    pub by: Option<By>,
    /// What of it there is at a time has to fit in there.
    pub space: Option<Space>,
    /// True if each trip makes what of it the next one needs.
    pub ahead: bool,
    /// How what it makes lies in memory, if not as it is counted.
    pub stored: Option<Stored>,
    /// True if the trips of the loop that it folds over are shared with members that need what it comes to, or that it needs.
    pub is_joined: bool,
}

/// Where in the loops a member is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// In how many of them.
    pub depth: usize,
    /// True if trips of the innermost of these find what the ones before have made.
    pub kept: bool,
}

impl Binding {
    /// A compute whose axes are these loops, and that folds over none.
    pub fn new(op: Op, axes: Vec<Option<usize>>) -> Binding {
        Binding {
            op,
            axes,
            folds: Vec::new(),
            place: None,
            by: None,
            space: None,
            ahead: false,
            stored: None,
            is_joined: false,
        }
    }

    /// What the names of a compute's axes and folds say, beside the names of the loops.
    ///
    /// # Errors
    /// Why it cannot share them, in words that follow "the group".
    pub fn by_names(body: &Body, op: Op, loops: &[String], legality: Legality) -> Result<Binding, String> {
        let view = body.view(op, Compute);
        let names = view.loop_names().axes;
        let dim_of = |name: &str| loops.iter().position(|own| own == name);
        let axis = |axis: usize| names.get(axis).and_then(|name| dim_of(name));
        let mut binding = Binding::new(op, (0..view.extents().len()).map(axis).collect());
        let dims: Vec<Option<usize>> = view
            .yielded()
            .into_iter()
            .map(|value| outer_fold(body, op, value).and_then(|fold| dim_of(loop_name(body, fold)?)))
            .map(|dim| dim.filter(|dim| !binding.has(*dim)))
            .collect();
        let Some(dim) = dims.iter().flatten().next().copied() else { return Ok(binding) };
        if dims.iter().any(|own| *own != Some(dim)) {
            return Err(format!("yields from {} more than folds over one shared loop", binding.name(body)));
        }
        binding.folds = folds_over(body, op, dim, legality)?;
        Ok(binding)
    }

    /// True if an axis of it is this loop.
    pub fn has(&self, dim: usize) -> bool {
        self.axes.contains(&Some(dim))
    }

    /// The loop that it folds over, if it does.
    pub fn folded(&self) -> Option<usize> {
        self.folds.first().map(|fold| fold.dim)
    }

    /// The shared loop that an index moves with: one of the box, or of a fold over the loop.
    pub fn loop_of(&self, body: &Body, index: Value) -> Option<usize> {
        let own = body.view(self.op, Compute).indices().into_iter().position(|own| own == index);
        match own {
            Some(axis) => self.axes[axis],
            None => {
                let is_its = |fold: &&SharedFold| body.view(fold.op, Fold).index() == Some(index);
                self.folds.iter().find(is_its).map(|fold| fold.dim)
            }
        }
    }

    /// How it is called in messages.
    pub fn name(&self, body: &Body) -> String {
        called(body, self.op)
    }
}

/// What messages call a compute of a group, as the program knows it: by its name as a member, by the result that it makes, or by its axes.
pub(crate) fn called(body: &Body, op: Op) -> String {
    let view = body.view(op, Compute);
    if let Some(name) = view.member().and_then(|name| body.ctx().attr_str(name)) {
        return name.to_string();
    }
    let mut results = body.results(op);
    match results.find_map(|value| result_name(body, value)) {
        Some(name) => format!("what becomes the result {name}"),
        None => format!("the compute over ({})", view.loop_names().axes.join(", ")),
    }
}

/// The name of the result of the function that a value is, as it is or out of a group.
fn result_name(body: &Body, value: Value) -> Option<String> {
    body.uses(value).find_map(|u| {
        let block = body.block_of(u.op).filter(|block| body.terminator(*block) == Some(u.op))?;
        let owner = body.block_owner(block)?;
        match body.is(owner, Group) {
            true => result_name(body, body.result(owner, u.operand)),
            false if owner == body.root() => given_name(body, "res_attrs", u.operand),
            false => None,
        }
    })
}

/// The fold that a compute yields as it is.
pub(crate) fn outer_fold(body: &Body, compute: Op, value: Value) -> Option<Op> {
    let block = body.view(compute, Compute).block();
    body.def_op(value).filter(|op| body.is(*op, Fold) && body.block_of(*op) == block)
}

/// All that a compute yields as folds over a shared loop.
///
/// # Errors
/// What it yields is something else, or a fold that parts must not be combined of.
pub fn folds_over(
    body: &Body,
    compute: Op,
    dim: usize,
    legality: Legality,
) -> Result<Vec<SharedFold>, String> {
    let one = |value: Value| {
        let op = outer_fold(body, compute, value).ok_or("yields more than folds over one shared loop")?;
        let at = body.results(op).position(|result| result == value).expect("the fold gives the value");
        Ok(SharedFold { dim, op, at, kind: open_kind(body, op, at, legality)? })
    };
    body.view(compute, Compute).yielded().into_iter().map(one).collect()
}

/// The kind of a fold's value whose parts may be combined in an order of their own.
fn open_kind(body: &Body, op: Op, at: usize, legality: Legality) -> Result<CombiningKind, String> {
    let view = body.view(op, Fold);
    legality.require(Condition::OneKind, view.combiner().is_none(), || {
        "folds by a combiner over a shared loop".to_string()
    })?;
    let kind = view.combining_kinds().get(at).copied().unwrap_or(CombiningKind::Add);
    let exact = dtype(body.ctx(), body.ty(body.result(op, at))).is_some_and(|dtype| kind.is_exact(dtype));
    let open = exact || FastMath::of(body.op(op)).has(FastMath::REASSOC);
    legality.require(Condition::OpenOrder, open, || {
        "folds over a shared loop in an order that is written: it has no reassoc".to_string()
    })?;
    Ok(kind)
}

/// True if a fold counts over a whole loop of this length.
pub fn counts_over(body: &Body, fold: Op, extent: &Extent) -> bool {
    let inductions = Fold.inductions(body.op(fold));
    match inductions.first().map(|induction| (&induction.lower, &induction.upper)) {
        Some((Bound::Constant(0), Bound::Constant(n))) => extent.as_const() == Some(*n),
        Some((Bound::Constant(0), Bound::Term(end))) => end == extent,
        _ => false,
    }
}
