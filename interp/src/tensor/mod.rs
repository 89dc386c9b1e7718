//! The tensor dialect: comprehensions (compute, fold, at) here, named ops in a file per topic.

mod combine;
pub(crate) mod gather;
pub(crate) mod moves;
pub(crate) mod named;
pub(crate) mod put;
pub(crate) mod reduce;
pub(crate) mod reduce_window;
pub(crate) mod rng;
pub(crate) mod scan;
pub(crate) mod sort;
mod total;

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Next, Simple, State, Stop};
use crate::machine::finite::is_finite;
use crate::machine::latitude::Steps;
use crate::machine::meanings::Meanings;
use crate::tensor::combine::Combiner;
use crate::tensor::total::{Combined, Total};
use crate::values::memory::AccessError;
use crate::values::value::{Datum, Dense};
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::mem;
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::stops;
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::transform::checkpoint::{After, Checkpoint};
use tf_dialects::tensor::transform::{Detach, StraightThrough};
use tf_dialects::tensor::{self, Policy};
use tf_ir::affine::{AffineError, AffineMap};
use tf_ir::body::{Body, Op, Region, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

/// An affine map with the SSA values of its dims and the extents of its symbols.
pub(crate) struct Subscripts {
    map: AffineMap,
    dims: Vec<Value>,
    extents: Vec<Extent>,
}

impl Subscripts {
    pub(crate) fn new(map: AffineMap, dims: Vec<Value>, extents: Vec<Extent>) -> Subscripts {
        Subscripts { map, dims, extents }
    }

    /// The values of all results.
    pub(crate) fn evaluate(&self, m: &mut Machine<'_>, op: Op) -> Result<Vec<i64>, Stop> {
        let dims: Vec<i64> = self.dims.iter().map(|v| m.bits(*v) as i64).collect();
        let symbols = self.extents.iter().map(|e| m.extent(op, e)).collect::<Result<Vec<i64>, Stop>>()?;
        self.map.evaluate(&dims, &symbols).map_err(|e| {
            m.undetermined |= e == AffineError::Overflow;
            m.error(op, format_args!("index arithmetic: {e}")).into()
        })
    }
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(tensor::Compute)
        .add(tensor::Fold)
        .add(tensor::At)
        .add(tensor::FromElements)
        .add(Checkpoint)
        .add(tensor::Group)
        .with(tensor::ExtentOf, ExtentValue)
        .with(mem::ExtentOf, ExtentValue)
        .with(Detach, First)
        .with(StraightThrough, First)
        .with(After, First);
}

impl Interpret for tensor::Compute {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::Compute).ok_or_else(|| op.error("is no compute"))?;
        let extents = view.extents().to_vec();
        let rank = extents.len();
        let plain = op.results().take(view.plain_count());
        let results = plain.map(|v| output(op, op.body(), v, rank)).collect::<Result<_, _>>()?;
        let is_put_into = |arg: Value| op.body().uses(arg).any(|u| op.body().is(u.op, tensor::Put));
        let inits = op.operands().zip(view.accumulators().into_iter().map(is_put_into)).collect();
        Ok(Box::new(ComputeAction { extents, results, inits, region: op.region(0) }))
    }
}

/// Element type and inner extents of a compute's result.
fn output(op: OpRef<'_>, body: &Body, value: Value, rank: usize) -> Result<(DType, Vec<usize>), Diagnostic> {
    let (ctx, ty) = (op.ctx(), body.ty(value));
    let dtype = element_type(ctx, ty).ok_or_else(|| op.error("has a result the interpreter cannot hold"))?;
    let inner: Option<Vec<usize>> = ctx
        .dims(ty)
        .unwrap_or(&[])
        .iter()
        .skip(rank)
        .map(|d| Dim::as_static(d).map(|n| n as usize))
        .collect();
    Ok((dtype, inner.ok_or_else(|| op.error("yields a value whose shape is not static"))?))
}

struct ComputeAction {
    extents: Vec<Extent>,
    results: Vec<(DType, Vec<usize>)>,
    /// The initial values of the accumulating results, and whether puts change them. Puts mark elements as
    /// written, and loads check that.
    inits: Vec<(Value, bool)>,
    region: Region,
}

struct ComputeState {
    extents: Vec<usize>,
    at: Vec<usize>,
    data: Vec<Vec<u64>>,
    /// The buffers of the accumulating results.
    accumulators: Vec<usize>,
}

