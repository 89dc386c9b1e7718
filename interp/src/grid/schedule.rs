//! Running the threads of a block: each until it waits, then those that wait for each other.

use super::meeting::{Group, Meeting, What};
use super::warp;
use super::warpgroup;
use crate::action::{Data, Stop};
use crate::machine::{Machine, Suspended, SymbolValues};
use crate::value::Datum;
use tf_dialects::kernel::{WARP, WARP_GROUP};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;

/// What is run in each thread.
pub(super) struct Entry<'a> {
    /// The kernel.
    pub(super) name: &'a str,
    /// The values of its extents.
    pub(super) symbols: &'a SymbolValues,
    /// Its arguments.
    pub(super) arguments: &'a Data,
    /// Where it stands.
    pub(super) loc: Location,
}

/// How far a thread is.
enum Progress {
    /// It can go on.
    Ready,
    /// It waits for others.
    Waiting(Meeting),
    /// It has ended.
    Ended,
}

struct Thread<'m> {
    run: Suspended<'m>,
    progress: Progress,
}

/// Runs all threads of the present block to their ends. The machine is in no run.
pub(super) fn run_block<'m>(m: &mut Machine<'m>, entry: &Entry<'_>) -> Result<(), Stop> {
    let count = m.grid.as_ref().map_or(0, |grid| grid.threads());
    let mut threads: Vec<Thread<'m>> = Vec::with_capacity(count);
    for at in 0..count {
        let mut thread = Thread { run: Suspended::default(), progress: Progress::Ready };
        present(m, at);
        m.begin(entry.name, entry.symbols.clone(), entry.arguments.clone())?;
        go_on(m, &mut thread)?;
        threads.push(thread);
    }
    loop {
        let met = end_phases(m, &mut threads)
            || meet_warps(m, entry, &mut threads)?
            || meet_groups(m, entry, &mut threads)?;
        if !met && !meet_block(m, entry, &mut threads)? {
            return Ok(());
        }
        for (at, thread) in threads.iter_mut().enumerate() {
            if matches!(thread.progress, Progress::Ready) {
                present(m, at);
                m.switch(&mut thread.run);
                go_on(m, thread)?;
            }
        }
    }
}

fn present(m: &mut Machine<'_>, thread: usize) {
    if let Some(grid) = m.grid.as_deref_mut() {
        grid.thread_at = thread;
    }
}

/// Runs the thread that the machine is in until it waits or ends, and leaves it.
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

    /// The op at which it waits for its warp.
    fn warp_meeting(&self) -> Option<&Meeting> {
        self.meeting()
            .filter(|meeting| !matches!(meeting.what, What::Block | What::Group(_) | What::Phase(..)))
    }

    /// The op at which it waits for its warp group.
    fn group_meeting(&self) -> Option<&Meeting> {
        self.meeting().filter(|meeting| matches!(meeting.what, What::Group(_)))
    }

    /// Whether it waits for a phase of a barrier in memory, and so may still come elsewhere.
    fn waits_for_phase(&self) -> bool {
        self.meeting().is_some_and(|meeting| matches!(meeting.what, What::Phase(..)))
    }

    /// Goes on with a result.
    fn release(&mut self, given: Option<Datum>) {
        let Progress::Waiting(meeting) = std::mem::replace(&mut self.progress, Progress::Ready) else {
            return;
        };
        if let (Some(result), Some(given)) = (meeting.result, given) {
            self.run.set(result, given);
        }
    }
}

/// Lets the warps go on whose threads are all at one op; whether there were any.
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
            let pair = [(first + lane, &warp[lane]), (first + other, &warp[other])];
            return Err(parted(m, entry, pair, "warp").into());
        }
        let results = warp::results(&meetings).map_err(|why| at_op(meetings[0].loc, op, m, entry, &why))?;
        if matches!(meetings[0].what, What::Warp)
            && let Some(epoch) = m.grid.as_deref_mut().and_then(|grid| grid.warp_epochs.get_mut(at))
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

