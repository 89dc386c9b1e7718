//! The shared loops that a compute is bound to, for both passes about groups.
//!
//! `form-groups` infers bindings from the reads between computes, `apply-groups` reads them from names. Both
//! need to know which loop an index belongs to, and which folds may have partial results.

use super::legality::{Condition, Legality};
use super::refusal::{GroupRefusal, ReductionRefusal};
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

/// A fold over a shared loop: each iteration computes a partial result.
#[derive(Clone)]
pub struct SharedFold {
    pub dim: usize,
    pub op: Op,
    /// Which of the fold's results it is: a fold may have several.
    pub at: usize,
    pub kind: CombiningKind,
}

impl SharedFold {
    /// The result of the fold.
    pub fn value(&self, body: &Body) -> Value {
        body.result(self.op, self.at)
    }
}

/// A compute that shares loops.
#[derive(Clone)]
pub struct Binding {
    pub op: Op,
    /// The shared loop of each axis, if it has one.
    pub axes: Vec<Option<usize>>,
    /// The fold over a shared loop that each result is: all results fold over one loop, or none does.
    pub folds: Vec<SharedFold>,
    /// Its position in the loops, if the schedule specifies one.
    pub compute_at: Option<ComputeAt>,
    /// The threads that compute it, if the schedule specifies them.
    pub by: Option<By>,
    /// The memory level that its tile has to fit in, if the schedule specifies one.
    pub space: Option<Space>,
    /// True if each iteration computes the tile of the next one.
    pub ahead: bool,
    /// Its layout, if that is not the order of its axes.
    pub stored: Option<Stored>,
    /// True if it shares the iterations of its reduction loop with members that it depends on, or that depend
    /// on it.
    pub is_joined: bool,
}

/// The position of a member in the loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputeAt {
    /// How many of the loops enclose it.
    pub depth: usize,
    /// True if a sliding window reuses results of earlier iterations of the innermost one.
    pub windowed: bool,
}

impl Binding {
    /// A compute with axes bound to these loops, and without folds over shared loops.
    pub fn new(op: Op, axes: Vec<Option<usize>>) -> Binding {
        Binding {
            op,
            axes,
            folds: Vec::new(),
            compute_at: None,
            by: None,
            space: None,
            ahead: false,
            stored: None,
            is_joined: false,
        }
    }

    /// The binding that the names of axes and folds specify, with these names of the loops.
    ///
    /// # Errors
    /// The reason why it cannot share them.
    pub fn by_names(
        body: &Body,
        op: Op,
        loops: &[String],
        legality: Legality,
    ) -> Result<Binding, GroupRefusal> {
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
            return Err(ReductionRefusal::OtherResults { member: binding.name(body) }.into());
        }
        binding.folds = folds_over(body, op, dim, legality)?;
        Ok(binding)
    }

    /// True if one of its axes is bound to this loop.
    pub fn has(&self, dim: usize) -> bool {
        self.axes.contains(&Some(dim))
    }

    /// The loop that it folds over, if it does.
    pub fn folded(&self) -> Option<usize> {
        self.folds.first().map(|fold| fold.dim)
    }

    /// The shared loop of an index of the box, or of a fold over the loop.
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

    /// Its name in messages.
    pub fn name(&self, body: &Body) -> String {
        called(body, self.op)
    }
}

/// The name of a member in messages, as the program knows it: its name as a member, the result that it
/// produces, or its axes.
pub(crate) fn called(body: &Body, op: Op) -> String {
    let view = body.view(op, Compute);
    if let Some(name) = view.member().and_then(|name| body.ctx().attr_str(name)) {
        return name.to_string();
    }
    let mut results = body.results(op);
    match results.find_map(|value| result_name(body, value)) {
        Some(name) => format!("the compute of the result {name}"),
        None => format!("the compute over ({})", view.loop_names().axes.join(", ")),
    }
}

/// The name of the function result that a value becomes, directly or through a group.
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

/// The fold whose result a compute yields unchanged.
pub(crate) fn outer_fold(body: &Body, compute: Op, value: Value) -> Option<Op> {
    let block = body.view(compute, Compute).block();
    body.def_op(value).filter(|op| body.is(*op, Fold) && body.block_of(*op) == block)
}

/// The folds over a shared loop that a compute yields.
///
/// # Errors
/// A result that is not such a fold, or a fold whose partial results must not be combined.
pub fn folds_over(
    body: &Body,
    compute: Op,
    dim: usize,
    legality: Legality,
) -> Result<Vec<SharedFold>, GroupRefusal> {
    let one = |value: Value| {
        let op = outer_fold(body, compute, value)
            .ok_or_else(|| ReductionRefusal::OtherResults { member: called(body, compute) })?;
        let at =
            body.results(op).position(|result| result == value).expect("the fold has the value as a result");
        Ok(SharedFold { dim, op, at, kind: open_kind(body, op, at, legality)? })
    };
    body.view(compute, Compute).yielded().into_iter().map(one).collect()
}

/// The combining kind of a fold's result, if partial results may be combined in any order.
fn open_kind(body: &Body, op: Op, at: usize, legality: Legality) -> Result<CombiningKind, GroupRefusal> {
    let view = body.view(op, Fold);
    legality.require(Condition::OneKind, view.combiner().is_none(), || ReductionRefusal::Combiner)?;
    let kind = view.combining_kinds().get(at).copied().unwrap_or(CombiningKind::Add);
    let exact = dtype(body.ctx(), body.ty(body.result(op, at))).is_some_and(|dtype| kind.is_exact(dtype));
    let open = exact || FastMath::of(body.op(op)).has(FastMath::REASSOC);
    legality.require(Condition::OpenOrder, open, || ReductionRefusal::FixedOrder)?;
    Ok(kind)
}

/// True if a fold covers the whole of a loop of this length.
pub fn counts_over(body: &Body, fold: Op, extent: &Extent) -> bool {
    let inductions = Fold.inductions(body.op(fold));
    match inductions.first().map(|induction| (&induction.lower, &induction.upper)) {
        Some((Bound::Constant(0), Bound::Constant(n))) => extent.as_const() == Some(*n),
        Some((Bound::Constant(0), Bound::Term(end))) => end == extent,
        _ => false,
    }
}
