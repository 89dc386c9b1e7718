//! Thread, block and cluster indices and sizes.

use super::state::Grid;
use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::values::value::Datum;
use tf_dialects::kernel::{self, Axis, WARP, cluster_position};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(kernel::ThreadId)
        .add(kernel::BlockId)
        .add(kernel::BlockDim)
        .add(kernel::GridDim)
        .add(kernel::LaneId)
        .add(kernel::WarpId)
        .add(kernel::ClusterId)
        .add(kernel::ClusterDim)
        .add(kernel::ClusterBlockId)
        .add(kernel::ClusterRank);
}

/// The grid of the present thread.
pub(super) fn grid<'a>(m: &'a mut Machine<'_>, op: Op) -> Result<&'a mut Grid, Stop> {
    if m.grid.is_none() {
        return Err(m.error(op, "runs outside of a launch: there is no grid").into());
    }
    Ok(m.grid.as_deref_mut().expect("checked above"))
}

/// An action whose result is an integer of the present thread.
fn number(of: impl Fn(&Grid) -> u64 + 'static) -> Result<Box<dyn Action>, Diagnostic> {
    Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
        let value = of(grid(m, op)?);
        let result = m.body().result(op, 0);
        m.set(result, Datum::Bits(value));
        Ok(())
    })))
}

macro_rules! along {
    ($($op:ident: $of:expr),* $(,)?) => { $(
        impl Interpret for kernel::$op {
            fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
                let axis: Axis = op.view(kernel::$op).along();
                let of: fn(&Grid) -> [u64; 3] = $of;
                number(move |grid| of(grid)[axis as usize])
            }
        }
    )* };
}
along!(
    ThreadId: |grid| Grid::position(grid.thread_at as u64, grid.block),
    BlockId: |grid| Grid::position(grid.member().block, grid.grid),
    BlockDim: |grid| grid.block,
    GridDim: |grid| grid.grid,
    ClusterId: |grid| Grid::position(grid.cluster_at, grid.clusters()),
    ClusterDim: |grid| grid.cluster,
    ClusterBlockId: |grid| cluster_position(grid.rank as u64, grid.cluster),
);

impl Interpret for kernel::LaneId {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        number(|grid| (grid.thread_at % WARP) as u64)
    }
}

impl Interpret for kernel::WarpId {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        number(|grid| (grid.thread_at / WARP) as u64)
    }
}

impl Interpret for kernel::ClusterRank {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        number(|grid| grid.rank as u64)
    }
}