/// Threads that meet see what each of them has seen.
fn meet_clocks(m: &mut Machine<'_>, threads: std::ops::Range<usize>) {
    if let Some(clocks) = m.grid.as_deref_mut().and_then(|grid| grid.clocks.as_mut()) {
        clocks.meet(threads);
    }
}

/// Lets the threads go on that wait for phases which have ended; whether there were any.
fn end_phases(m: &mut Machine<'_>, threads: &mut [Thread<'_>]) -> bool {
    let mut met = false;
    let Some(grid) = m.grid.as_deref_mut() else { return false };
    for (at, thread) in threads.iter_mut().enumerate() {
        let Some(What::Phase(place, parity)) = thread.meeting().map(|meeting| &meeting.what) else {
            continue;
        };
        let Some(barrier) = grid.barriers.get(place).filter(|barrier| barrier.is_over(*parity)) else {
            continue;
        };
        if let Some(clocks) = &mut grid.clocks {
            clocks.seen_mut(at).join(&barrier.done);
        }
        thread.release(None);
        met = true;
    }
    met
}

/// Lets the warp groups go on whose threads are all at one product; whether there were any.
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
            let pair = [(first + here, &group[here]), (first + other, &group[other])];
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
        // What is wrong is told in the run of the first thread, which stands for all.
        present(m, first);
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

/// Lets all threads of the block go on, if they are at one barrier; false if all have ended.
fn meet_block(m: &mut Machine<'_>, entry: &Entry<'_>, threads: &mut [Thread<'_>]) -> Result<bool, Stop> {
    let Some(at) = threads.iter().position(|thread| thread.meeting().is_some()) else { return Ok(false) };
    if let Some(at) = threads.iter().position(Thread::waits_for_phase) {
        return Err(endless(m, entry, at, &threads[at]).into());
    }
    let op = threads[at].meeting().map(|meeting| meeting.op);
    let apart = |thread: &Thread<'_>| thread.meeting().map(|meeting| meeting.op) != op;
    if let Some(other) = threads.iter().position(apart) {
        return Err(parted(m, entry, [(at, &threads[at]), (other, &threads[other])], "block").into());
    }
    if let Some(grid) = m.grid.as_deref_mut() {
        grid.epoch += 1;
    }
    meet_clocks(m, 0..threads.len());
    threads.iter_mut().for_each(|thread| thread.release(None));
    Ok(true)
}

/// An error at an op of the kernel.
fn at_op(loc: Location, op: Op, m: &Machine<'_>, entry: &Entry<'_>, message: &str) -> Diagnostic {
    let name = m.function(entry.name).map_or("kernel", |body| &*body.info(op).name);
    Diagnostic::error(loc, format!("'{name}' op {message}"))
}

/// A thread waits for a phase that nobody ends: all others wait, too, or have ended.
fn endless(m: &Machine<'_>, entry: &Entry<'_>, at: usize, thread: &Thread<'_>) -> Diagnostic {
    let Some(meeting) = thread.meeting() else {
        return Diagnostic::error(entry.loc, "a thread waits for ever");
    };
    let name = m.grid.as_ref().map_or(String::new(), |grid| grid.name(grid.block_at, at));
    let message = format!(
        "waits for ever: {name} waits for a phase that does not end, as too few threads or bytes arrive"
    );
    at_op(meeting.loc, meeting.op, m, entry, &message)
}

/// Two threads that have to come together and do not; the first one waits.
fn parted(
    m: &Machine<'_>,
    entry: &Entry<'_>,
    [(a, waits), (b, other)]: [(usize, &Thread<'_>); 2],
    of: &str,
) -> Diagnostic {
    let name = |at: usize| m.grid.as_ref().map_or(String::new(), |grid| grid.name(grid.block_at, at));
    let Some(meeting) = waits.meeting() else { return Diagnostic::error(entry.loc, "threads part") };
    let message = format!(
        "is not reached by all threads of the {of}: {} waits here, {} does not come",
        name(a),
        name(b)
    );
    let error = at_op(meeting.loc, meeting.op, m, entry, &message);
    match other.meeting() {
        Some(elsewhere) => error.note(elsewhere.loc, "it waits here"),
        None => error.note(entry.loc, "it has come to the end of the kernel"),
    }
}
