//! A read at its present or future position: its subscripts and the loops around it.

use crate::apply::apply_fusion::out_of_bounds::{OutOfBoundsRead, Replacement};
use smallvec::SmallVec;
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::{self, Access, Compute, Policy, Subscripts};
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::as_branch;
use tf_ir::extent::Extent;
use tf_passes_common::code::folds::fold_trip_count;
use tf_passes_common::code::subscript::{Form, Subscript, joined};
use tf_passes_common::cost::UNBOUNDED;
use tf_passes_common::cost::figures::{LIKELY_TRIP_COUNT, UNROLLED};

/// A read of an element of a tensor.
#[derive(Clone)]
pub(super) struct Read {
    /// The reading op in the program.
    pub at: Op,
    /// The node whose code contains it.
    pub consumer: usize,
    pub source: Value,
    pub policy: Policy,
    pub fill: Option<Value>,
    /// For a read with a policy: how it may be out of bounds.
    pub leaving: Option<OutOfBoundsRead>,
    pub place: Subscripts,
    /// The ops around it in the code of a point, outermost first, each with the id of its copy of code.
    pub regions: SmallVec<[(u64, Op); 2]>,
    /// The indices of the loops around it in the code of a point, with their iteration counts if known;
    /// `None` inside a loop without an index.
    pub around: Option<Vec<(Value, Option<i64>)>>,
    /// How often it runs for a point; [`UNBOUNDED`] if unknown.
    pub times: u64,
    /// The id of the code copy that computes its subscripts; 0 for the original code.
    pub copy: u64,
}

impl Read {
    /// The read of an op in a node.
    pub fn of(
        body: &Body,
        at: Op,
        (consumer, compute): (usize, Op),
        indices: &mut Indices<'_>,
    ) -> Option<Read> {
        let access = Access::of_read(body.op(at))?;
        let (source, policy, fill, place) =
            (access.source, access.policy, access.fill, Subscripts::of(&access));
        let mut read = Read {
            at,
            consumer,
            source,
            policy,
            fill,
            leaving: OutOfBoundsRead::of(body, indices, at),
            place,
            regions: SmallVec::new(),
            around: Some(Vec::new()),
            times: 1,
            copy: 0,
        };
        let mut op = body.parent_op(at)?;
        while op != compute {
            read.regions.insert(0, (0, op));
            read.enter(body, op);
            op = body.parent_op(op)?;
        }
        Some(read)
    }

    /// Adds an op around the read.
    fn enter(&mut self, body: &Body, op: Op) {
        let mut run = |index: Value, count: Option<i64>| {
            if let Some(around) = &mut self.around {
                around.push((index, count));
            }
        };
        if let Some(view) = body.cast(op, Compute) {
            let counts = view.extents().iter().map(Extent::as_const);
            view.indices().into_iter().zip(counts).for_each(|(index, count)| run(index, count));
        } else if let Some(fold) = body.cast(op, tensor::Fold) {
            let iterations = fold_trip_count(body, op);
            self.times = self.times.saturating_mul(iterations.unwrap_or(UNBOUNDED));
            match (fold.index(), iterations) {
                (Some(index), iterations) => {
                    run(index, iterations.map(|n| i64::try_from(n).unwrap_or(i64::MAX)))
                }
                (None, Some(iterations)) if iterations <= 1 => {}
                (None, _) => self.around = None,
            }
        } else if as_branch(body, op).is_none() {
            self.around = None;
            self.times = UNBOUNDED;
        }
    }

    /// The read `inner` of a member after inlining the member at this read. `indices` are the member's
    /// indices, `replacement` handles points out of bounds, and `copy` is the id of the copy. `None` if
    /// subscripts become too large.
    pub fn compose(
        &self,
        body: &Body,
        inner: &Read,
        (member, indices): (Op, &[Value]),
        replacement: Option<&Replacement>,
        copy: u32,
    ) -> Option<Read> {
        // Nested copies: the inner id is relative to this copy.
        let number = |inner: u64| (u64::from(copy) << 32) | (inner & u64::from(u32::MAX));
        let outer = Subscript::of(&self.place);
        let form = |value: Value| match indices.iter().position(|index| *index == value) {
            Some(axis) => Form::Subscript(outer[axis].clone()),
            None => Form::Value(value),
        };
        let place = joined(&Subscript::of(&inner.place), &form)?;
        let is_made = |value: &Value| {
            let owner = body.def_block(*value).and_then(|block| body.block_owner(block));
            owner.is_some_and(|owner| body.encloses(member, owner)) && !indices.contains(value)
        };
        let made = inner.copy > 0
            || inner.place.values.iter().any(is_made)
            || inner.fill.as_ref().is_some_and(is_made);
        let around = self.around.clone().zip(inner.around.clone());
        let copied = inner.regions.iter().map(|(of, op)| (number(*of), *op));
        // Code under a bounds check has its own region.
        let chosen = matches!(replacement, Some(Replacement::Chosen)).then_some((number(0), self.at));
        let (policy, fill, leaving) = self.given(inner, replacement);
        Some(Read {
            at: inner.at,
            consumer: self.consumer,
            source: inner.source,
            policy,
            fill,
            leaving,
            place,
            regions: self.regions.iter().copied().chain(chosen).chain(copied).collect(),
            around: around.map(|(outer, inner)| outer.into_iter().chain(inner).collect()),
            times: self.times.saturating_mul(inner.times),
            copy: if made { number(inner.copy) } else { self.copy },
        })
    }

