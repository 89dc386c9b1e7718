//! The scheduler of a cluster: runs each thread until it waits, then releases the threads that meet.

use super::meeting::{Group, Meeting, What};
use super::order::Seen;
use super::shadow::Access;
use super::state::Grid;
use super::warp;
use super::warpgroup;
use crate::machine::action::{Data, Stop};
use crate::machine::{Machine, Suspended, SymbolValues};
use crate::values::value::Datum;
use tf_dialects::kernel::{WARP, WARP_GROUP};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;

/// The function that each thread runs.
pub(super) struct Entry<'a> {
    /// The kernel.
    pub(super) name: &'a str,
    /// The values of its extent symbols.
    pub(super) symbols: &'a SymbolValues,
    /// Its arguments.
    pub(super) arguments: &'a Data,
    /// Its location.
    pub(super) loc: Location,
}

/// The state of a thread.
enum Progress {
    /// It can run.
    Ready,
    /// It waits for others.
    Waiting(Box<Meeting>),
    /// It has ended.
    Ended,
}

struct Thread<'m> {
    run: Suspended<'m>,
    progress: Progress,
}

/// Runs all threads of the present cluster to their ends. The machine holds no run before and after.
pub(super) fn run_cluster<'m>(m: &mut Machine<'m>, entry: &Entry<'_>) -> Result<(), Stop> {
    let (blocks, count) = m.grid.as_ref().map_or((0, 0), |grid| (grid.members.len(), grid.threads()));
    let mut threads: Vec<Thread<'m>> = Vec::with_capacity(blocks * count);
    for at in 0..blocks * count {
        let mut thread = Thread { run: Suspended::default(), progress: Progress::Ready };
        present(m, at / count, at % count);
        m.charge_thread();
        m.begin(entry.name, entry.symbols.clone(), entry.arguments.clone())?;
        go_on(m, &mut thread)?;
        threads.push(thread);
    }
    loop {
        end_blocks(m, &threads)?;
        if !meet(m, entry, &mut threads)? {
            return Ok(());
        }
        for (at, thread) in threads.iter_mut().enumerate() {
            if matches!(thread.progress, Progress::Ready) {
                present(m, at / count, at % count);
                m.switch(&mut thread.run);
                go_on(m, thread)?;
            }
        }
    }
}

/// Releases the threads whose wait is over; false if all have ended.
fn meet<'m>(m: &mut Machine<'m>, entry: &Entry<'_>, threads: &mut [Thread<'m>]) -> Result<bool, Stop> {
    let count = m.grid.as_ref().map_or(1, |grid| grid.threads());
    if end_phases(m, threads) {
        return Ok(true);
    }
    let mut met = false;
    for (rank, block) in threads.chunks_mut(count).enumerate() {
        present(m, rank, 0);
        met |= meet_warps(m, entry, block)? || meet_groups(m, entry, block)?;
    }
    if met {
        return Ok(true);
    }
    for (rank, block) in threads.chunks_mut(count).enumerate() {
        present(m, rank, 0);
        met |= meet_block(m, entry, block)?;
    }
    if met || threads.iter().all(|thread| matches!(thread.progress, Progress::Ended)) {
        return Ok(met);
    }
    Err(stuck(m, entry, threads).into())
}

/// A block ends with its last thread. Other blocks must have finished their accesses of its shared memory
/// before.
fn end_blocks(m: &mut Machine<'_>, threads: &[Thread<'_>]) -> Result<(), Stop> {
    let Some(grid) = m.grid.as_deref_mut() else { return Ok(()) };
    let count = grid.threads();
    for (rank, block) in threads.chunks(count).enumerate() {
        let ended = block.iter().all(|thread| matches!(thread.progress, Progress::Ended));
        if !ended || std::mem::replace(&mut grid.members[rank].has_ended, true) {
            continue;
        }
        if let Some(access) = unfinished(grid, rank) {
            let thread = grid.name(access.block, access.thread as usize);
            let message = format!(
                "an access may be to the memory of a block that has ended: {thread} {} of {}, which may have \
                 ended: no barrier of the cluster follows the access",
                access.touch.words("shared memory"),
                grid.block_name(rank)
            );
            let member = grid.members.iter().position(|member| member.block == access.block);
            grid.rank = member.unwrap_or(0);
            grid.thread_at = access.thread as usize;
            return Err(Diagnostic::error(access.loc, message).into());
        }
    }
    Ok(())
}

