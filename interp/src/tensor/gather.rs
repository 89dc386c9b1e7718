//! `tensor.gather` and `tensor.scatter`, by StableHLO's definition.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Next, Simple, State, Stop};
use crate::machine::meanings::Meanings;
use crate::tensor::named::{for_each, position, type_extents};
use crate::values::value::{Datum, Dense};
use std::sync::Arc;
use tf_dialects::scalar::{DType, Kernel, Scalar, element_type};
use tf_dialects::tensor::window::Windows;
use tf_dialects::tensor::{self, Combine};
use tf_ir::body::{Op, Region};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// The index vector of a point of the outer shape.
fn vector(windows: &Windows, indices: &Dense, point: &[usize]) -> Vec<i64> {
    let batch: Vec<usize> = windows.batch_axes(point.len()).into_iter().map(|axis| point[axis]).collect();
    let component = |i: usize| {
        let at = windows.index_subscripts(indices.extents.len(), &batch, i);
        Scalar::from_bits(indices.dtype, indices.data[position(&indices.extents, at.into_iter())]).to_i64()
    };
    (0..windows.index_map.len()).map(component).collect()
}

/// For each operand axis: the index of its batching axis, or the offset in the window.
fn offsets(windows: &Windows, operand_rank: usize, point: &[usize]) -> Vec<i64> {
    let mut offsets = vec![0; operand_rank];
    for (axis, at) in windows.operand_window_axes(operand_rank).into_iter().zip(&windows.window_dims) {
        offsets[axis] = point[*at as usize] as i64;
    }
    let batch: Vec<usize> = windows.batch_axes(point.len()).into_iter().map(|axis| point[axis]).collect();
    for (axis, index_axis) in windows.batching_dims.iter().zip(&windows.index_batching_dims) {
        let at = if *index_axis < windows.vector_dim { *index_axis } else { *index_axis - 1 };
        offsets[*axis as usize] = batch[at as usize] as i64;
    }
    offsets
}

fn index_dtype(op: OpRef<'_>, i: usize) -> Result<(), Diagnostic> {
    match element_type(op.ctx(), op.operand_type(i)) {
        Some(dtype) if dtype.is_int() => Ok(()),
        _ => Err(op.error("has indices that are not integers")),
    }
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(tensor::Gather).add(tensor::Scatter);
}

impl Interpret for tensor::Gather {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::Gather).ok_or_else(|| op.error("is no gather"))?;
        let (windows, sizes) = (view.windows(), view.window_sizes().to_vec());
        index_dtype(op, 1)?;
        let extents = type_extents(op, op.result_type(0))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let (extents, sizes) = (m.extents(op, &extents)?, m.extents(op, &sizes)?);
            let operands = m.operands(op);
            let (x, indices) = (operands[0].dense(), operands[1].dense());
            let mut out = Dense { dtype: x.dtype, extents: extents.clone(), data: Vec::new() };
            for_each(m, &extents, |point| {
                let mut at = offsets(&windows, x.extents.len(), point);
                for (axis, start) in windows.index_map.iter().zip(vector(&windows, indices, point)) {
                    let axis = *axis as usize;
                    at[axis] += start.min(x.extents[axis] as i64 - sizes[axis] as i64).max(0);
                }
                // Only an empty axis leaves no element to read.
                out.data.push(crate::values::value::offset(&x.extents, &at).map_or(0, |at| x.data[at]));
            });
            let result = m.body().result(op, 0);
            m.set(result, out.into());
            Ok(())
        })))
    }
}

/// UpdateRule a scatter updates elements.
enum UpdateRule {
    /// For each input: a combining kernel, or `None` to replace.
    Kernels(Vec<Option<Kernel>>),
    Region(Region),
}

struct ScatterAction {
    windows: Windows,
    count: usize,
    how: UpdateRule,
    unique: bool,
}

/// The state between the runs of a combining region.
struct Progress {
    results: Vec<Dense>,
    /// Elements of the results that changed.
    changed: Vec<bool>,
    /// The moves: the position of each element of the updates, with that of its target. Elements without a
    /// target are left out.
    moves: Vec<(usize, usize)>,
    /// The index of the next move.
    next: usize,
}

