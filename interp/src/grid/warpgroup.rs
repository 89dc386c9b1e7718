//! Matrix products of warp groups: multiplies tiles in shared memory and adds to the threads' accumulators.

use super::ids::grid;
use super::matrix::{multiply_add, rounded, start, vector};
use super::meeting::{Factor, Group, Meeting, Start, What};
use super::order::Lane;
use super::shadow::Touch;
use crate::machine::Machine;
use crate::machine::action::{Action, Flow, Interpret, Next, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::mem::checked;
use crate::values::value::{Datum, offset};
use tf_dialects::kernel::{
    self, GROUP_BYTES, GROUP_ROWS, Part, SWIZZLED_ROWS, WARP_GROUP, group_factor_position, group_position,
};
use tf_ir::body::Op;
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
        let types = view.types().ok_or_else(|| op.error("is not a supported product"))?;
        let values = [view.a(), view.b()];
        let layouts = [view.layout(Part::A), view.layout(Part::B)];
        let subscripts = [view.a_subscripts(), view.b_subscripts()];
        Ok(Box::new(Flow(move |m: &mut Machine<'_>, op: Op| {
            let factor = |at: usize| match layouts[at] {
                Some(layout) => Factor::Shared(Start {
                    buffer: m.get(values[at]).buffer(),
                    index: subscripts[at].iter().map(|value| m.bits(*value) as i64).collect(),
                    layout,
                }),
                None => Factor::Held(m.get(values[at]).dense().clone()),
            };
            let factors = [factor(0), factor(1)];
            let sums = m.get(c).dense().clone();
            let body = m.body();
            let (loc, result) = (body.loc(op), body.results(op).next());
            Ok(Next::Wait(Box::new(Meeting {
                op,
                loc,
                result,
                what: What::Group(Group { factors, columns, types, sums }),
            })))
        })))
    }
}

/// The results of the threads of the warp group whose first thread has index `first` in its block. That
/// thread is the present one.
pub(super) fn products(
    m: &mut Machine<'_>,
    op: Op,
    first: usize,
    brought: &[Group],
) -> Result<Vec<Datum>, Stop> {
    agree(m, op, brought)?;
    let (columns, (factors, held)) = (brought[0].columns, brought[0].types);
    let depth = 8 * GROUP_BYTES / factors.bits() as usize;
    let a = matrix(m, op, first, (brought, 0))?;
    let b = matrix(m, op, first, (brought, 1))?;
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

/// Checks that all threads of a warp group pass the same start of each shared operand.
fn agree(m: &Machine<'_>, op: Op, brought: &[Group]) -> Result<(), Stop> {
    let starts = |group: &Group| group.factors.each_ref().map(|factor| factor.start().cloned());
    let own = starts(&brought[0]);
    let Some(other) = brought.iter().map(starts).find(|other| *other != own) else { return Ok(()) };
    let words = |all: &[Option<Start>; 2]| {
        let all: Vec<String> = all.iter().flatten().map(|start| format!("{:?}", start.index)).collect();
        all.join(" and ")
    };
    let message = format!(
        "begins at {} in one thread of its warp group, and at {} in another",
        words(&own),
        words(&other)
    );
    Err(m.error(op, message).into())
}

/// The elements of an operand of the product, row-major.
fn matrix(
    m: &mut Machine<'_>,
    op: Op,
    first: usize,
    (brought, at): (&[Group], usize),
) -> Result<Vec<u64>, Stop> {
    if let Factor::Shared(start) = &brought[0].factors[at] {
        return elements(m, op, first, start);
    }
    let factors = brought[0].types.0;
    let depth = 8 * GROUP_BYTES / factors.bits() as usize;
    let mut matrix = vec![0; GROUP_ROWS * depth];
    for (thread, group) in brought.iter().enumerate() {
        let Factor::Held(held) = &group.factors[at] else { continue };
        for (i, bits) in held.data.iter().enumerate() {
            let (row, column) = group_factor_position(factors, thread, i);
            matrix[row * depth + column] = *bits;
        }
    }
    Ok(matrix)
}

/// The elements of an operand in shared memory, row-major.
fn elements(m: &mut Machine<'_>, op: Op, first: usize, start: &Start) -> Result<Vec<u64>, Stop> {
    let layout = start.layout;
    let extents = m.memory.extents(start.buffer).to_vec();
    let [row, column] = check_start(m, op, &extents, start)?;
    let agent = grid(m, op)?.agent(first);
    let width = layout.width();
    let mut all = vec![0; (layout.rows * layout.columns) as usize];
    for r in 0..layout.rows {
        for c in 0..layout.columns {
            let (block, own) = ((column + c) / width, (column + c) % width);
            let mut index = start.index.clone();
            let axes = index.len();
            index[axes - 2] = (row + r) as i64;
            index[axes - 1] = 0;
            if block > 0 {
                index[axes - 3] += block as i64;
            }
            // The swizzle depends on the row's index among all rows of the array.
            let number = offset(&extents, &index).unwrap_or(0) as u64 / width;
            index[axes - 1] = layout.place(number, own) as i64;
            let bits = checked(m, op, m.memory.load(start.buffer, &index))?;
            m.note_started(op, Lane::Products, agent, (start.buffer, &index), Touch::Read)?;
            let at = if layout.transposed { c * layout.rows + r } else { r * layout.columns + c };
            all[at as usize] = bits;
        }
    }
    Ok(all)
}

/// Checks the first row and column of an operand against the extents of its array.
fn check_start(m: &Machine<'_>, op: Op, extents: &[usize], start: &Start) -> Result<[u64; 2], Stop> {
    let layout = start.layout;
    let wrong = |what: String| Err(Stop::from(m.error(op, what)));
    let ([.., height, _], [front @ .., row, column]) = (extents, &start.index[..]) else {
        return wrong("multiplies an array without rows".to_string());
    };
    if offset(extents, &start.index).is_none() {
        return wrong(format!("begins at {:?} outside the extents {extents:?}", start.index));
    }
    let (row, column, step) = (*row as u64, *column as u64, layout.column_step());
    if row % SWIZZLED_ROWS != 0 || column % step != 0 {
        return wrong(format!(
            "begins at row {row} and column {column}: they must be multiples of {SWIZZLED_ROWS} and {step}"
        ));
    }
    if row + layout.rows > *height as u64 {
        let rows = layout.rows;
        return wrong(format!("multiplies {rows} rows from row {row} on, but there are {height}"));
    }
    let blocks = layout.blocks();
    if let (Some(block), 2..) = (front.last(), blocks) {
        let has = extents[front.len() - 1];
        if *block as u64 + blocks > has as u64 {
            return wrong(format!("multiplies {blocks} blocks from block {block} on, but there are {has}"));
        }
    }
    Ok([row, column])
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

/// The interpreter ends runs by its own limits.
impl Interpret for kernel::EndIfStopped {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|_: &mut Machine<'_>, _: Op| Ok(()))))
    }
}

/// The first thread of the warp group commits for the whole group.
impl Interpret for kernel::WgmmaCommit {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let grid = grid(m, op)?;
            let thread = grid.present_agent();
            if let Some(clocks) = &mut grid.clocks {
                // Every thread runs this op and commits its own group; accesses carry the first thread's
                // stamp.
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
