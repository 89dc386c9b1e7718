//! Happens-before by vector clocks, for kernels that order accesses by more than barriers.
//!
//! Asynchronous copies, barriers in memory and products of warp groups order accesses of single threads, not
//! of whole blocks. Kernels that use them, and kernels with clusters, are checked by vector clocks (Mattern,
//! "Virtual time and global states of distributed systems", 1989), as race detectors do (Flanagan and Freund,
//! "FastTrack", 2009): each thread stores how far it has seen each *agent*. An agent is a thread of the
//! cluster, the asynchronous copies of a thread, the products of a thread, or a barrier in memory. Copies and
//! products count groups, barriers count phases. A bulk copy accesses memory as the barrier at which it
//! arrives.

use super::shadow::{Access, Touch};

/// The agent of an access, and its time by the agent's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stamp {
    /// The index of the agent.
    pub(crate) agent: usize,
    /// The agent's clock: an observer whose clock for this agent is at least this has seen the access.
    pub(crate) clock: u32,
}

/// A vector clock: how far each agent has been seen.
#[derive(Clone, Default, Debug)]
pub(crate) struct Seen(Vec<u32>);

impl Seen {
    pub(crate) fn of(&self, agent: usize) -> u32 {
        self.0.get(agent).copied().unwrap_or(0)
    }

    /// Raises the clock of an agent to at least this value.
    pub(crate) fn raise(&mut self, agent: usize, clock: u32) {
        if self.0.len() <= agent {
            self.0.resize(agent + 1, 0);
        }
        self.0[agent] = self.0[agent].max(clock);
    }

    /// Joins another vector clock: the maximum of each component.
    pub(crate) fn join(&mut self, other: &Seen) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = (*own).max(*other));
    }
}

/// The groups of asynchronous operations that a thread starts and waits for.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Groups {
    /// The count of groups committed.
    pub(crate) ended: u32,
}

/// The clocks of the threads of a cluster.
pub(crate) struct Clocks {
    /// The vector clock of each thread.
    threads: Vec<Seen>,
    /// Groups of asynchronous copies, by thread.
    copies: Vec<Groups>,
    /// Groups of products, by thread; the first thread of a warp group has those of the group.
    products: Vec<Groups>,
}

/// The kinds of asynchronous operations of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Asynchronous copies.
    Copies,
    /// Products of the warp group that begins with the thread.
    Products,
}

impl Clocks {
    /// The clocks at the start of a cluster.
    pub(crate) fn new(threads: usize) -> Clocks {
        let mut clocks = Clocks {
            threads: vec![Seen::default(); threads],
            copies: vec![Groups::default(); threads],
            products: vec![Groups::default(); threads],
        };
        (0..threads).for_each(|thread| clocks.tick(thread));
        clocks
    }

    fn count(&self) -> usize {
        self.threads.len()
    }

    /// The vector clock of a thread.
    pub(crate) fn seen(&self, thread: usize) -> &Seen {
        &self.threads[thread]
    }

    pub(crate) fn seen_mut(&mut self, thread: usize) -> &mut Seen {
        &mut self.threads[thread]
    }

    /// Advances a thread's clock: agents that have seen the thread so far do not see its later accesses.
    pub(crate) fn tick(&mut self, thread: usize) {
        let now = self.threads[thread].of(thread);
        self.threads[thread].raise(thread, now + 1);
    }

    /// The stamp of an access that a thread makes now.
    pub(crate) fn now(&self, thread: usize) -> Stamp {
        Stamp { agent: thread, clock: self.threads[thread].of(thread) }
    }

    /// Joins the clocks of threads that meet.
    pub(crate) fn meet(&mut self, threads: std::ops::Range<usize>) {
        let mut all = Seen::default();
        self.threads[threads.clone()].iter().for_each(|seen| all.join(seen));
        for thread in threads {
            self.threads[thread].join(&all);
            self.tick(thread);
        }
    }

    fn agent(&self, lane: Lane, thread: usize) -> usize {
        match lane {
            Lane::Copies => self.count() + thread,
            Lane::Products => 2 * self.count() + thread,
        }
    }

    /// The agent of the barrier in memory with this index.
    pub(crate) fn barrier(&self, number: usize) -> usize {
        3 * self.count() + number
    }

    fn groups(&mut self, lane: Lane, thread: usize) -> &mut Groups {
        match lane {
            Lane::Copies => &mut self.copies[thread],
            Lane::Products => &mut self.products[thread],
        }
    }

    /// The stamp of an asynchronous access that a thread has started: threads that wait for its group see it.
    pub(crate) fn started(&mut self, lane: Lane, thread: usize) -> Stamp {
        let clock = self.groups(lane, thread).ended + 1;
        Stamp { agent: self.agent(lane, thread), clock }
    }

    /// A thread commits a group.
    pub(crate) fn commit(&mut self, lane: Lane, thread: usize) {
        self.groups(lane, thread).ended += 1;
    }