impl ComputeAction {
    fn enter(&self, state: ComputeState) -> Next {
        let indices = state.at.iter().map(|i| Datum::Bits(*i as u64));
        let args = indices.chain(state.accumulators.iter().map(|id| Datum::Buffer(*id))).collect();
        Next::Enter { region: self.region, args, state: Box::new(state) }
    }

    fn finish(&self, m: &mut Machine<'_>, op: Op, state: ComputeState) -> Next {
        let results = self.results.iter().zip(state.data).map(|((dtype, inner), data)| {
            let extents = state.extents.iter().chain(inner).copied().collect();
            Datum::from(Dense { dtype: *dtype, extents, data })
        });
        let mut results: Data = results.collect();
        for id in state.accumulators {
            results.push(m.memory.release(id));
        }
        m.set_results(op, results);
        Next::Continue
    }
}

impl Action for ComputeAction {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let extents = m.extents(op, &self.extents)?;
        let data = vec![Vec::new(); self.results.len()];
        let mut accumulators = Vec::with_capacity(self.inits.len());
        for (init, is_put_into) in &self.inits {
            let start = m.get(*init).clone();
            accumulators.push(m.memory.adopt_start(&start, *is_put_into));
        }
        let state = ComputeState { at: vec![0; extents.len()], extents, data, accumulators };
        if state.extents.contains(&0) {
            return Ok(self.finish(m, op, state));
        }
        Ok(self.enter(state))
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, yielded: Data) -> Result<Next, Stop> {
        let mut state = *state.downcast::<ComputeState>().expect("a compute resumes with its own state");
        for (data, value) in state.data.iter_mut().zip(yielded) {
            match value {
                Datum::Dense(dense) => data.extend_from_slice(&dense.data),
                other => data.push(other.bits()),
            }
        }
        for d in (0..state.at.len()).rev() {
            state.at[d] += 1;
            if state.at[d] < state.extents[d] {
                return Ok(self.enter(state));
            }
            state.at[d] = 0;
        }
        Ok(self.finish(m, op, state))
    }
}

impl Interpret for tensor::Fold {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::Fold).ok_or_else(|| op.error("is no fold"))?;
        let map =
            view.bounds().and_then(|a| op.ctx().attr_map(a)).ok_or_else(|| op.error("has no bounds"))?;
        let bounds = Subscripts::new(map.clone(), view.indices(), view.symbols().to_vec());
        let types: Vec<_> = op.results().map(|v| op.body().ty(v)).collect();
        let combiner = Combiner::new(op, &view.combining_kinds(), &types, 1)?;
        let flags = FastMath::of(op);
        let free = view.combining_kinds().into_iter().zip(&types).map(|(kind, ty)| {
            let dtype = element_type(op.ctx(), *ty).filter(|d| flags != FastMath::NONE && d.is_float());
            dtype.map(|d| Steps::new(kind, d, flags))
        });
        let free = free.collect();
        Ok(Box::new(FoldAction { bounds, combiner, free, inits: view.inits(), region: op.region(0) }))
    }
}

struct FoldAction {
    /// Two results: lower and upper bound.
    bounds: Subscripts,
    combiner: Combiner,
    /// How the steps of each kind may deviate, if the op has flags.
    free: Vec<Option<Steps>>,
    inits: Vec<Value>,
    region: Region,
}

struct FoldState {
    at: i64,
    hi: i64,
    /// The accumulators of a combiner region, or of kinds with deviations.
    acc: Data,
    /// The totals of kinds otherwise.
    totals: Vec<Total>,
    /// The magnitudes of the terms so far, if the machine deviates.
    sizes: Vec<f64>,
    /// True if all terms so far were finite.
    finite: bool,
    /// True if the combiner runs, false for the body.
    combining: bool,
}

impl FoldAction {
    fn next(&self, m: &mut Machine<'_>, op: Op, mut state: FoldState) -> Result<Next, Stop> {
        if state.at >= state.hi {
            let results = match &self.combiner {
                Combiner::Kinds(kinds) if m.latitude.is_none() => state
                    .totals
                    .iter()
                    .zip(kinds)
                    .map(|(total, kind)| Datum::Bits(total.finish(kind)))
                    .collect(),
                _ => state.acc,
            };
            if m.nan_traps && state.finite && matches!(self.combiner, Combiner::Kinds(_)) {
                self.check_finite(m, op, &results)?;
            }
            m.set_results(op, results);
            return Ok(Next::Continue);
        }
        state.combining = false;
        let args = Data::from_iter([Datum::Bits(state.at as u64)]);
        Ok(Next::Enter { region: self.region, args, state: Box::new(state) })
    }

