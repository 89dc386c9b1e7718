//! Running the threads of a block: each until it waits, then those that wait for each other.

use super::meeting::{Meeting, What};
use super::warp;
use crate::action::{Data, Stop};
use crate::machine::{Machine, Suspended, SymbolValues};
use crate::value::Datum;
use tf_dialects::kernel::WARP;
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
        let met = meet_warps(m, entry, &mut threads)?;
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
        self.meeting().filter(|meeting| !matches!(meeting.what, What::Block))
    }

    /// Goes on with a result.
    fn release(&mut self, bits: Option<u64>) {
        let Progress::Waiting(meeting) = std::mem::replace(&mut self.progress, Progress::Ready) else {
            return;
        };
        if let (Some(result), Some(bits)) = (meeting.result, bits) {
            self.run.set(result, Datum::Bits(bits));
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
            let pair = [(first + lane, &warp[lane]), (first + other, &warp[other])];
            return Err(parted(m, entry, pair, "warp").into());
        }
        let results = warp::results(&meetings).map_err(|why| at_op(meetings[0].loc, op, m, entry, &why))?;
        if matches!(meetings[0].what, What::Warp)
            && let Some(epoch) = m.grid.as_deref_mut().and_then(|grid| grid.warp_epochs.get_mut(at))
        {
            *epoch += 1;
        }
        for (lane, thread) in warp.iter_mut().enumerate() {
            thread.release(results.get(lane).copied());
        }
        met = true;
    }
    Ok(met)
}

/// Lets all threads of the block go on, if they are at one barrier; false if all have ended.
fn meet_block(m: &mut Machine<'_>, entry: &Entry<'_>, threads: &mut [Thread<'_>]) -> Result<bool, Stop> {
    let Some(at) = threads.iter().position(|thread| thread.meeting().is_some()) else { return Ok(false) };
    let op = threads[at].meeting().map(|meeting| meeting.op);
    let apart = |thread: &Thread<'_>| thread.meeting().map(|meeting| meeting.op) != op;
    if let Some(other) = threads.iter().position(apart) {
        return Err(parted(m, entry, [(at, &threads[at]), (other, &threads[other])], "block").into());
    }
    if let Some(grid) = m.grid.as_deref_mut() {
        grid.epoch += 1;
    }
    threads.iter_mut().for_each(|thread| thread.release(None));
    Ok(true)
}

/// An error at an op of the kernel.
fn at_op(loc: Location, op: Op, m: &Machine<'_>, entry: &Entry<'_>, message: &str) -> Diagnostic {
    let name = m.function(entry.name).map_or("kernel", |body| &*body.info(op).name);
    Diagnostic::error(loc, format!("'{name}' op {message}"))
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