    /// A thread has waited for all its groups but the last `pending`; their accesses are stamped by the agent
    /// of thread `of`.
    pub(crate) fn wait(&mut self, lane: Lane, thread: usize, of: usize, pending: u32) {
        let done = self.groups(lane, thread).ended.saturating_sub(pending);
        let agent = self.agent(lane, of);
        self.threads[thread].raise(agent, done);
    }

    /// The name of a stamp's agent, if it is not a thread.
    pub(crate) fn words(&self, stamp: Stamp) -> Option<&'static str> {
        match stamp.agent / self.count().max(1) {
            0 => None,
            1 => Some("an asynchronous copy"),
            2 => Some("a product of a warp group"),
            _ => Some("a copy of a box"),
        }
    }
}

/// The accesses of one element that can still race: the last write and, since then, the last access of each
/// agent.
#[derive(Clone, Default)]
pub(crate) struct History {
    write: Option<(Access, Stamp)>,
    others: Vec<(Access, Stamp)>,
}

impl History {
    /// Records an access by an agent that has seen `seen`, and returns an earlier access that races with it,
    /// if any.
    ///
    /// If clusters hand memory to each other (`keeps_all`), every access is kept, and `is_synchronized`
    /// checks the releases.
    pub(crate) fn note(
        &mut self,
        new: Access,
        stamp: Stamp,
        seen: &Seen,
        keeps_all: bool,
        is_synchronized: &dyn Fn(&Access, &Access) -> bool,
    ) -> Result<(), (Access, Stamp)> {
        let is_before = |(old, by): &(Access, Stamp)| match old.cluster == new.cluster {
            true => by.agent == stamp.agent || seen.of(by.agent) >= by.clock,
            false => is_synchronized(old, &new),
        };
        let reads = |old: &Access| old.touch == Touch::Read && new.touch == Touch::Read;
        let meets = |(old, _): &(Access, Stamp)| !reads(old) && !old.both_atomic(&new);
        let clash = self.write.iter().chain(&self.others).find(|old| meets(old) && !is_before(old));
        if let Some(clash) = clash {
            return Err(*clash);
        }
        if new.touch == Touch::Write {
            *self = History { write: Some((new, stamp)), others: Vec::new() };
            return Ok(());
        }
        // Two accesses are enough for all clusters that have ended.
        let mut earlier = 0;
        self.others.retain(|(old, by)| {
            earlier += usize::from(old.cluster != new.cluster);
            let same = old.cluster == new.cluster && by.agent == stamp.agent && old.touch == new.touch;
            !same && (old.cluster == new.cluster || earlier <= 2 || keeps_all)
        });
        self.others.push((new, stamp));
        Ok(())
    }

    /// An access by another block that `seen` does not cover.
    pub(crate) fn foreign(&self, block: u64, seen: &Seen) -> Option<&Access> {
        let mut all = self.write.iter().chain(&self.others);
        all.find(|(old, by)| old.block != block && seen.of(by.agent) < by.clock).map(|(old, _)| old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::location::Location;

    fn access(thread: u32, touch: Touch) -> Access {
        Access {
            cluster: 0,
            block: 0,
            thread,
            warp: 0,
            epoch: 0,
            warp_epoch: 0,
            releases: 0,
            touch,
            loc: Location::UNKNOWN,
        }
    }

    fn note(history: &mut History, new: Access, stamp: Stamp, seen: &Seen) -> Result<(), (Access, Stamp)> {
        history.note(new, stamp, seen, false, &|_, _| false)
    }

    #[test]
    fn waits_and_meetings_order_accesses() {
        let mut clocks = Clocks::new(2);
        let mut history = History::default();
        let copied = clocks.started(Lane::Copies, 0);
        assert!(note(&mut history, access(0, Touch::Write), copied, clocks.seen(0)).is_ok());
        let read = |clocks: &Clocks, history: &mut History, thread: usize| {
            note(history, access(thread as u32, Touch::Read), clocks.now(thread), clocks.seen(thread)).is_ok()
        };
        assert!(!read(&clocks, &mut history, 0), "it has not waited");
        clocks.commit(Lane::Copies, 0);
        clocks.wait(Lane::Copies, 0, 0, 1);
        assert!(!read(&clocks, &mut history, 0), "one group may be pending");
        clocks.wait(Lane::Copies, 0, 0, 0);
        assert!(read(&clocks, &mut history, 0));
        assert!(!read(&clocks, &mut history, 1), "nothing has told the other thread");
        clocks.meet(0..2);
        assert!(read(&clocks, &mut history, 1));
        assert!(
            note(&mut history, access(0, Touch::Write), clocks.now(0), clocks.seen(0)).is_err(),
            "the other reads"
        );
        clocks.meet(0..2);
        assert!(note(&mut history, access(0, Touch::Write), clocks.now(0), clocks.seen(0)).is_ok());
    }
}