/// An access by another block to the shared memory of the block of a rank, unordered with the end of that
/// block.
fn unfinished(grid: &Grid, rank: usize) -> Option<Access> {
    let (clocks, count) = (grid.clocks.as_ref()?, grid.threads());
    if grid.members.len() == 1 {
        return None;
    }
    let mut seen = Seen::default();
    (rank * count..(rank + 1) * count).for_each(|thread| seen.join(clocks.seen(thread)));
    let mut own: Vec<usize> =
        grid.owners.iter().filter(|(_, owner)| **owner == rank).map(|(buffer, _)| *buffer).collect();
    own.sort_unstable();
    let histories = own.iter().filter_map(|buffer| grid.histories.get(buffer)).flatten();
    histories.into_iter().find_map(|history| history.foreign(grid.members[rank].block, &seen)).copied()
}

fn present(m: &mut Machine<'_>, rank: usize, thread: usize) {
    if let Some(grid) = m.grid.as_deref_mut() {
        grid.rank = rank;
        grid.thread_at = thread;
    }
}

/// Runs the machine's present thread until it waits or ends, then saves it.
fn go_on<'m>(m: &mut Machine<'m>, thread: &mut Thread<'m>) -> Result<(), Stop> {
    thread.progress = match m.go_on()? {
        Some(meeting) => Progress::Waiting(meeting),
        None => Progress::Ended,
    };
    thread.run = Suspended::default();
    m.switch(&mut thread.run);
    Ok(())
}

impl Thread<'_> {
    fn meeting(&self) -> Option<&Meeting> {
        match &self.progress {
            Progress::Waiting(meeting) => Some(meeting),
            _ => None,
        }
    }

    /// The op at which it waits for its warp, if it does.
    fn warp_meeting(&self) -> Option<&Meeting> {
        self.meeting().filter(|meeting| {
            !matches!(
                meeting.what,
                What::Block | What::Group(_) | What::Phase(..) | What::Cluster(_) | What::Turn
            )
        })
    }

    /// The op at which it waits for its warp group, if it does.
    fn group_meeting(&self) -> Option<&Meeting> {
        self.meeting().filter(|meeting| matches!(meeting.what, What::Group(_)))
    }

    /// True if it waits for a phase of a barrier in memory, and so may still reach another op.
    fn waits_for_phase(&self) -> bool {
        self.meeting().is_some_and(|meeting| matches!(meeting.what, What::Phase(..)))
    }

    /// True if it waits for the barrier of the cluster.
    fn waits_for_cluster(&self) -> bool {
        self.meeting().is_some_and(|meeting| matches!(meeting.what, What::Cluster(_)))
    }

    /// Resumes it with a result.
    fn release(&mut self, given: Option<Datum>) {
        let Progress::Waiting(meeting) = std::mem::replace(&mut self.progress, Progress::Ready) else {
            return;
        };
        if let (Some(result), Some(given)) = (meeting.result, given) {
            self.run.set(result, given);
        }
    }
}