    /// The types of the accumulators.
    fn elements(m: &Machine<'_>, op: Op) -> Vec<Option<DType>> {
        let body = m.body();
        body.results(op).map(|result| element_type(body.ctx(), body.ty(result))).collect()
    }

    /// If NaN traps are on, ends the run if an accumulator of finite terms is a NaN or an infinity.
    fn check_finite(&self, m: &Machine<'_>, op: Op, results: &Data) -> Result<(), Stop> {
        let all = results.iter().zip(Self::elements(m, op));
        match all.into_iter().all(|(value, dtype)| dtype.is_none_or(|dtype| is_finite(dtype, value.bits()))) {
            true => Ok(()),
            false => Err(m.not_finite(op, &[], &[])),
        }
    }
}

impl Action for FoldAction {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let bounds = self.bounds.evaluate(m, op)?;
        let (at, hi) = (bounds[0], bounds[1]);
        let (acc, totals) = match &self.combiner {
            Combiner::Kinds(kinds) => (
                kinds.iter().map(|kind| Datum::Bits(kind.start)).collect(),
                kinds.iter().map(Combined::total).collect(),
            ),
            Combiner::Region(_) => (self.inits.iter().map(|v| m.get(*v).clone()).collect(), Vec::new()),
        };
        let sizes = if m.latitude.is_some() { vec![0.0; self.free.len()] } else { Vec::new() };
        // Without terms, the result is the kind's identity, which may be infinite.
        let finite = at < hi;
        self.next(m, op, FoldState { at, hi, acc, totals, sizes, finite, combining: false })
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, yielded: Data) -> Result<Next, Stop> {
        let mut state = *state.downcast::<FoldState>().expect("a fold resumes with its own state");
        if m.nan_traps && !state.combining {
            let all = yielded.iter().zip(Self::elements(m, op));
            let finite =
                |(value, dtype): (&Datum, Option<DType>)| dtype.is_none_or(|d| is_finite(d, value.bits()));
            state.finite &= all.into_iter().all(finite);
        }
        match &self.combiner {
            Combiner::Kinds(kinds) if m.latitude.is_none() => {
                for ((total, kind), value) in state.totals.iter_mut().zip(kinds).zip(&yielded) {
                    total.add(kind, value.bits());
                }
            }
            Combiner::Kinds(kinds) => {
                for (i, (value, kind)) in yielded.iter().zip(kinds).enumerate() {
                    let mut bits = kind.kernel.call(state.acc[i].bits(), value.bits(), 0);
                    if let (Some(steps), Some(latitude)) = (self.free[i], &mut m.latitude) {
                        bits = latitude.accumulator(steps, &mut state.sizes[i], value.bits(), bits);
                    }
                    state.acc[i] = Datum::Bits(bits);
                }
            }
            Combiner::Region(region) if !state.combining => {
                let args = state.acc.iter().cloned().chain(yielded).collect();
                state.combining = true;
                return Ok(Next::Enter { region: *region, args, state: Box::new(state) });
            }
            Combiner::Region(_) => state.acc = yielded,
        }
        state.at += 1;
        self.next(m, op, state)
    }
}

impl Interpret for tensor::At {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::At).ok_or_else(|| op.error("is no read"))?;
        let map = view.affine_map().ok_or_else(|| op.error("has no map"))?.clone();
        let subscripts = Subscripts::new(map, view.indices().to_vec(), view.symbols().to_vec());
        let (tensor, policy) = (view.source(), view.out_of_bounds());
        let proved = Proved::stated(op);
        Ok(Box::new(AtAction { tensor, subscripts, policy, fill: view.fill(), proved }))
    }
}

struct AtAction {
    tensor: Value,
    subscripts: Subscripts,
    policy: Policy,
    fill: Option<Value>,
    proved: Option<Proved>,
}