impl Interpret for tensor::Scatter {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::Scatter).ok_or_else(|| op.error("is no scatter"))?;
        let count = view.count();
        index_dtype(op, count)?;
        let accumulations = view.accumulations();
        let kernel = |(i, combine): (usize, Combine)| {
            let dtype: Option<DType> = element_type(op.ctx(), op.operand_type(i));
            match combine {
                Combine::Kind(kind) => {
                    let kernel = dtype.and_then(|dtype| kind.kernel(dtype));
                    kernel.map(Some).ok_or_else(|| op.error(format_args!("cannot combine with '{kind}'")))
                }
                _ => Ok(None),
            }
        };
        let how = match view.combiner() {
            Some(_) => UpdateRule::Region(op.region(0)),
            None => {
                let combines = accumulations.iter().map(|a| a.combine).enumerate();
                UpdateRule::Kernels(combines.map(kernel).collect::<Result<_, _>>()?)
            }
        };
        let unique = view.unique().is_some();
        Ok(Box::new(ScatterAction { windows: view.windows(), count, how, unique }))
    }
}

impl ScatterAction {
    fn updates(&self, m: &Machine<'_>, op: Op) -> Vec<Arc<Dense>> {
        let values = m.body().operands(op).skip(self.count + 1);
        values.map(|v| m.get(v).dense().clone()).collect()
    }

    /// The moves of the elements of the updates.
    fn moves(&self, m: &Machine<'_>, op: Op, extents: &[usize], updates: &Dense) -> Vec<(usize, usize)> {
        let indices = m.get(m.body().operand(op, self.count)).dense().clone();
        let (mut moves, mut from) = (Vec::new(), 0);
        for_each(m, &updates.extents, |point| {
            let mut at = offsets(&self.windows, extents.len(), point);
            for (axis, start) in self.windows.index_map.iter().zip(vector(&self.windows, &indices, point)) {
                at[*axis as usize] = at[*axis as usize].saturating_add(start);
            }
            moves.extend(crate::values::value::offset(extents, &at).map(|to| (from, to)));
            from += 1;
        });
        moves
    }

    fn check_once(&self, m: &Machine<'_>, op: Op, changed: &mut [bool], to: usize) -> Result<(), Stop> {
        if std::mem::replace(&mut changed[to], true) && self.unique {
            return Err(m.error(op, "updates an element twice, although it is marked 'unique'").into());
        }
        Ok(())
    }

    /// Enters the region for the next move, or ends.
    fn advance(&self, m: &mut Machine<'_>, op: Op, region: Region, state: Progress) -> Next {
        let Some((from, to)) = state.moves.get(state.next).copied() else {
            m.set_results(op, state.results.into_iter().map(Datum::from).collect());
            return Next::Continue;
        };
        let elements = state.results.iter().map(|x| x.data[to]);
        let updates = self.updates(m, op);
        let values = updates.iter().map(|x| x.data[from]);
        let args: Data = elements.chain(values).map(Datum::Bits).collect();
        Next::Enter { region, args, state: Box::new(state) }
    }
}

impl Action for ScatterAction {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let inputs = m.body().operands(op).take(self.count);
        let mut results: Vec<Dense> = inputs.map(|v| (**m.get(v).dense()).clone()).collect();
        let updates = self.updates(m, op);
        let moves = self.moves(m, op, &results[0].extents, &updates[0]);
        let mut changed = vec![false; results[0].data.len()];
        let kernels = match &self.how {
            UpdateRule::Kernels(kernels) => kernels,
            UpdateRule::Region(region) => {
                let state = Progress { results, changed, moves, next: 0 };
                return Ok(self.advance(m, op, *region, state));
            }
        };
        for (from, to) in moves {
            self.check_once(m, op, &mut changed, to)?;
            for ((result, update), kernel) in results.iter_mut().zip(&updates).zip(kernels) {
                let (old, new) = (result.data[to], update.data[from]);
                result.data[to] = kernel.as_ref().map_or(new, |kernel| kernel.call(old, new, 0));
            }
        }
        m.set_results(op, results.into_iter().map(Datum::from).collect());
        Ok(Next::Continue)
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, yielded: Data) -> Result<Next, Stop> {
        let mut state = *state.downcast::<Progress>().expect("a scatter resumes with its own state");
        let (_, to) = state.moves[state.next];
        self.check_once(m, op, &mut state.changed, to)?;
        for (result, value) in state.results.iter_mut().zip(yielded) {
            result.data[to] = value.bits();
        }
        state.next += 1;
        let UpdateRule::Region(region) = &self.how else { unreachable!("only regions are entered") };
        Ok(self.advance(m, op, *region, state))
    }
}