/// Releases the warps whose threads are all at one op; true if there were any.
fn meet_warps(m: &mut Machine<'_>, entry: &Entry<'_>, threads: &mut [Thread<'_>]) -> Result<bool, Stop> {
    let mut met = false;
    for (at, warp) in threads.chunks_mut(WARP).enumerate() {
        let first = at * WARP;
        let Some(lane) = warp.iter().position(|thread| thread.warp_meeting().is_some()) else { continue };
        let meetings: Vec<&Meeting> = warp.iter().filter_map(Thread::warp_meeting).collect();
        let op = meetings[0].op;
        let apart = |thread: &Thread<'_>| thread.warp_meeting().is_none_or(|meeting| meeting.op != op);
        if let Some(other) = warp.iter().position(apart) {
            if warp.iter().any(Thread::waits_for_phase) {
                continue;
            }
            let from = first + m.grid.as_ref().map_or(0, |grid| grid.agent(0));
            let pair = [(from + lane, &warp[lane]), (from + other, &warp[other])];
            return Err(parted(m, entry, pair, "warp").into());
        }
        let results = warp::results(&meetings).map_err(|why| at_op(meetings[0].loc, op, m, entry, &why))?;
        if matches!(meetings[0].what, What::Warp)
            && let Some(epoch) =
                m.grid.as_deref_mut().and_then(|grid| grid.member_mut().warp_epochs.get_mut(at))
        {
            *epoch += 1;
        }
        if matches!(meetings[0].what, What::Warp) {
            meet_clocks(m, first..first + warp.len());
        }
        for (thread, result) in
            warp.iter_mut().zip(results.into_iter().map(Some).chain(std::iter::repeat(None)))
        {
            thread.release(result);
        }
        met = true;
    }
    Ok(met)
}

/// Joins the clocks of threads of the present block that meet.
fn meet_clocks(m: &mut Machine<'_>, threads: std::ops::Range<usize>) {
    let Some(grid) = m.grid.as_deref_mut() else { return };
    let agents = grid.agent(threads.start)..grid.agent(threads.end);
    if let Some(clocks) = &mut grid.clocks {
        clocks.meet(agents);
    }
}

/// Releases the threads whose phase has ended, and those that only yielded; true if there were any.
fn end_phases(m: &mut Machine<'_>, threads: &mut [Thread<'_>]) -> bool {
    let mut met = false;
    let Some(grid) = m.grid.as_deref_mut() else { return false };
    for (at, thread) in threads.iter_mut().enumerate() {
        if thread.meeting().is_some_and(|meeting| matches!(meeting.what, What::Turn)) {
            thread.release(None);
            met = true;
            continue;
        }
        let barrier = match thread.meeting().map(|meeting| &meeting.what) {
            Some(What::Phase(place, parity)) => {
                grid.barriers.get(place).filter(|barrier| barrier.is_over(*parity))
            }
            Some(What::Cluster(phase)) => Some(&grid.meeting).filter(|barrier| barrier.ended > *phase),
            _ => None,
        };
        let Some(barrier) = barrier else { continue };
        if let Some(clocks) = &mut grid.clocks {
            clocks.seen_mut(at).join(&barrier.done);
        }
        thread.release(None);
        met = true;
    }
    met
}

/// Releases the warp groups whose threads are all at one product; true if there were any.
fn meet_groups<'m>(m: &mut Machine<'m>, entry: &Entry<'_>, threads: &mut [Thread<'m>]) -> Result<bool, Stop> {
    let mut met = false;
    for (at, group) in threads.chunks_mut(WARP_GROUP).enumerate() {
        let first = at * WARP_GROUP;
        let Some(here) = group.iter().position(|thread| thread.group_meeting().is_some()) else { continue };
        let meetings: Vec<&Meeting> = group.iter().filter_map(Thread::group_meeting).collect();
        let (op, loc) = (meetings[0].op, meetings[0].loc);
        let apart = |thread: &Thread<'_>| thread.group_meeting().is_none_or(|meeting| meeting.op != op);
        if let Some(other) = group.iter().position(apart) {
            if group.iter().any(Thread::waits_for_phase) {
                continue;
            }
            let from = first + m.grid.as_ref().map_or(0, |grid| grid.agent(0));
            let pair = [(from + here, &group[here]), (from + other, &group[other])];
            return Err(parted(m, entry, pair, "warp group").into());
        }
        if group.len() < WARP_GROUP {
            let message = format!(
                "is for {WARP_GROUP} threads, but this warp group, the last of its block, has {}",
                group.len()
            );
            return Err(at_op(loc, op, m, entry, &message).into());
        }
        let brought: Vec<Group> = meetings.iter().filter_map(|meeting| meeting.group().cloned()).collect();
        // Errors are reported in the first thread of the group.
        let rank = m.grid.as_ref().map_or(0, |grid| grid.rank);
        present(m, rank, first);
        m.switch(&mut group[0].run);
        let results = warpgroup::products(m, op, first, &brought);
        m.switch(&mut group[0].run);
        let results = results?;
        for (thread, result) in group.iter_mut().zip(results) {
            thread.release(Some(result));
        }
        met = true;
    }
    Ok(met)
}

