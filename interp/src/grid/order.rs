//! Which accesses come before which, where kernels order them by more than barriers: vector clocks.
//!
//! Asynchronous copies, barriers in memory and products of warp groups order accesses of single threads, not of whole blocks. Kernels
//! that have them, and those whose blocks form clusters, are followed by vector clocks (Mattern, "Virtual time and global states of distributed systems", 1989), as race
//! detectors do (Flanagan and Freund, "FastTrack", 2009): each thread knows how far it has seen each *agent*. Agents are the threads
//! of the cluster; for each thread its asynchronous copies and its products, which count groups; and barriers in memory, which count
//! phases: what a copy brings is an access by the barrier at which it arrives.

use super::shadow::{Access, Touch};

/// Who did something, and when by its own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stamp {
    /// The number of the agent.
    pub(crate) agent: usize,
    /// Its clock: an access of it is seen by who has seen it this far.
    pub(crate) clock: u32,
}

/// How far one has seen each agent.
#[derive(Clone, Default, Debug)]
pub(crate) struct Seen(Vec<u32>);

impl Seen {
    pub(crate) fn of(&self, agent: usize) -> u32 {
        self.0.get(agent).copied().unwrap_or(0)
    }

    /// Has seen an agent at least this far.
    pub(crate) fn raise(&mut self, agent: usize, clock: u32) {
        if self.0.len() <= agent {
            self.0.resize(agent + 1, 0);
        }
        self.0[agent] = self.0[agent].max(clock);
    }

    /// Has seen all that another has.
    pub(crate) fn join(&mut self, other: &Seen) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = (*own).max(*other));
    }
}

/// Groups of something that a thread starts and waits for.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Groups {
    /// How many have been ended.
    pub(crate) ended: u32,
}

/// The clocks of the threads of a cluster.
pub(crate) struct Clocks {
    /// What each thread has seen.
    threads: Vec<Seen>,
    /// Groups of asynchronous copies of each thread.
    copies: Vec<Groups>,
    /// Groups of products of each thread; those of its warp group are those of the first thread.
    products: Vec<Groups>,
}

/// What a thread does asynchronously.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Asynchronous copies.
    Copies,
    /// Products of its warp group, whose first thread it is.
    Products,
}

impl Clocks {
    /// Those of a cluster that begins.
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

    /// What a thread has seen.
    pub(crate) fn seen(&self, thread: usize) -> &Seen {
        &self.threads[thread]
    }

    pub(crate) fn seen_mut(&mut self, thread: usize) -> &mut Seen {
        &mut self.threads[thread]
    }

    /// What a thread does from now on is not seen by who has seen it so far.
    pub(crate) fn tick(&mut self, thread: usize) {
        let now = self.threads[thread].of(thread);
        self.threads[thread].raise(thread, now + 1);
    }

    /// An access by a thread now.
    pub(crate) fn now(&self, thread: usize) -> Stamp {
        Stamp { agent: thread, clock: self.threads[thread].of(thread) }
    }

    /// Threads that meet see all that any of them has seen.
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

    /// The agent of the barrier in memory of this number.
    pub(crate) fn barrier(&self, number: usize) -> usize {
        3 * self.count() + number
    }

    fn groups(&mut self, lane: Lane, thread: usize) -> &mut Groups {
        match lane {
            Lane::Copies => &mut self.copies[thread],
            Lane::Products => &mut self.products[thread],
        }
    }

    /// An access that a thread has started: seen by who has waited for its group.
    pub(crate) fn started(&mut self, lane: Lane, thread: usize) -> Stamp {
        let clock = self.groups(lane, thread).ended + 1;
        Stamp { agent: self.agent(lane, thread), clock }
    }

    /// A thread ends a group.
    pub(crate) fn commit(&mut self, lane: Lane, thread: usize) {
        self.groups(lane, thread).ended += 1;
    }

    /// A thread has waited for all its groups but the last few; accesses in them are by the agent of thread `of`.
    pub(crate) fn wait(&mut self, lane: Lane, thread: usize, of: usize, pending: u32) {
        let done = self.groups(lane, thread).ended.saturating_sub(pending);
        let agent = self.agent(lane, of);
        self.threads[thread].raise(agent, done);
    }

    /// What a stamp's agent is, in words, if it is no thread.
    pub(crate) fn words(&self, stamp: Stamp) -> Option<&'static str> {
        match stamp.agent / self.count().max(1) {
            0 => None,
            1 => Some("an asynchronous copy"),
            2 => Some("a product of a warp group"),
            _ => Some("a copy of a box"),
        }
    }
}

/// The accesses of one element that matter: the last write, and what came since, the last of each agent.
#[derive(Clone, Default)]
pub(crate) struct History {
    write: Option<(Access, Stamp)>,
    others: Vec<(Access, Stamp)>,
}

impl History {
    /// Notes an access by who has seen so much; the earlier one that it is in no order with, if there is one.
    ///
    /// What was handed from cluster to cluster is asked for; then all accesses are kept.
    pub(crate) fn note(
        &mut self,
        new: Access,
        stamp: Stamp,
        seen: &Seen,
        keeps_all: bool,
        is_handed: &dyn Fn(&Access, &Access) -> bool,
    ) -> Result<(), (Access, Stamp)> {
        let is_before = |(old, by): &(Access, Stamp)| match old.cluster == new.cluster {
            true => by.agent == stamp.agent || seen.of(by.agent) >= by.clock,
            false => is_handed(old, &new),
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
        // Of clusters that have ended, one stands for all.
        let mut earlier = 0;
        self.others.retain(|(old, by)| {
            earlier += usize::from(old.cluster != new.cluster);
            let same = old.cluster == new.cluster && by.agent == stamp.agent && old.touch == new.touch;
            !same && (old.cluster == new.cluster || earlier <= 2 || keeps_all)
        });
        self.others.push((new, stamp));
        Ok(())
    }

    /// An access by another block than this one that is not seen by who has seen so much.
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