    /// The policy of a member's read after inlining at this read, and the fill value.
    fn given(
        &self,
        inner: &Read,
        replacement: Option<&Replacement>,
    ) -> (Policy, Option<Value>, Option<OutOfBoundsRead>) {
        let own = (inner.policy, inner.fill, inner.leaving.clone());
        let (Some(Replacement::InReads(reads)), Some(leaving)) = (replacement, &self.leaving) else {
            return own;
        };
        let Some(moved) = reads.iter().find(|moved| moved.at == inner.at) else { return own };
        let fill = self.fill.filter(|_| moved.outside == leaving.fill);
        let given = OutOfBoundsRead { fill: moved.outside, open: moved.open.clone(), ..leaving.clone() };
        (self.policy, fill, Some(given))
    }

    /// This read with a policy after its producer, a permutation of axes, is removed: a read of the permuted
    /// tensor.
    pub fn past(&self, source: Value, axes: &[usize]) -> Option<Read> {
        let outer = Subscript::of(&self.place);
        let permuted: Vec<Subscript> = axes.iter().map(|axis| outer[*axis].clone()).collect();
        let place = joined(&permuted, &Form::Value)?;
        let axis_of = |axis: &usize| axes.iter().position(|own| own == axis);
        let leaving = self.leaving.clone().map(|leaving| {
            let open = leaving.open.iter().filter_map(axis_of).collect();
            OutOfBoundsRead { open, ..leaving }
        });
        Some(Read { source, place, leaving, ..self.clone() })
    }

    /// How often it runs for a point, with likely lengths for loops of unknown length.
    pub fn likely_times(&self) -> u64 {
        if self.times < UNBOUNDED {
            return self.times;
        }
        let unknown = LIKELY_TRIP_COUNT as u64;
        let iterations = |count: Option<i64>| count.and_then(|n| u64::try_from(n).ok()).unwrap_or(unknown);
        let around = self.around.as_ref();
        around
            .map_or(unknown, |around| around.iter().fold(1, |all, (_, n)| iterations(*n).saturating_mul(all)))
    }

    /// True if the read evaluates each point at most a small constant number of times. Of the indices around
    /// it (of the consumer's domain, of folds and loops), those that determine no subscript have few values
    /// together.
    pub fn evaluates_once(&self, body: &Body, consumer: Op) -> bool {
        let (Some(around), Some(view)) = (&self.around, body.cast(consumer, Compute)) else { return false };
        let own = view.indices().into_iter().zip(view.extents().iter().map(Extent::as_const));
        let running = own.chain(around.iter().copied());
        let mut repeated = running.filter(|(index, _)| !self.is_injective_in(*index)).map(|(_, count)| count);
        let times = repeated.try_fold(1_i64, |all, count| all.checked_mul(count?));
        times.is_some_and(|times| times <= UNROLLED)
    }

    /// True if two values of an index always read different points: some subscript depends on that index
    /// alone (times a constant, plus anything fixed). Sums of several indices may coincide.
    pub fn is_injective_in(&self, index: Value) -> bool {
        let Some(forms) = self.place.map.linear_forms() else { return false };
        let is_alone = |d: usize| {
            forms.iter().any(|form| form.dims[d] != 0 && form.dims.iter().filter(|by| **by != 0).count() == 1)
        };
        self.place.values.iter().enumerate().any(|(d, value)| *value == index && is_alone(d))
    }

    /// True if the value of this read is available at another read of the same point, which is in the same
    /// code or nested in it.
    pub fn reaches(&self, other: &Read) -> bool {
        other.regions.starts_with(&self.regions)
    }
}