/// Releases all threads of the present block, if they are at one barrier of the block.
fn meet_block(m: &mut Machine<'_>, entry: &Entry<'_>, threads: &mut [Thread<'_>]) -> Result<bool, Stop> {
    let Some(at) = threads.iter().position(|thread| thread.meeting().is_some()) else { return Ok(false) };
    if threads.iter().any(|thread| thread.waits_for_phase() || thread.waits_for_cluster()) {
        return Ok(false);
    }
    let op = threads[at].meeting().map(|meeting| meeting.op);
    let apart = |thread: &Thread<'_>| thread.meeting().map(|meeting| meeting.op) != op;
    if let Some(other) = threads.iter().position(apart) {
        let first = m.grid.as_ref().map_or(0, |grid| grid.agent(0));
        return Err(parted(
            m,
            entry,
            [(first + at, &threads[at]), (first + other, &threads[other])],
            "block",
        )
        .into());
    }
    if let Some(grid) = m.grid.as_deref_mut() {
        grid.member_mut().epoch += 1;
    }
    meet_clocks(m, 0..threads.len());
    threads.iter_mut().for_each(|thread| thread.release(None));
    Ok(true)
}

/// The error of a deadlock: all threads that have not ended wait, and no wait can end.
fn stuck(m: &Machine<'_>, entry: &Entry<'_>, threads: &[Thread<'_>]) -> Diagnostic {
    let waits = threads.iter().position(Thread::waits_for_cluster);
    let arrived = |at: usize| m.grid.as_ref().is_some_and(|grid| grid.arrived[at].is_some());
    let missing = (0..threads.len()).find(|at| !threads[*at].waits_for_cluster() && !arrived(*at));
    let phase = threads.iter().position(Thread::waits_for_phase);
    match (phase, waits, missing) {
        (Some(at), ..) => endless(m, entry, at, &threads[at]),
        (None, Some(at), Some(other)) => {
            parted(m, entry, [(at, &threads[at]), (other, &threads[other])], "cluster")
        }
        _ => Diagnostic::error(entry.loc, "deadlock: threads wait forever"),
    }
}

/// An error at an op of the kernel.
fn at_op(loc: Location, op: Op, m: &Machine<'_>, entry: &Entry<'_>, message: &str) -> Diagnostic {
    let name = m.function(entry.name).map_or("kernel", |body| &*body.info(op).name);
    Diagnostic::error(loc, format!("'{name}' op {message}"))
}

/// The name of a thread, by its index in the cluster.
fn name(m: &Machine<'_>, at: usize) -> String {
    m.grid
        .as_ref()
        .map_or(String::new(), |grid| grid.name(grid.members[at / grid.threads()].block, at % grid.threads()))
}

/// The error of a thread that waits for a phase that never ends, since all others wait or have ended.
fn endless(m: &Machine<'_>, entry: &Entry<'_>, at: usize, thread: &Thread<'_>) -> Diagnostic {
    let Some(meeting) = thread.meeting() else {
        return Diagnostic::error(entry.loc, "deadlock: a thread waits forever");
    };
    let name = name(m, at);
    let message = format!(
        "waits for ever: {name} waits for a phase that does not end, as too few threads or bytes arrive"
    );
    at_op(meeting.loc, meeting.op, m, entry, &message)
}

/// The error of two threads of the cluster, by index, that must meet and do not; the first one waits.
fn parted(
    m: &Machine<'_>,
    entry: &Entry<'_>,
    [(a, waits), (b, other)]: [(usize, &Thread<'_>); 2],
    of: &str,
) -> Diagnostic {
    let Some(meeting) = waits.meeting() else { return Diagnostic::error(entry.loc, "threads part") };
    let message = format!(
        "is not reached by all threads of the {of}: {} waits here, {} never arrives",
        name(m, a),
        name(m, b)
    );
    let error = at_op(meeting.loc, meeting.op, m, entry, &message);
    match other.meeting() {
        Some(elsewhere) => error.note(elsewhere.loc, "it waits here"),
        None => error.note(entry.loc, "it has reached the end of the kernel"),
    }
}