impl Action for AtAction {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let mut index = self.subscripts.evaluate(m, op)?;
        let source = m.get(self.tensor).clone();
        let (tensor, written) = match &source {
            Datum::Partial(partial) => (&partial.dense, Some(&partial.written)),
            other => (&**other.dense(), None),
        };
        let result = m.body().result(op, 0);
        check_proved(m, op, self.proved.as_ref(), (&index, &tensor.extents))?;
        if tensor.offset(&index).is_none() {
            match self.policy {
                Policy::Fill => {
                    let fill = self.fill.expect("a verified read with policy fill has a fill value");
                    let value = m.get(fill).clone();
                    m.set(result, value);
                    return Ok(Next::Continue);
                }
                // An empty axis has no element to clamp or wrap to: the read gives 0.
                Policy::Clamp | Policy::Wrap if tensor.extents.contains(&0) => {
                    m.set(result, Datum::Bits(0));
                    return Ok(Next::Continue);
                }
                Policy::Clamp | Policy::Wrap => redirect(self.policy, &mut index, &tensor.extents),
                _ => return Err(outside(m, op, (self.tensor, false), (&index, &tensor.extents))),
            }
        }
        let at = tensor.offset(&index).expect("inside after the policy was applied");
        if written.is_some_and(|written| !written[at]) {
            return Err(m.error(op, AccessError::Uninitialised(index)).into());
        }
        m.set(result, Datum::Bits(tensor.data[at]));
        Ok(Next::Continue)
    }
}

pub(crate) fn redirect(policy: Policy, index: &mut [i64], extents: &[usize]) {
    for (i, extent) in index.iter_mut().zip(extents) {
        let extent = *extent as i64;
        *i = if policy == Policy::Wrap { i.rem_euclid(extent) } else { (*i).clamp(0, extent - 1) };
    }
}

/// The program's stop for a read or a write that is out of bounds.
pub(crate) fn outside(
    m: &Machine<'_>,
    op: Op,
    (tensor, is_write): (Value, bool),
    (index, extents): (&[i64], &[usize]),
) -> Stop {
    let axis = stops::first_outside(index, extents).unwrap_or_default();
    let text = stops::outside(m.body(), tensor, axis, is_write);
    let numbers = [index.get(axis), extents.get(axis).map(|n| *n as i64).as_ref()].map(|n| *n.unwrap_or(&0));
    m.stop(op, &text, &numbers).code(&codes::OUTSIDE).into()
}

/// Stops if an access contradicts the bounds that the op states as proved.
pub(crate) fn check_proved(
    m: &Machine<'_>,
    op: Op,
    proved: Option<&Proved>,
    (index, extents): (&[i64], &[usize]),
) -> Result<(), Stop> {
    match proved.and_then(|proved| proved.refuted_at(index, extents)) {
        Some(axis) => {
            let (i, extent) = (index[axis], extents[axis]);
            let found = format_args!(
                "has a false bounds attribute for axis {axis}: the index is {i}, the extent {extent}"
            );
            Err(m.error(op, found).into())
        }
        None => Ok(()),
    }
}

/// `tensor.extent`, `mem.extent`.
pub struct ExtentValue;

impl Interpret for ExtentValue {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let terms = op.attr("extent").and_then(|a| op.ctx().attr_extents(a)).unwrap_or_default();
        let [term] = terms else { return Err(op.error("needs one extent")) };
        let term = term.clone();
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op| {
            let value = m.extent(op, &term)?;
            let result = m.body().result(op, 0);
            m.set(result, Datum::Bits(value as u64));
            Ok(())
        })))
    }
}

/// `tensor.from_elements`, `vector.from_elements`.
impl Interpret for tensor::FromElements {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (dtype, extents) = output(op, op.body(), op.result(0), 0)?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op| {
            let data = m.operands(op).iter().map(Datum::bits).collect();
            let result = m.body().result(op, 0);
            m.set(result, Dense { dtype, extents: extents.clone(), data }.into());
            Ok(())
        })))
    }
}

/// Ops whose value is their first operand: `tensor.detach`, `tensor.straight_through`, `tensor.after`.
pub struct First;

impl Interpret for First {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op| {
            let value = m.operands(op)[0].clone();
            m.set_results(op, std::iter::once(value).collect());
            Ok(())
        })))
    }
}

/// `tensor.group`: its region.
impl Interpret for tensor::Group {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(RunRegion))
    }
}

/// `tensor.checkpoint`: its region.
impl Interpret for Checkpoint {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(RunRegion))
    }
}

struct RunRegion;

impl Action for RunRegion {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let args = m.operands(op);
        Ok(Next::Enter { region: m.body().region(op, 0), args, state: Box::new(()) })
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, _state: State, yielded: Data) -> Result<Next, Stop> {
        m.set_results(op, yielded);
        Ok(Next::Continue)
    }
}
