//! The engine of reductions, windows and scans: combines accumulators with values, by kinds or by a region.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Next, State, Stop};
use crate::tensor::total::{Combined, Total};
use crate::values::value::{Datum, Dense};
use smallvec::SmallVec;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Op, Region};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// How accumulators are combined.
pub(crate) enum Combiner {
    /// The kind of each accumulator.
    Kinds(Vec<Combined>),
    /// A region of the op.
    Region(Region),
}

impl Combiner {
    /// The combiner of an op: its kinds, or the region with index `region` if the op has it.
    pub(crate) fn new(
        op: OpRef<'_>,
        kinds: &[CombiningKind],
        types: &[Type],
        region: usize,
    ) -> Result<Combiner, Diagnostic> {
        if let Some(region) = op.body().regions(op.id()).nth(region) {
            return Ok(Combiner::Region(region));
        }
        let pairs = kinds.iter().zip(types);
        Ok(Combiner::Kinds(pairs.map(|(kind, ty)| accumulator(op, *kind, *ty)).collect::<Result<_, _>>()?))
    }
}

/// A kind for an element type, or for the elements of a tensor type.
fn accumulator(op: OpRef<'_>, kind: CombiningKind, ty: Type) -> Result<Combined, Diagnostic> {
    let dtype =
        element_type(op.ctx(), ty).ok_or_else(|| op.error("folds a value the interpreter cannot hold"))?;
    let combined = Combined::new(kind, dtype, FastMath::of(op));
    combined.ok_or_else(|| op.error(format_args!("cannot fold {dtype} with '{kind}'")))
}

/// One word per accumulator.
pub(crate) type Words = SmallVec<[u64; 2]>;

/// One combination.
pub(crate) struct Combination {
    /// The index of the accumulators' cell.
    pub(crate) cell: usize,
    /// The values to combine them with.
    pub(crate) values: Words,
    /// The position at which the accumulators are recorded before.
    pub(crate) before: Option<usize>,
    /// The position at which the accumulators are recorded afterwards.
    pub(crate) after: Option<usize>,
}

/// Accumulators, the remaining combinations, and the recorded values.
pub(crate) struct Running {
    /// For each accumulator, its value per cell.
    pub(crate) cells: Vec<Vec<u64>>,
    /// The combinations in order.
    pub(crate) steps: Box<dyn Iterator<Item = Combination>>,
    /// For each accumulator, its recorded values.
    pub(crate) notes: Vec<Vec<u64>>,
}

impl Running {
    /// Cells with these initial values.
    pub(crate) fn new(starts: &[u64], count: usize, steps: Box<dyn Iterator<Item = Combination>>) -> Running {
        Running {
            cells: starts.iter().map(|start| vec![*start; count]).collect(),
            steps,
            notes: vec![Vec::new(); starts.len()],
        }
    }

    fn note(&mut self, cell: usize, at: Option<usize>) {
        let Some(at) = at else { return };
        for (notes, cells) in self.notes.iter_mut().zip(&self.cells) {
            notes[at] = cells[cell];
        }
    }
}

/// The combinations of an op, and its results.
pub(crate) trait Plan {
    /// The initial accumulators and the combinations.
    fn start(&self, m: &Machine<'_>, op: Op) -> Result<Running, Stop>;

    /// The results.
    fn finish(&self, m: &Machine<'_>, op: Op, running: Running) -> Result<Data, Stop>;
}

/// The action of an op that combines.
pub(crate) struct Combining<P> {
    pub(crate) combiner: Combiner,
    pub(crate) plan: P,
}

impl<P: Plan> Combining<P> {
    fn go(&self, m: &mut Machine<'_>, op: Op, mut running: Running) -> Result<Next, Stop> {
        while m.goes_on()
            && let Some(step) = running.steps.next()
        {
            running.note(step.cell, step.before);
            match &self.combiner {
                Combiner::Kinds(kinds) => {
                    for ((cells, kind), value) in running.cells.iter_mut().zip(kinds).zip(&step.values) {
                        cells[step.cell] = kind.kernel.call(cells[step.cell], *value, 0);
                    }
                    running.note(step.cell, step.after);
                }
                Combiner::Region(region) => {
                    let accumulators = running.cells.iter().map(|cells| cells[step.cell]);
                    let args = accumulators.chain(step.values.iter().copied()).map(Datum::Bits).collect();
                    let state = Box::new((running, step.cell, step.after));
                    return Ok(Next::Enter { region: *region, args, state });
                }
            }
        }
        let results = self.plan.finish(m, op, running)?;
        m.set_results(op, results);
        Ok(Next::Continue)
    }
}

impl<P: Plan> Action for Combining<P> {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let running = self.plan.start(m, op)?;
        self.go(m, op, running)
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, yielded: Data) -> Result<Next, Stop> {
        let state = state.downcast::<(Running, usize, Option<usize>)>();
        let (mut running, cell, after) = *state.expect("an op that combines resumes with its own state");
        for (cells, value) in running.cells.iter_mut().zip(yielded) {
            cells[cell] = value.bits();
        }
        running.note(cell, after);
        self.go(m, op, running)
    }
}

/// Reduces a box with kinds by nested folds: each axis starts at the identities and combines the results of
/// the inner axes, in ascending order, or pairwise if the order is free.
pub(crate) fn nested(
    m: &Machine<'_>,
    extents: &[usize],
    kinds: &[Combined],
    at: &mut Vec<usize>,
    element: &mut dyn FnMut(&[usize]) -> Words,
) -> Words {
    let Some(extent) = extents.get(at.len()) else { return element(at) };
    let mut totals: SmallVec<[Total; 2]> = kinds.iter().map(Combined::total).collect();
    for i in (0..*extent).take_while(|_| m.goes_on()) {
        at.push(i);
        let values = nested(m, extents, kinds, at, element);
        at.pop();
        totals.iter_mut().zip(kinds).zip(values).for_each(|((total, kind), value)| total.add(kind, value));
    }
    totals.iter().zip(kinds).map(|(total, kind)| total.finish(kind)).collect()
}

/// Combines initial values, on the left, with the results of kinds.
pub(crate) fn started(inits: &[u64], kinds: &[Combined], values: &mut Words) {
    for ((value, init), kind) in values.iter_mut().zip(inits).zip(kinds) {
        *value = kind.kernel.call(*init, *value, 0);
    }
}

/// The element types of values.
pub(crate) fn dtypes(op: OpRef<'_>, types: &[Type]) -> Result<Vec<DType>, Diagnostic> {
    let dtypes: Option<Vec<DType>> = types.iter().map(|ty| element_type(op.ctx(), *ty)).collect();
    dtypes.ok_or_else(|| op.error("has an element type the interpreter cannot hold"))
}

/// Tensors of one shape from their elements.
pub(crate) fn tensors(dtypes: &[DType], extents: &[usize], data: Vec<Vec<u64>>) -> Data {
    let tensor = |(dtype, data): (&DType, Vec<u64>)| {
        Datum::from(Dense { dtype: *dtype, extents: extents.to_vec(), data })
    };
    dtypes.iter().zip(data).map(tensor).collect()
}
