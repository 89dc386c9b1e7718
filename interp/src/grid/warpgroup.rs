//! Products by warp groups: what stands in shared memory is multiplied and added to what the threads hold.

use super::barriers::{swizzled, unravelled};
use super::ids::grid;
use super::matrix::{multiply_add, rounded, start, vector};
use super::meeting::{Factor, Group, Meeting, What};
use super::order::Lane;
use super::shadow::Touch;
use crate::action::{Action, Flow, Interpret, Next, Simple, Stop};
use crate::machine::Machine;
use crate::meanings::Meanings;
use crate::mem::checked;
use crate::value::{Datum, offset};
use tf_dialects::kernel::{self, GROUP_BYTES, GROUP_ROWS, WARP_GROUP, group_position};
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(kernel::Wgmma)
        .add(kernel::WgmmaFence)
        .add(kernel::WgmmaCommit)
        .add(kernel::WgmmaWait)
        .add(kernel::AsyncFence)
        .add(kernel::EndIfStopped);
}

impl Interpret for kernel::Wgmma {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::Wgmma);
        let (c, columns) = (view.c(), view.columns());
        let types = view.types().ok_or_else(|| op.error("is no product that there is"))?;
        let memrefs = [view.a(), view.b()];
        let subscripts = [view.a_subscripts(), view.b_subscripts()];
        Ok(Box::new(Flow(move |m: &mut Machine<'_>, op: Op| {
            let factor = |memref: Value, list: &[Value]| Factor {
                buffer: m.get(memref).buffer(),
                index: list.iter().map(|value| m.bits(*value) as i64).collect(),
            };
            let factors = [factor(memrefs[0], &subscripts[0]), factor(memrefs[1], &subscripts[1])];
            let sums = m.get(c).dense().clone();
            let body = m.body();
            let (loc, result) = (body.loc(op), body.results(op).next());
            Ok(Next::Wait(Meeting {
                op,
                loc,
                result,
                what: What::Group(Group { factors, columns, types, sums }),
            }))
        })))
    }
}

/// The results of the threads of a warp group that meet, the first of which has this number in its block, and is the present one.
pub(super) fn products(
    m: &mut Machine<'_>,
    op: Op,
    first: usize,
    brought: &[Group],
) -> Result<Vec<Datum>, Stop> {
    if let Some(other) = brought.iter().find(|group| group.factors != brought[0].factors) {
        let [a, b] = [&brought[0].factors, &other.factors];
        let message = format!(
            "begins at {:?} and {:?} in one thread of its warp group, and at {:?} and {:?} in another",
            a[0].index, a[1].index, b[0].index, b[1].index
        );
        return Err(m.error(op, message).into());
    }
    let (columns, (factors, held)) = (brought[0].columns, brought[0].types);
    let depth = 8 * GROUP_BYTES / factors.bits() as usize;
    let a = elements(m, op, first, &brought[0].factors[0], (GROUP_ROWS, depth))?;
    let b = elements(m, op, first, &brought[0].factors[1], (columns, depth))?;
    let mut sums = vec![0; GROUP_ROWS * columns];
    for (thread, group) in brought.iter().enumerate() {
        for (i, bits) in group.sums.data.iter().enumerate() {
            let (row, column) = group_position(thread, i);
            sums[row * columns + column] = *bits;
        }
    }
    for (at, sum) in sums.iter_mut().enumerate() {
        let (row, column) = (at / columns, at % columns);
        let value = (0..depth).fold(start(held, *sum), |sum, k| {
            multiply_add(factors, held, a[row * depth + k], b[column * depth + k], sum)
        });
        *sum = rounded(held, value);
    }
    let of_thread = |thread: usize| {
        let one = |i| {
            let (row, column) = group_position(thread, i);
            sums[row * columns + column]
        };
        vector(held, (0..columns / 2).map(one).collect())
    };
    Ok((0..WARP_GROUP).map(of_thread).collect())
}

/// The elements of a factor: so many rows from one on, so many columns from one on, as they stand in swizzled rows.
fn elements(
    m: &mut Machine<'_>,
    op: Op,
    first: usize,
    factor: &Factor,
    (rows, depth): (usize, usize),
) -> Result<Vec<u64>, Stop> {
    let extents = m.memory.extents(factor.buffer).to_vec();
    let start = offset(&extents, &factor.index);
    let wrong = |m: &Machine<'_>, what: String| Err(Stop::from(m.error(op, what)));
    let [.., row, column] = factor.index[..] else {
        return wrong(m, "multiplies what has no rows".to_string());
    };
    let (Some(start), Some([.., height, width])) =
        (start, extents.get(extents.len() - 2..).map(|e| [e[0], e[1]]))
    else {
        return wrong(m, format!("begins at {:?} outside the extents {extents:?}", factor.index));
    };
    if !(row as usize).is_multiple_of(8) || !(column as usize).is_multiple_of(depth) {
        return wrong(
            m,
            format!("begins at row {row} and column {column}: they are multiples of 8 and of {depth}"),
        );
    }
    if row as usize + rows > height {
        return wrong(m, format!("multiplies {rows} rows from row {row} on, but there are {height}"));
    }
    // Where the eight rows that are swizzled together begin.
    let base = start - column as usize;
    let bytes = (GROUP_BYTES / depth) as u64;
    let agent = grid(m, op)?.agent(first);
    let mut all = Vec::with_capacity(rows * depth);
    for r in 0..rows {
        for k in 0..depth {
            let at = swizzled((base + r * width + column as usize + k) as u64, bytes) as usize;
            let index = unravelled(&extents, at);
            all.push(checked(m, op, m.memory.load(factor.buffer, &index))?);
            m.note_started(op, Lane::Products, agent, (factor.buffer, &index), Touch::Read)?;
        }
    }
    Ok(all)
}

impl Interpret for kernel::WgmmaFence {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|_: &mut Machine<'_>, _: Op| Ok(()))))
    }
}

impl Interpret for kernel::AsyncFence {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|_: &mut Machine<'_>, _: Op| Ok(()))))
    }
}

/// The interpreter ends runs by itself.
impl Interpret for kernel::EndIfStopped {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|_: &mut Machine<'_>, _: Op| Ok(()))))
    }
}

/// The first thread of the present thread's warp group ends groups for all.
impl Interpret for kernel::WgmmaCommit {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let grid = grid(m, op)?;
            let thread = grid.present_agent();
            if let Some(clocks) = &mut grid.clocks {
                // Each thread counts for itself, as all of them come here; accesses are those of the first.
                clocks.commit(Lane::Products, thread);
            }
            Ok(())
        })))
    }
}

impl Interpret for kernel::WgmmaWait {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let pending = op.view(kernel::WgmmaWait).left();
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let grid = grid(m, op)?;
            let (thread, first) =
                (grid.present_agent(), grid.agent(grid.thread_at / WARP_GROUP * WARP_GROUP));
            if let Some(clocks) = &mut grid.clocks {
                clocks.wait(Lane::Products, thread, first, pending);
            }
            let body = m.body();
            let (sums, result) = (m.get(body.operand(op, 0)).clone(), body.result(op, 0));
            m.set(result, sums);
            Ok(())
        })))
    }
}
