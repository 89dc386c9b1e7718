//! Ops at which threads wait for each other.

use super::ids::grid;
use super::meeting::{Meeting, What};
use crate::machine::Machine;
use crate::machine::action::{Action, Flow, Interpret, Next, Simple, Stop};
use crate::machine::meanings::Meanings;
use tf_dialects::kernel;
use tf_dialects::scalar::element_type;
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(kernel::Return)
        .add(kernel::Barrier)
        .add(kernel::WarpBarrier)
        .add(kernel::Shuffle)
        .add(kernel::Vote)
        .add(kernel::Ballot)
        .add(kernel::WarpReduce)
        .add(kernel::ClusterBarrier)
        .add(kernel::ClusterArrive)
        .add(kernel::ClusterWait);
}

/// An action that waits and passes on the thread's contribution.
fn waiting(what: impl Fn(&Machine<'_>, Op) -> What + 'static) -> Result<Box<dyn Action>, Diagnostic> {
    Ok(Box::new(Flow(move |m: &mut Machine<'_>, op: Op| {
        let body = m.body();
        let (loc, result) = (body.loc(op), body.results(op).next());
        Ok(Next::Wait(Box::new(Meeting { op, loc, result, what: what(m, op) })))
    })))
}

impl Interpret for kernel::Return {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Flow(|_: &mut Machine<'_>, _: Op| Ok(Next::Yield(Default::default())))))
    }
}

impl Interpret for kernel::Barrier {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        waiting(|_, _| What::Block)
    }
}

impl Interpret for kernel::WarpBarrier {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        waiting(|_, _| What::Warp)
    }
}

impl Interpret for kernel::Shuffle {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let mode = op.view(kernel::Shuffle).way();
        waiting(move |m, op| {
            let body = m.body();
            What::Shuffle(mode, m.bits(body.operand(op, 1)) as i64, m.bits(body.operand(op, 0)))
        })
    }
}

impl Interpret for kernel::Vote {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let all = op.view(kernel::Vote).is_all();
        waiting(move |m, op| What::Vote(all, m.bits(m.body().operand(op, 0)) != 0))
    }
}

impl Interpret for kernel::Ballot {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        waiting(|m, op| What::Ballot(m.bits(m.body().operand(op, 0)) != 0))
    }
}

impl Interpret for kernel::WarpReduce {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let kind = op.view(kernel::WarpReduce).combining_kind();
        let combine = || kind?.kernel(element_type(op.ctx(), op.operand_type(0))?);
        let combine =
            combine().ok_or_else(|| op.error("combines values that the interpreter cannot hold"))?;
        waiting(move |m, op| What::Reduce(combine.clone(), m.bits(m.body().operand(op, 0))))
    }
}

/// The present thread arrives at the barrier of its cluster.
fn arrive(m: &mut Machine<'_>, op: Op) -> Result<(), Stop> {
    let grid = grid(m, op)?;
    let agent = grid.present_agent();
    if grid.arrived[agent].is_some() {
        return Err(m.error(op, "comes to the barrier of the cluster again before it has waited").into());
    }
    grid.arrived[agent] = Some(grid.meeting.ended);
    if let Some(clocks) = &mut grid.clocks {
        grid.meeting.arrive(clocks.seen(agent), 0);
        clocks.tick(agent);
        grid.meeting.settle(clocks.barrier(0));
    }
    Ok(())
}

/// The present thread waits for the phase at which it arrived.
fn wait(m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
    let grid = grid(m, op)?;
    let agent = grid.present_agent();
    let Some(phase) = grid.arrived[agent].take() else {
        return Err(m.error(op, "waits for the barrier of the cluster without having come there").into());
    };
    let loc = m.body().loc(op);
    Ok(Next::Wait(Box::new(Meeting { op, loc, result: None, what: What::Cluster(phase) })))
}

impl Interpret for kernel::ClusterArrive {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(arrive)))
    }
}

impl Interpret for kernel::ClusterWait {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Flow(wait)))
    }
}

impl Interpret for kernel::ClusterBarrier {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Flow(|m: &mut Machine<'_>, op: Op| {
            arrive(m, op)?;
            wait(m, op)
        })))
    }
}
